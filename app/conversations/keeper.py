"""Keeps a database at hand whatever happens to the file: on disk, repaired, or in memory until the disk works again.

- damaged: the file is set aside, what can be read of it goes into a new one (`app.conversations.repair`), and the work
  is done there;
- full, read-only, locked by another program, of a newer version: what was read goes on in memory, every change is
  noted, and all of them are made on disk once that works again.

Used by one thread only.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from app.conversations import catalogue, messages, wal
from app.conversations.database import open_file, open_memory, side_files, transaction
from app.conversations.failures import ForeignFileError, NewerFileError, Trouble, notice_of, trouble_of
from app.conversations.repair import recover
from ui.services import StorageNotice

ResultT = TypeVar("ResultT")
Work = Callable[[sqlite3.Connection], object]
log = logging.getLogger(__name__)
_ATTEMPTS = 2  # the file may be damaged, and the repaired one find a full disk
_UNREADABLE: tuple[Trouble, ...] = ("locked", "damaged", "newer", "foreign")
_FOR_GOOD: tuple[Trouble, ...] = ("damaged", "newer", "foreign")


class Keeper:
    """One file of conversations. tell: hears when it goes to memory, is saved again, or was recovered."""

    def __init__(self, file: Path, tell: Callable[[StorageNotice], None], retry_every_s: float) -> None:
        self._file = file
        self._tell = tell
        self._retry_every_s = retry_every_s
        self._connection: sqlite3.Connection | None = None
        self._trouble: Trouble | None = None
        self._unsaved: list[Work] = []
        self._retry_at = 0.0

    @property
    def on_disk(self) -> bool:
        """Whether what is written now survives the program."""
        return self._trouble is None

    def open(self) -> int:
        """Open the file, or go on without it; the highest id in it."""
        try:
            self._connection = self._open_file()
            with transaction(self._connection):
                _begin_session(self._connection)
        except (sqlite3.Error, OSError, NewerFileError, ForeignFileError) as error:
            self._face(error)
        return self.perform(_newest_id, writes=False)

    def perform(self, work: Callable[[sqlite3.Connection], ResultT], writes: bool) -> ResultT:
        """Do some work in one transaction, and again elsewhere when the file turns out to fail.

        Raises what the work raises when that is no fault of the file.
        """
        if writes and not self._works() and time.monotonic() >= self._retry_at:
            self.retry()
        for _ in range(_ATTEMPTS):
            if not self._works():
                break
            try:
                return self._transact(work)
            except (sqlite3.Error, OSError) as error:
                self._face(error)
        result = self._transact(work)
        if writes and not self._works():
            self._unsaved.append(work)
        return result

    def retry(self, asked: bool = False) -> None:
        """Make on disk all that was changed in memory, if the disk works again. asked: whoever pressed the button hears
        when it does not."""
        if self._trouble is None or (self._trouble in _FOR_GOOD and not asked):
            return
        self._retry_at = time.monotonic() + self._retry_every_s
        try:
            self._back_to_disk()
        except (sqlite3.Error, OSError, NewerFileError, ForeignFileError) as error:
            log.warning("The file of conversations fails still: %s", error)
            if asked:
                self._tell(notice_of(trouble_of(error, self._file) or self._trouble, self._file, str(error)))

    def _back_to_disk(self) -> None:
        disk = self._open_file()
        try:
            with transaction(disk):
                for work in self._unsaved:
                    _again(work, disk)
        except BaseException:
            disk.close()
            raise
        self._close_quietly()
        self._connection, self._trouble, self._unsaved = disk, None, []
        self._tell(StorageNotice("saved", "Conversations are being saved again", "what was said meanwhile is on disk"))

    def close(self) -> None:
        """Close the file; one last try to save what is in memory only."""
        if self._unsaved:
            self.retry()
        self._close_quietly()

    def _works(self) -> bool:
        return self._trouble is None

    def _transact(self, work: Callable[[sqlite3.Connection], ResultT]) -> ResultT:
        if self._connection is None:
            raise sqlite3.ProgrammingError("the file of conversations is not open")
        with transaction(self._connection):
            return work(self._connection)

    def _open_file(self) -> sqlite3.Connection:
        """The file, or what could be read of it when it is damaged."""
        if not self._spoilt():
            try:
                return open_file(self._file)
            except sqlite3.Error as error:
                if trouble_of(error, self._file) != "damaged":
                    raise
        self._repair()
        return open_file(self._file)

    def _spoilt(self) -> bool:
        """Whether SQLite would take the file for an empty one, or leave out what its log holds, without a word."""
        log_of_changes = wal.read(side_files(self._file)[0])
        if not self._file.exists():
            return log_of_changes is not None
        return self._file.stat().st_size == 0 or (log_of_changes is not None and log_of_changes.broken)

    def _repair(self) -> None:
        recovery = recover(self._file, datetime.now())
        self._tell(
            StorageNotice(
                "recovered",
                "The file of conversations was damaged",
                f"{recovery.conversations} conversations with {recovery.messages} messages could be read and are in a "
                "new file",
                f"The damaged one is kept as {recovery.kept}",
            )
        )

    def _face(self, error: Exception) -> None:
        """Repair the file or go to memory; raises the error when it says nothing about the file."""
        trouble = trouble_of(error, self._file)
        if trouble is None:
            raise error
        log.warning("The file of conversations fails: %s: %s", trouble, error)
        known = self._connection is not None  # otherwise what it holds is of an earlier session
        source, file = self._connection, None if trouble in _UNREADABLE else self._file
        if trouble == "damaged" and known:
            self._close_quietly()
            try:
                self._repair()
                self._connection = open_file(self._file)
            except (sqlite3.Error, OSError) as second:
                source, trouble, error = None, trouble_of(second, self._file) or trouble, second
            else:
                return
        memory = open_memory(source, file)
        self._close_quietly()
        self._connection, self._trouble, self._unsaved = memory, trouble, []
        self._retry_at = time.monotonic() + self._retry_every_s
        if not known:
            self.perform(_begin_session, writes=True)
        self._tell(notice_of(trouble, self._file, str(error)))

    def _close_quietly(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _begin_session(connection: sqlite3.Connection) -> None:
    """What an earlier session left: replies that were being written, and conversations deleted long ago."""
    messages.end_interrupted(connection)
    catalogue.purge_old(connection, time.time())


def _again(work: Work, connection: sqlite3.Connection) -> None:
    """Do on disk what was done in memory. What no longer fits there is left out and noted, the rest is done."""
    connection.execute("SAVEPOINT again")
    try:
        work(connection)
    except sqlite3.IntegrityError:
        log.exception("A change that was made in memory does not fit the file")
        connection.execute("ROLLBACK TO again")
    connection.execute("RELEASE again")


def _newest_id(connection: sqlite3.Connection) -> int:
    found: int = connection.execute(
        "SELECT max(coalesce((SELECT max(id) FROM conversations), 0), coalesce((SELECT max(id) FROM messages), 0))"
    ).fetchone()[0]
    return found
