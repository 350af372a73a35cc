"""The files of a message that was sent: a line for each, which opens to what the model was given."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from ui.chat.file_chips import size_in_words
from ui.chat.text_views import FlowingText
from ui.numerals import number
from ui.services import TextFile
from ui.theme.palette import FONT_PX, SPACE_XS
from ui.theme.theme import Theme

SHOWN: Final = 20_000  # characters: more would hold up the window, and nobody reads it here


class AttachedFile(QWidget):
    """Closed until the reader opens it."""

    def __init__(self, file: TextFile, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._theme = theme
        self._text: FlowingText | None = None
        self.head = QToolButton()
        self.head.setProperty("role", "fold")
        self.head.setCheckable(True)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setText(f"{file.name}  ·  {size_in_words(file.size)}")
        self.head.setAccessibleName(self.tr("Attached file {0}").format(file.name))
        self.head.toggled.connect(self._open)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_XS)
        self._layout.addWidget(self.head)
        self._open(False)

    def _open(self, opened: bool) -> None:
        if opened and self._text is None:
            self._text = self._laid_out()
            self._layout.addWidget(self._text)
        if self._text is not None:
            self._text.setVisible(opened)
        self._theme.bind_icon(self.head, "chevron-down" if opened else "chevron-right", "muted")
        self.head.setIconSize(QSize(14, 14))

    def _laid_out(self) -> FlowingText:
        view = FlowingText(self.tr("Text of {0}").format(self._file.name), wrap=False)
        style = QTextCharFormat()
        style.setFont(self._theme.mono_font(FONT_PX - 1))
        left = len(self._file.text) - SHOWN
        words = self.tr("… and {0} more characters").format(number(left)) if left > 0 else ""
        cursor = QTextCursor(view.document())
        cursor.insertText("\n".join(part for part in (self._file.text[:SHOWN], words) if part), style)
        return view
