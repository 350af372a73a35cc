"""SQLite's write-ahead log, read without SQLite (its file format, section 4).

After a crash the newest changes lie there and nowhere else. SQLite reads it up to the first frame that is damaged, and
not at all where the file beside it is empty or its own head is damaged, and says nothing of what it leaves out. Each
frame carries a checksum that continues the one before it, so that the good ones behind a damaged one can be told too.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}  # the order of bytes in which checksums are made
_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_PAGE_SIZES: Final = frozenset(2**n for n in range(9, 17))
_USUAL_PAGE: Final = 4096
_MASK: Final = 0xFFFFFFFF
_SURE: Final = 2  # a power cut may spoil the last transaction, which nobody was told of; not the one before


@dataclass(frozen=True, slots=True)
class Log:
    """pages: (number, content) as transactions that ended wrote them, oldest first. n_pages: of the whole file then.
    broken: SQLite would leave out some of it."""

    page_size: int
    pages: tuple[tuple[int, bytes], ...]
    n_pages: int
    broken: bool


def read(path: Path) -> Log | None:
    """What the log holds; None for one that is empty or is not there. Raises OSError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    if len(data) <= _HEAD or not any(data):
        return None
    magic, _, page_size, _, salt_1, salt_2, *stated = struct.unpack(">8I", data[:_HEAD])
    order = _MAGIC.get(magic, "<")
    whole = magic in _MAGIC and page_size in _PAGE_SIZES and _checksum(data[:24], (0, 0), order) == tuple(stated)
    salts = (salt_1, salt_2) if whole else None
    before = (stated[0], stated[1])
    page_size = page_size if whole else _USUAL_PAGE
    pages: list[tuple[int, bytes]] = []
    pending: list[tuple[int, bytes]] = []
    n_pages = behind = 0  # behind: transactions that end behind a damaged frame
    chained = whole
    for start in range(_HEAD, len(data) - _FRAME_HEAD - page_size + 1, _FRAME_HEAD + page_size):
        head, content = data[start : start + _FRAME_HEAD], data[start + _FRAME_HEAD : start + _FRAME_HEAD + page_size]
        number, size, *own, sum_1, sum_2 = struct.unpack(">6I", head)
        good = _checksum(content, _checksum(head[:8], before, order), order) == (sum_1, sum_2)
        before = (sum_1, sum_2)
        if good and salts is None:
            salts = (own[0], own[1])
        if not good or tuple(own) != salts:
            chained = False
            continue
        pending.append((number, content))
        if size:
            pages += pending
            pending.clear()
            n_pages = size
            behind += not chained
    return Log(page_size, tuple(pages), n_pages, not whole or behind >= _SURE)


def apply(log: Log, file: Path) -> None:
    """Write the pages of the log into a database that nobody has open."""
    with file.open("r+b") as database:
        for number, content in log.pages:
            database.seek((number - 1) * log.page_size)
            database.write(content)
        if log.n_pages:
            database.truncate(log.n_pages * log.page_size)


def _checksum(data: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    """Continues the checksum `before` over pairs of 32-bit words."""
    a, b = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for i in range(0, len(words) - 1, 2):
        a = (a + words[i] + b) & _MASK
        b = (b + words[i + 1] + a) & _MASK
    return a, b
