"""Esc: what it ends, closes or leaves. The nearest thing that there is, and one with every press."""

from __future__ import annotations

from collections.abc import Callable

from ui.chat.controller import ChatController
from ui.chat.view import ChatView
from ui.compare.view import CompareView
from ui.models.view import ModelsView
from ui.view_stack import ViewStack


class Leaving:
    """to_chat: every other view is left for it."""

    def __init__(
        self,
        views: ViewStack,
        chat: ChatView,
        compare: CompareView,
        models: ModelsView,
        controller: ChatController,
        to_chat: Callable[[], None],
    ) -> None:
        self._views = views
        self._chat, self._compare, self._models = chat, compare, models
        self._controller = controller
        self._to_chat = to_chat

    def leave(self) -> None:
        """Esc was pressed."""
        view = self._views.current
        if view is self._chat:
            self._leave_in_chat()
        elif view is self._compare and self._compare.busy:
            self._compare.stop()
        elif view is not self._models or not self._models.leave():
            self._to_chat()

    def _leave_in_chat(self) -> None:
        chat, controller = self._chat, self._controller
        if chat.banner.has_focus:
            chat.banner.clear()
        elif chat.column.finding:
            chat.column.leave_find()
        elif chat.folding.close():
            pass
        elif controller.phase == "loading":
            controller.cancel_load()
        elif controller.busy:
            controller.stop()
        elif chat.composer.editing:
            chat.composer.leave_edit()
        else:
            chat.banner.clear()
