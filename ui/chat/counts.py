"""Questions to the engine about how many tokens something takes."""

from __future__ import annotations

from collections.abc import Callable

from engine.commands import CountTokens, EngineLink
from engine.events import EngineDied, Event, Failed, TokensCounted

Told = Callable[[TokensCounted | None], None]


class Counts:
    """Each is answered once: with None when it could not be counted."""

    def __init__(self, link: EngineLink) -> None:
        self._link = link
        self._told: dict[int, Told] = {}

    def ask(self, command: CountTokens, told: Told) -> None:
        """Send the command."""
        self._told[command.request_id] = told
        self._link.send(command)

    def owns(self, event: Event) -> bool:
        """Whether the event answers one of them."""
        return isinstance(event, TokensCounted | Failed) and event.request_id in self._told

    def take(self, event: Event) -> None:
        """Pass on an answer; or, when the engine died, tell everybody that there will be none."""
        if isinstance(event, EngineDied):
            told, self._told = self._told, {}
            for one in told.values():
                one(None)
        elif isinstance(event, TokensCounted):
            self._told.pop(event.request_id)(event)
        elif isinstance(event, Failed):
            self._told.pop(event.request_id)(None)
