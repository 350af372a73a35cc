"""Files that are there as a whole or not at all, also where several processes write them."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write under a name that only this process uses, then put it in place: whoever reads finds the old file or the new
    one. The folder is made. Raises OSError, and leaves nothing unfinished behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
