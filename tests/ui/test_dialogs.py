"""Every dialog and popup: names for a screen reader, nothing cut off, Esc closes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QLabel, QMessageBox, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.scripted_engine import MODEL
from tests.ui.test_keyboard_and_names import unnamed
from ui import language
from ui.chat.banner import sentence
from ui.chat.schema import SchemaDialog
from ui.compare.services import KeptComparison
from ui.main_window import MainWindow
from ui.models.deleting import Deleting
from ui.models.getting import GetDialog, TokenDialog
from ui.models.services import HubFile, HubRepository, ModelEntry, Place, Removal
from ui.shortcuts import ShortcutsDialog
from ui.speculation.layer_search import LayerSearchDialog
from ui.switcher import Switcher
from ui.theme.theme import Theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
FOUND = HubRepository("maker/tiny", (HubFile("tiny-Q4_0.gguf", "Q4_0", 10**9),), "apache-2.0", True, 48_213)
Opening = Callable[[MainWindow, Theme], QDialog]


def _settings(window: MainWindow, _theme: Theme) -> QDialog:
    return window.chat.edit_settings()


def _profile_name(window: MainWindow, _theme: Theme) -> QDialog:
    library = window.chat.edit_settings("all").sampling.library
    library.keep_button.setEnabled(True)
    library.keep_button.click()
    return next(one for one in library.findChildren(QInputDialog) if one.isVisible())


def _schema(window: MainWindow, theme: Theme) -> QDialog:
    return _opened(SchemaDialog('{"type": "object"}', theme, window))


def _layers(window: MainWindow, _theme: Theme) -> QDialog:
    return _opened(LayerSearchDialog(MODEL, window))


def _get(window: MainWindow, theme: Theme) -> QDialog:
    dialog = GetDialog(theme, window)
    dialog.show_found(FOUND)
    return _opened(dialog)


def _token(window: MainWindow, _theme: Theme) -> QDialog:
    return _opened(TokenDialog(window))


def _delete(window: MainWindow, _theme: Theme) -> QDialog:
    class OneModel:
        def removal(self, _path: str, _loaded: object, done: Callable[[Removal], None]) -> None:
            done(Removal(("a.gguf",), 10**9))

    deleting = Deleting(OneModel(), lambda: (), window)  # type: ignore[arg-type]  # nothing else of it is asked
    deleting.ask(ModelEntry("a.gguf", "A"))
    QApplication.processEvents()
    return next(one for one in window.findChildren(QMessageBox) if one.isVisible())


def _arms(window: MainWindow) -> QWidget:
    popup = window.compare.bar.arms_popup
    window.show_view("compare")
    popup.server.setText("no address")
    popup.show_under(window.compare.bar.arms)
    return popup


def _history(window: MainWindow) -> QWidget:
    popup = window.compare.files.history
    window.show_view("compare")
    popup.set_rows([KeptComparison("a", "2026-11-30T12:00:00+00:00", "Tiny", ("baseline",), (), "done")])
    popup.show_under(window.compare.bar.history)
    return popup


def _models(window: MainWindow) -> QWidget:
    window.chat.top.model.click()
    return window.opening.picker


def _folders(window: MainWindow) -> QWidget:
    window.show_view("models")
    window.models.folders.show_places([Place("/models", "added")])
    window.models.folders.show_under(window.models.bar)
    return window.models.folders


def _lock(window: MainWindow) -> QWidget:
    before = set(QApplication.topLevelWidgets())
    window.chat.panel.lock.click()
    return next(one for one in QApplication.topLevelWidgets() if one not in before and one.isVisible())


def _opened(dialog: QDialog) -> QDialog:
    dialog.open()
    return dialog


OPENINGS = (_settings, _profile_name, _schema, _layers, _get, _token, _delete)


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.__name__.strip("_"))
def test_every_dialog_has_names_and_closes_with_esc(
    loaded: MainWindow, theme: Theme, qtbot: QtBot, opening: Opening
) -> None:
    dialog = opening(loaded, theme)
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.windowTitle()
    assert unnamed(dialog) == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not _is_visible(dialog))


@pytest.mark.parametrize(
    "opening", [_arms, _history, _models, _folders, _lock], ids=lambda one: one.__name__.strip("_")
)
def test_every_popup_has_names_and_closes_with_esc(
    loaded: MainWindow, qtbot: QtBot, opening: Callable[[MainWindow], QWidget]
) -> None:
    popup = opening(loaded)
    qtbot.waitUntil(popup.isVisible)
    assert popup.accessibleName()
    assert unnamed(popup) == []
    QTest.keyClick(QApplication.focusWidget() or popup, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not _is_visible(popup))


@pytest.mark.parametrize("code", ["en", "sv"])
def test_the_settings_of_a_chat_are_cut_off_nowhere(loaded: MainWindow, qtbot: QtBot, code: str) -> None:
    language.use(code)
    try:
        dialog = loaded.chat.edit_settings()
        area = dialog.findChild(QScrollArea)
        assert area is not None
        qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
        assert area.horizontalScrollBar().maximum() == 0
        dialog.reject()
    finally:
        language.use("en")


def test_the_token_dialog_is_no_higher_than_what_it_says(loaded: MainWindow, qtbot: QtBot) -> None:
    dialog = TokenDialog(loaded)
    dialog.open()
    qtbot.waitUntil(dialog.token.hasFocus)
    assert dialog.height() < dialog.width() / 2
    before = dialog.height()
    dialog.show_kept("There is no keyring: it is forgotten with this session.")
    qtbot.waitUntil(lambda: dialog.height() > before)
    dialog.reject()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("it is no GGUF file", "It is no GGUF file."),
        ("tiny.gguf cannot be read", "tiny.gguf cannot be read."),
        ("GGML_ASSERT failed!", "GGML_ASSERT failed!"),
        (str(Path("/x/a b")), "/x/a b."),
        ("", ""),
    ],
)
def test_a_line_of_a_message_is_a_sentence(text: str, shown: str) -> None:
    assert sentence(text) == shown


def test_ctrl_k_names_presets_in_the_language_of_the_window(loaded: MainWindow, qtbot: QtBot) -> None:
    language.use("sv")
    try:
        QTest.keyClick(loaded, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        switcher = next(one for one in loaded.findChildren(Switcher) if one.isVisible())
        QTest.keyClicks(switcher.line, "baslinje")
        qtbot.waitUntil(lambda: switcher.list.count() == 1)
        assert switcher.list.item(0).text() == "Baslinje  ·  Förval"
        switcher.reject()
    finally:
        language.use("en")


@pytest.mark.parametrize(("code", "keys"), [("en", "Shift+Enter"), ("sv", "Skift+Retur")])
def test_help_calls_the_key_that_sends_as_the_rest_of_the_window_does(loaded: MainWindow, code: str, keys: str) -> None:
    language.use(code)
    try:
        dialog = ShortcutsDialog(True, loaded)
        shown = [label.text() for label in dialog.findChildren(QLabel)]
        assert keys in shown
        dialog.deleteLater()
    finally:
        language.use("en")


def _is_visible(widget: QWidget) -> bool:
    try:
        return widget.isVisible()
    except RuntimeError:  # deleted on closing
        return False
