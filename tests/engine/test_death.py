"""Why a child has ended, in words, and what helps: from exit codes and last words, and from children that really cannot
load their native library."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.child import ChildEngine
from engine.commands import Unload
from engine.death import death
from engine.events import EngineDied

PATIENCE_S = 60.0


def died(link: ChildEngine) -> EngineDied:
    for _ in range(20):
        assert link.wait(PATIENCE_S)
        for event in link.poll():
            if isinstance(event, EngineDied):
                return event
    raise AssertionError("it lives")


@pytest.mark.parametrize(
    ("library", "reason", "detail", "next_step"),
    [
        (
            "raise ModuleNotFoundError(\"No module named 'llama_cpp'\")",
            "cannot be loaded",
            "ModuleNotFoundError: No module named 'llama_cpp'",
            "Install Paceline again",
        ),
        (
            "raise RuntimeError('Failed to load shared library: libc.so.6: version `GLIBC_2.38\\' not found')",
            "cannot be loaded",
            "GLIBC_2.38",
            "Update the system",
        ),
        (
            "raise OSError('libcudart.so.12: cannot open shared object file: No such file or directory')",
            "cannot be loaded",
            "libcudart.so.12",
            "GPU's driver",
        ),
        ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "instruction", "", "built for a processor"),
        ("import os; os._exit(7)", "could not start (exit code 7)", "", "Install Paceline again"),
    ],
    ids=["missing", "newer-system", "library-of-it", "other-processor", "ends"],
)
def test_an_engine_that_cannot_load_its_library_says_so_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, reason: str, detail: str, next_step: str
) -> None:
    (tmp_path / "llama_cpp").mkdir()
    (tmp_path / "llama_cpp" / "__init__.py").write_text(library + "\n")
    monkeypatch.syspath_prepend(tmp_path)  # which the child inherits
    link = ChildEngine()
    event = died(link)
    link.send(Unload(1))
    again = died(link)
    link.close()
    assert reason in event.reason
    assert detail in event.detail
    assert next_step in event.next_step
    assert "fewer GPU layers" not in event.next_step
    assert again == event


@pytest.mark.parametrize("exit_code", [-6, -9, -11, 0xC0000005, 0xC0000409])
def test_an_engine_that_ended_at_work_may_have_wanted_too_much(exit_code: int) -> None:
    assert "fewer GPU layers" in death(exit_code, "", started=True).next_step
    early = death(exit_code, "", started=False).next_step
    assert "fewer GPU layers" not in early
    assert ("Install" in early) == (exit_code != -9), "who was killed for want of memory lacks nothing else"


@pytest.mark.parametrize("exit_code", [-4, 0xC000001D])
@pytest.mark.parametrize("started", [True, False])
def test_a_processor_that_is_too_old_is_told_as_that(exit_code: int, started: bool) -> None:
    assert "processor" in death(exit_code, "", started=started).reason


def test_words_of_an_engine_that_was_running_are_no_reason_to_install_it_again() -> None:
    said = "ImportError: something optional is missing\n"
    assert death(0, said, started=True) == EngineDied(
        "The engine ended by itself (exit code 0).", said.strip(), "Start it again."
    )


def test_of_a_traceback_the_end_is_told() -> None:
    words = 'Traceback (most recent call last):\n  File "a.py", line 1\n    raise "error"\nValueError: error\n'
    assert death(1, words, started=False).detail == "ValueError: error"


def test_an_engine_that_does_not_end_is_told() -> None:
    assert death(None, "", started=True).reason == "The engine stopped answering."
