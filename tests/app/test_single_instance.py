"""One window per data folder, however its process ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.single_instance import ask_first_to_show, first_on

HOLDER = """
import sys
from pathlib import Path
from app.single_instance import first_on
print(first_on(Path(sys.argv[1])) is not None, flush=True)
sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_process_is_not_the_first_until_that_one_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with holder(folder) as first:
        assert said(first) == "True"
        assert first_on(folder) is None
        assert first_on(tmp_path / "other") is not None
        first.kill()
        first.wait()
    instance = first_on(folder)
    assert instance is not None
    with holder(folder) as second:
        assert said(second) == "False"
        second.communicate()
    instance.close()
    with holder(folder) as third:
        assert said(third) == "True"
        third.communicate()


def test_the_second_start_leaves_a_request_that_the_first_can_see(tmp_path: Path) -> None:
    instance = first_on(tmp_path)
    assert instance is not None
    before = instance.request_file.read_bytes()
    ask_first_to_show(tmp_path)
    assert instance.request_file.read_bytes() != before
    instance.close()


def test_a_folder_that_cannot_be_made_needs_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    instance = first_on(tmp_path / "file" / "data")
    assert instance is not None
    instance.close()
