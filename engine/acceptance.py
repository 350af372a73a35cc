"""Which tokens of a draft the target accepts, under three rules that all leave its distribution as it is.

Glossary:

- row: the target's logits for one position; a draft of k tokens is verified with k + 1 of them.
- p: the target's distribution at a position: its row after bias, penalties, truncation and temperature.
- q: the distribution that the drafter drew its token from; a drafter without one is a point mass.
- proposed: the drafted token that the row is held against; None for the row after the last drafted token.
- accepted: the emitted token is the proposed one, and the next row may be used.
- corrected: the token emitted in place of the first one that was not accepted; it ends the round.
- bonus: the token emitted by the row after a draft that was accepted as a whole.
- residual: max(0, p - q) divided by its sum: what a correction is drawn from under `rejection`.
- lossless: each emitted token has the distribution p, given the tokens before it, whatever was drafted.

The rules
    coupled     The target draws its token with noise that is a function of (seed, position, token id); the
                draft is kept while it is the same. A drafter that draws with that noise agrees more often.
                The same seed gives the same text with every drafter and with none (Daliri, Musco, Suresh
                2024).
    match       The target draws with one seeded uniform number per position, the drafter proposes its
                likeliest token, and the draft is kept while it is the same. Here too the text depends on no
                drafter.
    rejection   The drafter draws x from q; x is accepted with probability min(1, p(x) / q(x)), and what
                corrects it is drawn from the residual. For a point mass q that is: accepted with probability
                p(x), else p without x. Accepts most, but only the distribution of the text, not the text
                itself, is independent of the drafter (Leviathan, Kalman, Matias 2023; Chen et al. 2023).

At temperature 0 p is a point mass and all three come to the same: keep the draft while it is the argmax.

The loop verifies row by row and appends the emitted token to the history before the next row, so that
penalties see exactly the tokens that stand before each drafted position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.commands import AcceptanceRule
from engine.drafters.contract import DraftSampler
from engine.noise import Purpose
from engine.sampling import Distribution, FloatRow, Ids, Sampler, point_mass

Weights = npt.NDArray[np.float32] | npt.NDArray[np.float64]


class Verifier(Protocol):
    """One rule, for one reply."""

    def verify_row(
        self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        """The token to emit at the position len(history), and whether it is the proposed one, accepted.

        logits: the target's row of that position, (n_vocab,) float32, never written to. history: all tokens
        before the position, this draft's accepted ones included. proposed: None where the draft is over. q:
        what `proposed` was drawn from as (token ids, probabilities), or None for a point mass. Raises
        EngineError for a row without a finite maximum.
        """


def verifier(rule: AcceptanceRule, sampler: Sampler) -> Verifier:
    """The verifier of a rule that draws with the settings and the seed of `sampler`."""
    if rule == "coupled":
        return CoupledVerifier(sampler)
    if rule == "match":
        return MatchVerifier(sampler)
    return RejectionVerifier(sampler)


def draft_sampler(rule: AcceptanceRule, sampler: Sampler) -> DraftSampler:
    """How a drafter that holds logits chooses its tokens under a rule, with the settings and seed of
    `sampler`.

    Under `coupled` and `rejection` it draws with the keyed noise: shared with the target under the first;
    under the second no row that such a token is held against uses it again.
    """
    if rule == "coupled":
        return CoupledDraft(sampler)
    if rule == "match":
        return LikeliestDraft(sampler)
    return DrawnDraft(sampler)


class CoupledVerifier:
    """Keeps a draft while it is what the target draws with noise keyed by seed, position and token."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def verify_row(
        self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        del q  # what the drafter believed cannot change the text
        token = self._sampler.choose_token(logits, history)
        return token, token == proposed


class MatchVerifier:
    """Keeps a draft while it is what the target draws with one seeded number per position."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def verify_row(
        self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        del q
        if self._sampler.greedy:
            token = self._sampler.choose_token(logits, history)
        else:
            ids, p = self._sampler.distribution(logits, history)
            token = _draw(ids, p, self._sampler.uniform(len(history), Purpose.MATCH))
        return token, token == proposed


class RejectionVerifier:
    """Accepts a drafted token with probability min(1, p / q), and corrects from the residual.

    The numbers for accepting and for correcting are streams of their own: the noise that drew the proposed
    token must not decide about it as well.
    """

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def verify_row(
        self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        if proposed is None or self._sampler.greedy:
            token = self._sampler.choose_token(logits, history)
            return token, token == proposed
        position = len(history)
        ids, p = self._sampler.distribution(logits, history)
        q_ids, q_probabilities = q if q is not None else point_mass(proposed)
        q_proposed = _probability_of(proposed, q_ids, q_probabilities)
        if q_proposed <= 0:
            raise ValueError(f"token {proposed} was drafted from a distribution that gives it no probability")
        accept = self._sampler.uniform(position, Purpose.ACCEPT)
        if accept * q_proposed < _probability_of(proposed, ids, p):
            return proposed, True
        left = residual((ids, p), (q_ids, q_probabilities))
        return _draw(ids, left, self._sampler.uniform(position, Purpose.RESIDUAL)), False


class CoupledDraft:
    """Proposes what the target would draw if it had the drafter's logits."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def propose(self, logits: FloatRow, history: Sequence[int]) -> tuple[int, None]:
        return self._sampler.choose_token(logits, history), None


class LikeliestDraft:
    """Proposes the drafter's likeliest token."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def propose(self, logits: FloatRow, history: Sequence[int]) -> tuple[int, None]:
        return self._sampler.likeliest(logits, history), None


class DrawnDraft:
    """Proposes a draw from the drafter's distribution, and tells that distribution."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def propose(self, logits: FloatRow, history: Sequence[int]) -> tuple[int, Distribution]:
        return self._sampler.choose_with_distribution(logits, history)


def residual(p: Distribution, q: Distribution) -> npt.NDArray[np.float64]:
    """max(0, p - q) over the ids of p, divided by its sum.

    Where rounding leaves nothing although a token was rejected, p and q are equal as far as float32 tells,
    and p is returned. Worked example: p = (.5, .3, .2), q = (.2, .6, .2) leave (.3, 0, 0), so the first
    token is certain.
    """
    ids, p_probabilities = p
    q_ids, q_probabilities = q
    order = q_ids.argsort()
    sorted_ids = q_ids[order]
    places = np.minimum(sorted_ids.searchsorted(ids), sorted_ids.size - 1)
    shared = sorted_ids[places] == ids
    left = p_probabilities.astype(np.float64)
    left[shared] -= q_probabilities[order[places[shared]]]
    np.maximum(left, 0, out=left)
    if not left.any():
        left = p_probabilities.astype(np.float64)
    left /= left.sum()
    return left


def _probability_of(token: int, ids: Ids, probabilities: FloatRow) -> float:
    return float(probabilities[ids == token].sum())


def _draw(ids: Ids, weights: Weights, uniform: float) -> int:
    """The token at which the running sum of the weights passes `uniform`; never one of weight 0."""
    sums = weights.cumsum(dtype=np.float64)
    passed = int(sums.searchsorted(uniform * sums[-1], side="right"))
    last = int(sums.searchsorted(sums[-1]))  # the product above may round up to the whole sum
    return int(ids[min(passed, last)])
