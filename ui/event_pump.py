"""From the engine into the window: all events that are there, in one piece, at the pace at which an eye can follow.

The window never waits for the engine: a poll takes what is in the queue and returns. While rounds stream in, there are
longer pauses between two polls, because every painting of a window takes a processor's core for some milliseconds, and
where the engine computes on all cores, its threads wait for each other until that one is free again. Who receives the
events drops those that belong to a request that is no longer theirs.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.commands import EngineLink
from engine.events import RoundDone

TICK_MS: Final = 16
STREAMING_MS: Final = 100


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

    @property
    def pause_ms(self) -> int:
        """Milliseconds from one poll to the next, as things are."""
        return self._timer.interval()

    def start(self) -> None:
        """Begin to poll."""
        self._timer.start()

    def stop(self) -> None:
        """Poll no more."""
        self._timer.stop()

    def tick(self) -> None:
        """Take what is there and hand it on."""
        events = self._link.poll()
        streaming = bool(events) and isinstance(events[-1], RoundDone)
        pause = STREAMING_MS if streaming else TICK_MS
        if pause != self._timer.interval():
            self._timer.setInterval(pause)
        if events:
            self.events.emit(events)
