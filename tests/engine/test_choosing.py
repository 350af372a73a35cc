"""Choosing by price: real drafters and scripted ones, on prices that are given, so that no clock decides."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from engine.choosing import PROBING, Arm, Chooser
from engine.decoding import RoundCost
from engine.drafters.contract import EMPTY, DecodedBatch, Draft, DraftSampler, Outcome
from engine.drafters.draft_edit import DraftEdit
from engine.events import PricePoint
from engine.round_price import RoundPrice
from tests.engine.drafters.driving import NoSampler

FLAT = tuple(PricePoint(k, 10.0 + 0.1 * k) for k in (1, 65))
STEEP = tuple(PricePoint(k, 10.0 * k) for k in (1, 65))


class Clock:
    """Moves on only where a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Guesses:
    """Proposes what is to come, each token right with a probability; costs `token_s` of the clock for each."""

    def __init__(self, right: float, seed: int = 1, clock: Clock | None = None, token_s: float = 0.0) -> None:
        self.right, self.token_s = right, token_s
        self.clock = clock or Clock()
        self.rng = random.Random(seed)
        self.coming: Sequence[int] = ()
        self.asked = 0

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None: ...

    def observe(self, batch: DecodedBatch) -> None: ...

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        self.asked += 1
        tokens = tuple(t if self.rng.random() < self.right else -1 for t in self.coming[len(history) :][:limit])
        self.clock.now += self.token_s * len(tokens)
        return Draft(tokens, chances=(0.6,) * len(tokens)) if tokens else EMPTY

    def accept(self, outcome: Outcome) -> None: ...

    def rewind(self, n_tokens: int) -> None: ...

    def close(self) -> None: ...


class Run:
    """Rounds of a reply that is known, at prices that are given: what was spent and what was drafted."""

    def __init__(self, chooser: Chooser, price: RoundPrice, text: Sequence[int], clock: Clock | None = None) -> None:
        self.chooser, self.price, self.text = chooser, price, text
        self.clock = clock or Clock()
        self.rounds: list[tuple[int, str, int, int]] = []  # tokens before it, who, drafted, accepted

    def go(self, prompt: Sequence[int], n_rounds: int = 10_000) -> None:
        history = list(prompt)
        self.chooser.begin(history, NoSampler())
        end = len(prompt) + len(self.text)
        coming = [*prompt, *self.text]
        for arm in (*self.chooser._looking, *self.chooser._computing):
            if isinstance(arm.drafter, Guesses):
                arm.drafter.coming = coming
        while len(history) < end and len(self.rounds) < n_rounds:
            name, draft = self.chooser.draft(history, 64)
            k = len(draft.tokens)
            right = 0
            while right < min(k, end - len(history)) and draft.tokens[right] == coming[len(history) + right]:
                right += 1
            emitted = coming[len(history) : len(history) + right + 1]
            pass_s = self.price.pass_s(1 + k)
            self.clock.now += pass_s
            self.chooser.timed(RoundCost(1 + k, pass_s, 0.0))
            self.rounds.append((len(history) - len(prompt), name, k, right))
            self.chooser.accept(name, draft.tokens, right, emitted[-1] if len(emitted) > right else None)
            history += emitted


def text(n: int, seed: int = 3) -> list[int]:
    rng = random.Random(seed)
    return [rng.randrange(1000, 30_000) for _ in range(n)]


def scripted(right: float, curve: Sequence[PricePoint], n: int = 400) -> Run:
    price = RoundPrice({0: curve}, 65)
    run = Run(Chooser([Arm("guess", Guesses(right), False, 32)], price), RoundPrice({0: curve}, 65), text(n))
    run.go([1, 2, 3])
    return run


def test_where_drafts_hold_and_rows_are_cheap_drafts_are_long() -> None:
    run = scripted(0.97, FLAT)
    late = [k for _, _, k, _ in run.rounds[len(run.rounds) // 2 :]]
    assert sum(late) / len(late) >= 12


def test_where_every_row_costs_a_pass_nothing_is_drafted() -> None:
    run = scripted(0.9, STEEP)
    assert sum(k for _, _, k, _ in run.rounds) == 0


def test_where_nothing_holds_drafting_ends_within_a_few_rounds() -> None:
    run = scripted(0.0, tuple(PricePoint(k, 10.0 + k) for k in (1, 65)))
    assert all(k == 0 for at, _, k, _ in run.rounds if at > 30)


def test_a_model_that_usually_holds_is_asked_at_once_where_that_would_pay() -> None:
    def asked_first(usual: float) -> int:
        clock, guesses = Clock(), Guesses(1.0)
        price = RoundPrice({0: tuple(PricePoint(k, 18.0 + 2.0 * k if k > 1 else 10.0) for k in (1, 2, 65))}, 65)
        chooser = Chooser([Arm("guess", guesses, True, 4, usual)], price, clock=clock)
        Run(chooser, price, text(200), clock).go([1, 2, 3], n_rounds=1)
        return guesses.asked

    assert asked_first(0.8) == 1
    assert asked_first(0.5) == 0


def test_the_length_follows_the_acceptance() -> None:
    dear = tuple(PricePoint(k, 10.0 + 2.0 * k) for k in (1, 65))
    poor, fair, good = (scripted(right, dear) for right in (0.4, 0.75, 0.95))

    def late(run: Run) -> float:
        rounds = run.rounds[len(run.rounds) // 2 :]
        return sum(k for _, _, k, _ in rounds) / len(rounds)

    assert late(poor) < late(fair) < late(good)


def test_a_text_that_turns_from_copied_to_free_and_back() -> None:
    """Gives up within three losing rounds, and is at full length within five after the turn back."""
    source = text(240)
    reply = [*source[:120], *text(100, seed=9), *source[120:]]
    curve = (PricePoint(1, 20.0), PricePoint(2, 27.0), PricePoint(4, 33.0), PricePoint(12, 58.0), PricePoint(64, 250.0))
    chooser = Chooser([Arm("draft-edit", DraftEdit(64, 0.02), False, 64)], RoundPrice({0: curve}, 65))
    run = Run(chooser, RoundPrice({0: curve}, 65), reply)
    run.go(source)
    free = [r for r in run.rounds if 121 <= r[0] < 220]
    assert sum(k > 0 for _, _, k, _ in free) <= 3
    back = [r for r in run.rounds if r[0] >= 220]
    assert max(k for _, _, k, _ in back[:8]) >= 16, back


def test_the_better_of_two_drafters_has_the_rounds() -> None:
    price = RoundPrice({0: FLAT}, 65)
    arms = [Arm("poor", Guesses(0.5, 1), False, 32), Arm("good", Guesses(0.97, 2), False, 32)]
    run = Run(Chooser(arms, price), RoundPrice({0: FLAT}, 65), text(600))
    run.go([1, 2, 3])
    late = [name for _, name, k, _ in run.rounds[len(run.rounds) // 2 :] if k]
    assert late.count("good") > 0.9 * len(late)


def computing(right: float, token_s: float) -> tuple[Run, Guesses]:
    clock = Clock()
    model = Guesses(right, clock=clock, token_s=token_s)
    chooser = Chooser([Arm("draft-model", model, True, 8)], RoundPrice({0: FLAT}, 65), clock=clock)
    run = Run(chooser, RoundPrice({0: FLAT}, 65), text(800), clock)
    run.go([1, 2, 3])
    return run, model


def test_a_draft_model_that_is_right_and_cheap_is_used_at_length() -> None:
    run, _ = computing(0.95, 0.5)
    assert run.clock.now < 800 * FLAT[0].pass_s / 2.5


def test_a_draft_model_that_is_never_right_costs_no_more_than_probing() -> None:
    run, model = computing(0.0, 2.0)
    assert run.clock.now < 800 * FLAT[0].pass_s * (1 + PROBING) + 20 * (FLAT[0].pass_s + 16)
    assert model.asked < 120


def test_a_draft_model_that_costs_as_much_as_the_target_is_left_alone() -> None:
    run, _ = computing(0.95, 10.0)
    assert run.clock.now < 800 * FLAT[0].pass_s * 1.05 + 200


def test_a_memory_that_cannot_give_back_makes_long_drafts_dearer() -> None:
    def drafted(gives_back: int) -> int:
        price = RoundPrice({0: FLAT}, 65)
        arm = Arm("guess", Guesses(0.6), False, 32)
        run = Run(Chooser([arm], price, gives_back=lambda n: n <= gives_back), RoundPrice({0: FLAT}, 65), text(300))
        run.go([1, 2, 3])
        return max(k for _, _, k, _ in run.rounds[20:])

    assert drafted(2) <= 2 < drafted(64)


def test_a_cut_draft_keeps_what_belongs_to_its_tokens() -> None:
    price = RoundPrice({0: tuple(PricePoint(k, 10.0 + k) for k in (1, 65))}, 65)
    drafter = Guesses(1.0)
    chooser = Chooser([Arm("guess", drafter, False, 32)], price)
    chooser.begin([1, 2, 3], NoSampler())
    drafter.coming = [1, 2, 3, *text(40)]
    _, draft = chooser.draft([1, 2, 3], 64)
    assert draft.chances is not None
    assert 0 < len(draft.tokens) == len(draft.chances) < 32


def test_drawn_drafts_are_verified_as_they_are_whatever_else_is_proposed() -> None:
    """Under `rejection` a choice that looked at the drawn tokens would change the distribution of the text."""

    class Drawn(Guesses):
        def draft(self, history: Sequence[int], limit: int) -> Draft:
            draft = super().draft(history, limit)
            q = tuple((np.array([t, 7]), np.array([0.5, 0.5], np.float32)) for t in draft.tokens)
            return Draft(draft.tokens, q, (0.01,) * len(draft.tokens))

    model = Drawn(1.0)
    chooser = Chooser([Arm("draft-model", model, True, 6)], RoundPrice({0: FLAT}, 65), clock=Clock())
    chooser.begin([1, 2, 3], NoSampler())
    model.coming = [1, 2, 3, *text(40)]
    name, draft = chooser.draft([1, 2, 3], 64)
    assert name == "draft-model"
    assert len(draft.tokens) == 6, "no belief about its own tokens has shortened it"


def test_reading_the_prompt_is_not_held_against_a_draft_model() -> None:
    clock = Clock()

    class Late(Guesses):
        def draft(self, history: Sequence[int], limit: int) -> Draft:
            if not self.asked:
                clock.now += 1000.0
            return super().draft(history, limit)

    model = Late(0.95, clock=clock, token_s=0.5)
    run = Run(
        Chooser([Arm("draft-model", model, True, 8)], RoundPrice({0: FLAT}, 65), clock=clock),
        RoundPrice({0: FLAT}, 65),
        text(400),
        clock,
    )
    run.go([1, 2, 3])
    assert sum(k > 0 for _, _, k, _ in run.rounds) > 0.8 * len(run.rounds)


def test_drafts_that_keep_less_than_they_promise_must_promise_more() -> None:
    """A drafter that is sure of itself and always wrong in the second token costs a little in every round: it must not
    be tried for ever at the same rate."""
    price = RoundPrice({0: tuple(PricePoint(k, 10.0 + 3.0 * (k - 1)) for k in (1, 65))}, 65)
    run = Run(Chooser([Arm("guess", Guesses(0.35), False, 8)], price), price, text(600))
    run.go([1, 2, 3])
    early, late = ([k for at, _, k, _ in run.rounds if low <= at < low + 150] for low in (0, 450))
    assert sum(k > 0 for k in late) < sum(k > 0 for k in early) / 2
