"""A message that is not laid out yet, as its bare words in about the right place: nothing is blank when it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextOption

from ui.chat.conversation import Reply, Turn
from ui.theme.palette import FONT_PX, FONT_SMALL_PX, RADIUS_CARD, SPACE_M, SPACE_XL
from ui.theme.text_size import scaled
from ui.theme.theme import Theme

_LINE_PX: Final = 22  # these three at text of 100 %
_EMPTY_PX: Final = 9  # an empty line of Markdown is a gap
_CHARACTER_PX: Final = 7.6  # on the average
_HEAD_PX: Final = SPACE_XL  # for who wrote it
_LONGEST: Final = 4000  # characters of a line that are drawn at once


def paint_preview(painter: QPainter, turn: Turn, place: QRect, seen: QRect, theme: Theme) -> None:
    """Draw the part of a turn that is to be seen. place: of the whole turn; seen: what is painted of it."""
    painter.save()
    painter.setClipRect(seen)
    painter.setFont(theme.font(FONT_SMALL_PX, QFont.Weight.DemiBold))
    painter.setPen(theme.colour("muted"))
    name = turn.model if isinstance(turn, Reply) else QCoreApplication.translate("UserMessage", "You")
    painter.drawText(place.adjusted(0, 2, 0, 0), Qt.AlignmentFlag.AlignTop, name)
    inside = place.adjusted(0, _HEAD_PX, 0, 0)
    if not isinstance(turn, Reply):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(inside, RADIUS_CARD, RADIUS_CARD)
        inside.adjust(SPACE_M + 2, 10, -SPACE_M - 2, -10)
    painter.setFont(theme.font(FONT_PX))
    painter.setPen(theme.colour("text"))
    _draw_words(painter, turn, inside, seen)
    painter.restore()


def _draw_words(painter: QPainter, turn: Turn, inside: QRect, seen: QRect) -> None:
    y = float(inside.top())
    for words, height in lines_of(turn, inside.width()):
        if y > seen.bottom():
            return
        if words and y + height > seen.top():
            n_above = max(0, int(seen.top() - y) // scaled(_LINE_PX))
            words = words[n_above * _per_line(inside.width()) :][:_LONGEST]
            y += n_above * scaled(_LINE_PX)
            y = _draw_line(painter, words, QPointF(inside.left(), y), inside.width(), seen.bottom())
        else:
            y += height


def _draw_line(painter: QPainter, words: str, at: QPointF, width: int, bottom: int) -> float:
    """Returns where the next one begins."""
    layout = QTextLayout(words, painter.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    y = at.y()
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid() and y <= bottom:
        line.setLineWidth(width)
        line.setPosition(QPointF(at.x(), y))
        y += scaled(_LINE_PX)
        line = layout.createLine()
    layout.endLayout()
    layout.draw(painter, QPointF(0, 0))
    return y


def lines_of(turn: Turn, width: int) -> Iterator[tuple[str, int]]:
    """The lines of a turn as they were written, and how many pixels each takes up at a width, by and large."""
    per_line, full = _per_line(width), scaled(_LINE_PX)
    empty = scaled(_EMPTY_PX) if isinstance(turn, Reply) else full
    for line in turn.text.split("\n"):
        yield line, (1 + len(line) // per_line) * full if line else empty


def _per_line(width: int) -> int:
    return max(20, int(width * 100 / (_CHARACTER_PX * scaled(100))))
