"""Price curves that were measured before, kept by all that they depend on."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from engine.events import EngineInfo, ModelLoaded
from ui.comparison import Plan, PriceCurve

log = logging.getLogger(__name__)
DEPTHS: Final = (0, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072)
_CURVES: Final = TypeAdapter(dict[str, PriceCurve])


@dataclass(frozen=True, slots=True)
class PriceKey:
    """Everything besides the depth that a price depends on."""

    model_hash: str
    build: str
    device: str
    gpu_layers: int
    threads: int
    kv_type: str
    flash_attention: str

    @classmethod
    def of(cls, model_hash: str, engine: EngineInfo, loaded: ModelLoaded, plan: Plan) -> PriceKey:
        devices = ", ".join(device.description or device.name for device in engine.devices)
        return cls(
            model_hash=model_hash,
            build=engine.build,
            device=f"{engine.backend}: {devices}",
            gpu_layers=loaded.gpu_layers,
            threads=loaded.threads,
            kv_type=plan.context.kv_type,
            flash_attention=plan.context.flash_attention,
        )


class PriceBook:
    """Curves by key and depth in one JSON file; one that is damaged is begun again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, key: PriceKey, depth: int) -> PriceCurve | None:
        """The curve, when it was measured before and the model's hash is known."""
        return self._read().get(_name(key, depth)) if key.model_hash else None

    def keep(self, key: PriceKey, curve: PriceCurve) -> None:
        """Remember a curve in place of an older one. Without a hash nobody could tell whose it is: it is not kept."""
        if key.model_hash and curve.points:
            content = {**self._read(), _name(key, curve.depth): curve}
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                # Not flushed to the disk: a window may not wait for that, and a curve can be measured again.
                unfinished = self._path.with_suffix(".part")
                unfinished.write_bytes(_CURVES.dump_json(content, indent=1))
                unfinished.replace(self._path)
            except OSError as error:
                log.warning("A price curve could not be kept: %s", error)

    def _read(self) -> dict[str, PriceCurve]:
        try:
            return _CURVES.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            log.warning("%s is begun again: %s", self._path, error)
            return {}


def depth_for(n_tokens: int, n_ctx: int, longest: int) -> int:
    """The depth, of a few, that stands for a reply in the middle of n_tokens; with room for a pass of `longest`."""
    fitting = [depth for depth in DEPTHS if depth + longest <= n_ctx] or [0]
    return min(fitting, key=lambda depth: abs(depth - n_tokens))


def _name(key: PriceKey, depth: int) -> str:
    return json.dumps({**asdict(key), "depth": depth}, sort_keys=True)
