"""F1: what can be done from the keyboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.fitting_dialog import FittingDialog
from ui.theme.palette import SPACE_L, SPACE_S, SPACE_XL
from ui.theme.text_size import scaled

WIDTH_PX: Final = 460


class ShortcutsDialog(FittingDialog):
    """enter_sends: whether Enter sends or Ctrl+Enter does."""

    def __init__(self, enter_sends: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_XL)
        grid.setVerticalSpacing(SPACE_S)
        for row, (keys, words) in enumerate(self._lines(enter_sends)):
            shown = QLabel(self._named(keys))
            shown.setProperty("role", "title")
            grid.addWidget(shown, row, 0)
            said = QLabel(words)
            said.setWordWrap(True)
            grid.addWidget(said, row, 1)
        grid.setColumnStretch(1, 1)
        self.resize(scaled(WIDTH_PX), 0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_L)
        layout.addLayout(grid)
        layout.addWidget(buttons)

    def _named(self, keys: str) -> str:
        """As the system writes them; the key that sends has the name that it has everywhere else in the window."""
        native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        return native.replace("Return", self.tr("Enter"))

    def _lines(self, enter_sends: bool) -> list[tuple[str, str]]:
        return [
            ("Return" if enter_sends else "Ctrl+Return", self.tr("Send the message")),
            ("Shift+Return" if enter_sends else "Return", self.tr("A new line in the message")),
            ("Esc", self.tr("Stop the reply, or close what is open")),
            ("Ctrl+N", self.tr("A new chat")),
            ("Ctrl+F", self.tr("Find in all chats")),
            ("Ctrl+K", self.tr("Go to a chat, a preset or a model")),
            ("Ctrl+B", self.tr("To the list of chats, and back")),
            ("Ctrl+L", self.tr("To the message line")),
            ("Ctrl+,", self.tr("Settings")),
            ("F2", self.tr("Rename the chat in the list")),
            ("Del", self.tr("Delete the chat in the list")),
            ("Ctrl++", self.tr("Larger text")),
            ("Ctrl+-", self.tr("Smaller text")),
            ("Ctrl+0", self.tr("Text as large as the system's")),
            ("F9", self.tr("Show or hide the speculation panel")),
            ("F1", self.tr("This help")),
        ]
