"""From what was typed on the command line to a job for the engine, with every wrong value named."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from app import demo_model, paths
from app.generate import Job
from engine.commands import KV_TYPES, ContextOptions, KvType, Message, Role, Sampling, Speculation
from engine.errors import ModelLoadError, UsageError
from engine.presets import built_in_folder, load_presets, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.commands import AcceptanceRule, FlashAttention, PresetInfo

DEMO_NAME = "demo"
STDIN_NAME = "-"
MOST_THREADS = 512  # far beyond it the native library ends the process
LONGEST_CONTEXT = 2**31 - 1  # positions have 32 bits; a larger number would wrap around to another length


class _Turn(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    role: Role
    content: str


class _Chat(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    messages: list[_Turn] = Field(min_length=1)


_TURNS = TypeAdapter(list[_Turn])


def known_presets() -> Mapping[str, PresetInfo]:
    """The usable presets, the built-in ones first. Faulty files of the user's are told on stderr."""
    presets, problems = load_presets([built_in_folder(), paths.user_presets_dir()])
    for problem in problems:
        print(f"paceline: {problem}", file=sys.stderr)
    return presets


def model_path(given: str) -> str:
    """The file meant by an argument: a path, or 'demo' for the demo model. Raises ModelLoadError."""
    if given == DEMO_NAME and not Path(given).exists():
        if not demo_model.is_there():
            raise ModelLoadError("the demo model is not on this machine", "", "Fetch it with: paceline get demo")
        return str(demo_model.demo_path())
    return str(Path(given).expanduser())


def speculation(
    presets: Mapping[str, PresetInfo],
    preset: str,
    variant: str | None,
    settings: Sequence[str],
    draft: str | None,
    rule: AcceptanceRule = "coupled",
    draft_device: str = "",
) -> Speculation:
    """The preset with its options as typed: OPTION=VALUE each. draft_device: where its draft shall be computed.

    Raises UsageError naming what is allowed."""
    info = presets.get(preset)
    if info is None:
        raise UsageError(f"there is no preset '{preset}'", "", f"The presets are: {', '.join(presets)}")
    if draft is not None and not info.has_second_file:
        users = [other.id for other in presets.values() if other.has_second_file]
        raise UsageError(
            f"preset '{preset}' uses no draft model", "--draft was given", f"Presets that do: {', '.join(users)}"
        )
    if draft_device and draft is None and not info.uses_made_draft:
        raise UsageError(
            f"preset '{preset}' loads no draft model", "--draft-device was given", "Give --draft, or leave it out"
        )
    return replace(resolve(info, variant, overrides(settings), None if draft is None else model_path(draft)), rule=rule)


def overrides(settings: Sequence[str]) -> dict[str, str]:
    """Options as typed, OPTION=VALUE each. Raises UsageError for anything else."""
    given: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise UsageError(f"--set {setting}", "it is not OPTION=VALUE", "Write for example --set n_max=4")
        given[name.strip()] = value.strip()
    return given


@dataclass(frozen=True, slots=True)
class PromptSource:
    """Where the words come from; exactly one of text, file and chat."""

    text: str | None
    file: str | None
    chat: str | None
    system: str | None
    raw: bool

    def read(self) -> tuple[tuple[Message, ...], str | None]:
        """(messages, None), or ((), raw prompt). Raises UsageError in words."""
        given = [name for name in ("text", "file", "chat") if getattr(self, name) is not None]
        if len(given) != 1:
            raise UsageError("the prompt", "none or several were given", "Give one of --prompt, --prompt-file, --chat")
        if self.raw and (self.chat is not None or self.system is not None):
            raise UsageError("--raw", "raw text has no turns", "Leave out --chat and --system, or --raw")
        if self.chat is not None:
            messages = _read_chat(self.chat)
        else:
            text = _read_text(self.file or STDIN_NAME) if self.text is None else _as_utf8(self.text, "--prompt")
            if not text:
                raise UsageError("the prompt", "it is empty")
            if self.raw:
                return (), text
            messages = (Message("user", text),)
        if self.system is None:
            return messages, None
        if messages[0].role == "system":
            raise UsageError("--system", "the chat has a system prompt of its own", "Leave one of them out")
        return (Message("system", _as_utf8(self.system, "--system")), *messages), None


def _read_text(name: str) -> str:
    what = "standard input" if name == STDIN_NAME else f"the file {name}"
    try:
        text = sys.stdin.read() if name == STDIN_NAME else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{what} cannot be read", error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise UsageError(f"{what} cannot be read", "it is not UTF-8 text") from None
    return _as_utf8(text, what)


def _as_utf8(text: str, what: str) -> str:
    """Text from outside, in which Python keeps bytes that are none as lone surrogates. Raises UsageError for those."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError(f"{what} cannot be read", "it is not UTF-8 text") from None
    return text


def _from_json(text: str) -> object:
    """Raises ValueError in words, also for what is nested so deep that Python cannot follow."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _read_chat(name: str) -> tuple[Message, ...]:
    """A list of {"role", "content"}, or an object that has one as "messages"."""
    text = _read_text(name)
    hint = 'Write a list like [{"role": "user", "content": "Hello"}]'
    try:
        content = _from_json(text)
        turns = (
            _Chat.model_validate(content).messages
            if isinstance(content, dict)
            else _TURNS.validate_python(content, strict=True)
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"the chat in {name}", f"{where + ': ' if where else ''}{first['msg']}", hint) from None
    except ValueError as error:
        raise UsageError(f"the chat in {name}", f"it is not JSON ({error})", hint) from None
    if not turns:
        raise UsageError(f"the chat in {name}", "it has no messages", hint)
    return tuple(Message(turn.role, turn.content) for turn in turns)


def layers(option: str, given: str) -> int | None:
    """'auto' or a number of layers. Raises UsageError."""
    if given == "auto":
        return None
    if not given.isdecimal():
        raise UsageError(f"{option} {given}", "it must be auto or a whole number of at least 0")
    return int(given)


def kv_type(given: str, option: str = "--kv-type") -> KvType:
    """One of the cache types. Raises UsageError naming them."""
    for known in KV_TYPES:
        if known == given:
            return known
    raise UsageError(f"{option} {given}", "there is no such type", f"The types are: {', '.join(KV_TYPES)}")


def schema(given: str) -> str:
    """The text of a JSON schema, given as it stands or as a file (- is stdin). Raises UsageError in words."""
    inline = given.lstrip().startswith("{")
    text = given if inline else _read_text(given)
    where = "--json-schema" if inline else f"the JSON schema in {given}"
    hint = 'Write for example \'{"type": "object", "properties": {"name": {"type": "string"}}}\''
    try:
        content = _from_json(text)
    except ValueError as error:
        raise UsageError(where, f"it is not JSON ({error})", hint) from None
    if not isinstance(content, dict):
        raise UsageError(where, "a schema is a JSON object", hint)
    return text


def biases(given: Sequence[str]) -> dict[int, float]:
    """TOKEN=BIAS each, the token as its number. Raises UsageError."""
    found: dict[int, float] = {}
    for entry in given:
        token, _, bias = entry.partition("=")
        try:
            found[int(token)] = float(bias)
        except ValueError:
            raise UsageError(
                f"--logit-bias {entry}", "it is not TOKEN=BIAS", "Write for example --logit-bias 42=-5"
            ) from None
    return found


def check_numbers(values: Mapping[str, float]) -> None:
    """Refuse NaN and infinities, which pass every range check. Raises UsageError."""
    for option, value in values.items():
        if not math.isfinite(value):
            raise UsageError(f"{option} {value}", "it must be a finite number")


def context(
    n_ctx: int,
    gpu_layers: str,
    draft_gpu_layers: str,
    threads: int | None,
    flash: FlashAttention,
    kv: str,
    *,
    draft_kv: str | None = None,
    draft_device: str = "",
) -> ContextOptions:
    """How target and draft go into memory, as typed. Raises UsageError."""
    if n_ctx > LONGEST_CONTEXT:
        raise UsageError(f"--ctx {n_ctx}", f"no context is longer than {LONGEST_CONTEXT} tokens")
    if threads is not None and threads > MOST_THREADS:
        raise UsageError(f"--threads {threads}", f"it must be at most {MOST_THREADS}")
    return ContextOptions(
        n_ctx=n_ctx,
        gpu_layers=layers("--gpu-layers", gpu_layers),
        draft_gpu_layers=layers("--draft-gpu-layers", draft_gpu_layers),
        threads=threads,
        flash_attention=flash,
        kv_type=kv_type(kv),
        draft_kv_type=None if draft_kv is None else kv_type(draft_kv, "--draft-kv-type"),
        draft_device=draft_device,
    )


def job(
    model: str,
    chosen: Speculation,
    source: PromptSource,
    options: ContextOptions,
    sampling: Sampling,
    max_tokens: int,
    stop: Sequence[str],
    json_schema: str | None = None,
) -> Job:
    """Everything together. Raises UsageError or ModelLoadError."""
    if any(not text for text in stop):
        raise UsageError("--stop", "an empty text would stop every reply at once")
    messages, prompt = source.read()
    return Job(
        model=model_path(model),
        speculation=chosen,
        context=options,
        sampling=sampling,
        max_tokens=max_tokens,
        messages=messages,
        prompt=prompt,
        stop=tuple(stop),
        json_schema="" if json_schema is None else schema(json_schema),
    )
