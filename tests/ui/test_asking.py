"""A question and its reply in the window: how it goes to the engine, comes back, is stopped, repeated or fails."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
)
from pytestqt.qtbot import QtBot

from engine.commands import Cancel, Generate, LoadModel, Message, Prepare
from engine.events import EngineDied, Failed, PromptProgress
from tests.ui.looking import ask, button, buttons, words_on
from tests.ui.scripted_engine import MODEL_PATH, MemoryServices, ScriptedLink
from ui.main_window import MainWindow


def test_a_loaded_model_can_be_asked_and_its_reply_streams_in(loaded: MainWindow, link: ScriptedLink) -> None:
    assert loaded.send_message("Say hello")
    asked = link.last(Generate)
    assert asked.messages == (Message("user", "Say hello"),)
    link.begin(prompt_tokens=2048)
    link.say(PromptProgress(asked.request_id, 512, 2048))
    loaded.tick()
    assert "Reading the prompt 512 / 2048" in words_on(loaded)
    link.say(link.round(0, "Hel"), link.round(1, "there", "lo "))
    loaded.tick()
    assert loaded.reply_text == "Hello there"
    assert loaded.controller.phase == "writing"
    link.end()
    loaded.tick()
    assert not loaded.busy
    words = words_on(loaded).replace("\u00a0", " ")
    assert "tok/s" in words
    assert "60 % accepted" in words
    assert "2.5 per round" in words
    assert "0.3 s to first token" in words


def test_the_next_question_takes_the_conversation_along(loaded: MainWindow, link: ScriptedLink) -> None:
    ask(loaded, link, "one", "first answer")
    loaded.send_message("two")
    assert [m.content for m in link.last(Generate).messages] == ["one", "first answer", "two"]


def test_thinking_is_folded_timed_and_not_sent_back(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("why")
    link.begin()
    link.say(link.round(0, "let me see", thinking=True), link.round(1, "Because."))
    link.end()
    loaded.tick()
    assert loaded.reply_text == "Because."
    fold = next(b for b in loaded.findChildren(QAbstractButton) if b.text().startswith("Thought for"))
    assert not fold.isChecked()
    loaded.send_message("and")
    assert "let me see" not in str(link.last(Generate).messages)


@pytest.mark.parametrize("how", ["button", "Esc"])
def test_a_reply_is_stopped_and_what_is_written_stays(loaded: MainWindow, link: ScriptedLink, how: str) -> None:
    loaded.send_message("tell")
    link.begin()
    link.say(link.round(0, "Once upon"))
    loaded.tick()
    if how == "button":
        button(loaded, "Stop the reply").click()
    else:
        QTest.keyClick(loaded, Qt.Key.Key_Escape)
    assert link.last(Cancel).request_id == link.last(Generate).request_id
    link.end("cancelled")
    loaded.tick()
    assert loaded.reply_text == "Once upon"
    assert "Stopped." in words_on(loaded)


def test_regenerate_asks_the_same_again(loaded: MainWindow, link: ScriptedLink) -> None:
    ask(loaded, link, "one", "first")
    before = link.last(Generate)
    button(loaded, "Regenerate").click()
    after = link.last(Generate)
    assert after.messages == before.messages
    assert after.request_id > before.request_id
    link.reply("second")
    loaded.tick()
    assert loaded.reply_text == "second"


def test_an_edited_message_is_asked_in_place_of_the_earlier_one(loaded: MainWindow, link: ScriptedLink) -> None:
    ask(loaded, link, "one", "first")
    ask(loaded, link, "two", "second")
    buttons(loaded, "Edit your message")[-1].click()
    box = loaded.chat.composer.input
    assert box.toPlainText() == "two"
    box.setPlainText("other")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert [m.content for m in link.last(Generate).messages] == ["one", "first", "other"]


def test_a_running_reply_goes_on_in_its_own_conversation(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("first chat")
    first = loaded.controller.current.id
    link.begin()
    link.say(link.round(0, "part "))
    loaded.tick()
    loaded.chat.new_chat()
    assert loaded.reply_text == ""
    assert loaded.send_message("not yet") is False
    link.say(link.round(1, "two"))
    link.end()
    loaded.tick()
    ask(loaded, link, "second chat", "x")
    assert [row.title for row in loaded.chat.column.rows.rows()] == ["second chat", "first chat"]
    loaded.controller.open(first)
    assert loaded.reply_text == "part two"


def test_a_dead_engine_is_explained_and_a_new_one_goes_on_with_the_conversation(
    loaded: MainWindow, link: ScriptedLink
) -> None:
    loaded.send_message("tell")
    link.begin()
    died = EngineDied("the native library ended with signal 6", "GGML_ASSERT failed", "Take a smaller context")
    link.say(link.round(0, "Once upon"), died)
    loaded.tick()
    words = words_on(loaded)
    assert "The engine stopped." in words
    assert "signal 6" in words
    assert "GGML_ASSERT failed" in words
    assert "Take a smaller context" in words
    assert loaded.reply_text == "Once upon"
    assert not loaded.busy
    button(loaded, "Restart engine").click()
    assert link.restarts == 1
    assert link.last(LoadModel).path == MODEL_PATH
    link.answer_load()
    loaded.tick()
    loaded.send_message("go on")
    assert [m.content for m in link.last(Generate).messages] == ["tell", "Once upon", "go on"]


def test_a_reply_that_fails_says_so_and_the_window_goes_on(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("a long text")
    link.say(Failed(link.last(Generate).request_id, "refused", "The prompt is longer than the context", "9000 > 8192"))
    loaded.tick()
    assert "The prompt is longer than the context." in words_on(loaded)
    assert not loaded.busy
    loaded.send_message("short")
    assert link.last(Generate).messages == (Message("user", "short"),)


def test_the_preset_goes_to_the_engine_and_with_every_question(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.chat.panel.select_preset("ngram-simple")
    assert link.last(Prepare).speculation.preset == "ngram-simple"
    loaded.send_message("hi")
    assert [choice.name for choice in link.last(Generate).speculation.drafters] == ["ngram-simple"]
    assert loaded.chat.top.preset.accessibleName() == "Preset: N-gram"


def test_the_acceptance_rule_goes_with_every_question_and_is_remembered(
    loaded: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    loaded.chat.panel.chooser.rules.radio("rejection").click()
    loaded.send_message("hello")
    assert link.last(Generate).speculation.rule == "rejection"
    assert services.settings["rule"] == "rejection"


def test_a_preset_without_its_draft_model_is_not_made_ready(loaded: MainWindow, link: ScriptedLink) -> None:
    before = link.last(Prepare)
    loaded.chat.panel.select_preset("draft-model")
    assert link.last(Prepare) is before


def test_the_reader_who_scrolled_up_is_left_where_he_is(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    ask(loaded, link, "one", "\n\n".join(f"paragraph {i}" for i in range(60)))
    bar = loaded.chat.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 300)
    loaded.send_message("more")
    link.begin()
    link.say(link.round(0, "start\n\n"))
    loaded.tick()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    bar.setValue(40)
    before = bar.maximum()
    link.say(link.round(1, "\n\n".join("more" for _ in range(40))))
    loaded.tick()
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == 40
    button(loaded, "To the latest words").click()
    assert bar.value() == bar.maximum()


def test_an_example_prompt_is_sent_as_it_stands(loaded: MainWindow, link: ScriptedLink) -> None:
    button(loaded, "Write a JSON list: Eight users with name, e-mail and age").click()
    assert "JSON list of eight users" in link.last(Generate).messages[0].content
