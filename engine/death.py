"""What a child process that has ended says about why, and what can be done: made of its exit code and last words."""

from __future__ import annotations

import re
import signal
from typing import Final

from engine.events import EngineDied

LINES: Final = 6
LESS: Final = "Try again with fewer GPU layers or a smaller context."
INSTALL: Final = "Install Paceline again."
AGAIN: Final = "Start it again."
# What shows in the last words that a library cannot be loaded, and what helps. The first that fits counts.
_CANNOT_LOAD: Final = (
    (
        re.compile(r"(GLIBC|GLIBCXX|CXXABI)_[\d.]+.*not found"),
        "Its native library was built for a newer system. Update the system, or install llama-cpp-python from source.",
    ),
    (
        re.compile(r"cannot open shared object file|Could not find module|Library not loaded|DLL load failed"),
        "A library that it needs is missing. Install Paceline again, and the GPU's driver if it was built for a GPU.",
    ),
    (re.compile(r"invalid ELF|wrong ELF|not a valid Win32|incompatible architecture"), INSTALL),
    (re.compile(r"^(\w+\.)*(ImportError|ModuleNotFoundError)\b|Failed to load shared library", re.MULTILINE), INSTALL),
)
_ANOTHER_PROCESSOR: Final = (
    "The native library was built for a processor with more instructions. Install llama-cpp-python from source on this "
    "machine."
)
_SIGNALS: Final = {
    "SIGABRT": (
        "The engine stopped itself: llama.cpp found a state that it cannot go on from, or a device ran out of memory.",
        LESS,
    ),
    "SIGKILL": ("The engine was killed; the system does that when memory runs out.", LESS),
    "SIGSEGV": ("The engine crashed in native code.", LESS),
    "SIGILL": ("The engine met an instruction that this processor does not have.", _ANOTHER_PROCESSOR),
}
# What Windows gives in place of signals, by name above where it is the same.
_STATUS: Final = {0xC0000005: "SIGSEGV", 0xC000001D: "SIGILL", 0xC0000409: "SIGABRT"}


def death(exit_code: int | None, words: str, *, started: bool) -> EngineDied:
    """exit_code: of the process, negative for a signal, None for one that did not end. words: all that is left of what
    it said. started: it was ready once."""
    telling = _telling(words)
    if exit_code is None:
        return EngineDied("The engine stopped answering.", telling, AGAIN)
    name = _signal_name(exit_code)
    if name:
        reason, next_step = _SIGNALS.get(name, ("The engine was ended from outside.", AGAIN))
        shown = f"{reason.removesuffix('.')} ({name})."
        if not started and next_step == LESS:  # nothing was loaded yet
            next_step = AGAIN if name == "SIGKILL" else INSTALL
        return EngineDied(shown, telling, next_step)
    for pattern, next_step in _CANNOT_LOAD:
        if not started and pattern.search(words):
            return EngineDied("The engine could not start: its native library cannot be loaded.", telling, next_step)
    if not started:
        return EngineDied(f"The engine could not start (exit code {exit_code}).", telling, INSTALL)
    return EngineDied(f"The engine ended by itself (exit code {exit_code}).", telling, AGAIN)


def _signal_name(exit_code: int) -> str:
    """'' for a process that ended in the usual way."""
    if exit_code >= 0:
        return _STATUS.get(exit_code, "")
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"


def _telling(words: str) -> str:
    """The lines that say most; of a traceback what it ends with."""
    lines = [line for line in words.splitlines() if line.strip() and not line.startswith((" ", "Traceback"))]
    telling = [line for line in lines if "assert" in line.lower() or "error" in line.lower()]
    return "\n".join((telling or lines)[-LINES:])
