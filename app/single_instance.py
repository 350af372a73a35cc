"""One window per data folder: a lock that the system lets go of when its process ends, however it ends.

A second start finds the lock taken, leaves a request in the folder for the first to show itself, and ends once the
request is gone. The first looks for requests with `Instance.asked`. When it does not, because it hangs, the second
says so, and which process that is.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

_LOCK_NAME = "paceline.lock"
_REQUEST_NAME = "paceline.show"
_ANSWER_S = 10.0
_LOOK_EVERY_S = 0.05
_PID_AT = 1  # behind the byte that is locked, which Windows lets nobody read


class Instance:
    """The right to be the only one on a data folder, from `first_on` to `close` or the end of the process."""

    def __init__(self, descriptor: int | None, folder: Path) -> None:
        self._descriptor = descriptor
        self._request = folder / _REQUEST_NAME

    def asked(self) -> bool:
        """Whether a second start asked for the window since the last call."""
        try:
            self._request.unlink()
        except OSError:  # none is there, or it is none that a second start made
            return False
        return True

    def close(self) -> None:
        """Let another one be the first."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def first_on(folder: Path) -> Instance | None:
    """The lock on a data folder; None when another process has it.

    A folder that cannot be written to, and never was, needs no lock: nothing in it can be spoilt by two. Nor can there
    be one where the system knows no locks.
    """
    descriptor = _open(folder)
    if descriptor is None:
        return Instance(None, folder)
    try:
        _lock(descriptor)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        return Instance(None, folder)
    with contextlib.suppress(OSError):  # a full disk: the second start then cannot name this process
        os.lseek(descriptor, _PID_AT, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid():<20}".encode())
    instance = Instance(descriptor, folder)
    instance.asked()  # of one that was killed
    return instance


def ask_first_to_show(folder: Path, patience_s: float = _ANSWER_S) -> Instance | None:
    """Ask the process that has the lock to bring its window to the front; None once it has. When it ends meanwhile, the
    lock is this process's. Raises OSError when it cannot be asked, TimeoutError when it does not answer."""
    request = folder / _REQUEST_NAME
    request.open("ab").close()
    end = time.monotonic() + patience_s
    while request.exists():
        instance = first_on(folder)
        if instance is not None:
            return instance
        if time.monotonic() > end:
            request.unlink(missing_ok=True)
            raise TimeoutError(_process_of(folder))
        time.sleep(_LOOK_EVERY_S)
    return None


def _open(folder: Path) -> int | None:
    """The lock file; one that may only be read can be locked all the same. None where there is none."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        with contextlib.suppress(OSError):
            return os.open(folder / _LOCK_NAME, flags, 0o600)
    return None


def _process_of(folder: Path) -> str:
    """Which process has the lock, as far as it could say so."""
    with contextlib.suppress(OSError), (folder / _LOCK_NAME).open("rb") as file:
        file.seek(_PID_AT)
        number = file.read(20).strip()
        if number.isdigit():
            return f"process {number.decode()}"
    return "its process"


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
