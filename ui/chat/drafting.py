"""Drafts: what is being written stays with its conversation, through switching and through a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject, QTimer

from ui.chat.composer import Composer
from ui.chat.controller import ChatController
from ui.chat.homeward import Homeward
from ui.services import Conversations, Draft

KEEP_AFTER_MS: Final = 500  # also while somebody writes on and on


class Drafting(QObject):
    """Lives as long as its composer. Changes of an earlier message are no drafts."""

    def __init__(self, controller: ChatController, kept: Conversations, composer: Composer) -> None:
        super().__init__(composer)
        self._controller = controller
        self._kept = kept
        self._composer = composer
        self._drafts: dict[int, Draft] = {}  # by conversation; 0 for an empty page
        self._written_in = controller.current
        self._waited = QTimer(self)
        self._waited.setSingleShot(True)
        self._waited.setInterval(KEEP_AFTER_MS)
        self._waited.timeout.connect(self.keep)
        composer.changed.connect(lambda: self._waited.isActive() or self._waited.start())
        controller.switched.connect(self._switched)
        kept.drafts(Homeward(self)(self._found))

    def keep(self) -> None:
        """Have what is being written kept now."""
        self._waited.stop()
        if self._composer.editing is None:
            self._put(self._written_in.id, self._composer.draft)

    def _found(self, drafts: Mapping[int, Draft]) -> None:
        self._drafts = dict(drafts)
        draft = self._drafts.get(self._written_in.id)
        if draft is not None and not self._composer.draft:
            self._composer.fill(draft)

    def _switched(self) -> None:
        self._waited.stop()
        self._put(self._written_in.id, self._composer.take_draft())
        self._written_in = self._controller.current
        draft = self._drafts.get(self._written_in.id)
        if draft is not None:
            self._composer.fill(draft)
        self._waited.stop()

    def _put(self, conversation: int, draft: Draft) -> None:
        if draft == self._drafts.get(conversation, Draft()):
            return
        if draft:
            self._drafts[conversation] = draft
        else:
            del self._drafts[conversation]
        self._kept.keep_draft(conversation, draft)
