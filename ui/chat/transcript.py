"""The conversation on screen. It follows the tail only while the reader is at the bottom, and never lays out the
whole again because a token came: that happens for another conversation, theme or tint only, in small slices."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from engine.events import TextRun
from ui.chat.conversation import Conversation, Reply, Turn
from ui.chat.messages import ReplyMessage, UserMessage
from ui.chat.segments import Tint
from ui.theme.palette import SPACE_L, SPACE_XL
from ui.theme.theme import Theme

COLUMN_PX: Final = 760
SLICE_S: Final = 0.012
SCROLL_BAR_PX: Final = 12  # as the stylesheet has it
_AT_BOTTOM_PX: Final = 4


class Transcript(QScrollArea):
    """Shows one conversation. regenerate, edit: asked for on the last reply."""

    regenerate = Signal()
    edit = Signal()

    def __init__(self, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tint = tint
        self._messages: list[UserMessage | ReplyMessage] = []
        self._waiting: list[Turn] = []  # turns that still have to be laid out
        self._stale: list[ReplyMessage] = []  # replies in the colours of before
        self._follow = True
        self.setProperty("role", "page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        inside = QWidget()
        inside.setProperty("role", "page")
        self._column = QWidget()
        self._column.setMaximumWidth(COLUMN_PX)
        around = QHBoxLayout(inside)
        around.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_XL)
        around.addStretch(0)
        around.addWidget(self._column, 1)
        around.addStretch(0)
        self._layout = QVBoxLayout(self._column)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_XL)
        self._layout.addStretch()
        self.setWidget(inside)
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._work)
        self._actions = True
        self._latest = self._latest_button()
        self._keep_width(False)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._scrolled)
        theme.changed.connect(self.restyle)

    def show_conversation(self, conversation: Conversation) -> None:
        """Show another conversation, or this one after its turns changed; the end of it is in view."""
        for message in self._messages:
            self._layout.removeWidget(message)
            message.hide()
            message.deleteLater()
        self._messages.clear()
        self._stale.clear()
        self._waiting = list(conversation.turns)
        self._follow = True
        self._work()

    def add(self, turn: Turn) -> None:
        """A new turn at the end."""
        self._follow = True
        self._waiting.append(turn)
        self._work()

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

    def update_reply(self, reply: Reply) -> None:
        """A reply ended: numbers, notes and actions."""
        message = self._message(reply)
        if message is not None:
            message.update_state(last=message is self._messages[-1])

    def allow_actions(self, allowed: bool) -> None:
        """Whether the last reply may be written again or edited now."""
        if allowed != self._actions:
            self._actions = allowed
            if self._messages and isinstance(self._messages[-1], ReplyMessage):
                self._messages[-1].allow_actions(allowed)

    def restyle(self) -> None:
        """The theme or the tint changed: lay the replies out again, the newest first."""
        self._stale = [message for message in self._messages if isinstance(message, ReplyMessage)]
        self._work()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_latest()

    def _work(self) -> None:
        deadline = perf_counter() + SLICE_S
        while self._waiting or self._stale:
            if self._waiting:
                self._lay_out(self._waiting.pop(0))
            else:
                self._stale.pop().rewrite()
            if perf_counter() > deadline:
                self._slices.start()
                return

    def _lay_out(self, turn: Turn) -> None:
        message: UserMessage | ReplyMessage
        if isinstance(turn, Reply):
            message = ReplyMessage(turn, self._theme, self._tint)
            message.regenerate.connect(self.regenerate)
            message.edit.connect(self.edit)
            message.allow_actions(self._actions)
        else:
            message = UserMessage(turn, self._theme)
            before = self._messages[-1] if self._messages else None
            if isinstance(before, ReplyMessage):
                before.update_state(last=False)
        self._messages.append(message)
        self._layout.insertWidget(self._layout.count() - 1, message)

    def _message(self, reply: Reply) -> ReplyMessage | None:
        for message in reversed(self._messages):
            if isinstance(message, ReplyMessage) and message.reply is reply:
                return message
        return None

    def _range_changed(self, _low: int, high: int) -> None:
        self._keep_width(high > 0)
        if self._follow:
            self.verticalScrollBar().setValue(high)
        self._latest.setVisible(not self._follow and high > 0)

    def _keep_width(self, bar_shown: bool) -> None:
        """The column stays where it is when the scroll bar comes and goes."""
        self.setViewportMargins(0, 0, 0 if bar_shown else SCROLL_BAR_PX, 0)

    def _scrolled(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - _AT_BOTTOM_PX
        self._latest.setVisible(not self._follow)

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
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _place_latest(self) -> None:
        self._latest.move((self.width() - self._latest.width()) // 2, self.height() - self._latest.height() - 12)
