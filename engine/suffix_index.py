"""Where has the longest stretch of what was just written stood before? Two indexes, one question.

`LiveSuffixes` holds the conversation at hand: it grows and shrinks token by token. `PastSuffixes` holds what was said
in other conversations: it is built once and read often. Both answer with the length of the longest match and with the
ends of its occurrences, most recent first, at a fixed cost however long the text is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import numpy as np

from engine.ngram_index import NONE, NgramIndex

MATCH_MAX = 32  # a longer match is as good as this one
MAX_PLACES = 32  # occurrences looked at
GAP = -1  # stands between two pieces of past text; no token
_LEVELS = (8, 24)
_MAX_RANGE = 4096


class LiveSuffixes:
    """The longest earlier occurrences of the end of a growing token list.

    Indexes of three n-gram lengths find candidates; comparing backwards finds how long each match really is. Of the
    occurrences of an n-gram the 32 most recent are compared, so in a very repetitive text an older match that is longer
    by a few tokens may go unseen.

    >>> live = LiveSuffixes(2)
    >>> live.extend([1, 2, 3, 9, 4, 2, 3, 8, 1, 2, 3])
    >>> live.longest()            # "1 2 3" stood before, up to position 3; "2 3" at 7 is shorter
    (3, [3])
    """

    def __init__(self, match_min: int) -> None:
        lengths = [match_min, *(n for n in _LEVELS if n > match_min)]
        self._levels = [NgramIndex(n) for n in lengths]

    @property
    def tokens(self) -> array[int]:
        """What is held, oldest first; not to be changed."""
        return self._levels[0].tokens

    def extend(self, tokens: Sequence[int]) -> None:
        for level in self._levels:
            level.extend(tokens)

    def rewind(self, n_tokens: int) -> None:
        for level in self._levels:
            level.rewind(n_tokens)

    def follow(self, history: Sequence[int]) -> None:
        """Catch up with a history that continues what is held, or is shorter."""
        for level in self._levels:
            level.follow(history)

    def longest(self) -> tuple[int, list[int]]:
        """(tokens that match, at most MATCH_MAX; ends of the places where they do), (0, []) below match_min."""
        for level in reversed(self._levels):
            if level.latest() != NONE:
                return self._extended(level)
        return 0, []

    def _extended(self, level: NgramIndex) -> tuple[int, list[int]]:
        tokens, now = level.tokens, len(level.tokens)
        best = level.n
        places: list[int] = []
        end = level.latest()
        for _ in range(MAX_PLACES):
            if end == NONE:
                break
            if tokens[end - best : end] == tokens[now - best : now]:
                grown = best
                while grown < MATCH_MAX and grown < end and tokens[end - grown - 1] == tokens[now - grown - 1]:
                    grown += 1
                if grown > best:
                    best = grown
                    places.clear()
                places.append(end)
            end = level.before(end)
        return best, places


class PastSuffixes:
    """The longest occurrences, in a fixed text, of the end of another one.

    A suffix array of the reversed text, sorted by its first MATCH_MAX tokens: what matches best lies next to where the
    reversed context would be sorted in. Eight bytes and a little for each token.

    >>> past = PastSuffixes([[1, 2, 3, 4], [7, 2, 3, 5]])
    >>> length, ends = past.longest([9, 2, 3])
    >>> length, [past.tokens[end] for end in ends]
    (2, [5, 4])
    """

    def __init__(self, pieces: Iterable[Sequence[int]]) -> None:
        self.tokens: array[int] = array("i")
        for piece in pieces:
            self.tokens.extend(piece)
            self.tokens.append(GAP)
        backwards = np.frombuffer(self.tokens, dtype=np.int32)[::-1]
        self._bytes = _sortable(backwards)
        self._order: array[int] = array("i", _suffix_order(backwards).astype(np.int32).tobytes())

    def longest(self, context: Sequence[int]) -> tuple[int, list[int]]:
        """As `LiveSuffixes.longest`; context: what was written, of which the last MATCH_MAX tokens count."""
        order, text = self._order, self._bytes
        wanted = _sortable(np.asarray(context[-MATCH_MAX:], dtype=np.int32)[::-1])
        if not order or not wanted:
            return 0, []
        width = len(wanted)
        at = bisect_left(order, wanted, key=lambda i: text[4 * i : 4 * i + width])
        length = max(
            _shared_tokens(wanted, text[4 * order[i] : 4 * order[i] + width])
            for i in (at - 1, at)
            if 0 <= i < len(order)
        )
        if length == 0:
            return 0, []
        wanted, width = wanted[: 4 * length], 4 * length
        first = bisect_left(order, wanted, hi=at, key=lambda i: text[4 * i : 4 * i + width])
        last = bisect_right(order, wanted, lo=at, key=lambda i: text[4 * i : 4 * i + width])
        places = np.frombuffer(order, dtype=np.int32)[first : min(last, first + _MAX_RANGE)]
        if len(places) > MAX_PLACES:
            places = np.partition(places, MAX_PLACES - 1)[:MAX_PLACES]
        return length, [len(self.tokens) - place for place in sorted(places.tolist())]


def _sortable(tokens: np.ndarray[tuple[int], np.dtype[np.int32]]) -> bytes:
    """Bytes that sort like the tokens, gaps first."""
    return (tokens + 1).astype(">u4").tobytes()


def _shared_tokens(a: bytes, b: bytes) -> int:
    """Number of tokens that two sortable texts have in common at their start."""
    size = min(len(a), len(b))
    differing = int.from_bytes(a[:size], "big") ^ int.from_bytes(b[:size], "big")
    return (8 * size - differing.bit_length()) // 32


def _suffix_order(tokens: np.ndarray[tuple[int], np.dtype[np.int32]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Start positions of all suffixes, sorted by their first MATCH_MAX tokens, then by position (prefix doubling)."""
    rank = np.unique(tokens, return_inverse=True)[1].astype(np.int64) + 1
    width = 1
    while width < MATCH_MAX and len(tokens):
        behind = np.zeros_like(rank)
        behind[: -width or None] = rank[width:] if width < len(rank) else 0
        rank = np.unique(rank * (len(tokens) + 1) + behind, return_inverse=True)[1].astype(np.int64) + 1
        width *= 2
    return np.argsort(rank, kind="stable")
