"""What there is still time for, with replies of ten seconds each and a clock that stands where it is put."""

from __future__ import annotations

from app.tuning.budget import Budget
from app.tuning.pacing import Race, reply_units
from ui.comparison import Case, Task

CASES = [Case(Task(name, "qa", ("?",))) for name in "abc"]
TEN = Race((10, 4, 3), prompts=3, runs=2, always=2, tokens=64)
LAST = Race((3,), prompts=3, runs=2, always=2, tokens=64)
REPLY_S = 10.0


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def budget(minutes: float, clock: Clock) -> Budget:
    made = Budget(minutes, clock)
    made.meter.price.paid(reply_units(CASES[0], 64), REPLY_S)
    return made


def test_without_a_bound_there_is_time_for_all() -> None:
    clock = Clock()
    endless = budget(0, clock)
    clock.now = 1e9
    assert endless.fitted(TEN, CASES) == TEN
    assert not endless.too_many(TEN, CASES, 10)
    assert not endless.enough(LAST, CASES, 3, had=2)


def test_what_would_be_enough_is_reckoned_from_the_beginning() -> None:
    clock = Clock()
    short = budget(1, clock)
    clock.now = 30.0
    assert short.fitted(TEN, CASES) is None
    assert short.least_minutes(TEN, CASES) == 3  # (30 s + 12 replies) / 0.9


def test_a_round_ends_where_the_runs_that_decide_would_have_no_time() -> None:
    clock = Clock()
    some = budget(10, clock)
    least_last_s = (3 + 2) * 3 * 2 * REPLY_S
    one_prompt_s = (10 + 2) * REPLY_S
    clock.now = 540 - least_last_s - one_prompt_s - 0.5
    assert not some.enough(TEN, CASES, 10, had=1)
    assert not some.too_many(TEN, CASES, 10)
    clock.now += 1
    assert some.enough(TEN, CASES, 10, had=1)
    assert some.too_many(TEN, CASES, 10)
    assert not some.too_many(TEN, CASES, 9)


def test_the_round_that_decides_has_two_prompts_whatever_they_take() -> None:
    clock = Clock()
    over = budget(1, clock)
    clock.now = 1000.0
    assert not over.enough(LAST, CASES, 3, had=1)
    assert over.enough(LAST, CASES, 3, had=2)
