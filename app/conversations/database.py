"""Opening the file of conversations, and a copy of it in memory for when it cannot be written.

The file is held exclusively from opening to closing: a second program that tries gets an error at once instead of
changing ids and branches under this one. WAL keeps what was committed through a crash at any moment, and
`synchronous = FULL` through a power cut.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from app.conversations.failures import ForeignFileError, NewerFileError
from app.conversations.schema import APPLICATION_ID, NEWEST, migrate

LOCK_WAIT_S = 0.25
_WAL_LIMIT = 16 * 2**20
_SIDE_FILES = ("-wal", "-shm")


def open_file(file: Path) -> sqlite3.Connection:
    """Open or make the file for writing, bring it to the newest version, and hold it.

    Raises sqlite3.Error, OSError, NewerFileError or ForeignFileError: see `failures.trouble_of`.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    make_private(file)
    connection = sqlite3.connect(file, timeout=LOCK_WAIT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA user_version").fetchone()
        # In rollback mode only a read lock is held so far, and a file of another program stays as it is.
        if connection.execute("PRAGMA user_version").fetchone()[0] <= NEWEST and _ours(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("COMMIT")
        _prepare(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT}")
        migrate(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def open_memory(source: sqlite3.Connection | None, file: Path | None) -> sqlite3.Connection:
    """A database in memory with all that can be read: from the open `source`, else from `file`, else nothing."""
    fillings: list[Callable[[sqlite3.Connection], None]] = []
    if source is not None:
        fillings.append(source.backup)
    if file is not None:
        fillings.append(partial(_copy_file, file))
    fillings.append(lambda _memory: None)
    for fill in fillings:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        try:
            fill(memory)
            _prepare(memory)
            migrate(memory, None)
        except (sqlite3.Error, OSError, NewerFileError, ForeignFileError):
            memory.close()  # whatever is wrong with the file, an empty memory still works
        else:
            return memory
    raise MemoryError("not even an empty database in memory can be made")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block is written, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled back already, and a failing disk may refuse to.
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def make_private(file: Path) -> None:
    """Make an empty file that nobody but its owner may read, where none is. SQLite's side files are like it."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def side_files(file: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a database."""
    return tuple(file.with_name(file.name + ending) for ending in _SIDE_FILES)


def _ours(connection: sqlite3.Connection) -> bool:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    return bool(application == APPLICATION_ID or empty)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    # A damaged file then shows itself as damaged instead of giving wrong rows.
    connection.execute("PRAGMA cell_size_check = ON")


def _copy_file(file: Path, memory: sqlite3.Connection) -> None:
    # What lies in the WAL is not readable from a folder that cannot be written, so both are read elsewhere.
    with tempfile.TemporaryDirectory(prefix="paceline-") as folder:
        copy = Path(folder) / file.name
        for one, target in zip((file, *side_files(file)[:1]), (copy, *side_files(copy)[:1]), strict=True):
            if one.exists() or one is file:
                shutil.copyfile(one, target)
        reading = sqlite3.connect(copy, isolation_level=None)
        try:
            reading.backup(memory)
        finally:
            reading.close()
