"""Tokens of past conversations that the draft-self drafter keeps: how much they take, and how to be rid of them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SUFFIXES: Final = (".tokens", ".part")  # as `engine.token_store` names them, finished and not
log = logging.getLogger(__name__)


def size(folder: Path) -> int:
    """Bytes on disk; 0 for a folder that is not there."""
    total = 0
    for file in _files(folder):
        try:
            total += file.stat().st_size
        except OSError:  # gone in the meantime
            continue
    return total


def clear(folder: Path) -> int:
    """Remove them all; what is left in bytes, because a file could not be removed."""
    for file in _files(folder):
        try:
            file.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s could not be removed: %s", file, fault)
    return size(folder)


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from [file for file in folder.iterdir() if file.suffix in _SUFFIXES and file.is_file()]
    except OSError:
        return
