"""A heat map: how fast each pair of two options is, against the baseline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ui.numerals import number
from ui.theme.palette import FONT_SMALL_PX, RADIUS_CONTROL, SPACE_S, SPACE_XS
from ui.theme.text_size import scaled
from ui.theme.theme import Theme
from ui.tuning import TuneGrid, TuneRow

CELL_PX: Final = 34  # these three at text of 100 %
_LEFT_PX: Final = 76
_TOP_PX: Final = 22
_GAP_PX: Final = 3
_STRONGEST: Final = 0.62  # of a cell's colour: the figure on it must stay readable
_FULL_AT: Final = 0.5  # of a doubling or halving: from there on no colour is stronger


class HeatMap(QWidget):
    """Green where it is faster than the baseline, red where it is slower; the best cell has a frame."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid: TuneGrid | None = None
        self._rows: Mapping[str, TuneRow] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        theme.resized.connect(self._fit)

    def show_grid(self, grid: TuneGrid | None, rows: Mapping[str, TuneRow]) -> None:
        """rows: by name, those of the grid among them."""
        self._grid, self._rows = grid, rows
        self._fit()
        self.setAccessibleName(self.tr("Speed of {0}").format(grid.preset) if grid else "")
        self.setAccessibleDescription(", ".join(f"{name} {text}" for name, text in self.texts().items() if text))
        self.update()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def texts(self) -> dict[str, str]:
        """What each cell says, by the name of its setting."""
        names = [name for line in self._grid.names for name in line] if self._grid else []
        return {name: self._text(name) for name in names}

    def sizeHint(self) -> QSize:
        n = len(self._grid.ys) if self._grid else 0
        cell = scaled(CELL_PX)
        return QSize(scaled(_LEFT_PX) + cell * 8, scaled(_TOP_PX) + n * (cell + _GAP_PX))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = next((name for name, box in self._boxes() if box.contains(QPointF(event.pos()))), "")
            QToolTip.showText(event.globalPos(), f"{at}: {self._text(at) or '–'}" if at else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._grid is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(FONT_SMALL_PX, tabular=True))
        best = self._best()
        for name, box in self._boxes():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour(name))
            painter.drawRoundedRect(box, RADIUS_CONTROL / 2, RADIUS_CONTROL / 2)
            if name == best:
                painter.setPen(QPen(self._theme.colour("text"), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
                painter.drawRoundedRect(inner, RADIUS_CONTROL / 2, RADIUS_CONTROL / 2)
            shown = self._text(name)
            painter.setPen(self._theme.colour("text" if shown else "muted"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown or "·")
        self._paint_axes(painter, self._grid)
        painter.end()

    def _paint_axes(self, painter: QPainter, grid: TuneGrid) -> None:
        painter.setPen(self._theme.colour("muted"))
        width, height = self._cell()
        left, top = scaled(_LEFT_PX), scaled(_TOP_PX)
        for i, value in enumerate(grid.xs):
            box = QRectF(left + i * (width + _GAP_PX), 0, width, top - SPACE_XS)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(value))
        for i, value in enumerate(grid.ys):
            box = QRectF(0, top + i * (height + _GAP_PX), left - SPACE_S, height)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, f"{grid.y} {value}")
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, 0, left - SPACE_S, top - SPACE_XS), flags, grid.x)

    def _cell(self) -> tuple[float, float]:
        n = len(self._grid.xs) if self._grid else 1
        cell = scaled(CELL_PX)
        return min((self.width() - scaled(_LEFT_PX) - (n - 1) * _GAP_PX) / max(n, 1), 2.4 * cell), cell

    def _boxes(self) -> list[tuple[str, QRectF]]:
        if self._grid is None:
            return []
        width, height = self._cell()
        left, top = scaled(_LEFT_PX), scaled(_TOP_PX)
        return [
            (name, QRectF(left + j * (width + _GAP_PX), top + i * (height + _GAP_PX), width, height))
            for i, line in enumerate(self._grid.names)
            for j, name in enumerate(line)
        ]

    def _gain(self, name: str) -> float | None:
        row = self._rows.get(name)
        return row.level if row is not None else None

    def _text(self, name: str) -> str:
        gain = self._gain(name)
        row = self._rows.get(name)
        if gain is not None:
            return number(gain, 2)
        return self.tr("failed") if row is not None and row.state == "failed" else ""

    def _best(self) -> str:
        gains = {name: gain for name in self.texts() if (gain := self._gain(name)) is not None}
        return max(gains, key=lambda name: gains[name]) if gains else ""

    def _colour(self, name: str) -> QColor:
        gain = self._gain(name)
        if gain is None:
            return self._theme.colour("raised")
        strength = min(abs(gain - 1) / _FULL_AT, 1.0) * _STRONGEST
        return self._theme.colour("good" if gain >= 1 else "bad", max(strength, 0.06))
