"""Where the user writes: a text, files that go with it, what both take of the context, and the button that sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.conversation import UserTurn
from ui.chat.file_chips import FileChips
from ui.chat.message_input import MessageInput
from ui.chat.schema import SchemaChip
from ui.numerals import number
from ui.services import Draft, TextFile
from ui.speculation.parts import ElidedLabel
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme, Tone, restyle

State = Literal["ready", "writing", "stopping", "blocked"]


class Composer(QFrame):
    """submitted(Draft, UserTurn or None): the user sends, perhaps a new version of an earlier message. stop_wanted:
    Stop was pressed. changed: another text or other files. files_wanted: ask for one. files_pasted(paths)."""

    submitted = Signal(object, object)
    stop_wanted = Signal()
    changed = Signal()
    files_wanted = Signal()
    files_pasted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: State = "blocked"
        self._editing: UserTurn | None = None
        self._shown: tuple[bool, bool] | None = None  # running, able: what the button looks like now
        self.setProperty("role", "composer")
        self.input = MessageInput(theme)
        self.input.setAccessibleName(self.tr("Message"))
        self.input.submit.connect(self._submit)
        self.input.textChanged.connect(self._edited)
        self.input.files_pasted.connect(self.files_pasted)
        self._chips = FileChips(theme)
        self._chips.changed.connect(self._edited)
        self._attach = QToolButton()
        self._attach.setAccessibleName(self.tr("Attach text files"))
        self._attach.setToolTip(self._attach.accessibleName())
        self._attach.clicked.connect(self.files_wanted)
        theme.bind_icon(self._attach, "attach", "muted")
        self._attach.setIconSize(self._attach.iconSize() * 0.8)
        self._tokens = QLabel()
        self._tokens.setProperty("role", "small")
        self._edit_line = self._make_edit_line()
        self._hint = ElidedLabel("small")
        self.schema = SchemaChip(theme)
        self._send = QPushButton()
        self._send.setProperty("role", "primary")
        self._send.clicked.connect(self._pressed)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        low.addWidget(self._attach)
        low.addWidget(self.schema)
        low.addWidget(self._hint, 1)
        low.addWidget(self._tokens)
        low.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M + 2, SPACE_M, SPACE_S + 2, SPACE_S + 2)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._edit_line)
        layout.addWidget(self._chips)
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

    @property
    def draft(self) -> Draft:
        """What is being written."""
        return Draft(self.input.toPlainText(), self._chips.files)

    @property
    def editing(self) -> UserTurn | None:
        """The earlier message of which another version is being written."""
        return self._editing

    def edit(self, turn: UserTurn) -> None:
        """Take an earlier message up again to change it."""
        self._editing = turn
        self._edit_line.show()
        self.put(Draft(turn.text, turn.files))

    def put(self, draft: Draft, instead_of: UserTurn | None = None) -> None:
        """Fill in a draft and place the cursor behind it. instead_of: it is another version of this message."""
        if instead_of is not None:
            self._editing = instead_of
            self._edit_line.show()
        self.fill(draft)
        self.input.setFocus()

    def fill(self, draft: Draft) -> None:
        """The same, and the keyboard stays where it is."""
        self._chips.set_files(draft.files)
        self.input.setPlainText(draft.text)
        self.input.moveCursor(self.input.textCursor().MoveOperation.End)

    def add_file(self, file: TextFile) -> None:
        """Have a file go with the message."""
        self._chips.add(file)
        self.input.setFocus()

    def take(self) -> Draft:
        """What is being written, taken out to be sent."""
        draft, self._editing = self.draft, None
        self._edit_line.hide()
        self._clear()
        return draft

    def take_draft(self) -> Draft:
        """What is being written, taken out to be put back later."""
        self.leave_edit()
        draft = self.draft
        self._clear()
        return draft

    def leave_edit(self) -> None:
        """Back to writing a new message; what was being edited is dropped."""
        if self._editing is not None:
            self._editing = None
            self._edit_line.hide()
            self._clear()

    def show_tokens(self, n_tokens: int, files: Sequence[int], n_ctx: int, too_long: bool) -> None:
        """What is being written takes so many tokens, each of its files so many of them. too_long: with the
        conversation it is more than the context holds. n_tokens 0: it is not known."""
        self._chips.show_tokens(files, n_ctx)
        words = self.tr("{0} tokens").format(number(n_tokens)) if n_tokens else ""
        if too_long:
            words = self.tr("{0}: too long for the context").format(words)
        self._tokens.setText(words)
        restyle(self._tokens, "bad" if too_long else "small")

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
        if self._state == "ready" and self._something:
            edited = self._editing
            self.submitted.emit(self.take(), edited)

    @property
    def _something(self) -> bool:
        return bool(self.input.toPlainText().strip()) or bool(self._chips.files)

    def _clear(self) -> None:
        self._chips.set_files(())
        self.input.clear()

    def _edited(self) -> None:
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        running = self._state in ("writing", "stopping")
        able = self._state == "writing" or (self._state == "ready" and self._something)
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
