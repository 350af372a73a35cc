"""How long a tuning takes, and how it is fitted into the minutes that somebody has for it.

What there is to save is saved in this order: replies become shorter (never so short that they say nothing), settings
are left out evenly over their ranges down to a few, those have fewer runs, then there are fewer of them, and at last
fewer prompts. What does not fit even then is no tuning: it is said beforehand how long the least one takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final, TypeVar

from app.compare.script import WARM_UP_TOKENS
from ui.comparison import LONG_ENOUGH, Arm, Case, Plan

FINALISTS: Final = 3
SHARE_KEPT: Final = 1 / 3
LEAST_RUNS: Final = 2  # of each finalist and prompt: one leaves nothing to tell the noise from
LEAST_PROMPTS: Final = 2  # fewer say nothing about any other work
_SHORTER_BY: Final = 16  # tokens
_READ_AT_ONCE: Final = 8  # tokens of a prompt in the time of one that is written: on a slow machine
_LETTERS_A_TOKEN: Final = 4
Item = TypeVar("Item")
Loads = tuple[bool, str]  # what a setting has in memory besides the model: its MTP head, a second file or ''


def round_sizes(n: int) -> tuple[int, ...]:
    """Settings besides `auto` in every round, the last included. A few are judged at once."""
    sizes = [n]
    while sizes[-1] > FINALISTS:
        sizes.append(max(FINALISTS, math.ceil(sizes[-1] * SHARE_KEPT)))
    return tuple(sizes)


@dataclass(frozen=True, slots=True)
class Race:
    """What is still to be written. sizes: settings besides `auto` in every round, the last included. prompts: that
    every setting has in a round. runs: of each prompt in the last round. always: arms besides the settings, the
    baseline and `auto`. tokens: of the longest reply. had: prompts of the first round that are over."""

    sizes: tuple[int, ...]
    prompts: int
    runs: int
    always: int
    tokens: int
    had: int = 0

    @property
    def deciding(self) -> bool:
        """Whether its first round is the last, whose runs alone decide."""
        return len(self.sizes) == 1

    def runs_in(self, index: int) -> int:
        """Of each prompt in a round."""
        return self.runs if index == len(self.sizes) - 1 else 1

    def turns(self, index: int) -> int:
        """How often every arm of a round writes."""
        return (self.prompts - (self.had if index == 0 else 0)) * self.runs_in(index)

    def replies(self, index: int) -> int:
        """The most that a round can have."""
        return (self.sizes[index] + self.always) * self.turns(index)

    @property
    def total(self) -> int:
        """The most that all rounds can have."""
        return sum(self.replies(i) for i in range(len(self.sizes)))


@dataclass(slots=True)
class Price:
    """What replies take, in seconds: at first from one that was timed, then from all of them.

    turn_loads_s: what is loaded and loaded again while every arm writes once.
    """

    units: float = 0.0
    seconds: float = 0.0
    turn_loads_s: float = 0.0

    def paid(self, units: float, seconds: float) -> None:
        """So much was written, in so many seconds without what was loaded."""
        self.units += units
        self.seconds += max(seconds, 0.0)

    @property
    def known(self) -> bool:
        """Whether anything was timed."""
        return self.units > 0

    def of(self, units: float) -> float:
        """Seconds of so much."""
        return units * self.seconds / self.units if self.units else 0.0

    def of_race(self, race: Race, cases: Sequence[Case]) -> float:
        """Seconds of all that is still to be written, what is loaded meanwhile included."""
        each = sum(reply_units(case, race.tokens) for case in cases) / max(len(cases), 1)
        turns = sum(race.turns(i) for i in range(len(race.sizes)))
        return self.of(each) * race.total + self.turn_loads_s * turns


def reply_units(case: Case, tokens: int) -> float:
    """How much a reply is, its warm-up included, in tokens that are written."""
    task = case.task
    n_letters = sum(len(message.content) for message in task.opening)
    n_letters += sum(len(turn) for turn in task.turns[: case.turn + 1])
    read = n_letters / _LETTERS_A_TOKEN + case.turn * tokens
    return read / _READ_AT_ONCE + WARM_UP_TOKENS + tokens


def fitted(race: Race, seconds: Callable[[Race], float], given_s: float) -> Race | None:
    """The race as large as there is time for; None where there is none for the least that can be judged."""
    return next((choice for choice in _choices(race) if seconds(choice) <= given_s), None)


def least(race: Race) -> Race:
    """The smallest race that can be judged."""
    *_, last = _choices(race)
    return last


def _choices(race: Race) -> Iterator[Race]:
    """From all of it to the least that can be judged."""
    yield race
    shortest = min(LONG_ENOUGH, race.tokens)
    for tokens in (*range(race.tokens - _SHORTER_BY, shortest, -_SHORTER_BY), shortest):
        yield replace(race, tokens=tokens)
    race = replace(race, tokens=shortest)
    few = min(race.sizes[0], FINALISTS)
    for n in range(race.sizes[0] - 1, few - 1, -1):
        yield replace(race, sizes=round_sizes(n))
    race = replace(race, had=0)  # from here on the first round is the last, which has had nothing
    fewest_runs = min(LEAST_RUNS, race.runs)
    for runs in range(race.runs - 1, fewest_runs - 1, -1):
        yield replace(race, sizes=(few,), runs=runs)
    race = replace(race, runs=fewest_runs)
    for n in range(few, min(few, 1) - 1, -1):
        yield replace(race, sizes=(n,))
    for prompts in range(race.prompts - 1, min(LEAST_PROMPTS, race.prompts) - 1, -1):
        yield replace(race, sizes=(min(few, 1),), prompts=prompts)


def thinned(items: Sequence[Item], n: int) -> list[Item]:
    """At most n of them, evenly from first to last.

    >>> thinned("abcdefg", 3)
    ['a', 'd', 'g']
    """
    if n >= len(items):
        return list(items)
    if n <= 1:
        return list(items[:n])
    step = (len(items) - 1) / (n - 1)
    return [items[round(i * step)] for i in range(n)]


def turn_loads_s(ways: Sequence[Loads], load_s: float, draft_s: float) -> float:
    """Seconds of loading while every arm writes once, when those that load the same follow each other. draft_s: of the
    second file. What the target had in its memory at the turn before is there already."""
    blocks = sorted(set(ways))
    again = sum(before[0] != after[0] for before, after in pairwise(blocks))
    drafts = sum(bool(second) for _, second in blocks) if len(blocks) > 1 else 0
    return again * load_s + drafts * draft_s


def order_of(plan: Plan, loads: Callable[[str], Loads]) -> Callable[[int, int], tuple[Arm, ...]]:
    """The arms of (index of the case, repetition): those that load the same follow each other, and every other turn
    runs backwards, so that it begins with what is in memory. Within them another one is first each time."""
    arms = sorted(plan.arms, key=lambda arm: loads(arm.name))
    blocks = [tuple(block) for _, block in groupby(arms, key=lambda arm: loads(arm.name))]
    ways = min(len(blocks), 2)

    def order(case_index: int, repetition: int) -> tuple[Arm, ...]:
        turn = case_index * plan.runs + repetition
        found: tuple[Arm, ...] = ()
        for block in blocks if turn % ways == 0 else reversed(blocks):
            first = turn // ways % len(block)
            found += block[first:] + block[:first]
        return found

    return order
