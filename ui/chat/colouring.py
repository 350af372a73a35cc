"""Texts keep the names of their colours, so that another theme or tint recolours them where they stand.

Characters and blocks carry the tone that they are written in, the tone behind them and who wrote them; what these come
to now is worked out again. Nothing is parsed or laid out anew, and what is selected stays selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFragment,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser

from ui.theme.theme import Theme, Tone

TONE: Final = int(QTextFormat.Property.UserProperty) + 2  # of characters: the tone they are written in
SHADE: Final = int(QTextFormat.Property.UserProperty) + 3  # of characters or a block: the tone behind them
ORIGIN: Final = int(QTextFormat.Property.UserProperty) + 4  # of characters: the drafter they came from
_STEP: Final = 8  # blocks that are recoloured in one go
Brushes = Callable[[str], QBrush | None]


@dataclass(frozen=True, slots=True)
class Colours:
    """What the names come to. brush: the tint of an origin, or None for no tint."""

    theme: Theme
    brush: Brushes

    def of(self, style: QTextCharFormat) -> QTextCharFormat:
        """The format in the colours of now."""
        result = QTextCharFormat(style)
        tone: Tone | None = style.property(TONE)
        if tone:
            result.setForeground(self.theme.colour(tone))
        origin: str | None = style.property(ORIGIN)
        tint = self.brush(origin) if origin else None
        if tint is not None:
            result.setBackground(tint)
        elif not self._shade(result):
            result.clearBackground()
        return result

    def of_block(self, shape: QTextBlockFormat) -> QTextBlockFormat:
        """The same of a block."""
        result = QTextBlockFormat(shape)
        self._shade(result)
        return result

    def _shade(self, style: QTextFormat) -> bool:
        tone: Tone | None = style.property(SHADE)
        if tone:
            style.setBackground(self.theme.colour(tone))
        return bool(tone)


class Recolouring:
    """Brings texts into the colours of now, a few blocks with every step."""

    def __init__(self, texts: Sequence[QTextBrowser], colours: Colours) -> None:
        self._colours = colours
        self._blocks = self._all(texts)

    def step(self) -> bool:
        """A little of it; False when all is done."""
        return all(next(self._blocks, False) for _ in range(_STEP))

    def _all(self, texts: Sequence[QTextBrowser]) -> Iterator[bool]:
        for text in texts:
            for table in _tables(text):
                if shiboken6.isValid(text) and shiboken6.isValid(table):
                    _recolour_table(table, self._colours)
                yield True
            number = 0  # meanwhile the text may grow, or be gone
            while shiboken6.isValid(text) and number < text.document().blockCount():
                recolour_block(text.document().findBlockByNumber(number), self._colours)
                number += 1
                yield True


def recolour_seen(text: QTextBrowser, colours: Colours) -> None:
    """What can be seen of a text, at once."""
    seen = text.viewport().visibleRegion().boundingRect()
    if seen.isEmpty():
        return
    layout = text.document().documentLayout()
    for table in _tables(text):
        if layout.frameBoundingRect(table).intersects(QRectF(seen)):
            _recolour_table(table, colours)
    block = text.document().findBlock(layout.hitTest(QPointF(0, seen.top()), Qt.HitTestAccuracy.FuzzyHit))
    while block.previous().isValid() and layout.blockBoundingRect(block).bottom() >= seen.top():
        block = block.previous()
    while block.isValid() and layout.blockBoundingRect(block).top() <= seen.bottom():
        recolour_block(block, colours)
        block = block.next()


def recolour_block(block: QTextBlock, colours: Colours) -> None:
    """One block of a document."""
    changed = [
        (fragment.position(), fragment.length(), style)
        for fragment in _fragments(block)
        if (style := colours.of(fragment.charFormat())) != fragment.charFormat()
    ]
    cursor = QTextCursor(block)
    cursor.beginEditBlock()
    if (shape := colours.of_block(block.blockFormat())) != block.blockFormat():
        cursor.setBlockFormat(shape)
    if (style := colours.of(block.charFormat())) != block.charFormat():  # a bullet has its colour from there
        cursor.setBlockCharFormat(style)
    for start, length, style in changed:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(style)
    cursor.endEditBlock()


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def _tables(text: QTextBrowser) -> list[QTextTable]:
    return [frame for frame in text.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _recolour_table(table: QTextTable, colours: Colours) -> None:
    """The borders, which have one colour for all cells."""
    style, line = table.format(), QBrush(colours.theme.colour("line"))
    if style.borderBrush() != line:
        style.setBorderBrush(line)
        table.setFormat(style)
