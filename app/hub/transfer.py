"""Fetching one model: every byte once, every file checked, all of it in its place at once or not at all.

The bytes of a file are asked for in ranges of 1/256 of it. What a killed process had asked for and not yet written is
all that has to come a second time: ten kills cost at most 4 % of the file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from typing import TYPE_CHECKING, Final, Literal

from filelock import FileLock, Timeout

from app import paths
from app.hub.errors import HubError, on_disk
from app.hub.ranges import open_range

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from io import FileIO

    from app.hub.client import Hub, Location
    from app.hub.ranges import Patience
    from app.hub.resume import Unfinished
    from app.hub.values import RemoteFile

MARGIN: Final = 64 << 20  # left free on the disk
LEAST_RANGE: Final = 256 << 10
SHARE: Final = 256
_BLOCK: Final = 1 << 20
_OPEN_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

Activity = Literal["transferring", "checking", "waiting"]


class StoppedError(Exception):
    """The transfer was asked to stop. What was fetched is on disk."""


class Transfer:
    """One run at one download. `run` returns when the model is in its place."""

    def __init__(
        self,
        hub: Hub,
        unfinished: Unfinished,
        stop: threading.Event,
        told: Callable[[int, Activity], None],
        patience: Patience,
    ) -> None:
        """told: hears how many bytes came (negative: were lost), and what is being done."""
        self._hub = hub
        self._job = unfinished
        self._stop = stop
        self._told = told
        self._patience = patience

    def run(self) -> None:
        """Fetch what is missing, check all, put it in place. Raises HubError and StoppedError."""
        what = f"{self._job.model.name} of {self._job.model.repo} cannot be fetched"
        if not all(file.sha256 for file in self._job.model.files):
            why = "the hub names no checksum, so what arrives could not be checked"
            raise HubError(what, why, "Look for another copy of the model.")
        try:
            lock_file = paths.cache_dir() / "locks" / f"{self._job.model.files[0].sha256}.lock"
            lock_file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(lock_file).acquire(timeout=0):
                self._fetch_all(what)
        except Timeout:
            raise HubError(what, "another Paceline is fetching it", "Wait for that one.", trouble="disk") from None
        except OSError as error:
            raise on_disk(error, what) from error

    def _fetch_all(self, what: str) -> None:
        job = self._job
        job.path.parent.mkdir(parents=True, exist_ok=True)
        job.write()
        self._check_room(what)
        missing = [file for file in job.model.files if not self._is_there(file)]
        for file in missing:
            self._fetch(file)
        for file in reversed(missing):  # the first shard last: with it the model is complete
            job.part(file).replace(job.place(file))
        job.forget()

    def _check_room(self, what: str) -> None:
        folder = self._job.path.parent
        missing = self._job.model.size - self._job.done
        needed, free = missing + MARGIN, shutil.disk_usage(folder).free
        if missing and needed > free:
            raise HubError(
                what,
                f"{needed / 1e9:.1f} GB are needed and {free / 1e9:.1f} GB are free in {folder}",
                "Make room there, or choose a models folder on another disk.",
                trouble="disk",
            )

    def _is_there(self, file: RemoteFile) -> bool:
        """Whether the file lies complete in its place. Raises HubError where another one does."""
        place = self._job.place(file)
        if not place.exists():
            return False
        if place.stat().st_size == file.size:
            self._told(0, "checking")
            with place.open("rb", buffering=0) as there:
                if self._sum(there, file.size).hexdigest() == file.sha256:
                    return True
        self._job.forget()
        raise HubError(
            f"{file.name} of {self._job.model.repo} is not fetched",
            f"another file of this name lies in {place.parent}",
            "Delete or rename that one first.",
            trouble="disk",
        )

    def _fetch(self, file: RemoteFile) -> None:
        part = self._job.part(file)
        part.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, _OPEN_FLAGS, 0o666), "r+b", buffering=0) as target:
            have = target.seek(0, os.SEEK_END)
            if have > file.size:
                target.truncate(0)
                have = target.seek(0)
            if have == file.size and file.name in self._job.verified:
                return
            if have:
                self._told(0, "checking")
            digest = self._sum(target, have)
            self._receive(target, file, have, digest)
            os.fsync(target.fileno())
        if digest.hexdigest() != file.sha256:
            part.unlink()
            self._told(-file.size, "transferring")
            raise HubError(
                f"{file.name} of {self._job.model.repo} arrived damaged",
                f"its SHA-256 begins with {digest.hexdigest()[:12]} instead of {file.sha256[:12]}",
                "Try again; if it stays so, the file on the hub, or a proxy on the way, is not to be trusted.",
            )
        self._job.verified.add(file.name)
        self._job.write()

    def _sum(self, file: FileIO, n_bytes: int) -> hashlib._Hash:
        """The sum of the first n_bytes; the file stands behind them."""
        digest = hashlib.sha256()
        file.seek(0)
        while n_bytes:
            block = file.read(min(_BLOCK, n_bytes))
            if not block:
                raise OSError(errno.EIO, "the file became shorter while it was read")
            if self._stop.is_set():
                raise StoppedError
            digest.update(block)
            n_bytes -= len(block)
        return digest

    def _receive(self, target: FileIO, file: RemoteFile, have: int, digest: hashlib._Hash) -> None:
        """Write the bytes from `have` on, range by range, with patience."""
        location: Location | None = None
        step = max(LEAST_RANGE, -(-file.size // SHARE))
        failures = 0
        while have < file.size:
            if self._stop.is_set():
                raise StoppedError
            before = have
            try:
                location = location or self._hub.locate(self._job.model, file)
                end = min(file.size, have + step)
                with open_range(self._hub, location, self._job.model, file, have, end) as pieces:
                    for piece in pieces:
                        _write(target, piece)
                        digest.update(piece)
                        have += len(piece)
                        self._told(len(piece), "transferring")
                        if self._stop.is_set():
                            raise StoppedError
                if have == before:
                    raise HubError(f"{file.name} cannot be fetched", "the server sends nothing", trouble="network")
                failures = 0
            except HubError as error:
                failures = 1 if have > before else failures + 1
                location = None
                wait_s = self._patience.wait_s(error, failures)
                if wait_s is None:
                    raise
                self._told(0, "waiting")
                if self._stop.wait(wait_s):
                    raise StoppedError from None


def _write(target: FileIO, piece: bytes) -> None:
    written = target.write(piece)
    while written < len(piece):
        written += target.write(piece[written:])
