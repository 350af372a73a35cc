"""Price curves kept on disk by context depth: one small file for each model, build, device and way of loading it.

A file that cannot be read or written costs a new measurement, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.events import PricePoint
from engine.llama import backend
from engine.llama.context import Context
from engine.loading import Loaded

log = logging.getLogger(__name__)
Curve = tuple[PricePoint, ...]  # by rising k, the first for k = 1


@dataclass(frozen=True, slots=True)
class PriceFile:
    """Where the curve of one set of circumstances is kept; path None keeps nothing."""

    path: Path | None
    circumstances: str

    @classmethod
    def of(cls, folder: Path | None, target: Loaded, context: Context) -> PriceFile:
        """The file for this model as it is loaded now."""
        file = target.model.path
        status = file.stat()
        engine = backend.info()
        said = {
            "file": file.name,
            "bytes": status.st_size,
            "changed": status.st_mtime_ns,
            "engine": f"{engine.llama_cpp} {engine.build}",
            "devices": [device.description for device in engine.devices],
            "gpu_layers": target.model.gpu_layers,
            "threads": target.threads,
            "kv": context.shape.kv_type,
            "flash_attention": context.shape.flash_attention,
        }
        circumstances = json.dumps(said, sort_keys=True)
        name = hashlib.sha256(circumstances.encode()).hexdigest()[:24]
        return cls(folder / f"{name}.json" if folder else None, circumstances)

    def read(self) -> dict[int, Curve]:
        """The curves by depth; empty where none are kept."""
        if self.path is None:
            return {}
        try:
            said = json.loads(self.path.read_text("utf-8"))
            curves = {int(depth): _curve(points) for depth, points in said["curves"].items()}
            fits = said["circumstances"] == self.circumstances
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
            log.warning("The price curve %s cannot be read: %s", self.path, fault)
            return {}
        return curves if fits else {}

    def write(self, curves: Mapping[int, Curve]) -> None:
        """Keep curves in place of older ones."""
        if self.path is None:
            return
        said = {
            "circumstances": self.circumstances,
            "curves": {depth: [[point.k, point.pass_s] for point in curve] for depth, curve in curves.items()},
        }
        unfinished = self.path.with_suffix(f".{os.getpid()}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(said), "utf-8")
            unfinished.replace(self.path)
        except OSError as fault:
            log.warning("The price curve cannot be kept: %s", fault)


def _curve(said: Iterable[tuple[int, float]]) -> Curve:
    """Raises ValueError for what is no curve."""
    curve = tuple(PricePoint(int(k), float(seconds)) for k, seconds in said)
    ks = [point.k for point in curve]
    if ks[:1] != [1] or ks != sorted(set(ks)) or not all(0 < point.pass_s < 3600 for point in curve):
        raise ValueError("a curve begins with a single token and rises by k")
    return curve
