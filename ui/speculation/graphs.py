"""Curves over the time of a reply, drawn by pyqtgraph: 2 px line, pale fill, no box, no grid, no mouse."""

from __future__ import annotations

from typing import Final, Literal

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QStackedLayout, QWidget

from ui.speculation.parts import words
from ui.speculation.series import Trace
from ui.theme.theme import Theme

GRAPH_HEIGHT_PX: Final = 72
LINE_PX: Final = 2
FILL_ALPHA: Final = 0.10
ZONE_ALPHA: Final = 0.07
HEADROOM: Final = 1.12
MIN_SPAN_S: Final = 0.25
_STEPS: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def round_top(value: float) -> float:
    """The next figure above a positive value on a coarse scale, so that an axis seldom moves."""
    power = 1.0
    while power * 10 <= value:
        power *= 10
    while power > value:
        power /= 10
    return next(power * step for step in _STEPS if power * step >= value)


class LineGraph(QWidget):
    """One curve from 0 to `top` (None: as high as it needs to be), with words in its place while there is
    none.

    reference: a dashed muted line. zones: faint bands below 40 (bad) and from there to 50 (warn).
    """

    def __init__(
        self,
        theme: Theme,
        name: str,
        empty: str,
        tone: Literal["accent", "good"],
        top: float | None = None,
        zones: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone: Literal["accent", "good"] = tone
        self._fixed_top = top
        self._top = top or 1.0
        self._reference: float | None = None
        self.setFixedHeight(GRAPH_HEIGHT_PX)
        self.setAccessibleName(name)
        self._view = pg.GraphicsView(background=None)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # The wheel belongs to the panel's scroll bar, and nothing here can be dragged.
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._view.setCentralItem(self._box)
        self._curve = pg.PlotCurveItem(antialias=True, fillLevel=0.0, clickable=False)
        self._line = pg.InfiniteLine(angle=0, movable=False)
        self._line.hide()
        self._zones = [pg.LinearRegionItem(span, "horizontal", movable=False) for span in ((0, 40), (40, 50)) if zones]
        for item in (*self._zones, self._curve, self._line):
            self._box.addItem(item, ignoreBounds=True)
        self._box.setRange(xRange=(0, MIN_SPAN_S), yRange=(0, self._top), padding=0)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(words(empty, "small", wrap=True))
        self._layout.addWidget(self._view)
        theme.changed.connect(self._recolour)
        self._recolour()

    def show_trace(self, trace: Trace) -> None:
        """Draw the curve as it is now."""
        self._layout.setCurrentIndex(1 if len(trace) > 1 else 0)
        if len(trace) < 2:
            return
        x, y = trace.x, trace.y
        self._curve.setData(x, y)
        self._box.setXRange(float(x[0]), max(float(x[-1]), float(x[0]) + MIN_SPAN_S), padding=0)
        if self._fixed_top is None:
            self._fit(float(y.max()))
        self._box.prepareForPaint()  # else the new range takes effect within the painting, and asks for another one

    def set_reference(self, value: float | None) -> None:
        """Put the dashed line at a value, or take it away."""
        if value == self._reference:
            return
        self._reference = value
        self._line.setVisible(value is not None)
        if value is not None:
            self._line.setValue(value)

    def is_empty(self) -> bool:
        """Whether words stand where the curve will be."""
        return self._layout.currentIndex() == 0

    def _fit(self, highest: float) -> None:
        top = round_top(max(highest, self._reference or 0.0, 1e-9) * HEADROOM)
        if top != self._top:
            self._top = top
            self._box.setYRange(0, top, padding=0)

    def _recolour(self) -> None:
        colours = self._theme.palette
        self._curve.setPen(pg.mkPen(self._theme.colour(self._tone), width=LINE_PX))
        self._curve.setBrush(self._theme.colour(self._tone, FILL_ALPHA))
        self._line.setPen(pg.mkPen(QColor(colours.muted), width=1, dash=[4, 4]))
        self._view.setBackground(QColor(colours.surface))
        for zone, tone in zip(self._zones, ("bad", "warn"), strict=False):
            zone.setBrush(self._theme.colour("bad" if tone == "bad" else "warn", ZONE_ALPHA))
            for edge in zone.lines:
                edge.setPen(pg.mkPen(None))
