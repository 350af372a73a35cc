"""One draft for the chosen target: what it is, the verdict on it, and a way to have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QProgressBar, QPushButton, QToolButton, QVBoxLayout, QWidget

from ui.chat.text_views import below
from ui.language import local
from ui.models import words
from ui.models.parts import button, icon_button
from ui.models.services import Download, DraftOffer, HubRepository, Trouble
from ui.speculation.parts import ElidedLabel
from ui.speculation.parts import words as label
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import Theme, restyle

_ROLES: Final = {"ok": "good", "warn": "warn", "refuse": "bad"}
_THOUSAND: Final = 1000
UNDER_WAY: Final = ("waiting", "running", "checking", "retrying", "paused")


class DraftCard(QFrame):
    """used(DraftOffer), fetched(DraftOffer, file), sizes_wanted(DraftOffer): answer with `show_sizes`.
    looked_at(DraftOffer): clicked or reached by Tab."""

    used = Signal(object)
    fetched = Signal(object, str)
    sizes_wanted = Signal(object)
    looked_at = Signal(object)

    def __init__(self, offer: DraftOffer, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer = offer
        self._theme = theme
        self._download: Download | None = None
        self.setProperty("role", "card")
        self._title = ElidedLabel("title")
        self.use = button(self.tr("Use"), role="primary")
        self.use.clicked.connect(lambda: self.used.emit(self.offer))
        self.get = QPushButton()
        self.get.clicked.connect(lambda: self.fetched.emit(self.offer, self.offer.file))
        self.sizes: QToolButton = icon_button("chevron-down", self.tr("Other quantisations"), theme)
        self.sizes.clicked.connect(self._ask_for_sizes)
        self._menu = QMenu(self)
        self._where = label("", "small", wrap=True)
        self._sentence = label("", "good", wrap=True)
        self._gain = label("", "small", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _THOUSAND)
        self._lay_out()
        for control in (self.use, self.get, self.sizes):
            control.installEventFilter(self)
        self.show_offer(offer)

    def show_offer(self, offer: DraftOffer) -> None:
        """The same offer as it is known now."""
        self.offer = offer
        self._title.setText(offer.title)
        parts = [words.source(offer.source), offer.quantisation, words.size(offer.size) if offer.size else ""]
        if offer.path == "" and offer.repo:
            parts.append(offer.repo)
        if offer.gated:
            parts.append(self.tr("gated"))
        self._where.setText(" · ".join(part for part in parts if part))
        restyle(self._sentence, _ROLES[offer.level])
        self._sentence.setText(local(offer.sentence))
        self._gain.setText(" ".join(part for part in (self._fit(offer), local(offer.gain), local(offer.note)) if part))
        self._gain.setVisible(bool(self._gain.text()))
        self.setAccessibleName(f"{offer.title}: {self._where.text()}. {self._sentence.text()}")
        self.use.setAccessibleName(self.tr("Use {0} as draft").format(offer.title))
        self.get.setText(self.tr("Get {0}").format(words.size(offer.size)) if offer.size else self.tr("Get"))
        self.get.setAccessibleName(self.tr("Download {0}, {1}").format(offer.title, words.size(offer.size)))
        self.sizes.setAccessibleName(self.tr("Other quantisations of {0}").format(offer.title))
        self._show_controls()

    def show_download(self, download: Download | None) -> None:
        """The entry of the queue for it; None when there is none."""
        if download == self._download:
            return
        self._download = download
        if download is not None:
            share = download.done / download.total if download.total else 0.0
            self._bar.setValue(round(share * _THOUSAND))
            self._bar.setAccessibleName(words.progress(download))
        self._show_controls()

    def show_chosen(self, chosen: bool) -> None:
        """Whether the memory bill is with this one."""
        role = "chosen" if chosen else "card"
        if self.property("role") != role:
            restyle(self, role)

    def show_sizes(self, found: HubRepository | Trouble) -> None:
        """The answer to `sizes_wanted`: fill the menu that is open."""
        self._menu.clear()
        if isinstance(found, Trouble):
            self._say(words.trouble(found))
            return
        for one in found.files:
            parts = [one.quantisation or one.name, words.size(one.size)]
            if one.shards > 1:
                parts.append(self.tr("%n shards", "", one.shards))
            if one.fit is not None:
                parts.append(words.fit_in_words(one.fit))
            action = QAction("   ".join(parts).replace("&", "&&"), self._menu)
            action.setToolTip(one.name)
            action.triggered.connect(lambda _=False, name=one.name: self.fetched.emit(self.offer, name))
            self._menu.addAction(action)
        if not found.files:
            self._say(self.tr("The repository holds no GGUF file any more."))

    def texts(self) -> Sequence[str]:
        """What stands in the card."""
        shown = (self._where.text(), self._sentence.text(), self._gain.text())
        return (self._title.text(), *(text for text in shown if text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.looked_at.emit(self.offer)
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.looked_at.emit(self.offer)
        super().mousePressEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._title, 1)
        for control in (self.use, self.get, self.sizes):
            head.addWidget(control)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_S + 2, SPACE_S + 2, SPACE_S + 2)
        layout.setSpacing(2)
        layout.addLayout(head)
        for line in (self._where, self._sentence, self._gain):
            layout.addWidget(line)
        layout.addSpacing(2)
        layout.addWidget(self._bar)

    def _show_controls(self) -> None:
        refused = self.offer.level == "refuse"
        here = bool(self.offer.path) or self.offer.use == "inside"
        loading = self._download is not None and self._download.stage in UNDER_WAY
        self.use.setVisible(here and not refused)
        self.get.setVisible(not here and not refused and not loading)
        self.sizes.setVisible(self.get.isVisibleTo(self) and bool(self.offer.repo))
        self._bar.setVisible(loading and not here)

    def _fit(self, offer: DraftOffer) -> str:
        if offer.fit is None or offer.level == "refuse":
            return ""
        if offer.fit.level == "refuse":
            return self.tr("Together with the model {0} of memory are missing.").format(words.size(-offer.fit.left))
        if offer.fit.level == "warn":
            return self.tr("Together with the model a part has to run on the CPU.")
        return self.tr("Fits beside the model.")

    def _ask_for_sizes(self) -> None:
        self._menu.clear()
        self._say(self.tr("Asking the hub…"))
        self.sizes_wanted.emit(self.offer)
        self._menu.popup(below(self.sizes))

    def _say(self, text: str) -> None:
        self._menu.addAction(text.replace("&", "&&")).setEnabled(False)
