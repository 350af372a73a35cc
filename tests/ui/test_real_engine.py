"""The window with a real engine behind it: a long reply, and an engine that dies in the middle of one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.conversations.store import ConversationStore
from engine.child import ChildEngine
from engine.commands import EngineLink
from tests.tiny_models import write_endless
from tests.ui.real_engine import FAR_TOO_LONG_S, PATIENCE_MS, longest_turn, serve_and_abort, window_on
from tests.ui.scripted_engine import MemoryServices
from ui.main_window import MainWindow
from ui.theme.theme import Theme


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_endless(tmp_path_factory.mktemp("models") / "endless.gguf", n_ctx=8192)


@pytest.fixture
def opened(qtbot: QtBot, theme: Theme, model: Path, tmp_path: Path) -> Iterator[Callable[[EngineLink], MainWindow]]:
    made: list[tuple[MainWindow, EngineLink]] = []
    store = ConversationStore(tmp_path / "conversations.db")

    def open_window(link: EngineLink) -> MainWindow:
        services = MemoryServices(store, settings={"preset": "ngram-simple", "temperature": "0"})
        window = window_on(link, services, theme)
        made.append((window, link))
        window.open_model(str(model))
        qtbot.waitUntil(lambda: not window.busy and window.controller.phase == "ready", timeout=PATIENCE_MS)
        return window

    yield open_window
    for window, link in made:
        window.close()
        link.close()
        window.deleteLater()
    store.close()


def wait_for_text(qtbot: QtBot, window: MainWindow, n_characters: int) -> None:
    qtbot.waitUntil(lambda: len(window.reply_text) >= n_characters, timeout=PATIENCE_MS)


def words_in(window: MainWindow) -> str:
    return " ".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def test_a_long_reply_streams_in_whole_and_no_turn_of_the_window_is_long(
    qtbot: QtBot, opened: Callable[[EngineLink], MainWindow]
) -> None:
    window = opened(ChildEngine())
    turns: list[float] = []
    while len(turns) < 3 and min(turns, default=FAR_TOO_LONG_S) >= FAR_TOO_LONG_S:
        with longest_turn() as longest:
            assert window.send_message("hello")
            qtbot.waitUntil(lambda: window.busy, timeout=PATIENCE_MS)
            qtbot.waitUntil(lambda: not window.busy, timeout=PATIENCE_MS)
        turns.append(longest[0])
    words = window.reply_text.split()
    assert len(words) > 900
    assert words[-24:] == words[-48:-24], "the model says the same 24 words again and again"
    assert min(turns) < FAR_TOO_LONG_S


def test_an_engine_killed_in_the_middle_of_a_reply_leaves_text_words_and_a_restart_that_works(
    qtbot: QtBot, opened: Callable[[EngineLink], MainWindow]
) -> None:
    link = ChildEngine()
    window = opened(link)
    assert window.send_message("hello")
    wait_for_text(qtbot, window, 50)
    assert link.pid is not None
    os.kill(link.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: window.controller.phase == "dead", timeout=PATIENCE_MS)
    kept = window.reply_text
    assert len(kept) >= 50
    assert "killed" in words_in(window)

    window.controller.restart_engine()
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
    assert window.reply_text == kept
    assert window.send_message("again")
    qtbot.waitUntil(lambda: window.reply_text != kept and len(window.reply_text) > 50, timeout=PATIENCE_MS)


def test_a_failed_assert_in_the_native_library_is_survived_too(
    qtbot: QtBot, opened: Callable[[EngineLink], MainWindow]
) -> None:
    window = opened(ChildEngine(entry=serve_and_abort))
    assert window.send_message("hello")
    qtbot.waitUntil(lambda: window.controller.phase == "dead", timeout=PATIENCE_MS)
    assert "llama.cpp" in words_in(window)
    kept = window.reply_text
    window.controller.restart_engine()
    qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
    assert window.reply_text == kept
