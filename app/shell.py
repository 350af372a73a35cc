"""What the headless commands share: their common options, the one JSON object, and Ctrl+C."""

from __future__ import annotations

import json
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.engines import EngineKind

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Engine = Annotated[EngineKind, typer.Option("--engine", help="Where the engine runs; thread is for debugging.")]


def print_json(content: dict[str, Any]) -> None:
    """One object on one line, in ASCII, so that every terminal and pipe can carry it."""
    print(json.dumps(content))


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl+C sets; the second one ends the program as usual."""
    cancelled = threading.Event()

    def note(_signal: int, _frame: object) -> None:
        cancelled.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if threading.current_thread() is not threading.main_thread():
        yield cancelled
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield cancelled
    finally:
        signal.signal(signal.SIGINT, before)
