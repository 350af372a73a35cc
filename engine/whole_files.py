"""Writing a file so that a crash, a full disk or another writer leaves the old one or the new one, never a half."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file beside `path`: takes its place when the block ends, vanishes when it raises. A link stays one,
    and what it points to is replaced."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Replace the file's content."""
    write_whole(path, text.encode("utf-8"))


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file's content. Raises OSError."""
    with replacing(path) as file:
        file.write(data)
