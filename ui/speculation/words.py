"""How figures are written in the panel: short, steady in width, and never more exact than they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.numerals import number

UNKNOWN: Final = "–"
_GIB: Final = 1024**3


def speed(tokens_per_s: float | None) -> str:
    """Tokens per second: one decimal below 10, none above, thousands from 1000 on."""
    if tokens_per_s is None:
        return UNKNOWN
    if tokens_per_s >= 999.5:
        return f"{number(tokens_per_s / 1000, 1)}k"
    return number(tokens_per_s, 1 if tokens_per_s < 9.95 else 0)


def times(speedup: float | None) -> str:
    """A speedup: two decimals below 1.1, where they matter, one above; a plain 1 for the baseline itself."""
    if speedup is None:
        return UNKNOWN
    if speedup == 1.0:
        return "1×"
    return f"{number(speedup, 2 if speedup < 1.1 else 1)}×"


def percent(share: float | None, unknown: str = UNKNOWN) -> str:
    """A share of 0..1 in whole per cent."""
    return unknown if share is None else f"{number(100 * share)} %"


def per_round(tokens: float | None) -> str:
    """Tokens per round with one decimal."""
    return UNKNOWN if tokens is None else number(tokens, 1)


def milliseconds(seconds: float) -> str:
    """A short time in milliseconds."""
    value = 1000 * seconds
    return f"{number(value, 1 if value < 99.95 else 0)} ms"


def gigabytes(n_bytes: int) -> str:
    """Memory in units of 1024^3 bytes, without the unit: one decimal unless it is a round figure."""
    value = n_bytes / _GIB
    return number(value, 0 if abs(value - round(value)) < 0.05 else 1)


def whole_percents(parts: Sequence[float]) -> list[int]:
    """Shares of the parts' sum in whole per cent that add up to 100 (largest remainder); zeros when there is
    nothing."""
    total = sum(parts)
    if total <= 0:
        return [0] * len(parts)
    exact = [100 * part / total for part in parts]
    result = [int(value) for value in exact]
    by_remainder = sorted(range(len(parts)), key=lambda i: exact[i] - result[i], reverse=True)
    for i in by_remainder[: 100 - sum(result)]:
        result[i] += 1
    return result
