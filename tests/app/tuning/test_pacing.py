"""How much of a tuning fits into the time, and in which order it is written. Figures that one can check in the head."""

from __future__ import annotations

from itertools import pairwise

from app.tuning.meter import Meter
from app.tuning.pacing import (
    Loads,
    Price,
    Race,
    fitted,
    least,
    order_of,
    reply_units,
    round_sizes,
    thinned,
    turn_loads_s,
)
from engine.commands import Speculation
from ui.comparison import Arm, Case, Plan, Task

RACE = Race(round_sizes(12), prompts=3, runs=3, always=2, tokens=128)
ALONE: Loads = (False, "")
HEAD: Loads = (True, "")
DRAFT: Loads = (False, "/d.gguf")


def replies_that_fit(n: int) -> Race | None:
    """A reply takes as long as its tokens."""
    return fitted(RACE, lambda race: race.total * race.tokens, n)


def test_rounds_grow_smaller_until_a_few_are_left() -> None:
    assert round_sizes(60) == (60, 20, 7, 3)
    assert round_sizes(2) == (2,), "a few are judged at once"
    assert [RACE.replies(i) for i in range(3)] == [42, 18, 45]


def test_a_race_is_fitted_into_the_time_before_it_says_less_than_it_could() -> None:
    assert replies_that_fit(105 * 128) == RACE
    shorter = replies_that_fit(105 * 100)
    assert shorter is not None and (shorter.tokens, shorter.sizes) == (96, RACE.sizes), "replies become shorter first"
    fewer = replies_that_fit(70 * 64)
    assert fewer is not None and (fewer.tokens, fewer.sizes, fewer.runs) == (64, (6, 3), 3), (
        "then settings are left out"
    )
    runs = replies_that_fit(30 * 64)
    assert runs is not None and (runs.sizes, runs.runs, runs.prompts) == ((3,), 2, 3), "then runs"
    one = replies_that_fit(18 * 64)
    assert one is not None and (one.sizes, one.prompts) == ((1,), 3), "then the last few"
    assert replies_that_fit(12 * 64) == least(RACE)
    assert (least(RACE).prompts, least(RACE).runs) == (2, 2), "then prompts"
    assert replies_that_fit(12 * 64 - 1) is None, "and then there is none that says anything"


def test_prompts_that_are_over_are_not_reckoned_again() -> None:
    rest = Race((5, 3), prompts=3, runs=2, always=2, tokens=64, had=2)
    assert (rest.replies(0), rest.replies(1)) == (7, 30)
    assert least(rest).replies(0) == 12, "the round that decides has had none"


def test_settings_are_left_out_evenly() -> None:
    assert thinned(range(10), 4) == [0, 3, 6, 9]
    assert thinned(range(3), 5) == [0, 1, 2]


def test_what_loads_the_same_follows_each_other_and_a_turn_begins_with_what_is_in_memory() -> None:
    loads = {"baseline": ALONE, "mtp 1": HEAD, "ngram": ALONE, "mtp 2": HEAD}
    plan = Plan("/m.gguf", tuple(Arm(name, Speculation()) for name in loads), (Task("a", "qa", ("?",)),), runs=2)
    order = order_of(plan, lambda name: loads[name])
    turns = [[arm.name for arm in order(case, repetition)] for case in range(4) for repetition in range(2)]
    written = [name for turn in turns for name in turn]
    switches = sum(loads[before] != loads[after] for before, after in pairwise(written))
    assert switches == len(turns), "the head is loaded or left out once a turn"
    assert all(sorted(turn) == sorted(loads) for turn in turns)
    firsts = {turn[0] for turn in turns}
    assert firsts == set(loads), "another one goes first each time"


def test_loads_of_a_turn_are_foretold_from_the_first_and_put_right_by_those_that_came() -> None:
    assert turn_loads_s([ALONE, ALONE], 20, 5) == 0
    assert turn_loads_s([ALONE, DRAFT], 20, 5) == 5
    assert turn_loads_s([ALONE, DRAFT, HEAD], 20, 5) == 25
    now = [0.0]
    meter = Meter(lambda: now[0])
    meter.begin()
    now[0] = 20
    meter.loaded("/m.gguf", "")
    meter.foretell_loads([HEAD])
    assert meter.price.turn_loads_s == 20
    meter.begin()
    meter.loading(0.0)
    now[0] += 4  # it was read before
    meter.loading(1.0)
    now[0] += 10
    meter.wrote(100)
    meter.turned(1)
    assert meter.price.turn_loads_s == 4
    assert meter.price.of(100) == 10, "what was loaded is not in the price of a reply"
    meter.foretell_loads([])
    assert meter.price.turn_loads_s == 0


def test_the_price_of_a_race_is_that_of_its_replies_and_its_loads() -> None:
    case = Case(Task("a", "qa", ("x" * 320,)))
    assert reply_units(case, 64) == 10 + 8 + 64
    price = Price(units=82, seconds=41, turn_loads_s=3)
    race = Race((1,), prompts=2, runs=2, always=2, tokens=64)
    assert price.of_race(race, [case]) == 12 * 41 + 4 * 3
