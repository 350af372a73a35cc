"""What the front of a GGUF is made of: types of tensors and values, and the sources that it can be read from.

The format is described in ggml's docs/gguf.md; `engine.gguf_parsing` reads it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Protocol, overload

from engine.errors import ModelLoadError


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
