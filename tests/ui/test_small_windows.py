"""A screen at 200 %: whatever there is no room for can be moved into sight, and nothing stands on anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from ui.main_window import MainWindow

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)


@pytest.mark.parametrize("size", [(640, 400), (800, 560)])
@pytest.mark.parametrize("name", ["chat", "compare", "models", "settings"])
def test_nothing_overlaps_and_all_can_be_reached(
    loaded: MainWindow, name: str, size: tuple[int, int], qtbot: QtBot
) -> None:
    loaded.resize(*size)
    loaded.show_view(name)
    view: QWidget = getattr(loaded, name)
    qtbot.waitUntil(lambda: view.isVisible() and (loaded.width(), loaded.height()) == size)
    qtbot.waitUntil(lambda: view.width() >= view.minimumSizeHint().width())
    qtbot.waitUntil(lambda: not _overlapping(view), timeout=5000)
    for control in _controls(view):
        _scroll_to(control)
        at = control.mapTo(loaded, control.rect().center())
        assert loaded.rect().contains(at), f"{control.accessibleName() or control} cannot be reached"
        assert not control.visibleRegion().isEmpty(), f"{control.accessibleName() or control} cannot be seen"


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
