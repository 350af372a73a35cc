"""What else the machine is doing while something is measured, as far as it can be read without special rights.

Processor time of others is all busy time less that of this process and its children (the engine is one). A server that
runs on this machine on its own is one of the others.
"""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

import psutil
import pynvml

from ui.comparison import GpuReading, LoadReading

log = logging.getLogger(__name__)

GPU_BUSY: Final = 0.05
CPU_BUSY: Final = 0.1  # of all cores
_GOVERNOR: Final = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
_PROFILE: Final = Path("/sys/firmware/acpi/platform_profile")
_HEAT: Final = Path("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count")
_QUOTA: Final = Path("/sys/fs/cgroup/cpu.stat")
# Bits of nvmlClocksEventReasons that mean more than idleness or a limit somebody chose.
_THROTTLES: Final = {
    0x0000000000000004: "power limit",
    0x0000000000000008: "hardware slowdown",
    0x0000000000000020: "heat",
    0x0000000000000040: "heat",
    0x0000000000000080: "power brake",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the counters stood when a run began."""

    at_s: float
    busy_s: float
    ours_s: float
    throttles: int
    gpus: tuple[GpuReading, ...]


class LoadProbe:
    """`begin` before a run, `end` after it. Each takes some milliseconds; the constructor, with a driver to wake, may
    take longer."""

    def __init__(self) -> None:
        self._cores = psutil.cpu_count() or 1
        self._gpus: list[tuple[str, object]] = []
        try:
            pynvml.nvmlInit()
            for i in range(pynvml.nvmlDeviceGetCount()):
                handle = pynvml.nvmlDeviceGetHandleByIndex(i)
                self._gpus.append((str(pynvml.nvmlDeviceGetName(handle)), handle))
        except pynvml.NVMLError as error:
            log.debug("No NVIDIA readings: %s", error)

    def begin(self) -> Mark:
        """The counters now. The GPU's load is read here, while nothing of it is ours."""
        return Mark(perf_counter(), _busy_s(), _ours_s(), _throttles(), self._read_gpus())

    def end(self, mark: Mark) -> LoadReading:
        """What others did since the mark."""
        elapsed = max(perf_counter() - mark.at_s, 1e-6)
        others = (_busy_s() - mark.busy_s) - (_ours_s() - mark.ours_s)
        after = {gpu.name: gpu for gpu in self._read_gpus()}
        return LoadReading(
            cpu_others=min(max(others, 0.0) / elapsed, float(self._cores)),
            cores=self._cores,
            cpu_throttled=_throttles() > mark.throttles,
            power_save=_power_save(),
            on_battery=_on_battery(),
            gpus=tuple(_together(gpu, after.get(gpu.name, gpu)) for gpu in mark.gpus),
        )

    def close(self) -> None:
        if self._gpus:
            self._gpus = []
            pynvml.nvmlShutdown()

    def _read_gpus(self) -> tuple[GpuReading, ...]:
        mine = {process.pid for process in _our_processes()} if self._gpus else set()
        return tuple(_read_gpu(name, handle, mine) for name, handle in self._gpus)


def notes(readings: list[LoadReading]) -> tuple[str, ...]:
    """What a reader of the figures must know about the machine, one sentence each; nothing when it was quiet."""
    if not readings:
        return ()
    found = []
    cores = readings[0].cores
    others = sum(reading.cpu_others for reading in readings) / len(readings)
    if others > CPU_BUSY * cores:
        most = max(reading.cpu_others for reading in readings)
        found.append(
            f"Other programs kept {others:.1f} of {cores} processor cores busy during the runs (at most {most:.1f}): "
            "the figures may be off."
        )
    if any(reading.cpu_throttled for reading in readings):
        found.append("The processor was held back by heat or by a quota during some runs.")
    if any(reading.power_save for reading in readings):
        found.append("The system is in a power-saving mode.")
    if any(reading.on_battery for reading in readings):
        found.append("The machine runs on battery.")
    for name in dict.fromkeys(gpu.name for reading in readings for gpu in reading.gpus):
        found += _gpu_notes(name, [gpu for reading in readings for gpu in reading.gpus if gpu.name == name])
    return tuple(found)


def _gpu_notes(name: str, readings: list[GpuReading]) -> list[str]:
    found = []
    busiest = max(reading.busy for reading in readings)
    if busiest > GPU_BUSY:
        others = max(reading.others for reading in readings)
        by = f"; {others} foreign programs compute on it" if others else ""
        found.append(f"{name} was {busiest:.0%} busy before a run of ours began{by}.")
    reasons = dict.fromkeys(reading.throttled for reading in readings if reading.throttled)
    if reasons:
        hottest = max((reading.temperature_c or 0.0 for reading in readings), default=0.0)
        heat = f" at up to {hottest:.0f} °C" if hottest else ""
        found.append(f"{name} was slowed down ({', '.join(reasons)}){heat}.")
    return found


def _together(before: GpuReading, after: GpuReading) -> GpuReading:
    """Busy with others is what was seen before; heat, power and clocks are those of the run's end."""
    return GpuReading(
        before.name,
        before.busy,
        max(before.others, after.others),
        after.throttled or before.throttled,
        after.power_w,
        after.temperature_c,
    )


def _read_gpu(name: str, handle: object, mine: set[int]) -> GpuReading:
    busy, others, throttled = 0.0, 0, ""
    power: float | None = None
    heat: float | None = None
    # Each figure is missing on some card or other.
    with contextlib.suppress(pynvml.NVMLError):
        busy = pynvml.nvmlDeviceGetUtilizationRates(handle).gpu / 100
    with contextlib.suppress(pynvml.NVMLError):
        running = pynvml.nvmlDeviceGetComputeRunningProcesses(handle)
        others = sum(process.pid not in mine for process in running)
    with contextlib.suppress(pynvml.NVMLError):
        bits = pynvml.nvmlDeviceGetCurrentClocksThrottleReasons(handle)
        throttled = ", ".join(dict.fromkeys(text for bit, text in _THROTTLES.items() if bits & bit))
    with contextlib.suppress(pynvml.NVMLError):
        power = pynvml.nvmlDeviceGetPowerUsage(handle) / 1000
    with contextlib.suppress(pynvml.NVMLError):
        heat = float(pynvml.nvmlDeviceGetTemperature(handle, pynvml.NVML_TEMPERATURE_GPU))
    return GpuReading(name, busy, others, throttled, power, heat)


def _busy_s() -> float:
    """Processor seconds that were not idle, of all cores, since the system started."""
    times = psutil.cpu_times()
    idle = times.idle + getattr(times, "iowait", 0.0)
    # On Linux a guest's time is part of user and nice already.
    counted_twice = getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)
    return float(sum(times) - idle - counted_twice)


def _our_processes() -> list[psutil.Process]:
    me = psutil.Process()
    try:
        return [me, *me.children(recursive=True)]
    except psutil.Error:
        return [me]


def _ours_s() -> float:
    total = 0.0
    for process in _our_processes():
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def _throttles() -> int:
    """How often the processor was held back so far; 0 where nobody counts."""
    count = 0
    with contextlib.suppress(OSError, ValueError):
        count += int(_HEAT.read_text())
    with contextlib.suppress(OSError, ValueError):
        for line in _QUOTA.read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == "nr_throttled":
                count += int(value)
    return count


def _power_save() -> bool:
    for path, words in ((_PROFILE, {"low-power", "quiet"}), (_GOVERNOR, {"powersave"})):
        with contextlib.suppress(OSError):
            chosen = path.read_text().strip()
            # Drivers that steer clocks by themselves call their usual, unhindered mode powersave.
            if chosen in words and not (path is _GOVERNOR and _steers_itself()):
                return True
    return False


def _steers_itself() -> bool:
    with contextlib.suppress(OSError):
        driver = _GOVERNOR.with_name("scaling_driver").read_text().strip()
        return driver in ("intel_pstate", "amd-pstate-epp")
    return False


def _on_battery() -> bool:
    read = getattr(psutil, "sensors_battery", None)  # not on every system
    try:
        battery = read() if read else None
    except (OSError, NotImplementedError, RuntimeError):
        return False
    return battery is not None and battery.power_plugged is False
