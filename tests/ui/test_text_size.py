"""Text is as large as the system's font asks for and as the user wants on top, and nothing is cut for that."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.cut import wait_until_whole
from tests.ui.scripted_engine import FAMILY_OF, PRESETS, MemoryServices, ScriptedLink
from ui import language
from ui.compare.heat_map import HeatMap
from ui.main_window import MainWindow
from ui.theme import text_size
from ui.theme.theme import Theme
from ui.tuning import TuneGrid

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def as_ever(theme: Theme) -> Iterator[None]:
    """The theme is one for all tests."""
    yield
    theme.set_text_size(100)


def system_text(monkeypatch: pytest.MonkeyPatch, window: MainWindow, factor: float) -> None:
    """The user sets another size of text in the system's settings."""
    monkeypatch.setattr(text_size, "system_factor", lambda: factor)
    QApplication.sendEvent(window.windowHandle(), QEvent(QEvent.Type.ThemeChange))
    QApplication.processEvents()


def heights(window: MainWindow) -> dict[str, int]:
    """How high letters are of what can be seen: words of the rail, of the page, and of the line to write in."""
    welcome = window.chat.welcome
    heading = next(one for one in welcome.findChildren(QLabel) if one.isVisible())
    line = window.chat.composer.input
    return {"heading": heading.fontMetrics().height(), "line": line.fontMetrics().height(), "rows": line.height()}


def asked(window: MainWindow) -> QWidget:
    """The question on screen."""
    return next(one for one in window.chat.transcript.findChildren(QTextEdit) if "word word" in one.toPlainText())


def test_a_font_of_the_system_larger_than_usual_counts_and_a_smaller_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    font = QFont()
    for points, factor in ((9, 1.0), (18, 2.0), (8, 1.0)):
        font.setPointSizeF(points)
        assert text_size.factor_of(font) == factor
    monkeypatch.setattr(sys, "platform", "linux")
    font.setPointSizeF(16.5)
    assert text_size.factor_of(font) == 1.5
    font.setPixelSize(22)
    assert text_size.factor_of(font) == 1.5


def test_all_text_follows_the_systems_size_while_the_window_is_open(
    loaded: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    before = heights(loaded)
    system_text(monkeypatch, loaded, 1.5)
    qtbot.waitUntil(lambda: all(heights(loaded)[name] >= 1.35 * high for name, high in before.items()))
    system_text(monkeypatch, loaded, 1.0)
    qtbot.waitUntil(lambda: heights(loaded) == before)


def test_what_was_said_follows_too(loaded: MainWindow, link: ScriptedLink, theme: Theme, qtbot: QtBot) -> None:
    loaded.send_message("word " * 120)
    qtbot.waitUntil(lambda: loaded.controller.reply is not None)
    link.reply("An answer.")
    loaded.tick()
    transcript = loaded.chat.transcript
    qtbot.waitUntil(lambda: transcript.whole)
    before = asked(loaded).height()
    theme.set_text_size(200)
    qtbot.waitUntil(lambda: transcript.whole and asked(loaded).height() > 1.8 * before)


def test_what_has_no_room_with_larger_text_gives_way_at_once(loaded: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    panel, column = loaded.chat.panel, loaded.chat.column
    qtbot.waitUntil(lambda: panel.isVisible() and column.isVisible())
    theme.set_text_size(125)
    qtbot.waitUntil(lambda: column.isVisible() and not panel.isVisible())
    loaded.show_view("models")
    theme.set_text_size(175)
    qtbot.waitUntil(loaded.models.bar.details.isVisible)
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: not loaded.models.bar.details.isVisible())
    loaded.show_view("chat")
    qtbot.waitUntil(lambda: panel.isVisible() and column.isVisible())


def test_a_heat_map_grows_with_its_figures(theme: Theme, qtbot: QtBot) -> None:
    heat_map = HeatMap(theme)
    qtbot.addWidget(heat_map)
    heat_map.show_grid(TuneGrid("ngram-simple", "size_n", (6, 12), "size_m", (12, 24), (("a", "b"), ("c", "d"))), {})
    before = heat_map.height()
    theme.set_text_size(200)
    assert heat_map.height() > 1.8 * before


def test_the_keys_go_through_the_sizes_and_the_choice_is_kept(
    loaded: MainWindow, services: MemoryServices, qtbot: QtBot
) -> None:
    before = heights(loaded)["heading"]
    QTest.keyClick(loaded, Qt.Key.Key_Plus, CONTROL)
    QTest.keyClick(loaded, Qt.Key.Key_Equal, CONTROL)
    assert services.settings["text_size"] == "125"
    qtbot.waitUntil(lambda: heights(loaded)["heading"] > before)
    loaded.show_view("settings")
    box = next(one for one in loaded.settings.findChildren(QComboBox) if one.accessibleName() == "Text size")
    assert box.currentText() == "125 %"
    box.setCurrentIndex(box.findData(80))
    assert services.settings["text_size"] == "80"
    loaded.show_view("chat")
    qtbot.waitUntil(lambda: heights(loaded)["heading"] < before)
    QTest.keyClick(loaded, Qt.Key.Key_Minus, CONTROL)
    assert services.settings["text_size"] == "80", "there is no smaller one"
    QTest.keyClick(loaded, Qt.Key.Key_0, CONTROL)
    assert services.settings["text_size"] == "100"
    qtbot.waitUntil(lambda: heights(loaded)["heading"] == before)


def test_a_window_opens_with_the_size_that_was_chosen(
    theme: Theme, link: ScriptedLink, services: MemoryServices, window: MainWindow, qtbot: QtBot
) -> None:
    before = heights(window)["heading"]
    services.remember({"text_size": "150"})
    again = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(again)
    again.show()
    assert heights(again)["heading"] >= 1.4 * before


@pytest.fixture(params=["en", "sv"])
def spoken(request: pytest.FixtureRequest, services: MemoryServices) -> Iterator[str]:
    """The window's language."""
    services.settings["language"] = request.param
    yield request.param
    language.use("en")


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("name", ["chat", "models", "settings"])
def test_at_150_per_cent_nothing_is_cut(request: pytest.FixtureRequest, theme: Theme, name: str, qtbot: QtBot) -> None:
    loaded: MainWindow = request.getfixturevalue("loaded")  # in the language, which comes first
    loaded.resize(1024, 700)
    theme.set_text_size(150)
    loaded.show_view(name)
    wait_until_whole(qtbot, loaded)
