"""The line of text that one writes in: it grows, knows which key sends, takes pasted files, and finds earlier messages
again with the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from ui.theme.palette import FONT_PX
from ui.theme.theme import Theme

MAX_LINES: Final = 8


class MessageInput(QPlainTextEdit):
    """Plain text, one to eight lines tall. submit: the key that sends was pressed. files_pasted(paths)."""

    submit = Signal()
    files_pasted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.enter_sends = True
        self._earlier: Sequence[str] = ()
        self._at = 0  # how many messages back the text is that is shown; 0 for what is being written
        self.setProperty("role", "bare")
        theme.bind_font(self, lambda: theme.font(FONT_PX))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a dropped file is for the window
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.resized.connect(self._fit)
        self._fit()

    def set_earlier(self, messages: Sequence[str]) -> None:
        """What arrow-up brings back, oldest first."""
        self._earlier, self._at = messages, 0

    def show_text(self, text: str) -> None:
        """Put a text in place of what is there, with the cursor behind it. It can be undone."""
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(local_files(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            self.files_pasted.emit(files)
        else:
            super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        none = Qt.KeyboardModifier.NoModifier
        sends = held == Qt.KeyboardModifier.ControlModifier or (self.enter_sends and held == none)
        if sends and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit.emit()
            return
        by = {int(Qt.Key.Key_Up): 1, int(Qt.Key.Key_Down): -1}.get(event.key(), 0)
        if by and held == none and self._walk(by):
            return
        super().keyPressEvent(event)

    def _walk(self, by: int) -> bool:
        """Go `by` messages back; False where the key is for moving the cursor."""
        text = self.toPlainText()
        shown = self._earlier[-self._at] if self._at else ""
        if text != shown if self._at else bool(text) and by > 0:
            self._at = 0  # what was brought back has been changed: it is a message of its own
            return False
        at = self._at + by
        if self.isReadOnly() or not 0 <= at <= len(self._earlier) or (by < 0 and not self._at):
            return False
        self._at = at
        self.show_text(self._earlier[-at] if at else "")
        return True

    def _fit(self) -> None:
        lines = max(1, min(round(self.document().size().height()), MAX_LINES))  # a plain layout counts lines
        height = lines * self.fontMetrics().lineSpacing() + 4
        policy = Qt.ScrollBarPolicy
        too_long = self.document().size().height() > MAX_LINES
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if too_long else policy.ScrollBarAlwaysOff)
        self.setFixedHeight(height)


def local_files(data: QMimeData) -> list[str]:
    """Paths of the files of this computer in what is dropped or pasted."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []
