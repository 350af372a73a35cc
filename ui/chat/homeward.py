"""From whatever thread called back to the window's own, where widgets may be touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal

T = TypeVar("T")


class Homeward(QObject):
    """Make one on the window's thread; `home(done)` gives a function that any thread may call.

    On the window's thread it calls `done` at once, from another one when the window comes round to it. Once this
    object is gone, nothing is called.
    """

    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._call)

    def __call__(self, done: Callable[[T], None]) -> Callable[[T], None]:
        def bring(result: T) -> None:
            if shiboken6.isValid(self):
                self._arrived.emit(lambda: done(result))

        return bring

    def _call(self, work: Callable[[], None]) -> None:
        work()
