"""The words for texts and speeds."""

from __future__ import annotations

import pytest

from app.compare.verdict import is_fault, recommendation, speedup_words, text_verdict, winner
from ui.comparison import ArmRow, Difference, Speedup

Gain = tuple[float, float | None, float | None]


def row(arm: str, gain: Gain | None = None, gap: float | None = None, short: bool = False) -> ArmRow:
    return ArmRow(
        arm=arm,
        preset=arm,
        peer="",
        runs=3,
        speedup=Speedup(*gain, pairs=3) if gain else None,
        first_difference=Difference(arm, "case", 40, gap) if gap is not None else None,
        too_short=short,
    )


PLAIN = row("baseline")


def test_texts() -> None:
    assert text_verdict(None) == "identical"
    assert text_verdict(Difference("a", "c", 40, 0.0031)) == "near-tie at token 41, gap 0.003"
    assert text_verdict(Difference("a", "c", 2, 7.123)) == "DIFFERENT at token 3, gap 7.1"
    assert text_verdict(Difference("a", "c", 2, None)) == "differs at token 3, gap not known"
    assert not is_fault(Difference("a", "c", 2, 0.5))


@pytest.mark.parametrize(
    ("rows", "beginning", "named"),
    [
        ([PLAIN, row("x", (1.5, 1.4, 1.6))], "Use x: 1.50× (1.40 to 1.60)", "x"),
        ([PLAIN, row("x", (1.5, 1.4, 1.6)), row("y", (1.45, 1.3, 1.62))], "Use x:", "x"),
        (
            [PLAIN, row("x", (0.8, 0.7, 0.9)), row("y", (0.7, 0.6, 0.8))],
            "Leave speculation off: the best arm, x,",
            "baseline",
        ),
        ([PLAIN, row("x", (1.1, 0.9, 1.3))], "No clear winner: x", ""),
        ([PLAIN, row("x", (2.0, 1.9, 2.1), gap=6.0)], "Do not use x:", ""),
        ([PLAIN, row("x", (2.0, 1.9, 2.1), gap=0.01)], "Use x:", "x"),
        ([PLAIN, row("x", (2.0, 1.9, 2.1), short=True)], "The replies were too short", ""),
        ([PLAIN, row("x", (1.2, None, None))], "x looks best at 1.20×", "x"),
        ([PLAIN, row("x")], "Nothing can be recommended: no preset", ""),
        ([], "Nothing can be recommended: the baseline", ""),
    ],
)
def test_recommendations(rows: list[ArmRow], beginning: str, named: str) -> None:
    assert recommendation(rows).startswith(beginning)
    assert winner(rows) == named


def test_an_interval_without_a_meaning_is_not_spelt_out() -> None:
    assert speedup_words(Speedup(1.2, 1.1, 1.31, 6)) == "1.20× (1.10 to 1.31)"
    assert speedup_words(Speedup(1.2, 0.001, 1440.0, 2)) == "1.20× (too noisy to say)"
    assert speedup_words(Speedup(1.2, None, None, 1)) == "1.20×"


def test_an_arm_that_may_be_as_good_is_named() -> None:
    rows = [PLAIN, row("x", (1.5, 1.4, 1.6)), row("y", (1.45, 1.3, 1.62)), row("z", (1.1, 1.0, 1.2))]
    assert recommendation(rows).endswith("y may be as good.")
