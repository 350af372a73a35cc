"""How the settings of a tuning stand: from the replies so far to who is ahead, who falls out, and what is shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

from app.compare.statistics import speedup
from app.tuning.candidates import Candidate
from ui.comparison import BASELINE, Run, Speedup
from ui.tuning import AUTO, TuneGrid, TuneRow

CLEARLY_BEHIND: Final = 0.8  # of the best one's speed: what one run of each prompt can be wrong by is less
FAR_BEHIND: Final = 0.4  # of the baseline's


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tuning needs of a run. round: that it belongs to, from 0."""

    round: int
    arm: str
    case: str
    repetition: int
    tokens_per_s: float | None
    drafted: int
    accepted: int

    @classmethod
    def of(cls, run: Run, number: int) -> Reply:
        """A run of this round."""
        return cls(number, run.arm, run.case, run.repetition, run.tokens_per_s, run.drafted, run.accepted)


@dataclass(slots=True)
class Board:
    """alive: who is still in the race, `auto` first and then the best first. failed: with the reason. given_up: who
    fell out in the middle of a round."""

    everything: Sequence[Candidate]
    grids: tuple[TuneGrid, ...]
    alive: list[Candidate] = field(init=False)
    replies: list[Reply] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.alive = list(self.everything)

    @property
    def others(self) -> list[Candidate]:
        """Those besides `auto` that are in the race and can be."""
        return [one for one in self.alive if one.name != AUTO and one.name not in self.failed]

    @property
    def autos(self) -> list[Candidate]:
        """`auto`, where there is one and it can be."""
        return [one for one in self.alive if one.name == AUTO and one.name not in self.failed]

    def keep(self, others: Sequence[Candidate]) -> None:
        """Only these and `auto` go on."""
        self.alive = [*self.autos, *others]

    def take(self, run: Run, number: int) -> None:
        """A run of this round."""
        self.replies.append(Reply.of(run, number))

    def drop(self, names: set[str]) -> None:
        """These fall out in the middle of a round."""
        self.given_up |= names
        self.alive = [one for one in self.alive if one.name not in names]

    def whole_cases(self, number: int) -> set[str]:
        """The prompts of a round that all who are in the race, and the baseline, have had."""
        had: dict[str, set[str]] = {}
        for reply in self.replies:
            if reply.round == number:
                had.setdefault(reply.case, set()).add(reply.arm)
        wanted = {BASELINE, *(one.name for one in (*self.autos, *self.others))}
        return {case for case, arms in had.items() if wanted <= arms}

    def far_behind(self, number: int, runs: int) -> dict[str, str]:
        """Who was far slower than the baseline on a prompt of this round, at least so many runs of it, with the reason:
        nobody wants that, whatever it gains elsewhere. Where most are, the baseline had a lucky moment, and they are
        held against each other."""
        gains: dict[str, dict[str, float]] = {}
        for one in (*self.autos, *self.others):
            for case, pairs in self._pairs(one.name, number).items():
                if len(pairs) >= runs:
                    gains.setdefault(case, {})[one.name] = max(ours / plain for ours, plain in pairs)
        found = {}
        for of_prompt in gains.values():
            least = FAR_BEHIND * min(1.0, median(of_prompt.values()))
            for name, gain in of_prompt.items():
                if name != AUTO and gain < least:
                    found[name] = f"Given up: {gain:.2f}× the baseline on one prompt."
        return found

    def unheard(self, number: int) -> list[str]:
        """Those besides `auto` that have not written a reply in this round yet."""
        heard = {reply.arm for reply in self.replies if reply.round == number}
        return [one.name for one in self.others if one.name not in heard]

    def hopeless(self, n_prompts: int) -> dict[str, str]:
        """Who could catch up with the best of its own preset only by beating it clearly on every prompt that is left,
        with the reason. Presets are not held against each other before the end of a round: prompts differ in which of
        them they suit."""
        found: dict[str, str] = {}
        mine: dict[str, list[Candidate]] = {}
        for one in self.others:
            mine.setdefault(one.speculation.preset, []).append(one)
        for preset, members in mine.items():
            gains, n_common = self._gains(members)
            left = n_prompts - n_common
            if len(gains) < len(members) or not n_common or left <= 0:
                continue
            best = max(gains.values())
            least = best * CLEARLY_BEHIND ** (left / n_common)
            for one in members:
                if gains[one.name] < least:
                    found[one.name] = f"Given up: {gains[one.name]:.2f}× where the best of {preset} has {best:.2f}×."
        return found

    def ranked(self) -> list[Candidate]:
        """Those besides `auto` that wrote a reply, the best first, without who is clearly behind."""
        gains, _ = self._gains(self.others)
        found = sorted((one for one in self.others if one.name in gains), key=lambda one: -gains[one.name])
        return [one for one in found if gains[one.name] >= CLEARLY_BEHIND * gains[found[0].name]]

    def rows(self) -> tuple[TuneRow, ...]:
        """All settings: who is in the race first, then who fell out last, and each of these by speed."""
        pairs = {one.name: self._pairs(one.name) for one in self.everything}
        level: dict[str, float] = {}
        for grid in self.grids:
            level |= on_the_same_prompts({name: pairs.get(name, {}) for line in grid.names for name in line})
        rows = [self._row(one, pairs[one.name], level.get(one.name)) for one in self.everything]
        rows.sort(key=lambda row: (*_place(row), -(row.speedup.estimate if row.speedup else 0.0)))
        return tuple(rows)

    def baseline_tokens_per_s(self) -> float | None:
        """The median over all its replies; None before the first."""
        plain = [reply.tokens_per_s for reply in self.replies if reply.arm == BASELINE and reply.tokens_per_s]
        return median(plain) if plain else None

    def _row(self, one: Candidate, pairs: dict[str, list[tuple[float, float]]], level: float | None) -> TuneRow:
        mine = [reply for reply in self.replies if reply.arm == one.name]
        speeds = [reply.tokens_per_s for reply in mine if reply.tokens_per_s]
        drafted = sum(reply.drafted for reply in mine)
        alive = any(other.name == one.name for other in self.alive)
        return TuneRow(
            name=one.name,
            speculation=one.speculation,
            state="failed" if one.name in self.failed else "in" if alive else "dropped",
            rounds=len({reply.round for reply in mine}),
            prompts=len({reply.case for reply in mine}),
            speedup=speedup(pairs),
            level=level,
            tokens_per_s=median(speeds) if speeds else None,
            acceptance=sum(reply.accepted for reply in mine) / drafted if drafted else None,
            reason=self.failed.get(one.name, ""),
        )

    def _pairs(self, name: str, number: int | None = None) -> dict[str, list[tuple[float, float]]]:
        """(its speed, the baseline's) by prompt, of the same round and repetition; of one round or all."""
        plain = {
            (reply.round, reply.case, reply.repetition): reply.tokens_per_s
            for reply in self.replies
            if reply.arm == BASELINE
        }
        pairs: dict[str, list[tuple[float, float]]] = {}
        for reply in self.replies:
            other = plain.get((reply.round, reply.case, reply.repetition))
            if reply.arm == name and number in (None, reply.round) and reply.tokens_per_s and other:
                pairs.setdefault(reply.case, []).append((reply.tokens_per_s, other))
        return pairs

    def _gains(self, members: Sequence[Candidate]) -> tuple[dict[str, float], int]:
        """(speed over the baseline's, of how many prompts): of those prompts only that all who ran had."""
        pairs = {one.name: found for one in members if (found := self._pairs(one.name))}
        common = set.intersection(*(set(found) for found in pairs.values())) if pairs else set()
        shared = {name: {case: found[case] for case in common or found} for name, found in pairs.items()}
        return {name: _estimate(speedup(found)) for name, found in shared.items()}, len(common)


def on_the_same_prompts(pairs: dict[str, dict[str, list[tuple[float, float]]]]) -> dict[str, float]:
    """Speedups that can be held against each other where some have had fewer prompts: on those that one has not had it
    is taken to be as far from the others as it was on those that it has. pairs: (its speed, the baseline's) by prompt,
    for every name; names without any are left out."""
    logs = {
        name: {case: fmean(math.log(ours / theirs) for ours, theirs in runs) for case, runs in cases.items()}
        for name, cases in pairs.items()
        if cases
    }
    everywhere = set().union(*logs.values())
    whole = [cases for cases in logs.values() if set(cases) == everywhere]
    usual = {case: fmean(cases[case] for cases in whole) if whole else 0.0 for case in everywhere}
    found = {}
    for name, cases in logs.items():
        ahead = fmean(value - usual[case] for case, value in cases.items())
        found[name] = math.exp(fmean(usual.values()) + ahead)
    return found


def _place(row: TuneRow) -> tuple[bool, bool, int, int]:
    return row.state == "failed", row.state == "dropped", -row.rounds, -row.prompts


def _estimate(gain: Speedup | None) -> float:
    return gain.estimate if gain else 0.0
