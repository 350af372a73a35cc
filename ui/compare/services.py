"""What the Compare view asks of the program: comparing, measuring prices, tuning, advice, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from engine.commands import ContextOptions, EngineLink, PresetInfo, Speculation
from engine.events import EngineInfo
from ui.comparison import CompareEvent, Report, Task

if TYPE_CHECKING:
    from ui.advice import Advice, Question
    from ui.tuning import RunningTune, TuneResult, TuneWish


@dataclass(frozen=True, slots=True)
class PromptSet:
    """Prompts that come with the program. name: as `Wish.prompts` takes it; title: for people."""

    name: str
    title: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants compared with the baseline. arms: (name, speculation) of each.

    prompts: the name of a set, or the path of a JSONL file; only: the id of the one prompt of it, '' for all of them.
    text: a prompt of one's own in place of a set, '' for none. peers: addresses of servers that run beside.
    """

    model: str
    arms: tuple[tuple[str, Speculation], ...]
    prompts: str = ""
    only: str = ""
    text: str = ""
    context: ContextOptions = field(default_factory=ContextOptions)
    runs: int = 3
    max_tokens: int = 256
    peers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """A line of the history. speeds: (arm, median tokens/s, speedup or None) of the arms that ran."""

    id: str
    started_at: str
    model: str
    arms: tuple[str, ...]
    speeds: tuple[tuple[str, float, float | None], ...]
    ending: str


class RunningComparison(Protocol):
    """A comparison, or a measuring of prices, on a thread of its own, which has the engine to itself meanwhile."""

    def poll(self) -> list[CompareEvent | Report]:
        """What happened since the last poll, oldest first: events, and now and then a report. Never waits."""

    def stop(self) -> None:
        """End it soon. What was measured stays; `Ended` follows."""

    def close(self) -> None:
        """End it now, and wait for that; at most a few seconds. What was measured is on disk already."""

    @property
    def over(self) -> bool:
        """Nothing more comes, all was polled, and the engine is free again."""

    @property
    def next_request_id(self) -> int:
        """Once it is over: an id above all that it used on the engine."""


@dataclass(frozen=True, slots=True)
class Lent:
    """An engine that is given away for a time: nobody else polls it or sends to it. first_request_id: above all that
    were used on it. engine: what it said of itself, where that was read before."""

    link: EngineLink
    first_request_id: int
    engine: EngineInfo | None = None


ExportKind = Literal["csv", "json", "markdown", "html"]


class Comparisons(Protocol):
    """Comparing, as `app` provides it to the window. Nothing here waits, except `close`; `done` comes on any thread."""

    def prompt_sets(self) -> Sequence[PromptSet]:
        """The sets that come with the program, the quick one first."""

    def begin(self, wish: Wish, lent: Lent) -> RunningComparison:
        """Run it; it is kept on disk as it goes. What is wrong with the wish is the reason of an `Ended`."""

    def measure_price(self, model: str, context: ContextOptions, again: bool, lent: Lent) -> RunningComparison:
        """What verifying k tokens costs: a `PriceKnown`, measured or (not `again`) known from before; and `Ended`."""

    def tune(self, wish: TuneWish, lent: Lent) -> RunningTune:
        """Search the fastest setting. What is wrong with the wish is the reason of its result."""

    def advise(self, question: Question, engine: EngineInfo | None, done: Callable[[Advice | None], None]) -> None:
        """Which preset for which work, from rules and from what was measured here; None where the file cannot be
        read. engine: the present one, as far as it is known."""

    def usual_name(self, model: str, draft: str) -> str:
        """The name under which the winner of a model with a second file, or '', is kept unless somebody chooses
        another."""

    def save_tuned(self, result: TuneResult, name: str, done: Callable[[PresetInfo | str], None]) -> None:
        """Keep what a tuning found as a preset; done with it, or with the reason why it is not there."""

    def history(self, done: Callable[[Sequence[KeptComparison]], None]) -> None:
        """What is kept, newest first."""

    def open(self, comparison: str, done: Callable[[Report | str], None]) -> None:
        """A kept comparison by its id; or in words why it cannot be read."""

    def delete(self, comparison: str, done: Callable[[str], None]) -> None:
        """Remove one for good; done('') or the reason why it is still there."""

    def export(self, report: Report, path: str, kind: ExportKind, done: Callable[[str], None]) -> None:
        """Write a file; done('') or the reason why it is not there."""

    def close(self) -> None:
        """End what runs in the background."""
