"""What a comparison looks like at a moment: whose turn it is, what each arm wrote, its curves. No Qt.

Fed by the events of a comparison that runs, or filled from the report of one that is kept. The newest run of every arm
and prompt is the one that is shown; the report counts them all.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from engine.events import TARGET, RoundDone, TextRun
from engine.metrics import ACCEPTANCE_WINDOW_ROUNDS, ReplyMetrics
from ui.comparison import (
    Arm,
    ArmFailed,
    Began,
    CompareEvent,
    Doing,
    Ended,
    Ending,
    PriceCurve,
    PriceKnown,
    Remaining,
    Report,
    Run,
    RunDone,
    RunRound,
)
from ui.speculation.series import Trace

Phase = Literal["empty", "preparing", "running", "over"]
Turn = Literal["waiting", "warming", "running", "done", "failed", "missing"]
TRACE_POINTS = 640  # about one per pixel of a wide graph


@dataclass(slots=True)
class Strip:
    """One reply of one arm as it is drawn.

    progress: (seconds since the first token, tokens). acceptance: (tokens, per cent accepted over the last rounds).
    speed: tokens/s of the whole reply, once it is complete.
    """

    repetition: int
    runs: list[TextRun] = field(default_factory=list)
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    progress: Trace = field(default_factory=lambda: Trace(TRACE_POINTS))
    acceptance: Trace = field(default_factory=lambda: Trace(TRACE_POINTS))
    speed: float | None = None
    acceptance_rate: float | None = None

    def add(self, done: RoundDone) -> None:
        """The next round."""
        self.metrics.add(done)
        self.runs.extend(done.text)
        first = self.metrics.first_at_s
        self.progress.append(done.at_s - (first if first is not None else done.at_s), self.metrics.emitted)
        recent = self.metrics.recent_acceptance_rate
        if recent is not None:
            self.acceptance.append(self.metrics.emitted, 100 * recent)
        self.speed = self.metrics.recent_tokens_per_s
        self.acceptance_rate = self.metrics.acceptance_rate

    def finish(self, run: Run) -> None:
        """It is complete. A peer tells its text only now."""
        if not self.runs and run.text:
            self.runs.append(TextRun(run.text, TARGET))
        self.speed, self.acceptance_rate = run.tokens_per_s, run.acceptance_rate

    @staticmethod
    def of(run: Run) -> Strip:
        """From what is kept, which tells not where the pieces of a text came from. Of what a round gave out, all but
        the target's own token was drafted."""
        strip = Strip(run.repetition)
        total, first = 0, run.rounds[0].at_s if run.rounds else 0.0
        recent: deque[tuple[int, int]] = deque(maxlen=ACCEPTANCE_WINDOW_ROUNDS)
        for done in run.rounds:
            total += done.emitted
            strip.progress.append(done.at_s - first, total)
            recent.append((done.drafted, min(done.drafted, max(done.emitted - 1, 0))))
            drafted, accepted = map(sum, zip(*recent, strict=True))
            if drafted:
                strip.acceptance.append(total, 100 * accepted / drafted)
        strip.finish(run)
        return strip


class Board:
    """phase: whether anything is there, runs, or is over. case: the prompt whose runs came last. report: as far as it
    has come; None before the first run. reason: why it ended, where that was not foreseen."""

    def __init__(self) -> None:
        self.phase: Phase = "empty"
        self.arms: tuple[Arm, ...] = ()
        self.cases: dict[str, dict[str, Strip]] = {}
        self.case = ""
        self._reasons: dict[tuple[str, str], str] = {}  # by arm and prompt; '' for all of them
        self.doing: Doing | None = None
        self.remaining: Remaining | None = None
        self.n_runs = 0
        self.report: Report | None = None
        self.prices: tuple[PriceCurve, ...] = ()
        self.ending: Ending | None = None
        self.reason = ""

    @staticmethod
    def of(report: Report) -> Board:
        """A comparison that is kept."""
        board = Board()
        board.phase = "over"
        board.arms = report.setting.plan.arms
        for run in report.runs:
            board.cases.setdefault(run.case, {})[run.arm] = Strip.of(run)
        board.case = report.runs[-1].case if report.runs else ""
        for case, rows in (("", report.rows), *((found.case, found.rows) for found in report.cases)):
            board._reasons.update({(row.arm, case): row.reason for row in rows if row.reason and not row.runs})
        board.ending, board.reason = report.ending, report.reason
        board._take_report(report)
        return board

    @staticmethod
    def asked() -> Board:
        """One was asked for, and nothing is known of it yet."""
        board = Board()
        board.phase = "preparing"
        return board

    def strip(self, arm: str, case: str = "") -> Strip | None:
        """What an arm wrote for a prompt (the newest without a name); None when it has not yet."""
        return self.cases.get(case or self.case, {}).get(arm)

    def why_failed(self, arm: str, case: str = "") -> str:
        """Why an arm cannot write a reply to a prompt, or to none; ''."""
        return self._reasons.get((arm, ""), "") or self._reasons.get((arm, case or self.case), "")

    def turn(self, arm: str, case: str = "") -> Turn:
        """What an arm does about a prompt; missing: it was over before its turn came."""
        case = case or self.case
        doing = self.doing
        its_turn = self.phase == "running" and doing is not None and (doing.arm, doing.case) == (arm, case)
        if its_turn and doing is not None and doing.activity in ("warm-up", "run"):
            return "warming" if doing.activity == "warm-up" else "running"
        if self.why_failed(arm, case):
            return "failed"
        if self.strip(arm, case) is not None:
            return "done"
        return "missing" if self.phase == "over" else "waiting"

    def take(self, event: CompareEvent | Report) -> None:
        """What happened next."""
        match event:
            case Began(setting=setting):
                plan = setting.plan
                self.phase, self.arms = "running", plan.arms
                self.n_runs = len(plan.cases) * plan.runs * len(plan.arms)
            case Doing():
                self.doing = event
                if event.activity in ("warm-up", "run"):
                    self.case = event.case
                if event.activity == "run":
                    self.cases.setdefault(event.case, {})[event.arm] = Strip(event.repetition)
            case RunRound():
                self._strip_of(event.arm, event.case, event.repetition).add(event.round)
            case RunDone(run=run):
                self._strip_of(run.arm, run.case, run.repetition).finish(run)
            case ArmFailed(arm=arm, reason=reason, case=case):
                self._reasons.setdefault((arm, case), reason)
            case PriceKnown(curve=curve):
                self.prices = (*self.prices, curve)
            case Remaining():
                self.remaining = event
            case Ended(ending=ending, reason=reason):
                self.phase, self.ending, self.reason, self.doing = "over", ending, reason, None
            case Report():
                self._take_report(event)

    def _strip_of(self, arm: str, case: str, repetition: int) -> Strip:
        strip = self.strip(arm, case)
        if strip is None or strip.repetition != repetition:
            strip = self.cases.setdefault(case, {})[arm] = Strip(repetition)
        return strip

    def _take_report(self, report: Report) -> None:
        self.report, self.prices = report, report.prices
