"""One pane for each arm: what it wrote, accepted drafts tinted by their drafter, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from engine.events import TextRun
from ui.chat.segments import Tint
from ui.compare.board import Board, Strip
from ui.compare.looks import Look
from ui.compare.words import arm_title
from ui.comparison import Arm
from ui.speculation.parts import ElidedLabel, words
from ui.speculation.words import percent, speed
from ui.theme.palette import FONT_SMALL_PX, SPACE_M, SPACE_S
from ui.theme.theme import Theme, restyle

PANE_PX: Final = 192


class ArmPane(QFrame):
    """Shows the newest reply of one arm to the prompt on screen."""

    def __init__(self, arm: Arm, look: Look, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arm = arm.name
        self._tint = tint
        self._strip: Strip | None = None
        self._n_shown = 0
        self.setProperty("role", "card")
        self.setAccessibleName(arm_title(arm.name))
        self._title = ElidedLabel("title")
        self._title.setText(arm_title(arm.name))
        self._mark = _Mark(look, theme)
        self._figures = words("", "small")
        self._text = QPlainTextEdit()
        self._text.setProperty("role", "bare")
        self._text.setReadOnly(True)
        self._text.setUndoRedoEnabled(False)
        self._text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.bind_font(self._text, lambda: theme.mono_font(FONT_SMALL_PX))
        self._text.setAccessibleName(self.tr("{0}: text").format(arm_title(arm.name)))
        self._text.setTabChangesFocus(True)
        sheet = QFrame()
        sheet.setProperty("role", "code")
        inside = QVBoxLayout(sheet)
        inside.setContentsMargins(SPACE_S, SPACE_S, 2, SPACE_S)
        inside.addWidget(self._text)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._mark)
        head.addWidget(self._title, 1)
        head.addWidget(self._figures)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addLayout(head)
        layout.addWidget(sheet, 1)
        self.setMinimumWidth(160)
        self.setFixedHeight(PANE_PX)

    def show_state(self, board: Board, case: str) -> None:
        """Bring text and figures up to date; only what is new is written."""
        strip = board.strip(self._arm, case)
        if strip is not self._strip:
            self._strip, self._n_shown = strip, 0
            self._text.clear()
        if strip is not None and len(strip.runs) > self._n_shown:
            fresh = strip.runs[self._n_shown :]
            self._n_shown = len(strip.runs)
            self._append(fresh)
        turn = board.turn(self._arm, case)
        if turn == "failed" and strip is None:
            self._text.setPlainText(board.why_failed(self._arm, case))
        self._figures.setText(self._figures_of(turn, strip))
        role = "warn" if turn == "failed" else "small"
        if self._figures.property("role") != role:
            restyle(self._figures, role)

    def text(self) -> str:
        """What can be read in it."""
        return self._text.toPlainText()

    def figures(self) -> str:
        """What stands beside the name."""
        return self._figures.text()

    def _figures_of(self, turn: str, strip: Strip | None) -> str:
        figures = ""
        if strip is not None and strip.speed is not None:
            figures = self.tr("{0} tok/s").format(speed(strip.speed))
            if strip.acceptance_rate is not None:
                figures += f" · {percent(strip.acceptance_rate)}"
        match turn:
            case "failed":
                return figures or self.tr("cannot run")
            case "warming":
                return self.tr("warming up")
            case "running":
                return self.tr("running · {0}").format(figures) if figures else self.tr("running")
            case "done":
                return figures or self.tr("too short")
            case "missing":
                return self.tr("did not run")
        return self.tr("waiting")

    def _append(self, runs: Sequence[TextRun]) -> None:
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for text, origin in _joined(runs):
            style = QTextCharFormat()
            brush = self._tint.brush(origin)
            if brush is not None:
                style.setBackground(brush)
            cursor.insertText(text, style)
        cursor.endEditBlock()
        if at_end:
            bar.setValue(bar.maximum())


class _Mark(QFrame):
    """A square in the colour of the arm."""

    def __init__(self, look: Look, theme: Theme) -> None:
        super().__init__()
        self._look, self._theme = look, theme
        self.setFixedSize(10, 10)
        theme.changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        self.setStyleSheet(f"background: {self._look.colour(self._theme).name()}; border-radius: 3px;")


def _joined(runs: Sequence[TextRun]) -> list[tuple[str, str]]:
    """(text, origin), neighbours of one origin together: one insertion for each."""
    result: list[tuple[str, str]] = []
    for run in runs:
        if result and result[-1][1] == run.origin:
            result[-1] = (result[-1][0] + run.text, run.origin)
        else:
            result.append((run.text, run.origin))
    return result
