"""One window per data folder, however its process ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.single_instance import Instance, ask_first_to_show, first_on
from tests.app.rights import as_nobody

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


def test_the_first_sees_each_request_once_and_answers_by_that(tmp_path: Path) -> None:
    instance = first_on(tmp_path)
    assert instance is not None
    assert not instance.asked()
    answers: list[Instance | None] = []
    second = threading.Thread(target=lambda: answers.append(ask_first_to_show(tmp_path)))
    second.start()
    while not instance.asked():
        pass
    second.join()
    assert answers == [None]
    assert not instance.asked()
    instance.close()


def test_a_request_to_one_that_was_killed_is_not_for_the_next(tmp_path: Path) -> None:
    (tmp_path / "paceline.show").touch()
    instance = first_on(tmp_path)
    assert instance is not None
    assert not instance.asked()
    instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by a signal")
def test_one_that_hangs_is_named_and_one_that_ends_makes_room(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        assert said(first) == "True"
        first.send_signal(signal.SIGSTOP)
        with pytest.raises(TimeoutError, match=f"process {first.pid}"):
            ask_first_to_show(tmp_path, patience_s=0.1)
        assert not (tmp_path / "paceline.show").exists()
        threading.Timer(0.2, first.kill).start()
        instance = ask_first_to_show(tmp_path, patience_s=60.0)
        assert instance is not None, "its lock is free now"
        instance.close()


@pytest.mark.parametrize("garbage", ["a folder where the lock belongs", "a folder where the request belongs", "bytes"])
def test_garbage_in_the_folder_keeps_nobody_from_being_the_first(tmp_path: Path, garbage: str) -> None:
    if garbage == "bytes":
        (tmp_path / "paceline.lock").write_bytes(b"\xff" * 5000)
        (tmp_path / "paceline.show").write_bytes(b"\xff" * 5000)
    else:
        (tmp_path / ("paceline.lock" if "lock" in garbage else "paceline.show")).mkdir()
    instance = first_on(tmp_path)
    assert instance is not None
    assert not instance.asked()
    if "request" in garbage:
        with pytest.raises(OSError, match=r"paceline\.show"):
            ask_first_to_show(tmp_path, patience_s=0.1)
    instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are POSIX")
def test_a_folder_that_may_no_longer_be_written_has_one_first_all_the_same(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        assert said(first) == "True"
        (tmp_path / "paceline.lock").chmod(0o444)
        with as_nobody(tmp_path):
            assert first_on(tmp_path) is None
        first.communicate()


def test_a_folder_that_cannot_be_made_needs_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    instance = first_on(tmp_path / "file" / "data")
    assert instance is not None
    instance.close()
