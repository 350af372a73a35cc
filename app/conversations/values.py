"""Settings, sampling and figures as JSON, checked in both directions.

What is read from the file is forgiven: a value that does not fit goes back to its default. What comes from the window
or from an imported file is not: the error names the value.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine.commands import Sampling
from engine.errors import UsageError
from ui.services import ChatSettings, ReplyFigures

LONGEST_PROMPT = 2**20
_MOST_STOPS = 32
_SHOWN_ERRORS = 3
_SAMPLING = Sampling()
_NO_FIGURES = ReplyFigures()
ModelT = TypeVar("ModelT", bound=BaseModel)


class SamplingValues(BaseModel):
    """`engine.commands.Sampling` with its ranges. seed -1: another one for every reply."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    temperature: float = Field(default=_SAMPLING.temperature, ge=0, le=10)
    top_k: int = Field(default=_SAMPLING.top_k, ge=0, le=2**20)
    top_p: float = Field(default=_SAMPLING.top_p, ge=0, le=1)
    min_p: float = Field(default=_SAMPLING.min_p, ge=0, le=1)
    repeat_penalty: float = Field(default=_SAMPLING.repeat_penalty, gt=0, le=10)
    presence_penalty: float = Field(default=_SAMPLING.presence_penalty, ge=-10, le=10)
    frequency_penalty: float = Field(default=_SAMPLING.frequency_penalty, ge=-10, le=10)
    penalty_last_n: int = Field(default=_SAMPLING.penalty_last_n, ge=-1, le=2**20)
    logit_bias: dict[int, float] = Field(default_factory=dict, max_length=10_000)
    seed: int = Field(default=_SAMPLING.seed, ge=-1, lt=2**63)

    def sampling(self) -> Sampling:
        return Sampling(**self.model_dump())


class SettingsValues(BaseModel):
    """`ui.services.ChatSettings` with its ranges."""

    model_config = ConfigDict(extra="forbid", strict=True)

    system: str | None = Field(default=None, max_length=LONGEST_PROMPT)
    sampling: SamplingValues | None = None
    max_tokens: int | None = Field(default=None, ge=1, le=2**24)
    n_ctx: int | None = Field(default=None, ge=0, le=2**24)
    thinking: bool | None = None
    stop: tuple[str, ...] | None = Field(default=None, max_length=_MOST_STOPS)
    json_schema: str | None = Field(default=None, max_length=LONGEST_PROMPT)
    profile: str | None = Field(default=None, max_length=100)

    @field_validator("stop")
    @classmethod
    def _stops(cls, stops: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if stops is not None and not all(0 < len(stop) <= 200 for stop in stops):
            raise ValueError("each stop text has 1 to 200 characters")
        return stops

    @field_validator("json_schema")
    @classmethod
    def _schema(cls, text: str | None) -> str | None:
        if text:
            try:
                schema = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"no JSON: {error}") from None
            if not isinstance(schema, dict):
                raise ValueError("a JSON schema is a JSON object")
        return text

    def settings(self) -> ChatSettings:
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return ChatSettings(**{**values, "sampling": self.sampling.sampling() if self.sampling else None})


class FigureValues(BaseModel):
    """`ui.services.ReplyFigures` with its ranges."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    prompt_tokens: int = Field(default=0, ge=0)
    cached_tokens: int = Field(default=0, ge=0)
    rounds: int = Field(default=0, ge=0)
    emitted: int = Field(default=0, ge=0)
    drafted: int = Field(default=0, ge=0)
    accepted: int = Field(default=0, ge=0)
    tokens_per_s: float | None = Field(default=None, ge=0)
    ttft_s: float | None = Field(default=None, ge=0)
    thinking_s: float = Field(default=0.0, ge=0)

    def figures(self) -> ReplyFigures:
        return ReplyFigures(**self.model_dump())


def settings_values(settings: ChatSettings) -> dict[str, Any]:
    """What the settings say, ready for JSON; what they leave to the defaults is left out."""
    values = {one.name: getattr(settings, one.name) for one in fields(settings)}
    said = {name: value for name, value in values.items() if value is not None}
    if settings.sampling is not None:
        said["sampling"] = sampling_values(settings.sampling)
    return said


def sampling_values(sampling: Sampling) -> dict[str, Any]:
    return {**asdict(sampling), "logit_bias": dict(sampling.logit_bias)}


def settings_json(settings: ChatSettings) -> str:
    return json.dumps(settings_values(settings), ensure_ascii=False)


def read_settings(text: str) -> ChatSettings:
    """Settings from the file; what does not fit goes back to the default."""
    return forgiving(SettingsValues, text).settings()


def read_figures(text: str) -> ReplyFigures:
    """Figures from the file; what does not fit goes back to the default."""
    return forgiving(FigureValues, text).figures() if text != "{}" else _NO_FIGURES


def check_settings(settings: ChatSettings) -> None:
    """Raises UsageError for values out of range."""
    _check(SettingsValues, settings_values(settings), "These settings cannot be kept")


def check_sampling(sampling: Sampling) -> None:
    """Raises UsageError for values out of range."""
    _check(SamplingValues, sampling_values(sampling), "This sampling profile cannot be kept")


def in_words(error: ValidationError) -> str:
    """The first few places and what is wrong with them."""
    problems = [
        f"{place(problem['loc'])}: {problem['msg'][:1].lower()}{problem['msg'][1:]}" for problem in error.errors()
    ]
    more = len(problems) - _SHOWN_ERRORS
    return "; ".join(problems[:_SHOWN_ERRORS]) + (f"; and {more} more" if more > 0 else "")


def place(location: tuple[int | str, ...]) -> str:
    """'conversations[0].messages[3].role'."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return text.removeprefix(".") or "the file"


def forgiving(model: type[ModelT], text: str) -> ModelT:
    """JSON from the own file as a model; values that do not fit go back to their defaults one by one."""
    try:
        return model.model_validate_json(text)
    except ValidationError:
        pass
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = {}
    if not isinstance(content, dict):
        content = {}
    while True:
        try:
            return model.model_validate_json(json.dumps(content))
        except ValidationError as error:
            # A bad value inside a part takes that part back to its default, not all of the settings.
            for location in {problem["loc"][:1] for problem in error.errors()}:
                content.pop(str(location[0]), None) if location else content.clear()


def _check(model: type[BaseModel], values: dict[str, Any], what: str) -> None:
    try:
        model.model_validate_json(json.dumps(values))
    except ValidationError as error:
        raise UsageError(what, in_words(error)) from None
