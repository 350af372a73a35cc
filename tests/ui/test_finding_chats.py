"""Finding words in all chats, and carrying chats out of the program and into it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit

from tests.ui.home import Home
from ui.chat.transcript import Transcript

dialogs = pytest.mark.qt_log_ignore("This plugin does not support")


def test_finding_in_all_chats_jumps_to_the_place_and_marks_it(home: Home) -> None:
    long = "\n\n".join(f"paragraph {i}" for i in range(60))
    home.ask("First chat", f"{long}\n\nHere is the wombat.\n\n{long}")
    home.ask("more", long)
    home.window.chat.new_chat()
    home.ask("Second chat", "nothing of the kind")
    QTest.keyClick(home.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    column = home.window.chat.column
    assert column.line.hasFocus()
    QTest.keyClicks(column.line, "womb")
    home.wait(lambda: column.hits.rowCount() == 1 and column.results.isVisible())
    QTest.keyClick(column.line, Qt.Key.Key_Return)
    home.wait(lambda: home.said()[:1] == ["First chat"])
    transcript = home.window.chat.transcript
    home.wait(lambda: bool(_marked(transcript)))
    (view,) = _marked(transcript)
    (selection,) = view.extraSelections()
    assert selection.cursor.selectedText().lower() == "womb"
    bar = transcript.verticalScrollBar()
    home.wait(lambda: 100 < bar.value() < bar.maximum() - 400)
    QTest.keyClick(column.line, Qt.Key.Key_Escape)
    assert column.list.isVisible()
    assert home.window.chat.composer.input.hasFocus()
    column.line.setText("zebra")
    home.wait(lambda: "Nothing found for “zebra”." in home.words())


def _marked(transcript: Transcript) -> list[QTextEdit]:
    views = transcript.findChildren(QTextEdit)
    return [view for view in views if view.extraSelections()]


def test_finding_reaches_a_version_that_is_not_shown(home: Home) -> None:
    home.ask("one", "the wombat")
    before = home.sent()
    home.button("Regenerate").click()
    home.answer(before, "the zebra")
    home.window.chat.new_chat()
    column = home.window.chat.column
    column.line.setText("wombat")
    home.wait(lambda: column.hits.rowCount() == 1)
    QTest.keyClick(column.line, Qt.Key.Key_Return)
    home.wait(lambda: home.said() == ["one", "the wombat"])


@dialogs
@pytest.mark.parametrize(("kind", "words"), [("Markdown", "wombat"), ("JSON", '"wombat"')])
def test_a_chat_is_exported_through_its_menu(home: Home, tmp_path: Path, kind: str, words: str) -> None:
    home.ask("Which animal?", "wombat")
    home.choose("Which animal?", f"Export as {kind}…")
    path = tmp_path / "out"
    home.pick_file(path)
    home.wait(path.exists)
    home.wait(lambda: "1 chat exported" in home.words())
    text = path.read_text(encoding="utf-8")
    assert "Which animal?" in text
    assert words in text


@dialogs
def test_exported_chats_are_imported_again_and_a_bad_file_is_explained(home: Home, tmp_path: Path) -> None:
    home.ask("Which animal?", "a wombat of many words")
    first = home.window.controller.current.id
    path = tmp_path / "all.json"
    home.window.chat.column.export_wanted.emit([], "json")
    home.pick_file(path)
    home.wait(path.exists)
    assert len(json.loads(path.read_text(encoding="utf-8"))["conversations"]) == 1
    home.window.chat.column.import_wanted.emit()
    home.pick_file(path)
    home.wait(lambda: home.window.controller.current.id not in (0, first))
    assert home.said() == ["Which animal?", "a wombat of many words"]
    assert home.titles().count("Which animal?") == 2
    path.write_text("[]", encoding="utf-8")
    home.window.chat.column.import_wanted.emit()
    home.pick_file(path)
    home.wait(lambda: "The chats were not imported." in home.words())
