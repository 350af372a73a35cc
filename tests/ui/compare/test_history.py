"""What is kept: found by model and preset, and drawn as speedups from comparison to comparison."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ui.compare.history import HistoryPopup
from ui.compare.services import KeptComparison
from ui.compare.trend import speedups
from ui.theme.theme import Theme


def kept(day: int, model: str, **gains: float) -> KeptComparison:
    arms = ("baseline", *gains)
    speeds = (("baseline", 40.0, None), *((name, 40.0 * gain, gain) for name, gain in gains.items()))
    return KeptComparison(f"c{day}", f"2026-11-{day:02}T12:00:00+00:00", model, arms, speeds, "done")


ROWS = (
    kept(5, "Small F16", ngram=1.5, own=1.25),
    kept(4, "Large Q4", ngram=1.125),
    kept(3, "Small F16", ngram=0.75),
    kept(2, "Small F16", own=1.0, ngram=2.0),
    kept(1, "Small F16", rare=3.0),
)


@pytest.fixture
def popup(qtbot: QtBot, theme: Theme) -> HistoryPopup:
    made = HistoryPopup(theme)
    qtbot.addWidget(made)
    made.set_rows(ROWS)
    return made


def choose(popup: HistoryPopup, model: str = "", preset: str = "") -> None:
    for box, data in ((popup.model, model), (popup.preset, preset)):
        box.setCurrentIndex(box.findData(data))
        box.activated.emit(box.currentIndex())


def test_a_curve_counts_the_comparisons_of_a_model_from_the_oldest() -> None:
    small = [row for row in ROWS if row.model == "Small F16"]
    found = {name: (x.tolist(), y.tolist()) for name, (x, y) in speedups(small).items()}
    assert found == {"ngram": ([2.0, 3.0, 4.0], [2.0, 0.75, 1.5]), "own": ([2.0, 4.0], [1.0, 1.25])}
    assert list(speedups(small, "own")) == ["own"]


def test_curves_of_a_model_beside_its_comparisons(popup: HistoryPopup) -> None:
    assert popup.list.count() == 5
    assert popup.trend.is_empty()  # of two models at once they would mean nothing
    choose(popup, "Small F16")
    assert popup.list.count() == 4
    assert popup.trend.drawn() == ["ngram", "own", "as fast as the baseline"]
    choose(popup, "Small F16", "own")
    assert popup.list.count() == 2
    assert popup.trend.drawn() == ["own", "as fast as the baseline"]
    choose(popup, "Large Q4")
    assert popup.list.count() == 1
    assert popup.trend.is_empty()


def test_what_was_chosen_stays_when_the_list_is_read_again(popup: HistoryPopup) -> None:
    choose(popup, "Large Q4")
    popup.set_rows(ROWS[:3])
    assert popup.model.currentData() == "Large Q4"
    assert popup.list.count() == 1
    popup.set_rows(ROWS[2:])
    assert popup.model.currentData() == ""
    assert popup.list.count() == 3


def test_nothing_is_deleted_by_one_press(popup: HistoryPopup, qtbot: QtBot) -> None:
    gone: list[str] = []
    popup.deleted.connect(gone.append)
    popup.delete_button.click()
    popup.list.setCurrentRow(1)  # another one: it is asked anew
    assert popup.delete_button.text() == "Delete"
    popup.delete_button.click()
    assert gone == []
    popup.delete_button.click()
    qtbot.waitUntil(lambda: gone == ["c4"])
