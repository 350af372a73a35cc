"""Advice as plain data: presets in order with the reason, and the rules of the trade that apply. No logic.

Every sentence has its ground: a rule of thumb of the field, or a measurement of this machine with its date.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.commands import ContextOptions

Rule = Literal[
    "temperature", "small target", "partial offload", "experts on the processor", "acceptance", "tuning", "old tuning"
]
RULE_OF_THUMB = "rule of thumb"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to know before the first token. ground: 'rule of thumb', or 'measured here on 2026-11-30'. presets: ids
    of those that it concerns."""

    rule: Rule
    text: str
    ground: str
    presets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A preset and why it stands where it does. speedup: as measured here, None for a rule of thumb."""

    preset: str
    title: str
    reason: str
    ground: str
    speedup: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """suggestions: the best first. remarks: what limits all or some of them."""

    workload: str
    temperature: float
    suggestions: tuple[Suggestion, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def old(self) -> dict[str, str]:
        """Of presets that came from a tuning whose figures hold no longer: why, by id."""
        return {preset: one.text for one in self.remarks if one.rule == "old tuning" for preset in one.presets}


@dataclass(frozen=True, slots=True)
class Question:
    """What advice is wanted for. gpu_layers: as the model was loaded; None where it was not loaded yet. draft: a second
    file, or ''. workload: a category of prompts, '' for any."""

    model: str
    draft: str = ""
    workload: str = ""
    temperature: float = 0.0
    gpu_layers: int | None = None
    context: ContextOptions = field(default_factory=ContextOptions)
