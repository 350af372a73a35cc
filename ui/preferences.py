"""What the user chose once and for all: read from and written to the program's settings, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, cast, get_args

from engine.commands import ACCEPTANCE_RULES, KV_TYPES, ContextOptions, FlashAttention, KvType, Sampling
from ui.services import Services
from ui.theme.motion import MotionMode

SAMPLING = (  # what `Sampling` and the preferences have in common
    "temperature",
    "top_k",
    "top_p",
    "min_p",
    "repeat_penalty",
    "presence_penalty",
    "frequency_penalty",
    "penalty_last_n",
    "seed",
)
RANGES: Mapping[str, tuple[float, float]] = {
    "text_size": (50, 300),
    "n_ctx": (0, 2**24),
    "gpu_layers": (-1, 999),
    "threads": (-1, 512),
    "draft_gpu_layers": (-1, 999),
    "temperature": (0, 10),
    "top_k": (0, 2**20),
    "top_p": (0, 1),
    "min_p": (0, 1),
    "repeat_penalty": (0.01, 10),
    "presence_penalty": (-10, 10),
    "frequency_penalty": (-10, 10),
    "penalty_last_n": (-1, 2**20),
    "seed": (-1, 2**63 - 1),
    "max_tokens": (1, 2**24),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "dark", "light"),
    "motion": get_args(MotionMode),
    "rule": ACCEPTANCE_RULES,
    "flash_attention": get_args(FlashAttention),
    "kv_type": KV_TYPES,
    "draft_kv_type": ("", *KV_TYPES),
}
AUTO = -1  # threads, gpu_layers: let the engine decide; seed: another one for every reply


@dataclass(frozen=True, slots=True)
class Preferences:
    """Every field is a setting of the same name. Values that cannot be read fall back to these defaults."""

    theme: str = "system"
    language: str = "system"
    motion: str = "system"
    text_size: int = 100
    enter_sends: bool = True
    tint: bool = True
    panel_open: bool = True
    model: str = ""
    preset: str = "auto"
    rule: str = "coupled"
    rest_when_slow: bool = True
    n_ctx: int = 0
    gpu_layers: int = AUTO
    threads: int = AUTO
    flash_attention: str = "auto"
    kv_type: str = "f16"
    draft_kv_type: str = ""
    draft_gpu_layers: int = AUTO
    draft_device: str = ""
    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    penalty_last_n: int = 64
    seed: int = AUTO
    max_tokens: int = 1024

    @staticmethod
    def read(services: Services) -> Preferences:
        """What is remembered."""
        values: dict[str, Any] = {}
        for field in fields(Preferences):
            values[field.name] = _value(services.setting(field.name, _text(field.default)), field.default)
        return Preferences(**values)

    def write(self, services: Services) -> None:
        """Remember all of it."""
        services.remember({field.name: _text(getattr(self, field.name)) for field in fields(self)})

    def context_options(self) -> ContextOptions:
        """How to put a model into memory."""
        flash = self.flash_attention if self.flash_attention in get_args(FlashAttention) else "auto"
        kv_type: KvType = next((known for known in KV_TYPES if known == self.kv_type), "f16")
        draft_kv_type = next((known for known in KV_TYPES if known == self.draft_kv_type), None)
        return ContextOptions(
            n_ctx=self.n_ctx,
            gpu_layers=None if self.gpu_layers == AUTO else self.gpu_layers,
            draft_gpu_layers=None if self.draft_gpu_layers == AUTO else self.draft_gpu_layers,
            threads=None if self.threads == AUTO else self.threads,
            flash_attention=cast(FlashAttention, flash),
            kv_type=kv_type,
            draft_kv_type=draft_kv_type,
            draft_device=self.draft_device,
        )

    def with_context(self, options: ContextOptions) -> Preferences:
        """These, with models put into memory like that."""
        return replace(
            self,
            n_ctx=options.n_ctx,
            gpu_layers=AUTO if options.gpu_layers is None else options.gpu_layers,
            draft_gpu_layers=AUTO if options.draft_gpu_layers is None else options.draft_gpu_layers,
            threads=AUTO if options.threads is None else options.threads,
            flash_attention=options.flash_attention,
            kv_type=options.kv_type,
            draft_kv_type=options.draft_kv_type or "",
            draft_device=options.draft_device,
        )

    def sampling(self) -> Sampling:
        """How to choose tokens. seed: AUTO for another one with every reply."""
        return Sampling(**{name: getattr(self, name) for name in SAMPLING})

    def with_sampling(self, sampling: Sampling) -> Preferences:
        """The same, choosing tokens like this from now on."""
        return replace(self, **{name: getattr(sampling, name) for name in SAMPLING})


def fault(key: str, text: str) -> str:
    """Why a remembered text cannot be the value of a setting, in words; '' when it can, or the key is of others."""
    default = next((field.default for field in fields(Preferences) if field.name == key), None)
    if default is None:
        return ""
    if isinstance(default, bool):
        return "" if text in ("0", "1") else "it is neither 0 nor 1"
    if isinstance(default, int | float):
        kind = "whole number" if isinstance(default, int) else "number"
        try:
            value = type(default)(text)
        except ValueError:
            return f"it is no {kind}"
        low, high = RANGES[key]
        return "" if low <= value <= high else f"it is not between {low:g} and {high:g}"
    known = CHOICES.get(key)
    return "" if known is None or text in known else f"it is none of {', '.join(one or chr(39) * 2 for one in known)}"


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _value(text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            return bool(int(text))
        if isinstance(default, int):
            return int(text)
        return float(text) if isinstance(default, float) else text
    except ValueError:
        return default
