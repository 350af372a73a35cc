"""A window on a real engine with a tiny model, ready to compare, and everything kept in a folder of the test's own."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from app import paths
from app.compare.for_window import AppComparisons
from engine.commands import EngineLink
from tests.tiny_models import write_endless
from tests.ui.real_engine import PATIENCE_MS as PATIENCE_MS
from tests.ui.real_engine import window_on
from tests.ui.scripted_engine import MemoryServices
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.theme.theme import Theme

Opener = Callable[[EngineLink], MainWindow]


@pytest.fixture(scope="session")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_endless(tmp_path_factory.mktemp("models") / "endless.gguf", n_ctx=4096)


class _Answers(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        n = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["n_predict"]
        timings = {
            "prompt_n": 20, "prompt_ms": 0.01, "predicted_n": n, "predicted_ms": n - 1.0,
            "draft_n": 30, "draft_n_accepted": 12,
        }  # fmt: skip
        body = json.dumps({"content": "hello", "stop": True, "timings": timings}).encode()
        time.sleep(n / 1000)  # it could not have taken less than it says
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing on stderr."""


@pytest.fixture
def llama_server() -> Iterator[str]:
    """The address of a server that gives the same answer to everything."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def opened(
    qtbot: QtBot,
    theme: Theme,
    endless: Path,
    tmp_path: Path,
    conversations: SettledStore,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Opener]:
    """Opens a window on an engine, with the model loaded, a prompt typed, and n-grams against the baseline."""
    monkeypatch.setenv(paths.DATA_VARIABLE, str(tmp_path / "data"))
    made: list[tuple[MainWindow, EngineLink, AppComparisons]] = []

    def open_window(link: EngineLink) -> MainWindow:
        comparisons = AppComparisons()
        services = MemoryServices(conversations, comparisons, settings={"threads": "1"})
        window = window_on(link, services, theme)
        made.append((window, link, comparisons))
        window.open_model(str(endless))
        window.show_view("compare")
        qtbot.waitUntil(lambda: window.controller.phase == "ready", timeout=PATIENCE_MS)
        window.compare.bar.choose_own("hello there")
        window.compare.choose("ngram-simple")
        window.compare.bar.runs.setValue(2)
        window.compare.bar.tokens.setValue(96)
        return window

    yield open_window
    for window, link, comparisons in made:
        window.close()
        link.close()
        comparisons.close()
        shiboken6.delete(window)
