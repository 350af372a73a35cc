"""An engine in a thread of this process: for debugging, for tests, and inside the child process."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

from engine.commands import Cancel, Command
from engine.events import Event
from engine.folders import NOWHERE, EngineFolders
from engine.inbox import take_all
from engine.session import Session

CLOSE_TIMEOUT_S: Final = 10.0


class EngineThread:
    """One session on one thread. `emit` is called on that thread, for every event."""

    def __init__(self, emit: Callable[[Event], None], folders: EngineFolders = NOWHERE) -> None:
        self._queue: SimpleQueue[Command | None] = SimpleQueue()
        self._stopped: set[int] = set()
        self._current: int | None = None
        self._closing = False
        self._session = Session(emit, self._is_cancelled, folders)
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def send(self, command: Command) -> None:
        """Queue a command; a Cancel takes effect at once, also on a request that still waits."""
        if isinstance(command, Cancel):
            self._stopped.add(command.request_id)
        else:
            self._queue.put(command)

    def close(self) -> None:
        """Stop what runs, free everything, end the thread."""
        self._closing = True
        self._queue.put(None)
        self._thread.join(CLOSE_TIMEOUT_S)

    def _is_cancelled(self) -> bool:
        return self._closing or self._current in self._stopped

    def _run(self) -> None:
        self._session.start()
        while (command := self._queue.get()) is not None:
            self._current = command.request_id
            self._session.handle(command)
            self._stopped.discard(command.request_id)
        self._session.close()


class ThreadEngine:
    """The EngineLink of an engine in this process. See `engine.commands.EngineLink`."""

    def __init__(self, folders: EngineFolders = NOWHERE) -> None:
        self._folders = folders
        self._events: deque[Event] = deque()
        self._arrived = threading.Event()
        self._thread = EngineThread(self._take, self._folders)

    def send(self, command: Command) -> None:
        self._thread.send(command)

    def poll(self) -> list[Event]:
        self._arrived.clear()
        return take_all(self._events)

    def wait(self, timeout_s: float) -> bool:
        return bool(self._events) or self._arrived.wait(timeout_s)

    def restart(self) -> None:
        self._thread.close()
        self._events.clear()
        self._thread = EngineThread(self._take, self._folders)

    def close(self) -> None:
        self._thread.close()

    def _take(self, event: Event) -> None:
        self._events.append(event)
        self._arrived.set()
