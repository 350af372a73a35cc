"""The Models view: what is on this computer at the left, all about the chosen one at the right, the queue below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.commands import ContextOptions
from ui.chat.banner import Banner
from ui.chat.homeward import Homeward
from ui.chat.problem import Problem
from ui.models.bar import ModelsBar
from ui.models.deleting import Deleting
from ui.models.downloads import DownloadsPanel
from ui.models.empty import EmptyShelf
from ui.models.folders import FoldersPopup
from ui.models.getting import GetDialog, TokenDialog
from ui.models.pane import ModelPane
from ui.models.parts import button
from ui.models.services import Cancel, Collection, Download, ModelEntry, Shelf, Trouble
from ui.models.table import ModelsTable
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

PANE_PX, NARROW_PANE_PX = 408, 356
NARROW_PX: Final = 1100  # of this view, at text of 100 %
SLIM_PX: Final = 740  # below, the list and all about one model take turns
_LOW_PX: Final = 200
_ANY_PX: Final = 2**24 - 1  # what Qt takes for no limit
_BREATH_MS: Final = 80


class ModelsView(QWidget):
    """chat_wanted(path). draft_wanted(target, path, preset): set the pair up in the chat. options_wanted(options): keep
    them for loading. changed: the list of models is another one."""

    chat_wanted = Signal(str)
    draft_wanted = Signal(str, str, str)
    options_wanted = Signal(object)
    changed = Signal()

    def __init__(
        self,
        collection: Collection,
        loaded: Callable[[], Sequence[str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """loaded: paths that the engine has in memory."""
        super().__init__(parent)
        self._collection = collection
        self._theme = theme
        self._home = Homeward(self)
        self._shelf = Shelf(looking=True)
        self._stop_listening: Cancel | None = None
        self._to_choose = ""  # a model that is to be chosen as soon as it is on the shelf
        self._look_too = False  # on the hub, when it is chosen
        self._downloads: Sequence[Download] = ()
        self._slim = False
        self._details = False  # what the slim view shows
        self.setProperty("role", "page")
        self.bar = ModelsBar(theme)
        self.folders = FoldersPopup(theme, self)
        self.banner = Banner(theme)
        self.table = ModelsTable(theme)
        self.empty = EmptyShelf(theme)
        self.pane = ModelPane(collection, theme)
        self.downloads = DownloadsPanel(theme)
        self.deleting = Deleting(collection, loaded, self)
        self._nothing = label(self.tr("Choose a model to see what it is and what could draft for it."), "muted", True)
        self._right = QStackedWidget()
        self._left = QStackedWidget()
        # In a turn of its own: the table and all about one model take too long to be shown first together.
        self._unveil = QTimer(self, singleShot=True, interval=_BREATH_MS)
        self._unveil.timeout.connect(self._reveal_pane)
        self._lay_out()
        self._connect()

    @property
    def is_settled(self) -> bool:
        """Whether the folders were looked through, and what was found is on screen."""
        return self._stop_listening is not None and not self._shelf.looking and not self._unveil.isActive()

    def start(self) -> None:
        """Begin to look; called by itself when the view is shown first."""
        if self._stop_listening is None:
            self._collection.look_again()
            self._stop_listening = self._collection.listen(
                self._home(self._take_shelf), self._home(self._take_downloads)
            )

    def close_down(self) -> None:
        """Stop what is under way here; downloads are left to the collection."""
        self.pane.stop()
        if self._stop_listening is not None:
            self._stop_listening()

    def set_usual(self, options: ContextOptions) -> None:
        """How models are put into memory."""
        self.pane.set_usual(options)

    def choose(self, path: str) -> None:
        """Show this model, now or as soon as it is found."""
        self.bar.show_all()
        self._to_choose = "" if self.table.choose(path) else path
        self.table.setFocus()

    def find_drafts(self, target: str) -> None:
        """Show the drafts for a model, and look for more on the hub."""
        self.start()
        self.choose(target)
        self._look_too = bool(self._to_choose)
        if not self._look_too:
            self._look_for_it()

    def take_up(self, paths: Sequence[str]) -> None:
        """Files and folders that were dropped."""
        self.start()

        def done(path: str, trouble: Trouble | None) -> None:
            self._tell(trouble)
            if path:
                self.choose(path)

        self._collection.add(paths, self._home_two(done))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.start()
        self.table.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        slim = self.width() < scaled(SLIM_PX)
        if slim != self._slim:
            self._slim, self._details = slim, False
            self.bar.fold(slim)
            self._arrange()
        if slim:
            self._side.setMinimumWidth(0)
            self._side.setMaximumWidth(_ANY_PX)
        else:
            self._side.setFixedWidth(scaled(NARROW_PANE_PX if self.width() < scaled(NARROW_PX) else PANE_PX))

    def minimumSizeHint(self) -> QSize:
        least = self.bar.minimumSizeHint()
        return QSize(least.width(), least.height() + _LOW_PX)  # before it is smaller, the list and the rest take turns

    def show_details(self, shown: bool) -> bool:
        """In a slim view, all about the chosen model in place of the list; False where nothing changed."""
        shown = shown and self._slim and self.table.current() is not None
        if shown == self._details:
            return False
        self._details = shown
        self._arrange()
        (self.back if shown else self.table).setFocus()
        return True

    def leave(self) -> bool:
        """Back to the list, or else to all that is in it; False where that is on screen."""
        if self.show_details(False):
            return True
        searched = bool(self.bar.search.text())
        self.bar.search.clear()
        return searched

    def _lay_out(self) -> None:
        hint = QWidget()
        hint.setProperty("role", "surface")
        around = QVBoxLayout(hint)
        around.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        around.addWidget(self._nothing)
        around.addStretch(1)
        self._right.addWidget(hint)
        self._right.addWidget(self.pane)
        self._left.addWidget(self.empty)
        self._left.addWidget(self.table)
        self._listing = QWidget()
        listing = QVBoxLayout(self._listing)
        listing.setContentsMargins(SPACE_M, SPACE_S, 0, 0)
        listing.setSpacing(SPACE_S)
        strip = QVBoxLayout()
        strip.setContentsMargins(0, 0, SPACE_M, 0)
        strip.addWidget(self.banner)
        listing.addLayout(strip)
        listing.addWidget(self._left, 1)
        self._side = QFrame()
        self._side.setProperty("role", "surface")
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        self.back = button(self.tr("Back to the list"))
        self._theme.bind_icon(self.back, "chevron-left", "muted")
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, 0)
        head.addWidget(self.back)
        head.addStretch(1)
        side.addWidget(self._head)
        side.addWidget(self._right, 1)
        queue = QVBoxLayout()
        queue.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        queue.addWidget(self.downloads)
        side.addLayout(queue)
        self._edge = QFrame()
        self._edge.setProperty("role", "line")
        self._edge.setFixedWidth(1)
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self._listing, 1)
        below.addWidget(self._edge)
        below.addWidget(self._side)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(below, 1)

    def _connect(self) -> None:
        bar, table, pane, collection = self.bar, self.table, self.pane, self._collection
        bar.searched.connect(self._search)
        bar.filtered.connect(self._filter)
        bar.sorted_by.connect(table.sort_by)
        table.header().sortIndicatorChanged.connect(bar.show_sorted)
        bar.folders_wanted.connect(lambda: self.folders.show_under(self.bar.places))
        for wanted in (bar.add_wanted, self.folders.add_wanted, self.empty.add_wanted):
            wanted.connect(self._pick_folder)
        for wanted in (bar.get_wanted, self.empty.get_wanted):
            wanted.connect(self._get_from_hub)
        self.empty.all_wanted.connect(bar.show_all)
        self.folders.own_wanted.connect(self._pick_own_folder)
        self.folders.removed.connect(lambda path: collection.remove_folder(path, self._home(self._tell)))
        self.folders.rescan_wanted.connect(collection.look_again)
        self._theme.resized.connect(self._fit)
        table.chosen.connect(self._show_model)
        table.clicked.connect(lambda _: self.show_details(True))
        bar.details_wanted.connect(lambda: self.show_details(True))
        self.back.clicked.connect(lambda: self.show_details(False))
        table.opened.connect(self._chat)
        table.delete_wanted.connect(lambda: self.deleting.ask(self.table.current()))
        pane.chat_wanted.connect(self._chat)
        pane.delete_wanted.connect(self.deleting.ask)
        pane.draft_wanted.connect(self.draft_wanted)
        pane.options_wanted.connect(self.options_wanted)
        pane.told.connect(self._tell)
        pane.chosen.connect(self.choose)
        pane.token_wanted.connect(self._ask_for_token)
        self.deleting.told.connect(self._tell)
        queue = self.downloads
        queue.paused.connect(collection.pause)
        queue.resumed.connect(collection.resume)
        queue.cancelled.connect(collection.cancel)
        queue.used.connect(self._use_download)
        queue.shown.connect(self.choose)
        queue.token_wanted.connect(self._ask_for_token)

    def _home_two(self, done: Callable[[str, Trouble | None], None]) -> Callable[[str, Trouble | None], None]:
        def take(pair: tuple[str, Trouble | None]) -> None:
            done(*pair)

        bring = self._home(take)
        return lambda path, trouble: bring((path, trouble))

    def _take_shelf(self, shelf: Shelf) -> None:
        before, self._shelf = self._shelf, shelf
        self.folders.show_places(shelf.places)
        self.bar.show_places(shelf.places, shelf.looking)
        self.table.show_models(shelf.models)
        if self._to_choose and self.table.choose(self._to_choose):
            self._to_choose = ""
            if self._look_too:
                self._look_too = False
                self._look_for_it()
        self._tell(shelf.trouble)
        self._show_left()
        if [one.path for one in before.models] != [one.path for one in shelf.models]:
            self.pane.look_for_drafts()
            self.changed.emit()

    def _look_for_it(self) -> None:
        self.show_details(True)
        self.pane.look_on_hub()

    def _take_downloads(self, downloads: Sequence[Download]) -> None:
        self._downloads = tuple(downloads)
        self.downloads.show_downloads(downloads)
        self._show_left()
        self.pane.show_downloads(downloads)

    def _show_model(self, model: ModelEntry | None) -> None:
        if model is None:
            self._right.setCurrentIndex(0)
        elif self._right.currentIndex():
            self._fill_pane(model)
        else:
            self._unveil.start()

    def _fill_pane(self, model: ModelEntry) -> None:
        alike = sum(one.size == model.size for one in self._shelf.models) - 1
        self.pane.show_model(model, alike)
        self.pane.show_downloads(self._downloads)

    def _reveal_pane(self) -> None:
        model = self.table.current()
        if model is not None:
            self._fill_pane(model)
            self._right.setCurrentIndex(1)

    def _search(self, text: str) -> None:
        self.table.rows.search(text)
        self._show_left()

    def _filter(self, chosen: str) -> None:
        self.table.rows.choose(chosen)
        self._show_left()

    def _show_left(self) -> None:
        shown = self.table.rows.rowCount()
        self._left.setCurrentWidget(self.table if shown else self.empty)
        self._arrange()
        if not shown:
            self.empty.show_why(bool(self._shelf.models), self._shelf.looking)
            self._right.setCurrentIndex(0)
        elif self.table.current() is not None and not self._right.currentIndex():
            self._unveil.start()

    def _arrange(self) -> None:
        """The list and what belongs to a model, beside each other or in turn."""
        known = bool(self._shelf.models or self._downloads)
        self._side.setVisible(known and (self._details or not self._slim))
        self._edge.setVisible(known and not self._slim)
        self._listing.setVisible(not (known and self._details))
        self._head.setVisible(self._slim)
        self.bar.details.setEnabled(known)
        self.bar.setVisible(not (known and self._details))

    def _chat(self, model: ModelEntry) -> None:
        if model.usable:
            self.chat_wanted.emit(model.path)

    def _use_download(self, one: Download) -> None:
        target, draft = (one.path, "") if one.replaces else (one.target, one.path)
        self.draft_wanted.emit(target, draft, one.preset)

    def _tell(self, trouble: Trouble | None) -> None:
        if trouble is not None:
            self.banner.show_problem(Problem(trouble.what, trouble.why, trouble.next_step))

    def _pick_folder(self) -> None:
        title = self.tr("Look for models in")
        self._pick(title, lambda path: self._collection.add_folder(path, self._home(self._tell)))

    def _pick_own_folder(self) -> None:
        title = self.tr("Folder for downloads")
        self._pick(title, lambda path: self._collection.set_own_folder(path, self._home(self._tell)))

    def _pick(self, title: str, then: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _get_from_hub(self) -> None:
        dialog = GetDialog(self._theme, self)
        dialog.looked_for.connect(lambda repo: self._collection.repository(repo, "", self._home(dialog.show_found)))
        dialog.fetched.connect(
            lambda repo, file: self._collection.download(repo, file, "", self._home(dialog.show_refused))
        )
        dialog.token_wanted.connect(self._ask_for_token)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_for_token(self) -> None:
        dialog = TokenDialog(self)
        dialog.given.connect(lambda token: self._collection.set_token(token, self._home(dialog.show_kept)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
