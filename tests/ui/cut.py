"""What stands in a window but cannot be seen as a whole, although nothing there scrolls to it."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.chat.top_bar import PickerButton
from ui.speculation.parts import ElidedLabel

_SLACK = 1  # of a rounded pixel


def wait_until_whole(qtbot: QtBot, top: QWidget) -> None:
    """Until nothing is cut; what still is, is in the message."""

    def check() -> None:
        lines = cut(top)
        assert not lines, "\n".join(lines)

    qtbot.waitUntil(check, timeout=5000)


def cut(top: QWidget) -> list[str]:
    """A line for each widget that reaches out of what it is in, and for each text that has less room than it takes
    and neither wraps nor ends in an ellipsis."""
    QApplication.processEvents()
    shown = [one for one in top.findChildren(QWidget) if one.isVisible() and one.window() is top]
    return [line for one in shown if not isinstance(one, QScrollBar) for line in (_outside(one), _short(one)) if line]


def _outside(widget: QWidget) -> str:
    parent = widget.parentWidget()
    scrolled = parent is not None and isinstance(parent.parentWidget(), QAbstractScrollArea)
    if parent is None or scrolled or parent.rect().contains(widget.geometry()):
        return ""
    return f"{_name(widget)} {widget.geometry().getRect()} reaches out of {_name(parent)} {parent.rect().getRect()}"


def _short(widget: QWidget) -> str:
    if isinstance(widget, ElidedLabel) or isinstance(widget.parentWidget(), PickerButton):
        return ""
    if not isinstance(widget, (QLabel, QAbstractButton)) or not widget.text():
        return ""
    wanted, given = widget.sizeHint(), widget.size()
    if isinstance(widget, QLabel) and widget.wordWrap():
        high = widget.heightForWidth(given.width())
        return f"{_name(widget)} is {given.height()} high and takes {high}" if high > given.height() + _SLACK else ""
    if wanted.width() > given.width() + _SLACK or wanted.height() > given.height() + _SLACK:
        return f"{_name(widget)} has {given.toTuple()} and takes {wanted.toTuple()}"
    return ""


def _name(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else widget.accessibleName()
    return f"{type(widget).__name__} {words or widget.objectName()!r}"
