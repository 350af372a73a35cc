"""A new file of conversations out of a damaged one.

The damaged file is never written: it is moved aside under a dated name, and a copy of it, with all that the log beside
it holds, is read row by row. Where a page is unreadable, the rows around it are reached from the table's other end and
through its indexes, so that only what lay on that page is missing. A file whose very first page is broken is read with
the first page of a fresh file, which describes the same tables in the same places as long as the file was made by this
version.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from app.conversations import search, wal
from app.conversations.database import make_private, open_file, side_files, transaction
from app.conversations.schema import migrate

_PAGE_SIZE = 4096
_PLACEHOLDER = "Recovered conversation"


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of a damaged file. kept: where it lies now; counts are of what is in the new file."""

    kept: Path
    conversations: int
    messages: int


def recover(file: Path, now: datetime) -> Recovery:
    """Move the damaged file aside and put a new one in its place with all that can be read.

    Raises OSError or sqlite3.Error when there is no room or no right to do that; the damaged file then lies under its
    own name still.
    """
    kept = _free_name(file, now)
    working, fresh = (
        file.with_name(f"{file.stem}.reading{file.suffix}"),
        file.with_name(f"{file.stem}.new{file.suffix}"),
    )
    for leftover in (working, fresh):
        _remove(leftover)
    try:
        make_private(working)
        if file.exists():
            shutil.copyfile(file, working)
        log = wal.read(side_files(file)[0])
        if log is not None:
            wal.apply(log, working)
        target = open_file(fresh)
        try:
            with transaction(target):
                _salvage(working, target)
                _mend(target)
                search.fill(target)
            counts = [
                target.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("conversations", "messages")
            ]
        finally:
            target.close()
        for one, aside in zip((file, *side_files(file)), (kept, *side_files(kept)), strict=True):
            if one.exists():
                one.replace(aside)
        fresh.replace(file)
    finally:
        _remove(working)
        _remove(fresh)
    return Recovery(kept, *counts)


def _salvage(working: Path, target: sqlite3.Connection) -> None:
    """Copy every row that can be read; with the first page of a fresh file when the own one is broken."""
    target.execute("PRAGMA defer_foreign_keys = ON")
    for graft in (False, True):
        if graft and not _graft_first_page(working):
            return
        source = sqlite3.connect(working, isolation_level=None)
        try:
            source.text_factory = lambda raw: raw.decode("utf-8", "replace")
            for table, columns in _tables(target):
                _copy_table(source, target, table, columns)
        except sqlite3.DatabaseError:
            continue  # the file is not even a database: try again with another first page
        finally:
            source.close()
        if target.execute("SELECT EXISTS (SELECT 1 FROM messages)").fetchone()[0]:
            return


def _tables(target: sqlite3.Connection) -> list[tuple[str, list[str]]]:
    names = ("conversations", "messages", "pieces", "shelf", "attachments", "left_out", "drafts")
    return [(name, [row[1] for row in target.execute(f"PRAGMA table_info({name})")]) for name in names]


def _copy_table(source: sqlite3.Connection, target: sqlite3.Connection, table: str, wanted: list[str]) -> None:
    source.execute("PRAGMA schema_version").fetchone()  # raises when this is no database at all
    try:
        present = {row[1] for row in source.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError:
        return
    columns = [name for name in wanted if name in present]
    if not columns:
        return
    listed = ", ".join(columns)
    insert = f"INSERT OR IGNORE INTO {table} ({listed}) VALUES ({', '.join('?' * len(columns))})"
    if "id" not in columns:
        for row in _until_error(source, f"SELECT {listed} FROM {table}", ()):
            _keep(target, insert, row)
        return
    seen: set[int] = set()
    position = columns.index("id")
    for order in ("ASC", "DESC"):
        for row in _until_error(source, f"SELECT {listed} FROM {table} ORDER BY id {order}", ()):
            if row[position] in seen:
                break
            seen.add(row[position])
            _keep(target, insert, row)
    for key in sorted(_keys_in_indexes(source, table) - seen):
        for row in _until_error(source, f"SELECT {listed} FROM {table} WHERE id = ?", (key,)):
            _keep(target, insert, row)


def _keep(target: sqlite3.Connection, insert: str, row: tuple[Any, ...]) -> None:
    try:
        target.execute(insert, row)
    except (sqlite3.IntegrityError, sqlite3.InterfaceError, UnicodeEncodeError):
        return  # a row of which the damage left something that the table refuses


def _until_error(source: sqlite3.Connection, query: str, values: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
    try:
        yield from source.execute(query, values)
    except (sqlite3.DatabaseError, OverflowError, MemoryError):
        return


def _keys_in_indexes(source: sqlite3.Connection, table: str) -> set[int]:
    """Ids of rows as the table's indexes know them, read from both ends."""
    keys: set[int] = set()
    indexes = [row[1] for row in _until_error(source, f"PRAGMA index_list({table})", ())]
    for index in indexes:
        columns = [row[2] for row in _until_error(source, f"PRAGMA index_info({index})", ()) if row[2]]
        partial = {
            "conversations_listed": "WHERE deleted IS NULL",
            "conversations_deleted": "WHERE deleted IS NOT NULL",
            "messages_writing": "WHERE state = 'writing'",
        }.get(index, "")
        for order in ("ASC", "DESC"):
            ordered = ", ".join(f"{column} {order}" for column in columns) or "id"
            query = f"SELECT id FROM {table} INDEXED BY {index} {partial} ORDER BY {ordered}"
            keys.update(key for (key,) in _until_error(source, query, ()) if isinstance(key, int))
    return keys


def _mend(target: sqlite3.Connection) -> None:
    """Give rows whose conversation or parent is lost another one, and every parent exactly one shown child."""
    lost = target.execute(
        "SELECT conversation, min(created), max(created) FROM messages "
        "WHERE conversation NOT IN (SELECT id FROM conversations) GROUP BY conversation"
    ).fetchall()
    for key, created, updated in lost:
        target.execute(
            "INSERT INTO conversations (id, title, created, updated) VALUES (?, ?, ?, ?)",
            (key, _PLACEHOLDER, created, updated),
        )
    for table in ("pieces", "attachments", "left_out"):
        target.execute(f"DELETE FROM {table} WHERE message NOT IN (SELECT id FROM messages)")
    for key, conversation in target.execute(
        """SELECT m.id, m.conversation FROM messages m LEFT JOIN messages p ON p.id = m.parent
           WHERE m.parent IS NOT NULL AND (p.id IS NULL OR p.id >= m.id OR p.conversation <> m.conversation)"""
    ).fetchall():
        target.execute(
            "UPDATE messages SET parent = (SELECT max(id) FROM messages WHERE conversation = ? AND id < ?) "
            "WHERE id = ?",
            (conversation, key, key),
        )
    target.execute(
        """UPDATE messages SET shown = (id = (
             SELECT s.id FROM messages s WHERE s.conversation = messages.conversation AND s.parent IS messages.parent
             ORDER BY s.shown DESC, s.id DESC LIMIT 1))"""
    )


def _graft_first_page(working: Path) -> bool:
    """Put the first page of the fresh file, with the right number of pages, in place of the broken one."""
    size = working.stat().st_size
    reading = sqlite3.connect(":memory:", isolation_level=None)
    try:
        reading.execute(f"PRAGMA page_size = {_PAGE_SIZE}")
        migrate(reading, None)
        page = bytearray(reading.serialize()[:_PAGE_SIZE])
    finally:
        reading.close()
    if size < 2 * _PAGE_SIZE:
        return False
    page[28:32] = (size // _PAGE_SIZE).to_bytes(4, "big")
    page[92:96] = page[24:28]  # the count of pages holds for this change counter
    page[32:40] = bytes(8)  # no free pages are known
    with working.open("r+b") as damaged:
        damaged.write(page)
    return True


def _free_name(file: Path, now: datetime) -> Path:
    stem = f"{file.stem}.damaged-{now:%Y-%m-%d-%H%M%S}"
    names: Iterable[Path] = (
        file.with_name(f"{stem}{f'-{number}' if number else ''}{file.suffix}") for number in range(10_000)
    )
    return next(name for name in names if not name.exists())


def _remove(file: Path) -> None:
    for one in (file, *side_files(file)):
        one.unlink(missing_ok=True)
