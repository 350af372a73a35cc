"""The disk fails under the real window: it says what, why and what next, goes on, and loses nothing that was there."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import paths
from app.conversations.database import open_file, side_files
from app.conversations.schema import NEWEST
from app.engines import EngineKind
from app.settings import VERSION
from tests.app.conversations.talking import exchange, opened
from tests.app.conversations.test_trouble import damage, files_no_larger_than, intact, page_of_table
from tests.app.living import Living, write_endless
from tests.app.rights import as_nobody
from ui.chat.problem import Problem

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.qt_log_ignore("This plugin does not support", "Cannot open file"),  # images of whom nobody is
    pytest.mark.skipif(sys.platform == "win32", reason="rights and limits of files are POSIX"),
]
Open = Callable[..., Living]


@pytest.fixture
def kept(data: Path) -> Path:
    """A data folder with two chats; its file of conversations."""
    data.mkdir(parents=True, exist_ok=True)
    with opened(paths.conversations_file()) as store:
        for title in ("The hills", "The sea"):
            exchange(store, store.create(), None, title, f"{title} are old. " * 200)
    return paths.conversations_file()


@pytest.fixture
def open_window(qapp: QApplication, qtbot: QtBot) -> Iterator[Open]:
    """Opens the program on the data folder; all are closed at the end."""
    lives: list[Living] = []
    settings = {"preset": "ngram-simple", "temperature": "0", "max_tokens": "100000", "threads": "1"}

    def make(engine: EngineKind = "child") -> Living:
        lives.append(Living(qapp, qtbot, settings, engine))
        return lives[-1]

    yield make
    for life in lives:
        life.close()


def told(life: Living, what: str) -> Problem:
    """What the banner says of it, as soon as it does; all of it is in words that can be read."""
    banner = life.window.chat.banner
    life.wait(lambda: banner.isVisible() and banner.problem is not None and what in banner.problem.what)
    assert banner.problem is not None
    for part in (banner.problem.what, banner.problem.why, banner.problem.next_step):
        sentence = part[:1].upper() + part[1:].rstrip(".")
        assert sentence in life.words()
    return banner.problem


def model_in(life: Living, folder: Path) -> None:
    life.window.open_model(str(write_endless(folder / "endless.gguf")))
    life.wait_ready()


def say_and_stop(life: Living, text: str) -> None:
    life.type_and_send(text)
    life.wait_for_words(40)
    life.stop()


def aside(file: Path) -> list[Path]:
    return list(file.parent.glob(f"{file.stem}.damaged-*{file.suffix}"))


def test_a_folder_that_may_not_be_written_shows_its_chats_and_goes_on(
    kept: Path, open_window: Open
) -> None:
    open_window("thread").close()  # whoever is nobody may not even read Python's own files
    before = kept.read_bytes()
    with as_nobody(kept.parent):
        life = open_window("thread")
        problem = told(life, "Conversations are not being saved")
        assert "may not be written" in problem.why
        assert "right to write" in problem.next_step
        assert "PACELINE_DATA" in problem.next_step
        assert life.titles() == ["The sea", "The hills"]
        life.pick("The hills")
        assert life.said()[0] == "The hills"
        assert life.window.chat.column._unsaved.isVisible(), "the column says so as long as it is so"
        life.close()
    assert kept.read_bytes() == before


def test_a_folder_that_may_no_longer_be_written_is_told_when_settings_change(open_window: Open, kept: Path) -> None:
    life = open_window()
    with as_nobody(kept.parent):
        life.window.chat.top.tint.click()
        problem = told(life, "Settings are not being saved")
        assert "settings.json" in problem.why
        life.pick("The hills")
    life.window.chat.banner.clear()
    life.window.chat.top.tint.click()
    tint = life.window.controller.preferences.tint
    life.restart()
    assert life.window.controller.preferences.tint == tint, "they are saved as soon as that works"


def test_a_disk_that_fills_while_a_reply_streams_loses_nothing(open_window: Open, kept: Path, tmp_path: Path) -> None:
    life = open_window()
    model_in(life, tmp_path)
    life.type_and_send("Tell me of the boats")
    life.wait_for_words(40)
    log_size = side_files(kept)[0].stat().st_size
    with files_no_larger_than(log_size):
        problem = told(life, "Conversations are not being saved")
        assert str(kept.parent) in problem.why
        life.wait_for_words(len(life.window.reply_text) + 40)
        life.button("Save now").click()
        told(life, "Conversations are not being saved")  # pressing it in vain is answered
        life.stop()
    life.button("Save now").click()
    told(life, "Conversations are being saved again")
    said = life.said()
    life.restart()
    life.wait(lambda: life.said() == said)
    assert intact_after(life, kept)


def intact_after(life: Living, file: Path) -> bool:
    life.parts.services.conversations.close()
    return intact(file)


def test_a_file_that_another_program_holds_is_told_and_read_when_it_is_free(
    kept: Path, open_window: Open, tmp_path: Path
) -> None:
    holder = open_file(kept)
    try:
        life = open_window()
        assert "another program" in told(life, "Conversations are not being saved").why
        model_in(life, tmp_path)
        say_and_stop(life, "Said meanwhile")
        assert life.titles() == ["Said meanwhile"]
    finally:
        holder.close()
    told(life, "Conversations are not being saved")
    life.button("Save now").click()
    told(life, "Conversations are being saved again")
    life.wait(lambda: life.titles() == ["Said meanwhile", "The sea", "The hills"])
    said = life.said()
    life.restart()
    life.wait(lambda: life.said() == said)


def spoil(file: Path, how: str) -> None:
    match how:
        case "its first page":
            damage(file, 0)
        case "a page of messages":
            damage(file, page_of_table(file, "messages"))
        case "a page of the list":
            damage(file, page_of_table(file, "conversations_listed"))
        case "cut in half":
            os.truncate(file, file.stat().st_size // 2)
        case "empty":
            file.write_bytes(b"")
        case "no database":
            file.write_bytes(b"Dear reader, this is a letter. " * 1000)


@pytest.mark.parametrize(
    ("how", "chats"),
    [
        ("its first page", 2),
        ("a page of messages", 2),
        ("a page of the list", 2),
        ("cut in half", 0),
        ("empty", 0),
        ("no database", 0),
    ],
)
def test_a_damaged_file_is_told_kept_and_read_as_far_as_it_can_be(
    kept: Path, open_window: Open, how: str, chats: int
) -> None:
    spoil(kept, how)
    spoilt = kept.read_bytes()
    life = open_window()
    if how == "a page of messages":  # nothing comes across it before that is looked for
        life.pick("The hills")
    problem = told(life, "The file of conversations was damaged")
    (set_aside,) = aside(kept)
    assert set_aside.name in problem.next_step
    assert set_aside.read_bytes() == spoilt
    assert "could be read" in problem.why
    life.wait(lambda: len(life.titles()) >= chats)
    assert life.parts.services.conversations.create()
    assert intact_after(life, kept)


def test_a_file_of_a_newer_version_is_told_and_left_as_it_is(kept: Path, open_window: Open) -> None:
    connection = sqlite3.connect(kept)
    connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.commit()
    connection.close()
    before = kept.read_bytes()
    life = open_window()
    problem = told(life, "Conversations are not being saved")
    assert "newer Paceline" in problem.why
    assert "Update" in problem.next_step
    life.window.chat.new_chat()
    life.close()
    assert kept.read_bytes() == before
    assert aside(kept) == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "cannot be read"),
        ("[" * 100_000, "nested too deep"),
        (json.dumps({"window": {"temperature": "hot"}, "model_folders": 5}), "went back to its default"),
        (json.dumps({"version": VERSION + 1}), "newer Paceline"),
    ],
)
def test_settings_that_cannot_be_read_are_told_beside_a_damaged_file(
    kept: Path, open_window: Open, content: str, why: str
) -> None:
    """Neither message pushes the other away."""
    paths.settings_file().write_text(content, encoding="utf-8")
    spoil(kept, "its first page")
    life = open_window()
    assert why in told(life, "Some settings could not be read").why
    life.wait(lambda: bool(aside(kept)))
    assert life.parts.services.conversations.flush()
    QTest.qWait(1)
    life.button("Close this message").click()
    told(life, "The file of conversations was damaged")
