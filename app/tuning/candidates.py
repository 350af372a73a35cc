"""What is tried: every preset that this model can have, with the options that decide most.

The values follow from what the drafters declare: a drafter that computes has a length and a probability to stop at, one
that looks for repeats has lengths of what must match and of what is drafted. Two options make a grid, for a heat map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app import paths
from engine import made_drafts
from engine.commands import OptionSpec, OptionValue, PresetInfo, Speculation
from engine.drafters import discover
from engine.gguf_header import Header
from engine.option_values import check_value
from engine.presets import resolve
from ui.tuning import AUTO, TuneGrid

Values = tuple[OptionValue, ...]
# (option across, its values, option down, its values): the first pair that a drafter declares is swept.
_SWEEPS: Final[tuple[tuple[str, Values, str, Values], ...]] = (
    ("size_n", (6, 12, 24), "size_m", (12, 24, 48)),
    ("n_match", (16, 24, 32), "n_min", (8, 24, 48)),
    ("n_max", (1, 2, 3, 4, 5, 6, 7, 8), "p_min", (0.0, 0.6, 0.75)),
)
_QUICK: Final[tuple[tuple[str, Values, str, Values], ...]] = (
    ("size_n", (6, 12), "size_m", (12, 48)),
    ("n_match", (16, 24), "n_min", (8, 48)),
    ("n_max", (1, 2, 4, 8), "p_min", (0.0, 0.75)),
)
_SWEPT_FAMILIES: Final = ("ngram", "mtp", "draft")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A setting that is tried. name: unique, and tells what differs from the preset as it comes. loads: what it has in
    memory besides the model, (its MTP head, a second file or ''): from one to another takes loading."""

    name: str
    speculation: Speculation
    loads: tuple[bool, str] = (False, "")


def candidates(
    presets: Mapping[str, PresetInfo],
    model: Path,
    target: Header,
    draft: str,
    draft_is_head: bool,
    quick: bool,
) -> tuple[tuple[Candidate, ...], tuple[TuneGrid, ...]]:
    """All that this model can have, each setting once, `auto` first; and which of them lie in grids.

    draft: the second file or ''. quick: fewer values, and only one n-gram preset is swept.
    """
    found: dict[Speculation, str] = {}
    unique: list[Candidate] = []
    grids: list[TuneGrid] = []
    swept: set[str] = set()

    def take(name: str, how: Speculation) -> str:
        key = _comparable(how)
        if key not in found:
            found[key] = name
            unique.append(Candidate(name, how, (_has_head(how, target, draft_is_head), how.draft_model or "")))
        return found[key]

    for info in sorted(presets.values(), key=lambda info: info.id != AUTO):
        if not info.drafters or not possible(info, model, target, draft, draft_is_head):
            continue
        second = draft if draft and _takes(info, draft_is_head) else None
        kind = discover()[info.drafters[0].name]
        sweep = _sweep(info, _QUICK if quick else _SWEEPS) if info.built_in else None
        if sweep and quick and kind.family == "ngram" and kind.family in swept:
            sweep = None
        if sweep is None or kind.family not in _SWEPT_FAMILIES:
            for variant in (None, *(one.id for one in info.variants)):
                take(f"{info.id}:{variant}" if variant else info.id, resolve(info, variant, None, second))
            continue
        swept.add(kind.family)
        x, xs, y, ys = sweep
        rows = []
        for down in ys:
            hows = ((across, resolve(info, None, {x: across, y: down}, second)) for across in xs)
            rows.append(tuple(take(f"{info.id} {x}={across:g} {y}={down:g}", how) for across, how in hows))
        names = tuple(rows)
        grids.append(TuneGrid(info.id, x, xs, y, ys, names))
        for one in info.variants:
            take(f"{info.id}:{one.id}", resolve(info, one.id, None, second))
    return tuple(unique), tuple(grids)


def _comparable(how: Speculation) -> Speculation:
    """The same for settings that do the same under other names. Mappings become tuples, so that it can be a key."""
    drafters = tuple((one.name, tuple(sorted(one.options.items())), one.optional) for one in how.drafters)
    return Speculation(repr(drafters), (), how.draft_model, how.rule, how.choose)


def _has_head(how: Speculation, target: Header, draft_is_head: bool) -> bool:
    kinds = [discover()[one.name] for one in how.drafters]
    heads = (kind for kind in kinds if kind.needs_mtp_head and not kind.unavailable(target))
    return any(not (kind.takes_sidecar and draft_is_head and how.draft_model) for kind in heads)


def _takes(info: PresetInfo, draft_is_head: bool) -> bool:
    """Whether a preset has a use for this second file."""
    if not info.has_second_file:
        return False
    return info.takes_draft_model or (info.takes_sidecar if draft_is_head else info.needs_draft_model)


def possible(info: PresetInfo, model: Path, target: Header, draft: str, draft_is_head: bool) -> bool:
    """Whether this model can have it, with this second file."""
    if info.needs_draft_model and (not draft or draft_is_head):
        return False
    if info.uses_made_draft and made_drafts.find(paths.made_drafts_dir(), model) is None:
        return False
    known = discover()
    for choice in info.drafters:
        kind = known[choice.name]
        in_its_own_file = draft_is_head and kind.takes_sidecar
        if not choice.optional and kind.unavailable(target) and not in_its_own_file:
            return False
    return True


def _sweep(
    info: PresetInfo, sweeps: Sequence[tuple[str, Values, str, Values]]
) -> tuple[str, Values, str, Values] | None:
    """The two options of a preset with a single drafter that are swept, with those values that it allows."""
    if len(info.drafters) != 1:
        return None
    specs = {spec.name: spec for spec in info.options[info.drafters[0].name]}
    for x, xs, y, ys in sweeps:
        if x in specs and y in specs:
            return x, tuple(_allowed(specs[x], xs)), y, tuple(_allowed(specs[y], ys))
    return None


def _allowed(spec: OptionSpec, values: Values) -> Iterator[OptionValue]:
    for value in values:
        try:
            yield check_value(spec, value)
        except ValueError:
            continue
