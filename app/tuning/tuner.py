"""Tuning: many settings against the baseline, in rounds of successive halving (Jamieson and Talwalkar 2016).

    all settings          every prompt once
    the better third      every prompt once
    ...
    the last few, auto    every prompt several times: these runs alone decide

Every round is a comparison of its own (`app.compare`): cold, alternating, kept on disk like any other. A winner that
was chosen by the runs that also judge it looks better than it is, so the last round starts from nothing. In the first
round a setting ends early when it falls so far behind the best of its own preset that it cannot make up for it on the
prompts that are left. `app.tuning.pacing` fits all of it into the time that there is.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from app.compare.driving import drive
from app.compare.headless import ask
from app.compare.plan import make_plan
from app.compare.prompts import QUICK, load_tasks
from app.compare.statistics import speedup
from app.generate import StoppedError, engine_info
from app.library import header_of
from app.tuning import pacing
from app.tuning.candidates import Candidate, candidates
from app.tuning.circumstances import circumstances
from app.tuning.verdict import judge
from engine.commands import EngineLink, LoadModel, PresetInfo, Sampling
from engine.errors import EngineError, ModelLoadError, UsageError
from engine.events import EngineInfo, ModelLoaded
from engine.mtp_heads import is_sidecar
from ui.comparison import (
    BASELINE,
    ArmFailed,
    CompareEvent,
    Doing,
    Ending,
    Report,
    Run,
    RunDone,
    Setting,
    Speedup,
    Task,
)
from ui.tuning import AUTO, Standing, TuneGrid, TuneResult, TuneRow, TuneWish

CLEARLY_BEHIND: Final = 0.8  # of the best one's speed: what one run of each prompt can be wrong by is less
QUICK_CATEGORIES: Final = ("code-edit", "json", "qa")


def tune(
    link: EngineLink,
    wish: TuneWish,
    presets: Mapping[str, PresetInfo],
    cancelled: threading.Event,
    tell: Callable[[Standing], None],
    *,
    engine: EngineInfo | None = None,
    first_request_id: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> tuple[TuneResult, int]:
    """(what it came to, the next free request id). `cancelled` ends it; what was measured stays, in the result and on
    disk. engine, first_request_id: as for a `Comparison`. clock: in seconds. Raises PacelineError where it cannot
    begin."""
    target = header_of(Path(wish.model))
    head = bool(wish.draft) and is_sidecar(header_of(Path(wish.draft)))
    everything, grids = candidates(presets, Path(wish.model), target, wish.draft, head, wish.quick)
    if not everything:
        raise UsageError("There is nothing to tune", "this model can have none of the presets")
    tasks = load_tasks(QUICK)
    if wish.quick:
        tasks = tuple(task for task in tasks if task.category in QUICK_CATEGORIES)
    tuning = _Tuning(wish, everything, grids, tasks, tell, clock)
    return tuning.run(link, cancelled, engine, first_request_id), tuning.next_id


@dataclass(slots=True)
class _Tuning:
    wish: TuneWish
    everything: Sequence[Candidate]
    grids: tuple[TuneGrid, ...]
    tasks: tuple[Task, ...]
    tell: Callable[[Standing], None]
    clock: Callable[[], float]
    race: pacing.Race = field(init=False)
    runs: list[tuple[int, Run]] = field(default_factory=list)  # with the round that each belongs to
    reasons: dict[str, str] = field(default_factory=dict)
    alive: list[Candidate] = field(init=False)
    given_up: set[str] = field(default_factory=set)
    looked: int = 0  # at so many runs, for who is hopeless
    round: int = 0
    now: str = ""
    began: float = field(init=False)
    each_s: float = 0.0  # of a reply; 0 before the model is loaded
    max_tokens: int = field(init=False)
    next_id: int = 1

    def __post_init__(self) -> None:
        self.began, self.max_tokens = self.clock(), self.wish.max_tokens
        self.alive = list(self.everything)
        n_prompts = sum(len(task.turns) for task in self.tasks)
        autos = sum(one.name == AUTO for one in self.everything)
        self.race = pacing.Race(
            pacing.round_sizes(len(self.everything) - autos), n_prompts, self.wish.runs, always=1 + autos
        )

    def run(
        self, link: EngineLink, cancelled: threading.Event, engine: EngineInfo | None, first_request_id: int
    ) -> TuneResult:
        self.tell(self.standing())
        engine = engine or engine_info(link)
        ids = count(first_request_id)
        try:
            loaded = ask(link, LoadModel(next(ids), self.wish.model, self.wish.context), ModelLoaded, cancelled)
        except StoppedError:
            return TuneResult("stopped", self._end(), sentence="Stopped before anything could be told.")
        finally:
            self.next_id = next(ids)
        self._plan_time(loaded.plain_pass_s)
        for index in range(len(self.race.sizes)):
            report = self._one_round(index, link, cancelled, engine)
            if report.ending != "done" and (report.ending != "stopped" or cancelled.is_set()):
                return self._cut_short(report)
            if index != self.race.last:
                self.alive = self._survivors()
        return self._result(report)

    def _one_round(self, index: int, link: EngineLink, cancelled: threading.Event, engine: EngineInfo) -> Report:
        """It ends as 'stopped' also where its time is over."""
        self.round = index
        runs = self._fit_the_last() if index == self.race.last else 1
        self.tell(self.standing())
        plan = make_plan(
            self.wish.model,
            # What loads the same follows each other.
            [(one.name, one.speculation) for one in sorted(self.alive, key=lambda one: one.loads)],
            self.tasks,
            context=self.wish.context,
            sampling=Sampling(temperature=self.wish.temperature, top_p=1.0, min_p=0.0),
            runs=runs,
            max_tokens=self.max_tokens,
        )
        comparison, _ = drive(
            link,
            plan,
            partial(self._ends, cancelled, self._until()),
            self._take,
            engine=engine,
            first_request_id=self.next_id,
            give_up=self._hopeless,
        )
        self.next_id = comparison.next_request_id()
        return comparison.report()

    # ---- the time

    def _plan_time(self, plain_pass_s: float) -> None:
        """How long a reply takes at most, how long it may be, and how many settings there is time for."""
        self.each_s = pacing.reply_s(plain_pass_s, self.tasks, self.max_tokens)
        if not self.wish.minutes:
            return
        self.max_tokens = pacing.fitted_length(self.max_tokens, self.each_s * self.race.total, self._left_s())
        self.each_s = pacing.reply_s(plain_pass_s, self.tasks, self.max_tokens)
        self.race = pacing.fitted_start(self.race, self._left_s() / self.each_s)
        others = [one for one in self.alive if one.name != AUTO]
        self.alive = [
            *(one for one in self.alive if one.name == AUTO),
            *pacing.thinned(others, self.race.sizes[0]),
        ]

    def _left_s(self) -> float:
        return max(0.0, self.began + 60 * self.wish.minutes - self.clock()) if self.wish.minutes else math.inf

    def _ends(self, cancelled: threading.Event, until: float) -> bool:
        return cancelled.is_set() or self.clock() >= until

    def _until(self) -> float:
        """When this round ends, whatever it has come to."""
        return self.clock() + self._left_s() * self.race.share(self.round)

    def _reply_s(self) -> float:
        """As it turned out so far, loading and looking included."""
        done = len(self.runs)
        return (self.clock() - self.began) / done if done else self.each_s

    def _fit_the_last(self) -> int:
        """Leave out finalists that there is no time for; how many runs each of the others has."""
        n_others = sum(one.name != AUTO for one in self.alive)
        fits = self._left_s() / max(self._reply_s(), 1e-9)
        n, runs = pacing.fitted_final(n_others, self.race, fits)
        del self.alive[len(self.alive) - n_others + n :]  # auto is the first, and the best follow it
        return runs

    # ---- on the way

    def _take(self, events: Sequence[CompareEvent]) -> None:
        news = False
        for event in events:
            match event:
                case RunDone(run=run):
                    self.runs.append((self.round, run))
                    news = True
                case ArmFailed(arm=arm, reason=reason, case=case):
                    if not case and arm not in self.given_up:
                        self.reasons[arm] = reason
                    news = True
                case Doing(activity=activity, arm=arm, case=case, fraction=None):
                    now = f"{arm}, {case}" if activity in ("run", "warm-up") else ""
                    news = news or now != self.now
                    self.now = now
                case _:
                    pass
        if news:
            self.tell(self.standing())

    def standing(self) -> Standing:
        """How it stands, from all runs so far."""
        rows = [self._row(one) for one in self.everything]
        rows.sort(key=lambda row: (row.state == "failed", -(row.speedup.estimate if row.speedup else 0.0)))
        total = self._total()
        done = len(self.runs)
        each_s = self._reply_s()
        plain = [run.tokens_per_s for _, run in self.runs if run.arm == BASELINE and run.tokens_per_s]
        return Standing(
            rows=tuple(rows),
            grids=self.grids,
            round=self.round + 1,
            rounds=len(self.race.sizes),
            done=done,
            total=max(total, done),
            seconds=min(each_s * max(total - done, 0), self._left_s()) if each_s else None,
            tokens=self.max_tokens,
            now=self.now,
            baseline_tokens_per_s=median(plain) if plain else None,
        )

    def _row(self, one: Candidate) -> TuneRow:
        mine = [(number, run) for number, run in self.runs if run.arm == one.name]
        speeds = [run.tokens_per_s for _, run in mine if run.tokens_per_s]
        drafted = sum(run.drafted for _, run in mine)
        alive = any(other.name == one.name for other in self.alive)
        return TuneRow(
            name=one.name,
            speculation=one.speculation,
            state="failed" if one.name in self.reasons else "in" if alive else "dropped",
            rounds=len({number for number, _ in mine}),
            speedup=speedup(self._pairs(one.name)),
            tokens_per_s=median(speeds) if speeds else None,
            acceptance=sum(run.accepted for _, run in mine) / drafted if drafted else None,
            reason=self.reasons.get(one.name, ""),
        )

    def _pairs(self, name: str) -> dict[str, list[tuple[float, float]]]:
        """(its speed, the baseline's) by prompt, of the same round and repetition."""
        plain = {
            (number, run.case, run.repetition): run.tokens_per_s for number, run in self.runs if run.arm == BASELINE
        }
        pairs: dict[str, list[tuple[float, float]]] = {}
        for number, run in self.runs:
            other = plain.get((number, run.case, run.repetition))
            if run.arm == name and run.tokens_per_s and other:
                pairs.setdefault(run.case, []).append((run.tokens_per_s, other))
        return pairs

    def _hopeless(self) -> dict[str, str]:
        """Who could catch up with the best of its own preset only by beating it clearly on every prompt that is left.
        Presets are not held against each other before the end of a round: prompts differ in which of them they suit."""
        if self.round == self.race.last or len(self.runs) == self.looked:
            return {}
        self.looked = len(self.runs)
        found: dict[str, str] = {}
        mine: dict[str, list[Candidate]] = {}
        for one in self.alive:
            if one.name != AUTO and one.name not in self.reasons:
                mine.setdefault(one.speculation.preset, []).append(one)
        for preset, members in mine.items():
            gains, n_common = self._gains(members)
            left = self.race.n_prompts - n_common
            if len(gains) < len(members) or not n_common or not left:
                continue
            best = max(gains.values())
            least = best * CLEARLY_BEHIND ** (left / n_common)
            for one in members:
                if gains[one.name] < least:
                    found[one.name] = f"Given up: {gains[one.name]:.2f}x where the best of {preset} has {best:.2f}x."
        self.given_up |= found.keys()
        self.alive = [one for one in self.alive if one.name not in found]
        return found

    def _gains(self, members: Sequence[Candidate]) -> tuple[dict[str, float], int]:
        """(speed over the baseline's, of how many prompts): of those prompts only that all who ran had."""
        pairs = {one.name: found for one in members if (found := self._pairs(one.name))}
        common = set.intersection(*(set(found) for found in pairs.values())) if pairs else set()
        shared = {name: {case: found[case] for case in common or found} for name, found in pairs.items()}
        return {name: _estimate(speedup(found)) for name, found in shared.items()}, len(common)

    def _survivors(self) -> list[Candidate]:
        """The best of those that ran, without who is clearly behind, the best first; `auto` stays whatever it did."""
        alive = [one for one in self.alive if one.name not in self.reasons]
        others = [one for one in alive if one.name != AUTO]
        gains, _ = self._gains(others)
        ranked = sorted((one for one in others if one.name in gains), key=lambda one: -gains[one.name])
        room = self.race.sizes[self.round + 1]
        kept = [one for one in ranked[:room] if gains[one.name] >= CLEARLY_BEHIND * gains[ranked[0].name]]
        return [*(one for one in alive if one.name == AUTO), *kept]

    def _total(self) -> int:
        """Replies that are written at most: those of rounds that are over, and of the rest as large as they can be."""
        n_alive = sum(one.name != AUTO for one in self.alive)
        before = sum(number < self.round or run.arm in self.given_up for number, run in self.runs)
        return before + self.race.replies(self.round, n_alive) + self.race.later(self.round, n_alive)

    # ---- at the end

    def _result(self, report: Report) -> TuneResult:
        found = judge(report)
        rows = {row.arm: row for row in report.rows}
        chosen = next((one for one in self.everything if one.name == found.winner), None)
        auto = rows.get(AUTO)
        result = TuneResult(
            ending="done",
            standing=self._end(),
            winner=found.winner,
            confirmed=found.confirmed,
            sentence=found.sentence,
            speedup=rows[found.winner].speedup if found.winner in rows else None,
            auto_speedup=auto.speedup if auto else None,
            against_auto=found.against_auto,
        )
        result = self._circumstanced(result, report.setting)
        return replace(result, speculation=chosen.speculation) if chosen else result

    def _cut_short(self, report: Report) -> TuneResult:
        """Stopped, or the engine died for good: what is known is told, and nothing is claimed."""
        if report.ending in ("died", "failed") and not self.runs:
            kind = EngineError if report.ending == "died" else ModelLoadError
            raise kind("The tuning could not run", report.reason)
        standing = self._end()
        best = next((row for row in standing.rows if row.speedup and row.state != "failed"), None)
        where = f"in round {standing.round} of {standing.rounds}"
        ending: Ending = report.ending or "stopped"
        how = "Stopped" if ending == "stopped" else "The engine died"
        if best is None or best.speedup is None:
            words = f"{how} {where}, before anything could be told."
        else:
            gain = f"{best.speedup.estimate:.2f}x"
            words = f"{how} {where}. So far {best.name} is ahead at {gain}; that is not confirmed."
        result = TuneResult(ending, standing, sentence=words, reason=report.reason)
        result = self._circumstanced(result, report.setting)
        return replace(result, winner=best.name, speculation=best.speculation, speedup=best.speedup) if best else result

    def _end(self) -> Standing:
        return replace(self.standing(), now="", seconds=None)

    def _circumstanced(self, result: TuneResult, setting: Setting) -> TuneResult:
        return replace(
            result,
            circumstances=circumstances(setting, self.wish.draft),
            prompts=tuple(dict.fromkeys(task.category for task in self.tasks)),
            temperature=self.wish.temperature,
            comparison=setting.id,
            at=datetime.now().astimezone().isoformat(timespec="seconds"),
        )


def _estimate(gain: Speedup | None) -> float:
    return gain.estimate if gain else 0.0
