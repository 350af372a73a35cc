"""The tree of messages: adding, streaming, switching branches, reading. Functions of a connection in a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, cast, get_args

from app.conversations import catalogue, extras, search
from app.conversations.extras import Extras, clean
from app.conversations.values import read_figures
from engine.events import TARGET, StopReason, TextRun
from ui.services import ReplyFigures, StoredConversation, StoredMessage, TextFile

_CHUNK = 500
_COLUMNS = "id, parent, role, state, created, content, thinking, runs, model, preset, stop_reason, note, figures"


def add_question(
    connection: sqlite3.Connection,
    key: int,
    conversation: int,
    parent: int | None,
    text: str,
    now: float,
    files: Sequence[TextFile] = (),
) -> None:
    """What the user wrote, as the shown child of `parent`. The first one names the conversation."""
    text = clean(text)
    _insert(connection, key, conversation, parent, "user", "done", now, text)
    extras.attach(connection, key, files)
    search.add(connection, key, text)
    if parent is None:
        catalogue.name_after(connection, conversation, text or next((file.name for file in files), ""))
    catalogue.touch(connection, conversation, now)


def add_reply(
    connection: sqlite3.Connection, key: int, conversation: int, parent: int, model: str, preset: str, now: float
) -> None:
    """An empty reply that is being written, as the shown child of `parent`."""
    _insert(connection, key, conversation, parent, "assistant", "writing", now, "")
    connection.execute("UPDATE messages SET model = ?, preset = ? WHERE id = ?", (clean(model), clean(preset), key))
    catalogue.touch(connection, conversation, now)


def add_runs(connection: sqlite3.Connection, reply: int, runs: Iterable[TextRun]) -> None:
    """More of a reply that is being written; nothing happens when it is gone."""
    content = json.dumps([[clean(run.text), run.origin, run.thinking] for run in joined(runs)], ensure_ascii=False)
    connection.execute("INSERT INTO pieces (message, runs) SELECT id, ? FROM messages WHERE id = ?", (content, reply))


def finish_reply(
    connection: sqlite3.Connection,
    reply: int,
    figures: ReplyFigures,
    stop_reason: StopReason | None,
    note: str,
    state: str = "done",
) -> None:
    """Join the pieces of a reply into its row and make it findable. Nothing happens when it is complete already."""
    found = connection.execute(
        "SELECT content, thinking, runs, conversation, created FROM messages WHERE id = ? AND state = 'writing'",
        (reply,),
    ).fetchone()
    if found is None:
        return
    runs = joined((*unpack(*found[:3]), *_pieces(connection, reply)))
    content, thinking, packed = pack(runs)
    connection.execute(
        "UPDATE messages SET content = ?, thinking = ?, runs = ?, state = ?, stop_reason = ?, note = ?, figures = ? "
        "WHERE id = ?",
        (content, thinking, packed, state, stop_reason or "", clean(note), json.dumps(asdict(figures)), reply),
    )
    connection.execute("DELETE FROM pieces WHERE message = ?", (reply,))
    search.add(connection, reply, content)


def reopen_reply(connection: sqlite3.Connection, reply: int) -> None:
    """Write on at the end of a complete reply."""
    found = connection.execute("SELECT content FROM messages WHERE id = ? AND state <> 'writing'", (reply,)).fetchone()
    if found is not None:
        search.remove(connection, reply, found[0])
        connection.execute("UPDATE messages SET state = 'writing', stop_reason = '', note = '' WHERE id = ?", (reply,))


def end_interrupted(connection: sqlite3.Connection) -> None:
    """Complete the replies that were being written when the program ended."""
    for reply, figures in connection.execute("SELECT id, figures FROM messages WHERE state = 'writing'").fetchall():
        finish_reply(connection, reply, read_figures(figures), None, "", "interrupted")


def show_branch(connection: sqlite3.Connection, message: int) -> None:
    """Make the message and all above it the shown children of their parents; below it, what was shown last."""
    key: int | None = message
    while key is not None:
        found = connection.execute("SELECT conversation, parent, shown FROM messages WHERE id = ?", (key,)).fetchone()
        if found is None:
            return
        conversation, parent, shown = found
        if not shown:
            _hide_children(connection, conversation, parent)
            connection.execute("UPDATE messages SET shown = 1 WHERE id = ?", (key,))
        key = parent


def load(connection: sqlite3.Connection, conversation: int) -> StoredConversation | None:
    """A conversation with the branch that is shown."""
    head = catalogue.head(connection, conversation)
    if head is None:
        return None
    children: dict[int | None, list[int]] = {}
    shown: dict[int | None, int] = {}
    for key, parent, is_shown in connection.execute(
        "SELECT id, parent, shown FROM messages WHERE conversation = ? ORDER BY id", (conversation,)
    ):
        children.setdefault(parent, []).append(key)
        if is_shown:
            shown[parent] = key
    path: list[int] = []
    key = shown.get(None)
    while key is not None:
        path.append(key)
        key = shown.get(key)
    by_key = {row[0]: row for row in _rows(connection, path)}
    more = extras.of(connection, path)
    return StoredConversation(*head, tuple(_message(connection, by_key[key], children, more) for key in path))


def every_message(connection: sqlite3.Connection, conversation: int) -> list[tuple[StoredMessage, bool]]:
    """All messages of all branches by rising id, each with whether it is the shown one of its siblings."""
    keys = connection.execute(
        "SELECT id, parent, shown FROM messages WHERE conversation = ? ORDER BY id", (conversation,)
    ).fetchall()
    children: dict[int | None, list[int]] = {}
    for key, parent, _ in keys:
        children.setdefault(parent, []).append(key)
    by_key = {row[0]: row for row in _rows(connection, [key for key, _, _ in keys])}
    more = extras.of(connection, [key for key, _, _ in keys])
    return [(_message(connection, by_key[key], children, more), bool(shown)) for key, _, shown in keys]


def insert_message(connection: sqlite3.Connection, conversation: int, message: StoredMessage, shown: bool) -> None:
    """A complete message from elsewhere, its id and parent already those of this database."""
    content, thinking, packed = pack([TextRun(clean(run.text), run.origin, run.thinking) for run in message.runs])
    connection.execute(
        f"INSERT INTO messages (conversation, shown, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            conversation,
            shown,
            message.id,
            message.parent,
            message.role,
            message.state,
            message.created,
            content,
            thinking,
            packed if message.role == "assistant" else "",
            clean(message.model),
            clean(message.preset),
            message.stop_reason or "",
            clean(message.note),
            json.dumps(asdict(message.figures)),
        ),
    )
    extras.attach(connection, message.id, message.files)
    extras.leave_out(connection, [message.id] if message.left_out else (), True)
    search.add(connection, message.id, content)


def joined(runs: Iterable[TextRun]) -> list[TextRun]:
    """Neighbours of one origin as one run; empty ones left out."""
    result: list[TextRun] = []
    texts: list[str] = []

    def close() -> None:
        if texts:
            result[-1] = TextRun("".join(texts), result[-1].origin, result[-1].thinking)
            texts.clear()

    for run in runs:
        if not run.text:
            continue
        if not result or result[-1].origin != run.origin or result[-1].thinking != run.thinking:
            close()
            result.append(TextRun("", run.origin, run.thinking))
        texts.append(run.text)
    close()
    return result


def pack(runs: Sequence[TextRun]) -> tuple[str, str, str]:
    """(answer, thinking text, where their pieces come from) of a reply.

    The third is JSON: the origins' names, then for each run its length in characters and 2 x origin + thinking.
    """
    origins: dict[str, int] = {}
    numbers: list[int] = []
    for run in runs:
        numbers += (len(run.text), 2 * origins.setdefault(run.origin, len(origins)) + run.thinking)
    answer = "".join(run.text for run in runs if not run.thinking)
    thinking = "".join(run.text for run in runs if run.thinking)
    return answer, thinking, json.dumps([list(origins), numbers], separators=(",", ":"), ensure_ascii=False)


def unpack(content: str, thinking: str, packed: str) -> list[TextRun]:
    """The inverse of `pack`. What the numbers do not cover counts as the target's, so that no text is ever lost."""
    runs: list[TextRun] = []
    at = [0, 0]
    texts = (content, thinking)
    origins, numbers = json.loads(packed) if packed else ([], [])
    for length, code in zip(numbers[::2], numbers[1::2], strict=True):
        side = code % 2
        runs.append(TextRun(texts[side][at[side] : at[side] + length], origins[code // 2], bool(side)))
        at[side] += length
    for side in (1, 0):
        if at[side] < len(texts[side]):
            runs.append(TextRun(texts[side][at[side] :], TARGET, bool(side)))
    return runs


def _insert(
    connection: sqlite3.Connection,
    key: int,
    conversation: int,
    parent: int | None,
    role: str,
    state: str,
    now: float,
    text: str,
) -> None:
    _hide_children(connection, conversation, parent)
    connection.execute(
        "INSERT INTO messages (id, conversation, parent, role, state, created, content) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, conversation, parent, role, state, now, text),
    )


def _hide_children(connection: sqlite3.Connection, conversation: int, parent: int | None) -> None:
    connection.execute(
        "UPDATE messages SET shown = 0 WHERE conversation = ? AND parent IS ? AND shown = 1", (conversation, parent)
    )


def _rows(connection: sqlite3.Connection, keys: Sequence[int]) -> Iterable[tuple[Any, ...]]:
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        yield from connection.execute(f"SELECT {_COLUMNS} FROM messages WHERE id IN ({marks})", chunk)


def _pieces(connection: sqlite3.Connection, reply: int) -> list[TextRun]:
    rows = connection.execute("SELECT runs FROM pieces WHERE message = ? ORDER BY id", (reply,))
    return [TextRun(text, origin, thinking) for (runs,) in rows for text, origin, thinking in json.loads(runs)]


def _message(
    connection: sqlite3.Connection, row: tuple[Any, ...], children: dict[int | None, list[int]], more: Extras
) -> StoredMessage:
    key, parent, role, state, created, content, thinking, packed, model, preset, stop_reason, note, figures = row
    runs = unpack(content, thinking, packed)
    if state == "writing":
        runs = joined((*runs, *_pieces(connection, key)))
    return StoredMessage(
        key,
        parent,
        role,
        created,
        tuple(runs),
        tuple(children[parent]),
        state,
        model,
        preset,
        cast(StopReason, stop_reason) if stop_reason in get_args(StopReason) else None,
        note,
        read_figures(figures),
        more.files.get(key, ()),
        key in more.left_out,
    )
