"""The price curves of one target as it is loaded, by context depth: measured where somebody waits anyway, and kept.

On an empty context the curve is measured before the first reply. How it grows with depth is no matter of one factor:
a long pass may grow by more than a plain one, or by less where another kernel takes over. So it is measured again
behind the first prompt that is much deeper than any before, in the memory as it is, for about half a second
(`engine.price.ON_TOP_WITHIN_S`); that is once per doubling of the depth in the life of a model. What is kept is held
against a few passes whenever drafters are made (`engine.price.as_now`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import price
from engine.llama.context import Aborted, Context
from engine.price import Curve
from engine.price_files import PriceFile, possible

SHALLOW: Final = 384  # tokens: up to here the curve of an empty context will do
DEEPER: Final = 2.0  # times the deepest curve: from here on another one is wanted


class KnownPrices:
    """Kept in `file`. Raises Aborted when `cancelled` says True while the first curve is measured."""

    def __init__(
        self, file: PriceFile, context: Context, believable: Callable[[Curve], bool], cancelled: Callable[[], bool]
    ) -> None:
        """believable: whether a kept curve of an empty context can still be true. The context is emptied where one has
        to be measured."""
        self._file = file
        curves = file.read()
        empty = curves.get(0)
        if not empty or not believable(empty):
            curves = {0: price.measure_within(context, price.WITHIN_S, cancelled)}
            file.write(curves)
        elif not context.n_past or (context.gives_back_all and self._will_do(curves, context.n_past)):
            now = price.as_now(context, curves, cancelled)
            if all(possible(curve) for curve in now.values()):
                curves = now
                file.write(curves)
        self._curves = curves

    @property
    def curves(self) -> Mapping[int, Curve]:
        """By depth; one of an empty context is always there, and others may come."""
        return self._curves

    def deepen(self, context: Context, cancelled: Callable[[], bool]) -> None:
        """Measure on top of what the memory holds, if it is deeper than what is known. The memory stays as it is; one
        that could not give back what is measured is left alone. Cancelled, nothing is learnt."""
        depth = context.n_past
        if self._will_do(self._curves, depth) or not context.gives_back_all:
            return
        try:
            curve = price.measure_on_top(context, self._curves[0], cancelled)
        except Aborted:
            return
        if curve:
            self._curves[depth] = curve
            kept = self._file.read()  # another process may have been deeper meanwhile
            if kept.get(0) == self._curves[0]:
                self._curves |= kept | self._curves
            self._file.write(self._curves)

    @staticmethod
    def _will_do(curves: Mapping[int, Curve], depth: int) -> bool:
        """Whether they tell enough about passes on top of so many tokens."""
        return depth < max(SHALLOW, DEEPER * max(curves))
