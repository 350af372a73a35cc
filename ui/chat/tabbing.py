"""Where Tab goes among widgets that were made in another order than they stand in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def next_in_order(area: QWidget, groups: Sequence[QWidget], here: QWidget | None, forward: bool) -> QWidget | None:
    """The widget after (or before) `here` that Tab can reach. groups: what is in the area, in the order it is read in.

    The area itself comes before its groups. Behind the last one comes what follows the area in its window; None where
    there is nothing of that kind.
    """
    inside = [widget for group in groups for widget in _reachable(group)]
    if here is area or here is None:
        at = -1 if forward else 0
    elif here in inside:
        at = inside.index(here)
    else:
        return None
    if forward and at + 1 < len(inside):
        return inside[at + 1]
    if not forward and here is not area:
        return inside[at - 1] if at > 0 else area
    return _outside(area, forward)


def _outside(area: QWidget, forward: bool) -> QWidget | None:
    widget = _beside(area, forward)
    while widget is not None and widget is not area:
        if not area.isAncestorOf(widget) and _takes_tab(widget):
            return widget
        widget = _beside(widget, forward)
    return None


def _beside(widget: QWidget, forward: bool) -> QWidget | None:
    return widget.nextInFocusChain() if forward else widget.previousInFocusChain()


def _reachable(group: QWidget) -> list[QWidget]:
    return [widget for widget in (group, *group.findChildren(QWidget)) if _takes_tab(widget)]


def _takes_tab(widget: QWidget) -> bool:
    wanted = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return wanted and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
