"""The places of a conversation's messages, one under the other: those far from the part in view are only a height.

A place that was never laid out has an estimate, one that was has what it measured; it keeps that until all of its
message is laid out, and shows the words that are still missing bare. Nothing here costs more than adding up numbers,
however long the conversation is; only messages that exist are ever moved or measured.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTextBrowser, QWidget

from ui.chat.conversation import Reply, Turn
from ui.chat.messages import ReplyMessage, UserMessage
from ui.chat.plain import plain_texts
from ui.chat.preview import lines_of, paint_preview
from ui.theme.palette import SPACE_L, SPACE_XL
from ui.theme.theme import Theme

COLUMN_PX: Final = 760
GAP_PX: Final = SPACE_XL
MARGINS: Final = (SPACE_XL, SPACE_L, SPACE_XL, SPACE_XL)  # left, top, right, bottom
_AROUND_PX: Final = {True: 64, False: 46}  # what a reply has besides its text, and what a question has
_PASSES: Final = 4  # a text that is wrapped anew changes the height of what holds it, and so on
Shown = UserMessage | ReplyMessage


@dataclass(slots=True, eq=False)
class Slot:
    """One turn. height: measured at `width`, or where that is 0 estimated. words: to be marked in it."""

    turn: Turn
    height: int
    width: int = 0
    message: Shown | None = None
    words: tuple[str, ...] = ()

    @property
    def shown(self) -> bool:
        """Whether it is more than a height."""
        return self.message is not None and not self.message.isHidden()


def estimated_height(turn: Turn, width: int) -> int:
    """Pixels that a turn will be about as tall as."""
    return _AROUND_PX[isinstance(turn, Reply)] + sum(height for _, height in lines_of(turn, width))


class Stack(QWidget):
    """Holds the messages that are laid out, each at its place. arranged: heights or places are others than before."""

    arranged = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "page")
        self.slots: list[Slot] = []
        self._live: list[Slot] = []
        self._tops: list[int] = []
        self._total = 0
        self._column = COLUMN_PX

    @property
    def column_width(self) -> int:
        """Pixels that a message is wide."""
        return self._column

    def set_width(self, width: int) -> None:
        """So wide is the part in view. What is laid out keeps its old width until `measure`."""
        self._column = max(1, min(COLUMN_PX, width - MARGINS[0] - MARGINS[2]))
        self.resize(width, self.height())
        for slot in self.live():
            self._place(slot)

    def show_turns(self, turns: Sequence[Turn]) -> None:
        """Other turns, none of them laid out. Messages that were belong to the caller."""
        self.slots = [Slot(turn, estimated_height(turn, self._column)) for turn in turns]
        self._live.clear()
        self.arrange()

    def estimate(self) -> None:
        """Text has another size, and nothing is laid out: what was measured counts no more."""
        for slot in self.slots:
            slot.height, slot.width = estimated_height(slot.turn, self._column), 0
        self.arrange()

    def add(self, turn: Turn) -> Slot:
        """One more at the end."""
        slot = Slot(turn, estimated_height(turn, self._column))
        self.slots.append(slot)
        self.arrange()
        return slot

    def live(self) -> Sequence[Slot]:
        """Those that have a message, top down."""
        return self._live

    def n_turns(self) -> int:
        """So many messages, laid out or not."""
        return len(self.slots)

    def shown(self, turn: int) -> Sequence[QTextBrowser] | None:
        """The texts of a message that can be seen when it is scrolled to, top down; None while it is only a height."""
        message = self.slots[turn].message
        if message is None or message.isHidden():
            return None
        seen = [text for text in message.findChildren(QTextBrowser) if text.isVisibleTo(message)]
        return sorted(seen, key=lambda text: text.mapTo(message, QPoint(0, 0)).y())

    def complete(self, turn: int) -> bool:
        """Whether all that a message says is laid out."""
        message = self.slots[turn].message
        return message is not None and not message.isHidden() and message.complete

    def written(self, turn: int) -> Sequence[str]:
        """The same, without marks, of a message that is only a height, or partly so."""
        what = self.slots[turn].turn
        return plain_texts(what.text) if isinstance(what, Reply) else [what.text]

    def take_in(self, slot: Slot, message: Shown) -> None:
        """A slot is being laid out as this message, which stays hidden until `present`."""
        slot.message = message
        at = self.slots.index(slot)
        place = next((i for i, one in enumerate(self._live) if self.slots.index(one) > at), len(self._live))
        self._live.insert(place, slot)

    def present(self, slot: Slot) -> None:
        """Show the message of a slot, at the width and about the height that it will have."""
        if slot.message is not None:
            slot.message.resize(self._column, slot.height)
            self._place(slot)
            slot.message.show()
            self.measure(slot)

    def let_go(self, slot: Slot) -> Shown | None:
        """Of a slot only its height stays. Its message, hidden, belongs to the caller; None where there was none."""
        message, slot.message = slot.message, None
        if message is not None:
            self._live.remove(slot)
            message.hide()
        return message

    def remove_last(self) -> Slot:
        """Take the last slot away; `arrange` when all are gone that have to."""
        return self.slots.pop()

    def top(self, slot: Slot) -> int:
        """Where a slot begins. It must be one of `slots`."""
        return self._tops[self.slots.index(slot)]

    def between(self, top: int, bottom: int) -> Sequence[Slot]:
        """The slots that touch these pixels, top down."""
        first = max(bisect_right(self._tops, top) - 1, 0)
        last = bisect_right(self._tops, bottom)
        if first < last and self._tops[first] + self.slots[first].height <= top:
            first += 1  # what is there is the gap below it
        return self.slots[first:last]

    def measure(self, slot: Slot) -> bool:
        """Lay a message out at the width of now; whether its height is another one."""
        message = slot.message
        if message is None or message.isHidden():
            return False
        before, height = slot.height, -1
        for _ in range(_PASSES):
            wanted = _height_of(message, self._column)
            if wanted == height:
                break
            height = wanted
            message.resize(self._column, height)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        if message.complete:
            slot.height, slot.width = height, self._column
        else:
            slot.height, slot.width = max(height, before), 0
        return slot.height != before

    def arrange(self) -> None:
        """Put all where it belongs, after heights changed."""
        steps = accumulate((slot.height + GAP_PX for slot in self.slots), initial=MARGINS[1])
        *self._tops, end = steps
        total = end - (GAP_PX if self.slots else 0) + MARGINS[3]
        for slot in self._live:
            self._place(slot)
        if total != self.height():
            self.resize(self.width(), total)
        self.arranged.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a message wants to be taller or less tall
            changed = [self._grown(slot) for slot in self.live()]
            if any(changed):
                self.arrange()
            return True
        return super().event(event)

    def _grown(self, slot: Slot) -> bool:
        message = slot.message
        if message is None or message.isHidden() or (message.complete and slot.width != self._column):
            return False  # it is measured soon
        height = _height_of(message, self._column)
        if height != message.height():
            message.resize(self._column, height)
            self.update()
        before = slot.height
        slot.height = height if message.complete else max(height, before)
        return slot.height != before

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is not laid out yet is there in bare words."""
        super().paintEvent(event)
        painter = QPainter(self)
        for slot in self.between(event.rect().top(), event.rect().bottom()):
            place = QRect(self._left, self.top(slot), self._column, slot.height)
            missing = QRect(place)
            if slot.shown and slot.message is not None:
                if slot.message.complete:
                    continue
                missing.setTop(place.top() + slot.message.height())
            missing &= event.rect()
            if not missing.isEmpty():
                paint_preview(painter, slot.turn, place, missing, self._theme)
        painter.end()

    @property
    def _left(self) -> int:
        return max(MARGINS[0], (self.width() - self._column) // 2)

    def _place(self, slot: Slot) -> None:
        if slot.message is not None:
            slot.message.move(self._left, self.top(slot))


def _height_of(message: Shown, width: int) -> int:
    layout = message.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return math.ceil(message.sizeHint().height())
