"""Folders that may not be written to, also where tests run as the superuser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NOBODY = 65534


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Nobody may write in the folder and what is in it; not even this process, when it is the superuser's, which is
    somebody else meanwhile."""
    modes = {}
    for path in (*(folder.rglob("*") if folder.exists() else ()), folder):
        with suppress(FileNotFoundError):  # half a file of a writer in the background, which is whole by now
            modes[path] = path.stat().st_mode & 0o777
            path.chmod(0o555 if path.is_dir() else 0o444)
    superuser = os.geteuid() == 0
    closed = [one for one in folder.parents if not one.stat().st_mode & 0o001] if superuser else []
    for one in closed:  # pytest's folders are their owner's only
        modes[one] = one.stat().st_mode & 0o777
        one.chmod(modes[one] | 0o011)
    if superuser:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)
        for path, mode in modes.items():
            with suppress(FileNotFoundError):
                path.chmod(mode)
