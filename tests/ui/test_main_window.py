"""The window itself: keys, sizes, names for everything, and what is remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from engine.commands import Generate, LoadModel
from tests.ui.looking import ask, button, words_on
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.theme.theme import Theme


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
    ask(loaded, link, "one", "word " * 200)
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
    ask(loaded, link, "one", "two\n\n```py\nx\n```\n")
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


def test_the_tint_can_be_switched_off_and_is_remembered(loaded: MainWindow, services: MemoryServices) -> None:
    button(loaded, "Tint accepted drafts by drafter").click()
    assert not loaded.chat.tint.on
    assert services.settings["tint"] == "0"


def test_what_was_wrong_with_the_settings_is_told_all_together(
    theme: Theme, link: ScriptedLink, services: MemoryServices, qtbot: QtBot
) -> None:
    services.problems = ("'top_p' went back to its default: it is no number.", "The file as it was is kept as x.")
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(window)
    window.show()
    for problem in services.problems:
        assert problem in words_on(window)
