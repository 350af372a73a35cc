"""A whole comparison with tiny models on a real engine: what it asks, what it tells, and what survives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from app.compare.provisions import Provisions
from app.compare.run import Comparison
from app.compare.script import WARM_UP
from engine.commands import (
    DrafterChoice,
    Generate,
    LoadModel,
    MeasurePrice,
    Message,
    Sampling,
    ScoreTokens,
    Speculation,
)
from engine.events import EngineReady, Event, GenerationDone, GenerationStarted, RoundDone
from engine.host import ThreadEngine
from tests.app.compare.running import GREEDY, MTP, NGRAM, PLAIN, TASK, Recorded, finish, plan_for, row
from tests.tiny_models import write_hybrid
from ui.comparison import (
    ArmFailed,
    Began,
    CompareEvent,
    DifferenceFound,
    Doing,
    Ended,
    Plan,
    PriceKnown,
    Remaining,
    RunDone,
    RunRound,
    Task,
)


def test_every_run_is_measured_under_the_same_conditions(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), tasks=(TASK, Task("two", "own", ("again",))))
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    runs = [event.run for event in told if isinstance(event, RunDone)]
    assert Counter((run.arm, run.case) for run in runs) == {
        (arm, case): 2 for arm in ("baseline", "ngram-simple") for case in ("one", "two")
    }
    asked = link.generated()
    assert len(asked) == 8
    assert all(command.cold and command.sampling == GREEDY and command.max_tokens == 70 for command in asked)
    assert [command.speculation.preset for command in asked] == [
        *("baseline", "ngram-simple", "ngram-simple", "baseline"),
        *("ngram-simple", "baseline", "baseline", "ngram-simple"),
    ]
    # Before every reply that counts the same arm wrote a short one that does not.
    every = [command for command in link.commands if isinstance(command, Generate)]
    for warm_up, counted in zip(every[::2], every[1::2], strict=True):
        assert warm_up.messages == WARM_UP and warm_up.max_tokens < 64
        assert warm_up.speculation == counted.speculation
    assert all(event.cached_tokens == 0 for event in link.events if isinstance(event, GenerationStarted))
    assert all(run.emitted == 70 and not run.too_short and len(run.token_ids) == 70 for run in runs)
    assert isinstance(told[-1], Ended) and told[-1].ending == "done"


def test_what_is_told_can_drive_a_view(link: Recorded, target: str, supplies: Callable[[Plan], Provisions]) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM))
    told = finish(Comparison(link, plan, supplies(plan)), link)
    kinds = [type(event) for event in told]
    assert kinds.index(Began) < kinds.index(RunRound) < kinds.index(RunDone)
    assert isinstance(told[0], Doing) and told[0].activity == "load"
    setting = next(event.setting for event in told if isinstance(event, Began))
    assert (setting.n_ctx, setting.threads) == (512, 1)
    assert setting.model is not None and setting.model.architecture == "llama"
    assert len(setting.hashes[target]) == 64
    for done in (event.run for event in told if isinstance(event, RunDone)):
        rounds = [
            event.round
            for event in told
            if isinstance(event, RunRound)
            and (event.arm, event.case, event.repetition) == (done.arm, done.case, done.repetition)
        ]
        assert tuple(token for one in rounds for token in one.token_ids) == done.token_ids
    left = [event for event in told if isinstance(event, Remaining)]
    assert [(event.done, event.total) for event in left] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert left[-1].seconds == 0.0 and (left[0].seconds or 0) > 0


def test_the_report_has_speeds_texts_and_the_bound(
    link: Recorded, target: str, draft: str, supplies: Callable[[Plan], Provisions]
) -> None:
    how = Speculation("draft-model", (DrafterChoice("draft-model", {"n_max": 4}),), draft_model=draft)
    plan = plan_for(target, ("draft-model", how), PLAIN, PLAIN, runs=3)
    comparison = Comparison(link, plan, supplies(plan))
    finish(comparison, link)
    report = comparison.report()
    assert [line.arm for line in report.rows] == ["baseline", "draft-model", "baseline #2"]
    plain, drafted, second = report.rows
    assert plain.speedup is None and plain.text == "identical" and plain.acceptance_rate is None
    assert drafted.acceptance_rate is not None and drafted.acceptance_rate > 0.5
    assert drafted.tokens_per_round is not None and drafted.tokens_per_round > 2
    assert drafted.identical and second.identical
    for line in report.rows:
        assert line.tokens_per_s is not None and len(line.tokens_per_s.runs) == line.runs == 3
        assert line.ttft_s is not None and line.prompt_tokens_per_s is not None
        shares = (line.share_draft, line.share_verify, line.share_other)
        assert sum(share or 0 for share in shares) == pytest.approx(1.0)
        assert line.achieved is not None and line.achieved > 0
    for line in (drafted, second):
        assert line.speedup is not None and line.speedup.pairs == 3
        assert line.speedup.low is not None and line.speedup.low <= line.speedup.estimate
    (case,) = report.cases
    assert case.oracle is not None
    assert sum(case.oracle.blocks) == 69
    assert case.oracle.mix is not None
    assert set(comparison.setting.hashes) == {target, draft}
    assert report.ending == "done" and not any(line.reason for line in report.rows)


def test_short_replies_are_marked(link: Recorded, target: str, supplies: Callable[[Plan], Provisions]) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), max_tokens=20)
    comparison = Comparison(link, plan, supplies(plan))
    finish(comparison, link)
    assert row(comparison, "ngram-simple").too_short
    assert comparison.report().recommendation.startswith("The replies were too short")


def test_an_arm_that_this_model_cannot_have_leaves_a_reason_and_the_others_run(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("draft-mtp", MTP), ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    failed = [event for event in told if isinstance(event, ArmFailed)]
    assert [(event.arm, event.case) for event in failed] == [("draft-mtp", "")]
    assert "draft-mtp is not possible with this model" in row(comparison, "draft-mtp").reason
    assert row(comparison, "draft-mtp").runs == 0
    assert row(comparison, "ngram-simple").runs == row(comparison, "baseline").runs == 2
    assert sum(isinstance(command, LoadModel) for command in link.commands) == 1


def test_heads_and_memory_that_cannot_be_trimmed_run_like_all_others(
    link: Recorded, folder: Path, supplies: Callable[[Plan], Provisions]
) -> None:
    model = str(write_hybrid(folder / "hybrid.gguf", nextn=1, mtp_noise=0.1))
    plan = plan_for(model, ("draft-mtp", MTP), ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    finish(comparison, link)
    mtp = row(comparison, "draft-mtp")
    assert (mtp.runs, mtp.identical, mtp.reason) == (2, True, "")
    assert mtp.acceptance_rate is not None and mtp.acceptance_rate > 0.5
    assert row(comparison, "ngram-simple").identical
    (case,) = comparison.report().cases
    assert case.oracle is not None and case.oracle.mix is not None


def test_an_arm_that_fails_when_it_is_made_ready_is_taken_out_and_the_model_is_loaded_again(
    link: Recorded, target: str, folder: Path, supplies: Callable[[Plan], Provisions]
) -> None:
    broken = folder / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\x00" * 60)
    how = Speculation("draft-model", (DrafterChoice("draft-model", {}),), draft_model=str(broken))
    plan = plan_for(target, ("draft-model", how), ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    assert [event.arm for event in told if isinstance(event, ArmFailed)] == ["draft-model"]
    assert "broken.gguf" in row(comparison, "draft-model").reason
    assert row(comparison, "ngram-simple").runs == 2
    assert sum(isinstance(command, LoadModel) for command in link.commands) == 2
    assert comparison.report().ending == "done"


def test_a_prompt_that_does_not_fit_costs_only_its_own_case(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    tasks = (Task("long", "own", ("a b c d " * 400,)), TASK)
    plan = plan_for(target, ("ngram-simple", NGRAM), tasks=tasks)
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    failed = [event for event in told if isinstance(event, ArmFailed)]
    assert [(event.arm, event.case) for event in failed] == [("baseline", "long"), ("ngram-simple", "long")]
    assert all("longer than the context of 512" in event.reason for event in failed)
    assert [case.case for case in comparison.report().cases] == ["one"]
    assert row(comparison, "ngram-simple").runs == 2
    last = [event for event in told if isinstance(event, Remaining)][-1]
    assert (last.done, last.total) == (4, 4)


def test_a_target_that_cannot_be_loaded_ends_it_in_words(
    link: Recorded, folder: Path, supplies: Callable[[Plan], Provisions]
) -> None:
    path = folder / "no-model.gguf"
    path.write_bytes(b"nothing")
    plan = plan_for(str(path), ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    assert isinstance(told[-1], Ended) and told[-1].ending == "failed"
    assert "no-model.gguf" in told[-1].reason
    assert comparison.report().recommendation.startswith("Nothing can be recommended")


def test_later_turns_go_on_from_the_baselines_reply_for_every_arm(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    opening = (Message("system", "be brief"),)
    task = Task("talk", "own", ("hello", "and now"), opening)
    plan = plan_for(target, ("ngram-simple", NGRAM), tasks=(task,), runs=1)
    comparison = Comparison(link, plan, supplies(plan))
    told = finish(comparison, link)
    first = next(event.run for event in told if isinstance(event, RunDone) and event.run.arm == "baseline")
    asked = link.generated()
    assert [command.messages for command in asked[:2]] == [(*opening, Message("user", "hello"))] * 2
    later = (*opening, Message("user", "hello"), Message("assistant", first.text), Message("user", "and now"))
    assert [command.messages for command in asked[2:]] == [later] * 2
    assert [case.case for case in comparison.report().cases] == ["talk/1", "talk/2"]


def test_events_of_other_requests_are_left_alone(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), runs=1)
    comparison = Comparison(link, plan, supplies(plan), first_request_id=100)
    stray = GenerationDone(7, "end")
    told = comparison.step([stray])
    while not comparison.finished:
        assert link.wait(60.0)
        told += comparison.step([stray, *link.poll(), stray])
    assert sum(isinstance(event, RunDone) for event in told) == 2
    assert min(command.request_id for command in link.commands) == 100
    assert comparison.next_request_id() > max(command.request_id for command in link.commands)


def tampering(arm_marker: Callable[[RoundDone], bool]) -> Callable[[Event], Event]:
    """Changes the sixth token of replies whose rounds the marker knows."""
    emitted: Counter[int] = Counter()

    def change(event: Event) -> Event:
        if isinstance(event, RoundDone):
            before = emitted[event.request_id]
            emitted[event.request_id] += len(event.token_ids)
            if before <= 5 < before + len(event.token_ids) and arm_marker(event):
                tokens = list(event.token_ids)
                tokens[5 - before] = (tokens[5 - before] + 7) % 500
                return replace(event, token_ids=tuple(tokens))
        return event

    return change


def test_a_text_that_differs_by_more_than_a_tie_is_called_a_bug(
    target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    marked: set[int] = set()
    link = Recorded(ThreadEngine(), tampering(lambda event: event.request_id in marked))
    plan = plan_for(target, ("ngram-simple", NGRAM))
    comparison = Comparison(link, plan, supplies(plan))
    told: list[CompareEvent] = []
    try:
        while not comparison.finished:
            marked |= {command.request_id for command in link.generated() if command.speculation == NGRAM}
            told += comparison.step(link.poll())
            if not comparison.finished:
                assert link.wait(60.0)
    finally:
        link.close()
    (found,) = [event.difference for event in told if isinstance(event, DifferenceFound)]
    assert (found.arm, found.case, found.position) == ("ngram-simple", "one", 5)
    assert found.gap is not None and found.gap > 1
    (asked,) = [command for command in link.commands if isinstance(command, ScoreTokens)]
    assert len(asked.reply) == 5 and asked.messages == (Message("user", "hello there"),)
    line = row(comparison, "ngram-simple")
    assert line.identical is False and line.text.startswith("DIFFERENT at token 6, gap")
    assert comparison.report().recommendation.startswith("Do not use ngram-simple")


def test_above_temperature_0_the_same_seed_still_gives_the_same_text(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), sampling=Sampling(temperature=0.9, seed=3))
    comparison = Comparison(link, plan, supplies(plan))
    finish(comparison, link)
    assert row(comparison, "ngram-simple").identical


def test_a_known_price_is_not_measured_again(
    link: Recorded, target: str, supplies: Callable[[Plan], Provisions]
) -> None:
    plan = plan_for(target, ("ngram-simple", NGRAM), runs=1)
    ids = count(1)
    curves = []
    for _ in range(2):
        comparison = Comparison(link, plan, supplies(plan), engine=None, first_request_id=next(ids) * 1000)
        told = finish(comparison, link)
        curves.append([event.curve for event in told if isinstance(event, PriceKnown)])
    measured = sum(isinstance(command, MeasurePrice) for command in link.commands)
    assert measured == 2  # the second comparison did not hear which engine it is, so it could not look it up
    engine = next(event.engine for event in link.events if isinstance(event, EngineReady))
    comparison = Comparison(link, plan, supplies(plan), engine=engine, first_request_id=9000)
    told = finish(comparison, link)
    assert [event.curve for event in told if isinstance(event, PriceKnown)] == curves[0]
    assert sum(isinstance(command, MeasurePrice) for command in link.commands) == 2
