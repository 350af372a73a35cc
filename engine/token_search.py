"""Finding a few tokens in a part of a text, as bytes: that is many times faster than to compare one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator


def places(text: array[int], sought: bytes, start: int, stop: int) -> Iterator[int]:
    """All places of the tokens whose bytes are `sought` in text[start:stop], the first one first, from one look at it.

    >>> list(places(array("i", [8, 8, 8, 9, 8]), array("i", [8, 8]).tobytes(), 1, 5))
    [1]
    """
    size = text.itemsize
    raw = text[start:stop].tobytes()
    at = raw.find(sought)
    while at >= 0:
        if at % size == 0:
            yield start + at // size
        at = raw.find(sought, at + 1)


def first_place(text: array[int], sought: bytes, start: int, stop: int) -> int:
    """First place of the tokens whose bytes are `sought` in text[start:stop], -1 for none.

    >>> first_place(array("i", [7, 8, 9, 8, 9]), array("i", [8, 9]).tobytes(), 2, 5)
    3
    """
    return next(places(text, sought, start, stop), -1)


def last_place(text: array[int], sought: bytes, start: int, stop: int) -> int:
    """The same, the last one.

    >>> last_place(array("i", [7, 8, 9, 8, 9]), array("i", [8, 9]).tobytes(), 0, 4)
    1
    """
    size = text.itemsize
    raw = text[start:stop].tobytes()
    at = raw.rfind(sought)
    while at >= 0 and at % size:
        at = raw.rfind(sought, 0, at + len(sought) - 1)
    return start + at // size if at >= 0 else -1
