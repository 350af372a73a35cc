"""The native library as a whole: started once, its log caught, its devices listed."""

from __future__ import annotations

import ctypes
import os
import sys
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

# Read when the native library is loaded, so it must be said before. OpenMP threads that wait for the slowest one
# spin for milliseconds by default; on a machine with more to do they keep the core from the very thread they wait
# for, and decoding falls to a tenth. Alone, a shorter spin costs nothing that could be measured (bench/spin.py).
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

import llama_cpp.llama_cpp as lib
import psutil
from llama_cpp import __version__ as binding_version
from llama_cpp._ggml import libggml

from engine.events import DeviceInfo, EngineInfo

LOG_LINES_KEPT: Final = 200
_LEVEL_WARN, _LEVEL_ERROR, _LEVEL_CONTINUE = 3, 4, 5  # ggml_log_level

_log: deque[tuple[int, str]] = deque(maxlen=LOG_LINES_KEPT)
_partial: list[tuple[int, str]] = []


def _keep_log(level: int, text: bytes, _user_data: Any) -> None:
    line = text.decode("utf-8", "replace")
    if level == _LEVEL_CONTINUE and _partial:
        level = _partial[-1][0]
    _partial.append((level, line))
    if line.endswith("\n"):
        whole = "".join(part for _, part in _partial).rstrip()
        _log.append((max(part_level for part_level, _ in _partial), whole))
        _partial.clear()


_log_callback = lib.llama_log_callback(_keep_log)  # kept alive for as long as the library may call it


@cache
def start() -> None:
    """Start the native library once and catch what it logs. Safe to call again."""
    lib.llama_log_set(_log_callback, ctypes.c_void_p(0))
    lib.llama_backend_init()


def clear_log() -> None:
    """Forget the log so far, so that `complaints` speaks of what comes next only."""
    _log.clear()
    _partial.clear()


def complaints() -> list[str]:
    """Warnings and errors of the native library since `clear_log`, oldest first."""
    return [line for level, line in _log if level in (_LEVEL_WARN, _LEVEL_ERROR) and line]


def last_error() -> str:
    """The most telling error line since `clear_log`, without its function name; '' when there is none.

    llama.cpp reports the cause first and then once more for every function it passes on its way out.
    """
    errors = [line for level, line in _log if level == _LEVEL_ERROR and line]
    if not errors:
        return ""
    head, _, rest = errors[0].partition(": ")
    return rest if rest and " " not in head else errors[0]


@cache
def _base_library() -> ctypes.CDLL:
    """libggml-base, which holds the device functions; on some platforms everything is in one library."""
    folder = Path(lib.__file__).parent / "lib"
    names = {"win32": "ggml-base.dll", "darwin": "libggml-base.dylib"}
    path = folder / names.get(sys.platform, "libggml-base.so")
    return ctypes.CDLL(str(path)) if path.exists() else libggml


_DEVICE_KINDS: Final[dict[int, Literal["cpu", "gpu", "igpu", "accelerator"]]] = {
    0: "cpu",
    1: "gpu",
    2: "igpu",
    3: "accelerator",
}


def device_list(name: str) -> ctypes.Array[ctypes.c_void_p]:
    """For `llama_model_params.devices`: the device of this name, and the NULL that ends the list. The CPU gives an
    empty one, for it takes what is left over anyway. Raises KeyError for a name that no device has."""
    found = {info.name.lower(): index for index, info in enumerate(devices())}
    index = found[name.lower()]
    pointers = [] if devices()[index].kind == "cpu" else [libggml.ggml_backend_dev_get(index)]
    return (ctypes.c_void_p * (len(pointers) + 1))(*pointers, None)


def devices() -> tuple[DeviceInfo, ...]:
    """What the native library can compute on, the CPU included. Memory in bytes as the device reports it now."""
    start()
    base = _base_library()
    libggml.ggml_backend_dev_count.restype = ctypes.c_size_t
    libggml.ggml_backend_dev_get.restype = ctypes.c_void_p
    libggml.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    for name in ("ggml_backend_dev_name", "ggml_backend_dev_description"):
        getattr(base, name).restype = ctypes.c_char_p
        getattr(base, name).argtypes = [ctypes.c_void_p]
    base.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    base.ggml_backend_dev_memory.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_size_t),
        ctypes.POINTER(ctypes.c_size_t),
    ]
    base.ggml_backend_dev_memory.restype = None
    found = []
    for index in range(libggml.ggml_backend_dev_count()):
        device = libggml.ggml_backend_dev_get(index)
        free, total = ctypes.c_size_t(0), ctypes.c_size_t(0)
        base.ggml_backend_dev_memory(device, ctypes.byref(free), ctypes.byref(total))
        kind = _DEVICE_KINDS.get(base.ggml_backend_dev_type(device), "accelerator")
        if kind == "cpu":
            free.value = psutil.virtual_memory().available  # ggml says that all of it is free
        found.append(
            DeviceInfo(
                name=base.ggml_backend_dev_name(device).decode("utf-8", "replace"),
                description=base.ggml_backend_dev_description(device).decode("utf-8", "replace"),
                kind=kind,
                memory_free=free.value,
                memory_total=total.value,
            )
        )
    return tuple(found)


def info() -> EngineInfo:
    """Versions and devices of the engine that is running."""
    found = devices()
    gpu = next((device.name for device in found if device.kind in ("gpu", "igpu")), "CPU")
    version = lib.llama_version()
    return EngineInfo(
        llama_cpp=binding_version,
        build=version.decode("utf-8", "replace") if version else "",
        backend=gpu.rstrip("0123456789:") or gpu,
        devices=found,
    )
