"""MTP heads in the panel: inside the model, or in files of their own that can be picked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from engine.commands import Speculation
from engine.events import DrafterStatus, ModelLoaded
from tests.ui.speculation.scripted import FAMILY_OF, NO_HEAD, PRESETS, draft, model_loaded
from ui.services import DraftChoice, Level
from ui.speculation.draft_picker import DraftPicker
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme

WITH_HEADS = tuple(replace(preset, takes_sidecar=preset.needs_mtp_head) for preset in PRESETS)
PLAIN = draft("/m/plain.gguf", "ok", "Same family.")


@pytest.fixture
def panel(theme: Theme) -> Iterator[SpeculationPanel]:
    window = QWidget()
    window.resize(320, 800)
    panel = SpeculationPanel(WITH_HEADS, FAMILY_OF, theme, window)
    panel.resize(320, 800)
    window.show()
    yield panel
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def head(path: str, level: Level, sentence: str = "") -> DraftChoice:
    return replace(draft(path, level, sentence), sidecar=True)


def loaded(*, inside: bool) -> ModelLoaded:
    status = DrafterStatus("draft-mtp", inside, "" if inside else NO_HEAD, takes_sidecar=True)
    return replace(model_loaded(), drafters=(DrafterStatus("draft-model", True), status))


def picker_of(panel: SpeculationPanel, preset: str) -> DraftPicker:
    picker = panel.chooser.card(preset).drafts
    assert picker is not None
    return picker


def reason(panel: SpeculationPanel) -> str:
    return panel.chooser.card("draft-mtp").reason()


def test_a_fitting_head_on_disk_makes_the_preset_possible(panel: SpeculationPanel) -> None:
    panel.handle([loaded(inside=False)])
    assert reason(panel) == NO_HEAD
    panel.set_draft_choices([PLAIN, head("/m/wrong.gguf", "refuse", "Another width.")])
    assert reason(panel) == NO_HEAD
    panel.set_draft_choices([head("/m/head.gguf", "ok"), PLAIN])
    assert reason(panel) == ""
    panel.select_preset("draft-mtp")
    assert panel.speculation().draft_model == "/m/head.gguf"


def test_the_head_inside_comes_first_and_others_can_be_picked(panel: SpeculationPanel) -> None:
    panel.handle([loaded(inside=True)])
    panel.set_draft_choices([head("/m/head.gguf", "ok"), PLAIN])
    panel.select_preset("draft-mtp")
    asked: list[Speculation] = []
    panel.speculation_changed.connect(asked.append)
    assert panel.speculation().draft_model is None
    picker = picker_of(panel, "draft-mtp")
    assert picker.radio("").isChecked()
    picker.radio("/m/head.gguf").click()
    assert picker_of(panel, "draft-mtp").radio("/m/head.gguf").isChecked()
    picker_of(panel, "draft-mtp").radio("").click()
    assert [each.draft_model for each in asked] == ["/m/head.gguf", None]


def test_heads_and_plain_drafts_stay_in_their_own_lists(panel: SpeculationPanel) -> None:
    panel.handle([loaded(inside=False)])
    panel.set_draft_choices([head("/m/head.gguf", "ok"), PLAIN])
    with pytest.raises(KeyError):
        picker_of(panel, "draft-model").radio("/m/head.gguf")
    with pytest.raises(KeyError):
        picker_of(panel, "draft-mtp").radio(PLAIN.model.path)
    with pytest.raises(KeyError):
        picker_of(panel, "draft-mtp").radio("")
    panel.select_preset("draft-model")
    assert panel.speculation().draft_model == PLAIN.model.path


def test_when_the_head_goes_the_preset_gives_way(panel: SpeculationPanel) -> None:
    panel.handle([loaded(inside=False)])
    panel.set_draft_choices([head("/m/head.gguf", "warn", "Another family.")])
    panel.select_preset("draft-mtp")
    assert panel.speculation().draft_model == "/m/head.gguf"
    panel.set_draft_choices([PLAIN])
    assert panel.speculation() == Speculation("baseline")
