"""A screen at 200 %: whatever there is no room for can be moved into sight, and nothing stands on anything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.cut import wait_until_whole
from tests.ui.looking import button
from tests.ui.scripted_engine import MemoryServices
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.services import ModelChoice

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)


def shown(window: MainWindow, name: str, size: tuple[int, int], qtbot: QtBot) -> QWidget:
    """A view in a window of that size."""
    window.resize(*size)
    window.show_view(name)
    view: QWidget = getattr(window, name)
    qtbot.waitUntil(lambda: view.isVisible() and (window.width(), window.height()) == size)
    return view


@pytest.mark.parametrize("size", [(640, 400), (800, 560)])
@pytest.mark.parametrize("name", ["chat", "compare", "models", "settings"])
def test_nothing_overlaps_and_all_can_be_reached(
    loaded: MainWindow, name: str, size: tuple[int, int], qtbot: QtBot
) -> None:
    view = shown(loaded, name, size, qtbot)
    qtbot.waitUntil(lambda: view.width() >= view.minimumSizeHint().width())
    qtbot.waitUntil(lambda: not _overlapping(view), timeout=5000)
    for control in _controls(view):
        _scroll_to(control)
        at = control.mapTo(loaded, control.rect().center())
        assert loaded.rect().contains(at), f"{control.accessibleName() or control} cannot be reached"
        assert not control.visibleRegion().isEmpty(), f"{control.accessibleName() or control} cannot be seen"


@pytest.mark.parametrize("size", [(640, 400), (512, 350)])
@pytest.mark.parametrize("name", ["chat", "compare", "models", "settings"])
def test_no_word_is_cut_and_nothing_reaches_out_of_its_place(
    loaded: MainWindow, name: str, size: tuple[int, int], qtbot: QtBot
) -> None:
    shown(loaded, name, size, qtbot)
    wait_until_whole(qtbot, loaded)
    areas = [one for one in loaded.findChildren(QScrollArea) if one.isVisible()]
    assert [one for one in areas if one.horizontalScrollBar().maximum()] == [], "there is no need to scroll across"


def test_the_top_bar_keeps_names_readable(loaded: MainWindow, qtbot: QtBot) -> None:
    slim(loaded, qtbot)
    shown = [label.text() for label in loaded.chat.top.model.findChildren(QLabel) if label.isVisible()]
    assert len(max(shown, key=len)) >= 8, shown


def test_the_chats_lie_over_a_slim_window_and_go_again(loaded: MainWindow, qtbot: QtBot) -> None:
    slim(loaded, qtbot)
    chats, column, line = loaded.chat.top.chats, loaded.chat.column, loaded.chat.composer.input
    assert chats.isVisible()
    assert not column.isVisible()
    closings: tuple[Callable[[], object], ...] = (
        lambda: QTest.keyClick(loaded, Qt.Key.Key_Escape),
        lambda: QTest.keyClick(loaded, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier),
        lambda: QTest.mouseClick(beside(column), Qt.MouseButton.LeftButton),
        lambda: button(loaded, "New chat").click(),
    )
    for close in closings:
        line.setFocus()
        QTest.keyClick(loaded, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: column.isVisible() and column.list.hasFocus())
        assert chats.isChecked()
        assert column.height() == loaded.chat.height()
        close()
        qtbot.waitUntil(lambda: not column.isVisible() and line.hasFocus())
        assert not chats.isChecked()


def test_arrow_keys_go_through_the_chats_and_enter_leaves_them(
    loaded: MainWindow, conversations: SettledStore, qtbot: QtBot
) -> None:
    column, line = loaded.chat.column, loaded.chat.composer.input
    for i in range(3):
        key = conversations.create()
        conversations.ask(key, None, f"chat {i}", lambda _: None)
        loaded.controller.open(key)
        qtbot.waitUntil(partial(is_on_screen, loaded, key))
        line.setPlainText("begun")  # what was begun comes back with the chat, and leaves the keyboard where it is
    loaded.chat.new_chat()
    column.rows.refresh()
    slim(loaded, qtbot)
    QTest.keyClick(loaded, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: column.list.hasFocus() and column.rows.rowCount() > 3)
    seen = {loaded.controller.current.id}
    for _ in range(2):
        QTest.keyClick(column.list, Qt.Key.Key_Down)
        qtbot.waitUntil(lambda: loaded.controller.current.id not in seen)
        seen.add(loaded.controller.current.id)
        assert column.list.hasFocus()
    QTest.keyClick(column.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not column.isVisible() and line.hasFocus())


def test_a_slim_window_lends_its_place_to_finding_and_to_the_panel(loaded: MainWindow, qtbot: QtBot) -> None:
    slim(loaded, qtbot)
    column, panel = loaded.chat.column, loaded.chat.panel
    QTest.keyClick(loaded, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: column.isVisible() and column.line.hasFocus())
    QTest.keyClick(loaded, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: panel.isVisible() and not column.isVisible())
    assert panel.geometry().right() == loaded.chat.rect().right()
    while panel.isVisible() and loaded.focusWidget() is not None:
        QTest.keyClick(loaded.focusWidget(), Qt.Key.Key_Tab)  # out of the panel, at its end
    assert not panel.isVisible()
    loaded.resize(1280, 800)
    qtbot.waitUntil(lambda: column.isVisible() and panel.isVisible())
    assert column.geometry().right() < panel.geometry().left()
    assert not loaded.chat.top.chats.isVisible()


def test_the_welcome_page_scrolls_in_a_low_window(window: MainWindow, services: MemoryServices, qtbot: QtBot) -> None:
    services.choices += [ModelChoice(f"/m/{n}.gguf", f"model {n}", "F16 · 270 MB") for n in range(4)]
    window.controller.changed.emit()
    slim(window, qtbot)
    welcome = window.chat.welcome
    qtbot.waitUntil(lambda: welcome.verticalScrollBar().maximum() > 0)
    for found in (one for one in welcome.findChildren(QPushButton) if one.isVisible()):
        assert found.height() >= found.sizeHint().height()
    composer = window.chat.composer
    assert window.rect().contains(composer.mapTo(window, composer.rect().bottomRight()))


def is_on_screen(window: MainWindow, conversation: int) -> bool:
    return window.controller.current.id == conversation


def slim(window: MainWindow, qtbot: QtBot) -> None:
    """As on a screen of 1280x800 at 200 %."""
    window.resize(640, 400)
    qtbot.waitUntil(lambda: window.chat.top.chats.isVisible())


def beside(column: QWidget) -> QWidget:
    """What lies over the chat beside an open column."""
    host = column.parentWidget()
    assert host is not None
    under = host.childAt(host.width() - 8, host.height() // 2)
    assert under is not None
    return under


def _controls(view: QWidget) -> list[QWidget]:
    return [one for kind in CONTROLS for one in view.findChildren(kind) if one.isVisible()]


def _overlapping(view: QWidget) -> list[tuple[QWidget, QWidget]]:
    pairs = combinations(_controls(view), 2)
    return [(a, b) for a, b in pairs if a.parent() is b.parent() and a.geometry().intersects(b.geometry())]


def _scroll_to(control: QWidget) -> None:
    """Innermost first, as the focus does."""
    above = control.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control)
        above = above.parentWidget()
