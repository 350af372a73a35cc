"""What llama.cpp's two n-gram maps share: a key of n tokens, a continuation, and how far each held the last time.

They differ in the continuation that they pick and in what lengths are remembered by; see `engine.drafters.ngram_map_k`
and `ngram_map_k4v`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from engine.drafters.contract import EMPTY, DecodedBatch, Draft, DraftSampler, Outcome
from engine.ngram_index import AcceptedLengths, NgramIndex


class NgramMap(ABC):
    """A drafter but for `_pick`. size_n: tokens of a key; size_m: tokens of a continuation; min_hits: earlier
    occurrences needed."""

    def __init__(self, size_n: int, size_m: int, min_hits: int) -> None:
        self._index = NgramIndex(size_n)
        self._lengths = AcceptedLengths(size_m)
        self._size_m = size_m
        self._min_hits = min_hits

    @abstractmethod
    def _pick(self, index: NgramIndex) -> tuple[int, bytes] | None:
        """Where the continuation begins, and what its length is remembered by; None for no draft."""

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        self._index.restart(prompt)
        self._lengths.clear()

    def observe(self, batch: DecodedBatch) -> None:  # noqa: B027
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        index = self._index
        index.follow(history)
        picked = self._pick(index)
        if picked is None:
            return EMPTY
        start, key = picked
        n_tokens = min(self._lengths.allowed(key), limit)
        if n_tokens <= 0:
            return EMPTY
        self._lengths.note_draft(key, n_tokens)
        return Draft(tuple(index.tokens[start : start + n_tokens]))

    def accept(self, outcome: Outcome) -> None:
        if outcome.own:
            self._lengths.note_outcome(outcome.n_accepted, outcome.next_token is None)

    def rewind(self, n_tokens: int) -> None:
        self._index.rewind(n_tokens)

    def close(self) -> None:
        self._index = NgramIndex(self._index.n)
        self._lengths.clear()
