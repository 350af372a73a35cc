"""The hub in the window: what is asked and when, what goes wrong in words with a way on, and the queue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.hub.client import Hub
from tests.app.hub.conftest import refused_port
from tests.app.hub.fake_hub import FakeHub
from tests.ui.models.conftest import LISTED, PATIENCE_MS
from ui.models.drafts import DraftsSection
from ui.models.getting import GetDialog, TokenDialog
from ui.models.view import ModelsView

D = TypeVar("D", bound=QDialog)
Opened = Callable[[], ModelsView]
dialogs = pytest.mark.qt_log_ignore("This plugin does not support")


def _look(qtbot: QtBot, view: ModelsView, target: Path) -> DraftsSection:
    """Choose a target and look on the hub for it, to the end."""
    view.choose(str(target))
    drafts = view.pane.drafts
    qtbot.waitUntil(lambda: "None on this computer" in drafts.note(), timeout=PATIENCE_MS)
    drafts.look.click()
    assert drafts.stop.isVisible()
    qtbot.waitUntil(drafts.look.isVisible, timeout=PATIENCE_MS)
    return drafts


def test_no_network_is_said_in_place(
    qtbot: QtBot, opened: Opened, target: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "__dict__", Hub(refused_port()).__dict__)
    drafts = _look(qtbot, opened(), target)
    assert "refuses connections. Check the network and try again." in drafts.trouble.text()
    assert drafts.trouble.retry.isVisible()
    assert not drafts.cards()


def test_offline_mode_is_said_in_place_and_trying_again_works_without_it(
    qtbot: QtBot, opened: Opened, target: Path, small: Path, fake: FakeHub, hub: Hub
) -> None:
    fake.add(LISTED, {small.name: small})
    hub.offline = True
    drafts = _look(qtbot, opened(), target)
    assert "offline mode is on" in drafts.trouble.text()
    assert not fake.asked
    hub.offline = False
    drafts.trouble.retry.click()
    qtbot.waitUntil(lambda: bool(drafts.cards()) and drafts.look.isVisible(), timeout=PATIENCE_MS)
    assert not drafts.trouble.isVisible()


@pytest.mark.parametrize(
    ("status", "headers", "words"), [(429, {"Retry-After": "7"}, "too many requests"), (503, {}, "trouble of its own")]
)
def test_a_busy_hub_is_said_in_words(
    status: int, headers: dict[str, str], words: str, qtbot: QtBot, opened: Opened, target: Path, fake: FakeHub
) -> None:
    fake.fault("api", status=status, headers=headers, times=99)
    drafts = _look(qtbot, opened(), target)
    assert words in drafts.trouble.text()
    assert drafts.trouble.retry.isVisible()


@dialogs
def test_a_gated_repository_asks_for_a_token_in_words_and_goes_on_with_it(
    qtbot: QtBot, opened: Opened, target: Path, small: Path, fake: FakeHub
) -> None:
    fake.add(LISTED, {small.name: small}, gated="manual", opens_for=("hf_good",))
    view = opened()
    drafts = _look(qtbot, view, target)
    assert "gated" in drafts.trouble.text()
    drafts.trouble.token.click()
    dialog = _dialog(qtbot, view, TokenDialog)
    dialog.token.setText("hf_good")
    dialog.keep.click()
    qtbot.waitUntil(lambda: "no keyring" in dialog.text(), timeout=PATIENCE_MS)
    dialog.reject()
    drafts.trouble.retry.click()
    qtbot.waitUntil(lambda: bool(drafts.cards()) and drafts.look.isVisible(), timeout=PATIENCE_MS)


def test_looking_can_be_stopped(qtbot: QtBot, opened: Opened, target: Path, fake: FakeHub) -> None:
    fake.fault("api", slow=True, times=99)
    view = opened()
    view.choose(str(target))
    drafts = view.pane.drafts
    qtbot.waitUntil(lambda: "None on this computer" in drafts.note(), timeout=PATIENCE_MS)
    drafts.look.click()
    assert drafts.stop.isVisible()
    drafts.stop.click()
    assert drafts.look.isVisible()
    fake.go_on.set()


def test_a_download_is_paused_resumed_and_cancelled(
    qtbot: QtBot, opened: Opened, target: Path, small: Path, fake: FakeHub
) -> None:
    fake.add(LISTED, {small.name: small})
    view = opened()
    drafts = _look(qtbot, view, target)
    (card,) = drafts.cards()
    fake.fault("storage", slow=True, times=99)
    card.get.click()
    qtbot.waitUntil(lambda: bool(view.downloads.rows()), timeout=PATIENCE_MS)
    (row,) = view.downloads.rows()
    qtbot.waitUntil(row.pause.isVisible, timeout=PATIENCE_MS)
    assert not card.get.isVisible()
    row.pause.click()
    qtbot.waitUntil(row.resume.isVisible, timeout=PATIENCE_MS)
    assert "Paused" in " ".join(row.texts())
    row.resume.click()
    qtbot.waitUntil(row.pause.isVisible, timeout=PATIENCE_MS)
    row.cancel.click()
    qtbot.waitUntil(lambda: not view.downloads.rows(), timeout=PATIENCE_MS)
    qtbot.waitUntil(card.get.isVisible, timeout=PATIENCE_MS)
    fake.go_on.set()


def test_a_wrong_checksum_is_no_model_and_can_be_tried_again(
    qtbot: QtBot, opened: Opened, target: Path, small: Path, fake: FakeHub
) -> None:
    fake.add(LISTED, {small.name: small})
    view = opened()
    drafts = _look(qtbot, view, target)
    fake.fault("storage", other_bytes=True, times=99)
    drafts.cards()[0].get.click()
    qtbot.waitUntil(lambda: any(row.resume.isVisible() for row in view.downloads.rows()), timeout=PATIENCE_MS)
    (row,) = view.downloads.rows()
    assert row.resume.text() == "Try again"
    assert not row.use.isVisible()
    assert [entry.path for entry in view.table.shown()] == [str(target)]
    fake.faults.clear()
    row.resume.click()
    qtbot.waitUntil(row.use.isVisible, timeout=PATIENCE_MS)


@dialogs
def test_a_model_is_fetched_by_the_name_of_its_repository(
    qtbot: QtBot, opened: Opened, small: Path, target: Path, fake: FakeHub
) -> None:
    fake.add("maker/Two-GGUF", {"two-F16.gguf": small, "two-F32.gguf": target})
    view = opened()
    view.bar.get.click()
    dialog = _dialog(qtbot, view, GetDialog)
    dialog.name.setText("maker/None-GGUF")
    dialog.look.click()
    qtbot.waitUntil(lambda: "no such repository" in dialog.text(), timeout=PATIENCE_MS)
    assert not dialog.get.isEnabled()
    dialog.name.setText("https://huggingface.co/maker/Two-GGUF")
    dialog.look.click()
    qtbot.waitUntil(lambda: dialog.files.topLevelItemCount() == 2, timeout=PATIENCE_MS)
    first = dialog.files.topLevelItem(0)
    assert first is not None
    quantisation, _, fits, name = (first.text(column) for column in range(4))
    assert (quantisation, name) == ("F16", "two-F16.gguf")
    assert fits.startswith("yes")
    assert "apache-2.0" in dialog.text()
    dialog.files.setCurrentItem(first)
    dialog.get.click()
    qtbot.waitUntil(lambda: "two-F16" in [entry.title for entry in view.table.shown()], timeout=PATIENCE_MS)
    (row,) = view.downloads.rows()
    assert not row.use.isVisible(), "nobody said what it is to draft for"


def _dialog(qtbot: QtBot, view: ModelsView, kind: type[D]) -> D:
    qtbot.waitUntil(lambda: any(one.isVisible() for one in view.findChildren(kind)), timeout=PATIENCE_MS)
    return next(one for one in view.findChildren(kind) if one.isVisible())
