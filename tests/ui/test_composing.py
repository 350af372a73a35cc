"""Writing a message: files that go with it, tokens, history, and drafts that stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from engine.commands import CountTokens, Generate, LoadModel
from engine.events import EngineDied, Failed, TokensCounted
from tests.ui.home import Home
from tests.ui.scripted_engine import MODEL_PATH, ScriptedLink
from ui import language
from ui.chat.attached import AttachedFile
from ui.chat.attaching import shown, with_files
from ui.chat.conversation import UserTurn
from ui.chat.text_views import FlowingText
from ui.main_window import MainWindow
from ui.services import Draft, TextFile
from ui.speculation.parts import ElidedLabel
from ui.theme.theme import Theme


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n```py\nprint(1)\n```\n", encoding="utf-8")
    return path


def words(window: MainWindow) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.chat.composer.input, key)


def drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)


def test_the_model_sees_a_fenced_block_that_no_file_can_close() -> None:
    file = TextFile("a b.PY", "x = '````'\n")
    assert shown(file) == "File: a b.PY\n\n`````py\nx = '````'\n`````"
    assert with_files("What is it?", [file, TextFile("Makefile", "all:")]) == (
        f"{shown(file)}\n\nFile: Makefile\n\n```\nall:\n```\n\nWhat is it?"
    )
    assert with_files("Plain", ()) == "Plain"
    assert "`" not in shown(TextFile("evil\n```.t`xt", "")).split("\n")[0].replace("```.t`xt", "")


def test_a_dropped_text_file_goes_with_the_message_and_is_kept(
    loaded: MainWindow, link: ScriptedLink, notes: Path
) -> None:
    drop(loaded, notes)
    assert "notes.md" in words(loaded)
    QTest.keyClicks(loaded.chat.composer.input, "Sum it up")
    press(loaded, Qt.Key.Key_Return)
    asked = link.last(Generate).messages[-1].content
    assert asked == "File: notes.md\n\n````md\n# Notes\n```py\nprint(1)\n```\n````\n\nSum it up"
    assert not loaded.chat.composer.draft
    turn = loaded.controller.current.turns[0]
    assert isinstance(turn, UserTurn)
    assert (turn.text, [file.name for file in turn.files]) == ("Sum it up", ["notes.md"])
    (fold,) = loaded.findChildren(AttachedFile)
    assert "notes.md" in fold.head.text()
    assert not fold.findChildren(FlowingText), "it is folded"
    fold.head.click()
    (view,) = fold.findChildren(FlowingText)
    assert view.toPlainText() == turn.files[0].text


def test_a_file_can_be_pasted_and_sent_without_a_word(loaded: MainWindow, link: ScriptedLink, notes: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(notes))])
    data.setText(str(notes))
    QGuiApplication.clipboard().setMimeData(data)
    loaded.chat.composer.input.paste()
    assert loaded.chat.composer.input.toPlainText() == ""
    press(loaded, Qt.Key.Key_Return)
    assert link.last(Generate).messages[-1].content.startswith("File: notes.md")


def test_what_is_no_text_is_refused_in_words_and_the_message_stays(loaded: MainWindow, tmp_path: Path) -> None:
    picture = tmp_path / "cat.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    loaded.chat.composer.put(Draft("look"))
    drop(loaded, picture)
    assert "cat.png cannot be attached" in words(loaded)
    assert "It is a picture" in words(loaded)
    assert loaded.chat.composer.draft == Draft("look")


def test_a_file_can_be_taken_out_again(loaded: MainWindow, notes: Path) -> None:
    drop(loaded, notes)
    drop(loaded, notes)
    assert len(loaded.chat.composer.draft.files) == 1, "the same file twice is one file"
    (close,) = [one for one in loaded.findChildren(QToolButton) if one.accessibleName() == "Remove notes.md"]
    close.click()
    assert not loaded.chat.composer.draft


def test_editing_a_message_brings_its_files_back(loaded: MainWindow, link: ScriptedLink, notes: Path) -> None:
    drop(loaded, notes)
    loaded.chat.composer.input.setPlainText("Sum it up")
    press(loaded, Qt.Key.Key_Return)
    link.reply("Done")
    loaded.tick()
    turn = loaded.controller.current.turns[0]
    assert isinstance(turn, UserTurn)
    loaded.chat.composer.edit(turn)
    assert [file.name for file in loaded.chat.composer.draft.files] == ["notes.md"]
    loaded.chat.composer.leave_edit()
    assert not loaded.chat.composer.draft


def test_tokens_are_counted_while_one_writes(
    loaded: MainWindow, link: ScriptedLink, notes: Path, qtbot: QtBot
) -> None:
    loaded.send_message("one two three")
    link.reply("four five")
    loaded.tick()
    drop(loaded, notes)
    QTest.keyClicks(loaded.chat.composer.input, "six seven")
    qtbot.waitUntil(lambda: ("six seven",) in [one.texts[:1] for one in link.sent if isinstance(one, CountTokens)])
    loaded.tick()
    n_file = len(shown(loaded.chat.composer.draft.files[0]).split())
    assert f"{n_file} tokens" in words(loaded)
    assert f"{n_file + 2} tokens" in words(loaded)
    qtbot.waitUntil(lambda: f"takes {n_file + 2}" in loaded.chat.top.context.accessibleName())
    assert loaded.chat.top.context.accessibleName().startswith("Context: 5 of 8192")
    loaded.chat.composer.take_draft()
    assert "tokens" not in words(loaded)


def test_a_file_that_the_context_cannot_hold_is_said_so_before_sending(
    loaded: MainWindow, link: ScriptedLink, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 9000, encoding="utf-8")
    drop(loaded, path)
    qtbot.waitUntil(lambda: any(isinstance(one, CountTokens) and len(one.texts) > 1 for one in link.sent))
    loaded.tick()
    assert "more than the context holds" in words(loaded)
    assert "too long for the context" in words(loaded)


def test_arrow_up_brings_earlier_messages_back(loaded: MainWindow, link: ScriptedLink) -> None:
    for question in ("first\nof two lines", "second"):
        loaded.send_message(question)
        link.reply("yes")
        loaded.tick()
    box = loaded.chat.composer.input
    press(loaded, Qt.Key.Key_Up)
    assert box.toPlainText() == "second"
    press(loaded, Qt.Key.Key_Up)
    assert box.toPlainText() == "first\nof two lines"
    press(loaded, Qt.Key.Key_Up)
    assert box.toPlainText() == "first\nof two lines", "there is nothing before the first"
    press(loaded, Qt.Key.Key_Down)
    press(loaded, Qt.Key.Key_Down)
    assert box.toPlainText() == ""
    QTest.keyClicks(box, "my own")
    press(loaded, Qt.Key.Key_Up)
    assert box.toPlainText() == "my own", "what is being written is never replaced"


@pytest.fixture
def home(tmp_path: Path, theme: Theme, qtbot: QtBot) -> Home:
    return Home(tmp_path, theme, qtbot)


def test_drafts_stay_with_their_chats_through_a_restart(home: Home, notes: Path) -> None:
    try:
        home.ask("First chat", "one")
        home.window.chat.composer.put(Draft("half a thought"))
        drop(home.window, notes)
        home.window.chat.new_chat()
        assert not home.window.chat.composer.draft
        home.window.chat.composer.put(Draft("for a new one"))
        home.close()
        home.start()
        home.wait(lambda: home.window.chat.composer.draft == Draft("for a new one"))
        home.pick("First chat")
        home.wait(lambda: home.window.chat.composer.draft.text == "half a thought")
        assert [file.name for file in home.window.chat.composer.draft.files] == ["notes.md"]
        home.window.chat.new_chat()
        assert home.window.chat.composer.draft == Draft("for a new one")
        home.window.chat.composer.take_draft()
        home.pick("First chat")
        home.wait(lambda: bool(home.window.chat.composer.draft))
        before = home.sent()
        press(home.window, Qt.Key.Key_Return)
        home.answer(before, "thanks")
        home.restart()
        assert not home.window.chat.composer.draft, "what was sent is no draft any more"
    finally:
        home.close()


def test_without_a_model_nothing_is_counted(window: MainWindow, link: ScriptedLink) -> None:
    window.chat.composer.put(Draft("hello"))
    QTest.qWait(400)
    assert not any(isinstance(command, CountTokens) for command in link.sent)
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    link.answer_prepare()
    window.tick()


@pytest.fixture
def counting(loaded: MainWindow, link: ScriptedLink) -> MainWindow:
    """A message that may not fit was sent, and the engine has not counted it yet."""
    link.tokens_of = None
    loaded.chat.composer.put(Draft("word " * 3000))
    press(loaded, Qt.Key.Key_Return)
    assert loaded.busy
    assert not any(isinstance(command, Generate) for command in link.sent)
    return loaded


def test_a_message_that_is_being_counted_can_be_stopped_and_comes_back(counting: MainWindow) -> None:
    assert not counting.send_message("another"), "one at a time"
    counting.controller.stop()
    assert not counting.busy
    assert counting.chat.composer.draft.text.startswith("word word")


def test_a_message_that_is_being_counted_stays_with_its_chat(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    link.reply("hi")
    loaded.tick()
    first, before = loaded.controller.current.id, len(link.sent)
    link.tokens_of = None
    loaded.chat.composer.put(Draft("word " * 3000))
    press(loaded, Qt.Key.Key_Return)
    loaded.chat.new_chat()
    assert not loaded.busy
    assert not loaded.chat.composer.draft
    assert not any(isinstance(command, Generate) for command in link.sent[before:])
    loaded.controller.open(first)
    assert loaded.chat.composer.draft.text.startswith("word word")


def test_a_message_comes_back_when_another_model_is_loaded_or_the_engine_dies(
    counting: MainWindow, link: ScriptedLink
) -> None:
    link.say(EngineDied("It was killed"))
    counting.tick()
    assert counting.chat.composer.draft.text.startswith("word word")
    assert counting.controller.phase == "dead"


def test_a_larger_context_that_cannot_be_had_is_taken_back(loaded: MainWindow, link: ScriptedLink) -> None:
    link.tokens_of = lambda asked: TokensCounted(asked.request_id, 7000, 4096, (), not asked.messages, 0, 0)
    controller = loaded.controller
    assert controller.model is not None
    loaded.chat.composer.put(Draft("word " * 3000))
    press(loaded, Qt.Key.Key_Return)
    loaded.tick()
    assert loaded.chat.fit.isVisible()
    loaded.chat.fit.more.click()
    asked = link.last(LoadModel)
    assert asked.context.n_ctx == 8192
    link.say(Failed(asked.request_id, "load", "The model cannot be loaded", "there is not enough memory"))
    loaded.tick()
    assert "There is not enough memory" in words(loaded)
    assert controller.current.settings.n_ctx is None
    assert link.last(LoadModel).context.n_ctx == 0, "what worked is loaded again"
    link.answer_load()
    loaded.tick()
    assert loaded.chat.composer.draft.text.startswith("word word")


def test_nothing_is_counted_twice(loaded: MainWindow, link: ScriptedLink, notes: Path, qtbot: QtBot) -> None:
    loaded.send_message("hello")
    link.reply("hi")
    loaded.tick()
    qtbot.waitUntil(lambda: loaded.controller.told_tokens == 2)
    before = len(link.sent)
    drop(loaded, notes)
    QTest.keyClicks(loaded.chat.composer.input, "one")
    qtbot.waitUntil(lambda: "takes" in loaded.chat.top.context.accessibleName())
    QTest.keyClicks(loaded.chat.composer.input, " two")
    counts = [one for one in link.sent[before:] if isinstance(one, CountTokens)]
    qtbot.waitUntil(lambda: len([one for one in link.sent[before:] if isinstance(one, CountTokens)]) > len(counts))
    later = [one for one in link.sent[before:] if isinstance(one, CountTokens)]
    assert not any(one.messages for one in later), "the conversation is as it was"
    assert sum(len(one.texts) > 1 for one in later) == 1, "so is the file"


def test_a_message_behind_a_known_conversation_needs_no_counting(
    loaded: MainWindow, link: ScriptedLink, qtbot: QtBot
) -> None:
    loaded.send_message("hello")
    link.reply("word " * 2000)
    loaded.tick()
    qtbot.waitUntil(lambda: loaded.controller.told_tokens == 2001)
    link.tokens_of = None
    assert loaded.send_message("and now?")
    assert link.last(Generate).messages[-1].content == "and now?"
    assert loaded.controller.told_tokens is None


def test_what_a_line_says_that_may_be_cut_follows_the_language_and_stays_in_it(loaded: MainWindow) -> None:
    (hint,) = loaded.chat.composer.findChildren(ElidedLabel)
    try:
        language.use("sv")
        loaded.resize(1100, 700)  # it is cut anew
        QApplication.processEvents()
        assert QLabel.text(hint) == hint.toolTip() == "Retur skickar · Skift+Retur ny rad"
    finally:
        language.use("en")
    assert QLabel.text(hint) == "Enter sends · Shift+Enter new line"
