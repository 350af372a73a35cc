"""Small pieces of the view: badges in a row that wraps, rules, buttons of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QLayoutItem, QPushButton, QSizePolicy, QToolButton, QWidget

from ui.speculation.parts import words
from ui.theme.theme import Theme

_GAP: Final = 6


class FlowLayout(QLayout):
    """Widgets side by side, in as many lines as the width asks for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), really=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, really=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        widest = max((size.width() for size in sizes), default=0)
        return QSize(widest, max((size.height() for size in sizes), default=0))

    def _place(self, rect: QRect, *, really: bool) -> int:
        """The height that it takes."""
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue  # hidden
            size = item.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + _GAP, 0
            if really:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + _GAP
            line = max(line, size.height())
        return y + line - rect.y()


class Chips(QWidget):
    """Badges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[str] = ()
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_texts(self, texts: Sequence[str]) -> None:
        """Other badges."""
        if texts == self._shown:
            return
        self._shown = texts
        while (item := self._flow.takeAt(0)) is not None:
            label = item.widget()
            if label is not None:
                label.setParent(None)
                label.deleteLater()
        for text in texts:
            self._flow.addWidget(words(text, "chip"))
        self.setAccessibleName(", ".join(texts))


def rule() -> QFrame:
    """A thin line across."""
    line = QFrame()
    line.setProperty("role", "line")
    line.setFixedHeight(1)
    return line


def button(text: str, name: str = "", role: str = "") -> QPushButton:
    """A push button. name: what a screen reader calls it, where the text alone is not enough."""
    made = QPushButton(text)
    if role:
        made.setProperty("role", role)
    if name:
        made.setAccessibleName(name)
    return made


def small_button(text: str, name: str = "") -> QToolButton:
    """A quiet button of small words."""
    made = QToolButton()
    made.setText(text)
    made.setProperty("role", "text")
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setAccessibleName(name or text)
    return made


def icon_button(icon: str, name: str, theme: Theme) -> QToolButton:
    """A square button with an icon; its name is its tool tip."""
    made = QToolButton()
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setAccessibleName(name)
    made.setToolTip(name)
    theme.bind_icon(made, icon, "muted")
    made.setIconSize(made.iconSize() * 0.8)
    return made


def selectable(label: QLabel) -> QLabel:
    """Let its text be marked and copied, by mouse and keyboard."""
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
