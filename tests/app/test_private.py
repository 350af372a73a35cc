"""What is said stays here: no connection is opened that nobody asked for, and the log holds none of it."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import paths
from app.logs import keep_log
from tests.app.living import Living, write_endless

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SECRET = "wombat-7341"


@pytest.fixture
def calls_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every attempt to look up a host or to reach one that is not this machine's own."""
    attempts: list[str] = []
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            attempts.append(f"connect {address}")
            raise OSError("no network in this test")
        connect(self, address)

    def looked_up(host: Any, *_arguments: Any, **_named: Any) -> Any:
        attempts.append(f"look up {host}")
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return attempts


# Runs in every Python process, the engine's among them: whoever connects to somebody, looks a host up or listens for
# others is noted, and that the process was watched. Sockets of the machine's own, which have a name for an address, are
# pipes and the display.
WATCH = """
import os, sys

def note(what):
    with open(os.environ["WATCHED"], "a", encoding="utf-8") as file:
        file.write(what + chr(10))

def watch(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.sendto") and isinstance(arguments[1], tuple):
        note(f"{event} {arguments[1]}")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        note(f"{event} {arguments[0]}")

sys.addaudithook(watch)
note(f"watched {os.getpid()}")
"""


@pytest.mark.timeout(300)
def test_no_process_of_an_ordinary_life_asks_anybody(tmp_path: Path) -> None:
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    seen = tmp_path / "seen"
    paths_of_python = os.pathsep.join([str(tmp_path / "watch"), str(Path.cwd())])
    environment = {**os.environ, "PYTHONPATH": paths_of_python, "WATCHED": str(seen)}
    model = write_endless(tmp_path / "endless.gguf")
    command = [sys.executable, "-m", "tests.app.living_privately", str(model)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    n_processes, n_sockets = map(int, done.stdout.split())
    noted = seen.read_text("utf-8").splitlines()
    assert n_processes >= 2, "the window and its engine"
    assert sum(line.startswith("watched") for line in noted) >= n_processes
    assert [line for line in noted if not line.startswith("watched")] == []
    assert n_sockets == 0


@pytest.fixture
def log_of_its_own() -> Iterator[None]:
    """The program's log, as a start of it opens it; what other tests log is not in it."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    keep_log()
    yield
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("log_of_its_own")
def test_starting_chatting_and_searching_calls_nobody_and_logs_no_words(
    qapp: QApplication, qtbot: QtBot, data: Path, tmp_path: Path, calls_out: list[str]
) -> None:
    data.mkdir(parents=True, exist_ok=True)
    life = Living(qapp, qtbot, {"preset": "ngram-simple", "temperature": "0", "max_tokens": "40", "threads": "1"})
    try:
        life.window.open_model(str(write_endless(tmp_path / "endless.gguf")))
        life.wait_ready()
        life.type_and_send(f"Say nothing of {SECRET}")
        life.wait_ready()
        life.wait_for_words(20)
        reply = life.window.reply_text.split()[0]
        QTest.keyClick(life.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        column = life.window.chat.column
        QTest.keyClicks(column.line, "wombat")
        life.wait(lambda: column.hits.rowCount() > 0)
        for query in (f'"{SECRET}', f"{SECRET} OR (", f"{SECRET}*:^{{}}"):  # as FTS5 would not take them
            column.line.setText(query)
            assert life.parts.services.conversations.flush()
        _fail_with_files(life, tmp_path)
        for view in ("compare", "settings", "chat"):
            life.window.show_view(view)
            QApplication.processEvents()
        logging.getLogger("paceline").warning("the log works")
    finally:
        life.close()
    assert calls_out == []
    text = "".join(file.read_text("utf-8") for file in paths.log_file().parent.glob("*.log*"))
    assert "the log works" in text
    assert SECRET not in text
    assert reply not in text


def _fail_with_files(life: Living, folder: Path) -> None:
    """Attach, export and import what cannot be, under names that say something."""
    answers: list[object] = []
    services, key = life.parts.services, life.window.controller.current.id
    (folder / f"{SECRET}.json").write_text(f'{{"format": "{SECRET}"}}', encoding="utf-8")
    (folder / f"{SECRET}.txt").write_bytes(b"\0\1\2" * 100)
    for name in (f"{SECRET}.txt", f"no {SECRET}.txt"):
        services.read_text(str(folder / name), answers.append)
    services.conversations.export([key], str(folder / "nowhere" / SECRET / "\0"), "json", answers.append)
    services.conversations.export([key], str(folder / f"{SECRET}.txt" / "x.md"), "markdown", answers.append)
    services.conversations.import_file(str(folder / f"{SECRET}.json"), answers.append)
    life.wait(lambda: len(answers) == 5)


@pytest.mark.usefixtures("log_of_its_own")
def test_the_log_stays_small(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    for _ in range(400):
        logging.getLogger("paceline").warning("x" * 10_000)
    files = sorted(paths.log_file().parent.glob("paceline.log*"))
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) < 3_000_000
