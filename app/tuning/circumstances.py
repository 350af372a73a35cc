"""What the figures of a tuning hold for: files, device, driver, build, and how the model was loaded."""

from __future__ import annotations

from pathlib import Path

from app import hardware
from engine.events import EngineInfo
from engine.gguf_header import shard_paths
from ui.comparison import Setting
from ui.tuning import Circumstances


def circumstances(setting: Setting, draft: str) -> Circumstances:
    """What figures measured under this setting hold for."""
    model = setting.plan.model
    engine = setting.engine
    return Circumstances(
        model=str(Path(model).absolute()),
        model_name=setting.model.name if setting.model else Path(model).stem,
        model_hash=setting.hashes.get(model, ""),
        model_size=model_size(model),
        draft=str(Path(draft).absolute()) if draft else "",
        draft_hash=setting.hashes.get(draft, "") if draft else "",
        device=device_words(engine) if engine else "",
        driver=hardware.gpu_driver(),
        build=engine.build if engine else "",
        threads=setting.threads,
        gpu_layers=setting.gpu_layers,
        n_ctx=setting.n_ctx,
    )


def model_size(path: str) -> int:
    """Bytes of a model with all its shards that are there."""
    return sum(shard.stat().st_size for shard in shard_paths(Path(path)) if shard.is_file())


def device_words(engine: EngineInfo) -> str:
    """What computes: the backend and its devices."""
    return f"{engine.backend}: {', '.join(one.description or one.name for one in engine.devices)}"
