"""Chats that stay: a real store on disk under the real window, from the first question to the next start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.child import ChildEngine
from engine.commands import Cancel, Generate, Message
from engine.events import TARGET, EngineDied, TextRun
from tests.tiny_models import write_endless
from tests.ui.home import Home
from tests.ui.scripted_engine import ScriptedLink
from ui.chat.conversation import Reply, UserTurn
from ui.chat.system_prompt import SystemPromptDialog
from ui.services import ReplyFigures
from ui.theme.theme import Theme

dialogs = pytest.mark.qt_log_ignore("This plugin does not support")


def test_the_engine_sees_a_question_only_once_it_is_on_disk(home: Home) -> None:
    assert home.window.send_message("Is it kept?")
    assert home.sent() == 0
    assert home.window.busy
    home.wait(lambda: home.sent() == 1)
    assert [message.text for message in home.stored().messages] == ["Is it kept?", ""]


def test_a_chat_is_found_again_after_a_restart_with_its_tint_and_its_figures(home: Home) -> None:
    home.ask("Count to ten", "one two three four five six seven eight nine ten")
    figures = home.window.controller.current.last_reply
    assert figures is not None
    home.restart()
    assert home.said() == ["Count to ten", "one two three four five six seven eight nine ten"]
    reply = home.window.controller.current.last_reply
    assert reply is not None
    assert {run.origin for run in reply.runs} == {TARGET, "draft-model", "ngram-simple"}
    assert reply.runs == figures.runs
    assert reply.figures == figures.figures
    assert reply.preset == figures.preset == "Baseline"
    shown = home.words().replace("\u00a0", " ")
    assert "60 % accepted" in shown
    assert "2.5 per round" in shown
    home.ask("Again", "yes")
    assert [m.content for m in home.link.last(Generate).messages][-3:] == [
        "Count to ten",
        "one two three four five six seven eight nine ten",
        "Again",
    ]


def test_a_reply_is_on_disk_while_it_grows(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once upon"))
    home.window.tick()
    stored = home.stored().messages[-1]
    assert (stored.state, stored.text) == ("writing", "Once upon")


def test_closing_the_window_in_a_reply_keeps_what_is_written_and_it_can_be_continued(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once upon"))
    home.window.tick()
    home.restart()
    assert home.said() == ["tell", "Once upon"]
    assert "Stopped." in home.words()
    home.button("Continue the reply").click()
    asked = home.link.last(Generate)
    assert asked.continue_last
    assert asked.messages[-1] == Message("assistant", "Once upon")
    home.link.reply(" a time")
    home.window.tick()
    assert home.window.reply_text == "Once upon a time"
    assert home.stored().messages[-1].text == "Once upon a time"
    assert home.stored().messages[-1].stop_reason == "end"
    assert "Stopped." not in home.words()


def test_a_stopped_reply_keeps_its_reason_and_an_unsent_one_never_reaches_the_engine(home: Home) -> None:
    home.window.send_message("tell")
    home.window.controller.stop()  # before the question is on disk
    assert not home.window.busy
    assert home.store.flush()
    QApplication.processEvents()
    assert not any(isinstance(command, Generate | Cancel) for command in home.link.sent)
    assert home.stored().messages[-1].stop_reason == "cancelled"
    home.ask("again", "yes")
    assert home.said() == ["tell", "", "again", "yes"]


def test_a_dead_engine_leaves_the_reply_on_disk(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.link.begin()
    home.link.say(home.link.round(0, "Once"), EngineDied("signal 6", ""))
    home.window.tick()
    assert home.stored().messages[-1].text == "Once"
    assert "engine stopped" in home.stored().messages[-1].note


def test_editing_and_regenerating_keep_what_was_there_and_arrows_switch(home: Home) -> None:
    home.ask("one", "first")
    home.ask("two", "second")
    before = home.sent()
    home.button("Edit your message", 0).click()
    box = home.window.chat.composer.input
    box.setPlainText("other")
    QTest.keyClick(box, Qt.Key.Key_Return)
    home.answer(before, "another answer")
    assert home.said() == ["other", "another answer"]
    assert home.link.last(Generate).messages == (Message("user", "other"),)
    before = home.sent()
    home.button("Regenerate").click()
    home.answer(before, "yet another")
    assert home.said() == ["other", "yet another"]
    assert "2/2" in home.words()
    home.button("Older version", 1).click()  # of the reply
    home.wait(lambda: home.said() == ["other", "another answer"])
    home.button("Older version", 0).click()  # of the question
    home.wait(lambda: home.said() == ["one", "first", "two", "second"])
    home.restart()
    assert home.said() == ["one", "first", "two", "second"]
    home.wait(lambda: "1/2" in home.words())
    home.button("Newer version").click()
    home.wait(lambda: home.said() == ["other", "another answer"])
    home.ask("on", "ward")
    assert [m.content for m in home.link.last(Generate).messages] == ["other", "another answer", "on"]


def test_chats_are_listed_by_day_and_opened_by_a_click(home: Home) -> None:
    home.ask("First chat", "one")
    home.window.chat.new_chat()
    home.ask("Second chat", "two")
    assert home.titles() == ["Today", "Second chat", "First chat"]
    home.pick("First chat")
    home.wait(lambda: home.said() == ["First chat", "one"])
    home.choose("First chat", "Pin")
    assert home.titles() == ["Pinned", "First chat", "Today", "Second chat"]
    home.choose("First chat", "Unpin")
    home.wait(lambda: home.titles()[0] == "Today")


def test_a_chat_is_renamed_in_its_place(home: Home) -> None:
    home.ask("First chat", "one")
    view = home.window.chat.column.list
    view.setCurrentIndex(home.index("First chat"))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Greetings")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    home.wait(lambda: home.titles() == ["Today", "Greetings"])
    home.restart()
    home.wait(lambda: home.titles() == ["Today", "Greetings"])


def test_a_deleted_chat_goes_and_comes_back(home: Home) -> None:
    home.ask("First chat", "one")
    home.window.chat.new_chat()
    home.ask("Second chat", "two")
    home.choose("Second chat", "Delete")
    assert home.titles() == ["Today", "First chat"]
    assert home.said() == []
    assert "“Second chat” deleted" in home.words()
    home.button("Undo").click()
    home.wait(lambda: home.said() == ["Second chat", "two"])
    assert home.titles() == ["Today", "Second chat", "First chat"]
    home.choose("Second chat", "Delete")
    home.choose("First chat", "Delete")
    assert "2 chats deleted" in home.words()
    home.close()
    home.start()
    assert home.titles() == []


def test_a_chat_that_is_deleted_while_it_is_answered_is_stopped(home: Home) -> None:
    home.window.send_message("tell")
    home.wait(lambda: home.sent() == 1)
    home.choose("tell", "Delete")
    assert home.link.last(Cancel).request_id == home.link.last(Generate).request_id
    home.link.end("cancelled")
    home.window.tick()
    home.ask("new", "answer")
    assert home.titles() == ["Today", "new"]


@dialogs
def test_a_chat_has_a_system_prompt_of_its_own(home: Home) -> None:
    home.window.chat.edit_system_prompt()
    dialog = home.window.findChild(SystemPromptDialog)
    assert dialog is not None
    home.wait(lambda: dialog.library.choice.count() > 3)
    dialog.library.choice.activated.emit(dialog.library.choice.findText("Brief"))
    dialog.accept()
    home.ask("hello", "hi")
    system = home.link.last(Generate).messages[0]
    assert system.role == "system"
    assert "few words" in system.content
    home.restart()
    home.ask("hello", "hi")
    assert home.link.last(Generate).messages[0] == system
    home.window.chat.new_chat()
    home.ask("hello", "hi")
    assert home.link.last(Generate).messages == (Message("user", "hello"),)


def test_what_is_being_written_stays_with_its_chat(home: Home) -> None:
    home.ask("First chat", "one")
    box = home.window.chat.composer.input
    box.setPlainText("half a thou")
    home.window.chat.new_chat()
    assert box.toPlainText() == ""
    home.pick("First chat")
    home.wait(lambda: box.toPlainText() == "half a thou")


def test_a_reply_of_a_program_that_was_killed_says_so(home: Home) -> None:
    conversation = home.store.create()
    question = home.store.ask(conversation, None, "tell", lambda _: None)
    reply = home.store.start_reply(conversation, question, "Model", "N-gram")
    home.store.grow_reply(reply, [TextRun("Once upon", TARGET)])
    assert home.store.flush()
    copy = home.folder / "killed"
    copy.mkdir()
    for file in home.folder.glob("conversations.db*"):  # as it lies on disk at this moment
        (copy / file.name).write_bytes(file.read_bytes())
    home.close()
    home.folder, home.settings["conversation"] = copy, str(conversation)
    home.start()
    home.wait(lambda: home.said() == ["tell", "Once upon"])
    assert "Paceline ended while this was written." in home.words()
    assert home.button("Continue the reply").isEnabled()


def test_a_disk_that_fails_is_told_and_the_conversation_goes_on(tmp_path: Path, theme: Theme, qtbot: QtBot) -> None:
    (tmp_path / "conversations.db").mkdir()  # no file can be there
    home = Home(tmp_path, theme, qtbot)
    try:
        home.wait(lambda: "Conversations are not being saved." in home.words())
        assert "Not being saved to disk" in home.words()
        assert home.button("Save now").isVisible()
        home.ask("one", "first")
        home.ask("two", "second")
        assert home.said() == ["one", "first", "two", "second"]
        (tmp_path / "conversations.db").rmdir()
        home.button("Save now").click()
        home.wait(lambda: "Not being saved to disk" not in home.words())
        home.restart()
        assert home.said() == ["one", "first", "two", "second"]
    finally:
        home.close()


def test_a_long_list_is_read_in_pages(home: Home) -> None:
    for _ in range(450):
        home.store.create()
    rows = home.window.chat.column.rows
    rows.refresh()
    home.wait(lambda: len(rows.rows()) >= 200)
    view = home.window.chat.column.list

    def all_there() -> bool:
        view.scrollToBottom()
        return len(rows.rows()) == 450

    home.wait(all_there)
    ids = [row.id for row in rows.rows()]
    assert len(ids) == len(set(ids)) == 450


def test_figures_of_a_continued_reply_count_both_parts() -> None:
    reply = Reply("m", "p", earlier=ReplyFigures(rounds=4, emitted=20, drafted=10, accepted=5, tokens_per_s=10.0))
    reply.thinking_s, reply.prompt_tokens = 1.5, 7
    link = ScriptedLink()
    link.send(Generate(1))
    for i in range(3):
        reply.metrics.add(link.round(i, "x", "yz"))
    figures = reply.figures
    assert (figures.rounds, figures.emitted, figures.drafted, figures.accepted) == (7, 32, 25, 14)
    assert (figures.thinking_s, figures.prompt_tokens) == (1.5, 7)
    since = reply.metrics.tokens_per_s
    assert since is not None
    assert figures.tokens_per_s == pytest.approx(32 / (20 / 10.0 + 12 / since))


def test_with_a_real_engine_everything_is_found_again(home: Home, tmp_path: Path) -> None:
    model = write_endless(tmp_path / "endless.gguf", n_ctx=512)
    home.close()
    home.settings |= {"preset": "ngram-simple", "temperature": "0", "max_tokens": "60", "model": ""}
    link = ChildEngine()
    try:
        home.open_on(link)
        window = home.window
        window.open_model(str(model))
        home.wait(lambda: window.controller.phase == "ready")
        assert window.send_message("hello")
        home.wait(lambda: not window.busy)
        first = window.reply_text
        home.button("Continue the reply").click()
        home.wait(lambda: not window.busy)
        assert window.reply_text.startswith(first)
        assert len(window.reply_text) > len(first)
        home.button("Regenerate").click()
        home.wait(lambda: not window.busy)
        assert window.reply_text == first
        turns = window.controller.current.turns
        assert isinstance(turns[0], UserTurn)
        kept = window.controller.current.last_reply
        assert kept is not None
        assert kept.figures.accepted > 0
        home.close()
        home.open_on(link)
        home.wait(lambda: home.window.reply_text == first)
        again = home.window.controller.current.last_reply
        assert again is not None
        assert again.figures == kept.figures
        assert again.runs == kept.runs
        assert len(again.siblings) == 2
    finally:
        link.close()
