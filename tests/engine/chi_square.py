"""Pearson's chi-square test, for the tests that hold drawn tokens against a distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def p_value(counts: Sequence[int] | npt.NDArray[np.int64], probabilities: npt.NDArray[np.float64]) -> float:
    """How likely counts at least this far from the expected ones are, if `probabilities` are the true ones.

    Cells that expect fewer than 5 are put together. The tail of the chi-square distribution is taken from
    Wilson and Hilferty's cube-root approximation, good to three digits where it matters here.
    """
    observed = np.asarray(counts, dtype=np.float64)
    expected = np.asarray(probabilities, dtype=np.float64) * observed.sum()
    if observed[expected == 0].any():
        return 0.0
    rare = expected < 5
    observed = np.append(observed[~rare], observed[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    observed, expected = observed[expected > 0], expected[expected > 0]
    degrees = expected.size - 1
    statistic = float(((observed - expected) ** 2 / expected).sum())
    spread = 2 / (9 * degrees)
    z = ((statistic / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))
