"""Where have the last n tokens stood before? An index that grows and shrinks with a reply and never rescans
it.

Every n-gram of the history is a key (its bytes, so that two n-grams are equal when their keys are: no
collisions). For each position the index keeps the occurrence before it and how many there were so far. That
makes appending a token, taking it back and looking up the newest n-gram cost the same at 1,000 tokens and at
100,000.

A position is named by its *end*: the number of tokens up to and with the n-gram's last. What followed an
occurrence ending at `e` is therefore `tokens[e:]`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

NONE = 0  # no occurrence: no n-gram ends at position 0


class NgramIndex:
    """Occurrences of the n-grams of one growing token list.

    >>> index = NgramIndex(2)
    >>> index.extend([7, 8, 9, 7, 8])
    >>> index.latest()            # "7 8" stood before, up to position 2; "9 7 8" followed
    2
    >>> index.n_before(), list(index.tokens[2:])
    (1, [9, 7, 8])
    >>> index.rewind(4)           # the last 8 is taken back; "9 7" is new
    >>> index.latest()
    0
    """

    def __init__(self, n: int) -> None:
        if n < 1:
            raise ValueError(f"an n-gram has at least one token, not {n}")
        self.n = n
        self.tokens: array[int] = array("i")
        self._newest: dict[bytes, int] = {}
        self._previous: array[int] = array("i", [NONE])  # by end: the occurrence before it
        self._count: array[int] = array("i", [0])  # by end: occurrences up to and with it

    def __len__(self) -> int:
        return len(self.tokens)

    def append(self, token: int) -> None:
        """Take in the next token."""
        self.tokens.append(token)
        end = len(self.tokens)
        if end < self.n:
            self._previous.append(NONE)
            self._count.append(0)
            return
        key = self.tokens[end - self.n : end].tobytes()
        before = self._newest.get(key, NONE)
        self._newest[key] = end
        self._previous.append(before)
        self._count.append(self._count[before] + 1)

    def extend(self, tokens: Iterable[int]) -> None:
        """Take in several tokens, oldest first."""
        for token in tokens:
            self.append(token)

    def rewind(self, n_tokens: int) -> None:
        """Forget everything behind the first n_tokens; nothing happens when there are no more than that."""
        for end in range(len(self.tokens), max(n_tokens, 0), -1):
            before = self._previous.pop()
            self._count.pop()
            if end >= self.n:
                key = self.tokens[end - self.n : end].tobytes()
                if before == NONE:
                    del self._newest[key]
                else:
                    self._newest[key] = before
            self.tokens.pop()

    def follow(self, history: Sequence[int]) -> None:
        """Catch up with a history that continues what the index holds (or is shorter: then rewind)."""
        if len(history) < len(self.tokens):
            self.rewind(len(history))
        else:
            self.extend(history[len(self.tokens) :])

    def restart(self, prompt: Sequence[int]) -> None:
        """Hold exactly `prompt`, keeping the work done for the part that it shares with what was held."""
        self.rewind(shared_prefix(self.tokens, prompt))
        self.extend(prompt[len(self.tokens) :])

    def latest(self) -> int:
        """End of the most recent earlier occurrence of the last n tokens; NONE when there is none."""
        return self._previous[-1]

    def n_before(self, end: int | None = None) -> int:
        """How many occurrences of the n-gram ending at `end` (default: the newest one) came before it."""
        return max(self._count[len(self.tokens) if end is None else end] - 1, 0)

    def before(self, end: int) -> int:
        """End of the occurrence before the one that ends at `end`; NONE when that was the first."""
        return self._previous[end]

    def latest_whole(self, n_following: int) -> int:
        """Like `latest`, of the occurrences behind which at least n_following tokens stand.

        Each step back moves by a position at least, so there are at most n_following of them.
        """
        end = self.latest()
        while end != NONE and len(self.tokens) - end < n_following:
            end = self._previous[end]
        return end

    def key(self) -> bytes:
        """The last n tokens as a hashable key; shorter when the history is."""
        return self.tokens[max(len(self.tokens) - self.n, 0) :].tobytes()


class AcceptedLengths:
    """How long a draft for a key may be: as long as what was accepted of the one before, at most size_m.

    A draft accepted to its end doubles the length. A key whose draft was rejected from the first token on is
    left alone. All this is forgotten with the next reply.
    """

    def __init__(self, size_m: int) -> None:
        self._size_m = size_m
        self._lengths: dict[bytes, int] = {}
        self._drafted: tuple[bytes, int] | None = None

    def clear(self) -> None:
        self._lengths.clear()
        self._drafted = None

    def allowed(self, key: bytes) -> int:
        return self._lengths.get(key, self._size_m)

    def note_draft(self, key: bytes, n_tokens: int) -> None:
        """A draft of n_tokens for this key is on its way."""
        self._drafted = (key, n_tokens)

    def note_outcome(self, n_accepted: int, cut_short: bool) -> None:
        """What the target made of it. cut_short: the reply ended inside the draft, which says nothing about
        it.
        """
        if self._drafted is None:
            return
        key, n_tokens = self._drafted
        self._drafted = None
        if n_accepted < n_tokens and not cut_short:
            self._lengths[key] = n_accepted
        elif n_accepted == n_tokens and key in self._lengths:
            self._lengths[key] = min(2 * n_accepted, self._size_m)


def shared_prefix(a: Sequence[int], b: Sequence[int]) -> int:
    """Number of tokens at the start that a and b have in common.

    >>> shared_prefix([1, 2, 3], [1, 2, 4, 5])
    2
    """
    for i, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return i
    return min(len(a), len(b))
