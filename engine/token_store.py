"""Tokens of past conversations: kept in memory up to a number, and in one small file per model.

The file is always put in place as a whole, so a crash leaves the old one or the new one. Of two processes with the same
model each keeps what the other has written. It is a cache of text that can be lost: a damaged file is told to the log,
ignored, and replaced at the next saving.
"""

from __future__ import annotations

import hashlib
import logging
import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.whole_files import write_whole

TOKENS_AT_MOST: Final = 1 << 20  # that any store keeps
_BYTES_AT_MOST: Final = 16 * TOKENS_AT_MOST  # of a file: more is none of ours
_MAGIC = b"paceline tokens 1\n"
_HEAD = struct.Struct("<II")  # tokens, their CRC-32
_log = logging.getLogger(__name__)


class TokenStore:
    """Pieces of text as tokens, oldest first, together at most max_tokens: the oldest goes first.

    path: the file, or None to keep them in memory only. n_vocab: tokens that the model has; a file with others is of
    another model. version rises with every change.
    """

    def __init__(self, max_tokens: int, path: Path | None = None, n_vocab: int = 1 << 31) -> None:
        self._max_tokens = max_tokens
        self._path = path
        self._n_vocab = n_vocab
        self._loaded = False
        self._in_file: set[bytes] = set()  # what was read
        self.pieces: list[array[int]] = []
        self.version = 0

    def load(self) -> None:
        """Read the file; once is enough, a second call does nothing."""
        if self._loaded:
            return
        self._loaded = True
        if self._path is not None and self._max_tokens:
            self.pieces = self._newest(_read(self._path, self._n_vocab))
            self._in_file = {piece.tobytes() for piece in self.pieces}
            self.version += 1

    def add(self, piece: Sequence[int]) -> None:
        """Remember a text. One that continues an older one takes its place; the end of one too long is kept."""
        new = array("i", piece)[-self._max_tokens :] if self._max_tokens else array("i")
        if not new or any(old[: len(new)] == new for old in self.pieces):
            return
        self.pieces = [old for old in self.pieces if old != new[: len(old)]]
        self.pieces = self._newest([*self.pieces, new])
        self.version += 1

    def close(self) -> None:
        """Write what was loaded and added since, and free it."""
        if self._loaded:
            self._save()
        self._loaded = False
        self.pieces = []
        self.version += 1

    def _newest(self, pieces: list[array[int]]) -> list[array[int]]:
        """Of pieces, oldest first, the last ones, as many as may be kept; the end of one that is too long alone."""
        room = self._max_tokens
        kept: list[array[int]] = []
        for piece in reversed(pieces):
            whole = piece[-self._max_tokens :]
            room -= len(whole)
            if room < 0:
                break
            kept.append(whole)
        return kept[::-1]

    def _save(self) -> None:
        """A disk that cannot be written to is told to the log: nothing but speed is lost."""
        if self._path is None or not self._max_tokens:
            return
        known = {piece.tobytes() for piece in self.pieces} | self._in_file
        others = [piece for piece in _read(self._path, self._n_vocab) if piece.tobytes() not in known]
        old = [piece for piece in self.pieces if piece.tobytes() in self._in_file]
        new = [piece for piece in self.pieces if piece.tobytes() not in self._in_file]
        try:
            write_whole(self._path, _MAGIC + b"".join(map(_packed, self._newest([*old, *others, *new]))))
        except OSError as fault:
            _log.warning("Past conversations could not be saved to %s: %s", self._path, fault)


def store_path(folder: Path, model_key: str) -> Path:
    """The file for one model. The key may be anything; the name shows nothing of it."""
    return folder / f"{hashlib.sha256(model_key.encode()).hexdigest()[:24]}.tokens"


def _packed(piece: array[int]) -> bytes:
    data = _little_endian(piece).tobytes()
    return _HEAD.pack(len(piece), zlib.crc32(data)) + data


def _read(path: Path, n_vocab: int) -> list[array[int]]:
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES_AT_MOST + 1)
    except FileNotFoundError:
        return []
    except OSError as fault:
        _log.warning("Past conversations in %s cannot be read and are left out: %s", path, fault)
        return []
    try:
        return _unpacked(data, n_vocab)
    except ValueError as fault:
        _log.warning("Past conversations in %s are damaged (%s) and are left out", path, fault)
        return []


def _unpacked(data: bytes, n_vocab: int) -> list[array[int]]:
    if not data.startswith(_MAGIC):
        raise ValueError("another kind of file")
    if len(data) > _BYTES_AT_MOST:
        raise ValueError("it is far too long")
    pieces: list[array[int]] = []
    at = len(_MAGIC)
    while at < len(data):
        if at + _HEAD.size > len(data):
            raise ValueError("it ends too early")
        count, checksum = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        body = data[at : at + 4 * count]
        if len(body) < 4 * count:
            raise ValueError("it ends too early")
        if zlib.crc32(body) != checksum:
            raise ValueError("a checksum is wrong")
        piece = _little_endian(array("i", body))
        if piece and not 0 <= min(piece) <= max(piece) < n_vocab:
            raise ValueError("it holds what is no token")
        if piece:
            pieces.append(piece)
        at += 4 * count
    return pieces


def _little_endian(piece: array[int]) -> array[int]:
    """The same numbers, byte order turned on machines that need it (both ways)."""
    if sys.byteorder == "little":
        return piece
    turned = array("i", piece)
    turned.byteswap()
    return turned
