"""The conversation on screen. It follows the tail only while the reader is at the bottom, and never lays out the
whole again because a token came. What is far from the part in view is not laid out before the reader comes near, so
that a conversation is there at once however long it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import shiboken6
from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QTextEdit, QToolButton, QVBoxLayout, QWidget

from engine.events import TextRun
from ui.chat.conversation import Conversation, Reply, Turn
from ui.chat.messages import ReplyMessage, UserMessage
from ui.chat.segments import Tint
from ui.chat.text_views import FlowingText
from ui.theme.palette import SPACE_L, SPACE_XL
from ui.theme.theme import Theme

COLUMN_PX: Final = 760
SLICE_S: Final = 0.012
NEAR_VIEWS: Final = 2  # so many times what can be seen is laid out beyond it
UNSEEN: Final = 4  # messages that are laid out before the transcript is visible
SCROLL_BAR_PX: Final = 12  # as the stylesheet has it
_AT_BOTTOM_PX: Final = 4
_MARK_ALPHA: Final = 0.35
_MARKS: Final = 200  # of one message
_ABOVE_PX: Final = 120  # room over the first word that is marked
Shown = UserMessage | ReplyMessage


@dataclass(frozen=True, slots=True)
class _Anchor:
    """What stays so many pixels below the upper edge while more is laid out: a widget, or a place in its text."""

    widget: QWidget
    below: int
    cursor: QTextCursor | None = None

    def y(self, inside: QWidget) -> int:
        """Where it is in the whole transcript."""
        y = self.widget.mapTo(inside, QPoint(0, 0)).y()
        if self.cursor is not None and isinstance(self.widget, FlowingText):
            y += self.widget.cursorRect(self.cursor).top()
        return y


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
        self._messages: list[Shown] = []
        self._turns: Sequence[Turn] = ()  # of the conversation on screen
        self._above: list[Turn] = []  # turns that are not laid out yet, the one next to the others last
        self._below: list[Turn] = []  # the same at the lower end, where one came to a place in the middle
        self._stale: list[ReplyMessage] = []  # replies in the colours of before
        self._gone: list[Shown] = []  # of an earlier conversation
        self._follow = True
        self._anchor: _Anchor | None = None
        self._placing = False  # it is not the reader who scrolls
        self._wanted: tuple[int, tuple[str, ...]] | None = None  # (a message to go to, words to mark in it)
        self._asking = self._switching = True
        self.setProperty("role", "page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        inside = QWidget()
        inside.setProperty("role", "page")
        self._around = QHBoxLayout(inside)
        self._around.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_XL)
        self._around.addStretch(0)
        self._around.addStretch(0)
        self._column, self._layout = self._fresh_column()
        self._inside = inside
        self.setWidget(inside)
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._work)
        self._latest = self._latest_button()
        self._keep_width(False)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._scrolled)
        theme.changed.connect(self.restyle)

    def show_conversation(self, conversation: Conversation) -> None:
        """Show another conversation; the end of it is in view."""
        self._turns, self._wanted = conversation.turns, None
        self._begin_at(len(self._turns))

    def _begin_at(self, turn: int) -> None:
        """Lay out afresh, from this turn in both directions; len(turns) for the end."""
        self._gone += self._messages
        self._column.hide()
        self._around.removeWidget(self._column)
        if not self._gone:
            self._column.deleteLater()
        self._column, self._layout = self._fresh_column()
        self._messages, self._stale = [], []
        self._above, self._below = list(self._turns[:turn]), list(reversed(self._turns[turn:]))
        self._follow, self._anchor = not self._below, None
        self._work()

    def cut(self, conversation: Conversation) -> None:
        """The last turns are gone from the conversation on screen."""
        kept = {id(turn) for turn in conversation.turns}
        while self._messages and id(self._messages[-1].turn) not in kept:
            message = self._messages.pop()
            self._layout.removeWidget(message)
            message.hide()
            message.deleteLater()
        self._above = [turn for turn in self._above if id(turn) in kept]
        self._below = [turn for turn in self._below if id(turn) in kept]

    def add(self, turn: Turn) -> None:
        """A new turn at the end."""
        if self._below:
            self._begin_at(len(self._turns))
            return
        self._follow, self._anchor = True, None
        if self._messages and isinstance(self._messages[-1], ReplyMessage):
            self._messages[-1].update_state(last=False)
        self._insert(turn, len(self._messages))

    def go_to(self, message: int, words: tuple[str, ...] = ()) -> None:
        """Bring a message into view, and mark these words in it. message: the id of its turn."""
        self._wanted = (message, words)
        for shown in self._messages:
            if shown.turn.id == message:
                self._arrive(shown)
                return
        at = next((i for i, turn in enumerate(self._turns) if turn.id == message), None)
        if at is not None:
            self._begin_at(at)

    def append(self, reply: Reply, runs: Sequence[TextRun]) -> None:
        """The runs of one tick. A reply that is not laid out yet shows them when it is."""
        message = self._message(reply)
        if message is not None:
            message.append(runs)

    def show_waiting(self, reply: Reply, words: str, fraction: float | None) -> None:
        """What a reply without words is waiting for."""
        message = self._message(reply)
        if message is not None:
            message.show_waiting(words, fraction)

    def update_turns(self) -> None:
        """The last turns ended, began again or have other versions: numbers, notes and actions."""
        for message in self._messages[-2:]:
            if isinstance(message, ReplyMessage):
                message.update_state(last=message.turn is self._turns[-1])
            else:
                message.update_state()

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """asking: whether anything may be asked now; switching: whether other versions may be shown."""
        if (asking, switching) != (self._asking, self._switching):
            self._asking, self._switching = asking, switching
            for message in self._messages:
                message.allow_actions(asking, switching)

    def restyle(self) -> None:
        """The theme or the tint changed: lay the replies out again, the newest first."""
        self._stale = [message for message in self._messages if isinstance(message, ReplyMessage)]
        self._slices.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_latest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._slices.start()

    def _fresh_column(self) -> tuple[QWidget, QVBoxLayout]:
        column = QWidget()
        column.setMaximumWidth(COLUMN_PX)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XL)
        layout.addStretch()
        self._around.insertWidget(1, column, 1)
        return column, layout

    def _work(self) -> None:
        deadline = perf_counter() + SLICE_S
        while self._one_step():
            if perf_counter() > deadline:
                self._slices.start()
                return

    def _one_step(self) -> bool:
        """The most urgent piece of work; False when there is none."""
        bar = self.verticalScrollBar()
        near = NEAR_VIEWS * self.viewport().height()
        wanted = self.isVisible() or len(self._messages) < UNSEEN  # what is not visible is not laid out by Qt
        if self._below and wanted and bar.maximum() - bar.value() < near:
            self._insert(self._below.pop(), len(self._messages))
        elif self._above and wanted and bar.value() < near:
            self._insert(self._above.pop(), 0)
        elif self._stale:
            self._stale.pop().rewrite()
        elif self._gone:
            self._remove(self._gone.pop())
        else:
            return False
        return True

    def _remove(self, message: Shown) -> None:
        column = message.parentWidget()
        shiboken6.delete(message)
        if column is not None and column is not self._column and not self._in(column, self._gone):
            column.deleteLater()

    def _in(self, column: QWidget, messages: Sequence[Shown]) -> bool:
        return bool(messages) and messages[-1].parentWidget() is column

    def _insert(self, turn: Turn, at: int) -> None:
        message: Shown
        if isinstance(turn, Reply):
            message = ReplyMessage(turn, self._theme, self._tint)
            message.regenerate.connect(self.regenerate)
            message.continued.connect(self.continued)
            message.update_state(last=turn is self._turns[-1])
        else:
            message = UserMessage(turn, self._theme)
            message.edit.connect(self.edit)
        message.version.connect(self.version)
        message.allow_actions(self._asking, self._switching)
        self._messages.insert(at, message)
        self._layout.insertWidget(at, message)
        if self._wanted is not None and turn.id == self._wanted[0]:
            self._arrive(message)

    def _arrive(self, message: Shown) -> None:
        words = self._wanted[1] if self._wanted else ()
        self._wanted = None
        self._follow = False
        place = _mark(message, words, self._theme) if words else None
        self._anchor = place or _Anchor(message, SPACE_L)
        self._hold()

    def _message(self, reply: Reply) -> ReplyMessage | None:
        for message in reversed(self._messages):
            if isinstance(message, ReplyMessage) and message.turn is reply:
                return message
        return None

    def _range_changed(self, _low: int, high: int) -> None:
        self._keep_width(high > 0)
        if self._follow:
            self._put(high)
        else:
            self._hold()
        self._show_latest()

    def _hold(self) -> None:
        """Keep what the reader looks at where it is."""
        anchor = self._anchor
        if anchor is not None and shiboken6.isValid(anchor.widget):
            self._put(anchor.y(self._inside) - anchor.below)

    def _put(self, value: int) -> None:
        self._placing = True
        self.verticalScrollBar().setValue(value)
        self._placing = False

    def _first_in_view(self, top: int) -> _Anchor | None:
        start = self._column.y()
        for message in self._messages:
            y = start + message.y()
            if y + message.height() > top:
                return _Anchor(message, y - top)
        return None

    def _keep_width(self, bar_shown: bool) -> None:
        """The column stays where it is when the scroll bar comes and goes."""
        self.setViewportMargins(0, 0, 0 if bar_shown else SCROLL_BAR_PX, 0)

    def _scrolled(self, value: int) -> None:
        if self._above or self._below:
            self._slices.start()
        if self._placing:
            return
        self._follow = not self._below and value >= self.verticalScrollBar().maximum() - _AT_BOTTOM_PX
        self._anchor = None if self._follow or not self._above else self._first_in_view(value)
        self._show_latest()

    def _show_latest(self) -> None:
        bar = self.verticalScrollBar()
        away = bool(self._below) or bar.maximum() - bar.value() > _AT_BOTTOM_PX
        self._latest.setVisible(not self._follow and away)

    def _latest_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "round")
        button.setToolTip(self.tr("To the latest words"))
        button.setAccessibleName(button.toolTip())
        self._theme.bind_icon(button, "chevron-down", "muted")
        button.setFixedSize(QSize(34, 34))
        button.clicked.connect(self._to_end)
        button.hide()
        return button

    def _to_end(self) -> None:
        if self._below:
            self._begin_at(len(self._turns))
        self._follow, self._anchor = True, None
        self._put(self.verticalScrollBar().maximum())
        self._show_latest()

    def _place_latest(self) -> None:
        self._latest.move((self.width() - self._latest.width()) // 2, self.height() - self._latest.height() - 12)


def _mark(message: QWidget, words: Sequence[str], theme: Theme) -> _Anchor | None:
    """Mark words in a message; the place of the first, or None when they are not in it."""
    style = QTextCharFormat()
    style.setBackground(theme.colour("accent", _MARK_ALPHA))
    first: _Anchor | None = None
    for view in message.findChildren(FlowingText):
        places: list[QTextCursor] = []
        for word in dict.fromkeys(words):
            cursor = view.document().find(word)
            while not cursor.isNull() and len(places) < _MARKS:
                places.append(cursor)
                cursor = view.document().find(word, cursor)
        view.setExtraSelections([_selection(place, style) for place in places])
        if places and first is None:
            first = _Anchor(view, _ABOVE_PX, min(places, key=lambda place: place.selectionStart()))
    return first


def _selection(place: QTextCursor, style: QTextCharFormat) -> QTextEdit.ExtraSelection:
    one = QTextEdit.ExtraSelection()
    one.cursor, one.format = place, style
    return one
