"""Ctrl+K: one line in which a few letters find a chat, a preset or a model, and Enter goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from ui.fitting_dialog import resize_within
from ui.theme.palette import SPACE_M, SPACE_S

WIDTH_PX: Final = 520
HEIGHT_PX: Final = 400
_PLACE: Final = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to go. kind: 'Chat', 'Preset' or 'Model', in the user's language. go: does it."""

    kind: str
    title: str
    go: Callable[[], object]

    def matches(self, words: Sequence[str]) -> bool:
        """Whether all words are in it, in any order and case."""
        own = f"{self.kind} {self.title}".casefold()
        return all(word in own for word in words)


class Switcher(QDialog):
    """places: in the order in which they are offered before anything is typed."""

    def __init__(self, places: Sequence[Place], parent: QWidget) -> None:
        super().__init__(parent)
        self._places = list(places)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Go to"))
        resize_within(self, WIDTH_PX, HEIGHT_PX)
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("Chat, preset or model"))
        self.line.setAccessibleName(self.line.placeholderText())
        self.line.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setProperty("role", "menu")
        self.list.setAccessibleName(self.tr("Places to go to"))
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self.line)
        layout.addWidget(self.list, 1)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self._fill("")
        self.line.setFocus()

    def add(self, places: Sequence[Place]) -> None:
        """More places, which took a moment to be found: they come first."""
        self._places[:0] = places
        self._fill(self.line.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            match event.key():
                case Qt.Key.Key_Down | Qt.Key.Key_Up:
                    by = 1 if event.key() == Qt.Key.Key_Down else -1
                    self.list.setCurrentRow(min(max(self.list.currentRow() + by, 0), self.list.count() - 1))
                    return True
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    item = self.list.currentItem()
                    if item is not None:
                        self._go(item)
                    return True
        return super().eventFilter(watched, event)

    def _fill(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        for place in self._places:
            if place.matches(words):
                item = QListWidgetItem(f"{place.title}  ·  {place.kind}")
                item.setData(_PLACE, place)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _go(self, item: QListWidgetItem) -> None:
        place: Place = item.data(_PLACE)
        self.accept()
        place.go()
