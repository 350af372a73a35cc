"""The program's log: where it lies, and that what nobody caught gets into it."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from types import TracebackType

from app import paths
from engine import logs

log = logging.getLogger(__name__)


def keep_log() -> None:
    """Send what is logged to the user's log file from now on."""
    logs.keep_log(paths.log_file())


def log_faults(told: Callable[[], None]) -> Callable[[], None]:
    """Log whatever nobody catches, in any thread, and tell it. The result undoes it."""
    before, before_in_threads = sys.excepthook, threading.excepthook

    def note(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or issubclass(kind, (KeyboardInterrupt, SystemExit)):
            return
        log.error("A bug that nobody caught", exc_info=(kind, error, trace))
        told()

    def undo() -> None:
        sys.excepthook, threading.excepthook = before, before_in_threads

    sys.excepthook = note
    threading.excepthook = lambda caught: note(caught.exc_type, caught.exc_value, caught.exc_traceback)
    return undo
