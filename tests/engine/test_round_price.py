"""Prices of rounds: between the points, beyond them, and as rounds correct them."""

from __future__ import annotations

import pytest

from engine.decoding import RoundCost
from engine.events import PricePoint
from engine.round_price import RoundPrice

CURVE = (PricePoint(1, 10.0), PricePoint(2, 12.0), PricePoint(4, 20.0), PricePoint(8, 18.0))


def test_between_points_the_line_counts_also_where_it_falls() -> None:
    price = RoundPrice({0: CURVE}, 8)
    assert [price.pass_s(rows) for rows in (1, 2, 3, 4, 6, 8)] == [10, 12, 16, 20, 19, 18]


def test_beyond_the_last_point_every_row_costs_what_it_did_on_average() -> None:
    price = RoundPrice({0: (PricePoint(1, 10.0), PricePoint(5, 18.0))}, 9)
    assert price.pass_s(9) == pytest.approx(26)


def test_a_curve_of_one_point_makes_every_row_as_dear_as_a_pass() -> None:
    assert RoundPrice({0: (PricePoint(1, 10.0),)}, 3).pass_s(3) == pytest.approx(30)


def test_a_curve_longer_than_asked_is_cut() -> None:
    assert RoundPrice({0: CURVE}, 2).longest == 2


def test_a_curve_without_its_first_point_is_refused() -> None:
    with pytest.raises(ValueError, match="single token"):
        RoundPrice({0: CURVE[1:]}, 8)


def test_a_slower_machine_makes_everything_dearer() -> None:
    price = RoundPrice({0: CURVE}, 8)
    for _ in range(100):
        price.learn(RoundCost(1, 15.0, 0.0))
    assert price.pass_s(1) == pytest.approx(15, rel=0.02)
    assert price.pass_s(8) == pytest.approx(27, rel=0.02)


def test_a_point_that_was_measured_wrong_is_bent_and_the_rest_stays() -> None:
    price = RoundPrice({0: CURVE}, 8)
    for _ in range(200):
        price.learn(RoundCost(4, 30.0, 0.0))
        price.learn(RoundCost(1, 10.0, 0.0))
    assert price.pass_s(4) == pytest.approx(30, rel=0.1)
    assert price.pass_s(1) == pytest.approx(10, rel=0.1)


def test_one_round_that_hung_is_not_believed() -> None:
    price = RoundPrice({0: CURVE}, 8)
    price.learn(RoundCost(1, 10_000.0, 0.0))
    assert price.pass_s(1) < 14


def test_what_checkpoints_cost_is_kept_apart() -> None:
    price = RoundPrice({0: CURVE}, 8)
    for _ in range(200):
        price.learn(RoundCost(8, 38.0, 0.0, resubmitted=True))
    assert price.resubmit_s == pytest.approx(20, rel=0.02)
    assert price.pass_s(8) == pytest.approx(18)


def test_a_plain_pass_that_was_measured_too_dear_makes_long_ones_dearer_within_a_few_rounds() -> None:
    """Something else had the machine when the plain pass was timed: all longer ones then look cheap beside it."""
    price = RoundPrice({0: (PricePoint(1, 20.0), PricePoint(2, 20.0), PricePoint(4, 30.0), PricePoint(8, 50.0))}, 8)
    for _ in range(3):
        price.learn(RoundCost(1, 10.0, 0.0))
    for rows, pass_s in ((4, 30.0), (8, 50.0), (4, 30.0), (8, 50.0)):
        price.learn(RoundCost(rows, pass_s, 0.0))
    assert price.pass_s(1) < 14
    assert price.pass_s(6) / price.pass_s(1) > 2.5, "a length that was never tried is not cheap either"


def test_between_measured_depths_the_line_counts_and_beyond_the_last_one_its_curve() -> None:
    deep = tuple(PricePoint(point.k, 3 * point.pass_s) for point in CURVE)
    price = RoundPrice({0: CURVE, 1000: deep}, 8)
    seen = []
    for depth in (0, 500, 1000, 5000):
        price.take_depth(depth)
        seen.append((price.pass_s(1), price.pass_s(4)))
    assert seen == [(10, 20), (20, 40), (30, 60), (30, 60)]


def test_where_another_depth_was_measured_corrections_begin_anew() -> None:
    curves: dict[int, tuple[PricePoint, ...]] = {0: CURVE}
    price = RoundPrice(curves, 8)
    for _ in range(100):
        price.learn(RoundCost(1, 19.0, 0.0))
        price.learn(RoundCost(4, 50.0, 0.0))
    price.take_depth(700)
    assert price.pass_s(1) == pytest.approx(19, rel=0.01), "nothing new is known: what was learnt stays"
    curves[600] = tuple(PricePoint(point.k, 2 * point.pass_s) for point in CURVE)
    price.take_depth(700)
    assert (price.pass_s(1), price.pass_s(4)) == (20, 40)
