"""`paceline tune` as a shell sees it, and how settings fall out of the race. Tiny models, real engine."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from app import paths, requests
from app.advice.facts import advice_for
from app.compare.plan import MOST_RUNS
from app.compare.report import make_report
from app.tuning import kept as keeping
from app.tuning.candidates import candidates
from app.tuning.commands import TunePrinter, forecast_words
from app.tuning.for_window import TuneWorker
from app.tuning.pacing import FINALISTS, round_sizes
from app.tuning.tuner import tune
from app.tuning.verdict import judge
from engine.commands import DrafterChoice, Speculation
from engine.errors import UsageError
from engine.events import DeviceInfo, EngineInfo
from engine.gguf_header import read_header
from engine.host import ThreadEngine
from tests.app.compare.made import SETTING, run
from tests.app.shell import Shell
from tests.app.tuning.counted import wish
from tests.tiny_mtp import write_chained
from ui.advice import Question
from ui.compare.services import Lent
from ui.comparison import Arm, Began, Difference, DifferenceFound, Ended, Record, Report, RunDone
from ui.tuning import Circumstances, Standing, TuneResult, TuneRow

FAST = ("--engine", "thread", "--threads", "1", "--ctx", "1024", "--quick", "--minutes", "0", "--runs", "2", "-n", "48")


def test_every_setting_is_there_once_and_grids_hold_what_the_model_can_have(target: str, draft: str) -> None:
    known = requests.known_presets()
    header = read_header(Path(target))
    without, _ = candidates(known, Path(target), header, "", False, quick=False)
    assert without[0].name == "auto"
    assert not [one for one in without if "draft-model" in one.name or "mtp" in one.name]
    found, grids = candidates(known, Path(target), header, draft, False, quick=False)
    names = [one.name for one in found]
    assert len(set(names)) == len(names)
    grid = next(grid for grid in grids if grid.preset == "draft-model")
    assert (grid.xs, grid.ys) == ((1, 2, 3, 4, 5, 6, 7, 8), (0.0, 0.6, 0.75))
    by_name = {one.name: one.speculation for one in found}
    chosen = by_name[grid.names[1][4]]
    assert chosen.draft_model == draft
    assert (chosen.drafters[0].options["n_max"], chosen.drafters[0].options["p_min"]) == (5, 0.6)
    quick, _ = candidates(known, Path(target), header, draft, False, quick=True)
    assert 0 < len(quick) < len(found)


def test_a_model_with_a_head_has_its_lengths_tried(tmp_path: Path) -> None:
    path = write_chained(tmp_path / "mtp.gguf")
    found, grids = candidates(requests.known_presets(), path, read_header(path), "", False, quick=True)
    assert "draft-mtp" in {grid.preset for grid in grids}
    assert "mtp-ngram" in {one.name for one in found}


def test_tune_runs_in_rounds_keeps_what_it_found_and_claims_no_more(shell: Shell, target: str, draft: str) -> None:
    content = shell.json("tune", "-m", target, "-d", draft, *FAST)
    assert content["ended"] == "done"
    rows = {row["name"]: row for row in content["rows"]}
    n_rounds = rows["auto"]["rounds"]
    assert 1 < n_rounds <= len(round_sizes(len(rows) - 1)), "auto is there to the end"
    dropped = [row for row in rows.values() if row["state"] == "dropped"]
    assert dropped and all(row["rounds"] < n_rounds and row["speedup"] for row in dropped)
    assert 2 <= sum(row["rounds"] == n_rounds for row in rows.values()) <= FINALISTS + 1
    assert {grid["preset"] for grid in content["grids"]} >= {"draft-model"}
    assert content["circumstances"]["build"] and content["circumstances"]["model_hash"]
    assert bool(content["preset"]) == content["confirmed"]
    assert len(shell.json("comparisons")["comparisons"]) == n_rounds


def test_before_the_first_reply_it_says_how_long_it_takes_and_what_a_stop_keeps() -> None:
    rows = tuple(TuneRow(f"ngram {i}", Speculation(), "in" if i else "dropped") for i in range(4))
    first = Standing(rows, (), 1, 2, 0, 60, 300.0, tokens=64, prompts=3)
    words = forecast_words(first)
    assert "3 settings on 3 prompts, at most 60 replies of up to 64 tokens" in words
    assert "no time for 1 more" in words and "about 5 min" in words
    assert "goes on from there" in words
    assert "goes on" not in forecast_words(replace(first, rounds=1)), "the round that decides begins anew"
    again = forecast_words(replace(first, done=20, known=20))
    assert "20 replies that are known" in again and "at most 40 replies" in again


def test_a_name_of_a_built_in_preset_is_refused_before_anything_runs(shell: Shell, target: str) -> None:
    assert shell.run("tune", "-m", target, *FAST, "--save", "auto") == 2
    assert "built-in" in shell.err
    assert shell.run("tune", "-m", target, *FAST, "--runs", str(MOST_RUNS + 1)) == 2, "not in the last round only"


def test_ctrl_c_prints_the_table_and_ends_with_its_code(
    shell: Shell, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[Standing] = []

    def interrupting(_printer: TunePrinter, standing: Standing) -> None:
        if standing.done == 2 and not pressed:
            pressed.append(standing)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(TunePrinter, "show", interrupting)
    assert shell.run("tune", "-m", target, *FAST) == 130
    assert "Stopped in round 1" in shell.out


# ---- the verdict, from figures made by hand

FASTER = Arm("ngram-simple size_n=6 size_m=12", Speculation("ngram-simple", (DrafterChoice("ngram-simple", {}),)))
AUTO = Arm("auto", Speculation("auto", (DrafterChoice("draft-edit", {}),)))


def test_a_round_that_had_time_for_a_single_prompt_names_no_winner() -> None:
    report = last_round(faster_s=0.05, auto_s=0.08)
    setting = replace(report.setting, plan=replace(report.setting.plan, tasks=SETTING.plan.tasks))
    found = judge(replace(report, setting=setting))
    assert (found.winner, found.confirmed) == ("", False)
    assert "1 of 3 prompts" in found.sentence and "more minutes" in found.sentence


def test_one_that_had_time_for_some_of_them_says_so() -> None:
    report = last_round(faster_s=0.05, auto_s=0.08)
    tasks = SETTING.plan.tasks
    setting = replace(report.setting, plan=replace(report.setting.plan, tasks=tasks))
    second = tuple(replace(run, case="talk/1") for run in report.runs)
    found = judge(replace(report, setting=setting, runs=(*report.runs, *second)))
    assert (found.winner, found.confirmed) == (FASTER.name, True)
    assert found.sentence.endswith("There was time for 2 of 3 prompts.")


def last_round(faster_s: float, auto_s: float, noise: float = 0.0, fault: bool = False) -> Report:
    """The baseline takes 0.1 s a token; three runs each. noise: the setting's runs differ by so much."""
    plan = replace(SETTING.plan, arms=(Arm("baseline"), AUTO, FASTER), tasks=SETTING.plan.tasks[:1], runs=3)
    records: list[Record] = [Began(replace(SETTING, plan=plan))]
    for arm, seconds in (("baseline", 0.1), ("auto", auto_s), (FASTER.name, faster_s)):
        shaken = noise if arm == FASTER.name else 0.0
        records += [RunDone(run(arm, i, seconds * (1 + shaken * (i - 1)))) for i in range(3)]
    if fault:
        records.append(DifferenceFound(Difference(FASTER.name, "code-edit-1", 3, 7.0)))
    return make_report(replace(SETTING, plan=plan), [*records, Ended("done")])


def test_a_setting_wins_only_where_it_beats_auto_and_the_baseline_beyond_doubt() -> None:
    won = judge(last_round(faster_s=0.05, auto_s=0.08))
    assert (won.winner, won.confirmed) == (FASTER.name, True)
    assert "2.00×" in won.sentence and "1.60×" in won.sentence


@pytest.mark.parametrize(
    ("faster_s", "auto_s", "winner", "words"),
    [
        (0.0799, 0.08, "auto", "cannot be told from it"),
        (0.09, 0.05, "auto", "no setting beats it"),
        (0.0999, 0.12, "baseline", "cannot be told from it"),
        (0.15, 0.12, "baseline", "Leave speculation off"),
    ],
)
def test_otherwise_it_says_so_and_recommends_what_is_there(
    faster_s: float, auto_s: float, winner: str, words: str
) -> None:
    found = judge(last_round(faster_s, auto_s, noise=0.02))
    assert (found.winner, found.confirmed) == (winner, False)
    assert words in found.sentence


def test_a_setting_whose_text_is_wrong_never_wins() -> None:
    found = judge(last_round(faster_s=0.02, auto_s=0.05, fault=True))
    assert found.winner == "auto"


# ---- what is kept

ENGINE = EngineInfo("0.3.36", "b1", "CPU", (DeviceInfo("CPU", "Some Processor", "cpu", 0, 0),))


def test_a_winner_becomes_a_preset_and_says_when_it_is_stale(shell: Shell, target: str, draft: str) -> None:
    link = ThreadEngine()
    try:
        result = tune(link, wish(target, draft), requests.known_presets(), threading.Event(), lambda _: None)
    finally:
        link.close()
    assert result.circumstances is not None
    row = next(row for row in result.standing.rows if row.speculation.preset == "draft-model" and row.speedup)
    result = replace(
        result,
        winner=row.name,
        confirmed=True,
        speculation=row.speculation,
        circumstances=replace(result.circumstances, build="b1", device="CPU: Some Processor"),
    )
    known = requests.known_presets()
    name = keeping.usual_name(target)
    keeping.save_preset(result, name, known, paths.user_presets_dir())
    assert requests.known_presets()[name].drafters == row.speculation.drafters
    kept = keeping.keep(result, name)
    assert kept is not None
    assert keeping.of_preset(name) == kept == keeping.latest(target, draft)
    assert keeping.stale(kept, ENGINE) == []
    (newer,) = keeping.stale(kept, replace(ENGINE, build="b2"))
    assert "b1 then, b2 now" in newer
    advice = advice_for(Question(target), requests.known_presets(), replace(ENGINE, build="b2"))
    assert name in advice.old and "time to tune again" in advice.old[name]
    assert advice_for(Question(target), requests.known_presets(), ENGINE).old == {}
    asked = ("-p", name, "--prompt", "hello", "-n", "8", "--engine", "thread", "--threads", "1")
    warning = shell.json("generate", "-m", target, "-d", draft, *asked)["warnings"][-1]
    assert "Tune again" in warning and "build" in warning
    other = Path(target).with_name("other.gguf")
    other.write_bytes(Path(target).read_bytes() + b"\0")
    assert keeping.stale(kept, ENGINE, str(other)) == ["the model file is another one now"]
    with pytest.raises(UsageError):
        keeping.save_preset(result, "auto", known, paths.user_presets_dir())
    assert shell.run("presets") == 0


def a_result() -> TuneResult:
    where = Circumstances("/m.gguf", "m", "", 0, "", "", "CPU", "", "b1", 1, 0, 1024)
    return TuneResult(
        "done", Standing((), ()), "auto", False, "Use auto: no setting beats it.", circumstances=where, comparison="x"
    )


@pytest.fixture
def disk_that_cannot_be_written() -> None:
    keeping.tunes_dir().parent.mkdir(parents=True)
    keeping.tunes_dir().write_text("in the way")


@pytest.mark.usefixtures("disk_that_cannot_be_written")
def test_a_verdict_that_cannot_be_written_down_is_told_in_a_terminal(
    shell: Shell, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tuning.commands.run_tuning", lambda *_, **__: a_result())
    assert shell.run("tune", "-m", target, *FAST) != 0
    assert a_result().sentence in shell.out
    assert "x.json cannot be written" in shell.err


@pytest.mark.usefixtures("disk_that_cannot_be_written")
def test_and_in_the_window(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tuning.for_window.tune", lambda *_, **__: a_result())
    link = ThreadEngine()
    worker = TuneWorker(wish(target), Lent(link, 1))
    worker.close()
    link.close()
    found = worker.poll()
    assert isinstance(found, TuneResult)
    assert (found.ending, found.sentence) == ("done", a_result().sentence)
    assert "x.json cannot be written" in found.reason


def test_a_damaged_record_is_left_out(target: str) -> None:
    keeping.tunes_dir().mkdir(parents=True)
    (keeping.tunes_dir() / "x.json").write_text("{")
    assert keeping.tunes() == []
    assert keeping.latest(target) is None
