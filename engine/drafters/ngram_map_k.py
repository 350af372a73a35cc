"""ngram-map-k: an n-gram and the m tokens behind it, drafted as far as they held the last time.

After llama.cpp's `ngram-map-k` (docs/speculative.md, common/ngram-map.cpp): the last size_n tokens are the
key; when they stood in the history before with size_m tokens behind them, those are the draft, and for each
key it is remembered how many were accepted. Here min_hits counts in this mode too, the most recent occurrence
is taken instead of the one that was hashed first, and a length that shrank can grow again (see
`AcceptedLengths`).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import DrafterType, Resources
from engine.ngram_index import NONE, NgramIndex
from engine.ngram_map import NgramMap


class NgramMapK(NgramMap):
    """See the module; options size_n, size_m, min_hits."""

    def _pick(self, index: NgramIndex) -> tuple[int, bytes] | None:
        start = index.latest_whole(self._size_m)
        if start == NONE or index.n_before(start) + 1 < self._min_hits:
            return None
        return start, index.key()


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
