"""Replies that mean harm, in the real window: they are shown as text, nothing is loaded, nothing opens by itself.

What is bounded is bounded by what is laid out, never by a clock; where something hangs the time limit ends the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from engine.commands import LoadModel
from engine.events import DrafterStatus, ModelLoaded
from tests.ui.hostile_replies import REPLIES
from tests.ui.scripted_engine import MODEL, ScriptedLink
from ui.chat.messages import STREAMED_PIECE, ReplyMessage
from ui.chat.reply_body import LONGEST, MOST_SEGMENTS, PIECE
from ui.chat.text_views import FlowingText
from ui.main_window import MainWindow

PATIENCE_MS = 200_000
HOSTILE_NAME = "<img src='file:///etc/passwd'><b>M</b>"


@pytest.fixture
def opened_urls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would have been opened outside."""
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toString()))
    return urls


@pytest.fixture
def hostile(window: MainWindow, link: ScriptedLink) -> MainWindow:
    """A window with a model that has a hostile name."""
    window.open_model("/models/hostile.gguf")
    asked = link.last(LoadModel)
    model = replace(MODEL, path=asked.path, name=HOSTILE_NAME, quantisation="<i>F16</i>")
    status = (DrafterStatus("ngram-simple", True, "<b>no</b>"),)
    link.say(ModelLoaded(asked.request_id, model, 8192, 0, 2, 0.4, 0.012, status, ("<img src='file:///x'>",)))
    window.tick()
    link.answer_prepare()
    window.tick()
    return window


@pytest.mark.parametrize(("reply", "readable"), REPLIES.values(), ids=REPLIES.keys())
@pytest.mark.timeout(300)
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_hostile_reply_is_shown_as_text(
    hostile: MainWindow, link: ScriptedLink, opened_urls: list[str], qtbot: QtBot, reply: str, readable: str
) -> None:
    assert hostile.send_message("<b>show me</b>")
    link.begin()
    pieces = [reply[:7], *(reply[i : i + 20_000] for i in range(7, len(reply), 20_000))]
    for i, piece in enumerate(pieces):
        link.say(link.round(i, piece))
        hostile.tick()
        QApplication.processEvents()
    link.end()
    hostile.tick()
    QApplication.processEvents()
    assert not hostile.busy
    assert hostile.reply_text == reply
    (message,) = hostile.chat.transcript.findChildren(ReplyMessage)
    qtbot.waitUntil(lambda: message.complete, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: len(message.findChildren(FlowingText)) <= MOST_SEGMENTS + 2)
    documents = [view.document() for view in message.findChildren(FlowingText)]
    shown = "\n".join(document.toPlainText() for document in documents)
    assert readable.replace("\x00", "") in shown
    assert not any(piece.isImageFormat() for piece in _formats(documents))
    assert all(document.blockCount() <= len(reply) + 1 for document in documents)
    assert _names_are_text(hostile)
    for href in {piece.anchorHref() for piece in _formats(documents) if piece.isAnchor()}:
        _click(hostile, message, href)
    assert opened_urls == [], "links open only after asking"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_link_is_opened_only_after_the_reader_said_so_and_says_where_it_goes(
    hostile: MainWindow, link: ScriptedLink, opened_urls: list[str]
) -> None:
    hostile.send_message("links")
    link.reply("[a](https://bank.example@evil.example/%E2%80%AEx) [b](https://exаmple.com/)")
    hostile.tick()
    (message,) = hostile.chat.transcript.findChildren(ReplyMessage)
    (view,) = message.findChildren(FlowingText)
    view.anchorClicked.emit(QUrl("https://bank.example@evil.example/%E2%80%AEx"))
    (box,) = _boxes(hostile)
    assert box.informativeText().startswith("evil.example\n")
    assert box.informativeText().isascii()
    box.button(QMessageBox.StandardButton.Open).click()
    assert len(opened_urls) == 1
    view.anchorClicked.emit(QUrl("https://ex\u0430mple.com/"))  # a Cyrillic letter
    (box,) = _boxes(hostile)
    assert box.informativeText().startswith("xn--")
    box.reject()
    assert len(opened_urls) == 1


def test_a_tick_that_brings_very_much_is_laid_out_in_pieces(
    hostile: MainWindow, link: ScriptedLink, qtbot: QtBot
) -> None:
    """However much it is: a message takes in a little in one go, and what it cannot take in yet is not lost."""
    said = "".join(f"```py\nx = {n}\n```\n" for n in range(60)) + "word " * 4000 + "end"
    hostile.send_message("much")
    link.begin()
    link.say(link.round(0, said[:5000]), link.round(1, said[5000:]))
    hostile.tick()
    (message,) = hostile.chat.transcript.findChildren(ReplyMessage)
    assert not message.complete
    taken = [len(message._body.plain_text)]
    while message.lay_out_more():
        taken.append(len(message._body.plain_text))
    assert max(after - before for before, after in pairwise(taken)) <= STREAMED_PIECE
    link.say(link.round(2, " of it"))
    link.end()
    hostile.tick()
    qtbot.waitUntil(lambda: message.complete)
    assert message._body.plain_text == said + " of it"


def test_no_tick_lays_out_more_than_a_piece_again(hostile: MainWindow, link: ScriptedLink) -> None:
    """However long a block is, what is written anew with a tick stays short."""
    hostile.send_message("long")
    link.begin()
    lengths: list[int] = []
    for i in range(60):
        link.say(link.round(i, "some **bold** words & more of them " * 20))
        hostile.tick()
        (message,) = hostile.chat.transcript.findChildren(ReplyMessage)
        body = message._body
        lengths.append(len(body._text) - body._open)
    assert max(lengths) <= LONGEST + PIECE


def test_pieces_of_characters_never_show_half_a_character(hostile: MainWindow, link: ScriptedLink) -> None:
    """The engine holds back incomplete characters; what it splits between them still joins on screen."""
    text = "é 漢字 👩‍👩‍👧‍👦 e\u0301 שלום 🇸🇪 ﷽ क्षि"
    hostile.send_message("letters")
    link.begin()
    for i, character in enumerate(text):
        link.say(link.round(i, character))
        hostile.tick()
    link.end()
    hostile.tick()
    (message,) = hostile.chat.transcript.findChildren(ReplyMessage)
    shown = "".join(view.document().toPlainText() for view in message.findChildren(FlowingText))
    assert shown == text


def _formats(documents: list[QTextDocument]) -> Iterator[QTextCharFormat]:
    for document in documents:
        for each in document.allFormats():
            if each.isCharFormat():
                yield each.toCharFormat()


def _click(window: MainWindow, message: ReplyMessage, href: str) -> None:
    """As a click on it does. Only links of the web ask; all others do nothing at all."""
    view = message.findChildren(FlowingText)[0]
    url = QUrl(href)
    view.anchorClicked.emit(url)
    boxes = _boxes(window)
    assert bool(boxes) == (url.scheme() in ("http", "https", "mailto"))
    for box in boxes:
        box.reject()


def _boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def _names_are_text(window: MainWindow) -> bool:
    """No label takes what a file or a model says for HTML."""
    for label in window.findChildren(QLabel):
        if any(mark in label.text() for mark in ("<img", "<b>M", "<i>F16", "<h1>", "<b>no", "<b>show")):
            assert label.textFormat() == Qt.TextFormat.PlainText, label.text()
    return True
