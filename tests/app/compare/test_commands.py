"""`paceline compare`, `price` and `comparisons` as a shell sees them. Tiny models, real engine."""

from __future__ import annotations

import csv
import json
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.compare import headless
from tests.app.shell import Shell
from ui.comparison import CompareEvent, RunDone


def comparison(target: str, *more: str) -> tuple[str, ...]:
    setup = ("--engine", "thread", "--threads", "1", "--ctx", "512", "--runs", "2", "-n", "66", "--prompt", "Hello")
    return ("compare", "-m", target, *setup, *more)


def test_compare_gives_the_machine_the_baseline_and_a_row_for_each_preset(
    shell: Shell, target: str, draft: str
) -> None:
    content = shell.json(*comparison(target, "-p", "draft-model", "-p", "ngram-simple:text", "-d", draft))
    assert content.keys() >= {"machine", "engine", "model", "baseline", "presets", "prompts", "recommendation"}
    assert content["ended"] == "done"
    assert content["baseline"]["preset"] == "baseline"
    assert [row["arm"] for row in content["presets"]] == ["draft-model", "ngram-simple:text"]
    drafted = content["presets"][0]
    assert len(drafted["tokens_per_s"]["runs"]) == 2
    assert drafted["acceptance_rate"] > 0.5 and drafted["tokens_per_round"] > 2
    assert drafted["identical"] is True and drafted["first_difference"] is None
    assert content["settings"]["parallel"] == 1
    options = content["settings"]["arms"]["ngram-simple:text"]["options"]["ngram-simple"]
    assert (options["size_n"], options["min_hits"]) == (8, 2)
    assert content["drafts"].keys() == {draft}
    assert content["prompts"][0]["oracle"]["knowing_tokens_per_s"] > 0


def test_the_baseline_against_itself(shell: Shell, target: str) -> None:
    content = shell.json(*comparison(target, "-p", "baseline", "-p", "baseline"))
    assert content["baseline"]["arm"] == "baseline"
    (other,) = content["presets"]
    assert (other["arm"], other["preset"], other["identical"]) == ("baseline #2", "baseline", True)
    assert len(other["speedup_interval"]) == 2


def test_a_person_gets_a_table_files_and_a_history(shell: Shell, target: str, tmp_path: Path) -> None:
    html, table = tmp_path / "r.html", tmp_path / "r.csv"
    assert shell.run(*comparison(target, "-p", "ngram-simple", "--report", str(html), "--csv", str(table))) == 0
    assert "ngram-simple" in shell.out and "tokens/s" in shell.out.lower()
    assert html.read_text("utf-8").startswith("<!doctype html>")
    with table.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 4
    (entry,) = shell.json("comparisons")["comparisons"]
    assert [arm["arm"] for arm in entry["arms"]] == ["baseline", "ngram-simple"]
    assert shell.run("comparisons") == 0 and entry["id"] in shell.out
    assert shell.json("comparisons", "--arm", "draft")["comparisons"] == []
    assert shell.json("comparisons", entry["id"])["id"] == entry["id"]
    assert shell.run("comparisons", entry["id"], "--markdown", "--report", str(tmp_path / "again.html")) == 0
    assert shell.out.startswith("# target F32: baseline, ngram-simple")
    assert (tmp_path / "again.html").read_text("utf-8") == html.read_text("utf-8")


def test_an_arm_that_cannot_run_is_a_reason_in_its_row_and_no_failure(shell: Shell, target: str) -> None:
    content = shell.json(*comparison(target, "-p", "draft-mtp", "-p", "ngram-simple"))
    mtp, ngram = content["presets"]
    assert "draft-mtp is not possible" in mtp["reason"] and mtp["n_runs"] == 0
    assert ngram["n_runs"] == 2


def test_a_peer_that_does_not_answer_is_a_reason_in_its_row(shell: Shell, target: str) -> None:
    content = shell.json(*comparison(target, "-p", "ngram-simple", "--peer", "http://127.0.0.1:9"))
    peer = content["presets"][-1]
    assert peer["peer"] == "http://127.0.0.1:9" and "did not answer" in peer["reason"]
    assert content["presets"][0]["n_runs"] == 2


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (("-p", "nosuch"), 2, "there is no preset 'nosuch'"),
        (("-p", "ngram-simple:nosuch"), 2, "nosuch"),
        (("-p", "draft-model"), 2, "draft model"),
        (("-p", "ngram-simple", "--peer", "nonsense"), 2, "no server's address"),
        (("-p", "ngram-simple", "--runs", "1000"), 2, "1 to 100"),
        (("-p", "ngram-simple", "--temperature", "inf"), 2, "finite"),
        ((), 2, "preset"),
    ],
)
def test_wrong_requests_are_refused_in_one_line(
    shell: Shell, target: str, more: tuple[str, ...], code: int, words: str
) -> None:
    assert shell.run(*comparison(target, *more)) == code
    assert shell.out == ""
    assert words in shell.err and shell.err.count("\n") == 1


def test_drafts_that_nothing_uses_and_files_that_are_not_there(shell: Shell, target: str, draft: str) -> None:
    assert shell.run(*comparison(target, "-p", "ngram-simple", "-d", draft)) == 2
    assert "no preset of this comparison uses it" in shell.err
    assert shell.run("compare", "-m", target, "-p", "ngram-simple", "--prompts", "nosuch.jsonl") == 2
    assert "nosuch.jsonl" in shell.err
    assert shell.run(*comparison("/nowhere/x.gguf", "-p", "ngram-simple")) == 4
    assert "x.gguf" in shell.err


def test_a_report_that_cannot_be_written_says_so_after_the_figures(shell: Shell, target: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert shell.run(*comparison(target, "-p", "ngram-simple", "--report", str(tmp_path / "file" / "r.html"))) == 2
    assert "cannot be written" in shell.err and "ngram-simple" in shell.out


def price(target: str, *more: str) -> tuple[str, ...]:
    return ("price", "-m", target, "--engine", "thread", "--threads", "1", "--ctx", "512", *more)


def test_a_price_is_measured_once_unless_asked_for_again(shell: Shell, target: str) -> None:
    first = shell.json(*price(target))
    assert first["measured_now"] is True and first["depth"] == 0
    assert [point["k"] for point in first["points"]][:3] == [1, 2, 3] and first["points"][-1]["k"] == 64
    assert first["points"][0]["ratio"] == 1.0
    assert shell.json(*price(target)) == first | {"measured_now": False}
    assert shell.json(*price(target, "--again"))["measured_now"] is True
    assert shell.json(*price(target, "--depth", "100"))["measured_now"] is True
    assert shell.run(*price(target)) == 0
    assert "Measured earlier" in shell.out


def test_prices_that_cannot_be_measured(shell: Shell, target: str) -> None:
    assert shell.run(*price(target, "--depth", "460")) == 2
    assert "more than the context of 512" in shell.err
    assert shell.run(*price("/nowhere/x.gguf")) == 4


def test_a_history_of_nothing_and_what_is_not_in_it(shell: Shell) -> None:
    assert shell.run("comparisons") == 0
    assert "No comparison" in shell.out
    assert shell.run("comparisons", "20200101-nothing") == 2
    assert "paceline comparisons" in shell.err
    assert shell.run("comparisons", "--markdown") == 2


def test_ctrl_c_stops_it_and_what_was_measured_is_shown_and_kept(
    shell: Shell, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = headless.ComparePrinter.show

    def interrupt(printer: headless.ComparePrinter, events: Sequence[CompareEvent]) -> None:
        if any(isinstance(event, RunDone) and event.run.repetition == 1 for event in events):
            signal.raise_signal(signal.SIGINT)
        shown(printer, events)

    monkeypatch.setattr(headless.ComparePrinter, "show", interrupt)
    assert shell.run(*comparison(target, "-p", "ngram-simple", "--runs", "50", "--json")) == 130
    assert json.loads(shell.out)["ended"] == "stopped"
    (entry,) = shell.json("comparisons")["comparisons"]
    assert entry["ended"] == "stopped" and len(entry["arms"]) == 2
