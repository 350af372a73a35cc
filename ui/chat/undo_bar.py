"""A strip under the list: what was just deleted, and the way back."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from ui.services import ConversationRow
from ui.theme.palette import SPACE_S
from ui.theme.theme import Theme

SHOWN_MS: Final = 12_000
TITLE_LENGTH: Final = 18


class UndoBar(QFrame):
    """Shows itself for some seconds after each deletion. undone(ids): have these back."""

    undone = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._deleted: list[int] = []
        self.setProperty("role", "raised")
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._words.setProperty("role", "small")
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        undo = QPushButton(self.tr("Undo"))
        undo.setProperty("role", "plain")
        undo.clicked.connect(self._undo)
        close = QToolButton()
        close.setAccessibleName(self.tr("Close this message"))
        close.clicked.connect(self.dismiss)
        theme.bind_icon(close, "close", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_S + 2, 6, 4, 6)
        layout.setSpacing(2)
        layout.addWidget(self._words, 1)
        layout.addWidget(undo)
        layout.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.dismiss)
        self.hide()

    def add(self, row: ConversationRow) -> None:
        """One more was deleted; together with those that are still in the bar it can be had back."""
        self._deleted.append(row.id)
        n = len(self._deleted)
        title = row.title or self.tr("New chat")
        one = self.tr("“{0}” deleted")
        self.setAccessibleName(self.tr("%n chats deleted", "", n) if n > 1 else one.format(title))
        self.setToolTip(self.accessibleName())
        cut = title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1].rstrip() + "…"
        self._words.setText(self.accessibleName() if n > 1 else one.format(cut))
        self.show()
        self._timer.start()

    def dismiss(self) -> None:
        """Take the bar away."""
        self._timer.stop()
        self._deleted = []
        self.hide()

    def _undo(self) -> None:
        deleted = self._deleted
        self.dismiss()
        self.undone.emit(deleted)
