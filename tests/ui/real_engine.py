"""The real window on the real engine: a child process with a tiny model, and a watch on the window's thread."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, cast

from PySide6.QtCore import QAbstractEventDispatcher

from engine import child
from engine.commands import EngineLink, Generate
from engine.drafters import discover
from engine.folders import EngineFolders
from engine.llama.backend import _base_library
from engine.presets import load_presets
from ui.main_window import MainWindow
from ui.services import Services
from ui.theme.theme import Theme

PATIENCE_MS = 60_000
ABORT_AFTER_S = 0.3
# No turn of the window's loop shall take 50 ms; `bench.window` and `bench.long_chat` measure it. Where cores are shared
# CPU time stretches to a multiple, so a test can only fail what is several times too long.
FAR_TOO_LONG_S = 0.2


def window_on(link: EngineLink, services: Services, theme: Theme) -> MainWindow:
    """A window with the presets of the program. Whoever asks for it closes it, and the link."""
    presets, _ = load_presets()
    families = {name: kind.family for name, kind in discover().items()}
    window = MainWindow(link, services, list(presets.values()), families, theme)
    window.show()
    return window


@contextmanager
def longest_turn() -> Iterator[list[float]]:
    """Yields a list that holds, afterwards, the longest turn of the event loop in seconds of the thread's own CPU time.

    CPU time, because on a busy machine the thread also waits for a core, which no program can help. A turn goes from
    waking to waking: some loops call `aboutToBlock` before they look whether there is something to do at all.
    """
    longest = [0.0]
    woke = [time.thread_time()]
    dispatcher = QAbstractEventDispatcher.instance()

    def awake() -> None:
        now = time.thread_time()
        longest[0] = max(longest[0], now - woke[0])
        woke[0] = now

    dispatcher.awake.connect(awake)
    try:
        yield longest
    finally:
        dispatcher.awake.disconnect(awake)


class _AbortsInReplies:
    """A connection that makes the native library fail an assert shortly after a reply was asked for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def recv(self) -> Any:
        command = self._connection.recv()
        if isinstance(command, Generate):
            threading.Timer(ABORT_AFTER_S, _fail_an_assert).start()
        return command

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def serve_and_abort(
    connection: Connection, stderr_path: str, folders: EngineFolders
) -> None:
    """A child that serves as always, until the native library fails an assert in the middle of a reply."""
    child.serve(cast(Connection, _AbortsInReplies(connection)), stderr_path, folders)


def _fail_an_assert() -> None:
    _base_library().ggml_abort(b"ggml-test.c", ctypes.c_int(7), b"GGML_ASSERT(%s) failed", b"tokens_fit")
