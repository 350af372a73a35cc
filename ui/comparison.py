"""The words of a comparison: what runs, what happens on the way, and what it came to. Plain immutable data, no Qt.

The window and the headless command speak them alike: `app.compare` makes them, views, files and reports read them.
Speeds are tokens per second, times seconds; figures that do not exist are None. See `engine.metrics` for the formulas.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.commands import ContextOptions, Message, Sampling, Speculation
from engine.events import EngineInfo, ModelInfo, PricePoint, RoundDone

BASELINE = "baseline"
HOPELESS = 10.0  # times as much at the upper end of an interval as at the lower: nothing is known
LONG_ENOUGH = 64  # tokens; a shorter reply says little about speed
Ending = Literal["done", "stopped", "died", "failed"]
Activity = Literal["load", "warm-up", "run", "price", "score"]


# ---- what runs


@dataclass(frozen=True, slots=True)
class Arm:
    """One way of writing the replies. name: unique in its plan; `speculation` is the preset with its options.

    peer: '' for our own engine; 'xllamacpp' for that server in a process of ours, running the same preset; else the URL
    of a running server, whose settings are its own.
    """

    name: str
    speculation: Speculation = field(default_factory=Speculation)
    peer: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A prompt of a set. turns: what the user says, one reply after each. opening: messages before the first turn."""

    id: str
    category: str
    turns: tuple[str, ...]
    opening: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One reply that every arm writes: the answer to one turn of a task."""

    task: Task
    turn: int = 0

    @property
    def id(self) -> str:
        return self.task.id if len(self.task.turns) == 1 else f"{self.task.id}/{self.turn + 1}"


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is run. arms: the first is the baseline that the others are held against. runs: of each arm and case."""

    model: str
    arms: tuple[Arm, ...]
    tasks: tuple[Task, ...]
    context: ContextOptions = field(default_factory=ContextOptions)
    sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.0))
    runs: int = 3
    max_tokens: int = 256

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(Case(task, turn) for task in self.tasks for turn in range(len(task.turns)))

    def order(self, case_index: int, repetition: int) -> tuple[Arm, ...]:
        """The arms as they follow each other; who goes first changes with every repetition and every case."""
        first = (case_index + repetition) % len(self.arms)
        return self.arms[first:] + self.arms[:first]


# ---- what is measured


@dataclass(frozen=True, slots=True)
class GpuReading:
    """busy: 0..1 just before the run, when none of it is ours. others: foreign processes that compute on it.
    throttled: why its clock is held down, or ''. Watts and degrees Celsius are None where they cannot be read."""

    name: str
    busy: float
    others: int
    throttled: str = ""
    power_w: float | None = None
    temperature_c: float | None = None


@dataclass(frozen=True, slots=True)
class LoadReading:
    """What else the machine did during one run. cpu_others: cores kept busy by others, as a mean; of `cores`.
    cpu_throttled: the processor was too hot, or a container's quota was used up, while it ran."""

    cpu_others: float = 0.0
    cores: int = 1
    cpu_throttled: bool = False
    power_save: bool = False
    on_battery: bool = False
    gpus: tuple[GpuReading, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """What is kept of a round: tokens drafted and emitted, its seconds, and its end since the request was taken up."""

    drafted: int
    emitted: int
    round_s: float
    at_s: float


@dataclass(frozen=True, slots=True)
class Run:
    """One reply of one arm. token_ids and rounds are empty for a peer, which tells neither.

    own_tokens_per_s: the speed by a peer's own account, whose formula may count one token more than ours.
    """

    arm: str
    case: str
    repetition: int
    text: str
    emitted: int
    drafted: int
    accepted: int
    prompt_tokens: int
    prompt_s: float
    ttft_s: float | None
    decode_s: float
    tokens_per_s: float | None
    stop_reason: str
    token_ids: tuple[int, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    draft_s: float = 0.0
    verify_s: float = 0.0
    sample_s: float = 0.0
    other_s: float = 0.0
    own_tokens_per_s: float | None = None
    load: LoadReading = LoadReading()

    @property
    def acceptance_rate(self) -> float | None:
        return self.accepted / self.drafted if self.drafted else None

    @property
    def prompt_tokens_per_s(self) -> float | None:
        return self.prompt_tokens / self.prompt_s if self.prompt_s > 0 else None

    @property
    def too_short(self) -> bool:
        return self.emitted < LONG_ENOUGH


@dataclass(frozen=True, slots=True)
class PriceCurve:
    """Seconds of a pass that verifies k tokens on top of `depth` tokens, by rising k."""

    depth: int
    points: tuple[PricePoint, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a reply first departs from the baseline's. gap: how far apart the target's scores of the two tokens are
    (`engine.events.TokensScored`); None when one reply merely ends earlier, or when it could not be scored."""

    arm: str
    case: str
    position: int
    gap: float | None


@dataclass(frozen=True, slots=True)
class Machine:
    """Where it ran. memory in bytes."""

    system: str
    processor: str
    cores: int
    threads: int
    memory: int


@dataclass(frozen=True, slots=True)
class Setting:
    """Under what a comparison ran: all that must be the same before figures may be put beside each other.

    hashes: sha256 of the target and of every draft, by path. started_at: ISO 8601 with time zone.
    """

    id: str
    started_at: str
    version: str
    machine: Machine
    plan: Plan
    hashes: dict[str, str] = field(default_factory=dict)
    engine: EngineInfo | None = None
    model: ModelInfo | None = None
    n_ctx: int = 0
    gpu_layers: int = 0
    threads: int = 0
    warnings: tuple[str, ...] = ()


# ---- what happens on the way


@dataclass(frozen=True, slots=True)
class Began:
    """The model is loaded and the runs begin."""

    setting: Setting


@dataclass(frozen=True, slots=True)
class Doing:
    """What goes on now, for a line of status. fraction: 0..1 of it, where that is known."""

    activity: Activity
    arm: str = ""
    case: str = ""
    repetition: int = 0
    fraction: float | None = None


@dataclass(frozen=True, slots=True)
class RunRound:
    """A round of the run in progress, as the engine tells it."""

    arm: str
    case: str
    repetition: int
    round: RoundDone


@dataclass(frozen=True, slots=True)
class RunDone:
    """A reply is complete and counts."""

    run: Run


@dataclass(frozen=True, slots=True)
class ArmFailed:
    """An arm cannot go on, or (case given) cannot write that one reply. What it has measured stays."""

    arm: str
    reason: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class PriceKnown:
    """What verifying costs at this depth, measured now or known from before."""

    curve: PriceCurve


@dataclass(frozen=True, slots=True)
class DifferenceFound:
    difference: Difference


@dataclass(frozen=True, slots=True)
class Remaining:
    """Runs done, of how many, and about how many seconds are left (None before the first run is over)."""

    done: int
    total: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more comes. reason: one line for what was not foreseen, else ''."""

    ending: Ending
    reason: str = ""


CompareEvent = Began | Doing | RunRound | RunDone | ArmFailed | PriceKnown | DifferenceFound | Remaining | Ended
Record = Began | RunDone | ArmFailed | PriceKnown | DifferenceFound | Ended  # what is kept


# ---- what it came to


@dataclass(frozen=True, slots=True)
class Spread:
    """Median, smallest and largest of the runs, and the runs themselves in the order in which they came.

    Over several cases: the geometric means of each case's median, smallest and largest.
    """

    median: float
    low: float
    high: float
    runs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Speedup:
    """How much faster than the baseline: estimate and interval (99 %), from pairs of runs that followed each other.
    low and high are None when a single pair leaves nothing to tell the noise from."""

    estimate: float
    low: float | None
    high: float | None
    pairs: int

    @property
    def noisy(self) -> bool:
        """Whether the interval is so wide that it tells nothing."""
        return self.low is not None and self.high is not None and self.high > HOPELESS * self.low


@dataclass(frozen=True, slots=True)
class ArmRow:
    """One arm over one case, or over all of them.

    share_*: of the time of all rounds. identical: every reply was the baseline's, token for token; None when there is
    nothing to compare (a peer's reply that differs: its near-ties fall elsewhere). achieved: speed as a share of what a
    drafter that always knew would reach. too_short: judged by replies under 64 tokens. reason: why runs are missing.
    """

    arm: str
    preset: str
    peer: str
    runs: int
    tokens_per_s: Spread | None = None
    prompt_tokens_per_s: Spread | None = None
    ttft_s: Spread | None = None
    speedup: Speedup | None = None
    own_tokens_per_s: Spread | None = None
    acceptance_rate: float | None = None
    tokens_per_round: float | None = None
    share_draft: float | None = None
    share_verify: float | None = None
    share_other: float | None = None
    identical: bool | None = None
    first_difference: Difference | None = None
    text: str = ""  # 'identical', 'near-tie at token 41, gap 0.003', 'DIFFERENT at token 3, gap 7.1'
    achieved: float | None = None
    too_short: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Oracle:
    """The bound on one case. knowing: tokens/s of a drafter that always knew, with the best cut of the reply into
    `blocks`. mix: tokens/s when the best of the arms that ran is taken in every round, with hindsight. line: (seconds
    since the first token, tokens) of the one that knew, for a graph."""

    knowing: float
    mix: float | None
    blocks: tuple[int, ...]
    line: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class CaseReport:
    """One case: a row for each arm, and the bound where the price of verifying is known."""

    case: str
    category: str
    rows: tuple[ArmRow, ...]
    oracle: Oracle | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A comparison as far as it has come. rows: the arms over all cases, the baseline first."""

    setting: Setting
    rows: tuple[ArmRow, ...]
    cases: tuple[CaseReport, ...]
    prices: tuple[PriceCurve, ...]
    recommendation: str
    notes: tuple[str, ...]
    ending: Ending | None = None  # None while it runs, and for one that was cut off
    reason: str = ""
    runs: tuple[Run, ...] = ()
    winner: str = ""  # the arm that the recommendation says to use, which may be the baseline; '' when it names none
