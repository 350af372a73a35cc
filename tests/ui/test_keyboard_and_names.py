"""For people who do not use a mouse, or do not see: names on everything, Tab to everywhere, and the shortcuts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QScrollBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.commands import Generate
from tests.ui.scripted_engine import ScriptedLink
from ui.main_window import MainWindow
from ui.shortcuts import ShortcutsDialog
from ui.switcher import Switcher

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
VIEWS = ("chat", "compare", "models", "settings")
REPLY = "text\n\n```py\nx\n```\n\n> quote\n\n[link](https://example.org/)"


def test_one_key_goes_to_the_chats_and_back(loaded: MainWindow, qtbot: QtBot) -> None:
    column, line = loaded.chat.column, loaded.chat.composer.input
    for keys in (column.list, line, column.list):
        QTest.keyClick(loaded, Qt.Key.Key_B, CTRL)
        assert keys.hasFocus()
        assert column.isVisible()
    column.line.setText("no such words")
    qtbot.waitUntil(lambda: not column.list.isVisible())
    line.setFocus()
    QTest.keyClick(loaded, Qt.Key.Key_B, CTRL)
    assert column.line.hasFocus(), "there is nothing to go to but the words that were looked for"


@pytest.fixture
def talked(loaded: MainWindow, link: ScriptedLink) -> MainWindow:
    """A chat with a question and a reply on screen."""
    loaded.send_message("one")
    link.reply(REPLY)
    loaded.tick()
    QApplication.processEvents()
    return loaded


def usable(root: QWidget) -> Iterator[QWidget]:
    """Everything in sight that the keyboard can be on; not the parts of one control."""
    for widget in (root, *root.findChildren(QWidget)):
        part = isinstance(widget.parent(), QAbstractSpinBox | QComboBox) or isinstance(widget, QScrollBar)
        takes = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
        if widget.isVisible() and takes and not part and not _is_frame(widget):
            yield widget


def _is_frame(widget: QWidget) -> bool:
    """Qt's own windows and areas, which only pass the focus on."""
    return widget.isWindow() or widget.metaObject().className() in ("QWidget", "QStackedWidget", "QSplitter")


def unnamed(root: QWidget) -> list[str]:
    """Controls that a screen reader has no words for, and icons that nobody explains."""
    found = []
    for widget in usable(root):
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        said = widget.text() if isinstance(widget, QLabel) else text
        if not (widget.accessibleName() or said or isinstance(widget, QTabBar)):
            found.append(f"{widget} in {widget.parent()} has no name")
        if isinstance(widget, QAbstractButton) and not text and not widget.toolTip():
            found.append(f"{widget} '{widget.accessibleName()}' has neither text nor tool tip")
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_every_control_of_a_view_has_a_name(talked: MainWindow, view: str) -> None:
    talked.show_view(view)
    QApplication.processEvents()
    assert unnamed(talked) == []


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("key", [(Qt.Key.Key_F1, NONE), (Qt.Key.Key_K, CTRL)], ids=["F1", "Ctrl+K"])
def test_every_control_of_a_dialog_has_a_name(talked: MainWindow, key: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
    QTest.keyClick(talked, *key)
    (dialog,) = [one for one in talked.findChildren(QDialog) if one.isVisible()]
    assert unnamed(dialog) == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_system_prompt_dialog_has_names(talked: MainWindow) -> None:
    talked.chat.edit_system_prompt()
    (dialog,) = [one for one in talked.findChildren(QDialog) if one.isVisible()]
    assert unnamed(dialog) == []
    dialog.reject()


@pytest.mark.parametrize("view", VIEWS)
def test_tab_reaches_everything(talked: MainWindow, view: str) -> None:
    talked.show_view(view)
    QApplication.processEvents()
    wanted = {widget for widget in usable(talked) if _by_tab(widget)}
    talked.setFocus()
    reached: set[QWidget] = set()
    for _ in range(3 * len(wanted) + 20):
        focus = QApplication.focusWidget()
        QTest.keyClick(focus if focus is not None else talked, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is not None:
            reached.add(focus)
    missed = [f"{one} '{one.accessibleName()}'" for one in wanted - reached if one.isVisible() and not _of_group(one)]
    assert missed == []


def _by_tab(widget: QWidget) -> bool:
    return widget.isEnabled() and bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


def _of_group(widget: QWidget) -> bool:
    """Of buttons that exclude each other, Tab reaches the chosen one, and the arrows the others."""
    return isinstance(widget, QAbstractButton) and (widget.group() is not None or widget.autoExclusive())


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_shortcuts_do_what_help_says(talked: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    box = talked.chat.composer.input
    QTest.keyClick(talked, Qt.Key.Key_Comma, CTRL)
    assert talked.settings.isVisible()
    QTest.keyClick(talked, Qt.Key.Key_Escape)
    assert talked.chat.isVisible()
    talked.show_view("compare")
    QTest.keyClick(talked, Qt.Key.Key_Escape)
    assert talked.chat.isVisible()
    QTest.keyClick(talked, Qt.Key.Key_F, CTRL)
    assert talked.chat.column.line.hasFocus()
    QTest.keyClick(talked.chat.column.line, Qt.Key.Key_Escape)
    QTest.keyClick(talked, Qt.Key.Key_N, CTRL)
    assert talked.controller.current.turns == []
    assert box.hasFocus()
    QTest.keyClicks(box, "two")
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box, "lines")
    QTest.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: link.last(Generate).messages[-1].content == "two\nlines")
    link.begin()
    talked.tick()
    QTest.keyClick(talked, Qt.Key.Key_Escape)
    assert talked.controller.phase == "stopping"
    QTest.keyClick(talked, Qt.Key.Key_F1)
    assert talked.findChild(ShortcutsDialog) is not None


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_ctrl_k_goes_to_a_chat_and_to_a_preset(talked: MainWindow, qtbot: QtBot) -> None:
    chat = talked.controller.current.id
    QTest.keyClick(talked, Qt.Key.Key_N, CTRL)
    QTest.keyClick(talked, Qt.Key.Key_K, CTRL)
    switcher = talked.findChild(Switcher)
    assert switcher is not None
    places = switcher.list
    QTest.keyClicks(switcher.line, "one chat")
    qtbot.waitUntil(lambda: places.count() == 1)
    QTest.keyClick(switcher.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: talked.controller.current.id == chat)
    QTest.keyClick(talked, Qt.Key.Key_K, CTRL)
    switcher = next(one for one in talked.findChildren(Switcher) if one.isVisible())
    QTest.keyClicks(switcher.line, "baseline")
    QTest.keyClick(switcher.line, Qt.Key.Key_Return)
    assert talked.controller.speculation.preset == "baseline"
