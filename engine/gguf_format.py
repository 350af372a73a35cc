"""Reading the front of a GGUF: metadata and the list of tensors, never a weight.

The format is described in ggml's docs/gguf.md. Files come from strangers, so every length and every count is
held against the size of the file and a hard limit before anything is allocated; whatever does not add up is a
`GgufError` with the byte offset. What the file says is judged elsewhere: `engine.gguf_header`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Protocol, overload

from engine.errors import ModelLoadError

MAGIC: Final = b"GGUF"
VERSIONS: Final = (2, 3)
DEFAULT_ALIGNMENT: Final = 32

MAX_HEADER_BYTES: Final = 256 << 20  # the largest known headers have some 30 MB
MAX_KEYS: Final = 1 << 16
MAX_TENSORS: Final = 1 << 20
MAX_NAME_BYTES: Final = (1 << 16) - 1
MAX_DIMS: Final = 4
KEPT_ARRAY_ITEMS: Final = 4096  # longer arrays of numbers are skipped: nothing here needs them
_FIRST_READ: Final = 256 << 10

# Value types: number -> struct code.
_SCALARS: Final = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_STRING: Final = 8
_ARRAY: Final = 9


class TensorType(NamedTuple):
    """How weights are packed: `block` of them in `n_bytes`."""

    name: str
    block: int
    n_bytes: int


TENSOR_TYPES: Final[Mapping[int, TensorType]] = {
    0: TensorType("F32", 1, 4),
    1: TensorType("F16", 1, 2),
    2: TensorType("Q4_0", 32, 18),
    3: TensorType("Q4_1", 32, 20),
    6: TensorType("Q5_0", 32, 22),
    7: TensorType("Q5_1", 32, 24),
    8: TensorType("Q8_0", 32, 34),
    9: TensorType("Q8_1", 32, 40),
    10: TensorType("Q2_K", 256, 84),
    11: TensorType("Q3_K", 256, 110),
    12: TensorType("Q4_K", 256, 144),
    13: TensorType("Q5_K", 256, 176),
    14: TensorType("Q6_K", 256, 210),
    15: TensorType("Q8_K", 256, 292),
    16: TensorType("IQ2_XXS", 256, 66),
    17: TensorType("IQ2_XS", 256, 74),
    18: TensorType("IQ3_XXS", 256, 98),
    19: TensorType("IQ1_S", 256, 50),
    20: TensorType("IQ4_NL", 32, 18),
    21: TensorType("IQ3_S", 256, 110),
    22: TensorType("IQ2_S", 256, 82),
    23: TensorType("IQ4_XS", 256, 136),
    24: TensorType("I8", 1, 1),
    25: TensorType("I16", 1, 2),
    26: TensorType("I32", 1, 4),
    27: TensorType("I64", 1, 8),
    28: TensorType("F64", 1, 8),
    29: TensorType("IQ1_M", 256, 56),
    30: TensorType("BF16", 1, 2),
    34: TensorType("TQ1_0", 256, 54),
    35: TensorType("TQ2_0", 256, 66),
    39: TensorType("MXFP4", 32, 17),
    40: TensorType("NVFP4", 64, 36),
    41: TensorType("Q1_0", 128, 18),
    42: TensorType("Q2_0", 64, 18),
}


class GgufError(ModelLoadError):
    """A file that is no GGUF, or a damaged one. offset: the byte at which it stops making sense."""

    def __init__(self, what: str, why: str, next_step: str, offset: int) -> None:
        super().__init__(what, why, next_step)
        self.offset = offset


class Source(Protocol):
    """Bytes that can be read in pieces: a file, or a remote file by HTTP ranges. size: of the whole, in bytes."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    def read(self, offset: int, n_bytes: int) -> bytes:
        """Exactly n_bytes, or fewer where the source ends."""


class FileSource:
    """A file on disk. Use as a context manager. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._file = path.open("rb", buffering=0)
        self.size = self._file.seek(0, 2)

    def read(self, offset: int, n_bytes: int) -> bytes:
        self._file.seek(offset)
        parts = bytearray()
        while len(parts) < n_bytes and (part := self._file.read(n_bytes - len(parts))):
            parts += part
        return bytes(parts)

    def __enter__(self) -> FileSource:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


class BytesSource:
    """The first bytes of a file of `size` bytes, or all of it."""

    def __init__(self, data: bytes, name: str, size: int | None = None) -> None:
        self.name = name
        self.size = len(data) if size is None else size
        self._data = data

    def read(self, offset: int, n_bytes: int) -> bytes:
        return self._data[offset : offset + n_bytes]


class StringArray(Sequence[bytes]):
    """An array of strings as it lies in the file, taken apart when first used: vocabularies have 250,000."""

    __slots__ = ("_count", "_items", "raw")

    def __init__(self, raw: bytes, count: int) -> None:
        self.raw = raw
        self._count = count
        self._items: list[bytes] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        return self._all()[index]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._all())

    def _all(self) -> list[bytes]:
        if self._items is None:
            raw, at, items = self.raw, 0, []
            unpack = struct.Struct("<Q").unpack_from
            for _ in range(self._count):
                start = at + 8
                at = start + unpack(raw, at)[0]
                items.append(raw[start:at])
            self._items = items
        return self._items


@dataclass(frozen=True, slots=True)
class LongArray:
    """An array of so many values, which were skipped."""

    n_values: int


Scalar = int | float | bool
Value = Scalar | str | tuple[Scalar, ...] | StringArray | LongArray


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """One tensor. shape: fastest dimension first, as ggml counts. offset: from the start of the file."""

    name: str
    type: TensorType
    shape: tuple[int, ...]
    offset: int
    n_bytes: int

    @property
    def n_elements(self) -> int:
        return self.n_bytes // self.type.n_bytes * self.type.block


@dataclass(frozen=True, slots=True)
class Contents:
    """What the front of one file says."""

    version: int
    metadata: Mapping[str, Value]
    tensors: tuple[TensorInfo, ...]
    data_offset: int


def parse(source: Source) -> Contents:
    """Read the front of one file. Raises GgufError."""
    return _Parser(source).contents()


class _Parser:
    """The bytes from the start of the file that were fetched so far, and the place in them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._data = b""
        self._at = 0

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
        if count > limit or count * smallest > self._source.size:
            raise self._wrong(f"{count:,} {what} cannot be in a file of {self._source.size:,} bytes", at)
        return count

    def _value(self, key: str, kind: int) -> Value:
        if kind == _STRING:
            return self._string(key, MAX_HEADER_BYTES)
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
        data = self._take(count * width)
        if count > KEPT_ARRAY_ITEMS:
            return LongArray(count)
        return struct.unpack(f"<{count}{code}", data)

    def _strings(self, key: str) -> StringArray:
        count = self._count(f"values of {_shown(key)}", MAX_HEADER_BYTES // 8, 8)
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
        return StringArray(data[first:at], count)

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
        return self._take(length).decode("utf-8", "replace")

    def _number(self, code: str) -> int:
        number: int = struct.unpack("<" + code, self._take(struct.calcsize(code)))[0]
        return number

    def _take(self, n_bytes: int) -> bytes:
        start, end = self._at, self._at + n_bytes
        if end > len(self._data):
            self._fetch(end)
        self._at = end
        return self._data[start:end]

    def _fetch(self, end: int) -> bytes:
        """Have at least the first `end` bytes. Steps grow, so that a remote file takes few ranges."""
        size = self._source.size
        if end > size:
            raise self._cut_short(end, size)
        if end > MAX_HEADER_BYTES:
            raise self._wrong(f"its header has more than {MAX_HEADER_BYTES >> 20} MiB", len(self._data))
        have = len(self._data)
        wanted = min(size, MAX_HEADER_BYTES, max(end, 2 * have, _FIRST_READ))
        self._data += self._source.read(have, wanted - have)
        if len(self._data) < end:
            raise self._cut_short(end, len(self._data))
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
