"""ngram-simple: what followed when the last few tokens stood here before?

After llama.cpp's `common_ngram_simple_draft` (common/ngram-map.cpp), with three differences. A continuation
shorter than size_m is drafted as far as it goes (there, one shorter than size_n is thrown away, so a short
loop gets no draft at all). min_hits counts. And position 0 is a position like any other.
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
from engine.ngram_index import NONE, NgramIndex


def continuation(index: NgramIndex, size_m: int, min_hits: int) -> tuple[int, ...]:
    """Up to size_m tokens that followed the most recent of at least min_hits earlier occurrences of the last
    n tokens.

    That occurrence may lie so close that its continuation runs into the present after p < size_m tokens.
    Those p tokens are the draft, unless the text is repeating itself: when its last p tokens equal the p
    before them, the draft goes round and round up to size_m, which is what the coming rounds would draft if
    all went well. An older occurrence would offer more tokens too, but the first ones of them, on which
    everything depends, would be staler.

    >>> index = NgramIndex(2)
    >>> index.extend([1, 2, 3, 4, 1, 2])
    >>> continuation(index, 8, 1)      # all that is there
    (3, 4, 1, 2)
    >>> index.extend([3, 4, 1, 2])     # seen twice: it repeats
    >>> continuation(index, 7, 1)
    (3, 4, 1, 2, 3, 4, 1)
    """
    if index.n_before() < min_hits:
        return ()
    start, tokens = index.latest(), index.tokens
    if start == NONE:
        return ()
    end = len(tokens)
    found = tokens[start : min(start + size_m, end)]
    period = end - start
    if period < size_m and tokens[start:end] == tokens[max(start - period, 0) : start]:
        found = (found * (size_m // period + 1))[:size_m]
    return tuple(found)


class NgramSimple:
    """See the module; options size_n, size_m, min_hits."""

    def __init__(self, size_n: int, size_m: int, min_hits: int) -> None:
        self._index = NgramIndex(size_n)
        self._size_m = size_m
        self._min_hits = min_hits

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        self._index.restart(prompt)

    def observe(self, batch: DecodedBatch) -> None:
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        self._index.follow(history)
        tokens = continuation(self._index, min(self._size_m, limit), self._min_hits) if limit > 0 else ()
        return Draft(tokens) if tokens else EMPTY

    def accept(self, outcome: Outcome) -> None:
        """Nothing: the next history says it all."""

    def rewind(self, n_tokens: int) -> None:
        self._index.rewind(n_tokens)

    def close(self) -> None:
        self._index = NgramIndex(self._index.n)


def _create(options: Mapping[str, OptionValue], resources: Resources) -> NgramSimple:  # noqa: ARG001
    return NgramSimple(int(options["size_n"]), int(options["size_m"]), int(options["min_hits"]))


DRAFTER = DrafterType(
    name="ngram-simple",
    title="N-gram",
    family="ngram",
    options=(
        OptionSpec("size_n", "int", 12, "Tokens that must match before anything is drafted.", 1, 64),
        OptionSpec("size_m", "int", 48, "Most tokens to draft after a match.", 1, 128),
        OptionSpec("min_hits", "int", 1, "Earlier occurrences needed.", 1, 16),
    ),
    create=_create,
    n_max=lambda options: int(options["size_m"]),
)
