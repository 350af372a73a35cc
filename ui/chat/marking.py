"""Places in a message that stay where they are on screen while more is laid out around them, and words marked in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import shiboken6
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from ui.chat.slots import Slot, Stack
from ui.chat.text_views import FlowingText
from ui.theme.theme import Theme

_MARK_ALPHA: Final = 0.35
_MARKS: Final = 200  # of one message
_ABOVE_PX: Final = 120  # room over the first word that is marked


@dataclass(frozen=True, slots=True)
class Anchor:
    """What stays so many pixels below the upper edge: a message, or a place in a text of it."""

    slot: Slot
    below: int
    view: FlowingText | None = None
    cursor: QTextCursor | None = None

    def y(self, stack: Stack) -> int:
        """Where it is in the whole conversation."""
        if self.view is not None and self.cursor is not None and shiboken6.isValid(self.view):
            return self.view.mapTo(stack, QPoint(0, 0)).y() + self.view.cursorRect(self.cursor).top()
        return stack.top(self.slot)


def mark(slot: Slot, theme: Theme) -> Anchor | None:
    """Mark a slot's words in its message; the place of the first, or None when they are not in it."""
    style = QTextCharFormat()
    style.setBackground(theme.colour("accent", _MARK_ALPHA))
    first: Anchor | None = None
    views = slot.message.findChildren(FlowingText) if slot.message is not None else []
    for view in views:
        places = _places(view, slot.words)
        view.setExtraSelections([_selection(place, style) for place in places])
        if places and first is None and _seen(view):
            first = Anchor(slot, _ABOVE_PX, view, min(places, key=lambda place: place.selectionStart()))
    return first


def _places(view: FlowingText, words: Sequence[str]) -> list[QTextCursor]:
    places: list[QTextCursor] = []
    for word in dict.fromkeys(words):
        cursor = view.document().find(word)
        while not cursor.isNull() and len(places) < _MARKS:
            places.append(cursor)
            cursor = view.document().find(word, cursor)
    return places


def _seen(view: QWidget) -> bool:
    """Thinking text may be folded away."""
    return not view.isHidden()


def _selection(place: QTextCursor, style: QTextCharFormat) -> QTextEdit.ExtraSelection:
    one = QTextEdit.ExtraSelection()
    one.cursor, one.format = place, style
    return one
