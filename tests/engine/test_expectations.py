"""What drafters believe, corrected by what became of it."""

from __future__ import annotations

import random

from engine.expectations import AGREES, DIFFERS, SILENT, Expectations


def chance(known: Expectations, believed: float, said: int = SILENT) -> float:
    return next(known.chances([believed], [said]))


def test_before_anything_is_learnt_a_higher_belief_is_worth_more() -> None:
    known = Expectations()
    assert 0 < chance(known, 0.2) < chance(known, 0.6) < chance(known, 0.95) < 1


def test_agreement_is_worth_more_than_silence_and_that_more_than_dissent() -> None:
    known = Expectations()
    assert chance(known, 0.7, DIFFERS) < chance(known, 0.7, SILENT) < chance(known, 0.7, AGREES)


def test_outcomes_outweigh_beliefs_on_either_side() -> None:
    rng = random.Random(1)
    good, bad = Expectations(), Expectations()
    for _ in range(200):
        good.learn([0.3], [SILENT], int(rng.random() < 0.9))
        bad.learn([0.9], [SILENT], int(rng.random() < 0.1))
    assert chance(good, 0.3) > 0.75
    assert chance(bad, 0.9) < 0.25


def test_tokens_behind_the_first_failure_teach_nothing() -> None:
    known, twin = Expectations(), Expectations()
    for _ in range(50):
        known.learn([0.5, 0.97], [SILENT, SILENT], 0)
        twin.learn([0.5], [SILENT], 0)
    assert chance(known, 0.97) == chance(twin, 0.97)


def test_a_change_of_the_text_is_noticed_within_a_few_rounds() -> None:
    known = Expectations()
    for _ in range(300):
        known.learn([0.9], [SILENT], 1)
    sure = chance(known, 0.9)
    for _ in range(8):
        known.learn([0.9], [SILENT], 0)
    assert sure > 0.9
    assert chance(known, 0.9) < 0.8


def test_beliefs_of_zero_and_one_are_taken() -> None:
    known = Expectations()
    known.learn([0.0, 1.0], [SILENT, AGREES], 1)
    assert 0 < chance(known, 0.0) < chance(known, 1.0) < 1
