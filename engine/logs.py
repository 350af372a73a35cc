"""A log file that stays small and holds no words of a conversation.

What an exception says may quote what it stumbled over: a message, a reply, what was searched for, the name of a file.
So the log gets of an exception where it happened and of what kind it was; what it says only where the words are our
own, the system's or SQLite's. `PACELINE_LOG_TEXT=1` asks for all of it.
"""

from __future__ import annotations

import contextlib
import copy
import logging
import logging.handlers
import os
import sqlite3
import traceback
from pathlib import Path
from typing import Final

from engine.errors import PacelineError

TEXT_VARIABLE: Final = "PACELINE_LOG_TEXT"
_MAX_BYTES: Final = 1 << 20
_LINES: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def keep_log(file: Path) -> None:
    """Send what this process logs to a file from now on; a second one beside it holds what was before."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(logging.NullHandler())
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = _Handler(file, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True)
        in_full = os.environ.get(TEXT_VARIABLE, "") not in ("", "0")
        handler.setFormatter(logging.Formatter(_LINES) if in_full else _Discreet(_LINES))
        root.addHandler(handler)


class _Handler(logging.handlers.RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk or a folder that cannot be written costs the log only."""


class _Discreet(logging.Formatter):
    """Leaves out what exceptions say, in arguments as in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)
        own.exc_text = None  # what another handler made of it
        if isinstance(own.args, tuple):
            own.args = tuple(_said(one) if isinstance(one, BaseException) else one for one in own.args)
        return super().format(own)

    def formatException(self, ei: logging._SysExcInfoType) -> str:
        parts: list[str] = []
        error = ei[1]
        while error is not None and len(parts) < 10:
            parts.append("".join(traceback.format_tb(error.__traceback__)) + _said(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nbecause of\n".join(parts)


def _said(error: BaseException) -> str:
    """What may be kept of an exception's words."""
    kind = type(error).__name__
    if isinstance(error, PacelineError):
        return f"{kind}: {error}"
    if isinstance(error, OSError):
        return f"{kind}: {error.strerror or 'no reason given'}"
    if isinstance(error, sqlite3.Error):
        return f"{kind}: {getattr(error, 'sqlite_errorname', 'no reason given')}"
    return kind
