"""Searching layers from the panel: where it is offered, what it shows on the way, and what it says at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.commands import DrafterChoice, PresetInfo
from engine.events import DrafterStatus, EngineDied, Failed, LayerSearchDone, LayerSearchStep, LayerTrial
from tests.ui.speculation.scripted import FAMILY_OF, PRESETS, model_loaded
from ui.speculation.layer_search import LayerSearchDialog
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme

OWN_LAYERS = PresetInfo(
    "own-layers", "Own layers", "A copy writes ahead.", "", "", (DrafterChoice("layer-skip"),), {}, uses_made_draft=True
)
TRIAL = LayerTrial((3, 7), 0.81, 0.74, 3, 1.31)
NO_COPY = "No copy of it was made yet."


@pytest.fixture
def dialog(theme: Theme) -> Iterator[LayerSearchDialog]:
    assert theme.mode == "dark"
    made = LayerSearchDialog(model_loaded().model)
    made.show()
    yield made
    if shiboken6.isValid(made):
        made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def done(pays: bool, path: str = "") -> LayerSearchDone:
    speed = 1.31 if pays else 0.92
    trial = LayerTrial((3, 7), 0.81, 0.74, 3, speed)
    statuses = (DrafterStatus("layer-skip", bool(path), "" if path else NO_COPY),)
    return LayerSearchDone(5, 30, "", (trial,), trial, pays, "The engine's sentence.", path, statuses)


def words_of(dialog: LayerSearchDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_it_is_offered_where_no_copy_was_made_and_the_card_comes_alive_with_one(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel = SpeculationPanel((*PRESETS, OWN_LAYERS), FAMILY_OF, theme, window)
    panel.resize(320, 800)
    window.show()
    panel.change_button.click()
    card = panel.chooser.card("own-layers")
    assert card.search is not None
    assert not card.search.isEnabled(), "there is no model to search"
    assert panel.chooser.card("draft-model").search is None
    loaded = model_loaded()
    panel.handle([loaded])
    panel.handle([done(pays=False)])
    assert card.reason() == NO_COPY
    with qtbot.waitSignal(panel.layer_search_wanted) as wanted:
        card.search.click()
    assert wanted.args == ["own-layers"]
    panel.handle([done(pays=True, path="/copy.gguf")])
    assert card.reason() == ""
    panel.select_preset("own-layers")
    assert panel.speculation().preset == "own-layers"


def test_the_way_is_shown_with_the_best_copy_so_far(dialog: LayerSearchDialog, qtbot: QtBot) -> None:
    dialog.copy_type.setCurrentIndex(dialog.copy_type.findData("Q4_0"))
    with qtbot.waitSignal(dialog.start_wanted) as started:
        dialog.start.click()
    assert started.args == ["Q4_0"]
    assert not dialog.copy_type.isEnabled()
    dialog.handle(LayerSearchStep(5, "recording", 2, 8))
    assert "2 of 8" in dialog.phase.text()
    dialog.handle(LayerSearchStep(5, "trying", 12, 48, TRIAL))
    assert dialog.bar.value() == 250
    shown = words_of(dialog)
    for expected in ("12 of 48", "3, 7", "81 %", "0.74", "1.31×, with drafts of 3"):
        assert expected in shown


def test_a_copy_that_pays_is_offered_with_its_size(dialog: LayerSearchDialog, qtbot: QtBot, tmp_path: Path) -> None:
    copy = tmp_path / "copy.gguf"
    copy.write_bytes(b"x" * 12_000_000)
    dialog.start.click()
    dialog.handle(done(pays=True, path=str(copy)))
    assert dialog.verdict.text() == "It makes replies about 1.3× as fast"
    assert "12 MB" in dialog.detail.text()
    with qtbot.waitSignal(dialog.use_wanted):
        dialog.use.click()


def test_one_that_does_not_pay_is_said_plainly_and_not_offered(dialog: LayerSearchDialog) -> None:
    dialog.start.click()
    dialog.handle(done(pays=False))
    assert dialog.verdict.text() == "It cannot pay here"
    assert dialog.detail.text() == "The engine's sentence."
    assert not dialog.use.isVisible()
    assert dialog.start.text() == "Search again"


def test_it_can_be_stopped_and_says_so(dialog: LayerSearchDialog, qtbot: QtBot) -> None:
    dialog.start.click()
    with qtbot.waitSignal(dialog.stop_wanted):
        dialog.stop.click()
    dialog.handle(LayerSearchStep(5, "trying", 12, 48, TRIAL))
    assert dialog.phase.text() == "Stopping…"
    dialog.handle(Failed(5, "refused", "The search was cancelled"))
    assert dialog.verdict.text() == "Stopped"


def test_closing_the_dialog_stops_a_search_that_runs(dialog: LayerSearchDialog, qtbot: QtBot) -> None:
    dialog.start.click()
    with qtbot.waitSignal(dialog.stop_wanted):
        dialog.close()


def test_what_went_wrong_is_said_in_the_engines_words(dialog: LayerSearchDialog) -> None:
    dialog.show_refused("A reply is being written.")
    assert "A reply is being written." in words_of(dialog)
    dialog.start.click()
    dialog.handle(Failed(5, "refused", "There is no room for a copy", "10 MB are free", "Free some space."))
    assert dialog.detail.text() == "There is no room for a copy: 10 MB are free. Free some space."
    dialog.start.click()
    dialog.handle(EngineDied("It was killed."))
    assert "It was killed." in words_of(dialog)
