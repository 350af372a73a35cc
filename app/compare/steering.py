"""What a driver decides about a comparison while it runs, besides stopping it. Left alone it is an ordinary one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import ModelLoaded
from ui.comparison import Arm


@dataclass(frozen=True, slots=True)
class Steering:
    """order: the arms of one (index of the case, repetition) as they follow each other; None is the plan's own.

    enough: asked before every case but the first; True ends it there, as done. bound: whether what verifying costs is
    measured beside the replies. loaded: the plan's model as the engine holds it already; None has it loaded.
    """

    order: Callable[[int, int], tuple[Arm, ...]] | None = None
    enough: Callable[[], bool] = lambda: False
    bound: bool = True
    loaded: ModelLoaded | None = None


AS_PLANNED = Steering()
