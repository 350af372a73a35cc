"""How likely a drafted token is to be accepted: what drafters believe, corrected by what became of it.

A drafter tells a chance for each token of its draft. Chances of about the same size make a class, and per drafter and
class the share of tokens that held is learnt, given that those before them held. Old outcomes fade, so that a change in
the text is noticed within a few rounds. Before anything was seen, a class is worth what its drafter believes.

Drafts that were not verified teach as well: the first tokens of what would have been drafted are compared with what the
target wrote anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, log
from typing import Final

CLASS_WIDTH: Final = 0.5  # of the logarithm of the odds
_CLASSES: Final = 12  # either side of even odds
PRIOR_WEIGHT: Final = 5.0  # outcomes that the drafter's belief counts like
FADE: Final = 0.97
_EDGE: Final = 1e-4
SILENT, AGREES, DIFFERS = 0, 1, 2  # what other drafters say about a token
# Fitted by logistic regression to what draft-self and draft-edit proposed at every token of some sixty replies.
BELIEF_WEIGHT: Final = 0.66
LATELY_WEIGHT: Final = 1.35
SHIFT: Final = (-0.7, 0.2, -1.5)  # of the odds' logarithm, by what others say
LATELY_STEP: Final = 0.2


class Expectations:
    """The classes of one drafter. Whether other drafters say the same is part of a class.

    >>> known = Expectations()
    >>> alone = [SILENT] * 3
    >>> known.learn([0.5, 0.5, 0.9], alone, 1)    # the first held, the second did not, the third was never asked
    >>> [round(chance, 1) for chance in known.chances([0.5, 0.9], alone)]
    [0.4, 0.7]
    """

    def __init__(self) -> None:
        n = (2 * _CLASSES + 1) * 3
        self._held = [0.0] * n
        self._seen = [0.0] * n
        self._lately = 0.5  # share of drafts whose first token held

    def chances(self, believed: Sequence[float], others: Sequence[int]) -> Iterator[float]:
        """Probability that each token holds of which the drafter believes `believed`, and other drafters `others`."""
        held, seen = self._held, self._seen
        against_by_others = [exp(-LATELY_WEIGHT * (self._lately - 0.5) - shift) for shift in SHIFT]
        for chance, said in zip(believed, others, strict=False):
            first, against = _belief(chance)
            kind = first + said
            prior = 1 / (1 + against * against_by_others[said])
            yield (held[kind] + PRIOR_WEIGHT * prior) / (seen[kind] + PRIOR_WEIGHT)

    def learn(self, believed: Sequence[float], others: Sequence[int], n_held: int) -> None:
        """The first n_held tokens of a draft held; the one behind them, if there is one here, did not."""
        for i in range(min(n_held + 1, len(believed))):
            kind = _belief(believed[i])[0] + others[i]
            self._held[kind] = self._held[kind] * FADE + (i < n_held)
            self._seen[kind] = self._seen[kind] * FADE + 1
        if believed:
            self._lately += LATELY_STEP * ((n_held > 0) - self._lately)


@lru_cache(maxsize=4096)
def _belief(chance: float) -> tuple[int, float]:
    """(the first of the classes of such a chance, the odds against it, as much as drafters are believed). Drafters say
    few different chances, again and again."""
    odds = log(max(chance, _EDGE) / max(1.0 - chance, _EDGE))
    return (max(-_CLASSES, min(_CLASSES, round(odds / CLASS_WIDTH))) + _CLASSES) * 3, exp(-BELIEF_WEIGHT * odds)
