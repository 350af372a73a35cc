"""Whole comparisons with tiny models on a real engine: what the tests of them share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.compare.plan import make_plan
from app.compare.run import Comparison
from app.compare.script import WARM_UP
from engine.commands import (
    Command,
    ContextOptions,
    DrafterChoice,
    EngineLink,
    Generate,
    Sampling,
    Speculation,
)
from engine.events import Event
from ui.comparison import (
    ArmRow,
    CompareEvent,
    Plan,
    Task,
)

NGRAM = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 2, "size_m": 8, "min_hits": 1}),))
MTP = Speculation("draft-mtp", (DrafterChoice("draft-mtp", {"n_max": 2}),))
PLAIN = ("baseline", Speculation())
TASK = Task("one", "own", ("hello there",))
GREEDY = Sampling(temperature=0.0)
CONTEXT = ContextOptions(n_ctx=512, threads=1, kv_type="f32")


class Recorded:
    """An engine with a note of all that passes. change: may replace an event on its way out."""

    def __init__(self, link: EngineLink, change: Callable[[Event], Event] = lambda event: event) -> None:
        self._link = link
        self._change = change
        self.commands: list[Command] = []
        self.events: list[Event] = []

    def send(self, command: Command) -> None:
        self.commands.append(command)
        self._link.send(command)

    def poll(self) -> list[Event]:
        events = [self._change(event) for event in self._link.poll()]
        self.events += events
        return events

    def wait(self, timeout_s: float) -> bool:
        return self._link.wait(timeout_s)

    def restart(self) -> None:
        self._link.restart()

    def close(self) -> None:
        self._link.close()

    def generated(self) -> list[Generate]:
        """The replies asked for, warm-ups left out."""
        return [c for c in self.commands if isinstance(c, Generate) and c.messages != WARM_UP]


def plan_for(
    model: str,
    *chosen: tuple[str, Speculation],
    tasks: Sequence[Task] = (TASK,),
    runs: int = 2,
    max_tokens: int = 70,
    sampling: Sampling = GREEDY,
) -> Plan:
    return make_plan(model, chosen, tasks, context=CONTEXT, sampling=sampling, runs=runs, max_tokens=max_tokens)


def finish(
    comparison: Comparison, link: EngineLink, on_event: Callable[[CompareEvent], None] = lambda _event: None
) -> list[CompareEvent]:
    """Step to the end; returns everything that was told."""
    told: list[CompareEvent] = []
    while not comparison.finished:
        for event in comparison.step(link.poll()):
            told.append(event)
            on_event(event)
        if not comparison.finished:
            assert link.wait(60.0), "the engine says nothing"
    told += comparison.step()
    comparison.close()
    return told


def row(comparison: Comparison, arm: str) -> ArmRow:
    return next(row for row in comparison.report().rows if row.arm == arm)
