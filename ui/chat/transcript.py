"""The conversation on screen. It follows the tail only while the reader is at the bottom, and never lays out the
whole again because a token came.

Only what is near the part in view exists as widgets; the rest is a height (`ui.chat.slots`). Work is done in slices of
a few milliseconds: what is in view first, then what is near it, then colours of before, then what is far away goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Final

import shiboken6
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from engine.events import TextRun
from ui.chat.conversation import Conversation, Reply, Turn
from ui.chat.latest import LatestButton
from ui.chat.marking import Anchor, mark
from ui.chat.messages import ReplyMessage, UserMessage
from ui.chat.repainting import Repainting
from ui.chat.segments import Tint
from ui.chat.slots import COLUMN_PX, Shown, Slot, Stack
from ui.chat.spreading import Spread
from ui.chat.tabbing import next_in_order
from ui.theme.palette import SPACE_L
from ui.theme.theme import Theme

__all__ = ["COLUMN_PX", "SCROLL_BAR_PX", "Transcript"]
SLICE_S: Final = 0.006
NEAR_VIEWS: Final = 1.5  # so many times what can be seen is laid out beyond it
MOST_LIVE: Final = 48  # messages that are laid out at once, unless more are near
SCROLL_BAR_PX: Final = 12  # as the stylesheet has it
_AT_BOTTOM_PX: Final = 4


class Transcript(QScrollArea):
    """Shows one conversation. edit(UserTurn), regenerate(Reply), continued, version(id): asked for on a message."""

    edit = Signal(object)
    regenerate = Signal(object)
    continued = Signal()
    version = Signal(object)

    def __init__(self, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tint = tint
        self._turns: Sequence[Turn] = ()  # of the conversation on screen
        self._repainting = Repainting(theme, tint)
        self._gone: list[Shown] = []  # no longer on screen
        self._follow = True
        self._anchor: Anchor | None = None
        self._placing = False  # it is not the reader who scrolls
        self._asking = self._switching = True
        self.setProperty("role", "page")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._stack = Stack(theme)
        self.setWidget(self._stack)
        self._stack.arranged.connect(self._keep_place)
        self.spread = Spread(self, self._stack)
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._work)
        self._latest = LatestButton(theme, self)
        self._latest.clicked.connect(self._to_end)
        self._keep_width(False)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._scrolled)
        theme.changed.connect(self.restyle)
        theme.resizing.connect(self._take_down)
        theme.resized.connect(self._put_up)

    @property
    def laid_out(self) -> list[Turn]:
        """The turns that exist as widgets, top down; the others are only a height."""
        return [slot.turn for slot in self._stack.live()]

    def show_conversation(self, conversation: Conversation) -> None:
        """Show another conversation; the end of it is in view."""
        self._give_up_all()
        self._turns = conversation.turns
        self._follow, self._anchor = True, None
        self._stack.show_turns(self._turns)
        self._work()

    def cut(self, conversation: Conversation) -> None:
        """The last turns are gone from the conversation on screen."""
        self.spread.forget()
        kept = {id(turn) for turn in conversation.turns}
        slots = self._stack.slots
        while slots and id(slots[-1].turn) not in kept:
            slot = slots[-1]
            if self._anchor is not None and self._anchor.slot is slot:
                self._follow, self._anchor = True, None
            self._give_up(slot)
            self._stack.remove_last()
        self._stack.arrange()

    @property
    def whole(self) -> bool:
        """Whether all that is in view is laid out."""
        return all(slot.shown and slot.message is not None and slot.message.complete for slot in self._in_view())

    def add(self, turn: Turn) -> None:
        """A new turn at the end."""
        self._follow, self._anchor = True, None
        before = self._stack.slots[-1].message if self._stack.slots else None
        if isinstance(before, ReplyMessage):
            before.update_state(last=False)
        slot = self._stack.add(turn)
        while self.isVisible() and not slot.shown:
            self._lay_out(slot)
        self._work()

    def go_to(self, message: int, words: tuple[str, ...] = ()) -> None:
        """Bring a message into view, and mark these words in it. message: the id of its turn."""
        slot = next((slot for slot in self._stack.slots if slot.turn.id == message), None)
        if slot is None:
            return
        slot.words = words
        self._follow, self._anchor = False, Anchor(slot, SPACE_L)
        self._mark(slot)
        self._keep_place()
        self._work()

    def append(self, reply: Reply, runs: Sequence[TextRun]) -> None:
        """The runs of one tick. A reply that is not laid out yet shows them when it is."""
        message = self._message(reply)
        if message is not None:
            message.append(runs)
            if not message.complete:
                self._slices.start()

    def show_waiting(self, reply: Reply, words: str, fraction: float | None) -> None:
        """What a reply without words is waiting for."""
        message = self._message(reply)
        if message is not None:
            message.show_waiting(words, fraction)

    def update_turns(self) -> None:
        """The last turns ended, began again or have other versions: numbers, notes and actions."""
        for slot in self._stack.slots[-2:]:
            self._update_state(slot)

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """asking: whether anything may be asked now; switching: whether other versions may be shown."""
        if (asking, switching) != (self._asking, self._switching):
            self._asking, self._switching = asking, switching
            for slot in self._stack.live():
                if slot.message is not None:
                    slot.message.allow_actions(asking, switching)

    def restyle(self) -> None:
        """The theme or the tint changed: what is in view has the new colours at once, the rest in slices."""
        self._repainting.begin(self._stack.live(), self._in_view())
        for slot in self._stack.live():
            if slot.words:
                mark(slot, self._theme)
        self._slices.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._latest.place()
        if self.viewport().width() != self._stack.width():
            self._stack.set_width(self.viewport().width())
            for slot in self._in_view():
                self._stack.measure(slot)
            self._stack.arrange()
        self._keep_place()
        self._slices.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._stack.set_width(self.viewport().width())
        self._work()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.spread.takes(event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from message to message as they stand, in whichever order they were laid out."""
        focus = QApplication.focusWidget()
        slots = self._stack.live()
        if focus is self:  # it goes on where the reader is
            top = self.verticalScrollBar().value()
            slots = [slot for slot in slots if self._stack.top(slot) + slot.height > top]
        groups = [slot.message for slot in slots if slot.message is not None]
        widget = next_in_order(self, groups, focus, forward)
        if widget is None:
            return super().focusNextPrevChild(forward)
        widget.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        if self._stack.isAncestorOf(widget):
            self.ensureWidgetVisible(widget)
        return True

    def _work(self) -> None:
        if not self.isVisible():  # Qt lays out nothing that is not; what is gone can go
            if self._remove_one():
                self._slices.start()
            return
        deadline = perf_counter() + SLICE_S
        while self._one_step():
            if perf_counter() > deadline:
                self._slices.start()
                return

    def _one_step(self) -> bool:
        """The most urgent piece of work; False when there is none."""
        near = self._around(int(NEAR_VIEWS * self.viewport().height()))
        for slots in (self._in_view(), near):
            if any(self._lay_out(slot) for slot in (reversed(slots) if self._follow else slots)):
                return True
        return self._repainting.step() or self._remove_one()

    def _lay_out(self, slot: Slot) -> bool:
        """One step for a message: make it, bring in a piece of it, or show it. False when nothing is left to do."""
        message = slot.message
        if message is None:
            self._give_up_far()
            self._make(slot)
        elif message.ready and message.isHidden():
            self._stack.present(slot)
            self._stack.arrange()
            self._mark(slot)
            self._show_selected(slot)
        elif message.lay_out_more():
            self._mark(slot)
            self._show_selected(slot)
        elif slot.width != self._stack.column_width:
            self._stack.measure(slot)
            self._stack.arrange()
        else:
            return False
        return True

    def _make(self, slot: Slot) -> None:
        turn = slot.turn
        message: Shown
        if isinstance(turn, Reply):
            message = ReplyMessage(turn, self._theme, self._tint, turn is self._turns[-1], self._stack)
            message.regenerate.connect(self.regenerate)
            message.continued.connect(self.continued)
        else:
            message = UserMessage(turn, self._theme, self._stack)
            message.edit.connect(self.edit)
        message.version.connect(self.version)
        message.allow_actions(self._asking, self._switching)
        self._stack.take_in(slot, message)

    def _show_selected(self, slot: Slot) -> None:
        if self.spread.several and slot.shown:
            self.spread.show_in(self._stack.slots.index(slot))

    def _mark(self, slot: Slot) -> None:
        """Words that were looked for are marked, and the first of them comes into view."""
        if slot.words and slot.shown:
            place = mark(slot, self._theme)
            mine = self._anchor is not None and self._anchor.slot is slot and self._anchor.view is None
            if place is not None and mine and not self._follow:
                self._anchor = place
                self._keep_place()

    def _update_state(self, slot: Slot) -> None:
        if isinstance(slot.message, ReplyMessage):
            slot.message.update_state(last=slot.turn is self._turns[-1])
        elif slot.message is not None:
            slot.message.update_state()

    def _give_up(self, slot: Slot) -> None:
        message = self._stack.let_go(slot)
        if message is not None:
            self._gone.append(message)

    def _give_up_all(self) -> None:
        for slot in list(self._stack.live()):
            self._give_up(slot)
        self._repainting.forget()
        self.spread.forget()

    def _take_down(self) -> None:
        """Text gets another size: messages are made anew for it, which costs less than bringing Qt's widgets to it."""
        top = self.verticalScrollBar().value()
        first = None if self._follow else self._first_in_view(top)
        self._anchor = Anchor.at_share(first.slot, first.below) if first is not None else None
        if any(slot.message is not None and _in_use(slot.message) for slot in self._stack.live()):
            self.setFocus()
        self._give_up_all()
        while self._remove_one():
            pass

    def _put_up(self) -> None:
        self._stack.estimate()
        self._work()

    def _give_up_far(self) -> None:
        """Make room for one more: of those that may go, the one farthest from the reader does."""
        live = self._stack.live()
        if len(live) < MOST_LIVE:
            return
        near = {id(slot) for slot in self._around(int(NEAR_VIEWS * self.viewport().height()))}
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        for slot in sorted(live, key=lambda slot: -abs(self._stack.top(slot) - middle)):
            message = slot.message
            if message is None or id(slot) in near or _in_use(message) or self.spread.drawn_from(message):
                continue
            self._give_up(slot)
            return

    def _remove_one(self) -> bool:
        if self._gone:
            message = self._gone.pop()
            shiboken6.delete(message)
            return True
        return False

    def _in_view(self) -> Sequence[Slot]:
        return self._around(0)

    def _around(self, beyond: int) -> Sequence[Slot]:
        top = self.verticalScrollBar().value()
        return self._stack.between(top - beyond, top + self.viewport().height() + beyond)

    def _message(self, reply: Reply) -> ReplyMessage | None:
        for slot in reversed(self._stack.slots):
            if slot.turn is reply:
                return slot.message if isinstance(slot.message, ReplyMessage) else None
        return None

    def _range_changed(self, _low: int, high: int) -> None:
        self._keep_width(high > 0)
        self._keep_place()

    def _keep_place(self) -> None:
        """What the reader looks at stays where it is: the end, or what was at the upper edge."""
        if self._follow:
            self._put(self.verticalScrollBar().maximum())
        elif self._anchor is not None:
            top = self._anchor.top(self._stack)
            self._put(top)
            if self._anchor.outdated:
                self._anchor = Anchor.at(self._anchor.slot, self._stack.top(self._anchor.slot) - top)
        self._show_latest()

    def _put(self, value: int) -> None:
        self._placing = True
        self.verticalScrollBar().setValue(value)
        self._placing = False

    def _first_in_view(self, top: int) -> Anchor | None:
        """The first that is laid out, else the first."""
        slots = self._in_view()
        slot = next((slot for slot in slots if slot.shown), slots[0] if slots else None)
        return Anchor.at(slot, self._stack.top(slot) - top) if slot is not None else None

    def _keep_width(self, bar_shown: bool) -> None:
        """The column stays where it is when the scroll bar comes and goes."""
        self.setViewportMargins(0, 0, 0 if bar_shown else SCROLL_BAR_PX, 0)

    def _scrolled(self, value: int) -> None:
        self._slices.start()
        self._repainting.hasten(self._in_view())
        if self._placing:
            return
        self._follow = value >= self.verticalScrollBar().maximum() - _AT_BOTTOM_PX
        self._anchor = None if self._follow else self._first_in_view(value)
        self._show_latest()

    def _show_latest(self) -> None:
        bar = self.verticalScrollBar()
        self._latest.setVisible(not self._follow and bar.maximum() - bar.value() > _AT_BOTTOM_PX)

    def _to_end(self) -> None:
        self._follow, self._anchor = True, None
        self._keep_place()
        self._work()


def _in_use(message: Shown) -> bool:
    """Whether the reader or the engine is at work in it: then it stays, wherever it is."""
    focus = QApplication.focusWidget()
    return message.isAncestorOf(focus) if focus is not None else False
