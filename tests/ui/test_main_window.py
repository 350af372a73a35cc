"""The window as its user meets it: from no model to a reply, through what can go wrong on the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from engine.commands import Cancel, Generate, LoadModel, Message, Prepare
from engine.events import EngineDied, Failed, Loading, PromptProgress
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.services import DemoProgress, DraftChoice, ModelChoice
from ui.theme.theme import Theme


def _words(window: MainWindow) -> str:
    """All words of labels and buttons that can be seen."""
    QApplication.processEvents()
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    buttons = [button.text() for button in window.findChildren(QAbstractButton) if button.isVisible()]
    return "\n".join(labels + buttons)


def _buttons(window: MainWindow, name: str) -> list[QAbstractButton]:
    """The visible buttons of an accessible name or text."""
    QApplication.processEvents()
    buttons = window.findChildren(QAbstractButton)
    return [one for one in buttons if one.isVisible() and name in (one.accessibleName(), one.text())]


def _button(window: MainWindow, name: str) -> QAbstractButton:
    """The first of them."""
    found = _buttons(window, name)
    assert found, f"no button {name!r} can be seen"
    return found[0]


def _ask(window: MainWindow, link: ScriptedLink, question: str, answer: str) -> None:
    window.send_message(question)
    link.reply(answer)
    window.tick()


def test_without_a_model_it_offers_the_demo_and_says_why_one_cannot_write(window: MainWindow) -> None:
    assert "Chat with a model on this computer" in _words(window)
    assert _button(window, "Get the demo model").isEnabled()
    assert window.chat.composer.input.placeholderText() == "Load a model first"
    assert not _button(window, "Send the message").isEnabled()
    assert window.send_message("hello") is False


def test_the_demo_model_is_fetched_with_progress_and_then_loaded(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    _button(window, "Get the demo model").click()
    assert services.demo_progress is not None
    services.demo_progress(DemoProgress(0.42))
    assert "42 %" in _words(window)
    services.demo_progress(DemoProgress(1.0, path="/models/demo.gguf"))
    assert link.last(LoadModel).path == "/models/demo.gguf"


def test_fetching_the_demo_can_be_cancelled_and_says_what_failed(window: MainWindow, services: MemoryServices) -> None:
    _button(window, "Get the demo model").click()
    _button(window, "Cancel fetching the demo model").click()
    assert services.demo_cancelled
    _button(window, "Get the demo model").click()
    assert services.demo_progress is not None
    services.demo_progress(DemoProgress(error="No network: the package index did not answer."))
    assert "No network" in _words(window)
    assert _button(window, "Get the demo model").isEnabled()


def test_loading_shows_how_far_it_is_and_can_be_cancelled(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model(MODEL_PATH)
    asked = link.last(LoadModel)
    link.say(Loading(asked.request_id, "target", MODEL_PATH, 0.43))
    window.tick()
    assert window.controller.phase == "loading"
    assert "43 %" in window.chat.composer.input.placeholderText()
    _button(window, "Cancel loading").click()
    assert link.last(Cancel).request_id == asked.request_id
    assert not window.busy
    assert "Chat with a model on this computer" in _words(window)


def test_a_model_that_cannot_be_loaded_is_explained_in_the_banner(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model(MODEL_PATH)
    asked = link.last(LoadModel)
    link.say(Failed(asked.request_id, "load", "m.gguf cannot be loaded", "the file ends early", "Download it again"))
    window.tick()
    words = _words(window)
    for part in ("m.gguf cannot be loaded.", "the file ends early.", "Download it again."):
        assert part in words
    assert not window.busy


def test_a_file_that_is_no_model_is_explained_and_not_loaded(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model("/tmp/picture.png")
    assert "it is not a GGUF file." in _words(window)
    assert not any(isinstance(command, LoadModel) for command in link.sent)


def test_a_loaded_model_can_be_asked_and_its_reply_streams_in(loaded: MainWindow, link: ScriptedLink) -> None:
    assert loaded.send_message("Say hello")
    asked = link.last(Generate)
    assert asked.messages == (Message("user", "Say hello"),)
    link.begin(prompt_tokens=2048)
    link.say(PromptProgress(asked.request_id, 512, 2048))
    loaded.tick()
    assert "Reading the prompt 512 / 2048" in _words(loaded)
    link.say(link.round(0, "Hel"), link.round(1, "there", "lo "))
    loaded.tick()
    assert loaded.reply_text == "Hello there"
    assert loaded.controller.phase == "writing"
    link.end()
    loaded.tick()
    assert not loaded.busy
    words = _words(loaded).replace("\u00a0", " ")
    assert "tok/s" in words
    assert "60 % accepted" in words
    assert "2.5 per round" in words
    assert "0.3 s to first token" in words


def test_the_next_question_takes_the_conversation_along(loaded: MainWindow, link: ScriptedLink) -> None:
    _ask(loaded, link, "one", "first answer")
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
        _button(loaded, "Stop the reply").click()
    else:
        QTest.keyClick(loaded, Qt.Key.Key_Escape)
    assert link.last(Cancel).request_id == link.last(Generate).request_id
    link.end("cancelled")
    loaded.tick()
    assert loaded.reply_text == "Once upon"
    assert "Stopped." in _words(loaded)


def test_enter_sends_and_shift_enter_breaks_the_line(loaded: MainWindow, link: ScriptedLink) -> None:
    box = loaded.chat.composer.input
    QTest.keyClicks(box, "one")
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box, "two")
    assert not any(isinstance(command, Generate) for command in link.sent)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert link.last(Generate).messages[-1].content == "one\ntwo"
    assert box.toPlainText() == ""


def test_with_the_setting_only_control_enter_sends(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.chat.composer.set_enter_sends(False)
    box = loaded.chat.composer.input
    QTest.keyClicks(box, "one")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert not any(isinstance(command, Generate) for command in link.sent)
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert link.last(Generate).messages[-1].content == "one"


def test_the_composer_grows_up_to_eight_lines(loaded: MainWindow) -> None:
    box = loaded.chat.composer.input
    one = box.height()
    box.setPlainText("\n" * 3)
    four = box.height()
    box.setPlainText("\n" * 7)
    eight = box.height()
    box.setPlainText("\n" * 30)
    assert one < four < eight == box.height()


def test_regenerate_asks_the_same_again(loaded: MainWindow, link: ScriptedLink) -> None:
    _ask(loaded, link, "one", "first")
    before = link.last(Generate)
    _button(loaded, "Regenerate").click()
    after = link.last(Generate)
    assert after.messages == before.messages
    assert after.request_id > before.request_id
    link.reply("second")
    loaded.tick()
    assert loaded.reply_text == "second"


def test_an_edited_message_is_asked_in_place_of_the_earlier_one(loaded: MainWindow, link: ScriptedLink) -> None:
    _ask(loaded, link, "one", "first")
    _ask(loaded, link, "two", "second")
    _buttons(loaded, "Edit your message")[-1].click()
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
    _ask(loaded, link, "second chat", "x")
    assert [row.title for row in loaded.chat.column.rows.rows()] == ["second chat", "first chat"]
    loaded.controller.open(first)
    assert loaded.reply_text == "part two"


def test_a_dead_engine_is_explained_and_a_new_one_goes_on_with_the_conversation(
    loaded: MainWindow, link: ScriptedLink
) -> None:
    loaded.send_message("tell")
    link.begin()
    link.say(link.round(0, "Once upon"), EngineDied("the native library ended with signal 6", "GGML_ASSERT failed"))
    loaded.tick()
    words = _words(loaded)
    assert "The engine stopped." in words
    assert "signal 6" in words
    assert "GGML_ASSERT failed" in words
    assert loaded.reply_text == "Once upon"
    assert not loaded.busy
    _button(loaded, "Restart engine").click()
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
    assert "The prompt is longer than the context." in _words(loaded)
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


def test_drafts_for_the_loaded_model_reach_the_panel(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    draft = ModelChoice("/models/draft.gguf", "Draft", "Q4_1")
    services.draft_choices = [DraftChoice(draft, "ok", "Same vocabulary.")]
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    window.chat.panel.select_preset("draft-model")
    window.chat.panel.select_draft(draft.path)
    assert link.last(Prepare).speculation.draft_model == draft.path


def test_another_model_is_loaded_only_after_the_reply_has_stopped(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("tell")
    loads = sum(isinstance(command, LoadModel) for command in link.sent)
    loaded.open_model("/models/other.gguf")
    assert sum(isinstance(command, LoadModel) for command in link.sent) == loads
    assert isinstance(link.sent[-1], Cancel)
    link.end("cancelled")
    loaded.tick()
    assert link.last(LoadModel).path == "/models/other.gguf"


def test_the_remembered_model_is_loaded_at_start(
    theme: Theme, link: ScriptedLink, conversations: SettledStore, qtbot: QtBot
) -> None:
    choices = [ModelChoice("/models/a.gguf", "A", ""), ModelChoice("/models/b.gguf", "B", "")]
    services = MemoryServices(conversations, choices=choices, settings={"model": "/models/b.gguf", "theme": "dark"})
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(window)
    assert link.last(LoadModel).path == "/models/b.gguf"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_model_that_cannot_chat_is_greyed_out_with_its_reason(loaded: MainWindow, services: MemoryServices) -> None:
    services.choices.append(ModelChoice("/m/p.gguf", "mmproj", "", usable=False, reason="A projector for pictures."))
    picked: list[str] = []
    loaded.picker.picked.connect(picked.append)
    loaded.chat.top.model.click()
    assert loaded.picker.isVisible()
    find = loaded.picker.findChild(QLineEdit)
    assert find is not None
    find.setText("mmproj")
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert picked == []
    find.setText("smollm2")
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert picked == [MODEL_PATH]


def test_a_dropped_file_is_opened(window: MainWindow, link: ScriptedLink, tmp_path: Path) -> None:
    path = tmp_path / "new.gguf"
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(drop)
    assert Path(link.last(LoadModel).path) == path


def test_where_it_is_narrow_the_panel_makes_room_and_comes_back(window: MainWindow) -> None:
    assert window.chat.panel.isVisible()
    window.resize(1024, 700)
    QApplication.processEvents()
    assert not window.chat.panel.isVisible()
    assert window.chat.column.isVisible()
    window.chat.toggle_panel()
    assert window.chat.panel.isVisible()
    assert not window.chat.column.isVisible()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert window.chat.panel.isVisible()
    assert window.chat.column.isVisible()


def test_every_view_fits_into_1024_by_700(loaded: MainWindow, link: ScriptedLink) -> None:
    _ask(loaded, link, "one", "word " * 200)
    loaded.resize(1024, 700)
    QApplication.processEvents()
    assert (loaded.width(), loaded.height()) == (1024, 700)
    loaded.chat.toggle_panel()
    QApplication.processEvents()
    assert loaded.width() == 1024


def test_settings_are_remembered_and_used(loaded: MainWindow, link: ScriptedLink, services: MemoryServices) -> None:
    loaded.show_view("settings")
    box = next(box for box in loaded.settings.findChildren(QAbstractSpinBox) if box.accessibleName() == "CPU threads")
    box.setProperty("value", 3)
    warmth = next(b for b in loaded.settings.findChildren(QAbstractSpinBox) if b.accessibleName() == "Temperature")
    warmth.setProperty("value", 0.0)
    assert services.settings["threads"] == "3"
    loaded.open_model("/models/other.gguf")
    assert link.last(LoadModel).context.threads == 3
    link.answer_load()
    loaded.tick()
    loaded.send_message("hi")
    assert link.last(Generate).sampling.temperature == 0.0


def test_a_settings_file_with_nonsense_gives_the_defaults(
    theme: Theme, link: ScriptedLink, conversations: SettledStore, qtbot: QtBot
) -> None:
    services = MemoryServices(
        conversations, settings={"theme": "sepia", "threads": "many", "tint": "?", "kv_type": "q1"}
    )
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(window)
    window.open_model(MODEL_PATH)
    context = link.last(LoadModel).context
    assert context.threads is None
    assert context.kv_type == "f16"
    assert theme.mode == "system"


def test_everything_that_can_be_used_has_a_name(loaded: MainWindow, link: ScriptedLink) -> None:
    _ask(loaded, link, "one", "two\n\n```py\nx\n```\n")
    kinds = (QPushButton, QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox)
    for view in ("chat", "compare", "models", "settings"):
        loaded.show_view(view)
        for kind in kinds:
            for widget in loaded.findChildren(kind):
                inside = isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
                if widget.isVisible() and not inside and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                    named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
                    assert named, f"{widget} in {widget.parent()} has no name"


@pytest.mark.parametrize(
    ("key", "modifier"),
    [(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier), (Qt.Key.Key_Slash, Qt.KeyboardModifier.NoModifier)],
)
def test_keys_bring_one_to_the_composer(loaded: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    loaded.chat.transcript.setFocus()
    QTest.keyClick(loaded, key, modifier)
    assert loaded.chat.composer.input.hasFocus()


def test_a_slash_can_be_written_into_a_message(loaded: MainWindow) -> None:
    box = loaded.chat.composer.input
    box.setFocus()
    QTest.keyClicks(box, "and/or")
    assert box.toPlainText() == "and/or"


def test_the_reader_who_scrolled_up_is_left_where_he_is(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    _ask(loaded, link, "one", "\n\n".join(f"paragraph {i}" for i in range(60)))
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
    _button(loaded, "To the latest words").click()
    assert bar.value() == bar.maximum()


def test_the_tint_can_be_switched_off_and_is_remembered(loaded: MainWindow, services: MemoryServices) -> None:
    _button(loaded, "Tint accepted drafts by drafter").click()
    assert not loaded.chat.tint.on
    assert services.settings["tint"] == "0"


def test_an_example_prompt_is_sent_as_it_stands(loaded: MainWindow, link: ScriptedLink) -> None:
    _button(loaded, "Write a JSON list: Eight users with name, e-mail and age").click()
    assert "JSON list of eight users" in link.last(Generate).messages[0].content


def test_what_was_wrong_with_the_settings_is_told_all_together(
    theme: Theme, link: ScriptedLink, services: MemoryServices, qtbot: QtBot
) -> None:
    services.problems = ("'top_p' went back to its default: it is no number.", "The file as it was is kept as x.")
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(window)
    window.show()
    for problem in services.problems:
        assert problem in _words(window)
