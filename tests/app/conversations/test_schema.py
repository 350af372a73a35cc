"""Migrations, one by one: each brings a file of the version before to its own, and nothing in it is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.conversations import extras, search, shelf
from app.conversations.database import open_file
from app.conversations.failures import ForeignFileError, NewerFileError
from app.conversations.schema import MIGRATIONS, NEWEST, Migration, backup_path, migrate
from engine.commands import Sampling
from tests.app.conversations.talking import Notices, answer, ask, opened, texts, titles
from ui.services import Draft, TextFile

Connections = Callable[[Path], sqlite3.Connection]


@pytest.fixture
def connect() -> Iterator[Connections]:
    """Opens databases, and closes them after the test."""
    made: list[sqlite3.Connection] = []

    def connect(file: Path) -> sqlite3.Connection:
        made.append(sqlite3.connect(file, isolation_level=None))
        return made[-1]

    yield connect
    for connection in made:
        connection.close()


def fill_first_version(connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO conversations (id, title, renamed, created, updated) VALUES (1, 'A chosen title', 1, 5, 6)"
    )
    connection.execute(
        "INSERT INTO messages (id, conversation, role, created, content) VALUES (2, 1, 'user', 5, 'an old question')"
    )
    connection.execute(
        "INSERT INTO messages (id, conversation, parent, role, state, created, content) "
        "VALUES (3, 1, 2, 'assistant', 'writing', 6, '')"
    )


def check_first(connection: sqlite3.Connection) -> None:
    """Messages go with their conversation, and only roles and states that there are can be stored."""
    connection.execute("PRAGMA foreign_keys = ON")
    fill_first_version(connection)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO messages (conversation, role, created, content) VALUES (1, 'pirate', 0, '')")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO messages (conversation, role, created, content) VALUES (9, 'user', 0, '')")
    connection.execute("DELETE FROM conversations")
    assert connection.execute("SELECT count(*) FROM messages").fetchone() == (0,)


def check_search(connection: sqlite3.Connection) -> None:
    """What the file held before is found: complete messages and the user's own titles."""
    assert [hit.message for hit in search.find(connection, "question", None, 10).hits] == [2]
    assert [hit.message for hit in search.find(connection, "chosen", None, 10).hits] == [None]


def check_shelf(connection: sqlite3.Connection) -> None:
    """Profiles can be kept, and there are none of the user's yet."""
    assert list(shelf.profiles(connection)) == list(shelf.BUILT_IN_PROFILES)
    shelf.keep_profile(connection, "Mine", Sampling(temperature=0.1))
    assert shelf.profiles(connection)[-1].sampling == Sampling(temperature=0.1)


def check_attachments(connection: sqlite3.Connection) -> None:
    """Files, marks and drafts can be kept, and go with their message and conversation."""
    connection.execute("PRAGMA foreign_keys = ON")
    extras.attach(connection, 2, [TextFile("a.txt", "one"), TextFile("b.txt", "two")])
    extras.leave_out(connection, [2, 99], True)
    extras.keep_draft(connection, 1, Draft("more"))
    kept = extras.of(connection, [2, 3])
    assert kept.files == {2: (TextFile("a.txt", "one"), TextFile("b.txt", "two"))}
    assert kept.left_out == {2}
    assert extras.drafts(connection) == {1: Draft("more")}
    connection.execute("DELETE FROM messages WHERE id = 3")
    connection.execute("DELETE FROM messages WHERE id = 2")
    assert extras.of(connection, [2, 3]) == extras.Extras({}, frozenset())


CHECKS = {
    "conversations": check_first,
    "search": check_search,
    "shelf": check_shelf,
    "attachments": check_attachments,
}


def test_every_migration_has_its_test() -> None:
    assert [migration.name for migration in MIGRATIONS] == list(CHECKS)
    assert [migration.version for migration in MIGRATIONS] == list(range(1, NEWEST + 1))


@pytest.mark.parametrize("migration", MIGRATIONS, ids=lambda migration: migration.name)
def test_a_migration_brings_the_version_before_to_its_own(
    migration: Migration, tmp_path: Path, connect: Connections
) -> None:
    file = tmp_path / "old.sqlite"
    connection = connect(file)
    migrate(connection, file, migration.version - 1)
    if migration.version > 1:
        fill_first_version(connection)
        before = rows_of(connection)
    migrate(connection, file, migration.version)
    assert connection.execute("PRAGMA user_version").fetchone() == (migration.version,)
    if migration.version > 1:
        assert rows_of(connection) == before
        backup = connect(backup_path(file, migration))
        assert rows_of(backup) == before
        assert backup.execute("PRAGMA user_version").fetchone() == (migration.version - 1,)
    CHECKS[migration.name](connection)


def rows_of(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return [row for table in ("conversations", "messages") for row in connection.execute(f"SELECT * FROM {table}")]


def test_a_migration_that_fails_leaves_the_version_before(tmp_path: Path, connect: Connections) -> None:
    file = tmp_path / "old.sqlite"
    connection = connect(file)
    migrate(connection, file, 1)
    fill_first_version(connection)
    connection.execute("CREATE TABLE shelf (in_the_way)")
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection, file)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.execute("DROP TABLE shelf")
    migrate(connection, file)
    check_search(connection)
    check_shelf(connection)


def test_an_old_file_opens_with_everything_in_it(file: Path, connect: Connections) -> None:
    file.parent.mkdir()
    connection = connect(file)
    migrate(connection, file, 1)
    fill_first_version(connection)
    connection.close()
    with opened(file) as store:
        assert titles(store) == ["A chosen title"]
        assert texts(store, 1) == ["an old question", ""]
        assert [hit.message for hit in answer(store.search, "old").hits] == [2]
    backups = sorted(path.name for path in file.parent.glob("*.before-*"))
    assert backups == [
        f"conversations.before-{migration.version}-{migration.name}.db" for migration in MIGRATIONS[1:]
    ]


def test_a_new_file_needs_no_backup(file: Path) -> None:
    with opened(file) as store:
        assert store.flush()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_newer_file_is_left_alone_and_said_so(file: Path, connect: Connections) -> None:
    open_file(file).close()
    connection = connect(file)
    connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.execute("ALTER TABLE conversations ADD COLUMN mood TEXT")
    connection.close()
    content = file.read_bytes()
    with pytest.raises(NewerFileError):
        open_file(file)
    with opened(file, retry_every_s=0.0) as store:
        notice = Notices(store).wait_for("memory")
        assert "newer Paceline" in notice.why
        conversation = store.create()
        assert ask(store, conversation, None, "Only in memory")[1] is False
        store.retry()
        assert texts(store, conversation) == ["Only in memory"]
    assert file.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(file: Path, connect: Connections) -> None:
    file.parent.mkdir()
    connection = connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    content = file.read_bytes()
    with pytest.raises(ForeignFileError):
        open_file(file)
    with opened(file) as store:
        assert "another program" in Notices(store).wait_for("memory").why
        assert ask(store, store.create(), None, "Hello")[1] is False
    assert file.read_bytes() == content
