"""ngram-map-k4v: an n-gram, up to four ways it went on, and the one that clearly leads.

After llama.cpp's `ngram-map-k4v` (docs/speculative.md, common/ngram-map.cpp): of the size_m tokens behind
each earlier occurrence of the key, up to four different ones are counted; the most frequent is drafted when
it occurs at least twice as often as the others together, and as far as it was accepted the last time. Here
the counts are taken afresh from the 32 most recent occurrences, which keeps them right after a rewind at a
fixed cost, and the tokens drafted are those that were counted (there, those behind another occurrence may
be).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import DrafterType, Resources
from engine.ngram_index import NONE, NgramIndex
from engine.ngram_map import NgramMap

MAX_VALUES = 4
MAX_OCCURRENCES = 32


def dominant(index: NgramIndex, size_m: int, min_hits: int) -> int:
    """End of the most recent occurrence with the leading continuation of the last n tokens; NONE when none
    leads.

    >>> index = NgramIndex(1)
    >>> index.extend([1, 5, 1, 5, 1, 6, 1])     # "1" was followed by 5, 5, 6
    >>> dominant(index, 1, min_hits=1)
    3
    >>> index.extend([6, 1])                    # 5, 5, 6, 6: a draw
    >>> dominant(index, 1, min_hits=1)
    0
    """
    newest = index.latest_whole(size_m)
    if newest == NONE or index.n_before(newest) + 1 < min_hits:
        return NONE
    counts: dict[bytes, int] = {}
    ends: dict[bytes, int] = {}
    end = newest
    for _ in range(MAX_OCCURRENCES):
        if end == NONE:
            break
        value = index.tokens[end : end + size_m].tobytes()
        if value in counts:
            counts[value] += 1
        elif len(counts) < MAX_VALUES:
            counts[value] = 1
            ends[value] = end
        end = index.before(end)
    leader = max(counts, key=counts.__getitem__)
    others = sum(counts.values()) - counts[leader]
    return ends[leader] if counts[leader] >= 2 * others else NONE


class NgramMapK4V(NgramMap):
    """See the module; options size_n, size_m, min_hits."""

    def _pick(self, index: NgramIndex) -> tuple[int, bytes] | None:
        start = dominant(index, self._size_m, self._min_hits)
        if start == NONE:
            return None
        # Lengths belong to the key together with its continuation.
        return start, index.key() + index.tokens[start : start + self._size_m].tobytes()


def _create(options: Mapping[str, OptionValue], resources: Resources) -> NgramMapK4V:  # noqa: ARG001
    return NgramMapK4V(int(options["size_n"]), int(options["size_m"]), int(options["min_hits"]))


DRAFTER = DrafterType(
    name="ngram-map-k4v",
    title="N-gram, four continuations",
    family="ngram",
    options=(
        OptionSpec("size_n", "int", 12, "Tokens that must match before anything is drafted.", 1, 64),
        OptionSpec("size_m", "int", 48, "Tokens of a continuation that are counted and drafted.", 1, 128),
        OptionSpec("min_hits", "int", 1, "Earlier occurrences needed.", 1, 16),
    ),
    create=_create,
    n_max=lambda options: int(options["size_m"]),
)
