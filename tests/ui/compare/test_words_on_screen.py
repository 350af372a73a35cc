"""What the Compare view says in words: of graphs, while little is measured, and where it opens things."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.compare.report import make_report
from tests.app.compare.made import PLAN, SETTING, records
from ui.compare.board import Board
from ui.compare.graphs import CurvesGraph, Points
from ui.compare.live_graphs import acceptance_graph, tokens_graph
from ui.compare.looks import Look
from ui.compare.results import EndCard, ResultsCard
from ui.comparison import Ended, RunDone
from ui.main_window import MainWindow
from ui.theme.theme import Theme


def points(*pairs: tuple[float, float]) -> Points:
    x, y = np.array(pairs, float).T
    return x, y


def test_a_graph_says_where_its_curves_have_come_to(qtbot: QtBot, theme: Theme) -> None:
    graph = tokens_graph(theme)
    qtbot.addWidget(graph)
    graph.set_looks({"Baseline": Look("plain"), "N-gram": Look("ngram")})
    graph.show_curves({"Baseline": points((0, 0), (4, 180)), "N-gram": points((0, 0), (2.5, 90))})
    assert graph.accessibleDescription() == "Baseline: 180 tokens at 4 s; N-gram: 90 tokens at 2.5 s"
    assert "always knew" in graph.toolTip()
    assert "40 %" in acceptance_graph(theme).toolTip()


def test_a_factor_stands_beside_its_sign(qtbot: QtBot, theme: Theme) -> None:
    graph = CurvesGraph(theme, "Price", "", "tokens", "× one token", exact=True)
    qtbot.addWidget(graph)
    graph.set_looks({"a": Look("plain")})
    graph.show_curves({"a": points((1, 1), (64, 4.5))})
    assert graph.accessibleDescription() == "a: 4.5× one token at 64 tokens"


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (1, "A recommendation follows when a preset has run beside the baseline."),
        (2, "So far: ngram-simple looks best at 2.50× the baseline; repeat the runs to be sure."),
    ],
)
def test_while_it_runs_nothing_is_called_impossible(qtbot: QtBot, theme: Theme, n: int, words: str) -> None:
    runs = [record for record in records() if isinstance(record, RunDone)]
    report = make_report(replace(SETTING, plan=replace(PLAN, arms=PLAN.arms[:2])), runs[:n])
    card = ResultsCard(theme)
    qtbot.addWidget(card)
    card.show_report(report, "", over=False)
    card.show_winner(report, running=True, usable=True)
    assert card.sentence() == words
    card.show_report(report, "", over=True)
    rows = [" ".join(row) for row in card.table.texts()]
    assert any(row.endswith("not measured") for row in rows) == (n == 1)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_reason_and_what_is_kept_are_two_sentences(qtbot: QtBot) -> None:
    board = Board.of(make_report(SETTING, [*records()[1:-1], Ended("died", "it was killed")]))
    card = EndCard()
    qtbot.addWidget(card)
    card.show_end(board)
    assert card.text().endswith("It was killed. What was measured until then is kept.")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_choice_of_presets_stays_within_the_window(loaded: MainWindow, qtbot: QtBot) -> None:
    loaded.resize(1024, 700)
    loaded.show_view("compare")
    bar = loaded.compare.bar
    qtbot.waitUntil(bar.arms.isVisible)
    bar.arms.click()
    popup = bar.arms_popup
    qtbot.waitUntil(popup.isVisible)
    left = loaded.mapToGlobal(QPoint(0, 0)).x()
    assert left <= popup.x()
    assert popup.x() + popup.width() <= left + loaded.width()
    popup.hide()
