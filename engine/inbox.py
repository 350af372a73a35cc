"""What has arrived from an engine and was not taken yet."""

from __future__ import annotations

from collections import deque

from engine.events import Event


def take_all(events: deque[Event]) -> list[Event]:
    """Everything in the deque, oldest first, while other threads may append."""
    taken = []
    while events:
        taken.append(events.popleft())
    return taken
