"""Small pieces of the view: badges in a row that wraps, rules, buttons of one kind."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from ui.flow_layout import FlowLayout
from ui.speculation.parts import words
from ui.theme.theme import Theme


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
