"""From the engine into the window: every 16 ms, all events that are there, in one piece.

The window never waits for the engine: a poll takes what is in the queue and returns. Who receives the events
drops those that belong to a request that is no longer theirs.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.commands import EngineLink

TICK_MS: Final = 16


class EventPump(QObject):
    """Polls an engine. events: one non-empty list of engine.events.Event per tick, oldest first."""

    events = Signal(object)

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    def start(self) -> None:
        """Begin to poll."""
        self._timer.start()

    def stop(self) -> None:
        """Poll no more."""
        self._timer.stop()

    def tick(self) -> None:
        """Take what is there and hand it on."""
        events = self._link.poll()
        if events:
            self.events.emit(events)
