"""The list of models behind the button in the top bar: those on disk, a search line, and a way to open a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.chat.text_views import below
from ui.fitting_dialog import popup_width
from ui.language import local
from ui.services import ModelChoice
from ui.theme.palette import FONT_PX, FONT_SMALL_PX, RADIUS_CONTROL, SPACE_M, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme, with_alpha

WIDTH_PX: Final = 420
ROW_PX: Final = 52
MAX_ROWS: Final = 7
_CHOICE: Final = Qt.ItemDataRole.UserRole


class ModelPicker(QFrame):
    """picked(path): a usable model was chosen. file_wanted: 'Open file…'. rescan_wanted: 'Look again'."""

    picked = Signal(str)
    file_wanted = Signal()
    rescan_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._choices: Sequence[ModelChoice] = ()
        self._current = ""
        self.setProperty("role", "popup")
        self.setAccessibleName(self.tr("Models"))
        self._find = QLineEdit()
        self._find.setPlaceholderText(self.tr("Find a model"))
        self._find.setAccessibleName(self._find.placeholderText())
        self._find.setClearButtonEnabled(False)
        self._find.textChanged.connect(self._fill)
        self._find.installEventFilter(self)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Models on this computer"))
        self._list.setItemDelegate(_ModelRow(theme, self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._list.setMouseTracking(True)
        self._list.itemClicked.connect(self._choose)
        self._list.itemActivated.connect(self._choose)
        self._none = QLabel()
        self._none.setProperty("role", "muted")
        self._none.setWordWrap(True)
        self._none.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._find)
        layout.addWidget(self._list)
        layout.addWidget(self._none)
        layout.addLayout(self._buttons(theme))

    def show_under(self, anchor: QWidget, choices: Sequence[ModelChoice], current: str) -> None:
        """Open below a button. current: path of the loaded model."""
        self._current = current
        self._find.clear()
        self.set_choices(choices)
        self.setFixedWidth(popup_width(anchor, WIDTH_PX))
        self.move(below(anchor, width=self.width()))
        self.show()
        self._find.setFocus()

    def set_choices(self, choices: Sequence[ModelChoice]) -> None:
        """Other models were found."""
        self._choices = choices
        self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search line the arrows move in the list and Enter picks."""
        if watched is self._find and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                item = self._list.currentItem()
                if item is not None:
                    self._choose(item)
                return True
        return super().eventFilter(watched, event)

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        for words, icon, signal in (
            (self.tr("Open file…"), "folder", self.file_wanted),
            (self.tr("Look again"), "refresh", self.rescan_wanted),
        ):
            button = QPushButton(words)
            button.setProperty("role", "plain")
            theme.bind_icon(button, icon, "muted")
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch()
        return row

    def _fill(self) -> None:
        words = self._find.text().lower().split()
        self._list.clear()
        for choice in self._choices:
            if all(word in f"{choice.title} {choice.detail}".lower() for word in words):
                item = QListWidgetItem(choice.title)
                item.setData(_CHOICE, (choice, choice.path == self._current))
                item.setToolTip(choice.path if choice.usable else local(choice.reason))
                if not choice.usable:
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self._list.addItem(item)
                if choice.path == self._current:
                    self._list.setCurrentItem(item)
        if self._list.currentRow() < 0:
            self._step(1)
        empty = self.tr("No model of that name.") if self._choices else self.tr("No models were found here yet.")
        self._none.setText(empty)
        self._none.setVisible(self._list.count() == 0)
        self._list.setVisible(self._list.count() > 0)
        self._list.setFixedHeight(min(max(self._list.count(), 1), MAX_ROWS) * scaled(ROW_PX))
        self.adjustSize()

    def _step(self, by: int) -> None:
        row = self._list.currentRow() + by
        while 0 <= row < self._list.count():
            choice, _ = self._list.item(row).data(_CHOICE)
            if choice.usable:
                self._list.setCurrentRow(row)
                return
            row += by

    def _choose(self, item: QListWidgetItem) -> None:
        choice, _ = item.data(_CHOICE)
        if choice.usable:
            self.hide()
            self.picked.emit(choice.path)


class _ModelRow(QStyledItemDelegate):
    """Title over detail; greyed with its reason when it cannot be a chat model."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, scaled(ROW_PX))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        choice, current = index.data(_CHOICE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
        if choice.usable and state & lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("raised"))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), RADIUS_CONTROL, RADIUS_CONTROL)
        inner = rect.adjusted(SPACE_M, 7, -SPACE_M, -7)
        if current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawRoundedRect(QRect(rect.left() + 3, rect.top() + 14, 3, rect.height() - 28), 1.5, 1.5)
        colours = self._theme.palette
        title = colours.text if choice.usable else colours.muted
        detail = local(choice.detail if choice.usable else choice.reason or choice.detail)
        for text, px, colour, flag in (
            (choice.title, FONT_PX, title, Qt.AlignmentFlag.AlignTop),
            (detail, FONT_SMALL_PX, colours.muted, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setFont(self._theme.font(px))
            painter.setPen(with_alpha(colour, 1.0 if choice.usable else 0.8))
            cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, inner.width())
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | flag, cut)
        painter.restore()
