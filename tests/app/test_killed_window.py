"""The window is killed while a reply streams: what was said is there, and the window opens as it was.

`bench.kill_window` kills it fifty times, with figures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.single_instance import first_on
from bench.kill_window import run
from tests.app.living import Living, write_endless
from tests.app.living_until_killed import DRAFT

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.timeout(600)
def test_what_was_acknowledged_is_there_after_every_kill(tmp_path: Path) -> None:
    account = run(tmp_path / "data", write_endless(tmp_path / "endless.gguf"), kills=3, seed=5)
    assert account.kills == 3
    assert account.questions
    assert account.damaged == 0
    assert account.lost_questions == 0
    assert account.orphans == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.timeout(600)
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_killed_window_opens_as_it_was(qapp: QApplication, qtbot: QtBot, data: Path, tmp_path: Path) -> None:
    model = write_endless(tmp_path / "endless.gguf")
    command = [sys.executable, "-m", "tests.app.living_until_killed", str(model)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seen = json.loads(process.stdout.readline())
        process.kill()
    instance = first_on(data)
    assert instance is not None, "the lock went with the process"
    instance.close()
    life = Living(qapp, qtbot, {})
    try:
        life.wait(lambda: life.window.controller.current.id == seen["conversation"])
        question, reply = life.said()
        assert question == "The last chat"
        assert reply.startswith(seen["reply"])
        assert life.window.chat.composer.draft.text == DRAFT
        assert life.titles() == ["The last chat", "The first chat"]
        life.wait_ready()  # the model is loaded again by itself
        life.wait(lambda: "Paceline ended while this was written." in life.words())
        life.button("Continue the reply").click()
        life.wait_for_words(len(reply) + 30)
        life.stop()
        assert life.said()[1].startswith(reply)
        assert life.window.chat.composer.draft.text == DRAFT
    finally:
        life.close()
