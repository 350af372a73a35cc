"""Selecting text across messages: a selection that began in one text goes on in those that the mouse is drawn over."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QScrollArea, QTextBrowser, QWidget

_SEPARATORS = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\ufffc": ""})


class Spread(QObject):
    """The texts of one conversation, and what of them is selected. A child of the area that they scroll in."""

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self._area = area
        self._selected: list[QTextBrowser] = []

    def begin(self, text: QTextBrowser) -> None:
        """A selection begins in this text: those of before are gone."""
        for other in self._texts():
            if other is not text and other.textCursor().hasSelection():
                _select(other, 0, 0)
        self._selected = [text]

    def draw_to(self, text: QTextBrowser, place: QPoint) -> None:
        """The mouse is drawn on, from this text to a place on the screen."""
        texts = self._texts()
        if text not in texts:
            return
        first = texts.index(text)
        last = max((i for i, one in enumerate(texts) if _top(one) <= place.y()), default=0)
        anchor = text.textCursor().anchor()
        for i, one in enumerate(texts):
            end = one.document().characterCount() - 1
            there = one.cursorForPosition(one.viewport().mapFromGlobal(place)).position()
            if i == first == last:
                _select(one, anchor, there)
            elif i == first:
                _select(one, anchor, end if last > first else 0)
            elif i == last:
                _select(one, *((0, there) if last > first else (end, there)))
            elif min(first, last) < i < max(first, last):
                _select(one, 0, end)
            elif one.textCursor().hasSelection():
                _select(one, 0, 0)
        self._selected = texts[min(first, last) : max(first, last) + 1]

    @property
    def text(self) -> str:
        """All that is selected, in the order it is read in."""
        chosen = [one for one in self._texts() if one in self._selected]
        parts = [one.textCursor().selectedText().translate(_SEPARATORS) for one in chosen]
        return "\n\n".join(part for part in parts if part)

    @property
    def several(self) -> bool:
        """Whether more than one text has a part in it."""
        return len(self._selected) > 1

    def _texts(self) -> list[QTextBrowser]:
        shown = [one for one in self._area.findChildren(QTextBrowser) if one.isVisible()]
        return sorted(shown, key=_top)


def _top(text: QTextBrowser) -> int:
    return text.mapToGlobal(QPoint(0, 0)).y()


def _select(text: QTextBrowser, start: int, end: int) -> None:
    cursor = text.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)


def spread_of(widget: QWidget) -> Spread | None:
    """Of the conversation that a text stands in; made when it is first asked for."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is None:
        return None
    kept = above.findChild(Spread, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return Spread(above) if kept is None else kept
