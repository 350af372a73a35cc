"""The tables, as named migrations, each of which brings a file from one version to the next.

The version lies in `PRAGMA user_version`. A file made by an older program is copied beside itself before each
migration; a file made by a newer one, or by another program, is refused and left as it is.

- Ids come from one rising counter for conversations and messages alike (microseconds since 1970, or one more than the
  last), so that an id says which of two things is newer and one search index can hold titles and messages.
- Messages are a tree; of the children of one parent exactly one is `shown`. The branch on screen is found by following
  the shown ones from the root.
- A reply that is being written has its text in `pieces`, a row per half second, so that a long one is never written
  again from its start; when it is complete they are joined into its own row.
- `attachments` holds the files that went with a message, `left_out` the messages that the model is shown no longer, and
  `drafts` what is being written, under 0 for a new conversation.
- `words` is the search index, without a copy of the text; `app.conversations.search` keeps it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from app.conversations import search
from app.conversations.failures import ForeignFileError, NewerFileError

APPLICATION_ID = 0x50_61_63_65  # "Pace"


@dataclass(frozen=True, slots=True)
class Migration:
    """From version - 1 to version. fills_search: the search index is made from all text afterwards."""

    version: int
    name: str
    statements: tuple[str, ...]
    fills_search: bool = False


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        "conversations",
        (
            f"PRAGMA application_id = {APPLICATION_ID}",
            """CREATE TABLE conversations (
                id INTEGER PRIMARY KEY,
                title TEXT NOT NULL DEFAULT '',
                renamed INTEGER NOT NULL DEFAULT 0,
                created REAL NOT NULL,
                updated REAL NOT NULL,
                pinned INTEGER NOT NULL DEFAULT 0,
                deleted REAL,
                settings TEXT NOT NULL DEFAULT '{}'
            ) STRICT""",
            # Holds all that the list shows, in its order: the list never touches the table.
            """CREATE INDEX conversations_listed ON conversations
                (pinned DESC, updated DESC, id DESC, title, created, deleted) WHERE deleted IS NULL""",
            """CREATE INDEX conversations_deleted ON conversations
                (pinned DESC, updated DESC, id DESC, title, created, deleted) WHERE deleted IS NOT NULL""",
            """CREATE TABLE messages (
                id INTEGER PRIMARY KEY,
                conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
                parent INTEGER REFERENCES messages,
                shown INTEGER NOT NULL DEFAULT 1,
                role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
                state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('writing', 'done', 'interrupted')),
                created REAL NOT NULL,
                content TEXT NOT NULL,
                thinking TEXT NOT NULL DEFAULT '',
                runs TEXT NOT NULL DEFAULT '',
                model TEXT NOT NULL DEFAULT '',
                preset TEXT NOT NULL DEFAULT '',
                stop_reason TEXT NOT NULL DEFAULT '',
                note TEXT NOT NULL DEFAULT '',
                figures TEXT NOT NULL DEFAULT '{}'
            ) STRICT""",
            "CREATE INDEX messages_tree ON messages (conversation, parent, shown)",
            "CREATE INDEX messages_parent ON messages (parent)",
            "CREATE INDEX messages_writing ON messages (state) WHERE state = 'writing'",
            """CREATE TABLE pieces (
                id INTEGER PRIMARY KEY,
                message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
                runs TEXT NOT NULL
            ) STRICT""",
            "CREATE INDEX pieces_message ON pieces (message)",
        ),
    ),
    Migration(
        2,
        "search",
        (
            """CREATE VIRTUAL TABLE words USING fts5
                (body, content = '', prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2')""",
        ),
        fills_search=True,
    ),
    Migration(
        3,
        "shelf",
        (
            """CREATE TABLE shelf (
                kind TEXT NOT NULL CHECK (kind IN ('defaults', 'profile', 'prompt')),
                name TEXT NOT NULL,
                data TEXT NOT NULL,
                PRIMARY KEY (kind, name)
            ) STRICT, WITHOUT ROWID""",
        ),
    ),
    Migration(
        4,
        "attachments",
        (
            """CREATE TABLE attachments (
                message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
                position INTEGER NOT NULL,
                name TEXT NOT NULL,
                content TEXT NOT NULL,
                PRIMARY KEY (message, position)
            ) STRICT, WITHOUT ROWID""",
            "CREATE TABLE left_out (message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE) STRICT",
            "CREATE TABLE drafts (conversation INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT",
        ),
    ),
)
NEWEST = MIGRATIONS[-1].version


def migrate(connection: sqlite3.Connection, file: Path | None, upto: int = NEWEST) -> None:
    """Bring an open database to `upto`, with a backup beside `file` before each step away from a version that exists.

    Raises NewerFileError or ForeignFileError before anything is written, and sqlite3.Error as it comes.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION_ID and not (empty and version == 0 and application == 0):
        raise ForeignFileError
    if version > NEWEST:
        raise NewerFileError(version, NEWEST)
    for migration in MIGRATIONS[version:upto]:
        if migration.version > 1 and version > 0 and file is not None:
            back_up(connection, backup_path(file, migration))
        _apply(connection, migration)


def backup_path(file: Path, migration: Migration) -> Path:
    """Where the copy from before a migration lies."""
    return file.with_name(f"{file.stem}.before-{migration.version}-{migration.name}{file.suffix}")


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the database; `target` is there either whole or not at all."""
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    copy = sqlite3.connect(partial)
    try:
        connection.backup(copy)
    except BaseException:
        copy.close()
        partial.unlink(missing_ok=True)
        raise
    copy.close()
    partial.replace(target)


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in migration.statements:
            connection.execute(statement)
        if migration.fills_search:
            search.fill(connection)
        connection.execute(f"PRAGMA user_version = {migration.version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
