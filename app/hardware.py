"""The machine: cores, memory readings for the window, and the command for a faster engine build."""

from __future__ import annotations

import importlib.metadata
import logging
import os
import shutil
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import psutil
import pynvml

from ui.services import MemoryReading

if TYPE_CHECKING:
    from collections.abc import Sequence

READ_EVERY_S = 1.0
_PROBE_S = 10
log = logging.getLogger(__name__)


def physical_cores() -> int:
    """Cores without hyper-threading, of those that this process may use; at least 1."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(psutil.cpu_count(logical=False) or allowed, allowed))


class MemorySampler:
    """Reads RAM and VRAM once a second in a background thread, so that nobody waits for a driver.

    Ours is what this process and its children hold: the engine runs in a child.
    """

    def __init__(self) -> None:
        self._latest: tuple[MemoryReading, ...] = ()
        self._stop = threading.Event()
        self._read_once = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory sampler", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def latest(self) -> Sequence[MemoryReading]:
        """VRAM of each device first, then RAM; empty before the first reading."""
        return self._latest

    def wait_for_first(self, timeout_s: float) -> bool:
        """Block until there is a reading; False when the time is over."""
        return self._read_once.wait(timeout_s)

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * READ_EVERY_S)

    def _run(self) -> None:
        gpus = NvidiaMemory()
        try:
            while not self._stop.is_set():
                processes = _our_processes()
                self._latest = (
                    *gpus.read({process.pid for process in processes}),
                    _ram(processes),
                )
                self._read_once.set()
                self._stop.wait(READ_EVERY_S)
        finally:
            gpus.close()


def _our_processes() -> list[psutil.Process]:
    me = psutil.Process()
    try:
        return [me, *me.children(recursive=True)]
    except psutil.Error:
        return [me]


def _ram(processes: Sequence[psutil.Process]) -> MemoryReading:
    ours = 0
    for process in processes:
        try:
            ours += process.memory_info().rss
        except psutil.Error:  # ended in between
            continue
    whole = psutil.virtual_memory()
    # Weights that are mapped from their file are ours, yet the system calls them available: they are counted as used.
    used = min(max(whole.total - whole.available, ours), whole.total)
    return MemoryReading("RAM", used=used, ours=ours, total=whole.total)


class NvidiaMemory:
    """Memory of the NVIDIA devices through their management library; nothing where that is not there."""

    def __init__(self) -> None:
        self._devices: list[tuple[str, object]] = []
        try:
            pynvml.nvmlInit()
            handles = [pynvml.nvmlDeviceGetHandleByIndex(i) for i in range(pynvml.nvmlDeviceGetCount())]
            names = [str(pynvml.nvmlDeviceGetName(handle)) for handle in handles]
            self._devices = list(zip(["VRAM"] if len(names) == 1 else names, handles, strict=True))
        except pynvml.NVMLError as error:
            log.debug("No NVIDIA memory readings: %s", error)

    def read(self, pids: set[int]) -> tuple[MemoryReading, ...]:
        """One reading for each device; ours counts the processes with these ids."""
        readings: list[MemoryReading] = []
        for label, handle in self._devices:
            try:
                memory = pynvml.nvmlDeviceGetMemoryInfo(handle)
                running = pynvml.nvmlDeviceGetComputeRunningProcesses(handle)
            except pynvml.NVMLError as error:
                log.debug("No reading of %s: %s", label, error)
                continue
            ours = sum(process.usedGpuMemory or 0 for process in running if process.pid in pids)
            readings.append(MemoryReading(label, used=memory.used, ours=ours, total=memory.total))
        return tuple(readings)

    def close(self) -> None:
        if self._devices:
            self._devices = []
            pynvml.nvmlShutdown()


def gpu_driver() -> str:
    """Version of the NVIDIA driver; '' where there is none."""
    try:
        pynvml.nvmlInit()
        try:
            return str(pynvml.nvmlSystemGetDriverVersion())
        finally:
            pynvml.nvmlShutdown()
    except pynvml.NVMLError:
        return ""


def gpu_build(backend: str) -> tuple[str, str]:
    """How to get a faster engine build than the present one: (a sentence, the command or '')."""
    if backend.upper() != "CPU":
        return f"The engine is a {backend} build already.", ""
    if getattr(sys, "frozen", False):
        return (
            "This is a packaged program with a CPU engine; an installation with pip can have a GPU build.",
            "",
        )
    if sys.platform == "darwin":
        return "On Apple silicon the engine is built for Metal by itself.", _build_command("-DGGML_METAL=on")
    if _prints("nvidia-smi", "-L"):
        lack = "" if shutil.which("nvcc") else " It needs the CUDA toolkit (nvcc), which was not found."
        return f"An NVIDIA device is here: a CUDA build is faster.{lack}", _build_command("-DGGML_CUDA=on")
    lack = "" if shutil.which("glslc") else " It needs glslc and the Vulkan headers; glslc was not found."
    return (
        f"No NVIDIA device was found. For another GPU there is the Vulkan build.{lack}",
        _build_command("-DGGML_VULKAN=on"),
    )


def _build_command(flag: str) -> str:
    """The installed version once more, built with a CMake flag."""
    # pip's cache does not know CMAKE_ARGS and would hand out the CPU build again.
    install = (
        f'"{sys.executable}" -m pip install --force-reinstall --no-deps --no-cache-dir '
        f'--no-binary llama-cpp-python "llama-cpp-python=={importlib.metadata.version("llama-cpp-python")}"'
    )
    return f'set "CMAKE_ARGS={flag}" && {install}' if os.name == "nt" else f'CMAKE_ARGS="{flag}" {install}'


def _prints(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PROBE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and bool(done.stdout.strip())
