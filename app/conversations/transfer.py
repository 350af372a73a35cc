"""Export and import in pieces, so that replies go on being saved while a large file is written or read.

Runs on a thread of its own and asks the store's thread for a few conversations at a time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Literal

from app.conversations import exchange
from engine.errors import PacelineError, RefusedError
from engine.whole_files import replacing
from ui.services import ExchangeResult

Perform = Callable[[Callable[[Connection], Any], bool], Any]  # (work, whether it writes) -> its result
_AT_ONCE = 20
_MESSAGES_AT_ONCE = 500
log = logging.getLogger(__name__)


def export_file(perform: Perform, keys: Sequence[int], path: Path, kind: Literal["markdown", "json"]) -> ExchangeResult:
    """Write a file with these conversations; it is there whole or not at all."""

    def export() -> tuple[int, ...]:
        writer = exchange.Writer(kind)
        with replacing(path) as file:
            for start in range(0, len(keys), _AT_ONCE):
                chunk = keys[start : start + _AT_ONCE]
                file.write(perform(partial(writer.part, keys=chunk), False).encode("utf-8"))
            file.write(writer.end().encode("utf-8"))
            if not writer.written:
                raise RefusedError(f"Nothing was written to {path}", "there is no such conversation any more")
        return tuple(writer.written)

    return _in_words(export, f"{path} cannot be written")


def import_file(perform: Perform, path: Path, next_id: Callable[[], int], now: float) -> ExchangeResult:
    """Take up the conversations of a file, after all of it was checked."""

    def take() -> tuple[int, ...]:
        made: list[int] = []
        for group in _groups(exchange.read(path, now)):
            # Ids are given once, so that doing it again on another database gives the same.
            ids = [next_id() for one in group for _ in range(1 + len(one.messages))]
            made += perform(partial(exchange.take, imported=group, ids=ids), True)
        return tuple(made)

    return _in_words(take, f"{path} cannot be imported")


def _groups(imported: Sequence[exchange.Imported]) -> Iterator[list[exchange.Imported]]:
    group: list[exchange.Imported] = []
    for one in imported:
        group.append(one)
        if sum(len(member.messages) for member in group) >= _MESSAGES_AT_ONCE:
            yield group
            group = []
    if group:
        yield group


def _in_words(work: Callable[[], tuple[int, ...]], what: str) -> ExchangeResult:
    try:
        return ExchangeResult(work())
    except PacelineError as error:
        return ExchangeResult(error=str(error))
    except OSError as error:
        return ExchangeResult(error=f"{what}: {error.strerror or error}.")
    except Exception:
        log.exception("A bug in export or import")
        return ExchangeResult(error=f"{what}: a fault of the program, see the log.")
