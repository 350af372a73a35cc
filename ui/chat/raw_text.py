"""A reply as the model wrote it, marks and all."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from ui.chat.text_views import FlowingText
from ui.theme.palette import FONT_PX
from ui.theme.theme import Theme

CHUNK: Final = 8000  # characters that are laid out in one go, so that a long reply does not hold up the window


class RawText(FlowingText):
    """The text appears piece by piece."""

    def __init__(self, text: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(self.tr("Reply as the model wrote it"))
        self._left = text
        self._style = QTextCharFormat()
        self._style.setFont(theme.mono_font(FONT_PX - 1))
        self._pieces = QTimer(self)
        self._pieces.setInterval(0)
        self._pieces.timeout.connect(self._more)
        self._more()

    def _more(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._left[:CHUNK], self._style)
        self._left = self._left[CHUNK:]
        if self._left:
            self._pieces.start()
        else:
            self._pieces.stop()
