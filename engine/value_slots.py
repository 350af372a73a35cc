"""Records of one form, filled one after the other from a source: rows of a table, objects of a list.

    source     A-1000,bolt,12        written    {"id": "A-1000", "item": "bolt", "count": 12},
               A-1007,nut,31                    {"id": "A-1007", "item": "nut", "count": 31},
               A-1014,hinge,7                   {"id": "
    expected                                              A-1014", "item": "hinge", "count": 7},

The record before is the form. Where the newest record differed from it, both values are looked for in the source: what
stands in front of them (a comma) and how many times that comes between them (three) says where the next value is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine.token_search import first_place, places

VALUE_AT_MOST: Final = 24  # tokens
FAR: Final = 400  # tokens of the source from one value to the next, at most
TRIED_AT_MOST: Final = 64  # places of a value: a word that stands everywhere is the value of no record


@dataclass(frozen=True, slots=True)
class Slot:
    """A value in a record. value: where it stands in the source; front: the token in front of it there; step: how
    many of those it is from one record's value to the next; behind: the token behind it; length: its tokens in the
    record."""

    value: int
    front: int
    step: int
    behind: int
    length: int


@dataclass(frozen=True, slots=True)
class Filling:
    """What is expected in a slot of the record being written. then: where the form goes on."""

    tokens: tuple[int, ...]
    then: int
    slot: Slot


class ValueSlots:
    """The slots of a text, by the position in the text where each value begins."""

    def __init__(self) -> None:
        self._slots: dict[int, Slot] = {}

    def __contains__(self, at: int) -> bool:
        """Whether a value begins at this position of the text."""
        return at in self._slots

    def __len__(self) -> int:
        return len(self._slots)

    def expected(self, text: array[int], form: int) -> Filling | None:
        """What to write where the form (the record before) is at the position `form`, if a value stands there."""
        slot = self._slots.get(form)
        if slot is None:
            return None
        value = _next_value(text, slot, form)
        if value < 0:
            return None
        end = value
        while end < form and text[end] != slot.behind and end - value < VALUE_AT_MOST:
            end += 1
        if end == value or end >= form or text[end] != slot.behind:
            return None
        found = Slot(value, slot.front, slot.step, slot.behind, end - value)
        return Filling(tuple(text[value:end]), form + slot.length, found)

    def note(self, at: int, slot: Slot) -> None:
        """A value was written at `at` as expected."""
        self._slots[at] = slot

    def learn(self, text: array[int], old: tuple[int, int], new: tuple[int, int]) -> None:
        """Between two records of a form the value text[old[0]:old[1]] became text[new[0]:new[1]]."""
        length_old, length_new = old[1] - old[0], new[1] - new[0]
        if not 0 < length_old <= VALUE_AT_MOST or not 0 < length_new <= VALUE_AT_MOST:
            return
        known = self._slots.get(old[0])
        if known:
            candidates: Iterable[int] = (known.value,)
        else:
            candidates = islice(places(text, text[old[0] : old[1]].tobytes(), 1, old[0]), TRIED_AT_MOST)
        for place in candidates:
            shared = _shared_before(text, old[0], new[0], place)
            start, begin = place - shared, new[0] - shared
            front, behind = text[start - 1], text[place + length_old]
            found = _find_between(text, text[begin : new[1]], start + 1, min(start + FAR, old[0]), front, behind)
            if found > 0:
                self._slots[begin] = Slot(found, front, text[start:found].count(front), behind, new[1] - begin)
                return


def _shared_before(text: array[int], old: int, new: int, place: int) -> int:
    """Tokens in front of a value that belong to it, since they stand in both records and in the source: of A-1042 and
    A-1049 only the end differs. What is behind it is no part of it: there a comma may stand in all three."""
    n = 0
    while n < min(VALUE_AT_MOST, place - 1) and text[place - n - 1] == text[old - n - 1] == text[new - n - 1]:
        n += 1
    return n


def _next_value(text: array[int], slot: Slot, end: int) -> int:
    """Where the value stands in the source that follows the slot's, -1 where there is none in front of `end`."""
    at, stop = slot.value, min(end, slot.value + FAR)
    for _ in range(slot.step):
        try:
            at = text.index(slot.front, at, stop) + 1
        except ValueError:
            return -1
    return at if slot.step else -1


def _find_between(text: array[int], wanted: array[int], start: int, stop: int, front: int, behind: int) -> int:
    """The first place of `wanted` that has these tokens in front of and behind it, -1 for none."""
    at = first_place(text, array("i", (front, *wanted, behind)).tobytes(), start - 1, stop + 1)
    return at + 1 if at >= 0 else -1
