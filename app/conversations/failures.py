"""What can be wrong with the file of conversations, and the words for it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Literal

from ui.services import StorageNotice

Trouble = Literal["full", "read-only", "locked", "unreachable", "damaged", "newer", "foreign"]


class NewerFileError(Exception):
    """The file has a version that only a newer program knows."""

    def __init__(self, version: int, known: int) -> None:
        super().__init__(version, known)
        self.version = version
        self.known = known


class ForeignFileError(Exception):
    """The file is a database of another program."""


_BY_CODE: dict[int, Trouble] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_IOERR: "unreachable",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_BY_ERRNO: dict[int, Trouble] = {28: "full", 122: "full", 30: "read-only", 13: "read-only", 1: "read-only"}


def trouble_of(error: Exception, file: Path) -> Trouble | None:
    """What an exception says about the file; None when it is no fault of the file but a bug."""
    trouble = _said_by(error)
    # SQLite says no more than that it could not make a file beside it.
    return "read-only" if trouble == "unreachable" and not _writable(file) else trouble


def _writable(file: Path) -> bool:
    """Whether this user may write the file, and make others beside it."""
    existing = next((folder for folder in file.parents if folder.exists()), None)
    return all(
        os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
        for path in (file, existing)
        if path is not None and path.exists()
    )


def _said_by(error: Exception) -> Trouble | None:
    if isinstance(error, NewerFileError):
        return "newer"
    if isinstance(error, ForeignFileError):
        return "foreign"
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        # Extended codes keep the plain one in their low byte.
        return _BY_CODE.get(code & 0xFF) if isinstance(code, int) else None
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, "unreachable")
    return None


def notice_of(trouble: Trouble, file: Path, detail: str) -> StorageNotice:
    """Words for a file that cannot be written now."""
    folder = file.parent
    why, next_step = {
        "full": (f"the disk of {folder} is full", "Free some space; they are written as soon as there is room"),
        "read-only": (
            f"{file} or its folder may not be written to",
            "Give yourself the right to write there, or choose another folder with PACELINE_DATA",
        ),
        "locked": (
            f"another program, perhaps a second Paceline, has {file} open",
            "End it; then they are written here",
        ),
        "unreachable": (f"{file} cannot be read or written ({detail})", "See to it that the disk is there and whole"),
        "damaged": (
            f"{file} is damaged and could not be repaired ({detail})",
            "Move it to another folder and start Paceline again; it then begins with an empty file",
        ),
        "newer": (
            f"{file} was made by a newer Paceline and is left as it is",
            "Update Paceline, or choose another folder with PACELINE_DATA",
        ),
        "foreign": (
            f"{file} belongs to another program and is left as it is",
            "Move it away, or choose another folder with PACELINE_DATA",
        ),
    }[trouble]
    return StorageNotice(
        "memory", "Conversations are not being saved", why, f"{next_step}. Until then they are lost on exit"
    )
