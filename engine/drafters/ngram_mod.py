"""ngram-mod: a pool that knows the next token after every n-gram seen so far, in all conversations.

After llama.cpp's `ngram-mod` (docs/speculative.md, common/ngram-mod.cpp): the hash of n_match tokens picks
one of 4 Mi entries (16 MiB), which holds the token that followed. Drafting rolls the hash over its own
guesses until an entry is empty or n_max is reached; fewer than n_min tokens are no draft. The pool is emptied
when a reply begins with more than a quarter of it in use, and after five drafts in a row of which less than a
quarter was accepted. Here what was just written is known at once, instead of 32 tokens later, and after
emptying the present history is read in again.

The pool is no record of the history: a token taken back stays in it until something overwrites its entry.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import (
    EMPTY,
    DecodedBatch,
    Draft,
    DrafterType,
    DraftSampler,
    Outcome,
    Resources,
)
from engine.ngram_index import shared_prefix

POOL_BITS = 22
POOL_BYTES = 4 << POOL_BITS
VACANT = -1
MAX_OCCUPANCY = 0.25
LOW_ACCEPTANCE = 0.25
LOW_ROUNDS = 5

_WORD = (1 << 64) - 1
_FACTOR = 6364136223846793005  # Knuth's MMIX generator: a full-period multiplier modulo 2**64
_SHIFT = 64 - POOL_BITS
_FEW = 32  # up to here a Python loop beats NumPy's fixed costs


class NgramPool:
    """Next token by the hash of the n tokens before it. Different n-grams may share an entry; the last one
    has it.

    >>> pool = NgramPool(2)
    >>> pool.learn([5, 6, 7, 8], 0)
    >>> pool.continuation([0, 5, 6], 4)
    [7, 8]
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self._leaving = pow(_FACTOR, n, 1 << 64)  # weight of the token that drops out of the window
        self._entries: npt.NDArray[np.int32] = np.full(1 << POOL_BITS, VACANT, dtype=np.int32)
        self._used = 0

    @property
    def occupancy(self) -> float:
        """Share of the entries in use."""
        return self._used / len(self._entries)

    def clear(self) -> None:
        self._entries.fill(VACANT)
        self._used = 0

    def learn(self, tokens: Sequence[int], start: int) -> None:
        """Take in every n-gram of `tokens` whose next token stands at `start` or behind it."""
        first = max(start - self.n, 0)
        n_grams = len(tokens) - self.n - first
        if n_grams <= 0:
            return
        if n_grams <= _FEW:
            self._learn_few(tokens[first:], n_grams)
            return
        values = np.asarray(tokens[first:], dtype=np.uint64)
        hashes = np.zeros(n_grams, dtype=np.uint64)
        for i in range(self.n):
            hashes = hashes * np.uint64(_FACTOR) + values[i : i + n_grams]
        places = hashes >> np.uint64(_SHIFT)
        self._used += int(np.count_nonzero(self._entries[np.unique(places)] == VACANT))
        self._entries[places] = values[self.n :].astype(np.int32)  # of equal places the last value stays

    def _learn_few(self, tokens: Sequence[int], n_grams: int) -> None:
        """The same one by one, which is faster for the tokens of a round."""
        rolling = self._hash(tokens[: self.n])
        for i in range(n_grams):
            place, token = rolling >> _SHIFT, tokens[i + self.n]
            self._used += self._entries.item(place) == VACANT
            self._entries[place] = token
            rolling = (rolling * _FACTOR + token - tokens[i] * self._leaving) & _WORD

    def _hash(self, window: Sequence[int]) -> int:
        rolling = 0
        for token in window:
            rolling = (rolling * _FACTOR + token) & _WORD
        return rolling

    def continuation(self, tokens: Sequence[int], limit: int) -> list[int]:
        """Up to `limit` tokens that the pool expects after `tokens`, of which there are at least n."""
        window = list(tokens[-self.n :])
        rolling = self._hash(window)
        entries = self._entries
        for i in range(limit):
            token = entries.item(rolling >> _SHIFT)
            if token == VACANT:
                break
            rolling = (rolling * _FACTOR + token - window[i] * self._leaving) & _WORD
            window.append(token)
        return window[self.n :]


class NgramMod:
    """See the module; options n_match, n_min, n_max. The pool is there from the first reply until `close`."""

    def __init__(self, n_match: int, n_min: int, n_max: int) -> None:
        self._n_match = n_match
        self._n_min = n_min
        self._n_max = n_max
        self._pool: NgramPool | None = None
        self._tokens: array[int] = array("i")
        self._n_learnt = 0
        self._n_low = 0

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        pool = self._ready_pool()
        self._cut(shared_prefix(self._tokens, prompt))
        if pool.occupancy > MAX_OCCUPANCY:
            self._start_over(pool)
        self._learn(pool, prompt)

    def observe(self, batch: DecodedBatch) -> None:
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        pool = self._ready_pool()
        self._learn(pool, history)
        if len(self._tokens) < self._n_match or limit <= 0:
            return EMPTY
        # n_min is a measure of the match, so it is looked for even where fewer tokens may be drafted.
        wanted = min(self._n_max, max(limit, self._n_min))
        tokens = pool.continuation(self._tokens, wanted)
        if not tokens or len(tokens) < min(self._n_min, self._n_max):
            return EMPTY
        return Draft(tuple(tokens[:limit]))

    def accept(self, outcome: Outcome) -> None:
        if not outcome.own or outcome.next_token is None:
            return
        if outcome.n_accepted >= LOW_ACCEPTANCE * len(outcome.drafted):
            self._n_low = 0
            return
        self._n_low += 1
        if self._n_low >= LOW_ROUNDS:
            self._start_over(self._ready_pool())

    def rewind(self, n_tokens: int) -> None:
        self._cut(n_tokens)

    def close(self) -> None:
        self._pool = None
        self._cut(0)
        self._n_low = 0

    def _ready_pool(self) -> NgramPool:
        if self._pool is None:
            self._pool = NgramPool(self._n_match)
        return self._pool

    def _learn(self, pool: NgramPool, history: Sequence[int]) -> None:
        self._cut(len(history))
        self._tokens.extend(history[len(self._tokens) :])
        pool.learn(self._tokens, self._n_learnt)
        self._n_learnt = len(self._tokens)

    def _cut(self, n_tokens: int) -> None:
        del self._tokens[n_tokens:]
        self._n_learnt = min(self._n_learnt, n_tokens)

    def _start_over(self, pool: NgramPool) -> None:
        pool.clear()
        self._n_learnt = 0
        self._n_low = 0


def _create(options: Mapping[str, OptionValue], resources: Resources) -> NgramMod:  # noqa: ARG001
    return NgramMod(int(options["n_match"]), int(options["n_min"]), int(options["n_max"]))


DRAFTER = DrafterType(
    name="ngram-mod",
    title="N-gram pool",
    family="ngram",
    options=(
        OptionSpec("n_match", "int", 24, "Tokens that must match; below 16 the guesses are poor.", 1, 128),
        OptionSpec("n_min", "int", 48, "Drafts shorter than this are dropped.", 0, 128),
        OptionSpec("n_max", "int", 64, "Longest draft, in tokens.", 1, 128),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]),
)
