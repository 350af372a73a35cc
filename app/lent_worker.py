"""A long piece of work for the window with an engine that was lent for it, on a thread of its own.

Hashing files, writing results to disk and working out a report take their time, and a window must not wait for any of
it; so the same function that a headless command calls on its main thread is called here on another one.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections import deque
from typing import Final, Generic, TypeVar

from engine.errors import EngineError, PacelineError
from ui.compare.services import Lent
from ui.comparison import Ending

log = logging.getLogger(__name__)
LEAVE_S: Final = 3.0
Told = TypeVar("Told")


class LentWorker(ABC, Generic[Told]):
    """It runs from the beginning. A subclass works in `work`, puts what it has to say into `told`, looks at `stopped`
    meanwhile, and sets `next_request_id`."""

    def __init__(self, lent: Lent, name: str, keeps: int | None = None) -> None:
        """name: of the thread. keeps: so many of the newest that was told, all if None."""
        self.lent = lent
        self.told: deque[Told] = deque(maxlen=keeps)
        self.stopped = threading.Event()
        self.next_request_id = lent.first_request_id
        self.thread = threading.Thread(target=self._guarded, name=name, daemon=True)
        self.thread.start()

    @property
    def over(self) -> bool:
        """Nothing more comes, all was taken, and the engine is free again."""
        return not self.thread.is_alive() and not self.told

    def stop(self) -> None:
        """End it soon."""
        self.stopped.set()

    def close(self) -> None:
        """End it now, and wait for that; at most a few seconds."""
        self.stop()
        self.thread.join(LEAVE_S)

    @abstractmethod
    def work(self) -> None:
        """All of it. Raises PacelineError where it cannot begin or go on."""

    @abstractmethod
    def failed(self, ending: Ending, reason: str) -> None:
        """Tell that it ended early."""

    def _guarded(self) -> None:
        try:
            self.work()
        except EngineError as error:
            self.failed("died", str(error))
        except PacelineError as error:
            self.failed("failed", str(error))
        except Exception as error:
            log.exception("A bug in a %s", self.thread.name)
            self.failed("failed", f"A bug of Paceline: {type(error).__name__}. The log has the details.")
