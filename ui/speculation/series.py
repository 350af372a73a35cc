"""Traces of bounded size for graphs that grow for as long as a reply does."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
TRACE_POINTS: Final = 320  # about one per pixel of the panel's graphs


class Trace:
    """Points (x, y) of a whole reply in at most `capacity` places.

    When the places are full, every second point is given up and from then on half as many are taken in. The
    newest point is always there, so that the end of a curve is where the reply is.
    """

    def __init__(self, capacity: int = TRACE_POINTS) -> None:
        """capacity: an even number of points, at least 4."""
        if capacity < 4 or capacity % 2:
            raise ValueError("a trace needs an even capacity of at least 4")
        self._x = np.zeros(capacity)
        self._y = np.zeros(capacity)
        self._capacity = capacity
        self._n = 0
        self._stride = 1
        self._skipped = 0  # points that the newest place has stood for since it was taken

    def __len__(self) -> int:
        return self._n

    def append(self, x: float, y: float) -> None:
        """Take in the next point; x must not fall."""
        if self._n and self._skipped < self._stride - 1:
            self._skipped += 1
        else:
            if self._n == self._capacity:
                self._thin_out()
            self._n += 1
            self._skipped = 0
        self._x[self._n - 1] = x
        self._y[self._n - 1] = y

    @property
    def x(self) -> FloatArray:
        """View of the x values, oldest first."""
        return self._x[: self._n]

    @property
    def y(self) -> FloatArray:
        """View of the y values, oldest first."""
        return self._y[: self._n]

    def _thin_out(self) -> None:
        half = self._capacity // 2
        self._x[:half] = self._x[1::2].copy()
        self._y[:half] = self._y[1::2].copy()
        self._n = half
        self._stride *= 2
