"""No dialog is larger than a screen of 1280x800 at 200 %, and all that is in it can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QDialog, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.cut import wait_until_whole
from tests.ui.scripted_engine import MODEL
from ui import fitting_dialog
from ui.chat.schema import SchemaDialog
from ui.main_window import MainWindow
from ui.models.getting import GetDialog, TokenDialog
from ui.shortcuts import ShortcutsDialog
from ui.speculation.layer_search import LayerSearchDialog
from ui.switcher import Switcher
from ui.theme.theme import Theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ROOM = QSize(624, 352)
Opening = Callable[[MainWindow, Theme], object]
DIALOGS: dict[str, Opening] = {
    "settings of a chat": lambda window, _: window.chat.edit_settings(),
    "system prompt": lambda window, _: window.chat.edit_system_prompt(),
    "schema": lambda window, theme: SchemaDialog('{"type": "object"}', theme, window).open(),
    "hub": lambda window, theme: GetDialog(theme, window).open(),
    "token": lambda window, _: TokenDialog(window).open(),
    "keys": lambda window, _: ShortcutsDialog(True, window).open(),
    "layers": lambda window, _: LayerSearchDialog(MODEL, window).show(),
    "switcher": lambda window, _: Switcher([], window).open(),
}


@pytest.fixture(autouse=True)
def small_screen(monkeypatch: pytest.MonkeyPatch, theme: Theme) -> Iterator[None]:
    monkeypatch.setattr(fitting_dialog, "room_for", lambda _: ROOM)
    yield
    theme.set_text_size(100)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_fits_on_a_small_screen(
    loaded: MainWindow, theme: Theme, name: str, percent: int, qtbot: QtBot
) -> None:
    theme.set_text_size(percent)
    dialog = opened(loaded, theme, name)
    assert ROOM.expandedTo(dialog.size()) == ROOM
    wait_until_whole(qtbot, dialog)
    for one in dialog.findChildren(QWidget):
        if one.isVisible() and one.focusPolicy() and not isinstance(one.parentWidget(), QAbstractScrollArea):
            scroll_to(one)
            assert not one.visibleRegion().isEmpty(), f"{one.accessibleName() or one} cannot be reached"


@pytest.mark.parametrize("name", DIALOGS)
def test_nothing_has_to_be_scrolled_across(loaded: MainWindow, theme: Theme, name: str, qtbot: QtBot) -> None:
    dialog = opened(loaded, theme, name)
    areas = [one for one in dialog.findChildren(QScrollArea) if one.isVisible()]
    qtbot.waitUntil(lambda: not any(one.horizontalScrollBar().maximum() for one in areas))


def test_the_buttons_of_a_dialog_stay_in_sight(loaded: MainWindow, theme: Theme) -> None:
    dialog = opened(loaded, theme, "schema")
    use = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Use it")
    assert dialog.rect().contains(use.mapTo(dialog, use.rect().bottomRight()))
    area = dialog.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() > 0
    assert not area.isAncestorOf(use)


def test_a_dialog_grows_with_what_it_says_up_to_the_screen(
    loaded: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(fitting_dialog, "room_for", lambda _: QSize(624, 600))
    dialog = LayerSearchDialog(MODEL, loaded)
    dialog.show()
    before = dialog.height()
    dialog.finish("It ended", "A sentence about how it ended. " * 30, "bad")
    qtbot.waitUntil(lambda: dialog.height() > before)
    wait_until_whole(qtbot, dialog)
    assert dialog.height() <= 600
    dialog.finish("It ended", "A sentence about how it ended. " * 90, "bad")
    qtbot.waitUntil(lambda: dialog.height() == 600)


def opened(window: MainWindow, theme: Theme, name: str) -> QDialog:
    DIALOGS[name](window, theme)
    QApplication.processEvents()
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible())


def scroll_to(control: QWidget) -> None:
    above = control.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control)
        above = above.parentWidget()
