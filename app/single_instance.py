"""One window per data folder: a lock that the system lets go of when its process ends, however it ends.

A second start finds the lock taken, leaves a request in the folder for the first to show itself, and ends. The first
watches `Instance.request_file` for changes.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

_LOCK_NAME = "paceline.lock"
_REQUEST_NAME = "paceline.show"


class Instance:
    """The right to be the only one on a data folder, from `first_on` to `close` or the end of the process."""

    def __init__(self, descriptor: int | None, folder: Path) -> None:
        self._descriptor = descriptor
        self.request_file = folder / _REQUEST_NAME

    def close(self) -> None:
        """Let another one be the first."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def first_on(folder: Path) -> Instance | None:
    """The lock on a data folder; None when another process has it.

    A folder that cannot be written to needs no lock: nothing in it can be spoilt by two.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / _LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return Instance(None, folder)
    if not _lock(descriptor):
        os.close(descriptor)
        return None
    instance = Instance(descriptor, folder)
    try:
        instance.request_file.touch()
    except OSError:  # a full disk: another start then cannot raise this window
        return instance
    return instance


def ask_first_to_show(folder: Path) -> None:
    """Ask the process that has the lock to bring its window to the front. Raises OSError when that cannot be said."""
    (folder / _REQUEST_NAME).write_text(f"{time.time_ns()}\n", encoding="utf-8")


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
