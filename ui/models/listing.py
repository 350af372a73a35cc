"""The models on disk as a table that can be sorted and filtered."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from ui.language import local
from ui.models import words
from ui.models.services import ModelEntry
from ui.theme.theme import Tone

Index = QModelIndex | QPersistentModelIndex
ENTRY: Final = Qt.ItemDataRole.UserRole  # the ModelEntry of a row
NOWHERE: Final = QModelIndex()
_LEVELS: Final = {"ok": 0, "warn": 1, "refuse": 2}
Filter = str  # 'all', 'chat', 'drafts', 'fits' or 'other'


class Column(IntEnum):
    """From left to right."""

    MODEL = 0
    FAMILY = 1
    PARAMETERS = 2
    QUANTISATION = 3
    SIZE = 4
    CONTEXT = 5
    FITS = 6


class ModelTable(QAbstractTableModel):
    """One row for each model that search and filter let through, sorted by what the figures mean.

    Both are done here, on plain lists: a proxy asks for every cell through Qt, which takes too long with hundreds.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[ModelEntry] = ()
        self._models: list[ModelEntry] = []  # as shown
        self._texts: dict[str, tuple[ModelEntry, str]] = {}  # what the search looks at, by path
        self._wanted: list[str] = []
        self._filter: Filter = "all"
        self._sorted = (Column.MODEL, Qt.SortOrder.AscendingOrder)

    def show_models(self, models: Sequence[ModelEntry]) -> None:
        """Take other models."""
        if models != self._all:
            self._all = models
            self._arrange()

    def search(self, text: str) -> None:
        """All words must be in the name, family, quantisation, place, licence or badges."""
        self._wanted = text.casefold().split()
        self._arrange()

    def choose(self, chosen: Filter) -> None:
        """Which files to show."""
        self._filter = chosen
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted = (Column(column), order)
        self._arrange()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def say_again(self) -> None:
        """The words are those of another language now."""
        self._texts.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self._changed(0, len(self._models) - 1)

    def title(self, column: Column) -> str:
        """What a column is called."""
        return (
            self.tr("Model"),
            self.tr("Family"),
            self.tr("Params"),
            self.tr("Quant"),
            self.tr("Size"),
            self.tr("Context"),
            self.tr("Fits"),
        )[column]

    def entries(self) -> Sequence[ModelEntry]:
        """The rows as shown."""
        return self._models

    def row_of(self, path: str) -> int:
        """-1 for a path that is not shown."""
        return next((i for i, one in enumerate(self._models) if one.path == path), -1)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._models)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        arrow = ""
        if self._sorted[0] == column:
            arrow = "↑" if self._sorted[1] == Qt.SortOrder.AscendingOrder else "↓"
        return f"{self.title(column)} {arrow}" if arrow else self.title(column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        model, column = self._models[index.row()], Column(index.column())
        if role == ENTRY:
            return model
        if role == Qt.ItemDataRole.DisplayRole:
            return _cell(model, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(model, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._sentence(model) if column is Column.MODEL else _cell(model, column)
        return None

    def _hint(self, column: Column) -> str:
        if column is Column.FITS:
            return self.tr("Whether the model fits into the memory that is free now, with an ordinary context.")
        if column is Column.CONTEXT:
            return self.tr("Tokens that the model was trained to see at once.")
        return ""

    def _sentence(self, model: ModelEntry) -> str:
        cells = [_cell(model, column) for column in Column if column is not Column.FITS]
        fits = words.fit(model.fit)[0]
        named = [*cells, self.tr("fits: {0}").format(fits) if fits else "", *words.badges(model)]
        return ", ".join(filter(None, named))

    def _arrange(self) -> None:
        """Work out the rows. Where they stay the same ones, only their cells change."""
        column, order = self._sorted
        shown = [one for one in self._all if _passes(one, self._filter) and self._matches(one)]
        shown.sort(key=lambda one: _key(one, column), reverse=order == Qt.SortOrder.DescendingOrder)
        if [one.path for one in shown] == [one.path for one in self._models]:
            other = [i for i, (now, before) in enumerate(zip(shown, self._models, strict=True)) if now != before]
            self._models = shown
            if other:
                self._changed(other[0], other[-1])
        else:
            self.beginResetModel()
            self._models = shown
            self.endResetModel()

    def _changed(self, first: int, last: int) -> None:
        if last >= 0:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))

    def _matches(self, model: ModelEntry) -> bool:
        if not self._wanted:
            return True
        known, text = self._texts.get(model.path, (None, ""))
        if known != model:
            about = (model.title, model.family, model.architecture, model.quantisation, model.licence)
            text = " ".join([*about, words.place(model.place), *words.badges(model)]).casefold()
            self._texts[model.path] = (model, text)
        return all(word in text for word in self._wanted)


def _passes(model: ModelEntry, chosen: Filter) -> bool:
    match chosen:
        case "chat":
            return model.usable
        case "drafts":
            return model.kind in words.DRAFT_KINDS or model.mtp
        case "fits":
            return model.usable and model.fit is not None and model.fit.level == "ok"
        case "other":
            return not model.usable and model.kind not in words.DRAFT_KINDS
    return True


def _key(model: ModelEntry, column: Column) -> tuple[Any, ...]:
    """What a column is sorted by; the title parts equal ones."""
    title = model.title.casefold()
    match column:
        case Column.FAMILY:
            return model.family.casefold(), title
        case Column.PARAMETERS:
            return model.parameters, title
        case Column.QUANTISATION:
            return model.bits_per_weight, model.quantisation, title
        case Column.SIZE:
            return model.size, title
        case Column.CONTEXT:
            return model.n_ctx, title
        case Column.FITS:
            found = model.fit
            return (_LEVELS[found.level], -found.left, title) if found else (len(_LEVELS), 0, title)
        case _:
            return not model.usable, title


def _cell(model: ModelEntry, column: Column) -> str:
    match column:
        case Column.MODEL:
            return model.title
        case Column.FAMILY:
            return model.family or model.architecture
        case Column.PARAMETERS:
            return words.parameters(model.parameters)
        case Column.QUANTISATION:
            return model.quantisation
        case Column.SIZE:
            return words.size(model.size)
        case Column.CONTEXT:
            return words.tokens(model.n_ctx)
        case Column.FITS:
            return words.fit(model.fit)[0]


def _tip(model: ModelEntry, column: Column) -> str:
    if column is Column.QUANTISATION:
        return words.bits(model)
    if column is Column.MODEL:
        return model.path if model.usable else f"{model.path}\n{local(model.reason)}"
    return ""


def cell_of(model: ModelEntry, column: Column) -> tuple[str, Tone]:
    """What stands in a cell, and its tone."""
    if column is Column.FITS:
        return words.fit(model.fit)
    return _cell(model, column), "text" if model.usable else "muted"


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column is Column.MODEL else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
