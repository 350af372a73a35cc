"""The table of a comparison: one row for each arm, two lines to a cell: the figure, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.compare.words import arm_title, interval, shares, tone_of
from ui.comparison import ArmRow, Spread
from ui.speculation.parts import words
from ui.speculation.words import UNKNOWN, percent
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S
from ui.theme.theme import Theme

_ALIGN: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_FIGURES: Final = 7  # columns between the name and the text


class ResultTable(QWidget):
    """Rows in the order of the arms. An arm that could not run has its reason in its row."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts: list[tuple[str, ...]] = []
        self.setAccessibleName(self.tr("Results"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._sheet = QWidget()
        layout.addWidget(self._sheet)

    def show_rows(self, rows: Sequence[ArmRow], best: str = "") -> None:
        """best: the arm that is recommended, in bold."""
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(0)
        self._add_head(grid)
        self._texts = []
        for i, row in enumerate(rows):
            at = 2 * i + 1
            grid.addWidget(_rule(), at, 0, 1, _FIGURES + 2)
            self._add_row(grid, at + 1, row, row.arm == best)
        grid.setColumnStretch(0, 3)
        for column in range(1, _FIGURES + 1):
            grid.setColumnStretch(column, 2)
        grid.setColumnStretch(_FIGURES + 1, 3)
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(self._sheet, sheet)
        self._sheet.deleteLater()
        self._sheet = sheet

    def texts(self) -> list[tuple[str, ...]]:
        """The cells of each row as shown, without the second lines."""
        return self._texts

    def _add_head(self, grid: QGridLayout) -> None:
        names = (
            self.tr("preset"),
            self.tr("tok/s"),
            self.tr("speedup"),
            self.tr("accepted"),
            self.tr("per round"),
            self.tr("first token"),
            self.tr("draft · verify · other"),
            self.tr("of possible"),
            self.tr("text"),
        )
        hints = {
            1: self.tr("Decode speed: median of the runs, smallest and largest below."),
            2: self.tr("Against the baseline, from pairs of runs that followed each other; 99 % interval below."),
            4: self.tr("Tokens that a round gave out, the target's own included."),
            6: self.tr("Where the time of the rounds went."),
            7: self.tr("Of the speed that a drafter which always knew would reach with this model on this machine."),
            8: self.tr("Whether the replies are the baseline's, token for token."),
        }
        for column, name in enumerate(names):
            label = words(name, "small")
            label.setAlignment(_LEFT if column == 0 else _ALIGN)
            label.setToolTip(hints.get(column, ""))
            label.setContentsMargins(0, 0, 0, SPACE_S)
            grid.addWidget(label, 0, column)

    def _add_row(self, grid: QGridLayout, at: int, row: ArmRow, bold: bool) -> None:
        name = words(arm_title(row.arm))
        name.setFont(self._theme.font(FONT_PX, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
        name.setToolTip(row.arm)
        name.setSizePolicy(name.sizePolicy().horizontalPolicy().Ignored, name.sizePolicy().verticalPolicy())
        name.setMinimumWidth(96)
        name.setWordWrap(True)
        name.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        grid.addWidget(name, at, 0, _LEFT)
        if not row.runs:
            why = words(row.reason or self.tr("not measured yet"), "warn" if row.reason else "small", wrap=True)
            why.setContentsMargins(0, SPACE_S, 0, SPACE_S)
            grid.addWidget(why, at, 1, 1, _FIGURES + 1)
            self._texts.append((row.arm, why.text()))
            return
        cells = self._cells(row)
        for column, (figure, below, role) in enumerate(cells, 1):
            grid.addWidget(self._cell(figure, below, role, bold and column == 2), at, column)
        name.setAccessibleDescription(", ".join(f"{figure} {below}".strip() for figure, below, _ in cells))
        self._texts.append((row.arm, *(figure for figure, _, _ in cells)))

    def _cells(self, row: ArmRow) -> list[tuple[str, str, str]]:
        """(figure, small line below, role) of each column behind the name."""
        gain = row.speedup
        return [
            (_median(row.tokens_per_s, 1), _spread(row.tokens_per_s, 1), ""),
            (f"{gain.estimate:.2f}×" if gain else UNKNOWN, interval(gain), tone_of(row)),
            (percent(row.acceptance_rate), "", ""),
            (f"{row.tokens_per_round:.2f}" if row.tokens_per_round is not None else UNKNOWN, "", ""),
            (f"{row.ttft_s.median:.2f} s" if row.ttft_s else UNKNOWN, "", ""),
            (shares(row), "", ""),
            (percent(row.achieved), "", ""),
            self._text(row),
        ]

    def _text(self, row: ArmRow) -> tuple[str, str, str]:
        figure, _, below = row.text.partition(", ")
        role = "bad" if figure.startswith("DIFFERENT") else "good" if row.identical else ""
        notes = [below, self.tr("too short to judge") if row.too_short else ""]
        if row.reason:
            notes.append(row.reason)
        return figure or UNKNOWN, ", ".join(note for note in notes if note), role

    def _cell(self, figure: str, below: str, role: str, bold: bool) -> QWidget:
        cell = QWidget()
        layout = QVBoxLayout(cell)
        layout.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        layout.setSpacing(0)
        label = _line(figure, "")
        label.setFont(self._theme.font(FONT_PX, QFont.Weight.DemiBold if bold else QFont.Weight.Normal, tabular=True))
        if role:
            label.setProperty("role", f"{role}-text")
        layout.addWidget(label)
        if below:
            small = _line(below, "small")
            small.setToolTip(below)
            layout.addWidget(small)
        return cell


def _line(text: str, role: str) -> QLabel:
    label = words(text, role)
    label.setAlignment(_ALIGN)
    label.setWordWrap(len(text) > 24)
    return label


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("role", "line")
    rule.setFixedHeight(1)
    return rule


def _median(values: Spread | None, digits: int) -> str:
    return f"{values.median:.{digits}f}" if values else UNKNOWN


def _spread(values: Spread | None, digits: int) -> str:
    if values is None or len(values.runs) < 2:
        return ""
    return f"{values.low:.{digits}f} – {values.high:.{digits}f}"
