"""The strip over the chat: what is about one reply goes with it, nothing is under it, and the keyboard closes it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.commands import Generate
from engine.events import Failed, Noticed
from tests.ui.scripted_engine import ScriptedLink
from ui.chat.banner import Banner
from ui.chat.problem import Problem
from ui.main_window import MainWindow
from ui.theme.palette import SPACE_S

LOOP = "The reply repeats itself: the same few words over and over."


def notice(window: MainWindow, link: ScriptedLink) -> Banner:
    """A reply runs, and something was noticed about it."""
    window.send_message("hello")
    window.tick()
    request = link.last(Generate)
    link.begin()
    link.say(link.round(0, "words "), Noticed(request.request_id, "loop", LOOP))
    window.tick()
    assert said(window) == LOOP
    return window.chat.banner


def said(window: MainWindow) -> str:
    problem = window.chat.banner.problem
    return problem.what if problem is not None and window.chat.banner.isVisible() else ""


def end(window: MainWindow, link: ScriptedLink) -> None:
    link.end()
    window.tick()


def test_a_notice_goes_with_the_next_request(loaded: MainWindow, link: ScriptedLink) -> None:
    notice(loaded, link)
    end(loaded, link)
    assert said(loaded) == LOOP, "it stays as long as its reply is the newest"
    loaded.send_message("and now?")
    assert said(loaded) == ""


def test_a_notice_goes_when_the_reply_is_written_again(loaded: MainWindow, link: ScriptedLink) -> None:
    notice(loaded, link)
    end(loaded, link)
    reply = loaded.controller.current.last_reply
    assert reply is not None
    loaded.controller.regenerate(reply)
    assert said(loaded) == ""


def test_a_notice_is_shown_only_beside_its_own_conversation(
    loaded: MainWindow, link: ScriptedLink, qtbot: QtBot
) -> None:
    notice(loaded, link)
    first = loaded.controller.current.id
    loaded.chat.new_chat()
    assert said(loaded) == ""
    link.say(Noticed(link.last(Generate).request_id, "slow", "Drafting rests."))
    loaded.tick()
    assert said(loaded) == "", "the reply is written in another conversation"
    loaded.controller.open(first)
    qtbot.waitUntil(lambda: loaded.controller.current.id == first)
    assert said(loaded) == "Drafting rests."


def test_what_is_no_matter_of_one_reply_stays(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.chat.banner.show_problem(Problem("The disk is full", level="warn", action="save", lasting=True))
    loaded.chat.new_chat()
    assert said(loaded) == "The disk is full"
    notice(loaded, link)
    end(loaded, link)
    loaded.send_message("again")
    assert said(loaded) == "The disk is full", "it waited behind the notice"


def test_a_reply_that_failed_is_told_until_the_next_one(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    loaded.tick()
    link.say(Failed(link.last(Generate).request_id, "engine", "No room"))
    loaded.tick()
    assert said(loaded) == "No room"
    loaded.send_message("again")
    assert said(loaded) == ""


def test_escape_closes_it_where_nothing_else_is_to_be_left(loaded: MainWindow, link: ScriptedLink) -> None:
    notice(loaded, link)
    QTest.keyClick(loaded.chat.composer.input, Qt.Key.Key_Escape)
    assert said(loaded) == LOOP, "the reply is stopped first"
    end(loaded, link)
    QTest.keyClick(loaded.chat.composer.input, Qt.Key.Key_Escape)
    assert said(loaded) == ""


def test_its_close_button_is_reached_by_tab_and_escape_in_it_does_not_stop_the_reply(
    loaded: MainWindow, link: ScriptedLink
) -> None:
    banner = notice(loaded, link)
    QApplication.processEvents()
    loaded.chat.top.settings.setFocus()
    for _ in range(12):
        if banner.has_focus:
            break
        QTest.keyClick(QApplication.focusWidget() or loaded, Qt.Key.Key_Tab)
    assert banner.has_focus
    QTest.keyClick(QApplication.focusWidget() or loaded, Qt.Key.Key_Escape)
    assert said(loaded) == ""
    assert loaded.controller.busy
    assert loaded.chat.composer.input.hasFocus()
    notice_again = Noticed(link.last(Generate).request_id, "slow", "Drafting rests.")
    link.say(notice_again)
    loaded.tick()
    (close,) = [one for one in banner.findChildren(QToolButton) if one.isVisible()]
    close.setFocus()
    QTest.keyClick(close, Qt.Key.Key_Space)
    assert said(loaded) == ""
    assert loaded.chat.composer.input.hasFocus()


def test_nothing_of_the_chat_is_under_it(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> None:
    """Neither while the reader is at the end, nor at the top of what can be scrolled."""
    banner, transcript = loaded.chat.banner, loaded.chat.transcript
    loaded.send_message("hello")
    link.reply("A line.\n\n" * 60)
    loaded.tick()
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    bar.setValue(0)
    first = transcript.laid_out[0]
    banner.show_problem(Problem(LOOP, "Why it does. " * 30, "What to do. " * 20, "warn"))
    qtbot.waitUntil(lambda: banner.height() >= banner.heightForWidth(banner.width()))
    assert gap(banner, transcript) >= SPACE_S, "what scrolls ends visibly below it"
    assert bar.value() == 0
    assert transcript.laid_out[0] is first
    bar.setValue(bar.maximum())
    banner.clear()
    QApplication.processEvents()
    banner.show_problem(Problem(LOOP, level="warn"))
    qtbot.waitUntil(lambda: gap(banner, transcript) >= SPACE_S)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def gap(above: QWidget, below: QWidget) -> int:
    """Pixels between two widgets."""
    return below.mapToGlobal(QPoint(0, 0)).y() - above.mapToGlobal(QPoint(0, above.height())).y()
