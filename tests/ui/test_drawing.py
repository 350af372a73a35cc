"""The mouse drawn past the edge of a conversation: it scrolls on, all that is passed is selected, and copied.

The places come from the events of the mouse alone; where the cursor of the screen stands says nothing here.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.scripted_engine import ScriptedLink
from tests.ui.settled_store import SettledStore
from tests.ui.test_transcript import PATIENCE_MS, fill, said, settle
from ui.chat.text_views import FlowingText
from ui.chat.transcript import MOST_LIVE, Transcript
from ui.main_window import MainWindow

N = 80  # messages: more than are laid out at once
BEYOND_PX = 400


@pytest.fixture
def transcript(window: MainWindow, conversations: SettledStore, qtbot: QtBot) -> Transcript:
    """A conversation of eighty messages, at its end. The cursor of the screen stands in the middle of it."""
    fill(window, conversations, N)
    transcript = window.chat.transcript
    settle(qtbot, transcript)
    QCursor.setPos(transcript.viewport().mapToGlobal(transcript.viewport().rect().center()))
    return transcript


def texts(transcript: Transcript) -> list[FlowingText]:
    """Those that can be seen, from the top."""
    shown = [one for one in transcript.findChildren(FlowingText) if not one.visibleRegion().isEmpty()]
    return sorted(shown, key=lambda one: one.mapToGlobal(QPoint(0, 0)).y())


def press(text: FlowingText, word: str) -> None:
    """The mouse goes down in front of a word."""
    cursor = text.document().find(word)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart())
    place = text.cursorRect(cursor).center()
    QTest.mousePress(text.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def draw(text: FlowingText, place: QPoint) -> None:
    """The mouse is drawn on to a place on the screen."""
    here = QPointF(text.viewport().mapFromGlobal(place))
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        here,
        QPointF(place),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(text.viewport(), event)


def copied(transcript: Transcript, qtbot: QtBot) -> list[str]:
    QGuiApplication.clipboard().clear()
    QTest.keyClick(transcript, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()), timeout=PATIENCE_MS)
    return QGuiApplication.clipboard().text().split("\n\n")


def test_drawn_past_the_lower_edge_it_scrolls_on_to_the_end(transcript: Transcript, qtbot: QtBot) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    settle(qtbot, transcript)
    first = texts(transcript)[0]
    press(first, "0 of them")
    below = transcript.viewport().mapToGlobal(QPoint(60, transcript.viewport().height() + BEYOND_PX))
    draw(first, below)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() and transcript.whole, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: texts(transcript)[-1].textCursor().hasSelection(), timeout=PATIENCE_MS)
    assert len(transcript.laid_out) <= MOST_LIVE, "the message that the mouse is held in pins no other"
    QTest.mouseRelease(first.viewport(), Qt.MouseButton.LeftButton)
    assert not transcript.spread._drawn.isActive()
    wanted = said(N)
    got = copied(transcript, qtbot)
    assert got[0] == "0 of them"
    assert got[1:-1] == wanted[1:-1]
    assert wanted[-1].startswith(got[-1]) and got[-1]


def test_drawn_past_the_upper_edge_it_scrolls_back_to_the_beginning(transcript: Transcript, qtbot: QtBot) -> None:
    bar = transcript.verticalScrollBar()
    last = texts(transcript)[-1]
    press(last, "to read")
    draw(last, transcript.viewport().mapToGlobal(QPoint(0, -BEYOND_PX)))
    qtbot.waitUntil(lambda: bar.value() == 0 and transcript.whole, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: texts(transcript)[0].textCursor().hasSelection(), timeout=PATIENCE_MS)
    QTest.mouseRelease(last.viewport(), Qt.MouseButton.LeftButton)
    assert copied(transcript, qtbot) == [*said(N)[:-1], "more words "]


def test_back_in_its_own_text_the_selection_is_only_there(transcript: Transcript, qtbot: QtBot) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    settle(qtbot, transcript)
    first = texts(transcript)[0]
    press(first, "0 of them")
    draw(first, transcript.viewport().mapToGlobal(QPoint(60, transcript.viewport().height() - 10)))
    assert len([text for text in texts(transcript) if text.textCursor().hasSelection()]) > 2
    end = first.document().find("0 of")
    draw(first, first.viewport().mapToGlobal(first.cursorRect(end).center()))
    QTest.mouseRelease(first.viewport(), Qt.MouseButton.LeftButton)
    assert [text for text in texts(transcript) if text.textCursor().hasSelection()] == [first]
    assert first.textCursor().selectedText() == "0 of"


def test_code_is_scrolled_sideways(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    loaded.send_message("go")
    link.reply("```\n" + "long " * 200 + "end\n```\n")
    loaded.tick()
    transcript = loaded.chat.transcript
    settle(qtbot, transcript)
    QCursor.setPos(loaded.mapToGlobal(QPoint(5, 5)))
    code = next(text for text in texts(transcript) if text.horizontalScrollBar().maximum())
    bar = code.horizontalScrollBar()
    press(code, "long")
    draw(code, code.mapToGlobal(QPoint(code.width() + 300, 8)))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum(), timeout=PATIENCE_MS)
    QTest.mouseRelease(code.viewport(), Qt.MouseButton.LeftButton)
    assert code.textCursor().selectedText().endswith("end")


def test_a_text_that_goes_while_the_mouse_is_held_in_it_ends_the_scrolling(
    loaded: MainWindow, link: ScriptedLink, qtbot: QtBot
) -> None:
    """What was a paragraph becomes code as more of it streams in."""
    transcript = loaded.chat.transcript
    loaded.send_message("go")
    link.reply("words\n\n" * 60)
    loaded.tick()
    loaded.send_message("again")
    link.begin()
    link.say(link.round(0, "``"))
    loaded.tick()
    settle(qtbot, transcript)
    last = texts(transcript)[-1]
    press(last, "``")
    draw(last, transcript.viewport().mapToGlobal(QPoint(0, -30)))
    link.say(link.round(1, "`py\nprint()\n"))
    loaded.tick()
    settle(qtbot, transcript)
    qtbot.waitUntil(lambda: not transcript.spread._drawn.isActive())
    assert not transcript.spread.drawing
    link.end()
    loaded.tick()
