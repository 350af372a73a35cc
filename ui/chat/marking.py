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

_NO_WIDTH: Final = -1  # that no message has
_MARK_ALPHA: Final = 0.35
_MARKS: Final = 200  # of one message
_ABOVE_PX: Final = 120  # room over the first word that is marked


@dataclass(frozen=True, slots=True)
class Anchor:
    """What stays so many pixels below the upper edge: a message, or a place in a text of it. seen_in: height and width
    of the message's slot when the reader came there; where a message is laid out at another width, or only now, the
    same share of it stays at the edge."""

    slot: Slot
    below: int
    view: FlowingText | None = None
    cursor: QTextCursor | None = None
    seen_in: tuple[int, int] = (0, 0)

    @staticmethod
    def at(slot: Slot, below: int) -> Anchor:
        """A message where it is now."""
        return Anchor(slot, below, seen_in=(slot.height, slot.width))

    @staticmethod
    def at_share(slot: Slot, below: int) -> Anchor:
        """The same, of a message that is going to be laid out in another size of text: what counts is the share of it
        that is above the edge."""
        return Anchor(slot, below, seen_in=(slot.height, _NO_WIDTH))

    @property
    def outdated(self) -> bool:
        """Whether its message was laid out since the reader came there."""
        return self.view is None and self.slot.width not in (0, self.seen_in[1])

    def top(self, stack: Stack) -> int:
        """What of the whole conversation is at the upper edge then."""
        if self.view is not None and self.cursor is not None and shiboken6.isValid(self.view):
            return self.view.mapTo(stack, QPoint(0, 0)).y() + self.view.cursorRect(self.cursor).top() - self.below
        height, width = self.seen_in
        below = self.below
        if below < 0 < height and width != self.slot.width:
            below = round(below * self.slot.height / height)
        return stack.top(self.slot) - below


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
