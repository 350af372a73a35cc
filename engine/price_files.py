"""Price curves kept on disk: one small file for each model, build, device and way of loading it.

A file that cannot be read or written costs a new measurement, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.events import PricePoint
from engine.llama import backend
from engine.llama.context import Context
from engine.loading import Loaded

log = logging.getLogger(__name__)


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

    def read(self) -> tuple[PricePoint, ...]:
        """The curve; empty where none is kept."""
        if self.path is None:
            return ()
        try:
            said = json.loads(self.path.read_text("utf-8"))
            points = tuple(PricePoint(int(k), float(seconds)) for k, seconds in said["points"])
            fits = said["circumstances"] == self.circumstances
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError, KeyError) as fault:
            log.warning("The price curve %s cannot be read: %s", self.path, fault)
            return ()
        ks = [point.k for point in points]
        sound = ks[:1] == [1] and ks == sorted(set(ks)) and all(0 < point.pass_s < 3600 for point in points)
        return points if fits and sound else ()

    def write(self, points: Sequence[PricePoint]) -> None:
        """Keep a curve in place of an older one."""
        if self.path is None:
            return
        said = {"circumstances": self.circumstances, "points": [[point.k, point.pass_s] for point in points]}
        unfinished = self.path.with_suffix(f".{os.getpid()}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(said), "utf-8")
            unfinished.replace(self.path)
        except OSError as fault:
            log.warning("The price curve cannot be kept: %s", fault)
