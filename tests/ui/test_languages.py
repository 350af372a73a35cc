"""English and another language: switching while the window is in use, and that no text is without a translation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.drafters import discover
from engine.presets import load_presets
from tests.ui.marked_language import OPEN, menu_texts, unmarked, words_outside, write_marked
from tests.ui.scripted_engine import MODEL, MODEL_PATH, MemoryServices, ScriptedLink
from tests.ui.settled_store import SettledStore
from ui import language
from ui.chat.schema import SchemaDialog
from ui.compare.tune_dialog import TuneDialog
from ui.language import local
from ui.main_window import MainWindow
from ui.models.getting import GetDialog, TokenDialog
from ui.numerals import number
from ui.services import ConversationRow
from ui.shortcuts import ShortcutsDialog
from ui.speculation.layer_search import LayerSearchDialog
from ui.theme.theme import Theme

FAMILIES = {name: kind.family for name, kind in discover().items()}
# Names, units and keys, the same in every language, and a word of Qt's own.
DATA = frozenset(
    ["SmolLM", "Instruct", "GGUF", "JSON", "MTP", "GPU", "CPU", "RAM", "Hello", "Svenska", "English", "Avbryt", "http"]
    + ["Return", "Skift", "Esc", "Ctrl", "Del"]
    + [option.name for kind in discover().values() for option in kind.options]
    + [word for name in discover() for word in name.replace("-", " ").split()]
)


OpenWindow = Callable[[str], MainWindow]


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Swedish is the language in which every text stands in brackets."""
    folder = tmp_path / "marked"
    folder.mkdir()
    monkeypatch.setattr(language, "_FOLDER", write_marked(folder))
    language.forget()
    yield
    language.use("en")
    monkeypatch.undo()
    language.forget()


@pytest.fixture
def open_window(theme: Theme, link: ScriptedLink, conversations: SettledStore) -> Iterator[OpenWindow]:
    """Makes a window with the presets of the program, in a language."""
    made: list[MainWindow] = []

    def opened(spoken: str) -> MainWindow:
        presets, _ = load_presets()
        services = MemoryServices(conversations, settings={"theme": "dark", "language": spoken})
        window = MainWindow(link, services, list(presets.values()), FAMILIES, theme)
        made.append(window)
        window.show()
        return window

    yield opened
    for window in made:
        window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    language.use("en")


def write_a_reply(window: MainWindow, link: ScriptedLink, complete: bool) -> None:
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    window.send_message("Hello Hello")
    link.begin(cached_tokens=7)
    write_on(window, link, 0)
    if complete:
        link.end("length")
    window.tick()


def write_on(window: MainWindow, link: ScriptedLink, first: int) -> None:
    for i in range(first, first + 40):
        link.say(link.round(i, "Hello ", "Hello " if i % 2 else ""))
    window.tick()


def everything(window: MainWindow, qtbot: QtBot) -> str:
    """What is unmarked in any view, a line each, but for what only the script of an engine says."""
    found: list[str] = []
    for name in ("chat", "compare", "models", "settings"):
        window.show_view(name)
        qtbot.wait(20)
        found += [f"{name}: {text}" for text in unmarked(window, DATA)]
    window.show_view("chat")
    window.chat.panel.change_button.setChecked(True)
    qtbot.wait(20)
    found += [f"panel: {text}" for text in unmarked(window, DATA)]
    menus = (window.chat.column.menu_of(window.chat.column.rows.index(1)), window.compare.bar.export_menu)
    words = [text for menu in menus for text in menu_texts(menu)]
    found += [f"menu: {text}" for text in words if words_outside(text, DATA)]
    return "\n".join(text for text in found if "This model has no MTP head." not in text)


@pytest.mark.usefixtures("marked")
def test_every_text_of_every_view_can_be_translated(
    qtbot: QtBot, open_window: OpenWindow, link: ScriptedLink
) -> None:
    window = open_window("sv")
    assert "\n".join(unmarked(window, DATA)) == ""
    write_a_reply(window, link, complete=True)
    assert everything(window, qtbot) == ""


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.usefixtures("marked")
def test_every_text_of_every_dialog_can_be_translated(
    qtbot: QtBot, open_window: OpenWindow, link: ScriptedLink, theme: Theme
) -> None:
    window = open_window("sv")
    write_a_reply(window, link, complete=True)
    compare = window.compare
    openings: tuple[Callable[[], object], ...] = (
        lambda: window.chat.edit_settings().show(),
        window.chat.edit_system_prompt,
        lambda: compare.files.show_history(compare.bar.history),
        compare.bar.arms_popup.show,
        lambda: window.opening.picker.show_under(window.chat.top.model, [], ""),
        window.chat.panel.lock.click,
        LayerSearchDialog(MODEL, window).show,
        SchemaDialog('{"type": "object"}', theme, window).show,
        GetDialog(theme, window).show,
        TokenDialog(window).show,
        ShortcutsDialog(True, window).show,
        TuneDialog("/models/a.gguf", (), theme, window).show,
    )
    found = []
    for opening in openings:
        opening()
        qtbot.wait(30)
        shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and widget is not window]
        assert len(shown) == 1
        found += [text for widget in shown for text in (*unmarked(widget, DATA), *titles_of(widget))]
        shown[0].close()
    assert "\n".join(found) == ""


def titles_of(widget: QWidget) -> list[str]:
    title = widget.windowTitle()
    return [f"title: {title}"] if words_outside(title, DATA) else []


@pytest.mark.usefixtures("marked")
def test_another_language_comes_while_a_reply_is_written_and_nothing_is_lost(
    qtbot: QtBot, open_window: OpenWindow, link: ScriptedLink
) -> None:
    window = open_window("en")
    write_a_reply(window, link, complete=False)
    window.chat.composer.input.setPlainText("Hello to come")
    shown, written = window.controller.shown, window.reply_text
    window.show_view("settings")
    box = next(box for box in window.settings.findChildren(QComboBox) if box.findData("sv") >= 0)
    box.setCurrentIndex(box.findData("sv"))
    qtbot.wait(50)
    assert everything(window, qtbot) == ""
    assert (window.controller.shown, window.controller.phase) == (shown, "writing")
    assert window.chat.composer.input.toPlainText() == "Hello to come"
    write_on(window, link, 40)
    link.end()
    window.tick()
    assert window.reply_text.startswith(written) and len(window.reply_text) > len(written)
    assert everything(window, qtbot) == ""
    box.setCurrentIndex(box.findData("en"))
    qtbot.wait(50)
    window.show_view("settings")
    assert OPEN not in "".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def test_swedish_has_its_own_numbers_and_its_own_words_for_one_and_for_many(open_window: OpenWindow) -> None:
    window = open_window("sv")
    assert number(1234.5, 1) == "1\u00a0234,5"
    undo = window.chat.column.undo
    row = ConversationRow(1, "Hej", 0.0, 0.0)
    undo.add(row)
    assert undo.accessibleName() == "”Hej” togs bort"
    undo.add(row)
    assert undo.accessibleName() == "2 chattar togs bort"
    assert local("/models/a.gguf could not be loaded: llama.cpp gave no reason.") == (
        "/models/a.gguf kunde inte läsas in: llama.cpp gav inget skäl."
    )


def test_the_language_of_the_system_is_taken_where_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for names, expected in ((["sv-SE"], "sv"), (["fi-FI", "sv-FI"], "sv"), (["fi-FI"], "en"), ([], "en")):
        monkeypatch.setattr(language, "system_languages", lambda names=names: names)
        assert language.wanted("system") == expected
    assert language.wanted("sv") == "sv"
    assert language.wanted("xx") == "en"
