"""What is kept of tunings: a small file each with its circumstances, and the winner as a preset of the user's.

A result holds for the model file, the draft, the device with its driver, and the build of llama.cpp that it was
measured with; `stale` says which of them has changed since.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from app import hardware, paths
from app.library.hashes import ModelHashes
from app.tuning.circumstances import device_words, model_size
from engine.commands import PresetInfo, Speculation
from engine.errors import ModelLoadError, UsageError
from engine.events import EngineInfo
from engine.presets import save_user_preset
from engine.whole_files import write_text
from ui.comparison import Speedup
from ui.tuning import Circumstances, TuneResult

log = logging.getLogger(__name__)
FORMAT: Final = 1
_LONGEST_NAME: Final = 48


@dataclass(frozen=True, slots=True)
class KeptTune:
    """winner: a setting's name, 'auto' or 'baseline'. confirmed: faster than both, beyond doubt. preset: id of the
    user's preset that it was saved as, or ''. at: ISO 8601. comparison: id of the one that decided."""

    at: str
    winner: str
    confirmed: bool
    sentence: str
    speculation: Speculation
    circumstances: Circumstances
    speedup: Speedup | None = None
    auto_speedup: Speedup | None = None
    against_auto: Speedup | None = None
    preset: str = ""
    prompts: tuple[str, ...] = ()
    temperature: float = 0.0
    comparison: str = ""
    format: int = FORMAT

    @property
    def date(self) -> str:
        """'2026-11-30'"""
        return self.at[:10]


_ADAPTER: Final = TypeAdapter(KeptTune)


def tunes_dir() -> Path:
    """Where this user's tunings lie."""
    return paths.data_dir() / "tunes"


def usual_name(model: str, draft: str = "") -> str:
    """The name for the preset of a winner, another one with every draft: 'tuned-smollm2-135m-f16', and
    'tuned-big-f16-with-small-q8'."""
    words = [re.sub(r"[^a-z0-9]+", "-", Path(path).stem.lower()).strip("-") for path in (model, draft) if path]
    room = (_LONGEST_NAME - len("tuned-") - len("-with-") * (len(words) - 1)) // len(words)
    return "tuned-" + "-with-".join(word[:room].rstrip("-") for word in words)


def save_preset(result: TuneResult, name: str, known: Mapping[str, PresetInfo], folder: Path) -> Path:
    """The winner as a preset of the user's, in place of an older one of that name.

    Raises UsageError when there is no setting to save or the name is taken, PresetError for one that is none.
    """
    base = known.get(result.speculation.preset)
    if base is None or not result.speculation.drafters:
        raise UsageError("There is no setting to save", "the baseline, or nothing, is what it came to")
    if name in known and known[name].built_in:
        raise UsageError(f"A preset cannot be called '{name}'", "a built-in one has that name", "Choose another name")
    where = result.circumstances
    gain = f"{result.speedup.estimate:.2f}× the baseline" if result.speedup else "not measured to the end"
    summary = f"{base.title}, tuned: {gain} on {result.at[:10]}."
    mine = replace(
        base,
        id=name,
        title=f"Tuned for {where.model_name}" if where else name,
        summary=summary,
        best_for=f"{where.model_name} on {where.device}, llama.cpp {where.build}." if where else base.best_for,
        drafters=result.speculation.drafters,
        variants=(),
        choose=result.speculation.choose,
        built_in=False,
    )
    return save_user_preset(folder, mine)


def keep(result: TuneResult, preset: str = "") -> KeptTune | None:
    """Write it down, in place of the last one in the same circumstances. None for a result without a verdict.

    Raises UsageError when the disk cannot be written.
    """
    where = result.circumstances
    if where is None or result.ending != "done" or not result.winner:
        return None
    kept = KeptTune(
        at=result.at,
        winner=result.winner,
        confirmed=result.confirmed,
        sentence=result.sentence,
        speculation=result.speculation,
        circumstances=where,
        speedup=result.speedup,
        auto_speedup=result.auto_speedup,
        against_auto=result.against_auto,
        preset=preset,
        prompts=result.prompts,
        temperature=result.temperature,
        comparison=result.comparison,
    )
    path = tunes_dir() / f"{result.comparison}.json"
    try:
        write_text(path, json.dumps(_ADAPTER.dump_python(kept, mode="json"), indent=1) + "\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written", error.strerror or str(error)) from None
    return kept


def tunes() -> list[KeptTune]:
    """All that are kept, newest first. Files that cannot be read are left out and logged."""
    found = []
    folder = tunes_dir()
    for path in folder.glob("*.json") if folder.is_dir() else ():
        try:
            kept = _ADAPTER.validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            log.warning("%s is left out: %s", path, error)
            continue
        if kept.format == FORMAT:
            found.append(kept)
    return sorted(found, key=lambda kept: kept.at, reverse=True)


def latest(model: str, draft: str = "") -> KeptTune | None:
    """The newest of this model file, with this draft, or with none where there is none with it."""
    path = str(Path(model).absolute())
    other = str(Path(draft).absolute()) if draft else ""
    mine = [kept for kept in tunes() if kept.circumstances.model == path]
    return next((kept for kept in mine if kept.circumstances.draft == other), mine[0] if mine else None)


def of_preset(preset: str) -> KeptTune | None:
    """The tuning that a preset of the user's came from."""
    return next((kept for kept in tunes() if kept.preset == preset), None)


def stale(kept: KeptTune, engine: EngineInfo | None, model: str = "") -> list[str]:
    """What has changed since, a sentence each; nothing while the figures still hold. engine: the present one, None
    where it is not known. model: the file that it is to be used with, the one of that time if not given."""
    then = kept.circumstances
    reasons = []
    if engine is not None:
        if engine.build != then.build:
            reasons.append(f"llama.cpp is another build now ({then.build} then, {engine.build} now)")
        if device_words(engine) != then.device:
            reasons.append(f"it was measured on another device ({then.device})")
    driver = hardware.gpu_driver()
    if driver != then.driver:
        reasons.append(f"the GPU driver is another one now ({then.driver or 'none'} then, {driver or 'none'} now)")
    path = model or then.model
    # Of another size it is another file: a large one need not be read for that.
    if then.model_hash and (model_size(path) != then.model_size or _hash(path) != then.model_hash):
        reasons.append("the model file is another one now")
    if then.draft and then.draft_hash and _hash(then.draft) != then.draft_hash:
        reasons.append("the draft file is another one now")
    return reasons


def reasons_to_tune_again(preset: str, engine: EngineInfo, model: str) -> list[str]:
    """For a preset that came from a tuning: why its figures hold no longer, in one sentence; else nothing."""
    kept = of_preset(preset)
    changed = stale(kept, engine, model) if kept else []
    if kept is None or not changed:
        return []
    return [f"Preset '{preset}' was tuned on {kept.date}, but {'; '.join(changed)}. Tune again: paceline tune"]


def _hash(path: str) -> str:
    try:
        return ModelHashes.usual().of(path)
    except ModelLoadError:
        return ""
