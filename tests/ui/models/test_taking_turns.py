"""The Models view on a screen with no room for the list and all about a model: they take turns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.tiny_models import write_dense
from tests.ui.cut import wait_until_whole
from ui.models.view import ModelsView

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def slim(view: ModelsView, qtbot: QtBot) -> None:
    """As on a screen of 1280x800 at 200 %, less the rail."""
    view.window().setMinimumSize(0, 0)
    view.window().resize(560, 380)
    qtbot.waitUntil(lambda: view.width() == 560)


def test_one_goes_to_a_model_and_back_by_mouse_and_by_keyboard(
    qtbot: QtBot, opened: Callable[[], ModelsView], folder: Path
) -> None:
    write_dense(folder / "tiny.gguf")
    view = opened()
    qtbot.waitUntil(lambda: view.table.current() is not None)
    slim(view, qtbot)
    qtbot.waitUntil(lambda: view.table.isVisible() and not view.pane.isVisible())
    wait_until_whole(qtbot, view.window())
    row = view.table.visualRect(view.table.currentIndex()).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, row)
    qtbot.waitUntil(lambda: view.pane.isVisible() and not view.table.isVisible())
    qtbot.waitUntil(lambda: view.pane.width() == 560)
    assert view.back.hasFocus()
    QTest.keyClick(view.back, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: view.table.isVisible() and view.table.hasFocus())
    view.bar.details.setFocus()
    QTest.keyClick(view.bar.details, Qt.Key.Key_Space)
    qtbot.waitUntil(view.pane.isVisible)
    wait_until_whole(qtbot, view.window())


def test_a_wider_window_shows_both_again(qtbot: QtBot, opened: Callable[[], ModelsView], folder: Path) -> None:
    write_dense(folder / "tiny.gguf")
    view = opened()
    slim(view, qtbot)
    assert view.show_details(True)
    view.window().resize(1208, 800)
    qtbot.waitUntil(lambda: view.table.isVisible() and view.pane.isVisible())
    assert not view.back.isVisible()
    assert not view.bar.details.isVisible()


def test_back_to_the_list_comes_before_giving_up_the_search(
    qtbot: QtBot, opened: Callable[[], ModelsView], folder: Path
) -> None:
    write_dense(folder / "tiny.gguf")
    view = opened()
    qtbot.waitUntil(lambda: view.table.current() is not None)
    slim(view, qtbot)
    view.bar.search.setText("tiny")
    assert view.show_details(True)
    assert view.leave()
    assert view.bar.search.text() == "tiny"
    assert view.leave()
    assert view.bar.search.text() == ""
    assert not view.leave()
