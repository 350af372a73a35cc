"""The table of models: a name over its badges, and figures that stand in line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from ui.models import words
from ui.models.listing import ENTRY, Column, Index, ModelTable, cell_of
from ui.models.services import ModelEntry
from ui.theme.palette import FONT_PX, FONT_SMALL_PX, SPACE_M, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

ROW_PX: Final = 58
_CHIP_PX: Final = 18
_WIDTHS: Final = {
    Column.FAMILY: 92,
    Column.PARAMETERS: 68,
    Column.QUANTISATION: 84,
    Column.SIZE: 76,
    Column.CONTEXT: 72,
    Column.FITS: 144,
}
_NAME_PX: Final = 240  # the name keeps at least this much; columns make room in this order
_GIVE_WAY: Final = (Column.PARAMETERS, Column.FAMILY, Column.CONTEXT, Column.SIZE)


class ModelsTable(QTreeView):
    """chosen(ModelEntry or None): another row is current, or it changed. opened(ModelEntry): Enter or a double click.
    delete_wanted: the Delete key."""

    chosen = Signal(object)
    opened = Signal(object)
    delete_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ModelTable(self)
        self._kept = ""  # the current model, while the rows are arranged anew
        self.setModel(self.rows)
        self.setProperty("role", "table")
        self.setAccessibleName(self.tr("Models on this computer"))
        self.setItemDelegate(_RowPainter(theme, self))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSortingEnabled(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.MODEL, QHeaderView.ResizeMode.Stretch)
        header.setAccessibleName(self.tr("Columns: press one to sort by it"))
        header.setSortIndicatorShown(False)  # an arrow in the title's own words takes no room from it
        self.sortByColumn(Column.MODEL, Qt.SortOrder.AscendingOrder)
        self.rows.modelAboutToBeReset.connect(self._keep_current)
        self.rows.modelReset.connect(self._restore_current)
        self.doubleClicked.connect(self._open)
        self._fit_columns()
        theme.resized.connect(self._lay_out_again)
        self.selectionModel().currentChanged.connect(self._current_changed)

    def show_models(self, models: Sequence[ModelEntry]) -> None:
        """Take other models; the chosen one stays chosen while it is there."""
        before = self.current()
        self.rows.show_models(models)
        if self.current() != before:
            self.chosen.emit(self.current())

    def current(self) -> ModelEntry | None:
        """The chosen model."""
        index = self.currentIndex()
        entry = index.data(ENTRY) if index.isValid() else None
        return entry if isinstance(entry, ModelEntry) else None

    def choose(self, path: str) -> bool:
        """Choose a model by its path; False where it is not shown."""
        row = self.rows.row_of(path)
        if row >= 0:
            self._make_current(self.rows.index(row, 0))
        return row >= 0

    def sort_by(self, column: int, downwards: bool) -> None:
        """Sort by a column, the largest first or last."""
        self.sortByColumn(column, Qt.SortOrder.DescendingOrder if downwards else Qt.SortOrder.AscendingOrder)

    def shown(self) -> Sequence[ModelEntry]:
        """The rows in the order shown."""
        return self.rows.entries()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.rows.say_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        for column, width in _WIDTHS.items():
            self.header().resizeSection(column, scaled(width))
        room = self.viewport().width() - scaled(_NAME_PX + sum(_WIDTHS.values()))
        for column in _GIVE_WAY:
            self.setColumnHidden(column, room < 0)
            if room < 0:
                room += scaled(_WIDTHS[column])

    def _lay_out_again(self) -> None:
        self._fit_columns()
        self.doItemsLayout()

    def _make_current(self, index: QModelIndex) -> None:
        both = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, both)
        self.scrollTo(index)

    def _keep_current(self) -> None:
        now = self.current()
        self._kept = now.path if now is not None else self._kept

    def _restore_current(self) -> None:
        if not self.choose(self._kept) and self.rows.rowCount():
            self._make_current(self.rows.index(0, 0))

    def _current_changed(self, current: QModelIndex, before: QModelIndex) -> None:
        if current.row() != before.row() or not before.isValid():
            self.chosen.emit(self.current())

    def _open(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY) if index.isValid() else None
        if entry is not None:
            self.opened.emit(entry)


class _RowPainter(QStyledItemDelegate):
    """Painted, because there may be hundreds; fonts are kept, because making them takes longer than the drawing."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent
        self._make_fonts()
        theme.resized.connect(self._make_fonts)

    def _make_fonts(self) -> None:
        self._name_font = self._theme.font(FONT_PX, QFont.Weight.DemiBold)
        self._figure_font = self._theme.font(FONT_PX, tabular=True)
        self._chip_font = self._theme.font(FONT_SMALL_PX)
        self._name_metrics = QFontMetrics(self._name_font)
        self._figure_metrics = QFontMetrics(self._figure_font)
        self._chip_metrics = QFontMetrics(self._chip_font)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, scaled(ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        entry: ModelEntry = index.data(ENTRY)
        column = index.column()
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, self._theme.colour("raised"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._theme.colour("raised", 0.5))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._theme.colour("line"))
        if column == Column.MODEL:
            if chosen and self._view.hasFocus():
                mark = QRect(rect.left(), rect.top(), 3, rect.height() - 1)
                painter.fillRect(mark, self._theme.colour("accent"))
            self._paint_name(painter, rect.adjusted(SPACE_M, 0, -SPACE_S, 0), entry, chosen)
        else:
            inner = rect.adjusted(SPACE_S, 0, -SPACE_S, 0)
            text, tone = cell_of(entry, Column(column))
            painter.setFont(self._figure_font)
            painter.setPen(self._theme.colour(tone))
            text = self._figure_metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_name(self, painter: QPainter, inner: QRect, entry: ModelEntry, chosen: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._name_font)
        painter.setPen(self._theme.colour("text" if entry.usable else "muted"))
        title = self._name_metrics.elidedText(entry.title, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner.adjusted(0, 9, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(self._chip_font)
        high = scaled(_CHIP_PX)
        x, top = inner.left(), inner.bottom() - high - SPACE_S
        ground, ink = self._theme.colour("surface" if chosen else "raised"), self._theme.colour("muted")
        for text in [*words.badges(entry), words.place(entry.place)]:
            width = self._chip_metrics.horizontalAdvance(text) + 12
            if x + width > inner.right():
                break
            chip = QRect(x, top, width, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(chip, 6, 6)
            painter.setPen(ink)
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
            x += width + 6
