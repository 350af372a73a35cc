"""All about the chosen model: its head, drafts for it, its memory bill, its file. Asks, and drops late answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.commands import ContextOptions
from ui.chat.homeward import Homeward
from ui.models import words
from ui.models.bill import BillView
from ui.models.detail import FileSection, ModelHead
from ui.models.drafts import DraftsSection
from ui.models.parts import rule
from ui.models.services import (
    Bill,
    BillWish,
    Cancel,
    Checksum,
    Collection,
    Download,
    DraftOffer,
    HubNews,
    HubRepository,
    ModelEntry,
    Trouble,
)
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_L, SPACE_M
from ui.theme.theme import Theme

T = TypeVar("T")
_PAUSE_MS: Final = 120  # the arrow keys go through many models on the way to one


class ModelPane(QScrollArea):
    """chat_wanted(ModelEntry), delete_wanted(ModelEntry). draft_wanted(target, path, preset): the pair is to be set up.
    options_wanted(ContextOptions): these are to hold for the next load. told(Trouble or None): how something ended.
    chosen(path): another model is to be shown. token_wanted."""

    chat_wanted = Signal(object)
    delete_wanted = Signal(object)
    draft_wanted = Signal(str, str, str)
    options_wanted = Signal(object)
    told = Signal(object)
    chosen = Signal(str)
    token_wanted = Signal()

    def __init__(self, collection: Collection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._collection = collection
        self._home = Homeward(self)
        self._model: ModelEntry | None = None
        self._number = 0  # of the model shown; answers about earlier ones are dropped
        self._usual = ContextOptions()
        self._wish = BillWish("")
        self._beside: DraftOffer | None = None  # the draft in the memory bill
        self._looked: DraftOffer | None = None  # the one that a person looked at
        self._stop_hub: Cancel | None = None
        self._stop_reading: Cancel | None = None
        self.head = ModelHead(theme)
        self.drafts = DraftsSection(theme)
        self.bill = BillView(theme)
        self.file = FileSection()
        self._alone = label("", "small", wrap=True)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask_for_bill)
        self._drafts_pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._drafts_pause.timeout.connect(self.look_for_drafts)
        self._lay_out()
        self._connect()

    def set_usual(self, options: ContextOptions) -> None:
        """How models are put into memory when nothing else is said."""
        if options != self._usual:
            self._usual = options
            if self._model is not None:
                self._reckon(replace(self._wish, options=options))

    def show_model(self, model: ModelEntry, alike: int) -> None:
        """Another model, or the same one as it is known now. alike: other files of its size."""
        before, self._model = self._model, model
        if before is not None and before.path == model.path:
            if before != model:
                self.head.show_model(model)
            return
        self._number += 1
        self.stop()
        self._beside = self._looked = None
        self.head.show_model(model)
        self.file.show_model(model, alike)
        writes = model.usable
        self.drafts.setVisible(writes)
        self.bill.setVisible(writes)
        self._alone.setText("" if writes else self._why_alone(model))
        self._alone.setVisible(not writes)
        self.verticalScrollBar().setValue(0)
        if writes:
            self.drafts.begin(model.title)
            self._reckon(BillWish(model.path, options=self._usual))
            self._drafts_pause.start()

    def look_for_drafts(self) -> None:
        """Ask again what could draft for the model, such as after the list of models changed."""
        if self._model is not None and self._model.usable:
            self._collection.drafts(self._model.path, self._for_this(self._take_drafts))

    def look_on_hub(self) -> None:
        """Look for drafts on the hub, as its button does."""
        if self._model is not None and self._model.usable and self._stop_hub is None:
            self.drafts.show_news(HubNews(tuple(self.drafts.offers())))
            self._stop_hub = self._collection.look_on_hub(self._model.path, self._for_this(self._take_news))

    def show_downloads(self, downloads: Sequence[Download]) -> None:
        """The queue as it stands."""
        self.drafts.show_downloads(downloads)

    def stop(self) -> None:
        """Stop what is under way for the model."""
        for stop in (self._stop_hub, self._stop_reading):
            if stop is not None:
                stop()
        self._stop_hub = self._stop_reading = None
        self.drafts.show_hub_over()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("role", "surface")
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self.head)
        layout.addWidget(rule())
        layout.addWidget(self._alone)
        layout.addWidget(self.drafts)
        layout.addWidget(self.bill)
        layout.addWidget(rule())
        layout.addWidget(self.file)
        layout.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("About the chosen model"))

    def _connect(self) -> None:
        self.head.chat_wanted.connect(lambda: self.chat_wanted.emit(self._model))
        self.head.delete_wanted.connect(lambda: self.delete_wanted.emit(self._model))
        self.drafts.used.connect(self._use)
        self.drafts.fetched.connect(self._fetch)
        self.drafts.sizes_wanted.connect(self._ask_for_sizes)
        self.drafts.looked_at.connect(self._look_at)
        self.drafts.hub_wanted.connect(self.look_on_hub)
        self.drafts.hub_stopped.connect(self._hub_stopped)
        self.drafts.token_wanted.connect(self.token_wanted)
        self.bill.wished.connect(self._reckon)
        self.bill.kept.connect(lambda wish: self.options_wanted.emit(wish.options))
        self.file.checksum_wanted.connect(lambda: self._read(self._collection.checksum))
        self.file.copies_wanted.connect(lambda: self._read(self._collection.copies))
        self.file.stopped.connect(self._reading_stopped)
        self.file.copy_chosen.connect(self.chosen)

    def _for_this(self, take: Callable[[T], None]) -> Callable[[T], None]:
        """From any thread to this one, unless another model is shown by then."""
        number = self._number
        return self._home(lambda answer: take(answer) if number == self._number else None)

    def _why_alone(self, model: ModelEntry) -> str:
        if model.kind in words.DRAFT_KINDS:
            return self.tr(
                "A head works beside the model that it was made for. Choose that model, and the head is among its"
                " drafts."
            )
        return self.tr("Not a model that one can chat with, so no drafts are looked for.")

    def _take_drafts(self, found: Sequence[DraftOffer] | Trouble) -> None:
        self.drafts.show_found(found)
        self._follow_drafts()

    def _take_news(self, news: HubNews) -> None:
        if news.over:
            self._stop_hub = None
        self.drafts.show_news(news)
        self._follow_drafts()

    def _hub_stopped(self) -> None:
        if self._stop_hub is not None:
            self._stop_hub()
            self._stop_hub = None
        self.drafts.show_hub_over()

    def _follow_drafts(self) -> None:
        """The bill is with the draft that was looked at, else with the best one on this computer."""
        offers = {one.id: one for one in self.drafts.offers()}
        looked = offers.get(self._looked.id) if self._looked is not None else None
        usable = (one for one in offers.values() if one.level != "refuse" and (one.path or one.use == "inside"))
        self._set_beside(looked or next(usable, None))

    def _look_at(self, offer: DraftOffer) -> None:
        if offer.level != "refuse":
            self._looked = offer
            self._set_beside(offer)

    def _set_beside(self, offer: DraftOffer | None) -> None:
        before, self._beside = self._beside, offer
        self.drafts.show_chosen(offer)
        if (before.id if before else "") != (offer.id if offer else ""):
            self._reckon(replace(self._wish, offer=offer.id if offer else ""))

    def _reckon(self, wish: BillWish) -> None:
        if self._model is None:
            return
        self._wish = wish
        usual = replace(wish, options=self._usual)
        title = self._beside.title if self._beside is not None and wish.offer else ""
        self.bill.show_wish(wish, usual, title, self._model.n_ctx)
        self._pause.start()

    def _ask_for_bill(self) -> None:
        wish = self._wish

        def take(found: Bill | Trouble) -> None:
            if wish == self._wish:
                self.bill.show_bill(found)

        self._collection.bill(wish, self._for_this(take))

    def _use(self, offer: DraftOffer) -> None:
        if self._model is not None:
            self.draft_wanted.emit(self._model.path, offer.path, offer.preset)

    def _fetch(self, offer: DraftOffer, file: str) -> None:
        if self._model is not None:
            self._collection.download(offer.repo, file, self._model.path, self._home(self.told.emit))

    def _ask_for_sizes(self, offer: DraftOffer) -> None:
        def take(found: HubRepository | Trouble) -> None:
            self.drafts.show_sizes(offer, found)

        if self._model is not None:
            self._collection.repository(offer.repo, self._model.path, self._for_this(take))

    def _read(self, begin: Callable[[str, Callable[[Checksum], None]], Cancel]) -> None:
        if self._model is not None:
            self.file.show_progress(Checksum(0, self._model.size))
            self._stop_reading = begin(self._model.path, self._for_this(self._take_reading))

    def _take_reading(self, now: Checksum) -> None:
        if self._stop_reading is not None:
            if now.digest or now.copies is not None or now.trouble is not None:
                self._stop_reading = None
            self.file.show_progress(now)

    def _reading_stopped(self) -> None:
        if self._stop_reading is not None:
            self._stop_reading()
            self._stop_reading = None
        self.file.show_stopped()
