"""The Models view beside the chat: pairs and settings that go from one to the other, and the ways into it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.commands import ContextOptions, LoadModel
from tests.ui.scripted_engine import MODEL_PATH, MemoryServices, ScriptedLink
from ui.main_window import MainWindow
from ui.services import DraftChoice, ModelChoice

DRAFT = "/models/small.gguf"


def _with_draft(services: MemoryServices) -> None:
    services.draft_choices.append(DraftChoice(ModelChoice(DRAFT, "small", "Q8_0 · 98 MB"), "ok", "A good pair."))


def test_a_pair_loads_its_target_and_then_takes_preset_and_draft(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    _with_draft(services)
    window.show_view("models")
    window.models.draft_wanted.emit(MODEL_PATH, DRAFT, "draft-model")
    assert window.chat.isVisible()
    assert link.last(LoadModel).path == MODEL_PATH
    assert window.chat.panel.speculation().preset == "baseline"
    link.answer_load()
    window.tick()
    chosen = window.chat.panel.speculation()
    assert (chosen.preset, chosen.draft_model) == ("draft-model", DRAFT)


def test_a_pair_for_the_loaded_model_is_taken_at_once(
    loaded: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    _with_draft(services)
    loads = sum(isinstance(sent, LoadModel) for sent in link.sent)
    loaded.models.draft_wanted.emit(MODEL_PATH, DRAFT, "draft-model")
    chosen = loaded.chat.panel.speculation()
    assert (chosen.preset, chosen.draft_model) == ("draft-model", DRAFT)
    assert sum(isinstance(sent, LoadModel) for sent in link.sent) == loads


def test_a_pair_is_forgotten_when_another_model_is_loaded_first(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    _with_draft(services)
    window.models.draft_wanted.emit("/models/other.gguf", DRAFT, "draft-model")
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    assert window.chat.panel.speculation().preset == "baseline"


def test_the_context_of_a_bill_becomes_that_of_the_next_load_and_is_seen_in_the_settings(
    window: MainWindow, link: ScriptedLink
) -> None:
    window.models.options_wanted.emit(replace(ContextOptions(), n_ctx=2048, kv_type="q8_0"))
    window.open_model(MODEL_PATH)
    context = link.last(LoadModel).context
    assert (context.n_ctx, context.kv_type) == (2048, "q8_0")
    window.show_view("settings")
    boxes = {box.accessibleName(): box for box in window.settings.findChildren(QComboBox)}
    assert boxes["KV cache type"].currentData() == "q8_0"


def test_chat_and_compare_lead_to_drafts_on_the_hub(qtbot: QtBot, loaded: MainWindow) -> None:
    picker = loaded.chat.panel.chooser.card("draft-model").drafts
    assert picker is not None
    picker.hub_button().click()
    assert loaded.models.isVisible()
    loaded.show_view("compare")
    loaded.compare.bar.arms_popup.find_button.click()
    assert loaded.models.isVisible()
    qtbot.waitUntil(lambda: loaded.models.is_settled)


def test_escape_leaves_the_view_once_the_search_is_empty(window: MainWindow) -> None:
    window.show_view("models")
    window.models.bar.search.setText("qwen")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.models.bar.search.text() == ""
    assert window.models.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.chat.isVisible()
