"""Left of the chat: the rail that switches views, and this session's conversations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.conversation import Conversation
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

RAIL_PX: Final = 72
COLUMN_PX: Final = 208
_CONVERSATION: Final = Qt.ItemDataRole.UserRole


class Rail(QFrame):
    """chosen(name): 'chat' or 'settings'. The other two places are kept, and say that they are not built yet."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "column")
        self.setFixedWidth(RAIL_PX)
        self._buttons: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        later = self.tr("Comes with a later version")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, SPACE_M, 4, SPACE_M)
        layout.setSpacing(SPACE_S)
        for name, words, hint in (
            ("chat", self.tr("Chat"), ""),
            ("compare", self.tr("Compare"), later),
            ("models", self.tr("Models"), later),
            ("settings", self.tr("Settings"), ""),
        ):
            button = QToolButton()
            button.setProperty("role", "rail")
            button.setText(words)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setCheckable(True)
            button.setFixedSize(QSize(RAIL_PX - 9, 54))
            button.setAccessibleName(f"{words}: {hint}" if hint else words)
            button.setToolTip(hint)
            button.setEnabled(not hint)
            theme.bind_icon(button, name)
            button.clicked.connect(lambda _=False, chosen=name: self.chosen.emit(chosen))
            group.addButton(button)
            self._buttons[name] = button
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()
        self.mark("chat")

    def mark(self, name: str) -> None:
        """Show which view is open."""
        self._buttons[name].setChecked(True)


class ConversationColumn(QFrame):
    """new_wanted: New chat. chosen(Conversation): another one was picked."""

    new_wanted = Signal()
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "column")
        self.setFixedWidth(COLUMN_PX)
        new = QPushButton(self.tr("New chat"))
        new.setProperty("role", "primary")
        new.setToolTip(self.tr("Ctrl+N"))
        new.clicked.connect(self.new_wanted)
        theme.bind_icon(new, "plus", "on_accent")
        self._head = QLabel(self.tr("This session"))
        self._head.setProperty("role", "who")
        self._head.setContentsMargins(SPACE_S, SPACE_S, 0, 0)
        self._list = QListWidget()
        self._list.setProperty("role", "sidebar")
        self._list.setAccessibleName(self.tr("Conversations, newest first"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setUniformItemSizes(True)
        self._list.currentItemChanged.connect(self._changed)
        note = QLabel(self.tr("Kept until you close the window."))
        note.setProperty("role", "small")
        note.setWordWrap(True)
        note.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(new)
        layout.addWidget(self._head)
        layout.addWidget(self._list, 1)
        layout.addWidget(note)

    def show_conversations(self, conversations: Sequence[Conversation], current: Conversation) -> None:
        """The list, newest first. An empty conversation that is on screen is not in it yet."""
        self._list.blockSignals(True)
        self._list.clear()
        for conversation in conversations:
            item = QListWidgetItem(conversation.title)
            item.setData(_CONVERSATION, conversation)
            item.setToolTip(conversation.started.strftime("%H:%M"))
            self._list.addItem(item)
            if conversation is current:
                self._list.setCurrentItem(item)
        self._head.setVisible(self._list.count() > 0)
        self._list.blockSignals(False)

    def _changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(_CONVERSATION))
