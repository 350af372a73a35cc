"""How full the context is and what the message being written would add: counted by the engine, a moment after the last
key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer

from engine.events import TokensCounted
from ui.chat.attaching import shown
from ui.chat.composer import Composer
from ui.chat.controller import ChatController
from ui.chat.top_bar import ContextGauge
from ui.services import Draft, TextFile

COUNT_AFTER_MS: Final = 250


class TokenGauge(QObject):
    """Keeps the gauge and the composer's figures up to date."""

    def __init__(self, controller: ChatController, composer: Composer, gauge: ContextGauge) -> None:
        super().__init__(composer)
        self._controller = controller
        self._composer = composer
        self._gauge = gauge
        self._told = 0  # tokens of the conversation, as counted last
        self._files: dict[TextFile, int] = {}  # what files take that were counted already
        self._coming = 0
        self._stale = True
        self._round = 0  # an answer to an earlier question counts no more
        self._waited = QTimer(self)
        self._waited.setSingleShot(True)
        self._waited.setInterval(COUNT_AFTER_MS)
        self._waited.timeout.connect(self._count)
        composer.changed.connect(self._edited)
        controller.switched.connect(self._switched)
        controller.settled.connect(self._edited)
        controller.reply_ended.connect(lambda _: self._edited())
        controller.model_loaded.connect(lambda _: self._another_model())

    def refresh(self) -> None:
        """Show what is known; called whenever the chat's state changed."""
        controller = self._controller
        n_ctx = controller.n_ctx if controller.model else 0
        used = controller.context_used if controller.answering_here else self._told
        self._gauge.show_use(used, n_ctx, self._coming)
        if self._stale and controller.phase == "ready" and not self._waited.isActive():
            self._waited.start()

    def _switched(self) -> None:
        self._told = self._coming = 0
        self._edited()

    def _another_model(self) -> None:
        self._files.clear()
        self._edited()

    def _edited(self) -> None:
        self._stale = True
        self._round += 1
        if not self._composer.draft:
            self._coming = 0
            self._composer.show_tokens(0, (), self._controller.n_ctx, False)
        self._waited.start()

    def _count(self) -> None:
        """Ask the engine; while it writes a reply the question waits, and `refresh` asks it afterwards."""
        draft = self._composer.draft
        new = [file for file in draft.files if file not in self._files]
        asked = self._round

        def told(counted: TokensCounted | None) -> None:
            if counted is not None:
                self._files.update(zip(new, counted.texts[1:], strict=True))
                if asked == self._round:
                    self._counted(counted, draft)

        if self._controller.count((draft.text, *map(shown, new)), told):
            self._stale = False

    def _counted(self, counted: TokensCounted, draft: Draft) -> None:
        files = [self._files[file] for file in draft.files]
        self._told = self._controller.told_tokens or 0
        self._coming = counted.texts[0] + sum(files)
        too_long = self._coming > 0 and self._told + self._coming > counted.n_ctx
        self._composer.show_tokens(self._coming, files, counted.n_ctx, too_long)
        self.refresh()
