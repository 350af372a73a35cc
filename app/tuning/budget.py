"""The minutes that a tuning has: what is left of them, and what there is still time for."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from app.tuning import pacing
from app.tuning.meter import Meter
from app.tuning.pacing import Race
from ui.comparison import Case

PLANNED: Final = 0.9  # of the time: what nobody foresees takes the rest
AT_MOST: Final = 1.2  # times the time: here the last round ends, with the prompts that it had


class Budget:
    """Its races are what is still to be written, their cases those of every round. meter: what replies take."""

    def __init__(self, minutes: float, clock: Callable[[], float]) -> None:
        """minutes: that it may take, 0 for as many as it needs. clock: in seconds; the time begins now."""
        self.meter = Meter(clock)
        self._minutes = minutes
        self._clock = clock
        self._began = clock()

    def seconds(self, race: Race, cases: Sequence[Case]) -> float:
        """What a race takes, as far as replies have told."""
        return self.meter.price.of_race(race, cases)

    def fitted(self, race: Race, cases: Sequence[Case]) -> Race | None:
        """As much of a race as there is time for; None where there is none for the least that can be judged."""
        return pacing.fitted(race, lambda one: self.seconds(one, cases), self._left_s())

    def least_minutes(self, race: Race, cases: Sequence[Case]) -> int:
        """That would be enough, from the beginning, for the least of a race that can be judged."""
        least_s = self._clock() - self._began + self.seconds(pacing.least(race), cases)
        return math.ceil(least_s / PLANNED / 60)

    def too_many(self, race: Race, cases: Sequence[Case], n: int) -> bool:
        """Whether there is no time for a verdict where so many settings write in this round as little as they may."""
        one = replace(race, sizes=(n,), had=0)
        if race.deciding:
            least_s = self.seconds(replace(one, prompts=min(pacing.LEAST_PROMPTS, one.prompts)), cases)
        else:
            least_s = self.seconds(replace(one, prompts=1, runs=1), cases)
            least_s += self.seconds(_least_last(race, n), cases)
        return least_s > self._left_s()

    def enough(self, race: Race, cases: Sequence[Case], n: int, had: int) -> bool:
        """Whether a round of so many settings ends here, between two prompts, of which it had so many: to leave time
        for the runs that decide, and those when they would take much too long."""
        if not self._minutes:
            return False
        one_more = replace(race, sizes=(n,), prompts=1, runs=race.runs_in(0), had=0)
        more_s = self.seconds(one_more, cases)
        if race.deciding:
            return had >= pacing.LEAST_PROMPTS and more_s > self._left_s(AT_MOST)
        return more_s + self.seconds(_least_last(race, n), cases) > self._left_s()

    def _left_s(self, share: float = PLANNED) -> float:
        if not self._minutes:
            return math.inf
        return max(0.0, self._began + 60 * self._minutes * share - self._clock())


def _least_last(race: Race, n: int) -> Race:
    """A last round that says enough, where so many settings are left for it."""
    runs = min(pacing.LEAST_RUNS, race.runs)
    return replace(race, sizes=(min(pacing.FINALISTS, n),), runs=runs, had=0)
