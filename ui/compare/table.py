"""The table of a comparison: one row for each arm, two lines to a cell: the figure, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.compare.words import arm_title, interval, shares, tone_of
from ui.comparison import ArmRow, Speedup, Spread
from ui.language import local
from ui.numerals import number
from ui.speculation.parts import words
from ui.speculation.words import UNKNOWN, percent
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S
from ui.theme.theme import Theme, restyle

_ALIGN: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_LONG: Final = 24  # characters; more are broken into lines
_FIGURES: Final = 7  # columns between the name and the text


class ResultTable(QWidget):
    """Rows in the order of the arms. An arm that could not run has its reason in its row."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[_Row] = []
        self._arms: list[str] = []
        self.setAccessibleName(self.tr("Results"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._sheet = QWidget()
        layout.addWidget(self._sheet)

    def show_rows(self, rows: Sequence[ArmRow], best: str = "", over: bool = True) -> None:
        """best: the arm that is recommended, in bold. over: nothing more will be measured."""
        arms = [row.arm for row in rows]
        if arms != self._arms:  # new labels are dear, and figures change with every run
            self._arms = arms
            self._build()
        for row, shown in zip(rows, self._rows, strict=True):
            shown.show_name(arm_title(row.arm), row.arm == best)
            if row.runs:
                shown.show_cells(self._cells(row), row.arm == best)
            else:
                shown.show_reason(local(row.reason), self.tr("not measured") if over else self.tr("not measured yet"))

    def texts(self) -> list[tuple[str, ...]]:
        """The cells of each row as shown, without the second lines."""
        return [(arm, *row.texts()) for arm, row in zip(self._arms, self._rows, strict=True)]

    def _build(self) -> None:
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(0)
        self._add_head(grid)
        self._rows = []
        for i in range(len(self._arms)):
            grid.addWidget(_rule(), 2 * i + 1, 0, 1, _FIGURES + 2)
            self._rows.append(_Row(self._theme, grid, 2 * i + 2))
        grid.setColumnStretch(0, 3)
        for column in range(1, _FIGURES + 1):
            grid.setColumnStretch(column, 2)
        grid.setColumnStretch(_FIGURES + 1, 3)
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(self._sheet, sheet)
        self._sheet.deleteLater()
        self._sheet = sheet

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
            3: self.tr("Of the tokens that were drafted, those that the model would have chosen itself."),
            4: self.tr("Tokens that a round gave out, the target's own included."),
            5: self.tr("From the start of a run to its first token, reading the prompt included."),
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

    def _cells(self, row: ArmRow) -> list[tuple[str, str, str]]:
        """(figure, small line below, role) of each column behind the name."""
        gain = row.speedup
        return [
            (_median(row.tokens_per_s, 1), _spread(row.tokens_per_s, 1), ""),
            (_times(gain), interval(gain, QCoreApplication.translate), tone_of(row)),
            (percent(row.acceptance_rate), "", ""),
            (number(row.tokens_per_round, 2) if row.tokens_per_round is not None else UNKNOWN, "", ""),
            (f"{number(row.ttft_s.median, 2)} s" if row.ttft_s else UNKNOWN, "", ""),
            (shares(row), "", ""),
            (percent(row.achieved), "", ""),
            self._text(row),
        ]

    def _text(self, row: ArmRow) -> tuple[str, str, str]:
        figure, _, below = local(row.text).partition(", ")
        role = "bad" if row.text.startswith("DIFFERENT") else "good" if row.identical else ""
        notes = [below, self.tr("too short to judge") if row.too_short else ""]
        if row.reason:
            notes.append(local(row.reason))
        return figure or UNKNOWN, ", ".join(note for note in notes if note), role


class _Row:
    """The widgets of one arm: its name, and a cell for each column, or in their place the reason why there is none."""

    def __init__(self, theme: Theme, grid: QGridLayout, at: int) -> None:
        self._theme = theme
        self._name = words("", wrap=True)
        self._name.setMinimumWidth(96)
        self._name.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        grid.addWidget(self._name, at, 0)
        self._why = words("", "small", wrap=True)
        self._why.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        grid.addWidget(self._why, at, 1, 1, _FIGURES + 1)
        self._cells = [_Cell(theme) for _ in range(_FIGURES + 1)]
        for column, cell in enumerate(self._cells, 1):
            cell.hide()
            grid.addWidget(cell, at, column)
        self._measured = False

    def show_name(self, title: str, bold: bool) -> None:
        self._name.setText(title)
        self._theme.bind_font(self._name, partial(_font, self._theme, bold))

    def show_reason(self, reason: str, otherwise: str) -> None:
        self._show(measured=False)
        self._why.setText(reason or otherwise)
        role = "warn" if reason else "small"
        if self._why.property("role") != role:
            restyle(self._why, role)

    def show_cells(self, cells: Sequence[tuple[str, str, str]], bold: bool) -> None:
        self._show(measured=True)
        for i, (cell, (figure, below, role)) in enumerate(zip(self._cells, cells, strict=True)):
            cell.show_figure(figure, below, role, bold and i == 1)
        self._name.setAccessibleDescription(", ".join(f"{figure} {below}".strip() for figure, below, _ in cells))

    def texts(self) -> tuple[str, ...]:
        return tuple(cell.figure() for cell in self._cells) if self._measured else (self._why.text(),)

    def _show(self, measured: bool) -> None:
        if measured != self._measured:
            self._measured = measured
            self._why.setVisible(not measured)
            for cell in self._cells:
                cell.setVisible(measured)


class _Cell(QWidget):
    """A figure over a small line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._figure = _line("")
        self._below = _line("small")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        layout.setSpacing(0)
        layout.addWidget(self._figure)
        layout.addWidget(self._below)

    def show_figure(self, figure: str, below: str, role: str, bold: bool) -> None:
        """role: 'good', 'bad' or ''."""
        wanted = f"{role}-text" if role else ""
        if (self._figure.property("role") or "") != wanted:
            restyle(self._figure, wanted)
        self._theme.bind_font(self._figure, partial(_font, self._theme, bold))
        for label, text in ((self._figure, figure), (self._below, below)):
            label.setText(text)
            label.setWordWrap(len(text) > _LONG)
        self._below.setVisible(bool(below))
        self._below.setToolTip(below)

    def figure(self) -> str:
        return self._figure.text()


def _line(role: str) -> QLabel:
    label = words("", role)
    label.setAlignment(_ALIGN)
    return label


def _font(theme: Theme, bold: bool) -> QFont:
    return theme.font(FONT_PX, QFont.Weight.DemiBold if bold else QFont.Weight.Normal, tabular=True)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("role", "line")
    rule.setFixedHeight(1)
    return rule


def _times(gain: Speedup | None) -> str:
    return f"{number(gain.estimate, 2)}×" if gain else UNKNOWN


def _median(values: Spread | None, digits: int) -> str:
    return number(values.median, digits) if values else UNKNOWN


def _spread(values: Spread | None, digits: int) -> str:
    if values is None or len(values.runs) < 2:
        return ""
    return f"{number(values.low, digits)} – {number(values.high, digits)}"
