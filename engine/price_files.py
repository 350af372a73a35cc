"""Price curves kept on disk by context depth: one small file for each model, build, device and way of loading it.

A file that cannot be read or written costs a new measurement, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.events import PricePoint
from engine.llama import backend
from engine.llama.context import Context
from engine.loading import Loaded
from engine.price import Curve
from engine.whole_files import write_whole

log = logging.getLogger(__name__)
BYTES_AT_MOST: Final = 1 << 18  # of a file: a curve by depth takes five hundred
SLACK: Final = 1.5  # by which a point may lie where no pass can be


@dataclass(frozen=True, slots=True)
class PriceFile:
    """Where the curve of one set of circumstances is kept; path None keeps nothing."""

    path: Path | None
    circumstances: str

    @classmethod
    def of(cls, folder: Path | None, target: Loaded, context: Context) -> PriceFile:
        """The file for this model as it is loaded now; none for one whose own file is gone meanwhile."""
        file = target.model.path
        try:
            status = file.stat()
        except OSError:
            return cls(None, "")
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
            with self.path.open("rb") as file:
                said = json.loads(file.read(BYTES_AT_MOST))
            curves = {_depth(depth): _curve(points) for depth, points in said["curves"].items()}
            fits = said["circumstances"] == self.circumstances
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError) as fault:
            log.warning("The price curve %s cannot be read: %s", self.path, fault)
            return {}
        return {depth: curve for depth, curve in curves.items() if possible(curve)} if fits else {}

    def write(self, curves: Mapping[int, Curve]) -> None:
        """Keep curves in place of older ones."""
        if self.path is None:
            return
        said = {
            "circumstances": self.circumstances,
            "curves": {depth: [[point.k, point.pass_s] for point in curve] for depth, curve in curves.items()},
        }
        try:
            write_whole(self.path, json.dumps(said).encode())
        except OSError as fault:
            log.warning("The price curve cannot be kept: %s", fault)


def possible(curve: Curve) -> bool:
    """Whether an undisturbed machine can have had such prices: tokens in one pass are never dearer than in one pass
    each, nor than in a longer pass, and a plain pass is the cheapest.

    >>> possible((PricePoint(1, 0.010), PricePoint(2, 0.012), PricePoint(8, 0.060)))
    True
    >>> possible((PricePoint(1, 0.010), PricePoint(2, 0.040), PricePoint(8, 0.060)))  # something else ran meanwhile
    False
    """
    plain, least_behind = curve[0].pass_s, float("inf")
    for point in reversed(curve):
        if point.pass_s > SLACK * min(point.k * plain, least_behind):
            return False
        least_behind = min(least_behind, point.pass_s)
    return True


def _depth(said: str) -> int:
    """Raises ValueError for what is no number of tokens."""
    depth = int(said)
    if depth < 0:
        raise ValueError("a depth is a number of tokens")
    return depth


def _curve(said: Iterable[tuple[int, float]]) -> Curve:
    """Raises ValueError for what is no curve."""
    curve = tuple(PricePoint(int(k), float(seconds)) for k, seconds in said)
    ks = [point.k for point in curve]
    if ks[:1] != [1] or ks != sorted(set(ks)) or not all(0 < point.pass_s < 3600 for point in curve):
        raise ValueError("a curve begins with a single token and rises by k")
    return curve
