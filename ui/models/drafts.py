"""Drafts for the chosen target: those on this computer at once, those on the hub when somebody asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.models import words
from ui.models.draft_card import DraftCard
from ui.models.parts import button, small_button
from ui.models.services import Download, DraftOffer, HubNews, HubRepository, Trouble
from ui.speculation.parts import words as label
from ui.theme.motion import BusyBar
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme

_AT_ONCE: Final = 6  # cards; more are shown when asked for


class DraftsSection(QWidget):
    """used(DraftOffer), fetched(DraftOffer, file), sizes_wanted(DraftOffer): answer with `show_sizes`. looked_at: the
    memory bill is wanted with this offer. hub_wanted, hub_stopped: look on the hub, or stop. token_wanted: a gated
    repository needs an access token."""

    used = Signal(object)
    fetched = Signal(object, str)
    sizes_wanted = Signal(object)
    looked_at = Signal(object)
    hub_wanted = Signal()
    hub_stopped = Signal()
    token_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cards: dict[str, DraftCard] = {}
        self._offers: Sequence[DraftOffer] = ()
        self._downloads: Mapping[tuple[str, str], Download] = {}
        self._all = self._refused_too = self._asked = False
        self._title = label(self.tr("Drafts"), "title")
        self._note = label("", "small", wrap=True)
        self._busy = BusyBar(theme.motion, self.tr("Looking on the hub"))
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACE_S)
        self.more = small_button("")
        self.more.clicked.connect(self._show_all)
        self.refused = small_button("")
        self.refused.clicked.connect(self._show_refused)
        self.look = button(self.tr("Look on the hub"))
        theme.bind_icon(self.look, "search", "muted")
        self.look.clicked.connect(self.hub_wanted)
        self.stop = button(self.tr("Stop looking"))
        self.stop.clicked.connect(self.hub_stopped)
        self.trouble = _TroubleCard()
        self.trouble.retry.clicked.connect(self.hub_wanted)
        self.trouble.token.clicked.connect(self.token_wanted)
        self._lay_out()
        self.show_hub_over()

    def begin(self, target: str) -> None:
        """Another target, by its title: what could draft for it is being looked for on this computer."""
        self.setAccessibleName(self.tr("Drafts for {0}").format(target))
        self._all = self._refused_too = self._asked = False
        self.trouble.hide()
        self.show_hub_over()
        self._show((), self.tr("Reading the headers of the other models on this computer…"))

    def show_found(self, found: Sequence[DraftOffer] | Trouble) -> None:
        """What this computer has."""
        if isinstance(found, Trouble):
            self._show((), words.trouble(found))
        else:
            none = self.tr("None on this computer. The hub may have some: nothing is asked there before you press it.")
            self._show(found, "" if any(one.level != "refuse" for one in found) else none)

    def show_news(self, news: HubNews) -> None:
        """What the hub has, by now."""
        self._asked = True
        if news.over:
            self.show_hub_over()
            some = any(one.level != "refuse" for one in news.offers)
            note = "" if some or news.troubles else self.tr("Nothing was found that could draft for this model.")
        else:
            self._busy.show()
            self.look.hide()
            self.stop.show()
            note = self.tr("Looking on the hub and reading headers there, a few MB at most…")
        self._show(news.offers, note)
        # A known pair whose repository is gone matters to nobody who has another.
        good = any(one.level != "refuse" and one.repo for one in news.offers)
        self.trouble.show_troubles([one for one in news.troubles if one.kind != "missing" or not good])

    def show_hub_over(self) -> None:
        """Nothing is looked for on the hub."""
        self._busy.hide()
        self.stop.hide()
        self.look.show()
        self.look.setText(self.tr("Look again on the hub") if self._asked else self.tr("Look on the hub"))

    def show_downloads(self, downloads: Sequence[Download]) -> None:
        """The queue: cards show how far theirs are."""
        self._downloads = {(one.repo, one.file): one for one in downloads}
        for card in self._cards.values():
            card.show_download(self._download_of(card.offer))

    def show_chosen(self, offer: DraftOffer | None) -> None:
        """With which one the memory bill is."""
        for card in self._cards.values():
            card.show_chosen(offer is not None and card.offer.id == offer.id)

    def show_sizes(self, offer: DraftOffer, found: HubRepository | Trouble) -> None:
        """The answer to `sizes_wanted`."""
        card = self._cards.get(offer.id)
        if card is not None:
            card.show_sizes(found)

    def offers(self) -> Sequence[DraftOffer]:
        """All of them, best first."""
        return self._offers

    def cards(self) -> list[DraftCard]:
        """Those that are shown, from the top."""
        return [self._cards[one.id] for one in self._offers if one.id in self._cards]

    def note(self) -> str:
        """The words over the cards."""
        return self._note.text()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self.look)
        head.addWidget(self.stop)
        folds = QHBoxLayout()
        folds.addWidget(self.more)
        folds.addWidget(self.refused)
        folds.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addLayout(head)
        layout.addWidget(self._note)
        layout.addWidget(self._busy)
        layout.addWidget(self.trouble)
        layout.addLayout(self._list)
        layout.addLayout(folds)

    def _show(self, offers: Sequence[DraftOffer], note: str) -> None:
        self._offers = tuple(offers)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        good = [one for one in offers if one.level != "refuse"]
        bad = [one for one in offers if one.level == "refuse"]
        shown = [*(good if self._all else good[:_AT_ONCE]), *(bad if self._refused_too else ())]
        self._show_cards(shown)
        hidden = len(good) - _AT_ONCE
        self.more.setVisible(hidden > 0 and not self._all)
        self.more.setText(self.tr("Show %n more", "", hidden))
        self.refused.setVisible(bool(bad))
        many = self.tr("%n that cannot be used", "", len(bad))
        self.refused.setText(self.tr("Hide those that cannot be used") if self._refused_too else many)

    def _show_cards(self, shown: Sequence[DraftOffer]) -> None:
        wanted = {one.id for one in shown}
        for key in [key for key in self._cards if key not in wanted]:
            card = self._cards.pop(key)
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        before: QWidget = self.stop
        for i, offer in enumerate(shown):
            card = self._card(offer)
            self._list.insertWidget(i, card)
            for control in (card.use, card.get, card.sizes):  # made anew, long after what follows them
                QWidget.setTabOrder(before, control)
                before = control

    def _card(self, offer: DraftOffer) -> DraftCard:
        card = self._cards.get(offer.id)
        if card is None:
            card = self._cards[offer.id] = DraftCard(offer, self._theme)
            card.used.connect(self.used)
            card.fetched.connect(self.fetched)
            card.sizes_wanted.connect(self.sizes_wanted)
            card.looked_at.connect(self.looked_at)
        elif card.offer != offer:
            card.show_offer(offer)
        card.show_download(self._download_of(offer))
        return card

    def _download_of(self, offer: DraftOffer) -> Download | None:
        return self._downloads.get((offer.repo, offer.file)) if offer.repo else None

    def _show_all(self) -> None:
        self._all = True
        self._show(self._offers, self._note.text())

    def _show_refused(self) -> None:
        self._refused_too = not self._refused_too
        self._show(self._offers, self._note.text())


class _TroubleCard(QFrame):
    """What did not work on the hub, and what one can do about it here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner-warn")
        self._text = label("", "", wrap=True)
        self.retry = button(self.tr("Try again"))
        self.token = button(self.tr("Enter an access token…"))
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.retry)
        row.addWidget(self.token)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_S + 2, SPACE_M, SPACE_S + 2)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._text)
        layout.addLayout(row)
        self.hide()

    def show_troubles(self, troubles: Sequence[Trouble]) -> None:
        """Hidden when there are none."""
        self._text.setText("\n".join(dict.fromkeys(words.trouble(one) for one in troubles)))
        self.setAccessibleName(self._text.text())
        self.token.setVisible(any(one.kind == "access" for one in troubles))
        self.setVisible(bool(troubles))

    def text(self) -> str:
        """The words in it."""
        return self._text.text()
