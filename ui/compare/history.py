"""Comparisons that are kept: a list to find one in, open it again, or delete it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.text_views import below
from ui.compare.words import arm_title
from ui.comparison import KeptComparison
from ui.language import local
from ui.numerals import moment, number
from ui.speculation.parts import words
from ui.speculation.words import speed
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
WIDTH_PX: Final = 460
ROWS_PX: Final = 320
_ID: Final = Qt.ItemDataRole.UserRole


class HistoryPopup(QFrame):
    """opened(id), deleted(id): what a person wants with one."""

    opened = Signal(str)
    deleted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._rows: Sequence[KeptComparison] = ()
        self._known = False
        self.setProperty("role", "popup")
        self.setFixedWidth(WIDTH_PX)
        self._find = QLineEdit()
        self._find.setPlaceholderText(self.tr("Find by model, preset or date"))
        self._find.setAccessibleName(self._find.placeholderText())
        self._find.textChanged.connect(self._fill)
        self.list = QListWidget()
        self.list.setProperty("role", "menu")
        self.list.setAccessibleName(self.tr("Kept comparisons"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedHeight(ROWS_PX)
        self.list.itemActivated.connect(lambda _: self._open())
        self.list.itemSelectionChanged.connect(self._allow)
        self._none = words("", "muted", wrap=True)
        self._none.setContentsMargins(SPACE_S, SPACE_M, SPACE_S, SPACE_M)
        self.open_button = QPushButton(self.tr("Open"))
        self.open_button.clicked.connect(self._open)
        self.delete_button = QPushButton(self.tr("Delete"))
        self.delete_button.setProperty("role", "danger")
        self.delete_button.clicked.connect(self._delete)
        feet = QHBoxLayout()
        feet.addStretch(1)
        feet.addWidget(self.delete_button)
        feet.addWidget(self.open_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._find)
        layout.addWidget(self.list)
        layout.addWidget(self._none)
        layout.addLayout(feet)
        theme.changed.connect(self.update)

    def show_under(self, anchor: QWidget) -> None:
        """Open below a button, its right edge at the button's."""
        self._find.clear()
        self._fill()
        corner = below(anchor)
        self.move(corner.x() + anchor.width() - WIDTH_PX, corner.y())
        self.show()
        self._find.setFocus()

    def set_rows(self, rows: Sequence[KeptComparison]) -> None:
        """What is kept, newest first."""
        self._rows, self._known = rows, True
        self._fill()

    def _fill(self) -> None:
        wanted = self._find.text().lower().split()
        self.list.clear()
        for row in self._rows:
            text = _told(row)
            if all(word in f"{text} {' '.join(row.arms)}".lower() for word in wanted):
                item = QListWidgetItem(text)
                item.setData(_ID, row.id)
                item.setToolTip(text)
                self.list.addItem(item)
        self._none.setText(
            self.tr("No comparison fits.")
            if self._rows
            else self.tr("No comparison is kept yet. Every one that runs is kept here, also when it is stopped.")
            if self._known
            else self.tr("Reading…")
        )
        any_rows = self.list.count() > 0
        self._none.setVisible(not any_rows)
        self.list.setVisible(any_rows)
        if any_rows:
            self.list.setCurrentRow(0)
        self._allow()
        self.adjustSize()

    def _allow(self) -> None:
        for button in (self.open_button, self.delete_button):
            button.setEnabled(self.list.currentItem() is not None)

    def _open(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.hide()
            self.opened.emit(item.data(_ID))

    def _delete(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.deleted.emit(item.data(_ID))


def _told(row: KeptComparison) -> str:
    """Two lines: when and with which model, then how fast each arm was."""
    when = row.started_at
    with contextlib.suppress(ValueError):  # another version may have written it otherwise
        when = moment(datetime.fromisoformat(when))
    speeds = ", ".join(
        f"{arm_title(name)} {speed(median)}" + (f" ({number(gain, 2)}×)" if gain is not None else "")
        for name, median, gain in row.speeds
    )
    endings = {
        "stopped": translate("HistoryPopup", "stopped"),
        "died": translate("HistoryPopup", "the engine died"),
        "failed": translate("HistoryPopup", "failed"),
    }
    ending = "" if row.ending == "done" else f" · {endings.get(row.ending) or local(row.ending)}"
    return f"{when} · {row.model}{ending}\n{speeds or '–'}"
