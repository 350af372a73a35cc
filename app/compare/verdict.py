"""What figures mean, in words: whether a text is the baseline's, and which arm to take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.comparison import ArmRow, Difference, Speedup

# Logits apart. Other kernels for another batch size moved them by up to some tenths on quantised weights.
NEAR_TIE: Final = 0.5
IDENTICAL: Final = "identical"


def is_fault(difference: Difference) -> bool:
    """Whether a difference is more than a tie that fell the other way: then it is a bug of ours."""
    return difference.gap is not None and difference.gap > NEAR_TIE


def text_verdict(difference: Difference | None) -> str:
    """'identical', or where and how much a reply differs from the baseline's. Positions count from 1."""
    if difference is None:
        return IDENTICAL
    place = f"at token {difference.position + 1}"
    if difference.gap is None:
        return f"differs {place}, gap not known"
    if is_fault(difference):
        return f"DIFFERENT {place}, gap {difference.gap:.2g}"
    return f"near-tie {place}, gap {difference.gap:.3f}"


def speedup_words(speedup: Speedup) -> str:
    """'1.52× (1.40 to 1.66)', or that nothing is known when the runs were too few and too different."""
    if speedup.low is None or speedup.high is None:
        return f"{speedup.estimate:.2f}×"
    if speedup.noisy:
        return f"{speedup.estimate:.2f}× (too noisy to say)"
    return f"{speedup.estimate:.2f}× ({speedup.low:.2f} to {speedup.high:.2f})"


def recommendation(rows: Sequence[ArmRow]) -> str:
    """One sentence: what to use for such prompts on this machine. rows: the baseline first; peers are passed over."""
    ours = [row for row in rows[1:] if not row.peer]
    if not rows or not rows[0].runs:
        return "Nothing can be recommended: the baseline was not measured."
    faulty = [row for row in ours if row.first_difference and is_fault(row.first_difference)]
    if faulty:
        names = ", ".join(row.arm for row in faulty)
        return f"Do not use {names}: the text differs from the baseline's by more than a tie. Please report it."
    judged = [(row, row.speedup) for row in ours if row.speedup]
    if not judged:
        return "Nothing can be recommended: no preset was measured beside the baseline."
    best, gain = max(judged, key=lambda pair: pair[1].estimate)
    if best.too_short:
        return "The replies were too short to judge; take a longer length or prompts that ask for more."
    if gain.low is None or gain.high is None:
        return f"{best.arm} looks best at {gain.estimate:.2f}× the baseline; repeat the runs to be sure."
    if gain.low > 1:
        rivals = [
            row.arm
            for row, other in judged
            if row is not best and not row.too_short and other.high is not None and other.high > gain.low
        ]
        rest = f" {', '.join(rivals)} may be as good." if rivals else ""
        return f"Use {best.arm}: {speedup_words(gain)} as fast as the baseline.{rest}"
    if gain.high < 1:
        return f"Leave speculation off: the best arm, {best.arm}, is {speedup_words(gain)} as fast as the baseline."
    return (
        f"No clear winner: {best.arm} at {speedup_words(gain)} cannot be told from the baseline. "
        "Leave speculation off, or repeat the runs on a quieter machine."
    )


def winner(rows: Sequence[ArmRow]) -> str:
    """The arm that `recommendation` says to use, the baseline where none is as fast; '' when it leaves that open."""
    ours = [row for row in rows[1:] if not row.peer]
    judged = [(row, row.speedup) for row in ours if row.speedup]
    faulty = any(row.first_difference and is_fault(row.first_difference) for row in ours)
    if not rows or not rows[0].runs or faulty or not judged:
        return ""
    best, gain = max(judged, key=lambda pair: pair[1].estimate)
    if best.too_short:
        return ""
    if gain.low is None or gain.high is None:
        return best.arm if gain.estimate > 1 else ""
    return best.arm if gain.low > 1 else rows[0].arm if gain.high < 1 else ""
