"""The log file: warnings and tracebacks of all parts, kept small; a full disk costs the log only."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers

from app import paths

_MAX_BYTES = 1 << 20


def keep_log() -> None:
    """Send what is logged to the user's log file from now on."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(logging.NullHandler())
    with contextlib.suppress(OSError):
        paths.log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            paths.log_file(), maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
