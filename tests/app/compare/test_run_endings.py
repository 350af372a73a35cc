"""How a comparison ends before its time: somebody stops it, or the engine dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace

from app.compare.provisions import Provisions
from app.compare.run import Comparison
from engine.child import ChildEngine
from tests.app.compare.running import NGRAM, TASK, Recorded, finish, plan_for
from ui.comparison import (
    CompareEvent,
    Doing,
    Ended,
    Plan,
    Report,
    RunDone,
    RunRound,
)


def test_stopping_keeps_what_was_measured(link: Recorded, target: str, supplies: Callable[[Plan], Provisions]) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), runs=5)
    comparison = Comparison(link, plan, supplies(plan))

    def stop_in_the_third(event: CompareEvent) -> None:
        if isinstance(event, RunRound) and event.repetition == 1 and event.round.index == 3:
            comparison.stop()

    told = finish(comparison, link, stop_in_the_third)
    assert isinstance(told[-1], Ended) and told[-1].ending == "stopped"
    done = [event.run for event in told if isinstance(event, RunDone)]
    assert 2 <= len(done) <= 3 and all(run.emitted == 70 for run in done)
    assert len(comparison.report().runs) == len(done)
    assert comparison.step(link.poll()) == []


def test_stopped_before_it_began(link: Recorded, target: str, supplies: Callable[[Plan], Provisions]) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    comparison.stop()
    assert comparison.finished
    assert comparison.step() == [Ended("stopped")]
    assert link.commands == []


def test_an_engine_that_dies_ends_only_the_arm_that_ran(target: str, supplies: Callable[[Plan], Provisions]) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), ("other", NGRAM), runs=4, max_tokens=300)
    told, report, _ = run_killing(plan, supplies(plan), lambda run: run.arm == "ngram-simple" and run.repetition == 2)
    assert isinstance(told[-1], Ended) and told[-1].ending == "done"
    baseline, victim, other = report.rows
    assert (baseline.runs, other.runs) == (4, 4)
    assert 0 < victim.runs < 4
    assert "killed" in victim.reason
    assert not baseline.reason and not other.reason
    assert other.text == "identical"


def test_a_baseline_that_dies_ends_all_and_what_was_measured_stays(
    target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), runs=4, max_tokens=300)
    told, report, _ = run_killing(plan, supplies(plan), lambda run: run.arm == "baseline" and run.repetition == 2)
    assert isinstance(told[-1], Ended) and told[-1].ending == "died"
    assert len(report.runs) >= 4
    assert "killed" in report.rows[0].reason
    assert not report.rows[1].reason


def test_an_engine_that_dies_while_a_price_is_measured_costs_no_arm(
    target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    tasks = (TASK, replace(TASK, id="two"))
    plan = replace(plan_for(target, ("ngram-simple", NGRAM), runs=1), tasks=tasks)
    told, report, pids = run_killing(plan, supplies(plan), lambda doing: doing.activity == "price")
    assert isinstance(told[-1], Ended) and told[-1].ending == "done"
    assert [row.runs for row in report.rows] == [2, 2]
    assert not any(row.reason for row in report.rows)
    assert len(pids) == 2


def run_killing(
    plan: Plan, provisions: Provisions, when: Callable[[Doing], bool]
) -> tuple[list[CompareEvent], Report, set[int | None]]:
    """Run a plan on an engine that is killed the first time that something is done."""
    engine = ChildEngine()
    comparison = Comparison(engine, plan, provisions)
    pids = {engine.pid}

    def kill(event: CompareEvent) -> None:
        pids.add(engine.pid)
        if isinstance(event, Doing) and event.activity in ("run", "price") and when(event) and len(pids) == 1:
            assert engine.pid
            os.kill(engine.pid, signal.SIGKILL)

    try:
        return finish(comparison, engine, kill), comparison.report(), pids
    finally:
        engine.close()
