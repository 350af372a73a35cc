"""Clearing the own history, of which drafters hold a part and write it down when they go: they go first."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.commands import Prepare, Speculation
from ui.chat.controller import ChatController
from ui.services import Services
from ui.settings_page import SettingsPage


class HistoryClearing(QObject):
    """Does it as soon as the engine is free, and tells the settings page the size that is left."""

    _measured = Signal(object)  # comes from another thread

    def __init__(self, services: Services, controller: ChatController, page: SettingsPage, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._controller = controller
        self._page = page
        self._waiting = False
        self._measured.connect(page.show_history)
        page.clear_history_wanted.connect(self._clear)
        controller.changed.connect(self._go_on)

    def measure(self) -> None:
        """Have the page show what the history takes on disk."""
        self._services.history_size(self._measured.emit)

    def _go_on(self) -> None:
        if self._waiting:
            self._clear()

    def _clear(self) -> None:
        phase = self._controller.phase
        self._waiting = phase not in ("ready", "empty", "dead")
        if phase == "ready":
            self._controller.run_errand(lambda n: Prepare(n, Speculation()), lambda _event: self._clear_now())
        elif not self._waiting:
            self._clear_now()

    def _clear_now(self) -> None:
        self._page.show_history(self._services.clear_history())
