"""Presets: which there are, choosing values for their options, saying them to other engines, keeping one's own.

A faulty file costs that preset only, never the program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from engine.commands import OptionSpec, OptionValue, PresetInfo, PresetVariant, Speculation
from engine.errors import UsageError
from engine.option_values import check_value, parse_value
from engine.preset_files import (
    PLACEHOLDER,
    PresetError,
    allowed,
    check,
    error,
    owners,
    parse,
    to_toml,
    toml_files,
    validate,
)
from engine.whole_files import write_whole


@cache
def built_in_folder() -> Path:
    """The folder of the presets that come with the program, wherever it is installed."""
    # Not importlib.resources: it cannot read a folder without __init__.py through an editable installation.
    return Path(__file__).resolve().parent.parent / "presets"


def load_presets(
    folders: Sequence[Path | Traversable] | None = None,
) -> tuple[Mapping[str, PresetInfo], tuple[PresetError, ...]]:
    """All usable presets by id, in the order of menus, and what is wrong with the others.

    folders: where *.toml files lie; by default the built-in ones only. A folder that does not exist is an
    empty one. An id that an earlier folder has taken is a fault of the later file.
    """
    order: dict[str, tuple[int, str]] = {}
    presets: dict[str, PresetInfo] = {}
    problems: list[PresetError] = []
    for folder in [built_in_folder()] if folders is None else folders:
        built_in = folder is built_in_folder()
        for file in sorted(toml_files(folder), key=lambda entry: entry.name):
            try:
                read = parse(file)
                info = check(read, str(file), file.name.removesuffix(".toml"), built_in)
                if info.id in presets:
                    raise error(str(file), [f"id '{info.id}' is taken by another preset"])
            except PresetError as problem:
                problems.append(problem)
            else:
                presets[info.id] = info
                order[info.id] = (read.order, info.id)
    in_order = {key: presets[key] for key in sorted(presets, key=order.__getitem__)}
    return MappingProxyType(in_order), tuple(problems)


def resolve(
    info: PresetInfo,
    variant: str | None = None,
    overrides: Mapping[str, str | OptionValue] | None = None,
    draft_model: str | None = None,
) -> Speculation:
    """The speculation that a preset means: its own values, then the variant's, then the overrides.

    overrides: by option ('size_n') or, where several drafters of the preset have it, by drafter and option
    ('ngram-simple.size_n'); strings are read as the option's type. draft_model is needed by some presets, taken
    by those whose head may lie in a file of its own, and dropped by the others, so that nothing is loaded that
    is never used. Raises UsageError naming what is allowed.
    """
    values = {choice.name: dict(choice.options) for choice in info.drafters}
    if variant is not None:
        for drafter, changed in _variant(info, variant).options.items():
            values[drafter].update(changed)
    for key, given in (overrides or {}).items():
        drafter, spec = _option(info, key)
        try:
            values[drafter][spec.name] = (
                parse_value(spec, given) if isinstance(given, str) else check_value(spec, given)
            )
        except ValueError as fault:
            raise UsageError(f"Option '{key}' of preset '{info.id}'", str(fault)) from None
    if info.needs_draft_model and not draft_model:
        raise UsageError(
            f"Preset '{info.id}'",
            "it needs a draft model",
            "Choose a smaller model with the same vocabulary as draft",
        )
    return Speculation(
        preset=info.id,
        drafters=tuple(replace(choice, options=values[choice.name]) for choice in info.drafters),
        draft_model=draft_model if info.has_second_file else None,
        choose=info.choose,
    )


def export_arguments(info: PresetInfo, speculation: Speculation, engine: str) -> tuple[str, ...]:
    """This speculation as another engine's command-line arguments. Raises UsageError where it has nothing like it."""
    if engine not in info.exports:
        raise UsageError(
            f"Preset '{info.id}' for '{engine}'",
            "that engine has nothing like it" if info.exports else "no other engine has anything like it",
            allowed("Engines that do", info.exports) if info.exports else "",
        )
    values = {"draft": speculation.draft_model or ""}
    for choice in speculation.drafters:
        for name, value in choice.options.items():
            values[f"{choice.name}.{name}"] = values[name] = _plain(value)
    said = info.exports[engine]
    if not speculation.draft_model:  # a head inside the model: the option that names a file is left out
        without = {i for i, argument in enumerate(said) if "{draft}" in argument}
        said = tuple(argument for i, argument in enumerate(said) if not {i, i + 1} & without)
    return tuple(PLACEHOLDER.sub(lambda hit: values[hit[1]], argument) for argument in said)


def save_user_preset(folder: Path, info: PresetInfo) -> Path:
    """Write a user's preset as folder/<id>.toml, in place of an older one of that id, and return the path.

    Raises PresetError when it could not be loaded again, or when its id is a built-in preset's, and UsageError when the
    disk cannot be written.
    """
    name = f"{info.id}.toml"
    if any(entry.name == name for entry in built_in_folder().iterdir()):
        raise error(name, [f"id '{info.id}' belongs to a built-in preset"], "Choose another name")
    text = to_toml(info)
    check(validate(tomllib.loads(text), name), name, info.id, built_in=False)
    path = folder / name
    try:
        write_whole(path, text.encode())
    except OSError as fault:
        raise UsageError(f"{path} cannot be written", fault.strerror or str(fault)) from None
    return path


def _variant(info: PresetInfo, wanted: str) -> PresetVariant:
    for variant in info.variants:
        if variant.id == wanted:
            return variant
    names = [variant.id for variant in info.variants]
    raise UsageError(
        f"Variant '{wanted}' of preset '{info.id}'",
        "there is no such variant",
        allowed("Allowed", names) if names else "This preset has no variants",
    )


def _option(info: PresetInfo, key: str) -> tuple[str, OptionSpec]:
    full = {f"{drafter}.{spec.name}": (drafter, spec) for drafter, specs in info.options.items() for spec in specs}
    named = [found for name, found in full.items() if key in (name, found[1].name)]
    if len(named) == 1:
        return named[0]
    if named:
        names = [name for name in full if name.endswith(f".{key}")]
        raise UsageError(
            f"Option '{key}' of preset '{info.id}'", "several drafters have it", allowed("Say which", names)
        )
    short = [spec.name if owners(info.options, spec.name) == 1 else name for name, (_, spec) in full.items()]
    raise UsageError(
        f"Option '{key}' of preset '{info.id}'",
        "there is no such option",
        allowed("Allowed", short) if short else "This preset has no options",
    )


def _plain(value: OptionValue) -> str:
    match value:
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case _:
            return str(value)
