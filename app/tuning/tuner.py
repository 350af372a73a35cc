"""Tuning: many settings against the baseline, in rounds of successive halving (Jamieson and Talwalkar 2016).

    a baseline reply      what a token costs here; the rest is fitted into the time by it
    all settings          every prompt once
    the better third      every prompt once
    ...
    the last few, auto    every prompt several times: these runs alone decide

Every round is a comparison of its own (`app.compare`): cold, alternating, kept on disk like any other. A winner that
was chosen by the runs that also judge it looks better than it is, so the last round starts from nothing. A round ends
between prompts only: who is held against each other has had the same ones. In the first round a setting ends early
when it falls so far behind the best of its own preset that it cannot make up for it on the prompts that are left.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

from app.compare.driving import drive
from app.compare.headless import ask
from app.compare.plan import make_plan
from app.compare.prompts import QUICK, load_tasks
from app.compare.steering import Steering
from app.generate import StoppedError, engine_info
from app.library import header_of
from app.tuning import outcome, pacing
from app.tuning.board import Board
from app.tuning.budget import Budget
from app.tuning.candidates import candidates
from app.tuning.pacing import Race
from app.tuning.unfinished import Unfinished, UnfinishedFile
from engine.commands import EngineLink, LoadModel, PresetInfo, Sampling
from engine.errors import EngineError, ModelLoadError, UsageError
from engine.events import EngineInfo, ModelLoaded
from engine.mtp_heads import is_sidecar
from ui.comparison import ArmFailed, Case, CompareEvent, Doing, Plan, Report, RunDone, Task
from ui.tuning import Standing, TuneResult, TuneWish

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
    free_request_id: Callable[[int], None] = lambda _: None,
    clock: Callable[[], float] = perf_counter,
) -> TuneResult:
    """What it came to. `cancelled` ends it; what was measured stays, in the result and on disk, and the same wish goes
    on from there. engine, first_request_id: as for a `Comparison`. free_request_id: told the next free one, however it
    ends. clock: in seconds. Raises PacelineError where it cannot begin."""
    target = header_of(Path(wish.model))
    head = bool(wish.draft) and is_sidecar(header_of(Path(wish.draft)))
    everything, grids = candidates(presets, Path(wish.model), target, wish.draft, head, wish.quick)
    if not everything:
        raise UsageError("There is nothing to tune", "this model can have none of the presets")
    tasks = load_tasks(QUICK)
    if wish.quick:
        tasks = tuple(task for task in tasks if task.category in QUICK_CATEGORIES)
    engine = engine or engine_info(link)
    ids = count(first_request_id)
    board, budget = Board(everything, grids), Budget(wish.minutes, clock)
    tuning = _Tuning(link, wish, board, budget, tasks, cancelled, tell, engine, ids)
    try:
        return tuning.run()
    finally:
        free_request_id(next(tuning.ids))


@dataclass(slots=True)
class _Tuning:
    link: EngineLink
    wish: TuneWish
    board: Board
    budget: Budget
    tasks: tuple[Task, ...]
    cancelled: threading.Event
    tell: Callable[[Standing], None]
    engine: EngineInfo
    ids: Iterator[int]
    file: UnfinishedFile = field(init=False)
    race: Race = field(init=False)  # from this round on
    loaded: ModelLoaded | None = None
    looked: int = 0  # at so many replies, for who is hopeless
    round: int = 0
    known: int = 0
    now: str = ""

    def __post_init__(self) -> None:
        self.race = Race(
            pacing.round_sizes(len(self.board.others)),
            prompts=len(self.cases),
            runs=self.wish.runs,
            always=1 + len(self.board.autos),
            tokens=self.wish.max_tokens,
        )

    def run(self) -> TuneResult:
        self.tell(self.standing())
        try:
            self.file = UnfinishedFile(self.wish, self.board.everything, self.engine, self.cancelled.is_set)
            self._load_and_time()
        except StoppedError:
            return TuneResult("stopped", self._end(), sentence=outcome.TOO_EARLY)
        self._go_on()
        least_minutes = self._fit_the_start()
        if least_minutes:
            return outcome.too_short(self.wish.minutes, least_minutes, self._end())
        while True:
            self.budget.meter.foretell_loads(self._ways())
            if not self.race.deciding and not self._open_tasks():
                self._next_round()
                continue
            self.tell(self.standing())
            report = self._one_round()
            if report.ending != "done":
                return self._cut_short(report)
            if self.race.deciding:
                self.file.clear()
                return outcome.decided(report, self._end(), self.board.everything, self.wish)
            self._next_round()

    @property
    def cases(self) -> list[Case]:
        """What every setting writes in a round."""
        return _cases(self.tasks)

    # ---- one round

    def _one_round(self) -> Report:
        plan = make_plan(
            self.wish.model,
            [(one.name, one.speculation) for one in (*self.board.autos, *self.board.others)],
            self._open_tasks(),
            context=self.wish.context,
            sampling=Sampling(temperature=self.wish.temperature, top_p=1.0, min_p=0.0),
            runs=self.race.runs_in(0),
            max_tokens=self.race.tokens,
        )
        ways = {one.name: one.loads for one in self.board.everything}
        steering = Steering(
            order=pacing.order_of(plan, lambda arm: ways.get(arm, (False, ""))),
            enough=self._enough,
            bound=False,
            loaded=self.loaded,
        )
        self.budget.meter.begin()
        comparison, _ = drive(
            self.link,
            plan,
            self.cancelled.is_set,
            lambda events: self._take(events, plan),
            engine=self.engine,
            first_request_id=next(self.ids),
            give_up=self._hopeless,
            steering=steering,
        )
        self.ids = count(comparison.next_request_id())
        self.loaded = comparison.loaded
        return comparison.report()

    def _open_tasks(self) -> list[Task]:
        """Those that this round has still to write: one that goes on from where it was stopped has some already."""
        whole = set() if self.race.deciding else self.board.whole_cases(self.round)
        return [task for task in self.tasks if any(case.id not in whole for case in _cases([task]))]

    def _ways(self) -> list[pacing.Loads]:
        return [one.loads for one in (*self.board.autos, *self.board.others)]

    def _take(self, events: Sequence[CompareEvent], plan: Plan) -> None:
        news = False
        cases = {case.id: case for case in plan.cases}
        for event in events:
            match event:
                case RunDone(run=run):
                    self.budget.meter.wrote(pacing.reply_units(cases[run.case], plan.max_tokens))
                    self.board.take(run, self.round)
                    news = True
                case ArmFailed(arm=arm, reason=reason, case=""):
                    if arm not in self.board.given_up:
                        self.board.failed[arm] = reason
                    news = True
                case Doing(fraction=float() as fraction):
                    self.budget.meter.loading(fraction)
                case Doing(activity=activity, arm=arm, case=at):
                    now = f"{arm}, {at}" if activity in ("run", "warm-up") else ""
                    news = news or now != self.now
                    self.now = now
                case _:
                    pass
        if news:
            self.tell(self.standing())

    def _hopeless(self) -> Mapping[str, str]:
        if len(self.board.replies) == self.looked:
            return {}
        self.looked = len(self.board.replies)
        found = self.board.far_behind(self.round, pacing.LEAST_RUNS if self.race.deciding else 1)
        if not self.race.deciding:
            found |= self.board.hopeless(self.race.prompts)
        found |= dict.fromkeys(self._late(), "There is no time for it.")
        self.board.drop(set(found))
        return found

    def _late(self) -> list[str]:
        """Who has not written in this round yet, and would take the time from the runs that decide."""
        unheard = self.board.unheard(self.round)
        n_others = len(self.board.others)
        for n in range(n_others, n_others - len(unheard), -1):
            if n == 1 or not self.budget.too_many(self.race, self.cases, n):
                return unheard[len(unheard) - (n_others - n) :]
        return unheard

    def _next_round(self) -> None:
        """With whoever is left, as far as there is time."""
        ranked = self.board.ranked()[: self.race.sizes[1]]
        race = replace(self.race, sizes=pacing.round_sizes(len(ranked)), had=0)
        race = self.budget.fitted(race, self.cases) or pacing.least(race)
        self.board.keep(ranked[: race.sizes[0]])
        self._take_prompts(race.prompts)
        self.race = race
        self.round += 1

    # ---- the time

    def _load_and_time(self) -> None:
        """Load the model, and write one reply of the baseline to know what they take."""
        self.budget.meter.begin()
        load = LoadModel(next(self.ids), self.wish.model, self.wish.context)
        self.loaded = ask(self.link, load, ModelLoaded, self.cancelled)
        self.budget.meter.loaded(self.wish.model, self.wish.draft)
        self.budget.meter.foretell_loads(self._ways())
        self.now = "baseline"
        self.tell(self.standing())
        self.budget.meter.time_a_reply(self.link, self.ids, self.cases[0], self.cancelled)
        self.now = ""

    def _fit_the_start(self) -> int:
        """How long replies may be, and how many settings, runs and prompts there is time for: 0, or the minutes of the
        least tuning where there are not as many."""
        race = self.budget.fitted(self.race, self.cases)
        if race is None:
            return self.budget.least_minutes(self.race, self.cases)
        if self.known and not self.race.deciding and race.sizes != self.race.sizes:
            self._next_round()  # what is known says better who goes on than the places of settings in their ranges
            return 0
        if race.sizes[0] < len(self.board.others):
            self.board.keep(pacing.thinned(self.board.others, race.sizes[0]))
        self._take_prompts(race.prompts)
        self.race = race
        return 0

    def _take_prompts(self, n: int) -> None:
        while len(self.cases) > n:
            self.tasks = tuple(pacing.thinned(self.tasks, len(self.tasks) - 1))

    def _enough(self) -> bool:
        """Whether this round ends here, between two prompts."""
        self.budget.meter.turned(self.race.runs_in(0))
        n_had = len(self.board.whole_cases(self.round))
        return self.budget.enough(self.race, self.cases, len(self.board.others), n_had)

    # ---- where it was stopped

    def _go_on(self) -> None:
        """Take up the same tuning where it was stopped, if it was."""
        found = None if self.wish.anew else self.file.read()
        if found is None:
            return
        by_name = {one.name: one for one in self.board.everything}
        self.board.alive = [by_name[name] for name in found.alive]
        self.board.failed = dict(found.failed)
        self.board.given_up = set(found.given_up)
        self.board.replies = list(found.replies)
        self.tasks = tuple(task for task in self.tasks if task.id in found.tasks)
        self.race, self.round, self.known = found.race, found.round, len(found.replies)

    def _keep_unfinished(self) -> bool:
        """Write down what whole rounds and prompts have told; whether there is something to go on from."""
        whole = set() if self.race.deciding else self.board.whole_cases(self.round)
        replies = [one for one in self.board.replies if one.round < self.round or one.case in whole]
        if not replies:
            return False
        return self.file.write(
            Unfinished(
                at=outcome.now(),
                round=self.round,
                race=replace(self.race, sizes=(len(self.board.others), *self.race.sizes[1:]), had=len(whole)),
                tasks=tuple(task.id for task in self.tasks),
                alive=tuple(one.name for one in self.board.alive),
                failed=dict(self.board.failed),
                given_up=tuple(sorted(self.board.given_up)),
                replies=tuple(replies),
            )
        )

    # ---- how it stands, and what it came to

    def standing(self) -> Standing:
        """How it stands, from all replies so far."""
        done = len(self.board.replies)
        rest = self._rest()
        known = self.budget.meter.price.known
        return Standing(
            rows=self.board.rows(),
            grids=self.board.grids,
            round=self.round + 1,
            rounds=self.round + len(self.race.sizes),
            done=done,
            total=done + rest,
            seconds=self._rest_s(rest) if known else None,
            now=self.now,
            baseline_tokens_per_s=self.board.baseline_tokens_per_s(),
            tokens=self.race.tokens,
            prompts=len(self.cases),
            known=self.known,
        )

    def _rest(self) -> int:
        """Replies that are still written at most: of this round by who is left, and of the rest as large as it can
        be."""
        arms = {"baseline", *(one.name for one in (*self.board.autos, *self.board.others))}
        done = sum(one.round == self.round and one.arm in arms for one in self.board.replies)
        runs = self.race.runs_in(0)
        mine = len(arms) * self.race.prompts * runs - done
        later = replace(self.race, sizes=self.race.sizes[1:], had=0)
        return max(mine, 0) + later.total

    def _rest_s(self, rest: int) -> float:
        whole = self.budget.seconds(self.race, self.cases)
        return whole * rest / max(self.race.total, 1)

    def _cut_short(self, report: Report) -> TuneResult:
        if report.ending in ("died", "failed") and not self.board.replies:
            kind = EngineError if report.ending == "died" else ModelLoadError
            raise kind("The tuning could not run", report.reason)
        goes_on = self._keep_unfinished()
        return outcome.cut_short(report, self._end(), self.wish, goes_on)

    def _end(self) -> Standing:
        return replace(self.standing(), now="", seconds=None)


def _cases(tasks: Sequence[Task]) -> list[Case]:
    return [Case(task, turn) for task in tasks for turn in range(len(task.turns))]
