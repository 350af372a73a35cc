"""Driving a comparison to its end from a thread that may wait: what the headless commands and a tuning share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from app.compare.provisions import provide
from app.compare.run import Comparison
from app.compare.steering import AS_PLANNED, Steering
from app.compare.store import Recorder, comparisons_dir
from engine.commands import EngineLink
from engine.events import EngineInfo
from ui.comparison import CompareEvent, Plan

_WAIT_S: Final = 0.05


def drive(
    link: EngineLink,
    plan: Plan,
    cancelled: Callable[[], bool],
    show: Callable[[Sequence[CompareEvent]], None],
    *,
    engine: EngineInfo | None = None,
    first_request_id: int = 1,
    give_up: Callable[[], Mapping[str, str]] = dict,
    steering: Steering = AS_PLANNED,
) -> tuple[Comparison, Recorder]:
    """Everything, kept on disk as it goes. `cancelled` stops it; what was measured stays. engine, first_request_id: as
    for a `Comparison`. give_up: asked now and then for arms that need not go on, with the reason. Raises PacelineError
    for a file that cannot be read or a peer's address that is none."""
    provisions = provide(plan, cancelled)
    recorder = Recorder(comparisons_dir())
    comparison = Comparison(link, plan, provisions, engine=engine, first_request_id=first_request_id, steering=steering)
    stopping = False
    try:
        while not comparison.finished:
            link.wait(_WAIT_S)
            if cancelled() and not stopping:
                stopping = True
                comparison.stop()
            events = comparison.step(link.poll())
            recorder.take(events)
            show(events)
            for arm, reason in give_up().items():
                comparison.give_up(arm, reason)
    finally:
        comparison.close()
        provisions.close()
    return comparison, recorder
