"""'< 2/3 >': which version of a turn is shown, and the way to its siblings."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from ui.theme.theme import Theme


class Versions(QWidget):
    """chosen(id): show this version. Empty while there is only one, as nearly everywhere."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._siblings: tuple[int, ...] = ()
        self._at = 0
        self._allowed = True
        self._parts: tuple[QToolButton, QLabel, QToolButton] | None = None
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.hide()

    def show_place(self, own: int, siblings: tuple[int, ...]) -> None:
        """own: the id of the version that is shown; siblings: those of all, oldest first."""
        self._siblings = siblings
        self._at = siblings.index(own) if own in siblings else 0
        if len(siblings) > 1 and self._parts is None:
            self._parts = self._make_parts()
        self.setVisible(len(siblings) > 1)
        self._refresh()

    def allow(self, allowed: bool) -> None:
        """Whether another version may be shown now."""
        self._allowed = allowed
        self._refresh()

    def _make_parts(self) -> tuple[QToolButton, QLabel, QToolButton]:
        older = self._arrow(self.tr("Older version"), "chevron-left", -1)
        count = QLabel()
        count.setProperty("role", "small")
        newer = self._arrow(self.tr("Newer version"), "chevron-right", 1)
        for widget in (older, count, newer):
            self._layout.addWidget(widget)
        return older, count, newer

    def _refresh(self) -> None:
        if self._parts is not None:
            older, count, newer = self._parts
            count.setText(f"{self._at + 1}/{len(self._siblings)}")
            count.setAccessibleName(self.tr("Version {0} of {1}").format(self._at + 1, len(self._siblings)))
            older.setEnabled(self._allowed and self._at > 0)
            newer.setEnabled(self._allowed and self._at + 1 < len(self._siblings))

    def _step(self, by: int) -> None:
        self.chosen.emit(self._siblings[self._at + by])

    def _arrow(self, name: str, symbol: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: self._step(by))
        self._theme.bind_icon(button, symbol, "muted")
        button.setIconSize(QSize(14, 14))
        return button
