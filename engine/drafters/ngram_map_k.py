"""ngram-map-k: an n-gram and the m tokens behind it, drafted as far as they held the last time.

After llama.cpp's `ngram-map-k` (docs/speculative.md, common/ngram-map.cpp): the last size_n tokens are the
key; when they stood in the history before with size_m tokens behind them, those are the draft, and for each
key it is remembered how many were accepted. Here min_hits counts in this mode too, the most recent occurrence
is taken instead of the one that was hashed first, and a length that shrank can grow again (see
`AcceptedLengths`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from engine.ngram_index import NONE, AcceptedLengths, NgramIndex


class NgramMapK:
    """See the module; options size_n, size_m, min_hits."""

    def __init__(self, size_n: int, size_m: int, min_hits: int) -> None:
        self._index = NgramIndex(size_n)
        self._lengths = AcceptedLengths(size_m)
        self._size_m = size_m
        self._min_hits = min_hits

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        self._index.restart(prompt)
        self._lengths.clear()

    def observe(self, batch: DecodedBatch) -> None:
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        index = self._index
        index.follow(history)
        start = index.latest_whole(self._size_m)
        if start == NONE or index.n_before(start) + 1 < self._min_hits:
            return EMPTY
        key = index.key()
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


def _create(options: Mapping[str, OptionValue], resources: Resources) -> NgramMapK:  # noqa: ARG001
    return NgramMapK(int(options["size_n"]), int(options["size_m"]), int(options["min_hits"]))


DRAFTER = DrafterType(
    name="ngram-map-k",
    title="N-gram, learning lengths",
    family="ngram",
    options=(
        OptionSpec("size_n", "int", 12, "Tokens that must match before anything is drafted.", 1, 64),
        OptionSpec("size_m", "int", 48, "Tokens that must stand behind the match; the longest draft.", 1, 128),
        OptionSpec("min_hits", "int", 1, "Earlier occurrences needed.", 1, 16),
    ),
    create=_create,
    n_max=lambda options: int(options["size_m"]),
)
