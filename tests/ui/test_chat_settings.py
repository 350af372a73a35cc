"""The settings of one chat and of all: where each value comes from, and that it reaches the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from engine.commands import Generate, LoadModel, Sampling
from tests.ui.home import Home
from tests.ui.scripted_engine import ScriptedLink
from ui.chat.layers import Layers, complete, divided, lines_of, stops_of
from ui.chat.settings_dialog import ChatSettingsDialog
from ui.main_window import MainWindow
from ui.preferences import AUTO, Preferences
from ui.services import ChatSettings

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def dialog(loaded: MainWindow, qtbot: QtBot) -> ChatSettingsDialog:
    dialog = loaded.chat.edit_settings()
    qtbot.waitUntil(lambda: dialog.sampling.library.choice.count() > 3)
    return dialog


def asked(window: MainWindow, link: ScriptedLink) -> Generate:
    window.send_message("hello")
    request = link.last(Generate)
    link.reply("hi")
    window.tick()
    return request


def test_values_of_a_chat_hide_those_of_all_and_go_back_to_them() -> None:
    everybody = complete(Preferences(temperature=0.5, max_tokens=99), ChatSettings(system="All", thinking=False))
    assert everybody.sampling == Sampling(temperature=0.5, seed=AUTO)
    layers = Layers(ChatSettings(system="Mine"), everybody)
    assert layers.in_force.system == "Mine" and layers.in_force.max_tokens == 99
    assert layers.is_own("system") and not layers.is_own("sampling")
    back = layers.reset_own("system")
    assert back.in_force.system == "All" and back.own == ChatSettings()
    assert layers.is_changed("sampling") and layers.is_changed("reply") and not layers.is_changed("context")
    assert not layers.reset_everybody("sampling").is_changed("sampling")


def test_what_holds_for_all_chats_goes_where_it_is_kept_and_comes_back() -> None:
    everybody = ChatSettings("Be kind.", Sampling(0.1, 7, seed=3), 77, 2048, True, ("END",), '{"type": "object"}', "")
    preferences, defaults = divided(everybody, Preferences(theme="light"))
    assert (preferences.theme, preferences.temperature, preferences.top_k, preferences.seed) == ("light", 0.1, 7, 3)
    assert (preferences.max_tokens, preferences.n_ctx) == (77, 2048)
    assert complete(preferences, defaults) == everybody


def test_stop_texts_are_lines_with_line_breaks_spelled_out() -> None:
    assert stops_of("User:\\n\n\nEND") == ("User:\n", "END")
    assert lines_of(("User:\n", "END")) == "User:\\n\nEND"


def test_a_chat_with_a_profile_stops_and_no_thinking_asks_like_that(
    loaded: MainWindow, link: ScriptedLink, dialog: ChatSettingsDialog
) -> None:
    assert dialog.section("sampling").state.text() == "as for all chats"
    assert not dialog.section("sampling").reset.isVisible()
    dialog.sampling.library.choice.activated.emit(dialog.sampling.library.choice.findText("Creative"))
    dialog.reply.stops.setPlainText("END\nUser:\\n")
    dialog.reply.thinking.setCurrentIndex(dialog.reply.thinking.findData(False))
    dialog.reply.thinking.activated.emit(2)
    dialog.prompt.text.setPlainText("Be brief.")
    assert dialog.section("sampling").state.text() == "this chat's own"
    assert dialog.section("context").state.text() == "as for all chats"
    dialog.accept()
    request = asked(loaded, link)
    assert request.sampling.temperature == 1.1
    assert request.stop == ("END", "User:\n")
    assert request.thinking is False
    assert request.messages[0].content == "Be brief."
    own = loaded.controller.current.settings
    assert (own.profile, own.n_ctx, own.json_schema) == ("Creative", None, None)

    loaded.chat.new_chat()
    request = asked(loaded, link)
    assert request.sampling.temperature == Preferences().temperature
    assert (request.stop, request.thinking) == ((), None)


def test_a_reset_takes_the_values_of_all_chats_again(loaded: MainWindow, dialog: ChatSettingsDialog) -> None:
    dialog.sampling.reals["temperature"].setValue(0.1)
    assert dialog.layers.is_own("sampling")
    dialog.section("sampling").reset.click()
    assert not dialog.layers.is_own("sampling")
    assert dialog.sampling.reals["temperature"].value() == Preferences().temperature
    dialog.reject()
    assert loaded.controller.current.settings == ChatSettings()


def test_all_chats_get_values_that_the_settings_page_shows_too(
    loaded: MainWindow, link: ScriptedLink, dialog: ChatSettingsDialog
) -> None:
    dialog.all_chats.setChecked(True)
    assert dialog.section("sampling").state.text() == "as the program comes"
    dialog.sampling.reals["temperature"].setValue(0.25)
    dialog.sampling.reals["presence_penalty"].setValue(0.5)
    dialog.prompt.text.setPlainText("For everybody.")
    assert dialog.section("sampling").state.text() == "changed"
    dialog.accept()
    request = asked(loaded, link)
    assert (request.sampling.temperature, request.sampling.presence_penalty) == (0.25, 0.5)
    assert request.messages[0].content == "For everybody."
    assert loaded.controller.preferences.temperature == 0.25
    (shown,) = [b for b in loaded.settings.findChildren(QSpinBox) if b.accessibleName() == "Longest reply"]
    assert shown.value() == Preferences().max_tokens
    loaded.chat.new_chat()
    assert asked(loaded, link).messages[0].content == "For everybody."


def test_settings_that_cannot_be_kept_are_said_and_the_dialog_stays(
    loaded: MainWindow, dialog: ChatSettingsDialog
) -> None:
    dialog.reply.stops.setPlainText("x" * 300)
    dialog.accept()
    assert dialog.isVisible()
    assert "1 to 200 characters" in dialog._wrong.text()
    assert loaded.controller.current.settings == ChatSettings()


def test_profiles_of_ones_own_are_kept_and_removed(dialog: ChatSettingsDialog, qtbot: QtBot) -> None:
    form = dialog.sampling
    form.reals["temperature"].setValue(0.33)
    assert form.library.choice.currentText() == "Values of its own"
    form.library.keep("Mine")
    qtbot.waitUntil(lambda: form.library.choice.currentText() == "Mine")
    form.library.choice.activated.emit(form.library.choice.findText("Exact"))
    assert form.reals["temperature"].value() == 0.0
    assert form.wholes["seed"].value() == AUTO, "a profile leaves the seed alone"
    form.library.keep("Exact")
    assert "comes with Paceline" in form.library.wrong.text()
    form.library.choice.activated.emit(form.library.choice.findText("Mine"))
    assert form.reals["temperature"].value() == 0.33
    form.library.drop_button.click()
    qtbot.waitUntil(lambda: form.library.choice.findText("Mine") < 0)


def test_a_context_of_its_own_is_loaded_before_the_chat_goes_on(loaded: MainWindow, link: ScriptedLink) -> None:
    controller = loaded.controller
    controller.set_settings(replace(controller.current.settings, n_ctx=4096))
    assert loaded.send_message("hello")
    assert controller.phase == "loading"
    assert link.last(LoadModel).context.n_ctx == 4096
    assert not any(isinstance(command, Generate) for command in link.sent)
    link.answer_load()
    loaded.tick()
    assert link.last(Generate).messages[-1].content == "hello"


def test_settings_survive_a_restart_with_their_chat(home: Home) -> None:
    home.ask("First chat", "one")
    dialog = home.window.chat.edit_settings()
    home.wait(lambda: dialog.sampling.library.choice.count() > 3)
    dialog.sampling.library.choice.activated.emit(dialog.sampling.library.choice.findText("Precise"))
    dialog.sampling.wholes["seed"].setValue(7)
    dialog.accept()
    home.restart()
    before = home.sent()
    assert home.window.send_message("again")
    home.wait(lambda: home.sent() > before)
    sampling = home.link.last(Generate).sampling
    assert (sampling.temperature, sampling.top_p, sampling.seed) == (0.3, 0.9, 7)
    again = home.window.chat.edit_settings()
    home.wait(lambda: again.sampling.library.choice.currentText() == "Precise")
    again.reject()
