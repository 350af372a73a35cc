"""Ctrl+K: what the switcher offers, and where its choice leads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.commands import PresetInfo
from ui.chat.homeward import Homeward
from ui.language import local
from ui.services import ConversationRow, Services
from ui.switcher import Place, Switcher

SWITCHED_CHATS: Final = 1000  # the newest


class Going(QObject):
    """preset_wanted(id), model_wanted(path), chat_wanted(id of the conversation): it was chosen."""

    preset_wanted = Signal(str)
    model_wanted = Signal(str)
    chat_wanted = Signal(object)

    def __init__(self, services: Services, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._window = window

    def open(self, presets: Sequence[PresetInfo]) -> None:
        """Ask where to go. Chats follow as soon as the store has them."""
        preset, model, chat = self.tr("Preset"), self.tr("Model"), self.tr("Chat")
        usable = [choice for choice in self._services.models() if choice.usable]
        places = [Place(preset, local(one.title), partial(self.preset_wanted.emit, one.id)) for one in presets]
        places += [Place(model, choice.title, partial(self.model_wanted.emit, choice.path)) for choice in usable]
        switcher = Switcher(places, self._window)

        def add(rows: Sequence[ConversationRow]) -> None:
            named = [(row.id, row.title or self.tr("New chat")) for row in rows]
            switcher.add([Place(chat, title, partial(self.chat_wanted.emit, key)) for key, title in named])

        switcher.open()
        self._services.conversations.page(Homeward(switcher)(add), limit=SWITCHED_CHATS)
