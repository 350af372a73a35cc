"""Who has the engine: the chat, or a comparison.

There is one engine, and a comparison borrows it. A second one beside it would hold the model twice, in memory that a
large model does not leave, and would share the processor with what is being measured. Ending the chat's engine and
starting another would be as right and takes seconds more; so the chat lets go of it, sees nothing of what happens on
it, and then loads its model and drafters again, for the comparison leaves others behind.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.commands import EngineLink
from ui.chat.controller import ChatController
from ui.compare.services import Lent
from ui.event_pump import EventPump


class Lender(QObject):
    """changed: it was lent, or taken back."""

    changed = Signal()

    def __init__(
        self, link: EngineLink, pump: EventPump, controller: ChatController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._link = link
        self._pump = pump
        self._controller = controller
        self._away = False

    @property
    def away(self) -> bool:
        """Whether the engine is lent at this time."""
        return self._away

    @property
    def why_not(self) -> str:
        """Why it cannot be lent now, in words; '' when it can."""
        if self._controller.busy:
            return self.tr("A reply is being written. Wait for its end, or stop it.")
        if self._controller.phase == "errand":
            return self.tr("The engine does other work for the chat. Wait for its end, or stop it.")
        return ""

    def lend(self) -> Lent | None:
        """Take the engine from the chat; None when it needs it itself."""
        if self._away or self.why_not:
            return None
        self._pump.stop()
        first_id = self._controller.lend()
        self._away = True
        self.changed.emit()
        return Lent(self._link, first_id, self._controller.engine)

    def take_back(self, next_id: int, died: bool) -> None:
        """Give it to the chat again. died: start a fresh one for it."""
        self._away = False
        self._controller.take_back(next_id, died)
        self._pump.start()
        self.changed.emit()
