"""What a comparison looks like at a moment, and what is said about it: no window, no engine."""

from __future__ import annotations

import pytest

from engine.commands import DrafterChoice, Speculation
from engine.events import TARGET, RoundDone, TextRun
from ui.compare.board import Board, Strip
from ui.compare.looks import looks_of
from ui.compare.words import interval, seconds_left, shares, status, tone_of
from ui.comparison import (
    BASELINE,
    Arm,
    ArmFailed,
    ArmRow,
    Began,
    Doing,
    Ended,
    Machine,
    Plan,
    Remaining,
    RoundRecord,
    Run,
    RunRound,
    Setting,
    Speedup,
    Task,
)

NGRAM = Arm("N-gram", Speculation("ngram-simple", (DrafterChoice("ngram-simple"),)))
BEGAN = Began(
    Setting(
        id="1",
        started_at="2026-11-29T12:00:00+00:00",
        version="0",
        machine=Machine("", "", 1, 1, 0),
        plan=Plan("m.gguf", (Arm(BASELINE), NGRAM), (Task("a", "own", ("hello",)), Task("b", "own", ("bye",)))),
    )
)


def a_round(index: int, at_s: float, emitted: int = 2, drafted: int = 0, accepted: int = 0) -> RoundDone:
    return RoundDone(
        request_id=1,
        index=index,
        token_ids=tuple(range(emitted)),
        origins=(TARGET,) * emitted,
        drafted=tuple(range(drafted)),
        drafted_by=("ngram-simple",) * drafted,
        n_accepted=accepted,
        text=(TextRun(f"{index} ", TARGET),),
        draft_s=0.0,
        verify_s=0.1,
        sample_s=0.0,
        other_s=0.0,
        at_s=at_s,
        n_past=0,
    )


def begun() -> Board:
    board = Board.asked()
    board.take(BEGAN)
    return board


def translate(_context: str, text: str) -> str:
    return text


def test_curves_count_from_the_first_token_and_acceptance_only_where_something_was_drafted() -> None:
    board = begun()
    board.take(Doing("run", "N-gram", "a"))
    for done in (a_round(0, 5.0), a_round(1, 5.5, drafted=4, accepted=1), a_round(2, 6.5, emitted=5)):
        board.take(RunRound("N-gram", "a", 0, done))
    strip = board.strip("N-gram")
    assert strip is not None
    assert list(strip.progress.x) == [0.0, 0.5, 1.5]
    assert list(strip.progress.y) == [2, 4, 9]
    assert list(strip.acceptance.x) == [4, 9]
    assert list(strip.acceptance.y) == [25.0, 25.0]
    assert "".join(run.text for run in strip.runs) == "0 1 2 "


def test_a_second_run_takes_the_place_of_the_first_and_other_prompts_stay() -> None:
    board = begun()
    for case, repetition in (("a", 0), ("a", 1), ("b", 0)):
        board.take(Doing("warm-up", "N-gram", case, repetition))
        board.take(Doing("run", "N-gram", case, repetition))
        board.take(RunRound("N-gram", case, repetition, a_round(repetition, 1.0)))
    assert board.case == "b"
    texts = [strip.runs[0].text for case in ("a", "b") if (strip := board.strip("N-gram", case)) is not None]
    assert texts == ["1 ", "0 "]


def test_whose_turn_it_is() -> None:
    board = begun()
    board.take(Doing("warm-up", BASELINE, "a"))
    assert [board.turn(arm.name) for arm in board.arms] == ["warming", "waiting"]
    board.take(Doing("run", BASELINE, "a"))
    assert board.turn(BASELINE) == "running"
    board.take(Doing("warm-up", "N-gram", "a"))
    assert [board.turn(arm.name) for arm in board.arms] == ["done", "warming"]
    board.take(ArmFailed("N-gram", "no memory"))
    board.take(Doing("price"))
    assert board.turn("N-gram") == "failed"
    board.take(Ended("done"))
    assert [board.turn(arm.name) for arm in board.arms] == ["done", "failed"]


def test_what_was_not_reached_before_the_end_waits_no_longer() -> None:
    board = begun()
    board.take(Doing("run", BASELINE, "a"))
    board.take(Ended("stopped"))
    assert [board.turn(arm.name) for arm in board.arms] == ["done", "missing"]


def test_a_kept_reply_has_its_acceptance_too() -> None:
    rounds = (RoundRecord(0, 1, 0.1, 1.0), RoundRecord(4, 3, 0.1, 1.1), RoundRecord(4, 1, 0.1, 1.2))
    run = Run("N-gram", "a", 0, "text", 5, 8, 2, 9, 0.1, 1.0, 0.2, 20.0, "length", rounds=rounds)
    strip = Strip.of(run)
    assert (list(strip.acceptance.x), list(strip.acceptance.y)) == ([4, 5], [50.0, 25.0])


def test_an_arm_that_fails_at_one_prompt_is_not_out_for_the_others() -> None:
    board = begun()
    board.take(Doing("run", BASELINE, "a"))
    board.take(ArmFailed("N-gram", "the prompt is too long", case="a"))
    assert board.turn("N-gram", "a") == "failed"
    assert board.turn("N-gram", "b") == "waiting"


def test_the_line_of_status_says_which_run_and_how_long_it_may_take() -> None:
    board = Board.asked()
    assert status(board, 0, translate) == "Getting ready"
    board.take(Doing("load", fraction=0.43))
    assert status(board, 0, translate).replace("\u00a0", " ") == "Loading the model, 43 %"
    board.take(BEGAN)
    board.take(Doing("run", BASELINE, "a"))
    assert status(board, 0, translate) == "run 1 of 12"
    board.take(Remaining(3, 12, 40.0))
    assert status(board, 18.0, translate) == "run 4 of 12, about 20 s left"
    board.take(Doing("price"))
    assert status(board, 100.0, translate) == "measuring what verifying costs, about 1 s left"
    board.take(Ended("stopped"))
    assert status(board, 0, translate) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (9.4, "9 s"), (22.0, "20 s"), (95.0, "2 min"), (3599.0, "1 h 0 min"), (4300.0, "1 h 12 min")],
)
def test_time_that_is_left_is_no_more_exact_than_a_guess(seconds: float, words: str) -> None:
    assert seconds_left(seconds, translate) == words


def test_figures_in_words() -> None:
    sure, open_ = Speedup(1.6, 1.5, 1.7, 3), Speedup(1.1, 0.9, 1.3, 3)
    assert interval(sure, translate) == "1.50 – 1.70"
    assert interval(Speedup(1.6, None, None, 1), translate) == interval(None, translate) == ""
    assert interval(Speedup(3.3, 0.03, 349.0, 2), translate) == "too noisy to say"
    row = ArmRow("x", "x", "", 3, speedup=sure, share_draft=0.04, share_verify=0.9, share_other=0.06)
    assert shares(row) == "4 · 90 · 6 %"
    assert shares(ArmRow("x", "x", "", 0)) == "–"
    assert tone_of(row) == "good"
    assert tone_of(ArmRow("x", "x", "", 3, speedup=open_)) == ""
    assert tone_of(ArmRow("x", "x", "", 3, speedup=Speedup(0.8, 0.7, 0.9, 3))) == "bad"
    assert tone_of(ArmRow("x", "x", "", 3, speedup=sure, too_short=True)) == ""


def test_arms_of_one_family_have_its_colour_and_strokes_of_their_own() -> None:
    mixed = Arm("both", Speculation("m", (DrafterChoice("ngram-simple"), DrafterChoice("draft-mtp"))))
    again = Arm("N-gram · Code", NGRAM.speculation)
    families = {"ngram-simple": "ngram", "draft-mtp": "mtp"}
    looks = looks_of((Arm(BASELINE), NGRAM, again, mixed), families)
    assert [look.family for look in looks.values()] == ["plain", "ngram", "ngram", "mixed"]
    assert looks["N-gram"].stroke != looks["N-gram · Code"].stroke
