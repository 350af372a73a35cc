"""A context that is too small: the real window on the real engine and a tiny model with a real window of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.conversations.store import ConversationStore
from engine.child import ChildEngine
from engine.commands import EngineLink
from tests.tiny_models import write_endless
from tests.ui.real_engine import PATIENCE_MS, window_on
from tests.ui.scripted_engine import MemoryServices
from ui.main_window import MainWindow
from ui.theme.theme import Theme


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It was made for 2048 tokens."""
    return write_endless(tmp_path_factory.mktemp("models") / "endless.gguf", n_ctx=2048)


@pytest.fixture
def link() -> Iterator[EngineLink]:
    link = ChildEngine()
    yield link
    link.close()


@pytest.fixture
def opened(
    qtbot: QtBot, theme: Theme, model: Path, tmp_path: Path, link: EngineLink
) -> Iterator[Callable[..., MainWindow]]:
    made: list[MainWindow] = []
    stores: list[ConversationStore] = []
    kept: dict[str, str] = {}

    def open_window(max_tokens: int) -> MainWindow:
        while made:
            made.pop().close()
        while stores:
            stores.pop().close()
        stores.append(ConversationStore(tmp_path / "conversations.db"))
        kept.update(preset="ngram-simple", temperature="0", n_ctx="512", max_tokens=str(max_tokens))
        window = window_on(link, MemoryServices(stores[0], settings=kept), theme)
        made.append(window)
        window.open_model(str(model))
        qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
        return window

    yield open_window
    for window in made:
        window.close()
    for store in stores:
        store.close()


def said(window: MainWindow) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def answered(qtbot: QtBot, window: MainWindow, question: str) -> None:
    n = len(window.controller.current.turns)
    assert window.send_message(question)
    qtbot.waitUntil(lambda: not window.busy and len(window.controller.current.turns) > n, timeout=PATIENCE_MS)


def fill(qtbot: QtBot, window: MainWindow) -> None:
    """Questions and replies until the next one does not fit."""
    for _ in range(20):
        n = len(window.controller.current.turns)
        window.chat.composer.input.setPlainText("hello")
        window.chat.composer.input.submit.emit()
        qtbot.waitUntil(lambda: not window.busy, timeout=PATIENCE_MS)
        if len(window.controller.current.turns) == n:
            return
    raise AssertionError("everything fits")


def test_what_does_not_fit_is_not_sent_but_asked_about(qtbot: QtBot, opened: Callable[..., MainWindow]) -> None:
    window = opened(100)
    fill(qtbot, window)
    bar = window.chat.fit
    assert bar.isVisible()
    assert "512" in bar.what.text()
    assert window.chat.composer.input.toPlainText() == "hello", "nothing of it is lost"
    assert not any(turn.left_out for turn in window.controller.current.turns), "nothing is left out unasked"
    full = bar.full
    assert full is not None
    assert full.turns and full.turns[0] is window.controller.current.turns[0]

    bar.no.click()
    assert not bar.isVisible()
    assert window.chat.composer.input.toPlainText() == "hello"


def test_the_oldest_turns_are_left_out_on_demand_marked_kept_and_taken_in_again(
    qtbot: QtBot, opened: Callable[..., MainWindow]
) -> None:
    window = opened(100)
    fill(qtbot, window)
    before = list(window.controller.current.turns)
    window.chat.fit.drop.click()
    qtbot.waitUntil(lambda: not window.busy, timeout=PATIENCE_MS)
    turns = window.controller.current.turns
    assert turns[: len(before)] == before, "they stay in the chat"
    assert len(turns) == len(before) + 2
    left_out = [turn.left_out for turn in turns]
    assert left_out[0] and left_out[1] and not left_out[-2]
    assert not window.chat.composer.draft, "it was sent"
    assert "left out" in said(window)
    n_left_out = sum(left_out)

    window = opened(100)
    qtbot.waitUntil(lambda: len(window.controller.current.turns) == len(turns), timeout=PATIENCE_MS)
    assert sum(turn.left_out for turn in window.controller.current.turns) == n_left_out, "a restart knows it too"
    window.chat.left_out.undo.click()
    assert not any(turn.left_out for turn in window.controller.current.turns)
    assert not window.chat.left_out.isVisible()


def test_a_larger_context_holds_it_all(qtbot: QtBot, opened: Callable[..., MainWindow]) -> None:
    window = opened(100)
    fill(qtbot, window)
    n = len(window.controller.current.turns)
    assert window.chat.fit.more.isVisible()
    window.chat.fit.more.click()
    qtbot.waitUntil(lambda: not window.busy and len(window.controller.current.turns) == n + 2, timeout=PATIENCE_MS)
    assert window.controller.n_ctx == 1024
    assert window.controller.current.settings.n_ctx == 1024
    assert not any(turn.left_out for turn in window.controller.current.turns)
    reply = window.controller.current.last_reply
    assert reply is not None and reply.stop_reason == "length"
    window.chat.new_chat()
    answered(qtbot, window, "hello")
    assert window.controller.n_ctx == 512, "another chat has the context of the settings"


def test_a_context_that_fills_in_the_middle_of_a_reply_is_said_and_the_reply_goes_on(
    qtbot: QtBot, opened: Callable[..., MainWindow]
) -> None:
    window = opened(100)
    answered(qtbot, window, "hello")
    answered(qtbot, window, "hello")
    window.settings._set("max_tokens", 5000)
    assert window.send_message("hello")
    qtbot.waitUntil(lambda: window.chat.fit.isVisible(), timeout=PATIENCE_MS)
    reply = window.controller.current.last_reply
    assert reply is not None and reply.stop_reason == "context"
    cut = reply.text
    assert "is full" in window.chat.fit.what.text()
    assert "go on" in window.chat.fit.drop.text()
    assert "The context is full." in said(window)
    window.settings._set("max_tokens", 24)
    window.chat.fit.drop.click()
    qtbot.waitUntil(lambda: not window.busy and len(reply.text) > len(cut), timeout=PATIENCE_MS)
    assert window.controller.current.last_reply is reply
    assert reply.text.startswith(cut)
    words = reply.text.split()
    assert words[-24:] == words[-48:-24], "it goes on in the middle of its 24 words"
    assert window.controller.current.turns[0].left_out
    assert not window.controller.current.turns[-2].left_out


def test_a_message_too_long_by_itself_can_only_be_shortened_or_get_a_larger_context(
    qtbot: QtBot, opened: Callable[..., MainWindow]
) -> None:
    window = opened(100)
    window.chat.composer.input.setPlainText("hello " * 2000)
    window.chat.composer.input.submit.emit()
    qtbot.waitUntil(lambda: window.chat.fit.isVisible(), timeout=PATIENCE_MS)
    assert not window.chat.fit.drop.isVisible()
    assert not window.chat.fit.more.isVisible(), "the model was made for 2048 tokens"
    assert "Shorten the message" in window.chat.fit.why.text()
    assert not window.controller.current.turns


def test_the_gauge_tells_what_a_chat_takes_before_anything_is_sent(
    qtbot: QtBot, opened: Callable[..., MainWindow]
) -> None:
    window = opened(30)
    answered(qtbot, window, "hello")
    window = opened(30)
    qtbot.waitUntil(lambda: window.controller.current.id != 0, timeout=PATIENCE_MS)
    gauge = window.chat.top.context
    qtbot.waitUntil(lambda: "Context: 0 " not in gauge.accessibleName(), timeout=PATIENCE_MS)
    window.chat.composer.input.setPlainText("hello hello hello")
    qtbot.waitUntil(lambda: "takes" in gauge.accessibleName(), timeout=PATIENCE_MS)
