"""The files of presets: what a TOML file must hold, said to the last key, and how one is written.

Every fault of a file is collected and said with the file, the key and what would be allowed, so that it can
be mended in one go. The format is described in `presets/README.md`; what a drafter's options may be comes
from the drafter's own declaration.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)

from engine.commands import DrafterChoice, OptionSpec, OptionValue, PresetInfo, PresetVariant
from engine.drafters import discover
from engine.errors import UsageError
from engine.option_values import check_value

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_PARALLEL_FLAGS = ("--parallel", "-np")
_USER_ORDER = 1000

_Value = StrictBool | StrictInt | StrictFloat | StrictStr


class PresetError(UsageError):
    """A preset that cannot be used. faults: one clause for each thing that is wrong with it."""

    def __init__(self, what: str, faults: Sequence[str], next_step: str = "") -> None:
        super().__init__(what, "; ".join(faults), next_step)
        self.faults = tuple(faults)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _DrafterEntry(_Strict):
    name: str
    options: dict[str, _Value] = {}
    optional: StrictBool = False


class _VariantEntry(_Strict):
    id: str
    title: str = Field(min_length=1)
    options: dict[str, dict[str, _Value]]


class PresetFile(_Strict):
    """A preset as it is written down, types checked, values not yet."""

    id: str
    title: str = Field(min_length=1)
    summary: str = Field(min_length=1)
    best_for: str = ""
    avoid_when: str = ""
    order: int = _USER_ORDER
    choose: Literal["order", "price"] = "order"
    drafters: list[_DrafterEntry] = []
    variants: list[_VariantEntry] = []
    exports: dict[str, list[str]] = {}


_ENTRIES: Mapping[str, type[_Strict]] = {"drafters": _DrafterEntry, "variants": _VariantEntry}


def toml_files(folder: Path | Traversable) -> Iterator[Path | Traversable]:
    """The presets of a folder; none when it is not there."""
    if folder.is_dir():
        yield from (entry for entry in folder.iterdir() if entry.name.endswith(".toml") and entry.is_file())


def parse(file: Path | Traversable) -> PresetFile:
    """Read a file. Raises PresetError."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise error(str(file), [f"it cannot be read as TOML: {fault}"]) from None
    return validate(data, str(file))


def validate(data: dict[str, object], where: str) -> PresetFile:
    """Check keys and types; `where` names the file. Raises PresetError."""
    try:
        return PresetFile.model_validate(data)
    except ValidationError as found:
        raise error(where, list(dict.fromkeys(map(_in_words, found.errors())))) from None


def _in_words(fault: Mapping[str, object]) -> str:
    """One finding of pydantic as a clause that names the key and what is allowed."""
    path = fault["loc"]
    location = list(path) if isinstance(path, tuple) else []
    # Behind the name of an option stands the member of the union that did not fit.
    while location and str(location[-1]) in {"bool", "int", "float", "str"}:
        location.pop()
    key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    kind = str(fault["type"])
    if kind == "extra_forbidden":
        model = _ENTRIES.get(str(location[0]), PresetFile) if len(location) > 1 else PresetFile
        return f"unknown key '{key}' ({allowed('allowed', model.model_fields)})"
    if kind == "missing":
        return f"key '{key}' is missing"
    wanted = {
        "string_type": "text", "int_type": "a whole number", "bool_type": "true or false, a number or text",
        "float_type": "true or false, a number or text", "list_type": "a list", "dict_type": "a table",
        "model_type": "a table", "string_too_short": "text that is not empty",
    }.get(kind)  # fmt: skip
    return f"key '{key}' must be {wanted}" if wanted else f"key '{key}': {fault['msg']}"


def check(read: PresetFile, where: str, file_id: str, built_in: bool) -> PresetInfo:
    """Check what the types do not say: names, option values, variants, placeholders. Raises PresetError."""
    known, faults = discover(), list[str]()
    if read.id != file_id:
        faults.append(f"id '{read.id}' must be the file's name, '{file_id}'")
    if not _ID.fullmatch(read.id):
        faults.append(f"id '{read.id}' must be of small letters, digits and hyphens")
    choices: list[DrafterChoice] = []
    for i, entry in enumerate(read.drafters, start=1):
        if entry.name not in known:
            faults.append(f"drafters[{i}].name: unknown drafter '{entry.name}' ({allowed('known', known)})")
        elif any(choice.name == entry.name for choice in choices):
            faults.append(f"drafters[{i}].name: '{entry.name}' is there already")
        else:
            specs = known[entry.name].options
            checked = _checked(f"drafters[{i}].options", specs, entry.options, faults)
            values = {spec.name: spec.default for spec in specs} | checked
            choices.append(DrafterChoice(entry.name, values, entry.optional))
    options = {choice.name: known[choice.name].options for choice in choices}
    variants = _variants(read.variants, options, faults)
    needed = [known[choice.name] for choice in choices if not choice.optional]
    spared = [known[choice.name] for choice in choices if choice.optional]
    needs_draft = any(kind.needs_draft_model for kind in needed)
    takes_sidecar = not needs_draft and any(kind.takes_sidecar for kind in needed)
    takes_draft = not needs_draft and any(kind.needs_draft_model or kind.takes_sidecar for kind in spared)
    faults.extend(_export_faults(read.exports, options, needs_draft or takes_sidecar or takes_draft))
    if faults:
        raise error(where, faults)
    return PresetInfo(
        id=read.id,
        title=read.title,
        summary=read.summary,
        best_for=read.best_for,
        avoid_when=read.avoid_when,
        drafters=tuple(choices),
        options=options,
        variants=variants,
        needs_draft_model=needs_draft,
        takes_draft_model=takes_draft,
        needs_mtp_head=any(kind.needs_mtp_head for kind in needed),
        takes_sidecar=takes_sidecar,
        uses_made_draft=any(known[choice.name].made_draft for choice in choices),
        exports={engine: tuple(arguments) for engine, arguments in read.exports.items()},
        built_in=built_in,
        choose=read.choose,
    )


def _variants(
    entries: Sequence[_VariantEntry], options: Mapping[str, tuple[OptionSpec, ...]], faults: list[str]
) -> tuple[PresetVariant, ...]:
    made: list[PresetVariant] = []
    for i, entry in enumerate(entries, start=1):
        if any(variant.id == entry.id for variant in made):
            faults.append(f"variants[{i}].id: '{entry.id}' is there already")
        changed: dict[str, Mapping[str, OptionValue]] = {}
        for name, values in entry.options.items():
            if name in options:
                changed[name] = _checked(f"variants[{i}].options.{name}", options[name], values, faults)
            else:
                may_be = allowed("allowed", options)
                faults.append(f"variants[{i}].options: '{name}' is no drafter of this preset ({may_be})")
        made.append(PresetVariant(entry.id, entry.title, changed))
    return tuple(made)


def _checked(
    where: str, specs: Sequence[OptionSpec], values: Mapping[str, OptionValue], faults: list[str]
) -> dict[str, OptionValue]:
    by_name = {spec.name: spec for spec in specs}
    checked: dict[str, OptionValue] = {}
    for key, value in values.items():
        if key not in by_name:
            faults.append(f"unknown key '{where}.{key}' ({allowed('allowed', by_name)})")
            continue
        try:
            checked[key] = check_value(by_name[key], value)
        except ValueError as fault:
            faults.append(f"key '{where}.{key}' {fault}")
    return checked


def _export_faults(
    exports: Mapping[str, Sequence[str]], options: Mapping[str, tuple[OptionSpec, ...]], has_draft: bool
) -> Iterator[str]:
    """Placeholders that nothing fills, and commands that would serve more than one sequence at a time."""
    fillers = {"draft"} if has_draft else set[str]()
    for drafter, specs in options.items():
        fillers.update(f"{drafter}.{spec.name}" for spec in specs)
        fillers.update(spec.name for spec in specs if owners(options, spec.name) == 1)
    for engine, arguments in exports.items():
        for name in (name for argument in arguments for name in PLACEHOLDER.findall(argument)):
            if name not in fillers:
                may_be = allowed("allowed", sorted(fillers))
                yield f"exports.{engine}: nothing fills '{{{name}}}' ({may_be})"
        for flag, value in zip(arguments, [*arguments[1:], ""], strict=True):
            name, _, joined = flag.partition("=")
            if name in _PARALLEL_FLAGS and (joined or value != "1"):
                yield f"exports.{engine}: '{flag}' must be followed by '1': drafts serve one sequence only"
        if engine == "llama-server" and not any(flag in arguments for flag in _PARALLEL_FLAGS):
            yield f"exports.{engine}: '--parallel', '1' is missing"


def owners(options: Mapping[str, tuple[OptionSpec, ...]], name: str) -> int:
    """How many drafters have an option of this name."""
    return sum(spec.name == name for specs in options.values() for spec in specs)


def allowed(word: str, names: Mapping[str, object] | Sequence[str]) -> str:
    """'word: a, b, c'."""
    return f"{word}: {', '.join(names) or 'none'}"


def error(where: str, faults: Sequence[str], next_step: str = "Mend the file or remove it") -> PresetError:
    """The faults of one preset as an error."""
    return PresetError(f"Preset {where}", faults, next_step)


def to_toml(info: PresetInfo) -> str:
    """A preset as the text of a file, every option written out."""
    lines = [f"{key} = {_toml(getattr(info, key))}" for key in ("id", "title", "summary", "best_for", "avoid_when")]
    if info.choose != "order":
        lines.append(f"choose = {_toml(info.choose)}")
    for choice in info.drafters:
        lines += ["", "[[drafters]]", f"name = {_toml(choice.name)}", f"options = {_toml(choice.options)}"]
        if choice.optional:
            lines.append("optional = true")
    for variant in info.variants:
        lines += ["", "[[variants]]", f"id = {_toml(variant.id)}", f"title = {_toml(variant.title)}"]
        lines += [f"options = {_toml(variant.options)}"]
    if info.exports:
        lines += ["", "[exports]"]
        lines += [f"{_toml(engine)} = {_toml(list(arguments))}" for engine, arguments in info.exports.items()]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML. Its basic strings, numbers and lists are JSON's, except that DEL must be escaped."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
