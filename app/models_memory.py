"""Memory for the Models view: what is free on this machine now, and what a model with its draft would take of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.library import header_of
from app.models_values import bill_of, fit_of
from engine.commands import DEFAULT_N_CTX, ContextOptions
from engine.errors import PacelineError
from engine.events import DeviceInfo
from engine.memory_plan import MIB, MemoryPlan, plan
from engine.mtp_heads import is_sidecar

if TYPE_CHECKING:
    from app.library import ModelRow
    from engine.gguf_header import Header
    from ui.models.services import Bill, BillWish, Fit
    from ui.services import MemoryReading

_NOTICED: Final = 512 * MIB  # free memory that moves less is the same
_CPU: Final = DeviceInfo("CPU", "", "cpu", 0, 0)


@dataclass(frozen=True, slots=True)
class Beside:
    """What drafts for a target. header: None for a head inside it. instead: of a file to be loaded in its place."""

    header: Header | None
    instead: Header | None = None


class MemoryPlanner:
    """Any thread may ask. Headers are read from disk, so nobody asks on the window's thread but for `fit`."""

    def __init__(self, readings: Callable[[], Sequence[MemoryReading]]) -> None:
        self._readings = readings
        self._lock = threading.Lock()
        self._told: tuple[DeviceInfo, ...] = ()
        self._usual = ContextOptions()
        self._machine: object = None
        self._fits: dict[tuple[str, int], Fit | None] = {}

    @property
    def usual(self) -> ContextOptions:
        """How models are put into memory when nothing else is said."""
        return self._usual

    def set_machine(self, devices: Sequence[DeviceInfo], usual: ContextOptions) -> bool:
        """What the engine computes on. Whether it changes what fits; then nothing is known about that any more."""
        with self._lock:
            self._told, self._usual = tuple(devices), usual
        seen = [(one.name, one.kind, one.memory_total, one.memory_free // _NOTICED) for one in self.devices()]
        machine = (seen, usual)
        with self._lock:
            changed, self._machine = machine != self._machine, machine
            if changed:
                self._fits.clear()
        return changed

    def devices(self) -> tuple[DeviceInfo, ...]:
        """The engine's devices with what is free now; memory of ours counts as free, for another model takes it over.

        Before the engine told: the RAM alone.
        """
        told = self._told or (_CPU,)
        readings = {one.label: one for one in self._readings()}
        gpus = [one for one in told if one.kind == "gpu"]
        return tuple(_freshened(one, readings, alone=len(gpus) == 1) for one in told)

    def n_ctx(self, header: Header, options: ContextOptions) -> int:
        """Tokens of context that the engine would take."""
        return options.n_ctx or min(header.n_ctx_train or DEFAULT_N_CTX, DEFAULT_N_CTX)

    def header(self, path: str) -> Header:
        """The header of a file on disk. Raises PacelineError."""
        try:
            changed = Path(path).stat().st_mtime_ns
        except OSError:
            changed = 0
        return _header(path, changed)

    def fit(self, row: ModelRow) -> Fit | None:
        """Whether it fits, if that was worked out."""
        return self._fits.get((row.path, row.size))

    def is_known(self, row: ModelRow) -> bool:
        """Whether that was tried."""
        return (row.path, row.size) in self._fits

    def work_out(self, row: ModelRow) -> None:
        """Find out whether it fits. A file that cannot be read is left open."""
        try:
            header = header_of(Path(row.path))
            found = fit_of(self.plan(header, None, self._usual), header)
        except PacelineError:
            found = None
        with self._lock:
            self._fits[row.path, row.size] = found

    def bill(self, wish: BillWish, beside: Beside | None) -> Bill:
        """What a wish takes. Raises PacelineError."""
        header = beside.instead if beside is not None and beside.instead is not None else self.header(wish.target)
        return bill_of(self.plan(header, beside, wish.options), wish, self.n_ctx(header, wish.options))

    def plan(self, header: Header, beside: Beside | None, options: ContextOptions) -> MemoryPlan:
        """The plan of the engine itself."""
        draft = beside.header if beside is not None else None
        return plan(
            header,
            draft,
            self.devices(),
            options,
            self.n_ctx(header, options),
            swa_full=False,
            mtp=beside is not None and draft is None,
            draft_mtp=draft is not None and is_sidecar(draft),
        )


@lru_cache(maxsize=16)
def _header(path: str, _changed: int) -> Header:
    return header_of(Path(path))


def _freshened(device: DeviceInfo, readings: dict[str, MemoryReading], *, alone: bool) -> DeviceInfo:
    if device.kind == "cpu":
        reading = readings.get("RAM")
    elif device.kind == "gpu":
        reading = readings.get("VRAM") if alone else readings.get(device.description)
    else:
        reading = None
    if reading is None:
        return device
    free = max(0, reading.total - max(0, reading.used - reading.ours))
    return replace(device, memory_free=free, memory_total=reading.total)
