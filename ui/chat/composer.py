"""Where the user writes: grows with the text, sends or stops, and says why when it cannot."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.conversation import UserTurn
from ui.chat.schema import SchemaChip
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S
from ui.theme.theme import Theme, Tone, restyle

MAX_LINES: Final = 8
State = Literal["ready", "writing", "stopping", "blocked"]


class Composer(QFrame):
    """submitted(text, UserTurn or None): the user sends, perhaps a new version of an earlier message. stop_wanted: Stop
    was pressed."""

    submitted = Signal(str, object)
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: State = "blocked"
        self._editing: UserTurn | None = None
        self._shown: tuple[bool, bool] | None = None  # running, able: what the button looks like now
        self.setProperty("role", "composer")
        self.input = _Input(theme)
        self.input.setAccessibleName(self.tr("Message"))
        self.input.submit.connect(self._submit)
        self.input.textChanged.connect(self._refresh)
        self._edit_line = self._make_edit_line()
        self._hint = QLabel()
        self._hint.setProperty("role", "small")
        self.schema = SchemaChip(theme)
        self._send = QPushButton()
        self._send.setProperty("role", "primary")
        self._send.clicked.connect(self._pressed)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        low.addWidget(self.schema)
        low.addWidget(self._hint, 1)
        low.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M + 2, SPACE_M, SPACE_S + 2, SPACE_S + 2)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._edit_line)
        layout.addWidget(self.input)
        layout.addLayout(low)
        self.set_enter_sends(True)
        self.set_state("blocked", self.tr("Load a model first"))

    def set_state(self, state: State, words: str) -> None:
        """words: the placeholder; for a blocked composer the reason."""
        if state == self._state and words == self.input.placeholderText():
            return
        self._state = state
        self.input.setPlaceholderText(words)
        self.input.viewport().update()  # Qt leaves the old words on screen when nothing else changes
        self.input.setReadOnly(state == "blocked")
        self._refresh()

    def set_enter_sends(self, enter: bool) -> None:
        """Enter sends, or Ctrl+Enter does."""
        self.input.enter_sends = enter
        self._hint.setText(
            self.tr("Enter sends · Shift+Enter new line") if enter else self.tr("Ctrl+Enter sends · Enter new line")
        )

    def edit(self, turn: UserTurn) -> None:
        """Take an earlier message up again to change it."""
        self._editing = turn
        self._edit_line.show()
        self.put(turn.text)

    def put(self, text: str) -> None:
        """Fill in a text and place the cursor behind it."""
        self.input.setPlainText(text)
        self.input.moveCursor(self.input.textCursor().MoveOperation.End)
        self.input.setFocus()

    def take_draft(self) -> str:
        """What is being written, taken out to be put back later."""
        self.leave_edit()
        text = self.input.toPlainText()
        self.input.clear()
        return text

    def leave_edit(self) -> None:
        """Back to writing a new message; what was being edited is dropped."""
        if self._editing is not None:
            self._editing = None
            self._edit_line.hide()
            self.input.clear()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.input.setFocus()
        super().mousePressEvent(event)

    def _make_edit_line(self) -> QWidget:
        line = QWidget()
        label = QLabel(self.tr("Editing an earlier message: what it was and what followed stay as another version"))
        label.setProperty("role", "small")
        close = QToolButton()
        close.setAccessibleName(self.tr("Stop editing"))
        close.setToolTip(close.accessibleName())
        self._theme.bind_icon(close, "close", "muted")
        close.clicked.connect(self.leave_edit)
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(label, 1)
        layout.addWidget(close)
        line.hide()
        return line

    def _pressed(self) -> None:
        if self._state in ("writing", "stopping"):
            self.stop_wanted.emit()
        else:
            self._submit()

    def _submit(self) -> None:
        text = self.input.toPlainText()
        if self._state != "ready" or not text.strip():
            return
        edited, self._editing = self._editing, None
        self._edit_line.hide()
        self.input.clear()
        self.submitted.emit(text, edited)

    def _refresh(self) -> None:
        running = self._state in ("writing", "stopping")
        able = self._state == "writing" or (self._state == "ready" and bool(self.input.toPlainText().strip()))
        if (running, able) == self._shown:
            return
        self._shown = (running, able)
        self._send.setEnabled(able)
        self._send.setText(self.tr("Stop") if running else self.tr("Send"))
        self._send.setAccessibleName(self.tr("Stop the reply") if running else self.tr("Send the message"))
        self._send.setToolTip(self.tr("Esc stops the reply") if running else "")
        tone: Tone = "muted" if not able else "text" if running else "on_accent"
        self._theme.bind_icon(self._send, "stop" if running else "send", tone)
        restyle(self._send, "stop" if running else "primary")


class _Input(QPlainTextEdit):
    """Plain text, one to eight lines tall."""

    submit = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.enter_sends = True
        self.setProperty("role", "bare")
        self.setFont(theme.font(FONT_PX))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a dropped file is for the window
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
            if held == control or (self.enter_sends and held == none):
                self.submit.emit()
                return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        lines = max(1, min(round(self.document().size().height()), MAX_LINES))  # a plain layout counts lines
        height = lines * self.fontMetrics().lineSpacing() + 4
        policy = Qt.ScrollBarPolicy
        too_long = self.document().size().height() > MAX_LINES
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if too_long else policy.ScrollBarAlwaysOff)
        self.setFixedHeight(height)
