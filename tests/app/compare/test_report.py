"""Rows that follow from hand-made records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.compare.report import make_report
from tests.app.compare.made import PLAN, SETTING, records, run
from ui.comparison import Arm, LoadReading, Record, RunDone


def test_the_rows_of_a_finished_comparison() -> None:
    report = make_report(SETTING, records())
    plain, ngram, mtp = report.rows
    assert plain.tokens_per_s is not None and plain.tokens_per_s.median == pytest.approx(10.0)
    assert plain.prompt_tokens_per_s is not None and plain.prompt_tokens_per_s.median == pytest.approx(200.0)
    assert ngram.speedup is not None and ngram.speedup.estimate == pytest.approx(2.5)
    assert ngram.acceptance_rate == 1.0
    assert ngram.tokens_per_round == pytest.approx(81 / 41)
    assert (ngram.share_draft, ngram.share_other) == (0.0, 0.0)
    assert ngram.share_verify == pytest.approx(1.0)
    assert (ngram.identical, ngram.text) == (False, "near-tie at token 41, gap 0.003")
    assert (mtp.runs, mtp.reason, mtp.text, mtp.identical) == (0, "this model has no MTP head", "", None)
    assert report.recommendation.startswith("Use ngram-simple: 2.50×")
    assert report.ending == "done"


def test_how_much_of_what_is_possible_was_reached() -> None:
    report = make_report(SETTING, records())
    (case,) = report.cases  # of the other task nothing was measured
    assert case.oracle is not None
    assert case.oracle.knowing == pytest.approx(40.0)  # four at a time for the price of one
    assert case.oracle.mix == pytest.approx(25.0)
    assert [row.achieved for row in report.rows] == [pytest.approx(0.25), pytest.approx(0.625), None]


def test_pairs_are_runs_of_the_same_repetition() -> None:
    rows: list[Record] = [
        RunDone(run("baseline", 0, 0.1)),
        RunDone(run("ngram-simple", 0, 0.1, per_round=2)),
        RunDone(run("baseline", 1, 0.2)),  # the machine was slow, for both
        RunDone(run("ngram-simple", 1, 0.2, per_round=2)),
        RunDone(run("ngram-simple", 2, 0.001)),  # its partner is missing
    ]
    found = make_report(SETTING, rows).rows[1].speedup
    assert found is not None
    assert found.pairs == 2
    assert [found.estimate, found.low] == pytest.approx([2.0, 2.0])


def test_short_replies_count_only_while_there_is_nothing_longer() -> None:
    short: list[Record] = [
        RunDone(run("baseline", 0, 0.1, n=21)),
        RunDone(run("ngram-simple", 0, 0.01, n=21)),
    ]
    only_short = make_report(SETTING, short).rows[1]
    assert only_short.too_short and only_short.speedup is not None
    assert only_short.speedup.estimate == pytest.approx(10.0)
    both = make_report(SETTING, [*short, *records()]).rows[1]
    assert not both.too_short and both.speedup is not None
    assert both.speedup.estimate == pytest.approx(2.5)


def test_a_peer_has_its_own_figures_and_is_never_recommended() -> None:
    setting = replace(SETTING, plan=replace(PLAN, arms=(Arm("baseline"), Arm("http://h:1", peer="http://h:1"))))
    answer = replace(
        run("http://h:1", 0, 0.01), token_ids=(), rounds=(), verify_s=0.0, own_tokens_per_s=101.0, text="other words"
    )
    report = make_report(setting, [RunDone(run("baseline", 0, 0.1)), RunDone(answer)])
    peer = report.rows[1]
    assert peer.own_tokens_per_s is not None and peer.own_tokens_per_s.median == 101.0
    assert peer.tokens_per_s is not None and peer.tokens_per_s.median == pytest.approx(100.0)
    assert (peer.tokens_per_round, peer.share_verify, peer.identical) == (None, None, None)
    assert peer.text == "another engine's text"
    assert report.recommendation.startswith("Nothing can be recommended: no preset")
    same = replace(answer, text="text of code-edit-1\n")
    assert make_report(setting, [RunDone(run("baseline", 0, 0.1)), RunDone(same)]).rows[1].identical is True


def test_what_else_the_machine_did_is_said() -> None:
    busy = replace(run("baseline", 0, 0.1), load=LoadReading(cpu_others=1.5, cores=2, power_save=True))
    notes = make_report(SETTING, [RunDone(busy)]).notes
    assert any("1.5 of 2 processor cores" in note for note in notes)
    assert any("power-saving" in note for note in notes)
    assert make_report(SETTING, [RunDone(run("baseline", 0, 0.1))]).notes == ()


def test_nothing_measured_is_a_report_too() -> None:
    report = make_report(SETTING, [])
    assert [row.runs for row in report.rows] == [0, 0, 0]
    assert (report.cases, report.ending) == ((), None)
