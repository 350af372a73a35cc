"""Notices that models came, went or were changed, by looking at names, sizes and times every few seconds.

Notifications of the operating system would say it sooner, but not on network disks, not through the links of the
Hugging Face cache, and not without running out of handles on large trees; a look at 500 files takes milliseconds.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.library.catalogue import Library

log = logging.getLogger(__name__)
EVERY_S: Final = 5.0


class Watcher:
    """Calls `changed` from a thread of its own when the folders are not as the library's last scan found them."""

    def __init__(self, library: Library, changed: Callable[[], None], every_s: float = EVERY_S) -> None:
        self._library = library
        self._changed = changed
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="library-watcher", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        told = self._library.scanned
        while not self._ended.wait(self._every_s):
            now = self._library.fingerprint()
            if now in (told, self._library.scanned):
                continue
            told = now
            try:
                self._changed()
            except Exception:
                log.exception("A bug in what follows a change in the models' folders")
