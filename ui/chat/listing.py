"""The list of conversations and the places found in them, as models that read a page when one scrolls to the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ui.chat.homeward import Homeward
from ui.numerals import moment
from ui.services import ConversationRow, Conversations, SearchHit, SearchPage

Index = QModelIndex | QPersistentModelIndex
ROW: Final = Qt.ItemDataRole.UserRole  # the ConversationRow or SearchHit; None for the heading of a group
PAGE: Final = 200
NOWHERE: Final = QModelIndex()


class ConversationList(QAbstractListModel):
    """Rows under the headings Pinned, Today, Yesterday and Earlier. refreshed: they are as on disk."""

    refreshed = Signal()

    def __init__(self, kept: Conversations, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._home = Homeward(self)
        self._lines: list[ConversationRow | str] = []
        self._newest = 0  # of the readings; late ones are dropped
        self._more = False
        self._reading = False

    def refresh(self) -> None:
        """Read again what is shown."""
        self._read(None, max(PAGE, len(self.rows())))

    def rows(self) -> list[ConversationRow]:
        """Those that were read so far, without headings."""
        return [line for line in self._lines if isinstance(line, ConversationRow)]

    def index_of(self, conversation: int) -> QModelIndex:
        """Its place; an invalid index when it was not read."""
        for i, line in enumerate(self._lines):
            if isinstance(line, ConversationRow) and line.id == conversation:
                return self.index(i)
        return QModelIndex()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if isinstance(line, str):
            return line if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == ROW:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return line.title or self.tr("New chat")
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{line.title}\n{moment(datetime.fromtimestamp(line.updated))}"
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.data(index, ROW)
        if row is None or role != Qt.ItemDataRole.EditRole or str(value).strip() == row.title:
            return False
        self._kept.rename(row.id, str(value))
        self.refresh()
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.data(index, ROW) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._more and not self._reading

    def fetchMore(self, parent: Index) -> None:
        rows = self.rows()
        if not parent.isValid() and rows:
            self._read(rows[-1], PAGE)

    def _read(self, after: ConversationRow | None, limit: int) -> None:
        self._newest += 1
        number = self._newest
        self._reading = True

        def done(rows: Sequence[ConversationRow]) -> None:
            self._take(number, after, limit, rows)

        self._kept.page(self._home(done), after=after, limit=limit)

    def _take(self, number: int, after: ConversationRow | None, limit: int, rows: Sequence[ConversationRow]) -> None:
        if number != self._newest:
            return
        self._reading = False
        self._more = len(rows) == limit
        known = self.rows() if after is not None else []
        lines = self._grouped([*known, *rows])
        if after is not None and len(lines) > len(self._lines) and lines[: len(self._lines)] == self._lines:
            self.beginInsertRows(QModelIndex(), len(self._lines), len(lines) - 1)
            self._lines = lines
            self.endInsertRows()
        elif lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()
        self.refreshed.emit()

    def _grouped(self, rows: Sequence[ConversationRow]) -> list[ConversationRow | str]:
        lines: list[ConversationRow | str] = []
        last, today = "", date.today()
        for row in rows:
            words = self._heading(row, today)
            if words != last:
                lines.append(words)
                last = words
            lines.append(row)
        return lines

    def _heading(self, row: ConversationRow, today: date) -> str:
        if row.pinned:
            return self.tr("Pinned")
        day = datetime.fromtimestamp(row.updated).date()
        if day >= today:
            return self.tr("Today")
        return self.tr("Yesterday") if day == today - timedelta(days=1) else self.tr("Earlier")


class FoundList(QAbstractListModel):
    """Places found, newest first. counted(n, whether there are more)."""

    counted = Signal(int, bool)

    def __init__(self, kept: Conversations, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._home = Homeward(self)
        self._hits: list[SearchHit] = []
        self._query = ""
        self._next: int | None = None
        self._newest = 0
        self._reading = False

    def find(self, query: str) -> None:
        """Look for it; '' forgets what was found."""
        self._query = query
        self._read(None)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        if role == ROW:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.conversation.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{hit.conversation.title}: {hit.excerpt}"
        return None

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._next is not None and not self._reading

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid():
            self._read(self._next)

    def _read(self, before: int | None) -> None:
        self._newest += 1
        number = self._newest
        if not self._query.strip():
            self._take(number, None, SearchPage((), None))
            return
        self._reading = True
        self._kept.search(self._query, self._home(lambda page: self._take(number, before, page)), before=before)

    def _take(self, number: int, before: int | None, page: SearchPage) -> None:
        if number != self._newest:
            return
        self._reading = False
        self._next = page.next_before
        if before is None:
            self.beginResetModel()
            self._hits = list(page.hits)
            self.endResetModel()
        elif page.hits:
            self.beginInsertRows(QModelIndex(), len(self._hits), len(self._hits) + len(page.hits) - 1)
            self._hits += page.hits
            self.endInsertRows()
        self.counted.emit(len(self._hits), self._next is not None)
