"""Tuning as the window knows it: what is asked for, how it stands, what it came to. Values and protocols, no logic.

`app.tuning` does the work: settings of presets run against the baseline on the same few prompts, in rounds; whoever is
clearly behind after a round is dropped, and the last few run against `auto` and the baseline on fresh runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine.commands import ContextOptions, OptionValue, Speculation
from ui.comparison import Ending, Speedup

AUTO = "auto"
QUICK_MINUTES = 10  # unless somebody gives it more or less time
FULL_MINUTES = 45
RowState = Literal["in", "dropped", "failed"]


@dataclass(frozen=True, slots=True)
class TuneWish:
    """What shall be tuned. draft: a second file for presets that take one, or ''. quick: fewer settings and prompts.
    minutes: that it may take, 0 for as many as it needs. runs: of each finalist and prompt in the last round, if there
    is time. max_tokens: of a reply, likewise. temperature: that the replies are written at."""

    model: str
    draft: str = ""
    quick: bool = False
    minutes: float = 0.0
    runs: int = 3
    max_tokens: int = 128
    temperature: float = 0.0
    context: ContextOptions = field(default_factory=ContextOptions)
    anew: bool = False


@dataclass(frozen=True, slots=True)
class TuneRow:
    """One setting. speedup: against the baseline, over all its runs so far. rounds, prompts: how many it took part in,
    0 for one that there was no time for. level: of one in a grid, its speedup as it would be with the prompts that only
    others of the grid had. acceptance: 0..1. reason: why it failed."""

    name: str
    speculation: Speculation
    state: RowState
    rounds: int = 0
    prompts: int = 0
    speedup: Speedup | None = None
    level: float | None = None
    tokens_per_s: float | None = None
    acceptance: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TuneGrid:
    """Settings of one preset that differ in two options. names[i][j]: the row with ys[i] and xs[j]."""

    preset: str
    x: str
    xs: tuple[OptionValue, ...]
    y: str
    ys: tuple[OptionValue, ...]
    names: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands. rows: those in the race first, and of them the best. round: 1 to rounds. done, total: replies;
    total is the most that it can be. known: replies of the same tuning that was stopped before. seconds: about how long
    it still takes, from a reply that was timed; None before that. now: what runs, '' while it is got ready. tokens: of
    the longest reply. prompts: of every round."""

    rows: tuple[TuneRow, ...]
    grids: tuple[TuneGrid, ...]
    round: int = 1
    rounds: int = 1
    done: int = 0
    total: int = 0
    seconds: float | None = None
    now: str = ""
    baseline_tokens_per_s: float | None = None
    tokens: int = 0
    prompts: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a result holds for. sizes in bytes; hashes are sha256, '' where they were not taken. driver: of an NVIDIA
    GPU, '' without one."""

    model: str
    model_name: str
    model_hash: str
    model_size: int
    draft: str
    draft_hash: str
    device: str
    driver: str
    build: str
    threads: int
    gpu_layers: int
    n_ctx: int


@dataclass(frozen=True, slots=True)
class TuneResult:
    """What it came to. winner: what to use, a row's name, 'auto' or 'baseline'; '' where nothing can be said.

    confirmed: the winner is faster than `auto` and than the baseline, beyond doubt, in runs that did not choose it.
    sentence: the recommendation. reason: why it ended early, or why the verdict is not written down. against_auto: the
    winner's speed over auto's. prompts: their categories. comparison: id of the last round among the kept comparisons.
    at: ISO 8601. least_minutes: what would be enough, where nothing was tried because there was no time for a verdict;
    else 0. goes_on: it was stopped, and the same wish goes on there.
    """

    ending: Ending
    standing: Standing
    winner: str = ""
    confirmed: bool = False
    sentence: str = ""
    reason: str = ""
    speculation: Speculation = field(default_factory=Speculation)
    speedup: Speedup | None = None
    auto_speedup: Speedup | None = None
    against_auto: Speedup | None = None
    circumstances: Circumstances | None = None
    prompts: tuple[str, ...] = ()
    temperature: float = 0.0
    comparison: str = ""
    at: str = ""
    least_minutes: int = 0
    goes_on: bool = False


class RunningTune(Protocol):
    """A tuning on a thread of its own, which has the engine to itself meanwhile."""

    def poll(self) -> Standing | TuneResult | None:
        """The newest of what happened since the last poll; the result is the last. Never waits."""

    def stop(self) -> None:
        """End it soon. What was measured stays; a result follows."""

    def close(self) -> None:
        """End it now, and wait for that; at most a few seconds."""

    @property
    def over(self) -> bool:
        """Nothing more comes, all was polled, and the engine is free again."""

    @property
    def next_request_id(self) -> int:
        """Once it is over: an id above all that it used on the engine."""
