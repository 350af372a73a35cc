"""The window is killed three times while a reply streams; `bench.kill_window` does it fifty times, with figures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.kill_window import run
from tests.app.living import write_endless


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.timeout(600)
def test_what_was_acknowledged_is_there_after_every_kill(tmp_path: Path) -> None:
    account = run(tmp_path / "data", write_endless(tmp_path / "endless.gguf"), kills=3, seed=5)
    assert account.kills == 3
    assert account.questions
    assert account.damaged == 0
    assert account.lost_questions == 0
    assert account.orphans == 0
