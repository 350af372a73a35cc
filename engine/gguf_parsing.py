"""Reading the front of a GGUF: metadata and the list of tensors, never a weight.

Files come from strangers, so every length and every count is held against the size of the file and a hard limit before
anything is allocated; whatever does not add up is a `GgufError` with the byte offset. The limits together keep a header
below 64 MB of memory, whatever it claims. What the file says is judged elsewhere: `engine.gguf_header`.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from engine.gguf_format import (
    TENSOR_TYPES,
    Contents,
    GgufError,
    LongArray,
    Scalar,
    Source,
    StringArray,
    TensorInfo,
    Value,
)

MAGIC: Final = b"GGUF"
VERSIONS: Final = (2, 3)
DEFAULT_ALIGNMENT: Final = 32

MAX_HEADER_BYTES: Final = 36 << 20  # vocabularies of 262,144 tokens with their merges make headers of some 16 MB
MAX_KEPT_BYTES: Final = 18 << 20  # what becomes of it in memory; the largest vocabularies take some 4 MB
MAX_KEYS: Final = 1 << 12
MAX_TENSORS: Final = 1 << 15
MAX_TOKENS: Final = 400_000
MAX_STRINGS: Final = 1 << 20  # in all lists together: a vocabulary and its merges have some 800,000
MAX_TEXT_BYTES: Final = 1 << 20
MAX_NAME_BYTES: Final = (1 << 16) - 1
MAX_DIMS: Final = 4
KEPT_ARRAY_ITEMS: Final = 4096  # longer arrays are skipped, but for the vocabulary: nothing here needs them
TOKENS_KEY: Final = "tokenizer.ggml.tokens"
_FIRST_READ: Final = 256 << 10
_LONGEST_READ: Final = 4 << 20
_NUMBER_BYTES: Final = 40  # of one number in a tuple
_TENSOR_BYTES: Final = 512  # of one entry of the list of tensors

# Value types: number -> struct code.
_SCALARS: Final = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_STRING: Final = 8
_ARRAY: Final = 9


def parse(source: Source) -> Contents:
    """Read the front of one file. Raises GgufError."""
    return _Parser(source).contents()


class _Parser:
    """The bytes from the start of the file that were fetched so far, and the place in them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._data = bytearray()
        self._at = 0
        self._kept = 0
        self._n_strings = 0

    def contents(self) -> Contents:
        version = self._preamble()
        n_tensors = self._count("tensors", MAX_TENSORS, smallest=24)
        n_keys = self._count("metadata keys", MAX_KEYS, smallest=13)
        metadata: dict[str, Value] = {}
        for _ in range(n_keys):
            at = self._at
            key = self._string("metadata key", MAX_NAME_BYTES)
            if key in metadata:
                raise self._wrong(f"the metadata key {_shown(key)} is there twice", at)
            metadata[key] = self._value(key, self._number("I"))
        alignment = self._alignment(metadata)
        listed = [self._tensor(alignment) for _ in range(n_tensors)]
        if len({tensor.name for tensor in listed}) != len(listed):
            raise self._wrong("two tensors have the same name", self._at)
        data_offset = -(-self._at // alignment) * alignment
        tensors = tuple(TensorInfo(t.name, t.type, t.shape, data_offset + t.offset, t.n_bytes) for t in listed)
        self._check_complete(tensors)
        return Contents(version, metadata, tensors, data_offset)

    def _preamble(self) -> int:
        if self._source.size == 0:
            raise self._error("the file is empty", "Download it again.", 0)
        magic = self._source.read(0, 16)
        if magic[:4] != MAGIC:
            raise self._error(*_not_a_gguf(magic), 0)
        self._take(4)
        version = self._number("I")
        if version & 0xFFFF == 0:
            raise self._error(
                "it was written for big-endian machines", "Get the little-endian file of the same model.", 4
            )
        if version == 1:
            raise self._error(
                "it is a GGUF of version 1, a format of 2023 that no current program reads",
                "Get a newer file of the same model.",
                4,
            )
        if version not in VERSIONS:
            raise self._error(
                f"it is a GGUF of version {version}, and only versions 2 and 3 are known",
                "Update Paceline, or get an older file of the same model.",
                4,
            )
        return version

    def _count(self, what: str, limit: int, smallest: int) -> int:
        at, count = self._at, self._number("Q")
        if count * smallest > self._source.size:
            raise self._wrong(f"{count:,} {what} cannot be in a file of {self._source.size:,} bytes", at)
        if count > limit:
            raise self._wrong(f"{count:,} {what} are more than any model has", at)
        return count

    def _value(self, key: str, kind: int) -> Value:
        if kind == _STRING:
            return self._string(key, MAX_TEXT_BYTES)
        if kind == _ARRAY:
            return self._array(key)
        code = _SCALARS.get(kind)
        if code is None:
            raise self._wrong(f"{_shown(key)} has the unknown value type {kind}", self._at - 4)
        value: Scalar = struct.unpack("<" + code, self._take(struct.calcsize(code)))[0]
        return value

    def _array(self, key: str) -> Value:
        kind = self._number("I")
        at = self._at
        if kind == _STRING:
            return self._strings(key)
        code = _SCALARS.get(kind)
        if code is None:
            raise self._wrong(f"{_shown(key)} is an array of the unknown type {kind}", at - 4)
        width = struct.calcsize(code)
        count = self._count(f"values of {_shown(key)}", MAX_HEADER_BYTES // width, width)
        if count > KEPT_ARRAY_ITEMS:
            self._skip(count * width)
            return LongArray(count)
        self._keep(_NUMBER_BYTES * count)
        return struct.unpack(f"<{count}{code}", self._take(count * width))

    def _strings(self, key: str) -> StringArray | LongArray:
        is_vocabulary = key == TOKENS_KEY
        limit = MAX_TOKENS if is_vocabulary else MAX_STRINGS - self._n_strings
        count = self._count(f"values of {_shown(key)}", limit, 8)
        self._n_strings += count
        first = at = self._at
        # The tight loop of this file: a large vocabulary with its merges has half a million rounds.
        unpack, data, end = struct.Struct("<Q").unpack_from, self._data, len(self._data)
        for _ in range(count):
            if at + 8 > end:
                data = self._fetch(at + 8)
                end = len(data)
            at += 8 + unpack(data, at)[0]
            if at > end:
                data = self._fetch(at)
                end = len(data)
        self._at = at
        if count > KEPT_ARRAY_ITEMS and not is_vocabulary:
            return LongArray(count)
        self._keep(at - first)
        return StringArray(bytes(memoryview(data)[first:at]), count)

    def _tensor(self, alignment: int) -> TensorInfo:
        """One entry of the list; its offset is still relative to the weights."""
        at = self._at
        name = self._string("tensor name", MAX_NAME_BYTES)
        n_dims = self._number("I")
        if not 1 <= n_dims <= MAX_DIMS:
            raise self._wrong(f"tensor {_shown(name)} has {n_dims} dimensions", at)
        shape = struct.unpack(f"<{n_dims}Q", self._take(8 * n_dims))
        kind = TENSOR_TYPES.get(number := self._number("I"))
        if kind is None:
            raise self._error(
                f"tensor {_shown(name)} is packed in a way that is not known here (type {number})",
                "Update Paceline, or get another quantisation of the same model.",
                at,
            )
        n_elements = 1
        for size in shape:
            n_elements *= size
        self._keep(_TENSOR_BYTES)
        if n_elements == 0 or n_elements >= 1 << 62 or shape[0] % kind.block:
            raise self._wrong(f"tensor {_shown(name)} has the impossible shape {list(shape)} for {kind.name}", at)
        offset = self._number("Q")
        if offset % alignment:
            raise self._wrong(f"tensor {_shown(name)} does not start on a multiple of {alignment} bytes", at)
        return TensorInfo(name, kind, shape, offset, n_elements // kind.block * kind.n_bytes)

    def _alignment(self, metadata: Mapping[str, Value]) -> int:
        alignment = metadata.get("general.alignment", DEFAULT_ALIGNMENT)
        if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
            raise self._wrong(f"general.alignment is {alignment!r:.40}, not a power of two", self._at)
        return int(alignment)

    def _check_complete(self, tensors: Sequence[TensorInfo]) -> None:
        needed = max((tensor.offset + tensor.n_bytes for tensor in tensors), default=0)
        if needed > self._source.size:
            raise self._cut_short(needed, self._source.size)

    def _string(self, what: str, limit: int) -> str:
        at, length = self._at, self._number("Q")
        if length > limit:
            raise self._wrong(f"a text of {length:,} bytes ({what}) is beyond belief", at)
        text = self._take(length).decode("utf-8", "replace")
        self._keep(sys.getsizeof(text))
        return text

    def _number(self, code: str) -> int:
        number: int = struct.unpack("<" + code, self._take(struct.calcsize(code)))[0]
        return number

    def _keep(self, n_bytes: int) -> None:
        """Count what stays in memory when the reading is over."""
        self._kept += n_bytes
        if self._kept > MAX_KEPT_BYTES:
            raise self._wrong("it says more than any model has to say", self._at)

    def _take(self, n_bytes: int) -> bytes:
        start = self._at
        self._skip(n_bytes)
        return bytes(self._data[start : self._at])

    def _skip(self, n_bytes: int) -> None:
        end = self._at + n_bytes
        if end > len(self._data):
            self._fetch(end)
        self._at = end

    def _fetch(self, end: int) -> bytearray:
        """Have at least the first `end` bytes. Steps grow, so that a remote file takes few ranges."""
        size = self._source.size
        if end > size:
            raise self._cut_short(end, size)
        if end > MAX_HEADER_BYTES:
            raise self._wrong(f"its header has more than {MAX_HEADER_BYTES >> 20} MiB", len(self._data))
        while (have := len(self._data)) < end:
            step = min(max(have, _FIRST_READ), _LONGEST_READ, size - have)
            part = self._source.read(have, step)
            if not part:
                raise self._cut_short(end, have)
            self._data += part
        return self._data

    def _cut_short(self, needed: int, size: int) -> GgufError:
        return self._error(f"the file is cut short: {size:,} of at least {needed:,} bytes", "Download it again.", size)

    def _wrong(self, why: str, offset: int) -> GgufError:
        return self._error(f"the file is damaged: {why} (byte {offset:,})", "Download it again.", offset)

    def _error(self, why: str, next_step: str, offset: int) -> GgufError:
        return GgufError(f"{self._source.name} cannot be read", why, next_step, offset)


def _shown(name: str) -> str:
    """A name from a file that may be anything, fit for one line."""
    return repr(name if len(name) <= 80 else name[:79] + "…")


def _not_a_gguf(start: bytes) -> tuple[str, str]:
    """Why, and what to do, for a file that starts otherwise."""
    if start.startswith(b"version http"):
        return (
            "it is a Git LFS pointer, the stand-in for a file that was not fetched",
            "Run `git lfs pull` in its folder, or download the file itself.",
        )
    if start.lstrip().lower().startswith((b"<!doctype", b"<html")):
        return "it is a web page: the download ended in an error page", "Download it again."
    if not start.strip(b"\0"):
        return "it starts with zeros: the download was never finished", "Download it again."
    if start[:4] == b"FUGG":
        return "it was written for big-endian machines", "Get the little-endian file of the same model."
    shown = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in start[:4])
    return f"it is not a GGUF; it starts with '{shown}'", "Pick a file whose name ends in .gguf."
