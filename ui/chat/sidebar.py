"""The rail at the far left, which switches views."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

RAIL_PX: Final = 72  # or more, where a word is longer
_BESIDE_PX: Final = 9
_BUTTON_PX: Final = 54
_ICON_BUTTON_PX: Final = 40  # without its word, where there is no room below it


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
        theme.resized.connect(self._fit)
        self._fit()
        self.mark("chat")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height(_ICON_BUTTON_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() != self.height():
            self._fit()

    def mark(self, name: str) -> None:
        """Show which view is open."""
        self._buttons[name].setChecked(True)

    def _fit(self) -> None:
        buttons = self._buttons.values()
        for button in buttons:
            button.ensurePolished()
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setToolTip(button.text())
        width = max(scaled(RAIL_PX), max(button.sizeHint().width() for button in buttons) + _BESIDE_PX)
        spoken = self.height() >= self._height(scaled(_BUTTON_PX))
        self.setFixedWidth(width if spoken else RAIL_PX)
        for button in buttons:
            if not spoken:
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            high = scaled(_BUTTON_PX) if spoken else _ICON_BUTTON_PX
            button.setFixedSize(QSize(self.width() - _BESIDE_PX, high))

    def _height(self, of_one: int) -> int:
        return len(self._buttons) * (of_one + SPACE_S) + 2 * SPACE_M
