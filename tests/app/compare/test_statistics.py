"""Medians, spreads and intervals on numbers whose answers are known."""

from __future__ import annotations

import math
import random

import pytest

from app.compare.statistics import geometric_mean, speedup, spread, student, typical


def test_spread_keeps_the_runs_in_their_order() -> None:
    found = spread([12.0, 10.0, 11.0, 19.0])
    assert found is not None
    assert (found.median, found.low, found.high, found.runs) == (11.5, 10.0, 19.0, (12.0, 10.0, 11.0, 19.0))
    assert spread([]) is None


def test_several_prompts_are_averaged_as_the_speedup_averages_them() -> None:
    plain, fast = [spread([10.0, 10.0]), spread([90.0, 90.0])], [spread([40.0, 44.0, 42.0]), spread([80.0, 90.0])]
    found = [typical([one for one in side if one]) for side in (plain, fast)]
    assert found[0] is not None and found[1] is not None
    assert found[0].median == pytest.approx(30.0)
    assert [found[1].median, found[1].low, found[1].high] == pytest.approx(
        [math.sqrt(42 * 85), math.sqrt(40 * 80), math.sqrt(44 * 90)]
    )
    assert found[1].runs == (40.0, 44.0, 42.0, 80.0, 90.0)
    assert typical([]) is None
    nothing, something = spread([0.0, 2.0]), spread([8.0])  # a peer may claim that its prompt took no time
    assert nothing is not None and something is not None
    both = typical([nothing, something])
    assert both is not None
    assert both.low == 0.0
    assert both.median == pytest.approx(math.sqrt(8.0))


def test_equal_ratios_leave_no_doubt() -> None:
    found = speedup({"a": [(20.0, 10.0), (30.0, 15.0), (8.0, 4.0)]})
    assert found is not None
    assert found.estimate == pytest.approx(2.0)
    assert [found.low, found.high] == pytest.approx([2.0, 2.0])
    assert found.pairs == 3


def test_the_interval_is_students() -> None:
    logs = [0.10, 0.20, 0.30]
    found = speedup({"a": [(math.exp(value), 1.0) for value in logs]})
    assert found is not None and found.low is not None and found.high is not None
    reach = 9.925 * 0.1 / math.sqrt(3)  # t(2) at 99 %, standard deviation 0.1
    assert math.log(found.estimate) == pytest.approx(0.2)
    assert math.log(found.low) == pytest.approx(0.2 - reach, abs=1e-4)
    assert math.log(found.high) == pytest.approx(0.2 + reach, abs=1e-4)


def test_what_prompts_differ_in_is_no_noise() -> None:
    steady = speedup({"code": [(40.0, 10.0), (40.4, 10.1)], "story": [(10.0, 10.0), (10.1, 10.1)]})
    assert steady is not None and steady.low is not None and steady.high is not None
    assert steady.estimate == pytest.approx(2.0)  # the geometric mean of 4 and 1
    assert steady.high - steady.low < 1e-6


def test_cases_weigh_the_same_however_many_runs_they_have() -> None:
    found = speedup({"a": [(4.0, 1.0)] * 9, "b": [(1.0, 1.0)]})
    assert found is not None
    assert found.estimate == pytest.approx(2.0)


def test_one_pair_has_no_interval_and_none_no_speedup() -> None:
    single = speedup({"a": [(3.0, 2.0)], "b": []})
    assert single is not None
    assert single.estimate == pytest.approx(1.5)
    assert (single.low, single.high, single.pairs) == (None, None, 1)
    assert speedup({"a": []}) is None
    assert speedup({}) is None


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 63.657), (2, 9.925), (10, 3.169), (13, 3.012), (15, 2.947), (30, 2.750), (120, 2.617)]
)
def test_students_points_are_those_of_the_tables(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, abs=0.0015)


@pytest.mark.parametrize(("n_cases", "n_runs"), [(1, 3), (5, 3), (3, 8)])
def test_equals_are_told_apart_about_once_in_a_hundred_times(n_cases: int, n_runs: int) -> None:
    rng = random.Random(n_cases * 100 + n_runs)
    wrong = 0
    for _ in range(2000):
        pairs = {
            str(case): [(math.exp(rng.gauss(0, 0.1)), math.exp(rng.gauss(0, 0.1))) for _ in range(n_runs)]
            for case in range(n_cases)
        }
        found = speedup(pairs)
        assert found is not None and found.low is not None and found.high is not None
        wrong += not found.low <= 1.0 <= found.high
    assert 6 <= wrong <= 40


def test_geometric_mean() -> None:
    assert geometric_mean([2.0, 8.0]) == pytest.approx(4.0)
    assert geometric_mean([]) is None
