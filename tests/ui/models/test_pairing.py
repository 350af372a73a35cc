"""From a target to a draft that speculates for it: the real window, engine, services and HTTP, on tiny models."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from engine.child import ChildEngine
from tests.app.hub.fake_hub import FakeHub
from tests.ui.models.conftest import LISTED, PATIENCE_MS, Opener


def test_a_target_shows_its_drafts_with_verdicts_fetches_one_and_speculates_with_it(
    qtbot: QtBot, open_window: Opener, target: Path, small: Path, fake: FakeHub
) -> None:
    fake.add(LISTED, {small.name: small})
    window = open_window(ChildEngine())
    window.show_view("models")
    view = window.models
    qtbot.waitUntil(lambda: view.table.choose(str(target)), timeout=PATIENCE_MS)
    drafts = view.pane.drafts
    qtbot.waitUntil(lambda: "None on this computer" in drafts.note(), timeout=PATIENCE_MS)
    assert not fake.asked, "the hub is asked when somebody presses the button, and not before"

    drafts.look.click()
    qtbot.waitUntil(lambda: bool(drafts.cards()) and drafts.look.isVisible(), timeout=PATIENCE_MS)
    (card,) = drafts.cards()
    words = " ".join(card.texts())
    assert "same family" in words
    assert "hub, known pair" in words
    assert "expected" in words.lower()
    qtbot.waitUntil(card.get.isVisible, timeout=PATIENCE_MS)  # a new card is shown in a later turn than it is made
    assert fake.sent < small.stat().st_size / 2, "the verdict is from the header alone"

    card.get.click()
    qtbot.waitUntil(lambda: any(row.use.isVisible() for row in view.downloads.rows()), timeout=PATIENCE_MS)
    (row,) = view.downloads.rows()
    assert Path(row.download.path).read_bytes() == small.read_bytes()
    assert "complete and checked" in " ".join(row.texts())
    assert small.stem in [entry.title for entry in view.table.shown()]

    row.use.click()
    chosen = window.chat.panel
    qtbot.waitUntil(
        lambda: window.controller.phase == "ready" and chosen.speculation().draft_model == row.download.path,
        timeout=PATIENCE_MS,
    )
    assert chosen.speculation().preset == "draft-model"
    assert window.send_message("hello")
    qtbot.waitUntil(lambda: not window.busy and bool(window.reply_text), timeout=PATIENCE_MS)
    reply = window.controller.current.last_reply
    assert reply is not None
    assert reply.metrics.accepted > reply.metrics.emitted / 2
