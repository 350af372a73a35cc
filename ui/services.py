"""What the window asks of the program around it, besides the engine. `app` provides it; tests provide their own.

Nothing here may block for longer than a few milliseconds; what takes longer returns at once and calls back later
through the given function (on any thread: the caller brings it back to its own).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Level = Literal["ok", "warn", "refuse"]


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A GGUF on disk. detail: 'F16 · 270 MB · 8k context'. usable: whether it can be a chat model; reason when not."""

    path: str
    title: str
    detail: str
    usable: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """A GGUF as a draft for one target, with the engine's verdict. sidecar: it is an MTP head in a file of its own."""

    model: ModelChoice
    level: Level
    sentence: str
    sidecar: bool = False


@dataclass(frozen=True, slots=True)
class MemoryReading:
    """One memory in bytes: used by everybody, of that ours, of total. label: 'VRAM', 'RAM', or a device's name."""

    label: str
    used: int
    ours: int
    total: int


@dataclass(frozen=True, slots=True)
class DemoProgress:
    """fraction 0..1, or None when it is not known; path when done; error in one line when it failed."""

    fraction: float | None = None
    path: str = ""
    error: str = ""


class Services(Protocol):
    """The program around the window."""

    def models(self) -> Sequence[ModelChoice]:
        """Models found by the last scan."""

    def rescan(self, done: Callable[[Sequence[ModelChoice]], None]) -> None:
        """Look for models again in the background."""

    def add_model(self, path: str) -> ModelChoice:
        """Take up a file that the user picked or dropped. Raises engine.errors.PacelineError in words."""

    def drafts(self, target: str, done: Callable[[Sequence[DraftChoice]], None]) -> None:
        """Every other model as a draft for this target, best first, in the background."""

    def memory(self) -> Sequence[MemoryReading]:
        """The latest readings; taken in the background about once a second."""

    def fetch_demo(self, progress: Callable[[DemoProgress], None]) -> Callable[[], None]:
        """Fetch the demo model in the background; the returned function cancels."""

    def setting(self, key: str, default: str) -> str:
        """A remembered setting."""

    def remember(self, settings: Mapping[str, str]) -> None:
        """Keep settings for the next start."""
