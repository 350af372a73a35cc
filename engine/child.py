"""An engine in a child process, so that the window outlives it.

llama.cpp ends the whole process on a failed assert and when a GPU allocation fails inside a pass. The child's last
words on stderr are kept in a file and told with `EngineDied`. A child whose parent is gone ends itself.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from engine.commands import Cancel, Command
from engine.death import death
from engine.events import EngineDied, EngineReady, Event
from engine.folders import NOWHERE, EngineFolders
from engine.inbox import take_all
from engine.logs import keep_log

CLOSE_TIMEOUT_S: Final = 5.0
LAST_WORDS_BYTES: Final = 8192

Entry = Callable[[Connection, str, EngineFolders], None]


def serve(connection: Connection, stderr_path: str, folders: EngineFolders) -> None:
    """The child's whole life: commands come through the connection, events go back. Ends when the connection does."""
    _redirect_stderr(stderr_path)
    if folders.log is not None:
        keep_log(folders.log)
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to handle
    from engine.host import EngineThread  # loads the native library: what goes wrong there is to be told like all else

    sending = threading.Lock()

    def emit(event: Event) -> None:
        with sending, contextlib.suppress(OSError):
            connection.send(event)

    engine = EngineThread(emit, folders)
    try:
        while (command := connection.recv()) is not None:
            engine.send(command)
    except (EOFError, OSError):
        _forget(Path(stderr_path))  # which else the parent does
        os._exit(0)  # the parent is gone: nobody waits for an orderly end
    engine.close()
    connection.close()


class ChildEngine:
    """The EngineLink of an engine in a child process. See `engine.commands.EngineLink`."""

    def __init__(self, folders: EngineFolders = NOWHERE, *, entry: Entry = serve) -> None:
        """entry: what the child runs; a module-level function."""
        self._folders = folders
        self._entry = entry
        self._arrived = threading.Event()
        self._start()

    def _start(self) -> None:
        self._events: deque[Event] = deque()  # a new one: the old engine's late events go nowhere
        self._died: EngineDied | None = None
        self._started = False
        self._closing = False
        context = multiprocessing.get_context("spawn")
        try:
            handle, name = tempfile.mkstemp(prefix="paceline-engine-", suffix=".log")
            os.close(handle)
        except OSError:  # a full disk costs the last words only
            name = os.devnull
        self._stderr_path = Path(name)
        connection, childs_end = context.Pipe()
        self._connection: Connection = connection
        arguments = (childs_end, name, self._folders)
        process = context.Process(target=self._entry, args=arguments, name="paceline-engine", daemon=True)
        self._process: BaseProcess = process
        process.start()
        childs_end.close()
        self._reader = threading.Thread(target=self._read, name="engine-events", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int | None:
        """The child's process id."""
        return self._process.pid

    def send(self, command: Command) -> None:
        if self._died is not None:
            if not isinstance(command, Cancel):
                self._take(self._died)
            return
        # Whoever reads the connection notices when it is broken, and says so once.
        with contextlib.suppress(OSError, ValueError):
            self._connection.send(command)

    def poll(self) -> list[Event]:
        self._arrived.clear()
        return take_all(self._events)

    def wait(self, timeout_s: float) -> bool:
        return bool(self._events) or self._arrived.wait(timeout_s)

    def restart(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        with contextlib.suppress(OSError, ValueError):
            self._connection.send(None)
        self._process.join(CLOSE_TIMEOUT_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._reader.join(CLOSE_TIMEOUT_S)
        self._connection.close()
        self._process.close()
        _forget(self._stderr_path)

    def _read(self) -> None:
        connection, process = self._connection, self._process
        try:
            while True:
                self._take(connection.recv())
        except (EOFError, OSError):
            pass
        if self._closing:
            return
        process.join(CLOSE_TIMEOUT_S)
        self._died = death(process.exitcode, self._last_words(), started=self._started)
        self._take(self._died)

    def _take(self, event: Event) -> None:
        self._started = self._started or isinstance(event, EngineReady)
        self._events.append(event)
        self._arrived.set()

    def _last_words(self) -> str:
        try:
            with self._stderr_path.open("rb") as file:
                file.seek(0, os.SEEK_END)
                file.seek(max(0, file.tell() - LAST_WORDS_BYTES))
                return file.read().decode("utf-8", "replace")
        except OSError:
            return ""


def _forget(words: Path) -> None:
    """Remove the file of last words."""
    if words != Path(os.devnull):
        with contextlib.suppress(OSError):
            words.unlink()


def _redirect_stderr(path: str) -> None:
    """Native code writes its last words to file descriptor 2; nothing of the child may reach the parent's stdout."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(handle, 2)
    os.dup2(handle, 1)
    os.close(handle)
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stderr
