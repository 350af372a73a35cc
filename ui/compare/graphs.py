"""Several curves in one graph: tokens over time, acceptance over the reply, the price of a pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.compare.looks import Look
from ui.numerals import number
from ui.speculation.graphs import HEADROOM, LINE_PX, MIN_SPAN_S, ZONE_ALPHA, round_top
from ui.speculation.parts import words
from ui.speculation.series import FloatArray
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_XS
from ui.theme.theme import Theme

GRAPH_PX: Final = 148
_ROOM: Final = 1.03  # above the largest figure, for the width of a line
DOTTED: Final = Look("plain", Qt.PenStyle.DotLine)
_STROKE_SIGNS: Final = {
    Qt.PenStyle.SolidLine: "━━",
    Qt.PenStyle.DashLine: "╍╍",
    Qt.PenStyle.DashDotLine: "━╍",
    Qt.PenStyle.DotLine: "┅┅",
}
Points = tuple[FloatArray, FloatArray]
NOTHING: Final[Points] = (np.empty(0), np.empty(0))


class CurvesGraph(QFrame):
    """A card with one curve for each name, words in their place while there are none, and a scale at three corners.

    x_unit, y_unit: behind the largest figure of each axis. top: of the y axis; None is as high as it needs to be.
    exact: the x axis ends with the curves, which do not grow. hint: what one cannot see from the curves, as a tool tip.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        empty: str,
        x_unit: str,
        y_unit: str,
        top: float | None = None,
        zones: bool = False,
        exact: bool = False,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        self.setToolTip(f"<p>{hint}</p>" if hint else "")
        self._theme = theme
        self._x_unit, self._y_unit = x_unit, y_unit
        self._fixed_top = top
        self._exact = exact
        self._looks: Mapping[str, Look] = {}
        self._curves: dict[str, pg.PlotCurveItem] = {}
        self._span = 0.0
        self._top = top or 0.0
        self._legend = words("", "small", wrap=True)
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._told: list[str] | None = None
        self._view = pg.GraphicsView(background=None)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._view.setCentralItem(self._box)
        self._zones = [pg.LinearRegionItem(span, "horizontal", movable=False) for span in ((0, 40), (40, 50)) if zones]
        self._floor = pg.InfiniteLine(pos=0, angle=0, movable=False)
        for item in (*self._zones, self._floor):
            self._box.addItem(item, ignoreBounds=True)
        self._y_words = words("", "small")
        self._x_words = words("", "small")
        self._zero = words("0", "small")
        body = QWidget()
        body.setFixedHeight(GRAPH_PX)
        self._stack = QStackedLayout(body)
        nothing = words(empty, "small", wrap=True)
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(nothing)
        self._stack.addWidget(self._drawing())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_XS)
        heading = QHBoxLayout()
        heading.setSpacing(SPACE_M)
        heading.addWidget(words(title, "small"), 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self._legend, 1)
        layout.addLayout(heading)
        layout.addWidget(body)
        theme.changed.connect(self._recolour)
        self._recolour()

    def set_looks(self, looks: Mapping[str, Look]) -> None:
        """Which curves there may be, by name, in the order of the legend. What was drawn is taken away."""
        for curve in self._curves.values():
            self._box.removeItem(curve)
        self._looks = dict(looks)
        self._curves = {}
        for name in looks:
            curve = pg.PlotCurveItem(antialias=True, clickable=False)
            self._curves[name] = curve
            self._box.addItem(curve, ignoreBounds=True)
        self._span, self._top = 0.0, self._fixed_top or 0.0
        self._stack.setCurrentIndex(0)
        self._recolour()

    def show_curves(self, curves: Mapping[str, Points]) -> None:
        """Draw those of the named curves that are given anew; one of fewer than two points is taken away."""
        for name, (x, y) in curves.items():
            if name in self._curves:
                self._curves[name].setData(x, y)
        self._fit()

    def is_empty(self) -> bool:
        """Whether words stand where curves will be."""
        return self._stack.currentIndex() == 0

    def drawn(self) -> list[str]:
        """The curves that can be seen."""
        return [name for name, curve in self._curves.items() if _n_points(curve) > 1]

    def scale(self) -> tuple[float, float]:
        """The largest x and y that the axes reach."""
        return self._span, self._top

    def _drawing(self) -> QWidget:
        drawing = QWidget()
        column = QVBoxLayout(drawing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._y_words)
        column.addWidget(self._view, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._zero)
        foot.addStretch(1)
        foot.addWidget(self._x_words)
        column.addLayout(foot)
        return drawing

    def _fit(self) -> None:
        drawn = self.drawn()
        if drawn != self._told:
            self._told = drawn
            self._legend.setText(_legend({name: self._looks[name] for name in drawn}, self._theme))
        shown = [self._curves[name].getData() for name in drawn]
        self._stack.setCurrentIndex(1 if shown else 0)
        self._tell_ends(drawn)
        if not shown:
            return
        span = max(max(float(x[-1]) for x, _ in shown), MIN_SPAN_S)
        if self._exact:
            self._span = span
        elif span > self._span or span < 0.6 * self._span:
            self._span = round_top(span * (1.04 if span > self._span else 1.0))
        self._top = self._fixed_top or round_top(max(max(float(y.max()) for _, y in shown) * HEADROOM, 1e-9))
        self._box.setRange(xRange=(0, self._span), yRange=(0, self._top * _ROOM), padding=0)
        self._box.prepareForPaint()  # see ui.speculation.graphs
        self._x_words.setText(_with_unit(self._span, self._x_unit))
        self._y_words.setText(_with_unit(self._top, self._y_unit))

    def _tell_ends(self, names: Sequence[str]) -> None:
        """Where each curve has come to, for those who do not see it."""
        ends = []
        for name in names:
            x, y = self._curves[name].getData()
            reached, at = _with_unit(float(y[-1]), self._y_unit), _with_unit(float(x[-1]), self._x_unit)
            ends.append(self.tr("{0}: {1} at {2}").format(name, reached, at))
        told = "; ".join(ends)
        if told != self.accessibleDescription():
            self.setAccessibleDescription(told)

    def _recolour(self) -> None:
        surface = QColor(self._theme.palette.surface)
        self._view.setBackground(surface)
        self._floor.setPen(pg.mkPen(self._theme.colour("line"), width=1))
        for zone, tone in zip(self._zones, ("bad", "warn"), strict=False):
            zone.setBrush(self._theme.colour("bad" if tone == "bad" else "warn", ZONE_ALPHA))
            for edge in zone.lines:
                edge.setPen(pg.mkPen(None))
        for name, curve in self._curves.items():
            curve.setPen(_pen(self._looks[name], self._theme))
        self._legend.setText(_legend({name: self._looks[name] for name in self.drawn()}, self._theme))


def _pen(look: Look, theme: Theme) -> QPen:
    pen: QPen = pg.mkPen(look.colour(theme), width=LINE_PX)
    pen.setStyle(look.stroke)
    return pen


def _legend(looks: Mapping[str, Look], theme: Theme) -> str:
    signs = []
    for name, look in looks.items():
        whole = escape(name).replace(" ", "&nbsp;")  # a name is not broken between lines
        sign = _STROKE_SIGNS[look.stroke]
        signs.append(f'<span style="color:{look.colour(theme).name()}">{sign}</span>&nbsp;{whole}')
    return "&nbsp;&nbsp; ".join(signs)


def _n_points(curve: pg.PlotCurveItem) -> int:
    x, _ = curve.getData()
    return 0 if x is None else len(x)


def _with_unit(value: float, unit: str) -> str:
    return f"{_figure(value)}{'' if unit.startswith('×') else ' '}{unit}"


def _figure(value: float) -> str:
    return number(value, 0 if value >= 10 or value == int(value) else 1 if value >= 1 else 2)
