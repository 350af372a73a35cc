"""What a round costs, learnt while rounds are done.

The shape of the curve, seconds of a pass over k tokens, is what was measured at the depth of the context, between two
measured depths on straight lines (`engine.known_prices`). What rounds then really take corrects it: as a whole, since a
machine gets slower and faster; for all passes over more than one token against the plain ones, since a short
measurement errs in its one most important point too; and length by length. The first rounds count most. Prices are used
as they are: not smooth, not even rising.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.decoding import RoundCost
from engine.events import PricePoint

_STEP: Final = 0.1  # how far, at least, a round moves what it tells about
_POINT_STEP: Final = 0.1  # the same for a single length
_BELIEVED: Final = (0.5, 2.0)  # what a single round may say: beyond it something else had the machine


class RoundPrice:
    """curves: by context depth, one of an empty context among them; each by rising k, the first for k = 1. More may
    come later (`engine.known_prices`)."""

    def __init__(self, curves: Mapping[int, Sequence[PricePoint]], longest: int) -> None:
        """longest: rows of the largest pass that will be asked for."""
        if 0 not in curves or any(not points or points[0].k != 1 for points in curves.values()):
            raise ValueError("prices begin with an empty context, and each curve with a single token")
        self._longest = longest
        self._known = curves
        self._curves: list[tuple[int, list[float]]] = []
        self.take_depth(0)
        self.resubmit_s = self._pass_s[1]  # of a round that goes by checkpoint, besides its pass
        self.other_s = 0.0  # of a round, besides pass and draft

    def take_depth(self, depth: int) -> None:
        """From now on passes stand on top of about so many tokens. Where another depth was measured since, what rounds
        have corrected begins anew."""
        if len(self._known) > len(self._curves):
            self._curves = [(at, _filled(self._known[at], self._longest)) for at in sorted(self._known)]
            self._bend = [1.0] * (self._longest + 1)
            self._level = self._long = 1.0
            self._n_plain = self._n_long = 0
        i = bisect_right(self._curves, depth, key=lambda curve: curve[0])
        below, self._pass_s = self._curves[i - 1]
        if i < len(self._curves):
            above, deeper = self._curves[i]
            share = (depth - below) / (above - below)
            self._pass_s = [a + (b - a) * share for a, b in zip(self._pass_s, deeper, strict=True)]

    @property
    def longest(self) -> int:
        """Rows of the largest pass with a price."""
        return self._longest

    def pass_s(self, rows: int) -> float:
        """Seconds of a pass over so many tokens, as things are now."""
        if rows == 1:
            return self._pass_s[1] * self._level
        return self._pass_s[rows] * self._bend[rows] * self._long * self._level

    def learn(self, cost: RoundCost) -> None:
        """A round took so long."""
        rows, expected_s = cost.rows, self.pass_s(cost.rows)
        self.other_s += (min(cost.other_s, expected_s) - self.other_s) * _STEP
        if cost.resubmitted:  # tells what checkpoints cost, as much as that can be told apart
            extra_s = min(max(cost.pass_s - expected_s, 0.0), 4 * expected_s)
            self.resubmit_s += (extra_s - self.resubmit_s) * _STEP
            return
        said = min(max(cost.pass_s / expected_s, _BELIEVED[0]), _BELIEVED[1])
        if rows == 1:
            self._n_plain += 1
            self._level *= said ** max(_STEP, 1 / (self._n_plain + 2))
            return
        self._n_long += 1
        self._long *= said ** max(_STEP, 1 / (self._n_long + 2))
        self._bend[rows] *= said**_POINT_STEP
        for near in (rows - 1, rows + 1):
            if 1 < near < len(self._bend):
                self._bend[near] *= said ** (_POINT_STEP / 3)


def _filled(points: Sequence[PricePoint], longest: int) -> list[float]:
    """Seconds for 0 to `longest` rows: on straight lines between the points, and on as the last line goes."""
    seconds = [0.0] * (longest + 1)
    for before, after in pairwise(points):
        slope = (after.pass_s - before.pass_s) / (after.k - before.k)
        for k in range(before.k, min(after.k, longest) + 1):
            seconds[k] = before.pass_s + slope * (k - before.k)
    last = points[-1]
    per_row = (last.pass_s - points[0].pass_s) / (last.k - 1) if last.k > 1 else last.pass_s
    for k in range(last.k, longest + 1):
        seconds[k] = last.pass_s + max(per_row, 0.0) * (k - last.k)
    return seconds
