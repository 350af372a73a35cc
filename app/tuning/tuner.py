"""Tuning: many settings against the baseline, in rounds of successive halving (Jamieson and Talwalkar 2016).

    all settings          every prompt once
    the better third      every prompt once
    ...
    the last few, auto    every prompt several times: these runs alone decide

Every round is a comparison of its own (`app.compare`): cold, alternating, kept on disk like any other. A winner that
was chosen by the runs that also judge it looks better than it is, so the last round starts from nothing.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from app import hardware
from app.compare.driving import drive
from app.compare.plan import make_plan
from app.compare.prompts import QUICK, load_tasks
from app.compare.statistics import speedup
from app.library import header_of
from app.tuning.candidates import Candidate, candidates
from app.tuning.verdict import judge
from engine.commands import EngineLink, PresetInfo, Sampling
from engine.errors import EngineError, ModelLoadError, UsageError
from engine.events import EngineInfo
from engine.gguf_header import shard_paths
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
from ui.tuning import AUTO, Circumstances, Standing, TuneGrid, TuneResult, TuneRow, TuneWish

FINALISTS: Final = 3
SHARE_KEPT: Final = 1 / 3
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
) -> tuple[TuneResult, int]:
    """(what it came to, the next free request id). `cancelled` ends it; what was measured stays, in the result and on
    disk. engine, first_request_id: as for a `Comparison`. Raises PacelineError where it cannot begin."""
    target = header_of(Path(wish.model))
    head = bool(wish.draft) and is_sidecar(header_of(Path(wish.draft)))
    everything, grids = candidates(presets, Path(wish.model), target, wish.draft, head, wish.quick)
    if not everything:
        raise UsageError("There is nothing to tune", "this model can have none of the presets")
    tasks = load_tasks(QUICK)
    if wish.quick:
        tasks = tuple(task for task in tasks if task.category in QUICK_CATEGORIES)
    tuning = _Tuning(wish, everything, grids, tasks, tell)
    return tuning.run(link, cancelled, engine, first_request_id), tuning.next_id


def round_sizes(n: int) -> list[int]:
    """Settings besides `auto` in every round, the last included."""
    sizes = [n]
    while sizes[-1] > FINALISTS:
        sizes.append(max(FINALISTS, math.ceil(sizes[-1] * SHARE_KEPT)))
    return sizes if len(sizes) > 1 else [n, n]


@dataclass(slots=True)
class _Tuning:
    wish: TuneWish
    everything: Sequence[Candidate]
    grids: tuple[TuneGrid, ...]
    tasks: tuple[Task, ...]
    tell: Callable[[Standing], None]
    runs: list[tuple[int, Run]] = field(default_factory=list)  # with the round that each belongs to
    reasons: dict[str, str] = field(default_factory=dict)
    alive: list[Candidate] = field(default_factory=list)
    round: int = 0
    now: str = ""
    began: float = 0.0
    next_id: int = 1

    def run(
        self, link: EngineLink, cancelled: threading.Event, engine: EngineInfo | None, first_request_id: int
    ) -> TuneResult:
        self.alive, self.began, self.next_id = list(self.everything), perf_counter(), first_request_id
        self.tell(self.standing())
        n_rounds = len(self._sizes())
        report: Report | None = None
        for self.round in range(n_rounds):
            last = self.round == n_rounds - 1
            plan = make_plan(
                self.wish.model,
                [(one.name, one.speculation) for one in self.alive],
                self.tasks,
                context=self.wish.context,
                sampling=Sampling(temperature=self.wish.temperature, top_p=1.0, min_p=0.0),
                runs=self.wish.runs if last else 1,
                max_tokens=self.wish.max_tokens,
            )
            comparison, _ = drive(
                link, plan, cancelled.is_set, self._take, engine=engine, first_request_id=self.next_id
            )
            report = comparison.report()
            self.next_id = comparison.next_request_id()
            engine = report.setting.engine or engine
            if report.ending != "done":
                return self._cut_short(report)
            if not last:
                self.alive = self._survivors()
        assert report is not None
        return self._result(report)

    # ---- on the way

    def _take(self, events: Sequence[CompareEvent]) -> None:
        news = False
        for event in events:
            match event:
                case RunDone(run=run):
                    self.runs.append((self.round, run))
                    news = True
                case ArmFailed(arm=arm, reason=reason, case=case):
                    if not case:
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
        spent = perf_counter() - self.began
        plain = [run.tokens_per_s for _, run in self.runs if run.arm == BASELINE and run.tokens_per_s]
        return Standing(
            rows=tuple(rows),
            grids=self.grids,
            round=self.round + 1,
            rounds=len(self._sizes()),
            done=done,
            total=max(total, done),
            seconds=spent / done * max(total - done, 0) if done else None,
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

    def _survivors(self) -> list[Candidate]:
        """The best of those that ran, without who is clearly behind; `auto` stays whatever it did."""
        gains = {one.name: speedup(self._pairs(one.name)) for one in self.alive if one.name not in self.reasons}
        ranked = sorted(
            (one for one in self.alive if gains.get(one.name) is not None and one.name != AUTO),
            key=lambda one: -_estimate(gains[one.name]),
        )
        top = _estimate(gains[ranked[0].name]) if ranked else 0.0
        room = self._sizes()[self.round + 1]
        kept = [one for one in ranked[:room] if _estimate(gains[one.name]) >= CLEARLY_BEHIND * top]
        return [*(one for one in self.alive if one.name == AUTO and AUTO not in self.reasons), *kept]

    def _sizes(self) -> list[int]:
        return round_sizes(sum(one.name != AUTO for one in self.everything))

    def _total(self) -> int:
        """Replies that are written at most: those of rounds that are over, and of the rest as large as they can be."""
        sizes = self._sizes()
        extra = 1 + any(one.name == AUTO for one in self.everything)  # the baseline and auto
        each = len(self.tasks)
        now = (len(self.alive) + 1) * each * (self.wish.runs if self.round == len(sizes) - 1 else 1)
        before = sum(number < self.round for number, _ in self.runs)
        later = sum(
            (min(size, len(self.alive)) + extra) * each * (self.wish.runs if i == len(sizes) - 1 else 1)
            for i, size in enumerate(sizes)
            if i > self.round
        )
        return before + now + later

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


def circumstances(setting: Setting, draft: str) -> Circumstances:
    """What figures measured under this setting hold for."""
    model = setting.plan.model
    engine = setting.engine
    return Circumstances(
        model=str(Path(model).absolute()),
        model_name=setting.model.name if setting.model else Path(model).stem,
        model_hash=setting.hashes.get(model, ""),
        model_size=sum(path.stat().st_size for path in shard_paths(Path(model)) if path.is_file()),
        draft=str(Path(draft).absolute()) if draft else "",
        draft_hash=setting.hashes.get(draft, "") if draft else "",
        device=device_words(engine) if engine else "",
        driver=hardware.gpu_driver(),
        build=engine.build if engine else "",
        threads=setting.threads,
        gpu_layers=setting.gpu_layers,
        n_ctx=setting.n_ctx,
    )


def device_words(engine: EngineInfo) -> str:
    """What computes: the backend and its devices."""
    return f"{engine.backend}: {', '.join(one.description or one.name for one in engine.devices)}"


def _estimate(gain: Speedup | None) -> float:
    return gain.estimate if gain else 0.0
