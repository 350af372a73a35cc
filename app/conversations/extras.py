"""What goes with messages: the files sent along, which of them the model is shown no longer, and drafts of new ones.
Functions of a connection in a transaction."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from app.conversations.values import forgiving
from ui.services import Draft, TextFile

LONGEST_NAME = 255
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHUNK = 500


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    name: str = ""
    text: str = ""


class _Draft(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    text: str = ""
    files: tuple[_File, ...] = Field(default=())


@dataclass(frozen=True, slots=True)
class Extras:
    """Of some messages: files by message, and those left out."""

    files: Mapping[int, tuple[TextFile, ...]]
    left_out: frozenset[int]


def clean(text: str) -> str:
    """The text with halves of surrogate pairs, which no file can hold, replaced one for one."""
    return _SURROGATE.sub("\ufffd", text)


def attach(connection: sqlite3.Connection, message: int, files: Sequence[TextFile]) -> None:
    """Keep the files of a message."""
    connection.executemany(
        "INSERT INTO attachments (message, position, name, content) VALUES (?, ?, ?, ?)",
        [(message, i, clean(file.name)[:LONGEST_NAME], clean(file.text)) for i, file in enumerate(files)],
    )


def leave_out(connection: sqlite3.Connection, messages: Iterable[int], left_out: bool) -> None:
    """Mark messages as left out, or no longer."""
    if left_out:
        statement = "INSERT OR IGNORE INTO left_out (message) SELECT id FROM messages WHERE id = ?"
    else:
        statement = "DELETE FROM left_out WHERE message = ?"
    connection.executemany(statement, [(message,) for message in messages])


def of(connection: sqlite3.Connection, messages: Sequence[int]) -> Extras:
    """What goes with these messages."""
    files: dict[int, list[TextFile]] = {}
    left_out: set[int] = set()
    for start in range(0, len(messages), _CHUNK):
        chunk = messages[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        for message, name, content in connection.execute(
            f"SELECT message, name, content FROM attachments WHERE message IN ({marks}) ORDER BY message, position",
            chunk,
        ):
            files.setdefault(message, []).append(TextFile(name, content))
        left_out.update(
            row[0] for row in connection.execute(f"SELECT message FROM left_out WHERE message IN ({marks})", chunk)
        )
    return Extras({message: tuple(some) for message, some in files.items()}, frozenset(left_out))


def keep_draft(connection: sqlite3.Connection, conversation: int, draft: Draft) -> None:
    """Keep a draft in place of the one before; an empty one is forgotten."""
    if not draft:
        connection.execute("DELETE FROM drafts WHERE conversation = ?", (conversation,))
        return
    files = [{"name": clean(file.name), "text": clean(file.text)} for file in draft.files]
    content = json.dumps({"text": clean(draft.text), "files": files}, ensure_ascii=False)
    connection.execute(
        "INSERT INTO drafts (conversation, content) VALUES (?, ?) "
        "ON CONFLICT (conversation) DO UPDATE SET content = excluded.content",
        (conversation, content),
    )


def drafts(connection: sqlite3.Connection) -> Mapping[int, Draft]:
    """All drafts of conversations that are there, and of the one that is new."""
    rows = connection.execute(
        "SELECT conversation, content FROM drafts "
        "WHERE conversation = 0 OR conversation IN (SELECT id FROM conversations WHERE deleted IS NULL)"
    )
    found = {}
    for conversation, content in rows:
        kept = forgiving(_Draft, content)
        found[conversation] = Draft(kept.text, tuple(TextFile(file.name, file.text) for file in kept.files))
    return found
