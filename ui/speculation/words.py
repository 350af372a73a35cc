"""How figures are written in the panel: short, steady in width, and never more exact than they are. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

UNKNOWN: Final = "–"
_GIB: Final = 1024**3


def speed(tokens_per_s: float | None) -> str:
    """Tokens per second: one decimal below 10, none above, thousands from 1000 on."""
    if tokens_per_s is None:
        return UNKNOWN
    if tokens_per_s >= 999.5:
        return f"{tokens_per_s / 1000:.1f}k"
    return f"{tokens_per_s:.1f}" if tokens_per_s < 9.95 else f"{tokens_per_s:.0f}"


def times(speedup: float | None) -> str:
    """A speedup: two decimals below 1.1, where they matter, one above; a plain 1 for the baseline itself."""
    if speedup is None:
        return UNKNOWN
    if speedup == 1.0:
        return "1×"
    return f"{speedup:.2f}×" if speedup < 1.1 else f"{speedup:.1f}×"


def percent(share: float | None, unknown: str = UNKNOWN) -> str:
    """A share of 0..1 in whole per cent."""
    return unknown if share is None else f"{100 * share:.0f} %"


def per_round(tokens: float | None) -> str:
    """Tokens per round with one decimal."""
    return UNKNOWN if tokens is None else f"{tokens:.1f}"


def milliseconds(seconds: float) -> str:
    """A short time in milliseconds."""
    value = 1000 * seconds
    return f"{value:.1f} ms" if value < 99.95 else f"{value:.0f} ms"


def gigabytes(n_bytes: int) -> str:
    """Memory in units of 1024^3 bytes, without the unit: one decimal unless it is a round figure."""
    value = n_bytes / _GIB
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


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
