"""The mark on what the model is shown no longer, and the line that says how much that is and takes it in again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from ui.chat.conversation import Conversation, UserTurn
from ui.theme.palette import SPACE_S
from ui.theme.theme import Theme


class LeftOut(QLabel):
    """Beside the name over a message."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setText(self.tr("left out"))
        self.setToolTip(self.tr("The model is not shown this any more: the context is too small for all of the chat"))
        self.setAccessibleName(self.tr("Left out of what the model is shown"))
        self.hide()


class LeftOutLine(QFrame):
    """Over the composer while anything of the chat is left out. taken_in: show the model all of it again."""

    taken_in = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = QLabel()
        self._words.setProperty("role", "small")
        self.undo = QToolButton()
        self.undo.setProperty("role", "text")
        self.undo.setText(self.tr("Take in again"))
        self.undo.setAccessibleName(self.tr("Show the model all of the chat again"))
        self.undo.clicked.connect(self.taken_in)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.undo)
        theme.changed.connect(self.update)
        self.hide()

    def show_state(self, conversation: Conversation, can_change: bool) -> None:
        """How much of the conversation is left out. can_change: whether that may be changed now."""
        n = sum(turn.left_out for turn in conversation.turns if isinstance(turn, UserTurn))
        one, several = self.tr("The oldest turn is left out"), self.tr("The {0} oldest turns are left out")
        self._words.setText(one if n == 1 else several.format(n))
        self.undo.setEnabled(can_change)
        self.setVisible(n > 0)
