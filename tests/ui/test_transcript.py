"""A conversation of hundreds of messages: only what is near exists, and the reader's place is kept whatever happens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit
from pytestqt.qtbot import QtBot

from engine.events import TARGET, TextRun
from tests.ui.settled_store import SettledStore
from ui.chat.conversation import Turn
from ui.chat.messages import ReplyMessage
from ui.chat.text_views import FlowingText
from ui.chat.transcript import MOST_LIVE, SCROLL_BAR_PX, Transcript
from ui.main_window import MainWindow
from ui.services import ReplyFigures
from ui.theme.theme import Theme

N = 300
PATIENCE_MS = 60_000
MOST_BLANK_PX = 130  # from the words of one message to those of the next, where heights are estimated


@pytest.fixture
def long_chat(window: MainWindow, conversations: SettledStore) -> MainWindow:
    """A conversation of 300 messages on screen, at its end."""
    fill(window, conversations, N)
    return window


def fill(window: MainWindow, conversations: SettledStore, n_messages: int) -> None:
    """Open a conversation of so many messages."""
    conversation, parent = conversations.create(), None
    for i in range(n_messages // 2):
        question = conversations.ask(conversation, parent, f"question {i} of them", lambda _: None)
        parent = conversations.start_reply(conversation, question, "M", "P")
        text = f"answer {i}\n\n- one\n- two\n\n```python\nx = {i}\n```\n\n" + "more words to read " * (i % 9 * 8)
        conversations.grow_reply(parent, [TextRun(text, TARGET)])
        conversations.finish_reply(parent, ReplyFigures(), "end")
    window.controller.open(conversation)


def said(n_messages: int) -> list[str]:
    """What is copied of it, piece by piece."""
    pieces = []
    for i in range(n_messages // 2):
        more = ("more words to read " * (i % 9 * 8)).strip()
        pieces += [f"question {i} of them", f"answer {i}\none\ntwo", f"x = {i}", more]
    return [piece for piece in pieces if piece]


def settle(qtbot: QtBot, transcript: Transcript) -> None:
    """Until nothing is left to be laid out."""
    qtbot.waitUntil(lambda: not transcript._slices.isActive(), timeout=PATIENCE_MS)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not transcript._slices.isActive(), timeout=PATIENCE_MS)


def seen(transcript: Transcript) -> list[Turn]:
    return [slot.turn for slot in transcript._in_view()]


def test_only_what_is_near_the_reader_is_laid_out(long_chat: MainWindow, qtbot: QtBot) -> None:
    transcript, turns = long_chat.chat.transcript, long_chat.controller.current.turns
    settle(qtbot, transcript)
    bar = transcript.verticalScrollBar()
    assert len(turns) == N
    assert bar.value() == bar.maximum() > 10_000, "the whole conversation has its place in the scroll bar"
    assert 2 <= len(transcript.laid_out) < 40
    assert transcript.laid_out[-1] is turns[-1]
    places = [*range(bar.maximum(), 0, -bar.maximum() // 40), 0]
    for place in places:
        bar.setValue(place)
        settle(qtbot, transcript)
        assert len(transcript.laid_out) <= MOST_LIVE
        assert all(turn in transcript.laid_out for turn in seen(transcript))
    assert transcript.laid_out[0] is turns[0]
    assert len(transcript.findChildren(ReplyMessage)) <= MOST_LIVE
    bar.setValue(bar.maximum())
    settle(qtbot, transcript)
    assert seen(transcript)[-1] is turns[-1]


def test_a_place_found_far_away_comes_into_view_and_is_marked(long_chat: MainWindow, qtbot: QtBot) -> None:
    transcript, turns = long_chat.chat.transcript, long_chat.controller.current.turns
    settle(qtbot, transcript)
    wanted = turns[41]
    transcript.go_to(wanted.id, ("answer 20",))
    settle(qtbot, transcript)
    assert wanted in seen(transcript)
    (view,) = [one for one in transcript.findChildren(QTextEdit) if one.extraSelections()]
    y = view.mapTo(transcript.viewport(), QPoint(0, 0)).y()
    assert 0 <= y < transcript.viewport().height()
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    settle(qtbot, transcript)
    bar.setValue(bar.maximum())
    settle(qtbot, transcript)
    transcript.go_to(wanted.id)
    settle(qtbot, transcript)
    assert wanted in seen(transcript)


def test_the_place_is_kept_when_the_window_or_the_colours_change(
    long_chat: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    transcript, turns = long_chat.chat.transcript, long_chat.controller.current.turns
    settle(qtbot, transcript)
    transcript.go_to(turns[100].id)
    settle(qtbot, transcript)
    changes: tuple[Callable[[], object], ...] = (
        lambda: long_chat.resize(900, 620),
        lambda: long_chat.resize(1500, 900),
        long_chat.chat.top.tint.toggle,
        lambda: theme.set_mode("light"),
        lambda: theme.set_mode("dark"),
    )
    for change in changes:
        change()
        settle(qtbot, transcript)
        assert turns[100] in seen(transcript)[:2]
        assert len(transcript.laid_out) <= MOST_LIVE


def test_the_place_in_a_reply_is_kept_when_text_has_another_size(
    long_chat: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    transcript, turns = long_chat.chat.transcript, long_chat.controller.current.turns
    settle(qtbot, transcript)
    transcript.go_to(turns[101].id)
    settle(qtbot, transcript)
    bar, reply = transcript.verticalScrollBar(), transcript._stack.slots[101]
    bar.setValue(transcript._stack.top(reply) + reply.height // 2)
    settle(qtbot, transcript)
    before = reply.height
    left: list[int] = []

    def count() -> None:
        left.append(len(transcript.findChildren(FlowingText)))

    theme.resizing.connect(count)
    try:
        for percent in (200, 80, 150):
            theme.set_text_size(percent)
            settle(qtbot, transcript)
            above = bar.value() - transcript._stack.top(reply)
            assert 0.4 < above / reply.height < 0.6, f"at {percent} %"
        assert reply.height > before
        assert left == [0, 0, 0], "Qt has no message to bring to another size"
        bar.setValue(bar.maximum())
        theme.set_text_size(100)
        settle(qtbot, transcript)
        assert bar.value() == bar.maximum(), "who follows the end goes on following it"
    finally:
        theme.resizing.disconnect(count)
        theme.set_text_size(100)


def blank_px(transcript: Transcript) -> int:
    """The tallest stretch of what is in view, as it would be painted now, on which there is nothing."""
    image = transcript.viewport().grab().toImage()
    tallest = stretch = 0
    for y in range(image.height()):
        row = {image.pixel(x, y) for x in range(0, image.width() - SCROLL_BAR_PX, 2)}
        stretch = stretch + 1 if len(row) == 1 else 0
        tallest = max(tallest, stretch)
    return tallest


def test_nothing_is_blank_however_fast_the_reader_pages(long_chat: MainWindow, qtbot: QtBot) -> None:
    transcript = long_chat.chat.transcript
    settle(qtbot, transcript)
    usual = blank_px(transcript)
    assert usual < MOST_BLANK_PX
    bar = transcript.verticalScrollBar()
    for _ in range(12):
        QTest.keyClick(transcript, Qt.Key.Key_PageUp)
        assert blank_px(transcript) < MOST_BLANK_PX
    for share in (0.0, 0.5, 0.25, 0.75):
        bar.setValue(round(bar.maximum() * share))
        assert not transcript.whole
        for _ in range(20):
            assert blank_px(transcript) < MOST_BLANK_PX
            QApplication.processEvents()


def test_the_middle_of_a_long_reply_is_seen_at_once_and_kept(
    window: MainWindow, conversations: SettledStore, qtbot: QtBot
) -> None:
    conversation, parent = conversations.create(), None
    for _ in range(2):
        question = conversations.ask(conversation, parent, "question", lambda _: None)
        parent = conversations.start_reply(conversation, question, "M", "P")
        text = "".join(f"Paragraph {i} has a few words, and some more of them.\n\n" for i in range(1000))
        conversations.grow_reply(parent, [TextRun(text, TARGET)])
        conversations.finish_reply(parent, ReplyFigures(), "end")
    window.controller.open(conversation)
    transcript = window.chat.transcript
    settle(qtbot, transcript)
    bar, reply = transcript.verticalScrollBar(), transcript._stack.slots[1]
    bar.setValue(transcript._stack.top(reply) + reply.height // 2)
    while not transcript.whole:
        assert list(transcript._in_view()) == [reply]
        assert blank_px(transcript) < MOST_BLANK_PX
        QApplication.processEvents()
    settle(qtbot, transcript)
    (body,) = [one for one in transcript.findChildren(FlowingText) if not one.visibleRegion().isEmpty()]
    seen = body.cursorForPosition(body.visibleRegion().boundingRect().center()).block().text()
    assert 450 < int(seen.split()[1]) < 550


def test_tab_goes_through_the_messages_as_they_stand(long_chat: MainWindow, qtbot: QtBot) -> None:
    transcript = long_chat.chat.transcript
    settle(qtbot, transcript)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)  # what is above was laid out after what is below
    settle(qtbot, transcript)
    transcript.setFocus()
    before = seen(transcript)
    turns = long_chat.controller.current.turns
    places: list[int] = []
    for _ in range(30):
        QTest.keyClick(QApplication.focusWidget() or transcript, Qt.Key.Key_Tab)
        settle(qtbot, transcript)
        focus = QApplication.focusWidget()
        assert focus is not None
        if isinstance(focus, FlowingText):
            slots = transcript._stack.live()
            (turn,) = [slot.turn for slot in slots if slot.message is not None and slot.message.isAncestorOf(focus)]
            places.append(next(i for i, one in enumerate(turns) if one is turn))
    assert turns[places[0]] in before
    assert len(set(places)) > 3
    assert places == sorted(places)


def test_all_is_selected_and_copied_also_what_is_not_laid_out(long_chat: MainWindow, qtbot: QtBot) -> None:
    transcript = long_chat.chat.transcript
    settle(qtbot, transcript)
    transcript.setFocus()
    QGuiApplication.clipboard().clear()
    QTest.keyClick(transcript, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(transcript, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()), timeout=PATIENCE_MS)
    copied = QGuiApplication.clipboard().text()
    assert copied.split("\n\n") == said(N)
    transcript.verticalScrollBar().setValue(0)
    settle(qtbot, transcript)
    seen_now = [view for view in transcript.findChildren(FlowingText) if view.isVisible()]
    assert seen_now
    assert all(view.textCursor().hasSelection() for view in seen_now), "what is laid out later shows it too"
    QTest.mouseClick(seen_now[0].viewport(), Qt.MouseButton.LeftButton)
    assert not any(view.textCursor().hasSelection() for view in seen_now)
