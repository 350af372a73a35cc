"""From the last round of a tuning to what should be used, in a sentence that claims no more than was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.compare.statistics import speedup
from app.compare.verdict import is_fault, speedup_words
from app.tuning.pacing import LEAST_PROMPTS
from ui.comparison import BASELINE, ArmRow, Report, Run, Speedup
from ui.tuning import AUTO


@dataclass(frozen=True, slots=True)
class Judgement:
    """winner: what to use, '' where nothing can be said. confirmed: faster than `auto` and the baseline beyond doubt.
    against_auto: its speed over auto's."""

    winner: str
    confirmed: bool
    sentence: str
    against_auto: Speedup | None = None


def judge(report: Report) -> Judgement:
    """report: of the last round, in which nobody was chosen by the runs that judge it."""
    found = _judged(report)
    n_had, n_all = len({run.case for run in report.runs}), len(report.setting.plan.cases)
    if not found.winner or n_had == n_all:
        return found
    return replace(found, sentence=f"{found.sentence} There was time for {n_had} of {n_all} prompts.")


def _judged(report: Report) -> Judgement:
    rows = [row for row in report.rows[1:] if row.speedup and not _faulty(row)]
    if not rows:
        return Judgement("", False, "Nothing can be recommended: no setting was measured beside the baseline.")
    best = max(rows, key=_estimate)
    gain = best.speedup
    assert gain is not None
    n_had, n_all = len({run.case for run in report.runs if run.arm == best.arm}), len(report.setting.plan.cases)
    if n_had < min(LEAST_PROMPTS, n_all):
        words = (
            f"{best.arm} looks best at {gain.estimate:.2f}× the baseline, but there was time for {n_had} of {n_all} "
            "prompts only: give it more minutes."
        )
        return Judgement("", False, words)
    if best.too_short:
        return Judgement("", False, "The replies were too short to judge; take a longer length.")
    if gain.low is None or gain.high is None:
        words = f"{best.arm} looks best at {gain.estimate:.2f}× the baseline, from single runs: more are needed."
        return Judgement("", False, words)
    if gain.low <= 1:
        words = f"the best setting, {best.arm}, is {speedup_words(gain)} as fast as the baseline"
        if gain.high < 1:
            return Judgement(BASELINE, False, f"Leave speculation off: {words}.")
        words = (
            f"Leave speculation off: {words}, which cannot be told from it. More minutes or a quieter machine may tell."
        )
        return Judgement(BASELINE, False, words)
    auto = next((row for row in rows if row.arm == AUTO), None)
    if auto is None:
        return Judgement(best.arm, True, f"Use {best.arm}: {speedup_words(gain)} as fast as the baseline.")
    assert auto.speedup is not None
    if best is auto:
        return Judgement(AUTO, False, f"Use auto: {speedup_words(gain)} as fast as the baseline; no setting beats it.")
    over = over_auto(report.runs, best.arm)
    if over is not None and over.low is not None and over.low > 1:
        words = f"Use {best.arm}: {speedup_words(gain)} as fast as the baseline and {speedup_words(over)} as auto."
        return Judgement(best.arm, True, words, over)
    said = f" ({speedup_words(over)} as fast as auto)" if over is not None else ""
    words = f"Use auto, {speedup_words(auto.speedup)} as fast as the baseline: {best.arm} cannot be told from it{said}."
    return Judgement(AUTO, False, words, over)


def over_auto(runs: Sequence[Run], arm: str) -> Speedup | None:
    """How much faster an arm was than auto, from runs of the same prompt and repetition."""
    auto = {(run.case, run.repetition): run.tokens_per_s for run in runs if run.arm == AUTO}
    pairs: dict[str, list[tuple[float, float]]] = {}
    for run in runs:
        other = auto.get((run.case, run.repetition))
        if run.arm == arm and run.tokens_per_s and other:
            pairs.setdefault(run.case, []).append((run.tokens_per_s, other))
    return speedup(pairs)


def _estimate(row: ArmRow) -> float:
    return row.speedup.estimate if row.speedup else 0.0


def _faulty(row: ArmRow) -> bool:
    return row.first_difference is not None and is_fault(row.first_difference)
