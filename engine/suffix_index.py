"""Where has the longest stretch of what was just written stood before? Two indexes, one question.

`LiveSuffixes` holds the conversation at hand: it grows and shrinks token by token. `PastSuffixes` holds what was said
in other conversations: it is built once and read often. Both answer with the length of the longest match and with the
ends of its occurrences, most recent first, at a fixed cost however long the text is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

MATCH_MAX = 32  # a longer match is as good as this one
MAX_PLACES = 32  # occurrences looked at
GAP = -1  # stands between two pieces of past text; no token
NONE = 0  # no occurrence: no n-gram ends at position 0
_LEVELS = (8, 24)
_MAX_RANGE = 4096
_PASSED_AT_MOST: Final = 128  # other n-grams of the same hash
_AT_ONCE: Final = 64  # more tokens than that are taken in and out by whole arrays
_FIRST_BITS: Final = 11
_FACTOR: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1


class LiveSuffixes:
    """The longest earlier occurrences of the end of a growing token list.

    For n-grams of three lengths every position knows the one before it that had the same; comparing backwards finds how
    long each match really is. Of an n-gram the 32 most recent occurrences are compared, so in a very repetitive text an
    older match that is longer by a few tokens may go unseen.

    A token takes some fifty bytes: n-grams are told apart by a hash, equal ones are chained through arrays, and what
    fell into the same chain by chance is passed over.

    >>> live = LiveSuffixes(2)
    >>> live.extend([1, 2, 3, 9, 4, 2, 3, 8, 1, 2, 3])
    >>> live.longest()            # "1 2 3" stood before, up to position 3; "2 3" at 7 is shorter
    (3, [3])
    """

    def __init__(self, match_min: int) -> None:
        self.tokens: array[int] = array("i")  # what is held, oldest first; not to be changed
        self._sums: array[int] = array("Q", [0])  # by length: a hash of all tokens up to there
        self._levels = [_Chains(n) for n in (match_min, *(n for n in _LEVELS if n > match_min))]
        self._resize(_FIRST_BITS)

    def extend(self, tokens: Sequence[int]) -> None:
        if len(self.tokens) + len(tokens) > 1 << (self._bits - 1):
            self._resize((len(self.tokens) + len(tokens)).bit_length() + 1)
        if len(tokens) > _AT_ONCE:
            self._extend_at_once(array("i", tokens))
            return
        held, sums, shift = self.tokens, self._sums, 64 - self._bits
        total = sums[-1]
        for token in tokens:
            held.append(token)
            total = (total * _FACTOR + token + 1) & _MASK
            sums.append(total)
            end = len(held)
            for level in self._levels:
                if end < level.n:
                    level.before.append(NONE)
                    continue
                bucket = ((total - sums[end - level.n] * level.factor) & _MASK) >> shift
                level.before.append(level.newest[bucket])
                level.newest[bucket] = end

    def rewind(self, n_tokens: int) -> None:
        """Forget all but the first n_tokens."""
        n_tokens = max(n_tokens, 0)
        n_gone = len(self.tokens) - n_tokens
        if n_gone <= 0:
            return
        if n_gone > _AT_ONCE:
            del self.tokens[n_tokens:], self._sums[n_tokens + 1 :]
            for level in self._levels:
                del level.before[n_tokens + 1 :]
                level.rebuild_newest(self._sums, self._bits)
            return
        sums, shift = self._sums, 64 - self._bits
        for end in range(len(self.tokens), n_tokens, -1):
            total = sums.pop()
            for level in self._levels:
                before = level.before.pop()
                if end >= level.n:
                    level.newest[((total - sums[end - level.n] * level.factor) & _MASK) >> shift] = before
        del self.tokens[n_tokens:]

    def follow(self, history: Sequence[int]) -> None:
        """Catch up with a history that continues what is held, or is shorter."""
        self.rewind(len(history))
        self.extend(history[len(self.tokens) :])

    def longest(self, at_least: int = 1) -> tuple[int, list[int]]:
        """(tokens that match, at most MATCH_MAX; ends of the places where they do), (0, []) below match_min. Matches
        below at_least tokens need not be found."""
        for level, next_longer in zip(reversed(self._levels), (MATCH_MAX + 1, *reversed(_LEVELS)), strict=False):
            if next_longer <= at_least:
                break
            if level.before[-1] != NONE:
                length, ends = self._longest_in(level)
                if ends:
                    return length, ends
        return 0, []

    def _longest_in(self, level: _Chains) -> tuple[int, list[int]]:
        """Token by token backwards those places are kept that still match."""
        tokens, now, before, n = self.tokens, len(self.tokens), level.before, level.n
        places: list[int] = []
        end, n_passed = before[now], 0
        while end != NONE and len(places) < MAX_PLACES and n_passed < _PASSED_AT_MOST:
            fresh = list[int]()
            while end != NONE and len(places) + len(fresh) < MAX_PLACES:
                fresh.append(end)
                end = before[end]
            n_fresh = len(fresh)
            for back in range(1, n + 1):
                wanted = tokens[now - back]
                fresh = [at for at in fresh if tokens[at - back] == wanted]
            n_passed += n_fresh - len(fresh)
            places += fresh
        length, longer = n, places
        while longer and length < MATCH_MAX:
            places, length = longer, length + 1
            wanted = tokens[now - length]
            longer = [at for at in places if at >= length and tokens[at - length] == wanted]
        return (length, longer) if longer else (length - 1, places)

    def _extend_at_once(self, tokens: array[int]) -> None:
        """The same as token by token, by whole arrays: a long prompt takes a few milliseconds."""
        first = len(self.tokens) + 1
        powers = np.cumprod(np.full(len(tokens), _FACTOR, np.uint64))
        inverses = np.cumprod(np.full(len(tokens), pow(_FACTOR, -1, 1 << 64), np.uint64))
        terms = np.cumsum((np.frombuffer(tokens, np.int32).astype(np.uint64) + np.uint64(1)) * inverses)
        self._sums.frombytes(((terms + np.uint64(self._sums[-1])) * powers).tobytes())
        self.tokens.extend(tokens)
        for level in self._levels:
            level.append(self._sums, first, self._bits)

    def _resize(self, bits: int) -> None:
        """Tell apart 2**bits hashes from now on."""
        self._bits = bits
        for level in self._levels:
            level.newest = array("i", bytes(4 << bits))
            level.before = array("i", [NONE])
            level.append(self._sums, 1, bits)


class _Chains:
    """The n-grams of one length. newest: by hash, the end of the last one; before: by end, the one before it that has
    the same hash."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.factor = pow(_FACTOR, n, 1 << 64)
        self.newest: array[int] = array("i")
        self.before: array[int] = array("i", [NONE])

    def append(self, sums: array[int], first: int, bits: int) -> None:
        """Take in the n-grams that end at `first` and behind it."""
        first_whole = max(first, self.n)
        self.before.frombytes(bytes(4 * (min(first_whole, len(sums)) - first)))
        buckets = self._buckets(sums, first_whole, bits)
        if not len(buckets):
            return
        order = np.argsort(buckets, kind="stable")
        newest = np.frombuffer(self.newest, np.int32)
        in_order, ends = buckets[order], (order + first_whole).astype(np.int32)
        before = newest[in_order]
        before[1:] = np.where(in_order[1:] == in_order[:-1], ends[:-1], before[1:])
        by_end = np.empty_like(before)
        by_end[order] = before
        newest[in_order] = ends  # of the same hash the last one stays
        self.before.frombytes(by_end.tobytes())

    def rebuild_newest(self, sums: array[int], bits: int) -> None:
        """What is last of each hash, after the end of the text was cut off."""
        self.newest = array("i", bytes(4 << bits))
        buckets = self._buckets(sums, self.n, bits)
        np.frombuffer(self.newest, np.int32)[buckets] = np.arange(self.n, self.n + len(buckets), dtype=np.int32)

    def _buckets(self, sums: array[int], first: int, bits: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The hashes of the n-grams that end at `first` and behind it."""
        totals = np.frombuffer(sums, np.uint64)
        if first >= len(totals):
            return np.zeros(0, np.int64)
        hashes = totals[first:] - totals[first - self.n : len(totals) - self.n] * np.uint64(self.factor)
        return (hashes >> np.uint64(64 - bits)).astype(np.int64)


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

    def longest(self, context: Sequence[int], at_least: int = 1) -> tuple[int, list[int]]:
        """As `LiveSuffixes.longest`; context: what was written, of which the last MATCH_MAX tokens count. Below
        at_least tokens nothing is wanted."""
        order, text = self._order, self._bytes
        if not order or not len(context):
            return 0, []
        wanted = _sortable(np.asarray(context[-MATCH_MAX:], dtype=np.int32)[::-1])
        width = len(wanted)
        at = bisect_left(order, wanted, key=lambda i: text[4 * i : 4 * i + width])
        length = max(
            _shared_tokens(wanted, text[4 * order[i] : 4 * order[i] + width])
            for i in (at - 1, at)
            if 0 <= i < len(order)
        )
        if length < at_least:
            return 0, []
        wanted, width = wanted[: 4 * length], 4 * length
        first = bisect_left(order, wanted, hi=at, key=lambda i: text[4 * i : 4 * i + width])
        last = bisect_right(order, wanted, lo=at, key=lambda i: text[4 * i : 4 * i + width])
        places = order[first : min(last, first + _MAX_RANGE)]
        if len(places) > MAX_PLACES:
            recent = np.partition(np.frombuffer(places, dtype=np.int32), MAX_PLACES - 1)[:MAX_PLACES].tolist()
        else:
            recent = list(places)
        return length, [len(self.tokens) - place for place in sorted(recent)]


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
