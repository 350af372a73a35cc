"""Every rule emits what the target alone would, in distribution; two of them also in text. And the test can
fail."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest

from engine.acceptance import Verifier, draft_sampler, residual, verifier
from engine.commands import AcceptanceRule, Sampling
from engine.drafters.contract import DraftSampler
from engine.errors import EngineError
from engine.sampling import Distribution, FloatRow, Sampler
from tests.engine.chi_square import p_value

RULES: tuple[AcceptanceRule, ...] = get_args(AcceptanceRule)
PLAIN = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, seed=7)
N_VOCAB = 12
N_DRAFT = 3
N_REPLIES = 20_000
N_REPLIES_BROKEN = 5_000

Probabilities = npt.NDArray[np.float64]


def row(*logits: float) -> FloatRow:
    return np.array(logits, dtype=np.float32)


# --- a model that is a table: the distribution at a position depends on the position and the token before


@dataclass(frozen=True)
class Table:
    """logits[position][previous token] is a row of float32."""

    logits: npt.NDArray[np.float32]

    def probabilities(self, position: int) -> Probabilities:
        """(n_vocab, n_vocab): a row for each previous token."""
        mass = np.exp(self.logits[position].astype(np.float64))
        return np.asarray(mass / mass.sum(axis=1, keepdims=True))


def table(seed: int) -> Table:
    logits = np.random.default_rng(seed).standard_normal((N_DRAFT + 1, N_VOCAB, N_VOCAB)) * 1.3
    return Table(logits.astype(np.float32))


TARGET, DRAFT = table(1), table(2)
FIRST_PREVIOUS = 4  # the token before every reply

Propose = Callable[[int, int, Sequence[int]], tuple[int, Distribution | None]]


def proposer(sampler: DraftSampler) -> Propose:
    """A draft model: position in the reply, previous token and history in, proposal out."""

    def propose(position: int, previous: int, history: Sequence[int]) -> tuple[int, Distribution | None]:
        return sampler.propose(DRAFT.logits[position][previous], history)

    return propose


def lookup(position: int, previous: int, history: Sequence[int]) -> tuple[int, None]:
    """A drafter without probabilities, as a n-gram lookup is: a function of what stands before."""
    del history
    return (3 * previous + position) % N_VOCAB, None


def write(
    propose: Propose, rule: Verifier, n_replies: int, *, rests: bool = False
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Write replies of N_DRAFT tokens, each at positions of its own, in rounds as the loop does.

    Only the length of a history matters without penalties, so a range stands for it. rests: behind a draft of which
    nothing was accepted, a round goes without one. Returns the tokens (n_replies, N_DRAFT) and for each reply how many
    tokens of its first draft were accepted.
    """
    tokens = np.zeros((n_replies, N_DRAFT), dtype=np.int64)
    accepted_first = np.zeros(n_replies, dtype=np.int64)
    for reply in range(n_replies):
        start, emitted, n_rounds, resting = reply * N_DRAFT, [FIRST_PREVIOUS], 0, False
        while len(emitted) <= N_DRAFT:
            at = len(emitted) - 1
            trail, drafted = list(emitted), []
            for position in range(at, N_DRAFT):
                drafted.append(propose(position, trail[-1], range(start + position)))
                trail.append(drafted[-1][0])
            n_rounds += 1
            rows = [(None, None)] if resting else drafted
            n_before = len(emitted)
            for position, (proposed, q) in enumerate(rows, at):
                logits = TARGET.logits[position][emitted[-1]]
                token, accepted = rule.verify_row(logits, range(start + position), proposed, q)
                emitted.append(token)
                accepted_first[reply] += accepted and n_rounds == 1
                if not accepted:
                    break
            resting = rests and not resting and not accepted and len(emitted) == n_before + 1
        tokens[reply] = emitted[1:]
    return tokens, accepted_first


def worst_p_value(tokens: npt.NDArray[np.int64]) -> float:
    """The smallest p-value of the tokens at each position, and of each pair of neighbours, against the
    target."""
    marginal = TARGET.probabilities(0)[FIRST_PREVIOUS]
    found = [p_value(np.bincount(tokens[:, 0], minlength=N_VOCAB), marginal)]
    for position in range(1, N_DRAFT):
        joint = marginal[:, None] * TARGET.probabilities(position)
        marginal = joint.sum(axis=0)
        pairs = tokens[:, position - 1] * N_VOCAB + tokens[:, position]
        found.append(p_value(np.bincount(tokens[:, position], minlength=N_VOCAB), marginal))
        found.append(p_value(np.bincount(pairs, minlength=N_VOCAB**2), joint.ravel()))
    return min(found)


# --- distribution


@pytest.mark.parametrize("rule", RULES)
def test_emitted_tokens_have_the_targets_distribution_with_a_draft_model(rule: AcceptanceRule) -> None:
    sampler = Sampler(PLAIN, N_VOCAB)
    tokens, accepted = write(proposer(draft_sampler(rule, sampler)), verifier(rule, sampler), N_REPLIES)
    assert worst_p_value(tokens) > 0.001
    assert 0 < accepted.mean() < N_DRAFT  # both ways out of a row were taken


def test_a_rest_that_follows_from_what_was_accepted_leaves_the_distribution() -> None:
    sampler = Sampler(PLAIN, N_VOCAB)
    propose, rule = proposer(draft_sampler("rejection", sampler)), verifier("rejection", sampler)
    tokens, _ = write(propose, rule, N_REPLIES, rests=True)
    assert worst_p_value(tokens) > 0.001


def test_rejection_of_a_point_mass_has_the_targets_distribution() -> None:
    tokens, accepted = write(lookup, verifier("rejection", Sampler(PLAIN, N_VOCAB)), N_REPLIES)
    assert worst_p_value(tokens) > 0.001
    assert 0 < accepted.mean() < N_DRAFT


@pytest.mark.parametrize("rule", RULES)
def test_the_bonus_row_has_the_targets_distribution(rule: AcceptanceRule) -> None:
    rows = verifier(rule, Sampler(PLAIN, N_VOCAB))
    logits = TARGET.logits[0][FIRST_PREVIOUS]
    drawn = [rows.verify_row(logits, range(i), None, None) for i in range(N_REPLIES_BROKEN)]
    assert not any(accepted for _, accepted in drawn)
    counts = np.bincount([token for token, _ in drawn], minlength=N_VOCAB)
    assert p_value(counts, TARGET.probabilities(0)[FIRST_PREVIOUS]) > 0.001


class Textbook:
    """Rejection sampling spelled out over a whole vocabulary, with parts that can be replaced by wrong
    ones."""

    def __init__(
        self,
        ratio: Callable[[float, float], float] = lambda p, q: p / q,
        correction: Callable[[Probabilities, Probabilities], Probabilities] = (
            lambda p, q: np.maximum(p - q, 0) / np.maximum(p - q, 0).sum()
        ),
    ) -> None:
        self._ratio = ratio
        self._correction = correction
        self._random = random.Random(5)

    def verify_row(
        self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        del history
        assert proposed is not None
        assert q is not None
        p = np.exp(logits.astype(np.float64))
        p /= p.sum()
        dense_q = np.zeros(N_VOCAB)
        dense_q[q[0]] = q[1]
        if self._random.random() < self._ratio(float(p[proposed]), float(dense_q[proposed])):
            return proposed, True
        weights = self._correction(p, dense_q)
        # What the weights lack to 1 falls to the last token, as in a walk over running sums.
        at = int(np.cumsum(weights).searchsorted(self._random.random(), side="right"))
        return min(at, N_VOCAB - 1), False


@pytest.mark.parametrize(
    ("rule", "lossless"),
    [
        (Textbook(), True),
        (Textbook(ratio=lambda p, q: q / p), False),
        (Textbook(ratio=lambda _p, _q: 0.5), False),
        (Textbook(correction=lambda p, _q: p), False),
        (Textbook(correction=lambda p, q: np.maximum(p - q, 0)), False),
    ],
    ids=[
        "textbook",
        "accepts with q / p",
        "accepts every second",
        "corrects from p",
        "residual not normalised",
    ],
)
def test_the_chi_square_test_tells_a_broken_rule_from_a_right_one(rule: Textbook, lossless: bool) -> None:
    propose = proposer(draft_sampler("rejection", Sampler(PLAIN, N_VOCAB)))
    tokens, _ = write(propose, rule, N_REPLIES_BROKEN)
    assert (worst_p_value(tokens) > 0.001) == lossless


def test_shared_randomness_between_draft_and_correction_would_be_noticed() -> None:
    """A rule that corrects with the noise that drew the rejected token is not lossless."""
    sampler = Sampler(PLAIN, N_VOCAB)
    right = verifier("rejection", sampler)

    class SameNoise:
        def verify_row(
            self, logits: FloatRow, history: Sequence[int], proposed: int | None, q: Distribution | None
        ) -> tuple[int, bool]:
            token, accepted = right.verify_row(logits, history, proposed, q)
            if accepted or q is None:
                return token, accepted
            # Without truncation the candidates are the whole vocabulary in the order of their ids.
            left = residual(sampler.distribution(logits, history), q)
            corrected = np.log(np.maximum(left, 1e-30)).astype(np.float32)
            return sampler.choose_token(corrected, history), False

    tokens, _ = write(proposer(draft_sampler("rejection", sampler)), SameNoise(), N_REPLIES_BROKEN)
    assert worst_p_value(tokens) < 0.001


def test_rejection_accepts_the_overlap_of_p_and_q_and_coupling_more_than_chance() -> None:
    p = TARGET.probabilities(0)[FIRST_PREVIOUS]
    q = DRAFT.probabilities(0)[FIRST_PREVIOUS]
    shares = {}
    for rule in RULES:
        sampler = Sampler(PLAIN, N_VOCAB)
        draft, rows = draft_sampler(rule, sampler), verifier(rule, sampler)
        n_accepted = 0
        for i in range(N_REPLIES_BROKEN):
            proposed, drawn_from = draft.propose(DRAFT.logits[0][FIRST_PREVIOUS], range(i))
            logits = TARGET.logits[0][FIRST_PREVIOUS]
            n_accepted += rows.verify_row(logits, range(i), proposed, drawn_from)[1]
        shares[rule] = n_accepted / N_REPLIES_BROKEN
    four_sigma = 4 * 0.5 / N_REPLIES_BROKEN**0.5
    assert shares["rejection"] == pytest.approx(np.minimum(p, q).sum(), abs=four_sigma)
    assert shares["match"] == pytest.approx(p[q.argmax()], abs=four_sigma)
    assert shares["coupled"] > (p * q).sum() + four_sigma


# --- text


@pytest.mark.parametrize("rule", ["coupled", "match"])
def test_the_text_does_not_depend_on_the_drafter(rule: AcceptanceRule) -> None:
    sampler = Sampler(PLAIN, N_VOCAB)
    rows = verifier(rule, sampler)
    proposers = [lookup, *(proposer(draft_sampler(other, sampler)) for other in RULES)]
    texts = [write(propose, rows, 200)[0].tolist() for propose in proposers]
    assert all(text == texts[0] for text in texts)


def test_a_coupled_drafter_with_the_targets_own_logits_is_always_right() -> None:
    sampler = Sampler(PLAIN, N_VOCAB)
    draft, rows = draft_sampler("coupled", sampler), verifier("coupled", sampler)
    for i in range(300):
        logits = TARGET.logits[i % N_DRAFT][i % N_VOCAB]
        proposed, q = draft.propose(logits, range(i))
        assert q is None
        assert rows.verify_row(logits, range(i), proposed, None) == (proposed, True)


@pytest.mark.parametrize("rule", RULES)
def test_the_same_seed_repeats_a_reply_and_another_does_not(rule: AcceptanceRule) -> None:
    def reply(seed: int) -> list[list[int]]:
        sampler = Sampler(replace(PLAIN, seed=seed), N_VOCAB)
        tokens, _ = write(proposer(draft_sampler(rule, sampler)), verifier(rule, sampler), 50)
        listed: list[list[int]] = tokens.tolist()
        return listed

    assert reply(1) == reply(1)
    assert reply(1) != reply(2)


@pytest.mark.parametrize("rule", RULES)
def test_at_temperature_0_a_draft_is_kept_while_it_is_the_argmax(rule: AcceptanceRule) -> None:
    sampler = Sampler(replace(PLAIN, temperature=0.0), 4)
    rows, draft = verifier(rule, sampler), draft_sampler(rule, sampler)
    logits = row(0, 2, 2, 1)
    assert draft.propose(logits, [])[0] == 1
    half = (np.array([1, 2]), row(0.5, 0.5))
    for q in (None, half):
        assert rows.verify_row(logits, [], 1, q) == (1, True)
        assert rows.verify_row(logits, [], 2, q) == (1, False)
    assert rows.verify_row(logits, [], None, None) == (1, False)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("temperature", [0.0, 0.01])
def test_penalties_see_the_drafted_tokens_before_each_row(rule: AcceptanceRule, temperature: float) -> None:
    """All rows prefer 1, then 2, then 0. With a presence penalty each emitted token leaves the race."""
    sampling = replace(PLAIN, temperature=temperature, presence_penalty=5.0)
    rows = verifier(rule, Sampler(sampling, 4))
    logits, history, accepted = row(1.0, 3.0, 2.0, -9.0), [3], []
    for proposed in (1, 2, 2):  # the third repeats a token that the same draft brought
        token, kept = rows.verify_row(logits, history, proposed, None)
        history.append(token)
        accepted.append(kept)
    assert history == [3, 1, 2, 0]
    assert accepted == [True, True, False]


# --- the parts of rejection


def test_residual_by_hand() -> None:
    p = (np.array([0, 1, 2]), row(0.5, 0.3, 0.2))
    assert residual(p, (np.array([0, 1, 2]), row(0.2, 0.6, 0.2))) == pytest.approx([1, 0, 0])
    # ids that q does not know keep their share, and ids that p does not know are nothing to it
    assert residual(p, (np.array([7, 1]), row(0.9, 0.1))) == pytest.approx([0.5 / 0.9, 0.2 / 0.9, 0.2 / 0.9])
    # a point mass: p without that token
    assert residual(p, (np.array([0]), row(1.0))) == pytest.approx([0, 0.6, 0.4])
    # the order of either side does not matter
    mixed = (np.array([2, 0, 1]), row(0.2, 0.5, 0.3))
    assert residual(mixed, (np.array([1, 0]), row(0.6, 0.4))) == pytest.approx([2 / 3, 1 / 3, 0])
    # nothing is left between equals
    assert residual(p, p) == pytest.approx([0.5, 0.3, 0.2])


def test_rejection_never_emits_a_token_outside_the_targets_truncation() -> None:
    sampler = Sampler(replace(PLAIN, top_k=2), 4)
    rows = verifier("rejection", sampler)
    logits = row(2, 0, 1, -1)
    for i in range(300):
        assert rows.verify_row(logits, range(i), 1, None)[0] in (0, 2)
        assert rows.verify_row(logits, range(i), 3, (np.array([3, 0]), row(0.2, 0.8))) == (2, False)


def test_a_draft_from_a_distribution_without_it_is_a_bug_of_the_drafter() -> None:
    rows = verifier("rejection", Sampler(PLAIN, 3))
    with pytest.raises(ValueError, match="token 2"):
        rows.verify_row(row(0, 0, 0), [], 2, (np.array([0, 1]), row(0.5, 0.5)))


@pytest.mark.parametrize("rule", RULES)
def test_a_damaged_row_is_an_error_in_words(rule: AcceptanceRule) -> None:
    rows = verifier(rule, Sampler(PLAIN, 3))
    with pytest.raises(EngineError, match="NaN"):
        rows.verify_row(row(0, np.nan, 0), [], 1, None)
