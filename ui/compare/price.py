"""The price curve: what a pass over k tokens costs in passes over one, which decides what length of draft pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.compare.graphs import CurvesGraph
from ui.compare.looks import Look
from ui.comparison import PriceCurve
from ui.numerals import number
from ui.speculation.parts import words
from ui.speculation.words import milliseconds
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
_STROKES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine, Qt.PenStyle.DotLine)


class PriceCard(QFrame):
    """measure_wanted: measure it now. stop_wanted: not any longer."""

    measure_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measuring = False
        self._shown: tuple[PriceCurve, ...] = ()
        self.graph = CurvesGraph(
            theme,
            self.tr("Price of a pass over k tokens"),
            self.tr("Not measured yet. It takes a second or two, and tells what length of draft pays here."),
            self.tr("tokens"),
            self.tr("× one token"),
            exact=True,
            hint=self.tr(
                "What the model takes to check k tokens at once, in passes over one token. Where the curve is flat,"
                " long drafts cost next to nothing, even if little of them is kept."
            ),
        )
        self._words = words("", "small", wrap=True)
        self.button = QPushButton(self.tr("Measure"))
        self.button.setAccessibleName(self.tr("Measure the price of a pass"))
        self.button.clicked.connect(lambda: (self.stop_wanted if self._measuring else self.measure_wanted).emit())
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_M)
        foot.addWidget(self._words, 1)
        foot.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self.graph)
        inside = self.graph.layout()
        if isinstance(inside, QVBoxLayout):
            inside.addLayout(foot)

    def show_prices(self, curves: Sequence[PriceCurve]) -> None:
        """One curve for each depth, on a scale of the pass over one token."""
        if curves == self._shown:
            return
        self._shown = tuple(curves)
        drawn = {self._name(curve): curve for curve in curves if curve.points and curve.points[0].pass_s > 0}
        looks = {name: Look("mixed", _STROKES[i % len(_STROKES)]) for i, name in enumerate(drawn)}
        self.graph.set_looks(looks)
        self.graph.show_curves(
            {
                name: (
                    np.array([point.k for point in curve.points], float),
                    np.array([point.pass_s / curve.points[0].pass_s for point in curve.points]),
                )
                for name, curve in drawn.items()
            }
        )
        self._words.setText(_in_words(next(iter(drawn.values()))) if drawn else "")
        if not self._measuring:
            self.button.setText(self.tr("Measure again") if drawn else self.tr("Measure"))

    def show_measuring(self, measuring: bool, possible: bool) -> None:
        """possible: there is a model, and the engine is free."""
        self._measuring = measuring
        known = not self.graph.is_empty()
        idle = self.tr("Measure again") if known else self.tr("Measure")
        self.button.setText(self.tr("Stop") if measuring else idle)
        self.button.setEnabled(possible or measuring)

    def words(self) -> str:
        """What is said about the curve."""
        return self._words.text()

    def _name(self, curve: PriceCurve) -> str:
        if not curve.depth:
            return self.tr("empty context")
        return self.tr("on top of {0} tokens").format(curve.depth)


def _in_words(curve: PriceCurve) -> str:
    one = curve.points[0].pass_s
    told = [point for point in curve.points if point.k in (4, 8, 16, 64)]
    each = translate("PriceCard", "{0} tokens {1}×")
    prices = ", ".join(each.format(point.k, number(point.pass_s / one, 1)) for point in told)
    return translate("PriceCard", "One token {0}; {1}.").format(milliseconds(one), prices)
