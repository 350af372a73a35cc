"""The course of a tuning on tiny models and a real engine, with a made-up clock: time, stopping and going on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app import requests
from app.compare import store
from app.tuning import kept as keeping
from app.tuning.tuner import tune
from engine.host import ThreadEngine
from tests.app.tuning.counted import Counted, wish
from ui.comparison import BASELINE, Report
from ui.tuning import Standing, TuneResult, TuneWish


@pytest.fixture
def counted() -> Iterator[Counted]:
    link = Counted(ThreadEngine())
    yield link
    link.close()


def run(
    link: Counted, wanted: TuneWish, told: list[Standing], stop_when: Callable[[Standing], bool] = lambda _: False
) -> TuneResult:
    stop = threading.Event()

    def tell(standing: Standing) -> None:
        told.append(standing)
        if stop_when(standing):
            stop.set()

    return tune(
        link,
        wanted,
        requests.known_presets(),
        stop,
        tell,
        engine=link.engine,
        first_request_id=link.next_id,
        free_request_id=link.free,
        clock=link.clock,
    )


def reports() -> list[Report]:
    """Of all rounds that were run."""
    return [store.load(path) for path in store.comparisons_dir().glob("*.jsonl")]


@pytest.mark.parametrize("minutes", [2.5, 6.0])
def test_a_tuning_comes_to_a_verdict_in_the_minutes_that_it_was_given(
    counted: Counted, target: str, minutes: float
) -> None:
    counted.reply_s, counted.load_s = 10.0, 7.0
    told: list[Standing] = []
    result = run(counted, wish(target, minutes=minutes), told)
    assert result.ending == "done"
    assert result.winner or "too short" in result.sentence
    assert 0.4 * 60 * minutes < counted.now <= 60 * minutes
    first = next(one for one in told if one.seconds is not None)
    assert first.done == 0, "how long it takes is known before the first reply that counts"
    assert first.seconds is not None and first.seconds <= 60 * minutes
    assert counted.loads == 1, "the model stays in memory from round to round"


@pytest.mark.parametrize("dearer", [0.4, 2.5, 4.0])
def test_also_where_drafts_make_replies_much_dearer_or_cheaper_than_the_one_that_was_timed(
    counted: Counted, target: str, dearer: float
) -> None:
    counted.reply_s, counted.dearer = 10.0, dearer
    told: list[Standing] = []
    result = run(counted, wish(target, minutes=6.0), told)
    assert result.ending == "done" and max(one.round for one in told) == told[-1].rounds
    assert counted.now <= 1.3 * 60 * 6
    for report in reports():
        arms = {run.arm for run in report.runs}
        stayed = arms - {row.arm for row in report.rows if "Given up" in row.reason}
        had = {arm: {run.case for run in report.runs if run.arm == arm} for arm in stayed}
        assert all(cases == had[BASELINE] for cases in had.values()), "a round ends between two prompts"


def test_too_little_time_is_said_beforehand_with_the_least_that_is_enough(counted: Counted, target: str) -> None:
    counted.reply_s = 10.0
    told: list[Standing] = []
    result = run(counted, wish(target, minutes=1.0), told)
    assert result.ending == "failed" and not result.winner
    assert "1 min is too short" in result.reason and f"about {result.least_minutes} min" in result.reason
    assert told[-1].done == 0 and len(counted.seen) == 1, "a reply was timed, and no more were written"
    assert reports() == []
    again = run(counted, wish(target, minutes=result.least_minutes), told)
    assert again.ending == "done", "what it says is enough"


def test_without_a_bound_nothing_is_left_out(counted: Counted, target: str) -> None:
    counted.reply_s = 1000.0
    told: list[Standing] = []
    result = run(counted, wish(target), told)
    assert result.ending == "done"
    assert all(row.rounds for row in result.standing.rows)
    assert {standing.tokens for standing in told} == {64}


def test_who_is_hopeless_after_a_prompt_writes_no_more_replies(
    counted: Counted, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tuning.board.CLEARLY_BEHIND", 1.0)  # whoever is not the best of a preset
    told: list[Standing] = []
    result = run(counted, wish(target), told)
    first = [one for one in told if one.round == 1]
    dropped = {row.name for row in first[-1].rows if row.state == "dropped"}
    assert any(name.startswith("ngram-simple") for name in dropped)
    longest = max(reports(), key=lambda report: len(report.rows))
    rows = {row.arm: row for row in longest.rows}
    assert all("Given up" in rows[name].reason for name in dropped)
    assert max(rows[name].runs for name in dropped) < rows["auto"].runs, "it has fewer replies than who stayed"
    assert all(row.rounds for row in result.standing.rows), "and what it had measured stays"


def third_prompt_has_begun(standing: Standing) -> bool:
    return standing.round == 1 and any(row.prompts == 3 for row in standing.rows)


def test_what_was_stopped_goes_on_from_its_last_whole_prompt(counted: Counted, target: str) -> None:
    told: list[Standing] = []
    stopped = run(counted, wish(target), told, third_prompt_has_begun)
    assert stopped.ending == "stopped" and stopped.goes_on
    assert "not confirmed" in stopped.sentence
    assert keeping.keep(stopped) is None, "half a tuning says nothing for later"
    told.clear()
    other = run(counted, replace(wish(target), temperature=0.5), told, lambda standing: standing.done > 0)
    assert told[-1].known == 0 and not other.goes_on, "another wish begins at its beginning"
    told.clear()
    result = run(counted, wish(target), told)
    assert result.ending == "done"
    first = next(one for one in told if one.seconds is not None)
    assert first.known == first.done > 0
    written = [[task.id for task in report.setting.plan.tasks] for report in reports()]
    assert written.count(["qa-1"]) == 1, "only what was missing is written"
    told.clear()
    run(counted, wish(target), told, lambda standing: standing.done > 0)
    assert told[-1].known == 0, "what came to its end begins anew"


def test_where_going_on_would_take_too_long_now_the_best_of_what_is_known_decide(counted: Counted, target: str) -> None:
    counted.reply_s = 1.0
    told: list[Standing] = []
    assert run(counted, wish(target, minutes=2.5), told, third_prompt_has_begun).goes_on
    ahead = {row.name for row in told[-1].rows if row.state == "in"}
    counted.now, counted.reply_s = 0.0, 4.0
    told.clear()
    result = run(counted, wish(target, minutes=2.5), told)
    assert result.ending == "done" and counted.now <= 1.3 * 60 * 2.5
    assert {one.round for one in told if one.done > one.known} == {2}, "the round that was begun is not gone on with"
    last = max(reports(), key=lambda report: report.setting.plan.runs)
    assert len({run.case for run in last.runs}) == 3, "what was known before is no part of what decides"
    assert {arm.name for arm in last.setting.plan.arms} <= ahead | {BASELINE}


def test_it_begins_anew_where_that_is_wanted(counted: Counted, target: str) -> None:
    told: list[Standing] = []
    assert run(counted, wish(target), told, third_prompt_has_begun).goes_on
    told.clear()
    run(counted, replace(wish(target), anew=True), told, lambda standing: standing.done > 0)
    assert told[-1].known == 0


def test_stopped_at_once_it_says_that_nothing_can_be_told(counted: Counted, target: str) -> None:
    told: list[Standing] = []
    result = run(counted, wish(target), told, lambda _: True)
    assert (result.ending, result.goes_on) == ("stopped", False)
    assert "before anything" in result.sentence
    assert counted.loads == 0, "also while files are read that were never seen"
