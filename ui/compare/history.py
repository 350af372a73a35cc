"""Comparisons that are kept: a list to find one in, open it again, or delete it, and how speedups went over time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
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
from ui.compare.services import KeptComparison
from ui.compare.trend import TrendGraph
from ui.compare.words import arm_title
from ui.fitting_dialog import popup_width
from ui.language import local
from ui.numerals import moment, number
from ui.speculation.parts import words
from ui.speculation.words import speed
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
WIDTH_PX: Final = 460
ROWS_PX: Final = 260
_ID: Final = Qt.ItemDataRole.UserRole


class HistoryPopup(QFrame):
    """opened(id), deleted(id): what a person wants with one."""

    opened = Signal(str)
    deleted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._rows: Sequence[KeptComparison] = ()
        self._known = False
        self._asked = False  # whether it shall really be deleted: nothing brings it back
        self.setProperty("role", "popup")
        self.setAccessibleName(self.tr("Kept comparisons"))
        self._find = QLineEdit()
        self._find.setPlaceholderText(self.tr("Find by model, preset or date"))
        self._find.setAccessibleName(self._find.placeholderText())
        self._find.textChanged.connect(self._fill)
        self.model = _choice(self.tr("Model of the comparisons"))
        self.preset = _choice(self.tr("Preset of the comparisons"))
        for box in (self.model, self.preset):
            box.activated.connect(lambda _: self._fill())
        self.trend = TrendGraph(theme)
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
        choices = QHBoxLayout()
        choices.setSpacing(SPACE_S)
        choices.addWidget(self.model, 1)
        choices.addWidget(self.preset, 1)
        layout.addLayout(choices)
        layout.addWidget(self.trend)
        layout.addWidget(self.list)
        layout.addWidget(self._none)
        layout.addLayout(feet)
        theme.changed.connect(self.update)

    def show_under(self, anchor: QWidget) -> None:
        """Open below a button, its right edge at the button's."""
        self._find.clear()
        self._fill()
        self.setFixedWidth(popup_width(anchor, WIDTH_PX))
        corner = below(anchor)
        edge = anchor.window().geometry().left()
        self.move(max(corner.x() + anchor.width() - self.width(), edge), corner.y())
        self.show()
        self._find.setFocus()

    def set_rows(self, rows: Sequence[KeptComparison]) -> None:
        """What is kept, newest first."""
        self._rows, self._known = rows, True
        _offer(self.model, self.tr("All models"), ((row.model, row.model) for row in rows))
        arms = (name for row in rows for name, _, gain in row.speeds if gain is not None)
        _offer(self.preset, self.tr("All presets"), ((name, arm_title(name)) for name in sorted(set(arms))))
        self._fill()

    def _fill(self) -> None:
        wanted = self._find.text().lower().split()
        model, preset = self.model.currentData() or "", self.preset.currentData() or ""
        self.list.clear()
        shown: list[KeptComparison] = []
        for row in self._rows:
            text = _told(row)
            chosen = model in ("", row.model) and (not preset or preset in row.arms)
            if chosen and all(word in f"{text} {' '.join(row.arms)}".lower() for word in wanted):
                shown.append(row)
                item = QListWidgetItem(text)
                item.setData(_ID, row.id)
                item.setToolTip(text)
                self.list.addItem(item)
        self.trend.show_rows(shown, preset)
        for widget in (self.model, self.preset, self.trend):
            widget.setVisible(bool(self._rows))
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
        self._ask(False)
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
            asked = self._asked
            self._ask(not asked)
            if asked:
                self.deleted.emit(item.data(_ID))

    def _ask(self, asked: bool) -> None:
        self._asked = asked
        self.delete_button.setText(self.tr("Delete for good?") if asked else self.tr("Delete"))


def _choice(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box


def _offer(box: QComboBox, everything: str, choices: Iterable[tuple[str, str]]) -> None:
    """(data, title) of each choice, each once; what was chosen stays if it is still there."""
    before = box.currentData()
    box.clear()
    box.addItem(everything, "")
    for data, title in dict(choices).items():
        box.addItem(title, data)
    box.setCurrentIndex(max(box.findData(before), 0))


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
