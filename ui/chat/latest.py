"""The round button over a conversation that leads to its latest words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import QToolButton, QWidget

from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
_SIZE_PX: Final = 34
_BELOW_PX: Final = 12


class LatestButton(QToolButton):
    """Hidden until it is of use. over: what it lies on; call `place` when that has another size."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self.setProperty("role", "round")
        self.setToolTip(translate("Transcript", "To the latest words"))
        self.setAccessibleName(self.toolTip())
        theme.bind_icon(self, "chevron-down", "muted")
        self.setFixedSize(QSize(_SIZE_PX, _SIZE_PX))
        self.hide()

    def place(self) -> None:
        """In the middle of the lower edge."""
        over = self.parentWidget()
        if over is not None:
            self.move((over.width() - self.width()) // 2, over.height() - self.height() - _BELOW_PX)
