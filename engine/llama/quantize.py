"""Making another quantisation of a GGUF, or a copy with layers left out, with llama.cpp's own quantiser."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import llama_cpp.llama_cpp as lib

from engine.errors import ModelLoadError, UsageError
from engine.llama import backend

# Names as people write them; numbers from enum llama_ftype.
FILE_TYPES: Final[dict[str, int]] = {
    "F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q8_0": 7, "Q5_0": 8, "Q5_1": 9, "Q2_K": 10,
    "Q3_K_S": 11, "Q3_K_M": 12, "Q3_K_L": 13, "Q4_K_S": 14, "Q4_K_M": 15, "Q5_K_S": 16, "Q5_K_M": 17,
    "Q6_K": 18, "BF16": 32,
}  # fmt: skip


def requantise(source: Path, target: Path, file_type: str | None, prune_layers: Sequence[int] = ()) -> None:
    """Write `source` again as `file_type`, leaving out the layers numbered in `prune_layers`. None copies every tensor
    as it is, which takes hardly longer than the disk does.

    The target appears only when it is complete. Raises UsageError for a type that is not known, ModelLoadError when
    llama.cpp cannot do it.
    """
    if file_type is not None and file_type not in FILE_TYPES:
        raise UsageError(f"{file_type} is not a quantisation that can be made", "", f"Known: {', '.join(FILE_TYPES)}.")
    backend.start()
    backend.clear_log()
    params = lib.llama_model_quantize_default_params()
    if file_type is None:
        params.only_copy = True
    else:
        params.ftype = FILE_TYPES[file_type]
    params.allow_requantize = True
    pruned = (ctypes.c_int32 * (len(prune_layers) + 1))(*sorted(prune_layers), -1)
    if prune_layers:
        params.prune_layers = ctypes.cast(pruned, ctypes.POINTER(ctypes.c_int32))
    partial = target.with_name(target.name + ".part")
    code = lib.llama_model_quantize(os.fsencode(source), os.fsencode(partial), ctypes.byref(params))
    if code != 0:
        partial.unlink(missing_ok=True)
        raise ModelLoadError(
            f"{source.name} could not be " + (f"made into {file_type}" if file_type else "copied"),
            backend.last_error() or f"llama_model_quantize returned {code}",
            "Check that the file is complete and that the disk has room.",
        )
    partial.replace(target)
