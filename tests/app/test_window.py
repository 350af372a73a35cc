"""A second start on the same data folder: the first window comes forward, and nothing is opened twice."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import paths, window
from app.logs import log_faults
from app.services import AppServices
from app.settings import SettingsStore
from app.single_instance import Instance, ask_first_to_show, first_on
from app.window import Parts, put_together, run_window, show_when_asked
from engine.errors import RefusedError
from tests.app.living import PATIENCE_MS

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def first(data: Path) -> Iterator[Instance]:
    instance = first_on(data)
    assert instance is not None
    yield instance
    instance.close()


@pytest.fixture
def parts(qapp: QApplication, first: Instance) -> Iterator[Parts]:
    made = put_together(qapp, AppServices(SettingsStore(paths.settings_file())), "thread", "dark")
    made.window.show()
    show_when_asked(made.window, first)
    yield made
    made.close()
    made.window.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_second_start_raises_the_first_window_and_ends(
    parts: Parts, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    parts.window.showMinimized()
    qtbot.waitUntil(parts.window.isMinimized)
    codes: list[int] = []
    second = threading.Thread(target=lambda: codes.append(run_window("thread", "light")))
    second.start()
    qtbot.waitUntil(lambda: not parts.window.isMinimized(), timeout=PATIENCE_MS)
    second.join()
    assert codes == [0]
    assert "open already" in capsys.readouterr().out
    assert parts.window.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_window_that_hangs_is_told_to_the_second_start(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "ask_first_to_show", partial(ask_first_to_show, patience_s=0.1))
    with pytest.raises(RefusedError) as told:  # on this thread, so that the window cannot answer
        run_window("thread", "light")
    assert f"process {os.getpid()}" in told.value.why
    assert "end that process" in told.value.next_step
    assert parts.window.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_fault_that_nobody_caught_is_logged_and_told(
    parts: Parts, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    undo = log_faults(lambda: parts.window.trouble.fault("/log/file"))
    try:
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: parts.window.chat.banner.problem is not None)
        problem = parts.window.chat.banner.problem
        assert problem is not None
        assert "/log/file" in problem.next_step
        parts.window.chat.banner.clear()
        sys.excepthook(ValueError, ValueError("in a slot"), None)
        assert parts.window.chat.banner.problem == problem
    finally:
        undo()
    kinds = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert kinds == [ZeroDivisionError, ValueError]


def test_conversations_lie_in_the_data_folder(parts: Parts, data: Path) -> None:
    parts.services.conversations.create()
    assert parts.services.conversations.flush()
    assert paths.conversations_file() == data / "conversations.db"
    assert paths.conversations_file().is_file()
