"""Native memory as NumPy arrays: the batch that goes into a pass, and the rows that come out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final, Literal

import llama_cpp.llama_cpp as lib
import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
SEQUENCE: Final = 0  # the only one: n_seq_max is 1, everywhere
VIEWS_KEPT: Final = 256


class Batch:
    """A llama_batch whose arrays are NumPy views, filled without a Python loop over tokens."""

    def __init__(self, capacity: int, n_embd: int) -> None:
        self.native = lib.llama_batch_init(capacity, n_embd, 1)
        self._own_tokens = np.zeros(capacity, np.int32)
        if n_embd:
            # With embeddings, llama_batch_init leaves `token` empty; an MTP pass wants both.
            self.native.token = self._own_tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            self._rows: FloatArray | None = view(self.native.embd, capacity, n_embd)
            self._token = self._own_tokens
        else:
            self._rows = None
            self._token = np.ctypeslib.as_array(self.native.token, (capacity,))
        self._position = np.ctypeslib.as_array(self.native.pos, (capacity,))
        self._wanted = np.ctypeslib.as_array(self.native.logits, (capacity,))
        np.ctypeslib.as_array(self.native.n_seq_id, (capacity,))[:] = 1
        for i in range(capacity):
            self.native.seq_id[i][0] = SEQUENCE
        self._count = np.arange(capacity, dtype=np.int32)

    def fill(
        self,
        tokens: Sequence[int],
        first_position: int,
        outputs: Literal["all", "last", "none"],
        rows: FloatArray | None,
    ) -> None:
        n = len(tokens)
        self.native.n_tokens = n
        self._token[:n] = tokens
        self._position[:n] = self._count[:n] + first_position
        self._wanted[:n] = outputs == "all"
        if outputs == "last":
            self._wanted[n - 1] = 1
        if rows is not None and self._rows is not None:
            self._rows[:n] = rows

    def close(self) -> None:
        if self._rows is not None:
            self.native.token = None  # ours, not llama.cpp's to free
        lib.llama_batch_free(self.native)


class Views:
    """Views that are kept: making one costs tens of microseconds, and the library gives the same few places again and
    again."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], FloatArray] = {}

    def __call__(self, address: Any, n_rows: int, n_columns: int) -> FloatArray:
        """The native floats at `address` as an (n_rows, n_columns) array."""
        key = (ctypes.cast(address, ctypes.c_void_p).value or 0, n_rows, n_columns)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= VIEWS_KEPT:
                self._known.clear()
            known = self._known[key] = view(address, n_rows, n_columns)
        return known


def view(address: Any, n_rows: int, n_columns: int) -> FloatArray:
    """The native floats as an array, without a copy."""
    pointer = ctypes.cast(address, ctypes.c_void_p).value
    assert pointer is not None
    flat = (ctypes.c_float * (n_rows * n_columns)).from_address(pointer)
    view: FloatArray = np.ctypeslib.as_array(flat).reshape(n_rows, n_columns)
    return view
