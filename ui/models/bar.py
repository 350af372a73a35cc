"""The bar over the models: searching, filtering, sorting, the folders, and ways to have more models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.text_views import below
from ui.flow_layout import FlowLayout
from ui.models import words
from ui.models.listing import Column, ModelTable
from ui.models.parts import button, small_button
from ui.models.services import Place
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.text_size import hold, scaled
from ui.theme.theme import Theme

_ADD_FROM_PX: Final = 1000


class ModelsBar(QFrame):
    """searched(text), filtered(name), sorted_by(column, descending), folders_wanted, add_wanted, get_wanted,
    details_wanted."""

    searched = Signal(str)
    filtered = Signal(str)
    sorted_by = Signal(int, bool)
    folders_wanted = Signal()
    add_wanted = Signal()
    get_wanted = Signal()
    details_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._sorted = (int(Column.MODEL), False)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search on this computer"))
        self.search.setAccessibleName(self.tr("Search the models on this computer"))
        self.search.setClearButtonEnabled(False)
        self.search.setMinimumWidth(110)
        self.search.setMaximumWidth(260)
        self.search.textChanged.connect(self.searched)
        self.filter = QComboBox()
        self.filter.setAccessibleName(self.tr("Which files to show"))
        for title, name in (
            (self.tr("All files"), "all"),
            (self.tr("Chat models"), "chat"),
            (self.tr("Drafts and heads"), "drafts"),
            (self.tr("That fit"), "fits"),
            (self.tr("Other files"), "other"),
        ):
            self.filter.addItem(title, name)
        self.filter.currentIndexChanged.connect(lambda _: self.filtered.emit(self.filter.currentData()))
        self.sorting = _quiet(self.tr("Sort"), theme)
        self.sorting.setAccessibleName(self.tr("Sort the models"))
        self.sorting.clicked.connect(self._open_sorting)
        self.places = _quiet("", theme)
        self.places.setAccessibleName(self.tr("Folders with models"))
        self.places.clicked.connect(self.folders_wanted)
        self.get = button(self.tr("Get a model…"), self.tr("Get a model from the hub"))
        self.get.clicked.connect(self.get_wanted)
        self.add = button(self.tr("Add folder…"), self.tr("Look for models in another folder too"))
        self.add.clicked.connect(self.add_wanted)
        self.details = button(self.tr("Details"), self.tr("All about the model"))
        self.details.clicked.connect(self.details_wanted)
        hold(self.filter, maximumWidth=146)
        self._title = label(self.tr("Models"), "title")
        self._first, self._second = QHBoxLayout(), FlowLayout()
        self._first.setSpacing(SPACE_S)
        for widget, stretch in ((self._title, 0), (self.search, 1), (self.filter, 0), (self.sorting, 0)):
            self._first.addWidget(widget, stretch)
        self._first.addStretch(1)
        self._second.addWidget(self.details)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        layout.setSpacing(SPACE_S)
        layout.addLayout(self._first)
        layout.addLayout(self._second)
        self.fold(False)
        theme.resized.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        first = (self.search, self.filter, self.sorting)
        widths = [
            one.minimumSizeHint().expandedTo(one.minimumSize()).boundedTo(one.maximumSize()).width() for one in first
        ]
        beside = SPACE_L + SPACE_M + 3 * SPACE_S
        return QSize(sum(widths) + beside, super().minimumSizeHint().height())  # before it is narrower, it folds

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.add.setVisible(self.width() >= scaled(_ADD_FROM_PX))  # the folders' own list has it too

    def fold(self, folded: bool) -> None:
        """Several lines, with a button for what is shown beside the list otherwise; or one."""
        row: QLayout = self._second if folded else self._first
        for widget in (self.places, self.get, self.add):
            row.addWidget(widget)
        self.details.setVisible(folded)
        self._title.setVisible(not folded)

    def show_places(self, places: Sequence[Place], looking: bool) -> None:
        """The folders, and whether they are being looked through."""
        there = [one for one in places if one.there]
        total = words.size(sum(one.size for one in there))
        figures = self.tr("%n folders · {0}", "", len(there)).format(total)
        self.places.setText(self.tr("Looking…") if looking else figures)
        self.places.setAccessibleName(self.tr("Folders with models: {0}").format(figures))

    def show_all(self) -> None:
        """No search and no filter."""
        self.search.clear()
        self.filter.setCurrentIndex(0)

    def show_sorted(self, column: int, order: Qt.SortOrder) -> None:
        """By what the table is sorted."""
        self._sorted = (column, order == Qt.SortOrder.DescendingOrder)

    def _open_sorting(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        titles, (now, downwards) = ModelTable(menu), self._sorted
        columns, orders = QActionGroup(menu), QActionGroup(menu)
        for column in Column:
            self._choice(menu, columns, titles.title(column), column == now, (int(column), downwards))
        menu.addSeparator()
        for name, wanted in ((self.tr("Rising"), False), (self.tr("Falling"), True)):
            self._choice(menu, orders, name, wanted == downwards, (now, wanted))
        menu.popup(below(self.sorting))

    def _choice(self, menu: QMenu, group: QActionGroup, name: str, on: bool, chosen: tuple[int, bool]) -> None:
        action = QAction(name, group)
        action.setCheckable(True)
        action.setChecked(on)
        action.triggered.connect(lambda _=False: self.sorted_by.emit(*chosen))
        menu.addAction(action)


def _quiet(text: str, theme: Theme) -> QToolButton:
    made = small_button(text)
    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    made.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    theme.bind_icon(made, "chevron-down", "muted")
    made.setIconSize(made.iconSize() * 0.7)
    return made
