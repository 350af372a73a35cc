"""What the window has its engine do besides replies, and what it keeps to: searches, the own history, a JSON schema."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from engine.commands import Cancel, DrafterChoice, Generate, LoadModel, Prepare, PresetInfo, SearchLayers
from engine.events import (
    DeviceInfo,
    DrafterStatus,
    EngineDied,
    EngineInfo,
    EngineReady,
    Failed,
    LayerSearchDone,
    LayerSearchStep,
    LayerTrial,
)
from tests.ui import scripted_engine
from tests.ui.scripted_engine import MODEL_PATH, MemoryServices, ScriptedLink
from ui.chat.json_schema import EXAMPLE
from ui.chat.schema import SchemaDialog
from ui.main_window import MainWindow
from ui.speculation.layer_search import LayerSearchDialog

OWN_LAYERS = PresetInfo(
    "own-layers", "Own layers", "A copy writes ahead.", "", "", (DrafterChoice("layer-skip"),), {}, uses_made_draft=True
)
TRIAL = LayerTrial((3, 7), 0.81, 0.74, 3, 1.31)


@pytest.fixture(autouse=True)
def _with_own_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.ui.conftest.PRESETS", (*scripted_engine.PRESETS, OWN_LAYERS))


def search_dialog(window: MainWindow) -> LayerSearchDialog:
    """The dialog, opened from the card."""
    card = window.chat.panel.chooser.card("own-layers")
    assert card.search is not None
    card.search.click()
    (dialog,) = window.findChildren(LayerSearchDialog)
    return dialog


def found(link: ScriptedLink, path: str) -> LayerSearchDone:
    status = DrafterStatus("layer-skip", bool(path), "" if path else "No copy was made.")
    asked = link.last(SearchLayers).request_id
    return LayerSearchDone(asked, 30, "", (TRIAL,), TRIAL, bool(path), "So it is.", path, (status,))


def test_a_search_runs_while_the_window_stays_in_use_and_its_copy_can_be_taken(
    loaded: MainWindow, link: ScriptedLink
) -> None:
    dialog = search_dialog(loaded)
    dialog.start.click()
    asked = link.last(SearchLayers)
    assert (asked.make, asked.file_type) == ("if-it-pays", "")
    assert loaded.busy
    assert not loaded.send_message("hello")
    assert "other work" in loaded.chat.composer.input.placeholderText()
    link.say(LayerSearchStep(asked.request_id, "trying", 3, 30, TRIAL))
    loaded.tick()
    assert "3 of 30" in dialog.phase.text()
    prepared = link.last(Prepare)
    link.say(found(link, "/copy.gguf"))
    loaded.tick()
    assert link.last(Prepare) is not prepared, "the drafters that the search freed are made ready again"
    dialog.use.click()
    assert link.last(Prepare).speculation.preset == "own-layers"
    assert loaded.send_message("hello")


def test_another_model_stops_the_search_first(loaded: MainWindow, link: ScriptedLink) -> None:
    search_dialog(loaded).start.click()
    asked = link.last(SearchLayers).request_id
    loads = sum(isinstance(command, LoadModel) for command in link.sent)
    loaded.open_model("/models/other.gguf")
    assert link.last(Cancel).request_id == asked
    assert sum(isinstance(command, LoadModel) for command in link.sent) == loads
    link.say(Failed(asked, "refused", "The search was cancelled"))
    loaded.tick()
    assert link.last(LoadModel).path == "/models/other.gguf"


def test_an_engine_that_dies_in_a_search_is_told_in_the_dialog_and_the_window(
    loaded: MainWindow, link: ScriptedLink
) -> None:
    dialog = search_dialog(loaded)
    dialog.start.click()
    link.say(EngineDied("It was killed."))
    loaded.tick()
    assert dialog.detail.text() == "It was killed."
    assert loaded.controller.phase == "dead"


def test_no_search_begins_while_a_reply_is_written(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    dialog = search_dialog(loaded)
    dialog.start.click()
    assert "other work" in dialog.detail.text()
    with pytest.raises(LookupError):
        link.last(SearchLayers)


def test_the_own_history_is_shown_and_cleared_only_when_no_drafter_holds_any(
    loaded: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    services.history_bytes = 2_400_000
    loaded.show_view("settings")
    clear = next(b for b in loaded.settings.findChildren(QPushButton) if b.text() == "Clear")
    assert "2.4 MB" in [label.text() for label in loaded.settings.findChildren(type(loaded.settings._history_size))]
    loaded.send_message("hello")
    clear.click()
    assert services.history_bytes, "the reply that runs is drafted from it"
    link.reply("words")
    loaded.tick()
    freed = link.last(Prepare)
    assert freed.speculation.drafters == ()
    assert services.history_bytes
    link.answer_prepare()
    loaded.tick()
    assert services.history_bytes == 0
    assert not clear.isEnabled()
    assert link.last(Prepare) is not freed
    assert loaded.controller.phase == "ready"


def test_without_a_model_the_own_history_is_cleared_at_once(window: MainWindow, services: MemoryServices) -> None:
    services.history_bytes = 5
    window.show_view("settings")
    next(b for b in window.settings.findChildren(QPushButton) if b.text() == "Clear").click()
    assert services.history_bytes == 0


def test_a_draft_is_put_where_the_settings_say(loaded: MainWindow, link: ScriptedLink) -> None:
    cpu, gpu = DeviceInfo("CPU", "", "cpu", 0, 0), DeviceInfo("CUDA0", "", "gpu", 0, 0)
    link.say(EngineReady(EngineInfo("0", "", "CUDA", (cpu, gpu))))
    loaded.tick()
    boxes = {box.accessibleName(): box for box in loaded.settings.findChildren(QComboBox)}
    device = boxes["Draft device"]
    assert [device.itemText(i) for i in range(device.count())] == ["automatic", "CPU", "CUDA0"]
    device.setCurrentIndex(device.findData("CUDA0"))
    boxes["Draft KV cache type"].setCurrentText("q8_0")
    loaded.open_model(MODEL_PATH)
    context = link.last(LoadModel).context
    assert (context.draft_device, context.draft_kv_type, context.kv_type) == ("CUDA0", "q8_0", "f16")


def test_a_schema_goes_with_the_questions_of_its_chat_only(loaded: MainWindow, link: ScriptedLink) -> None:
    chip = loaded.chat.composer.schema
    chip.open.click()
    (dialog,) = loaded.findChildren(SchemaDialog)
    dialog.input.setPlainText(EXAMPLE)
    dialog.use.click()
    assert "title, year, tags" in chip.open.text()
    loaded.send_message("one")
    assert json.loads(link.last(Generate).json_schema) == json.loads(EXAMPLE)
    link.reply("{}")
    loaded.tick()
    loaded.chat.new_chat()
    assert not chip.clear.isVisible()
    loaded.send_message("two")
    assert link.last(Generate).json_schema == ""
    link.reply("free")
    loaded.tick()
    assert link.last(Generate).messages[-1].content == "two"


def test_the_chip_lets_replies_be_free_again(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.controller.set_settings(replace(loaded.controller.current.settings, json_schema=EXAMPLE))
    loaded.controller.changed.emit()
    chip = loaded.chat.composer.schema
    assert chip.clear.isVisible()
    chip.clear.click()
    loaded.send_message("one")
    assert link.last(Generate).json_schema == ""


def test_the_panel_can_be_closed_at_its_corner(loaded: MainWindow) -> None:
    assert loaded.chat.panel.isVisible()
    loaded.chat.panel.close_button.click()
    QApplication.processEvents()
    assert not loaded.chat.panel.isVisible()
    assert not loaded.chat.top.panel.isChecked()
