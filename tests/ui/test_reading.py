"""Reading a conversation: raw text, selecting across messages, thinking that was cut and goes on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.commands import Generate
from tests.ui.scripted_engine import ScriptedLink
from ui.chat.raw_text import RawText
from ui.chat.text_views import FlowingText
from ui.main_window import MainWindow


def button(window: MainWindow, name: str) -> QAbstractButton:
    QApplication.processEvents()
    return buttons(window, name)[-1]


def buttons(window: MainWindow, name: str) -> list[QAbstractButton]:
    return [one for one in window.findChildren(QAbstractButton) if one.isVisible() and one.accessibleName() == name]


def texts(window: MainWindow) -> list[FlowingText]:
    """Those on screen, from the top."""
    QApplication.processEvents()
    shown = [one for one in window.chat.transcript.findChildren(FlowingText) if one.isVisible()]
    return sorted(shown, key=lambda one: one.mapToGlobal(QPoint(0, 0)).y())


def test_a_reply_is_shown_as_the_model_wrote_it_and_back(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    said = "# Title\n\n- **one**\n\n" + "word " * 5000
    loaded.send_message("go")
    link.reply(said, size=4000)
    loaded.tick()
    qtbot.waitUntil(lambda: bool(buttons(loaded, "As the model wrote it")))  # very much at once is laid out in pieces
    button(loaded, "As the model wrote it").click()
    (raw,) = [one for one in loaded.findChildren(RawText) if one.isVisible()]
    qtbot.waitUntil(lambda: raw.toPlainText() == said)
    assert [one for one in texts(loaded) if "Title" in one.toPlainText()] == [raw]
    button(loaded, "As the model wrote it").click()
    assert not [one for one in loaded.findChildren(RawText) if one.isVisible()]
    assert any(one.toPlainText().startswith("Title") for one in texts(loaded))


def test_text_is_selected_and_copied_across_messages(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("A question of some words")
    link.reply("An answer **in** two\n\n```py\nprint(1)\n```\n\nparts")
    loaded.tick()
    first, answer, code, last = texts(loaded)[:4]
    word = first.document().find("question")
    word.setPosition(word.selectionStart())
    start = first.cursorRect(word).center()
    end = last.cursorRect().topLeft() + QPoint(last.width() - 2, 4)
    QTest.mousePress(first.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for target in (answer, code, last):
        place = first.viewport().mapFromGlobal(target.viewport().mapToGlobal(end))
        _drag(first, place)
    QTest.mouseRelease(first.viewport(), Qt.MouseButton.LeftButton)
    first.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied == "question of some words\n\nAn answer in two\n\nprint(1)\n\nparts"
    QTest.mouseClick(answer.viewport(), Qt.MouseButton.LeftButton)
    assert not first.textCursor().hasSelection(), "another selection begins"


def _drag(text: FlowingText, place: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(text.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(text.viewport(), event)


def test_thinking_that_used_up_the_reply_is_said_and_goes_on(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("why")
    link.begin()
    link.say(link.round(0, "Let me see ", thinking=True), link.round(1, "now", thinking=True))
    link.end("length")
    loaded.tick()
    QApplication.processEvents()
    words = "\n".join(label.text() for label in loaded.findChildren(QLabel) if label.isVisible())
    assert "went into thinking, and there is no answer yet" in words
    button(loaded, "Continue the reply").click()
    asked = link.last(Generate)
    assert asked.continue_last
    assert (asked.messages[-1].content, asked.messages[-1].thinking) == ("", "Let me see now")
    link.begin()
    link.say(link.round(0, ", yes.", thinking=True), link.round(1, "Because."))
    link.end()
    loaded.tick()
    assert loaded.reply_text == "Because."
    reply = loaded.controller.current.last_reply
    assert reply is not None and reply.thinking == "Let me see now, yes."
    assert len(loaded.controller.current.turns) == 2
