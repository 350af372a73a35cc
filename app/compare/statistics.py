"""Figures from runs: medians with their spread, and how sure a speedup is.

A speedup comes from pairs: a run of the arm and the run of the baseline of the same case and repetition, which followed
each other on the same machine, so that what slows the machine for minutes slows both. The logarithms of the ratios are
averaged within each case, then over the cases, which weigh the same; the interval is Student's, with the spread pooled
within the cases: prompts differ in what speculation gives, and that is no noise. 99 % and not 95 %: the window shows
many intervals at once, and with 95 % every twentieth comparison of equals would claim a difference.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist, fmean, median
from typing import Final

from ui.comparison import Speedup, Spread

CONFIDENCE: Final = 0.99
_TAIL: Final = (1 + CONFIDENCE) / 2
# Student's t at 0.995 for 1 to 12 degrees of freedom; behind them the expansion below is right to three digits.
_STUDENT: Final = (63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055)


def spread(values: Sequence[float]) -> Spread | None:
    """Median and range; None of nothing."""
    return Spread(median(values), min(values), max(values), tuple(values)) if values else None


def typical(spreads: Sequence[Spread]) -> Spread | None:
    """One figure for several cases: the geometric means of their medians, lows and highs, as the speedup weighs them.

    The median of all runs together would be that of some middling prompt, another for every arm. Values of at least 0.
    """
    if len(spreads) <= 1:
        return spreads[0] if spreads else None
    median, low, high = (
        math.exp(fmean(math.log(value) for value in values)) if min(values) > 0 else 0.0
        for values in zip(*((one.median, one.low, one.high) for one in spreads), strict=True)
    )
    return Spread(median, low, high, tuple(value for one in spreads for value in one.runs))


def speedup(pairs_by_case: Mapping[str, Sequence[tuple[float, float]]]) -> Speedup | None:
    """How much faster the first of each pair is than the second; (arm, baseline) in tokens/s, both above 0.

    None without a pair. The interval is missing when no case has two pairs.
    """
    logs = [[math.log(ours / theirs) for ours, theirs in pairs] for pairs in pairs_by_case.values() if pairs]
    if not logs:
        return None
    n_pairs = sum(len(case) for case in logs)
    estimate = fmean(fmean(case) for case in logs)
    freedom = n_pairs - len(logs)
    if freedom < 1:
        return Speedup(math.exp(estimate), None, None, n_pairs)
    variance = math.fsum((value - fmean(case)) ** 2 for case in logs for value in case) / freedom
    error = math.sqrt(variance * math.fsum(1 / len(case) for case in logs)) / len(logs)
    reach = student(freedom) * error
    return Speedup(math.exp(estimate), math.exp(estimate - reach), math.exp(estimate + reach), n_pairs)


def student(freedom: int) -> float:
    """The two-sided 99 % point of Student's t (Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    x, n = NormalDist().inv_cdf(_TAIL), freedom
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    return x + first / n + second / n**2 + third / n**3


def geometric_mean(values: Sequence[float]) -> float | None:
    """None of nothing; values above 0."""
    return math.exp(fmean(math.log(value) for value in values)) if values else None
