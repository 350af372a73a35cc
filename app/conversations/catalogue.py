"""The list of conversations: its rows, titles, pins, settings, and deleting in two steps."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from app.conversations import search
from app.conversations.values import read_settings, settings_json
from ui.services import ChatSettings, ConversationRow

TITLE_LENGTH = 48
LONGEST_TITLE = 200
KEPT_AFTER_DELETING_S = 30 * 24 * 3600.0
_ROW = "id, title, created, updated, pinned"


def create(connection: sqlite3.Connection, key: int, settings: ChatSettings, now: float) -> None:
    """An empty conversation."""
    connection.execute(
        "INSERT INTO conversations (id, created, updated, settings) VALUES (?, ?, ?, ?)",
        (key, now, now, settings_json(settings)),
    )


def insert(connection: sqlite3.Connection, row: ConversationRow, settings: ChatSettings) -> None:
    """A conversation from elsewhere, its id already one of this database."""
    connection.execute(
        "INSERT INTO conversations (id, title, renamed, created, updated, pinned, settings) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.title, bool(row.title), row.created, row.updated, row.pinned, settings_json(settings)),
    )
    search.add(connection, row.id, row.title)


def page(
    connection: sqlite3.Connection, after: ConversationRow | None, limit: int, deleted: bool = False
) -> Sequence[ConversationRow]:
    """The rows that follow `after`: pinned ones first, then the latest updated. Read from the index alone."""
    which = "NOT NULL" if deleted else "NULL"
    where, values = f"WHERE deleted IS {which}", list[float]()
    if after is not None:
        where += " AND (pinned, updated, id) < (?, ?, ?)"
        values = [after.pinned, after.updated, after.id]
    found = connection.execute(
        f"SELECT {_ROW} FROM conversations {where} ORDER BY pinned DESC, updated DESC, id DESC LIMIT ?",
        (*values, limit),
    )
    return [search.row_of(row) for row in found]


def head(connection: sqlite3.Connection, key: int) -> tuple[ConversationRow, ChatSettings] | None:
    """Row and settings of one conversation."""
    row = connection.execute(f"SELECT {_ROW}, settings FROM conversations WHERE id = ?", (key,)).fetchone()
    return (search.row_of(row[:5]), read_settings(row[5])) if row else None


def touch(connection: sqlite3.Connection, key: int, now: float) -> None:
    """Something was said in it."""
    connection.execute("UPDATE conversations SET updated = ? WHERE id = ?", (now, key))


def name_after(connection: sqlite3.Connection, key: int, text: str) -> None:
    """The title that its first message gives, unless the user gave one."""
    found = connection.execute("SELECT renamed FROM conversations WHERE id = ?", (key,)).fetchone()
    if found is not None and not found[0]:
        _set_title(connection, key, title_of(text), renamed=False)


def rename(connection: sqlite3.Connection, key: int, title: str) -> None:
    """A title of the user's own, on one line; '' goes back to the one from the first message that is shown."""
    title = " ".join(title.split())[:LONGEST_TITLE]
    if title:
        _set_title(connection, key, title, renamed=True)
        return
    first = connection.execute(
        "SELECT content FROM messages WHERE conversation = ? AND parent IS NULL AND shown = 1", (key,)
    ).fetchone()
    _set_title(connection, key, title_of(first[0]) if first else "", renamed=False)


def pin(connection: sqlite3.Connection, key: int, pinned: bool) -> None:
    connection.execute("UPDATE conversations SET pinned = ? WHERE id = ?", (pinned, key))


def set_settings(connection: sqlite3.Connection, key: int, settings: ChatSettings) -> None:
    connection.execute("UPDATE conversations SET settings = ? WHERE id = ?", (settings_json(settings), key))


def mark_deleted(connection: sqlite3.Connection, key: int, when: float | None) -> None:
    """Out of list and search from `when` on; None brings it back."""
    connection.execute("UPDATE conversations SET deleted = ? WHERE id = ?", (when, key))


def purge(connection: sqlite3.Connection, key: int) -> None:
    """Remove a conversation that is marked as deleted, with all its messages and what the index knows of them."""
    marked = "SELECT 1 FROM conversations WHERE id = ? AND deleted IS NOT NULL"
    if connection.execute(marked, (key,)).fetchone() is None:
        return
    _forget_title(connection, key)
    for message, text in connection.execute(
        "SELECT id, content FROM messages WHERE conversation = ? AND state <> 'writing'", (key,)
    ).fetchall():
        search.remove(connection, message, text)
    connection.execute("DELETE FROM drafts WHERE conversation = ?", (key,))
    connection.execute("DELETE FROM conversations WHERE id = ?", (key,))


def purge_old(connection: sqlite3.Connection, now: float) -> None:
    """Remove what was deleted more than thirty days ago."""
    for (key,) in connection.execute(
        "SELECT id FROM conversations WHERE deleted IS NOT NULL AND deleted < ?", (now - KEPT_AFTER_DELETING_S,)
    ).fetchall():
        purge(connection, key)


def title_of(text: str) -> str:
    """The first line that says something, cut at a word to at most 48 characters."""
    line = next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[: TITLE_LENGTH - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > TITLE_LENGTH // 2 else cut).rstrip() + "…"


def _set_title(connection: sqlite3.Connection, key: int, title: str, renamed: bool) -> None:
    _forget_title(connection, key)
    connection.execute("UPDATE conversations SET title = ?, renamed = ? WHERE id = ?", (title, renamed, key))
    if renamed:
        search.add(connection, key, title)


def _forget_title(connection: sqlite3.Connection, key: int) -> None:
    """Out of the search index, where only titles of the user's own are: others are found in the first message."""
    found = connection.execute("SELECT title FROM conversations WHERE id = ? AND renamed = 1", (key,)).fetchone()
    if found is not None:
        search.remove(connection, key, found[0])
