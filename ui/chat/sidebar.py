"""The rail at the far left, which switches views."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

RAIL_PX: Final = 72  # or more, where a word is longer
_BESIDE_PX: Final = 9


class Rail(QFrame):
    """chosen(name): 'chat', 'compare', 'models' or 'settings'."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "column")
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
            button.setAccessibleName(words)
            theme.bind_icon(button, name)
            button.clicked.connect(lambda _=False, chosen=name: self.chosen.emit(chosen))
            group.addButton(button)
            self._buttons[name] = button
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()
        self._fit()
        self.mark("chat")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fit()

    def mark(self, name: str) -> None:
        """Show which view is open."""
        self._buttons[name].setChecked(True)

    def _fit(self) -> None:
        for button in self._buttons.values():
            button.ensurePolished()
        words = (button.fontMetrics().horizontalAdvance(button.text()) for button in self._buttons.values())
        width = max(RAIL_PX, max(words) + 2 * _BESIDE_PX)
        self.setFixedWidth(width)
        for button in self._buttons.values():
            button.setFixedSize(QSize(width - _BESIDE_PX, 54))
