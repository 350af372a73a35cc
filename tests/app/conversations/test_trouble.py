"""The disk fails in every way that can be had here; what was said goes on, and is there when the disk works again."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.conversations import catalogue, messages
from app.conversations.database import open_file, side_files
from app.conversations.keeper import Keeper
from app.conversations.store import ConversationStore
from engine.events import TextRun
from tests.app.conversations.talking import Notices, answer, ask, exchange, filled, found, load, opened, texts, titles
from tests.app.rights import as_nobody
from ui.services import ChatSettings, ReplyFigures, StorageNotice

PAGE = 4096


@contextmanager
def held_by_another(file: Path) -> Iterator[None]:
    connection = open_file(file)
    try:
        yield
    finally:
        connection.close()


def damage(file: Path, page: int, n_pages: int = 1) -> None:
    with file.open("r+b") as raw:
        raw.seek(page * PAGE)
        raw.write(b"\xa5" * PAGE * n_pages)


def written(file: Path, folder: Path) -> tuple[int, int]:
    """A file with a long conversation and a short one; their ids."""
    with opened(file) as store:
        long = filled(store, folder, 400)
        short = store.create()
        exchange(store, short, None, "a short question", "a short answer")
        store.rename(short, "Short")
        store.keep_prompt("Mine", "You are mine.")
    return long, short


def page_of_table(file: Path, name: str) -> int:
    """The page, from 0, at which a table or index begins."""
    connection = sqlite3.connect(file)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    connection.close()
    assert isinstance(root, int)
    return root - 1


def test_a_locked_file_is_told_and_written_once_it_is_free(file: Path) -> None:
    with held_by_another(file):
        store = ConversationStore(file, retry_every_s=1000.0)
        notices = Notices(store)
        notice = notices.wait_for("memory")
        assert "another program" in notice.why
        assert str(file) in notice.why
        conversation = store.create()
        key, on_disk = ask(store, conversation, None, "Said while locked")
        assert not on_disk
        reply = store.start_reply(conversation, key, "M", "P")
        store.grow_reply(reply, [TextRun("first ", "target")])
        store.retry()
        assert texts(store, conversation) == ["Said while locked", "first "]
    store.retry()
    notices.wait_for("saved")
    store.grow_reply(reply, [TextRun("second", "ngram")])
    store.finish_reply(reply, ReplyFigures(), "end")
    assert ask(store, conversation, reply, "Said after")[1]
    expected = load(store, conversation)
    assert [message.text for message in expected.messages] == ["Said while locked", "first second", "Said after"]
    store.close()
    with opened(file) as again:
        assert load(again, conversation) == expected


def test_writing_is_tried_again_by_itself_and_at_the_end(file: Path) -> None:
    with held_by_another(file):
        store = ConversationStore(file, retry_every_s=0.0)
        conversation = store.create()
        ask(store, conversation, None, "one")
    assert ask(store, conversation, None, "two")[1]
    store.close()
    with held_by_another(file):
        store = ConversationStore(file, retry_every_s=1000.0)
        other = store.create()
        ask(store, other, None, "three")
    store.close()
    with opened(file) as again:
        assert titles(again) == ["three", "two"]


def test_what_was_on_disk_before_is_there_again_after_a_lock(file: Path, tmp_path: Path) -> None:
    _, short = written(file, tmp_path)
    with held_by_another(file):
        store = ConversationStore(file, retry_every_s=1000.0)
        assert titles(store) == []
        ask(store, store.create(), None, "meanwhile")
    store.retry()
    assert titles(store) == ["meanwhile", "Short", "m0"]
    assert texts(store, short) == ["a short question", "a short answer"]
    store.close()


def test_a_full_disk_is_told_and_nothing_is_lost(file: Path) -> None:
    told: list[StorageNotice] = []
    keeper = Keeper(file, told.append, retry_every_s=1000.0)
    keeper.open()
    settings, big = ChatSettings(), "word " * 20_000
    keeper.perform(lambda connection: catalogue.create(connection, 1, settings, 0.0), writes=True)
    # Room for no more than there is: SQLite then says what it says of a full disk.
    keeper.perform(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchone(), writes=False)
    assert told == []
    keeper.perform(lambda connection: messages.add_question(connection, 2, 1, None, big, 1.0), writes=True)
    assert "is full" in told[0].why
    assert "Free some space" in told[0].next_step
    keeper.perform(lambda connection: messages.add_reply(connection, 3, 1, 2, "M", "P", 2.0), writes=True)
    keeper.perform(lambda connection: messages.add_runs(connection, 3, [TextRun("said", "target")]), writes=True)
    assert len(keeper.perform(lambda connection: every_text(connection, 1), writes=False)) == 2
    keeper.retry()
    assert [notice.kind for notice in told] == ["memory", "saved"]
    assert keeper.on_disk
    keeper.perform(lambda connection: messages.finish_reply(connection, 3, ReplyFigures(), "end", ""), writes=True)
    keeper.close()
    with opened(file) as store:
        assert texts(store, 1) == [big, "said"]


def every_text(connection: sqlite3.Connection, conversation: int) -> list[str]:
    return [message.text for message, _ in messages.every_message(connection, conversation)]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
def test_a_disk_that_fails_in_the_middle_is_told_and_nothing_is_lost(file: Path) -> None:
    big = "word " * 50_000
    with opened(file, retry_every_s=1000.0) as store:
        notices = Notices(store)
        conversation = store.create()
        first, _ = exchange(store, conversation, None, "before", "answer")
        store.flush()
        with files_no_larger_than(64 * 1024):
            key, on_disk = ask(store, conversation, first, big)
            assert not on_disk
            assert str(file) in notices.wait_for("memory").why
            assert texts(store, conversation) == ["before", big]
        store.retry()
        notices.wait_for("saved")
        assert ask(store, conversation, key, "after")[1]
    with opened(file) as again:
        assert texts(again, conversation) == ["before", big, "after"]


@contextmanager
def files_no_larger_than(n_bytes: int) -> Iterator[None]:
    """Writing beyond that fails for this process."""
    import resource
    import signal

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are POSIX")
def test_a_folder_that_cannot_be_written_shows_what_it_holds(file: Path, tmp_path: Path) -> None:
    _, short = written(file, tmp_path)
    content = file.read_bytes()
    with as_nobody(file.parent):
        store = ConversationStore(file, retry_every_s=1000.0)
        assert "may not be written" in Notices(store).wait_for("memory").why
        assert texts(store, short) == ["a short question", "a short answer"]
        _, on_disk = ask(store, short, None, "not kept")
        assert not on_disk
        assert texts(store, short) == ["not kept"]
        store.close()
    assert file.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are POSIX")
def test_an_empty_folder_that_cannot_be_written_gives_a_conversation_in_memory(file: Path) -> None:
    file.parent.mkdir()
    with as_nobody(file.parent):
        store = ConversationStore(file.parent / "deep" / "conversations.db", retry_every_s=1000.0)
        Notices(store).wait_for("memory")
        conversation = store.create()
        exchange(store, conversation, None, "Q", "A")
        assert texts(store, conversation) == ["Q", "A"]
        store.close()
    assert list(file.parent.iterdir()) == []


def kept_aside(file: Path) -> Path:
    (kept,) = file.parent.glob("*.damaged-*.db")
    return kept


@pytest.mark.parametrize("side", ["conversations", "messages", "messages_tree", "words_data", "shelf"])
def test_a_damaged_table_costs_its_own_rows_at_most(file: Path, tmp_path: Path, side: str) -> None:
    long, short = written(file, tmp_path)
    damage(file, page_of_table(file, side))
    spoilt = file.read_bytes()
    with opened(file) as store:
        notices = Notices(store)
        # Whatever is asked for first comes across the damage sooner or later.
        answer(store.page)
        answer(store.load, long)
        answer(store.prompts)
        store.rename(short, "Renamed")
        notice = notices.wait_for("recovered")
        assert kept_aside(file).name in notice.next_step
        assert kept_aside(file).read_bytes() == spoilt
        asked, on_disk = ask(store, store.create(), None, "life goes on")
        assert on_disk
        assert found(store, "life") == ["[life] goes on"]
        if side != "messages":
            assert texts(store, long) == [f"m{i}" for i in range(400)]
            assert texts(store, short) == ["a short question", "a short answer"]
            assert len(found(store, "short")) == 2
        if side != "shelf":
            assert answer(store.prompts)[-1].name == "Mine"
        assert asked
    assert intact(file)


def test_a_damaged_page_of_messages_costs_what_lies_on_it(file: Path, tmp_path: Path) -> None:
    long, short = written(file, tmp_path)
    leaves = leaves_of(file, page_of_table(file, "messages"))
    damage(file, leaves[len(leaves) // 2])
    with opened(file) as store:
        notices = Notices(store)
        load(store, long)
        notices.wait_for("recovered")
        left = texts(store, long)
        assert 250 < len(left) < 400
        assert left[0] == "m0"
        assert left[-1] == "m399"
        assert texts(store, short) == ["a short question", "a short answer"]
    assert intact(file)


def leaves_of(file: Path, root: int) -> list[int]:
    """The pages, from 0, that an interior page of a table points to (SQLite's file format, section 1.6)."""
    page = file.read_bytes()[root * PAGE : (root + 1) * PAGE]
    assert page[0] == 5
    n_cells = int.from_bytes(page[3:5], "big")
    starts = [int.from_bytes(page[12 + 2 * i : 14 + 2 * i], "big") for i in range(n_cells)]
    return [int.from_bytes(page[start : start + 4], "big") - 1 for start in starts]


def test_a_file_whose_beginning_is_overwritten_gives_its_rows_back(file: Path, tmp_path: Path) -> None:
    long, short = written(file, tmp_path)
    damage(file, 0)
    with opened(file) as store:
        Notices(store).wait_for("recovered")
        assert titles(store) == ["Short", "m0"]
        assert texts(store, long) == [f"m{i}" for i in range(400)]
        assert texts(store, short) == ["a short question", "a short answer"]
    assert intact(file)


def test_a_file_that_was_cut_gives_what_is_left(file: Path, tmp_path: Path) -> None:
    written(file, tmp_path)
    os.truncate(file, file.stat().st_size // 2 + 100)
    with opened(file) as store:
        notices = Notices(store)
        rows = answer(store.page)
        for row in rows:
            answer(store.load, row.id)
        store.search("short", lambda _: None)
        notices.wait_for("recovered")
        assert ask(store, store.create(), None, "on")[1]
    assert intact(file)


@pytest.mark.parametrize("content", [b"not a database, but a letter to the reader" * 500, b"\0" * 20_000, b"SQLite"])
def test_a_file_that_is_no_database_at_all_is_kept_aside(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with opened(file) as store:
        Notices(store).wait_for("recovered")
        assert titles(store) == []
        assert ask(store, store.create(), None, "a new start")[1]
    assert kept_aside(file).read_bytes() == content
    assert intact(file)


@pytest.fixture
def crashed(file: Path) -> Path:
    """A folder as a killed program leaves it: what was said lies in the log only. 20 questions, a transaction each."""
    left = file.with_name("left")
    left.mkdir(parents=True)
    with opened(file) as store:
        conversation = store.create()
        for i in range(20):
            ask(store, conversation, None, f"question {i}")
        for one in (file, *side_files(file)):
            if one.exists():
                shutil.copyfile(one, left / one.name)
    return left / file.name


def damaged_log(file: Path, how: str) -> None:
    log = side_files(file)[0]
    frame = 24 + PAGE
    with log.open("r+b") as raw:
        match how:
            case "its head":
                raw.write(b"\xa5" * 32)
            case "a page in its middle":
                raw.seek(32 + (log.stat().st_size // frame // 2) * frame + 500)
                raw.write(b"\xa5" * 8)
            case "all of it":
                raw.write(b"\xa5" * log.stat().st_size)
            case "the file that it belongs to is empty":
                file.write_bytes(b"")
            case "the file that it belongs to is gone":
                file.unlink()
            case "the head of the file that it belongs to":
                damage(file, 0)


@pytest.mark.parametrize(
    ("how", "readable"),
    [
        ("its head", 20),
        ("a page in its middle", 19),
        ("all of it", 0),
        ("the file that it belongs to is empty", 20),
        ("the file that it belongs to is gone", 20),
        ("the head of the file that it belongs to", 20),
    ],
)
def test_after_a_crash_a_damaged_log_gives_what_can_be_read(crashed: Path, how: str, readable: int) -> None:
    damaged_log(crashed, how)
    spoilt = side_files(crashed)[0].read_bytes()
    with opened(crashed) as store:
        notice = Notices(store).wait_for("recovered") if "the head of" not in how else None
        rows = answer(store.page)
        kept = load(store, rows[0].id).messages[0].siblings if rows else ()
        assert len(kept) >= readable
        assert ask(store, store.create(), None, "on")[1]
    if notice is not None:
        assert "damaged" in notice.next_step
        (aside,) = crashed.parent.glob("*.damaged-*-wal")
        assert aside.read_bytes() == spoilt
    assert intact(crashed)


def test_a_whole_log_is_no_damage_and_a_lost_one_costs_what_was_in_it(crashed: Path) -> None:
    with opened(crashed) as store:
        notices = Notices(store)
        (row,) = answer(store.page)
        assert len(load(store, row.id).messages[0].siblings) == 20
        assert notices.all == []


def test_without_its_log_a_file_goes_on(crashed: Path) -> None:
    side_files(crashed)[0].unlink()
    with opened(crashed) as store:
        answer(store.page)
        assert ask(store, store.create(), None, "on")[1]
    assert intact(crashed)


def test_an_empty_file_is_told(file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    with opened(file) as store:
        assert "0 conversations" in Notices(store).wait_for("recovered").why
        assert ask(store, store.create(), None, "on")[1]
    assert intact(file)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are POSIX")
def test_nobody_else_may_read_what_is_kept(file: Path, tmp_path: Path) -> None:
    written(file, tmp_path)
    damage(file, page_of_table(file, "messages"))
    with opened(file) as store:
        answer(store.page)
        load(store, answer(store.page)[0].id)
        Notices(store).wait_for("recovered")
        kept = [one for one in file.parent.iterdir() if one.is_file()]
        assert len(kept) >= 2
        assert [one.name for one in kept if one.stat().st_mode & 0o077] == []


def test_a_reply_that_streams_while_the_damage_is_found_is_kept(file: Path, tmp_path: Path) -> None:
    long, short = written(file, tmp_path)
    damage(file, page_of_table(file, "messages_tree"))
    with opened(file) as store:
        notices = Notices(store)
        key = load_last(store, short)
        reply = store.start_reply(short, key, "M", "P")
        store.grow_reply(reply, [TextRun("one ", "target")])
        answer(store.load, long)
        notices.wait_for("recovered")
        store.grow_reply(reply, [TextRun("two", "target")])
        store.finish_reply(reply, ReplyFigures(), "end")
        last = load(store, short).messages[-1]
        assert (last.text, last.state) == ("one two", "done")


def load_last(store: ConversationStore, conversation: int) -> int:
    return load(store, conversation).messages[0].id


def intact(file: Path) -> bool:
    connection = sqlite3.connect(file)
    try:
        result: str = connection.execute("PRAGMA integrity_check").fetchone()[0]
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    finally:
        connection.close()
    return result == "ok" and not broken
