"""Other work than replies that the chat has its engine do, with the model as it is loaded."""

from __future__ import annotations

from collections.abc import Callable

from engine.commands import Cancel, Command, EngineLink
from engine.events import EngineDied, EngineReady, Event, Failed, LayerSearchDone, Prepared

_LAST = (EngineDied, Failed, LayerSearchDone, Prepared)


class Errand:
    """At most one at a time. `current` is its request id, 0 for none."""

    def __init__(self, link: EngineLink) -> None:
        self._link = link
        self._told: Callable[[Event], None] | None = None
        self.current = 0

    def begin(self, request_id: int, command: Command, told: Callable[[Event], None]) -> None:
        """Send the command, whose events go to `told`."""
        self.current, self._told = request_id, told
        self._link.send(command)

    def stop(self) -> None:
        """Ask for its end; `told` hears of it."""
        if self.current:
            self._link.send(Cancel(self.current))

    def owns(self, event: Event) -> bool:
        """Whether the event belongs to it."""
        if isinstance(event, EngineReady) or not self.current:
            return False
        return isinstance(event, EngineDied) or event.request_id == self.current

    def take(self, event: Event) -> bool:
        """Pass on an event that it owns; True when it was the last one."""
        told, over = self._told, isinstance(event, _LAST)
        if over:
            self.current, self._told = 0, None
        if told is not None:
            told(event)
        return over
