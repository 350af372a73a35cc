"""What the engine notices about a reply is told in the window, and whether drafting may rest is a setting."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLabel

from engine.commands import Generate
from engine.events import Noticed
from tests.ui.scripted_engine import ScriptedLink
from ui.main_window import MainWindow

LOOP = "The reply repeats itself: the same few words over and over."


def words_of(window: MainWindow) -> str:
    return "\n".join(label.text() for label in window.chat.banner.findChildren(QLabel) if not label.isHidden())


def test_a_notice_stands_in_the_banner_while_the_reply_goes_on(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    loaded.tick()
    request = link.last(Generate)
    link.begin()
    link.say(Noticed(request.request_id, "loop", LOOP))
    loaded.tick()
    assert LOOP in words_of(loaded)
    assert loaded.controller.busy


def test_drafting_may_rest_unless_somebody_says_no(loaded: MainWindow, link: ScriptedLink) -> None:
    loaded.send_message("hello")
    loaded.tick()
    assert link.last(Generate).rest_when_slow
    link.begin()
    link.end()
    loaded.tick()
    boxes = loaded.settings.findChildren(QCheckBox)
    next(box for box in boxes if box.text() == "Pause drafting where it slows the reply").setChecked(False)
    loaded.send_message("hello again")
    loaded.tick()
    assert not link.last(Generate).rest_when_slow
