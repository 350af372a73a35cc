"""The rail at the far left, which switches views."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

RAIL_PX: Final = 72


class Rail(QFrame):
    """chosen(name): 'chat', 'compare', 'models' or 'settings'."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "column")
        self.setFixedWidth(RAIL_PX)
        self._buttons: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, SPACE_M, 4, SPACE_M)
        layout.setSpacing(SPACE_S)
        for name, words in (
            ("chat", self.tr("Chat")),
            ("compare", self.tr("Compare")),
            ("models", self.tr("Models")),
            ("settings", self.tr("Settings")),
        ):
            button = QToolButton()
            button.setProperty("role", "rail")
            button.setText(words)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setCheckable(True)
            button.setFixedSize(QSize(RAIL_PX - 9, 54))
            button.setAccessibleName(words)
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
