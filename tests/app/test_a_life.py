"""One chat from the first word to the last, in the real window on a real engine; and everything is found again."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.living import Living, write_endless
from ui.chat.conversation import Reply, UserTurn

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def life(qapp: QApplication, qtbot: QtBot, data: Path, tmp_path: Path) -> Iterator[Living]:
    data.mkdir(parents=True, exist_ok=True)
    model = write_endless(tmp_path / "endless.gguf")
    settings = {"preset": "ngram-simple", "temperature": "0", "max_tokens": "100000", "threads": "1"}
    made = Living(qapp, qtbot, settings)
    made.window.open_model(str(model))
    made.wait_ready()
    yield made
    made.close()


@pytest.mark.timeout(600)
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_chat_is_led_changed_lost_and_found_again(life: Living, tmp_path: Path) -> None:
    _new_send_stop(life)
    branch, other = _edit_and_switch_back(life)
    _regenerate_and_continue(life)
    said, runs = life.said(), life.runs()
    assert any(run.origin != "target" for reply in runs for run in reply), "n-grams hit in this model's text"
    _search(life, said)
    file = _export(life, tmp_path)
    _import(life, file, said)
    _delete_and_undo(life)

    life.restart()
    life.wait_ready()  # the model is loaded again by itself
    assert sorted(life.titles()) == ["Another chat", "Tell me of the sea", "Tell me of the sea"]
    for row in life.rows():
        if row.title == "Tell me of the sea":
            life.window.controller.open(row.id)
            life.wait(lambda row=row: life.window.controller.current.id == row.id)  # type: ignore[misc]
            assert life.said() == said
            assert life.runs() == runs
    turns = life.window.controller.current.turns
    assert len(turns[0].siblings) == 2
    assert len(turns[1].siblings) == 2
    life.window.controller.show_version(next(one for one in turns[0].siblings if one != turns[0].id))
    life.wait(lambda: life.said() == [branch, other])
    life.type_and_send("and it goes on")
    life.wait_for_words(40)
    life.stop()
    assert life.said()[:3] == [branch, other, "and it goes on"]


def _new_send_stop(life: Living) -> None:
    QTest.keyClick(life.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    life.type_and_send("Another chat")
    life.wait_for_words(40)
    life.stop()
    QTest.keyClick(life.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert life.said() == []
    life.type_and_send("Tell me of the hills")
    life.wait_for_words(60)
    life.stop()
    assert "Stopped." in life.words()
    assert life.said()[0] == "Tell me of the hills"


def _edit_and_switch_back(life: Living) -> tuple[str, str]:
    """Another version of the question; the first one, with its reply, is an arrow away. Returns the first."""
    before = life.said()
    life.button("Edit your message").click()
    box = life.window.chat.composer.input
    assert box.toPlainText() == before[0]
    box.selectAll()
    life.type_and_send("Tell me of the sea")
    life.wait_for_words(60)
    life.stop()
    after = life.said()
    assert after[0] == "Tell me of the sea"
    life.button("Older version", 0).click()
    life.wait(lambda: life.said() == before)
    life.button("Newer version", 0).click()
    life.wait(lambda: life.said() == after)
    return before[0], before[1]


def _regenerate_and_continue(life: Living) -> None:
    old = life.said()[1]
    reply = life.window.controller.current.last_reply
    life.button("Regenerate").click()
    life.wait(lambda: life.window.controller.current.last_reply is not reply)
    life.wait_for_words(50)
    life.stop()
    assert len(life.window.controller.current.turns[1].siblings) == 2
    stopped = life.said()[1]
    assert old[:40] == stopped[:40], "at temperature 0 it says the same"
    life.button("Continue the reply").click()
    life.wait_for_words(len(stopped) + 30)
    life.stop()
    assert life.said()[1].startswith(stopped)
    life.type_and_send("and the boats?")
    life.wait_for_words(30)
    life.stop()
    kinds = [type(turn) for turn in life.window.controller.current.turns]
    assert kinds == [UserTurn, Reply, UserTurn, Reply]


def _search(life: Living, said: list[str]) -> None:
    """From another chat, find a word that was said here."""
    life.pick("Another chat")
    life.wait(lambda: life.said()[:1] == ["Another chat"])
    QTest.keyClick(life.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    column = life.window.chat.column
    QTest.keyClicks(column.line, "boat")
    life.wait(lambda: column.results.isVisible() and column.hits.rowCount() == 1)
    QTest.keyClick(column.line, Qt.Key.Key_Return)
    life.wait(lambda: life.said() == said)
    QTest.keyClick(column.line, Qt.Key.Key_Escape)


def _export(life: Living, folder: Path) -> Path:
    for kind, name in (("Export as Markdown…", "chat.md"), ("Export as JSON…", "chat.json")):
        life.choose("Tell me of the sea", kind)
        life.pick_file(folder / name)
        life.wait((folder / name).exists)
    life.wait(lambda: "1 chat exported" in life.words() or "exported" in life.words())
    assert "and the boats?" in (folder / "chat.md").read_text("utf-8")
    (kept,) = json.loads((folder / "chat.json").read_text("utf-8"))["conversations"]
    assert len(kept["messages"]) == 7, "two versions of the question, three replies, and what followed"
    return folder / "chat.json"


def _import(life: Living, file: Path, said: list[str]) -> None:
    known = {row.id for row in life.rows()}
    life.window.chat.column.import_wanted.emit()
    life.pick_file(file)
    life.wait(lambda: life.window.controller.current.id not in {0, *known})
    assert life.said() == said


def _delete_and_undo(life: Living) -> None:
    life.choose("Another chat", "Delete")
    life.wait(lambda: "Another chat" not in life.titles())
    life.button("Undo").click()
    life.wait(lambda: "Another chat" in life.titles())
