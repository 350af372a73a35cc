"""The Compare view on a real engine: it runs, is stopped, loses an arm or its engine, and keeps what it measured."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.compare.for_window import AppComparisons
from engine.child import ChildEngine
from engine.host import ThreadEngine
from tests.ui.compare.conftest import PATIENCE_MS, Opener
from tests.ui.real_engine import FAR_TOO_LONG_S, longest_turn
from ui.compare.services import KeptComparison
from ui.main_window import MainWindow


def run(qtbot: QtBot, window: MainWindow) -> None:
    """Press Start and wait for the end."""
    window.compare.bar.button.click()
    assert window.compare.busy
    wait_for_end(qtbot, window)


def wait_for_end(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.compare.busy, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)


def wait_for_runs(qtbot: QtBot, window: MainWindow, n: int) -> None:
    board = window.compare.board
    qtbot.waitUntil(lambda: board.remaining is not None and board.remaining.done >= n, timeout=PATIENCE_MS)


def wait_for_status(qtbot: QtBot, window: MainWindow, words: str) -> None:
    qtbot.waitUntil(lambda: window.compare.bar.status.text() == words, timeout=PATIENCE_MS)


def kept(qtbot: QtBot) -> list[KeptComparison]:
    """What another window would find on disk."""
    found: list[list[KeptComparison]] = []
    comparisons = AppComparisons()
    comparisons.history(lambda rows: found.append(list(rows)))
    qtbot.waitUntil(lambda: bool(found), timeout=PATIENCE_MS)
    comparisons.close()
    return found[0]


def test_it_runs_live_to_a_verdict_and_no_turn_of_the_window_is_long(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ChildEngine())
    compare = window.compare
    with longest_turn() as longest:
        compare.bar.button.click()
        assert compare.bar.button.text() == "Stop"
        assert window.controller.phase == "lent"
        assert "comparison" in window.chat.composer.input.placeholderText()
        assert not window.send_message("not now")
        wait_for_runs(qtbot, window, 1)
        assert re.match(r"(run \d of 4|measuring what verifying costs)", compare.bar.status.text())
        assert compare.tokens_graph.drawn()
        wait_for_end(qtbot, window)
    assert longest[0] < FAR_TOO_LONG_S

    assert compare.board.ending == "done"
    plain, ngram = (compare.panes[name] for name in ("baseline", "N-gram"))
    assert plain.text() == ngram.text() != ""
    assert "tok/s" in plain.figures()
    assert "%" in ngram.figures()
    assert compare.tokens_graph.drawn() == ["Baseline", "N-gram", "always knew"]
    assert compare.acceptance_graph.drawn() == ["N-gram"]
    first, second = compare.results.table.texts()
    assert first[0] == "baseline"
    assert second[0] == "N-gram"
    assert second[2].endswith("×")
    assert second[-1] == "identical"
    assert compare.results.sentence().endswith(".")
    assert not compare.price.graph.is_empty()
    assert window.send_message("and now")


def test_its_winner_is_taken_into_the_chat(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    window.compare.bar.runs.setValue(1)
    run(qtbot, window)
    report = window.compare.board.report
    assert report is not None
    report = replace(report, winner="N-gram")  # who was faster in one run is the machine's affair
    window.compare.results.show_winner(report, running=False, usable=True)
    assert window.compare.results.use.isVisible()
    chosen = next(arm.speculation for arm in report.setting.plan.arms if arm.name == report.winner)
    window.chat.panel.select_preset("ngram-mod")
    window.compare.results.use.click()
    assert window.chat.isVisible()
    assert window.controller.speculation == chosen


def test_stop_keeps_what_was_measured(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    window.compare.bar.runs.setValue(20)
    window.compare.bar.button.click()
    wait_for_runs(qtbot, window, 2)
    window.compare.bar.button.click()
    wait_for_end(qtbot, window)
    report = window.compare.board.report
    assert report is not None
    assert report.ending == "stopped"
    assert len(report.runs) >= 2
    assert window.compare.end.text() == "Stopped\nWhat was measured until then is kept."
    assert window.compare.bar.button.text() == "Start"
    assert [row.ending for row in kept(qtbot)] == ["stopped"]


def test_an_arm_that_this_model_cannot_have_says_why_in_its_row_and_the_others_run(
    qtbot: QtBot, opened: Opener
) -> None:
    window = opened(ThreadEngine())
    window.compare.choose("draft-mtp,ngram-simple")
    assert window.compare.bar.arms_popup.slots_[0].note.text() != ""
    run(qtbot, window)
    assert window.compare.board.ending == "done"
    _, mtp, ngram = window.compare.results.table.texts()
    assert len(mtp) == 2
    assert "MTP" in mtp[1]
    assert ngram[-1] == "identical"
    assert window.compare.panes[mtp[0]].figures() == "cannot run"
    assert window.compare.panes[mtp[0]].text() == mtp[1]


def test_a_killed_engine_ends_one_arm_and_the_rest_goes_on(qtbot: QtBot, opened: Opener) -> None:
    link = ChildEngine()
    window = opened(link)
    window.compare.choose("ngram-simple,draft-self")
    window.compare.bar.tokens.setValue(2000)
    window.compare.bar.button.click()
    board = window.compare.board
    qtbot.waitUntil(lambda: board.turn("N-gram", board.case) == "running", timeout=PATIENCE_MS)
    killed = link.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    wait_for_end(qtbot, window)
    assert window.compare.board.ending == "done"
    baseline, victim, other = window.compare.results.table.texts()
    assert "killed" in " ".join(victim)
    assert len(baseline) == len(other) > 3
    (row,) = kept(qtbot)
    assert row.ending == "done"
    assert {"baseline", other[0]} <= {name for name, _, _ in row.speeds}
    assert link.pid != killed
    assert window.send_message("and now")


def test_an_engine_that_is_killed_under_the_baseline_ends_all(qtbot: QtBot, opened: Opener) -> None:
    link = ChildEngine()
    window = opened(link)
    window.compare.bar.tokens.setValue(2000)
    window.compare.bar.button.click()
    board = window.compare.board
    wait_for_runs(qtbot, window, 1)
    qtbot.waitUntil(lambda: board.turn("baseline", board.case) == "running", timeout=PATIENCE_MS)
    killed = link.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    wait_for_end(qtbot, window)
    assert window.compare.board.ending == "died"
    assert "The engine died" in window.compare.end.text()
    assert "killed" in window.compare.end.text()
    (row,) = kept(qtbot)
    assert row.ending == "died"
    assert row.speeds
    assert link.pid != killed


def test_a_window_that_closes_leaves_the_finished_arms(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    window.compare.bar.runs.setValue(20)
    window.compare.bar.button.click()
    wait_for_runs(qtbot, window, 1)
    window.close()
    (row,) = kept(qtbot)
    assert row.speeds


def test_what_is_on_screen_can_be_written_to_files(qtbot: QtBot, opened: Opener, tmp_path: Path) -> None:
    window = opened(ThreadEngine())
    run(qtbot, window)
    for kind in ("csv", "json", "markdown", "html", "png"):
        path = tmp_path / f"result.{kind}"
        window.compare.export(kind, str(path))
        wait_for_status(qtbot, window, f"Written: {path}")
    rows = list(csv.DictReader((tmp_path / "result.csv").read_text().splitlines()))
    assert [row["arm"] for row in rows] == ["baseline", "N-gram", "N-gram", "baseline"]
    assert json.loads((tmp_path / "result.json").read_text())["presets"][0]["arm"] == "N-gram"
    assert "| N-gram |" in (tmp_path / "result.markdown").read_text()
    assert "<svg" in (tmp_path / "result.html").read_text()
    assert QImage(str(tmp_path / "result.png")).width() > 600


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, opened: Opener, tmp_path: Path) -> None:
    window = opened(ThreadEngine())
    run(qtbot, window)
    (tmp_path / "file").write_text("")
    for kind in ("csv", "png"):
        window.compare.end.say("", "")
        window.compare.export(kind, str(tmp_path / "file" / "inside.out"))
        qtbot.waitUntil(lambda: "cannot be written" in window.compare.end.text(), timeout=PATIENCE_MS)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_kept_comparison_can_be_opened_and_deleted(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    run(qtbot, window)
    before = window.compare.results.table.texts()
    text = window.compare.panes["N-gram"].text()
    other = opened(ThreadEngine())
    assert not other.compare.panes
    other.compare.bar.history.click()
    popup = other.compare.files.history
    qtbot.waitUntil(lambda: popup.list.count() == 1, timeout=PATIENCE_MS)
    assert "N-gram" in popup.list.item(0).text()
    popup.open_button.click()
    qtbot.waitUntil(lambda: bool(other.compare.panes), timeout=PATIENCE_MS)
    assert other.compare.results.table.texts() == before
    assert other.compare.panes["N-gram"].text() == text
    assert "Baseline" in other.compare.tokens_graph.drawn()

    other.compare.bar.history.click()
    qtbot.waitUntil(lambda: popup.list.count() == 1, timeout=PATIENCE_MS)
    popup.delete_button.click()
    assert popup.delete_button.text() == "Delete for good?"
    popup.delete_button.click()
    qtbot.waitUntil(lambda: popup.list.count() == 0, timeout=PATIENCE_MS)
    popup.hide()
    assert kept(qtbot) == []


def test_prompts_that_cannot_be_read_are_told(qtbot: QtBot, opened: Opener, tmp_path: Path) -> None:
    window = opened(ThreadEngine())
    broken = tmp_path / "prompts.jsonl"
    broken.write_text('{"prompt": 3}\n')
    window.compare.bar.choose_prompts(str(broken))
    run(qtbot, window)
    assert "line 1" in window.compare.end.text()
    assert "Nothing was measured." in window.compare.end.text()


def test_the_price_is_measured_alone_and_stays_on_screen(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    price = window.compare.price
    assert price.graph.is_empty()
    price.button.click()
    assert price.button.text() == "Stop"
    wait_for_end(qtbot, window)
    assert price.graph.drawn() == ["empty context"]
    assert price.graph.scale()[0] >= 64
    assert "64 tokens" in price.words()
    assert price.button.text() == "Measure again"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda window: window.compare.bar.choose_own(" "), "Write a prompt"),
        (lambda window: window.compare.choose(""), "Choose at least one preset"),
        (lambda window: window.compare.choose("draft-model"), "needs a draft model"),
    ],
)
def test_what_is_missing_is_said_and_nothing_starts(opened: Opener, spoil: object, words: str) -> None:
    window = opened(ThreadEngine())
    assert callable(spoil)
    spoil(window)
    assert words in window.compare.bar.status.text()
    assert not window.compare.bar.button.isEnabled()
    window.compare.start()
    assert not window.compare.busy


def test_it_waits_for_a_reply_that_is_being_written(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    assert window.send_message("tell me")
    assert "reply is being written" in window.compare.bar.status.text()
    assert not window.compare.bar.button.isEnabled()
    window.controller.stop()
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
    assert window.compare.bar.button.isEnabled()


def test_a_server_runs_beside_and_an_address_that_is_none_is_told(
    qtbot: QtBot, opened: Opener, llama_server: str
) -> None:
    window = opened(ThreadEngine())
    popup = window.compare.bar.arms_popup
    popup.server.setText("127.0.0.1 port 8080")
    assert not window.compare.bar.button.isEnabled()
    assert "no server's address" in window.compare.bar.button.toolTip()
    popup.server.setText(llama_server)
    run(qtbot, window)
    assert window.compare.board.ending == "done"
    *_, server = window.compare.results.table.texts()
    assert server[0] == llama_server
    assert server[1] == "1,000.0"
    assert server[3] == "40 %"


def test_a_server_that_is_not_there_has_its_reason_in_the_row(qtbot: QtBot, opened: Opener) -> None:
    window = opened(ThreadEngine())
    window.compare.bar.arms_popup.server.setText("http://127.0.0.1:9")
    run(qtbot, window)
    assert window.compare.board.ending == "done"
    baseline, ngram, server = window.compare.results.table.texts()
    assert len(baseline) == len(ngram) > 2
    assert server[0] == "http://127.0.0.1:9"
    assert len(server) == 2
