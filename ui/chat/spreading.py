"""Selecting text across messages: a selection that began in one text goes on in those that the mouse is drawn over, and
in those that are not laid out now.

It is kept as two places in the conversation. Texts that are laid out show their part of it; of the others what is
copied is worked out from the reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final, Protocol

import shiboken6
from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QScrollArea, QTextBrowser, QWidget

from ui.chat.clusters import cut_units

SLICE_S: Final = 0.008  # of collecting what is copied
DRAWN_MS: Final = 30  # between two steps while the mouse is held outside
_SEPARATORS: Final = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\ufdd0": "\n", "\ufdd1": "\n", "\ufffc": ""})
_SEPARATOR: Final = "\n\n"  # between the texts that are copied
_TO_THE_END: Final = 1 << 31


class Texts(Protocol):
    """What the messages of a conversation say, top down."""

    def n_turns(self) -> int: ...

    def shown(self, turn: int) -> Sequence[QTextBrowser] | None:
        """The texts of a turn as the reader sees them; None while it is not laid out."""

    def complete(self, turn: int) -> bool:
        """Whether all of a turn is laid out."""

    def written(self, turn: int) -> Sequence[str]:
        """The same of a turn that is not, or only in part."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Which turn, which of its texts, and in front of which character."""

    turn: int
    text: int
    position: int


class Spread(QObject):
    """What is selected of the conversation in a scrolling area."""

    def __init__(self, area: QScrollArea, texts: Texts) -> None:
        super().__init__(area)
        self._area = area
        self._texts = texts
        self._anchor: Place | None = None  # where the selection began
        self._end: Place | None = None  # before it, or behind
        self._from: QTextBrowser | None = None  # that the mouse went down in
        self._to = QPoint()
        self._drawn = QTimer(self)
        self._drawn.setInterval(DRAWN_MS)
        self._drawn.timeout.connect(self._draw_on)
        self._parts: Iterator[str] = iter(())
        self._collected: list[str] = []
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.timeout.connect(lambda: self._collect(SLICE_S))

    @property
    def several(self) -> bool:
        """Whether more than one text has a part in it."""
        first, last = self._range()
        return (first.turn, first.text) < (last.turn, last.text)

    @property
    def text(self) -> str:
        """All that is selected, in the order it is read in."""
        return _SEPARATOR.join(self._selected())

    def forget(self) -> None:
        """Nothing is selected across texts: the conversation is another one, or another selection begins."""
        if self._slices.isActive():  # what was copied stays copied
            self._slices.stop()
            self._collect(inf)
        self._drawn.stop()
        self._anchor = self._end = self._from = None
        self._show()

    def begin(self, text: QTextBrowser) -> None:
        """A selection begins in this text: those of before are gone."""
        self.forget()
        self._from = text

    @property
    def drawing(self) -> bool:
        """Whether the mouse was drawn out of the text that it went down in, and is still held."""
        return self._from is not None and self._anchor is not None

    def draw_to(self, place: QPoint) -> None:
        """The mouse is drawn on to a place on the screen. Held outside what can be seen, it scrolls."""
        self._to = place
        self._extend()
        if not (self._beyond() or self._beside()):
            self._drawn.stop()
        elif not self._drawn.isActive():
            self._drawn.start()

    def let_go(self) -> None:
        """The mouse was let go."""
        self._drawn.stop()
        self._from = None

    def drawn_from(self, message: QWidget) -> bool:
        """Whether the mouse went down in this message and is still held: the message must stay."""
        return self._from is not None and shiboken6.isValid(self._from) and message.isAncestorOf(self._from)

    def select_all(self) -> None:
        """The whole conversation."""
        self._anchor, self._end = Place(0, 0, 0), Place(self._texts.n_turns(), 0, 0)
        self._show()

    def show_in(self, turn: int) -> None:
        """Select what of a turn is in the selection, after it was laid out or the selection changed."""
        for i, text in enumerate(self._texts.shown(turn) or ()):
            start, end = self._part(turn, i)
            last = text.document().characterCount() - 1
            wanted = min(start, last), min(end, last)
            if self._anchor == Place(turn, i, end):  # Qt goes on from the anchor when the mouse comes back
                wanted = wanted[::-1]
            cursor = text.textCursor()
            if (start < end or cursor.hasSelection()) and (cursor.anchor(), cursor.position()) != wanted:
                cursor.setPosition(wanted[0])
                cursor.setPosition(wanted[1], QTextCursor.MoveMode.KeepAnchor)
                text.setTextCursor(cursor)

    def copy(self) -> None:
        """Put all of it into the clipboard; of a long conversation a little later, so that the window stays live."""
        self._parts, self._collected = self._selected(), []
        self._collect(SLICE_S)

    def takes(self, key: QKeyEvent) -> bool:
        """Whether a key was for it: select all, or copy what reaches over several texts."""
        if key.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key.matches(QKeySequence.StandardKey.Copy) and self.several:
            self.copy()
        else:
            return False
        return True

    def _collect(self, limit_s: float) -> None:
        deadline = perf_counter() + limit_s
        for part in self._parts:
            self._collected.append(part)
            if perf_counter() > deadline:
                self._slices.start()
                return
        QGuiApplication.clipboard().setText(_SEPARATOR.join(self._collected))

    def _selected(self) -> Iterator[str]:
        """Turn by turn: between two of them the window may take messages away."""
        first, last = self._range()
        for turn in range(first.turn, min(last.turn + 1, self._texts.n_turns())):
            parts = [part for part in self._selected_of(turn) if part]
            if parts:
                yield _SEPARATOR.join(parts)

    def _selected_of(self, turn: int) -> Iterator[str]:
        if self._texts.complete(turn):
            for i, view in enumerate(self._texts.shown(turn) or ()):
                start, end = self._part(turn, i)
                if start < end:
                    yield view.textCursor().selectedText().translate(_SEPARATORS).strip("\n")
        else:
            for i, text in enumerate(self._texts.written(turn)):
                start, end = self._part(turn, i)
                yield cut_units(text, start, end).strip("\n")

    def _range(self) -> tuple[Place, Place]:
        """From where to where, in the order it is read in; two equal places for nothing."""
        if self._anchor is None or self._end is None:
            return Place(0, 0, 0), Place(0, 0, 0)
        return min(self._anchor, self._end), max(self._anchor, self._end)

    def _part(self, turn: int, text: int) -> tuple[int, int]:
        """From where to where a text is selected; 0, 0 for not at all."""
        first, last = self._range()
        here = (turn, text)
        if not (first.turn, first.text) <= here <= (last.turn, last.text):
            return 0, 0
        start = first.position if here == (first.turn, first.text) else 0
        end = last.position if here == (last.turn, last.text) else _TO_THE_END
        return start, end

    def _extend(self) -> None:
        """From where the mouse went down to where it is, or to the edge of what can be seen."""
        to = QPoint(self._to.x(), self._to.y() - self._beyond())
        here = None
        for turn in range(self._texts.n_turns()):
            for i, text in enumerate(self._texts.shown(turn) or ()):
                if self._anchor is None and text is self._from:
                    self._anchor = Place(turn, i, text.textCursor().anchor())
                if here is None or text.mapToGlobal(QPoint(0, 0)).y() <= to.y():
                    here = turn, i, text
        if self._anchor is not None and here is not None:
            turn, i, text = here
            self._end = Place(turn, i, text.cursorForPosition(text.viewport().mapFromGlobal(to)).position())
            self._show()

    def _show(self) -> None:
        for turn in range(self._texts.n_turns()):
            self.show_in(turn)

    def _beyond(self) -> int:
        """Pixels that the mouse is above (below 0) or below what can be seen."""
        viewport = self._area.viewport()
        y = viewport.mapFromGlobal(self._to).y()
        return min(y, 0) + max(y - viewport.height() + 1, 0)

    def _beside(self) -> int:
        """Pixels that the mouse is to the left (below 0) or right of the text that it went down in, where that scrolls
        sideways."""
        text = self._from
        if text is None or not shiboken6.isValid(text) or not text.horizontalScrollBar().maximum():
            return 0
        viewport = text.viewport()
        x = viewport.mapFromGlobal(self._to).x()
        return min(x, 0) + max(x - viewport.width() + 1, 0)

    def _draw_on(self) -> None:
        if self._from is None or not shiboken6.isValid(self._from):  # its reply was laid out otherwise: nobody lets go
            self.let_go()
            return
        bar, sideways = self._area.verticalScrollBar(), self._from.horizontalScrollBar()
        bar.setValue(bar.value() + self._beyond())
        sideways.setValue(sideways.value() + self._beside())
        self._extend()


def spread_of(widget: QWidget) -> Spread | None:
    """Of the conversation that a text stands in; None for a text that stands elsewhere."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    kept = getattr(above, "spread", None)
    return kept if isinstance(kept, Spread) else None
