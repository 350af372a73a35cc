"""The conversations at the left: a new one, finding in all of them, the list with its menu, and what was deleted."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.chat.listing import ROW, ConversationList, FoundList
from ui.chat.row_paint import ConversationPainter, FoundPainter
from ui.chat.undo_bar import UndoBar
from ui.services import ConversationRow, Conversations
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XS
from ui.theme.text_size import hold
from ui.theme.theme import Theme, icon

COLUMN_PX: Final = 232
FIND_AFTER_MS: Final = 150


class ConversationColumn(QFrame):
    """new_wanted: New chat. chosen(id): another one is to be on screen. taken: the reader has come to one, by a click
    or Enter, and not only past it. found(SearchHit): open this place. left: Esc in the find line. deleted(id).
    restored(id). export_wanted(rows, kind): the rows ConversationRow, [] for all; kind 'markdown' or 'json'.
    import_wanted. system_wanted: the system prompt of the conversation on screen."""

    new_wanted = Signal()
    chosen = Signal(object)
    taken = Signal()
    found = Signal(object)
    left = Signal()
    deleted = Signal(object)
    restored = Signal(object)
    export_wanted = Signal(object, str)
    import_wanted = Signal()
    system_wanted = Signal()

    def __init__(self, kept: Conversations, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._theme = theme
        self._shown = 0
        self._placing = False
        self._scrolled = 0  # where the list was before its rows were read again
        self.setProperty("role", "column")
        hold(self, fixedWidth=COLUMN_PX)
        self.rows = ConversationList(kept, self)
        self.hits = FoundList(kept, self)
        new = QPushButton(self.tr("New chat"))
        new.setProperty("role", "primary")
        new.setToolTip(self.tr("Ctrl+N"))
        new.clicked.connect(self.new_wanted)
        theme.bind_icon(new, "plus", "on_accent")
        more = QToolButton()
        more.setAccessibleName(self.tr("More for chats"))
        more.setToolTip(more.accessibleName())
        more.setFixedSize(34, 34)
        theme.bind_icon(more, "more", "muted")
        more.clicked.connect(lambda: self._general_menu().popup(more.mapToGlobal(QPoint(0, more.height() + SPACE_XS))))
        self.line = self._find_line()
        self.list = self._make_list()
        self.results = self._make_results()
        self._none = QLabel()
        self._none.setProperty("role", "small")
        self._none.setWordWrap(True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, 0)
        self._pages = QStackedWidget()
        for page in (self.list, self.results, self._none):
            self._pages.addWidget(page)
        self.undo = UndoBar(theme)
        self.undo.undone.connect(self._undelete)
        self._unsaved = QLabel(self.tr("Not being saved to disk"))
        self._unsaved.setProperty("role", "warn")
        self._unsaved.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        self._unsaved.hide()
        top = QHBoxLayout()
        top.setSpacing(SPACE_XS)
        top.addWidget(new, 1)
        top.addWidget(more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addLayout(top)
        layout.addWidget(self.line)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._unsaved)
        layout.addWidget(self.undo)
        theme.resized.connect(self._lay_rows_out)
        self.rows.refresh()

    @property
    def finding(self) -> bool:
        """Whether results are shown, or the cursor is in the find line."""
        return bool(self.line.text()) or self.line.hasFocus()

    def start_find(self) -> None:
        """Bring the cursor to the find line."""
        self.line.setFocus()
        self.line.selectAll()

    def take_keys(self) -> None:
        """The keyboard goes to what is listed: the conversations, or the places found."""
        page = self._pages.currentWidget()
        (self.line if page is None or page is self._none else page).setFocus()

    def leave_find(self) -> None:
        """Back to the list of all conversations."""
        self.line.clear()
        self._waited.stop()
        self._look()
        self.left.emit()

    def show_current(self, conversation: int) -> None:
        """Mark the conversation that is on screen; 0 for none of them."""
        if conversation != self._shown:
            self._shown = conversation
            self._mark()

    def show_unsaved(self, unsaved: bool) -> None:
        """Whether what is said lives in memory only."""
        self._unsaved.setVisible(unsaved)

    def rename(self, index: QModelIndex) -> None:
        """Edit a title in its place."""
        self.list.edit(index)

    def delete(self, row: ConversationRow) -> None:
        """Take a conversation out of the list, with a way back."""
        self._kept.delete(row.id)
        self.rows.refresh()
        self.undo.add(row)
        self.deleted.emit(row.id)

    def pin(self, row: ConversationRow, pinned: bool) -> None:
        """To the top of the list, or no longer."""
        self._kept.pin(row.id, pinned)
        self.rows.refresh()

    def menu_of(self, index: QModelIndex) -> QMenu:
        """What can be done with one conversation."""
        row: ConversationRow = index.data(ROW)
        menu = self._menu()
        self._add(menu, self.tr("Rename"), "edit", lambda: self.rename(index)).setShortcut(QKeySequence("F2"))
        words = self.tr("Unpin") if row.pinned else self.tr("Pin")
        self._add(menu, words, "pin", lambda: self.pin(row, not row.pinned))
        menu.addSeparator()
        markdown, json = self.tr("Export as Markdown…"), self.tr("Export as JSON…")
        self._add(menu, markdown, "download", lambda: self.export_wanted.emit([row], "markdown"))
        self._add(menu, json, "download", lambda: self.export_wanted.emit([row], "json"))
        menu.addSeparator()
        self._add(menu, self.tr("Delete"), "delete", lambda: self.delete(row)).setShortcut(QKeySequence("Del"))
        return menu

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            match event.key():
                case Qt.Key.Key_Down | Qt.Key.Key_Up:
                    self._step(1 if event.key() == Qt.Key.Key_Down else -1)
                    return True
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    self._waited.stop()
                    self._open_hit(self.results.currentIndex())
                    return True
        return super().eventFilter(watched, event)

    def _lay_rows_out(self) -> None:
        for view in (self.list, self.results):
            view.doItemsLayout()

    def _find_line(self) -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText(self.tr("Find in all chats"))
        line.setAccessibleName(line.placeholderText())
        line.setToolTip(self.tr("Ctrl+F"))
        line.setClearButtonEnabled(True)
        self._glass = line.addAction(icon("search", self._theme, "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self._theme.changed.connect(self._paint_glass)
        self._waited = QTimer(self)
        self._waited.setSingleShot(True)
        self._waited.setInterval(FIND_AFTER_MS)
        self._waited.timeout.connect(self._look)
        line.textChanged.connect(lambda _: self._waited.start())
        line.installEventFilter(self)
        return line

    def _paint_glass(self) -> None:
        self._glass.setIcon(icon("search", self._theme, "muted"))

    def _make_list(self) -> QListView:
        view = _Rows(self.tr("Chats, newest first"))
        view.setModel(self.rows)
        view.setItemDelegate(ConversationPainter(self._theme, view))
        view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        view.selectionModel().currentChanged.connect(self._current_changed)
        view.clicked.connect(self._take)
        view.activated.connect(self._take)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open_menu)
        delete = QShortcut(QKeySequence("Del"), view, context=Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._delete_current)
        self.rows.modelAboutToBeReset.connect(self._keep_place)
        self.rows.modelReset.connect(self._mark)
        return view

    def _make_results(self) -> QListView:
        view = _Rows(self.tr("Places found, newest first"))
        view.setModel(self.hits)
        view.setItemDelegate(FoundPainter(self._theme, view))
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.clicked.connect(self._open_hit)
        view.activated.connect(self._open_hit)
        self.hits.counted.connect(self._show_results)
        return view

    def _current_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = index.data(ROW)
        if row is not None and not self._placing:
            self._shown = row.id
            self.chosen.emit(row.id)

    def _take(self, index: QModelIndex) -> None:
        if index.data(ROW) is not None:
            self.taken.emit()

    def _keep_place(self) -> None:
        self._placing = True
        self._scrolled = self.list.verticalScrollBar().value()

    def _mark(self) -> None:
        self._placing = True
        self.list.setCurrentIndex(self.rows.index_of(self._shown))
        self.list.verticalScrollBar().setValue(self._scrolled)
        self._placing = False

    def _delete_current(self) -> None:
        row = self.list.currentIndex().data(ROW)
        if row is not None:
            self.delete(row)

    def _undelete(self, conversations: list[int]) -> None:
        for conversation in conversations:
            self._kept.undelete(conversation)
        self.rows.refresh()
        self.restored.emit(conversations[-1])

    def _look(self) -> None:
        self.hits.find(self.line.text())

    def _show_results(self, n: int, _more: bool) -> None:
        if not self.line.text().strip():
            self._pages.setCurrentWidget(self.list)
        elif n:
            self._pages.setCurrentWidget(self.results)
            if not self.results.currentIndex().isValid():
                self.results.setCurrentIndex(self.hits.index(0))
        else:
            self._none.setText(self.tr("Nothing found for “{0}”.").format(self.line.text().strip()))
            self._pages.setCurrentWidget(self._none)

    def _step(self, by: int) -> None:
        row = self.results.currentIndex().row() + by
        if 0 <= row < self.hits.rowCount():
            self.results.setCurrentIndex(self.hits.index(row))

    def _open_hit(self, index: QModelIndex) -> None:
        hit = index.data(ROW)
        if hit is not None:
            self.found.emit(hit)

    def _open_menu(self, place: QPoint) -> None:
        index = self.list.indexAt(place)
        if index.data(ROW) is not None:
            self.menu_of(index).popup(self.list.viewport().mapToGlobal(place))

    def _general_menu(self) -> QMenu:
        menu = self._menu()
        self._add(menu, self.tr("System prompt of this chat…"), "edit", self.system_wanted.emit)
        menu.addSeparator()
        self._add(menu, self.tr("Import chats…"), "folder", self.import_wanted.emit)
        self._add(menu, self.tr("Export all as JSON…"), "download", lambda: self.export_wanted.emit([], "json"))
        markdown = self.tr("Export all as Markdown…")
        self._add(menu, markdown, "download", lambda: self.export_wanted.emit([], "markdown"))
        return menu

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _add(self, menu: QMenu, words: str, symbol: str, then: object) -> QAction:
        action = menu.addAction(icon(symbol, self._theme, "muted"), words)
        action.triggered.connect(then)
        return action


class _Rows(QListView):
    """Many rows of one height; the right mouse button leaves the selection as it is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.RightButton:
            super().mousePressEvent(event)
