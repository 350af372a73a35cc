"""Keeps the bar that asks, the composer and the chat of one mind when the context is too small."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from ui.chat.composer import Composer
from ui.chat.controller import ChatController
from ui.chat.conversation import UserTurn
from ui.chat.fit_bar import FitBar
from ui.chat.fitting import Overfull
from ui.services import Draft


class AskingFirst(QObject):
    """Lives as long as the bar. What was to be sent stands in the composer while the bar asks, and can be changed."""

    def __init__(self, controller: ChatController, composer: Composer, bar: FitBar) -> None:
        super().__init__(bar)
        self._controller = controller
        self._composer = composer
        self._bar = bar
        controller.overfull.connect(self._ask)
        controller.given_back.connect(self._give_back)
        controller.switched.connect(bar.close_bar)
        controller.reply_began.connect(lambda _: bar.close_bar())
        bar.leave_out.connect(lambda full: controller.leave_out(self._of_now(full)))
        bar.enlarge.connect(lambda full: controller.enlarge(self._of_now(full)))
        bar.closed.connect(composer.input.setFocus)

    def _ask(self, full: Overfull) -> None:
        self._bar.ask(full)
        (self._bar.drop if full.turns else self._bar.no).setFocus()

    def _give_back(self, draft: Draft, instead_of: UserTurn | None) -> None:
        if not self._composer.draft:
            self._composer.put(draft, instead_of)

    def _of_now(self, full: Overfull) -> Overfull:
        """The same with what stands in the composer now, which is taken out of it."""
        if full.wish.draft is None:
            return full
        instead_of = self._composer.editing
        draft = self._composer.take() or full.wish.draft
        return replace(full, wish=replace(full.wish, draft=draft, instead_of=instead_of))
