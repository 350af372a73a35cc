"""Where an engine may keep what it learns. All folders may be missing; None means: keep nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class EngineFolders:
    """history: tokens of past conversations, for drafters that look there. made: copies of targets that draft for them.
    prices: what passes cost on this machine, by model. log: the file that a process of its own logs to."""

    history: Path | None = None
    made: Path | None = None
    prices: Path | None = None
    log: Path | None = None


NOWHERE = EngineFolders()
