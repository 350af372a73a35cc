"""The built-in list of pairs that people report: `presets/catalogue/pairs.toml`, data that is checked when it is read.

A list is a hint where to look. Whether a repository still exists, and whether its file fits, is found out each time.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.presets import built_in_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.gguf_header import Header

PairKind = Literal["draft-model", "mtp-variant", "mtp-sidecar", "eagle3", "dflash"]
_FILE: Final = ("catalogue", "pairs.toml")
_DRAFT: Final = r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+(/[A-Za-z0-9_./-]+\.gguf)?$"


class Pair(BaseModel):
    """One entry of the list. drafts: 'owner/name' or 'owner/name/file', best first."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    targets: Annotated[list[str], Field(min_length=1)]
    without: list[str] = []
    kind: PairKind
    drafts: Annotated[list[Annotated[str, Field(pattern=_DRAFT)]], Field(min_length=1)]
    source: Annotated[str, Field(min_length=1)]
    note: str = ""


class _Catalogue(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    pairs: list[Pair]


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a draft for a target may be. file: '' where the best of the repository is to be chosen."""

    repo: str
    file: str
    kind: PairKind
    note: str


@cache
def pairs() -> tuple[Pair, ...]:
    """The whole list. Raises pydantic.ValidationError: the list comes with the program, so that is a bug."""
    text = built_in_folder().joinpath(*_FILE).read_text(encoding="utf-8")
    return tuple(_Catalogue.model_validate(tomllib.loads(text)).pairs)


def hints_for(target: Header, repo: str = "") -> tuple[Hint, ...]:
    """Where drafts for this target may be, the entries that name it most closely first. repo: its own, if known."""
    names = [_words(name) for name in _names(target, repo)]
    found: list[tuple[int, Hint]] = []
    for pair in pairs():
        closeness = max((_closeness(pair, words) for words in names), default=0)
        if closeness:
            note = f"Known from: {pair.source}." + (f" {pair.note}" if pair.note else "")
            for draft in pair.drafts:
                owner, name, *file = draft.split("/", 2)
                found.append((closeness, Hint(f"{owner}/{name}", file[0] if file else "", pair.kind, note)))
    found.sort(key=lambda entry: -entry[0])
    return tuple(dict.fromkeys(hint for _, hint in found))


def _closeness(pair: Pair, words: frozenset[str]) -> int:
    """How many words of a name an entry names; 0 where it is not meant."""
    if any(_words(word) <= words for word in pair.without):
        return 0
    return max((len(named) for target in pair.targets if (named := _words(target)) <= words), default=0)


def _names(target: Header, repo: str) -> Iterable[str]:
    """What the target is called, in several places: one of them is usually right."""
    size = target.text("general.size_label")
    yield target.title
    yield f"{target.name} {size}" if size and size.lower() not in target.name.lower() else target.name
    yield f"{target.text('general.basename')} {size} {target.text('general.finetune')}"
    yield target.base_model
    yield repo.partition("/")[2]


def _words(name: str) -> frozenset[str]:
    """'Meta-Llama-3.1-8B-Instruct' -> {'meta', 'llama', '3.1', '8b', 'instruct'}."""
    return frozenset(re.findall(r"[a-z0-9]+(?:\.[a-z0-9]+)*", name.lower()))
