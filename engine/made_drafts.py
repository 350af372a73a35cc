"""Drafts that were made of a target by leaving layers out: where they lie, and what was measured of them.

One copy for each target, `<key>.gguf`, and beside it `<key>.json`. The key is taken from the target's content, so a
target that changed has none, and one that moved keeps its own. The JSON may have been touched by anybody: it is checked
when it is read, and a faulty one counts as none.
"""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.whole_files import write_whole

_SAMPLES: Final = 16
_SAMPLE_BYTES: Final = 1 << 16
_RECORD_BYTES_AT_MOST: Final = 1 << 16
_log = logging.getLogger(__name__)


class MadeDraft(BaseModel):
    """A copy and its figures, on texts that took no part in the search.

    layers: those left out, of n_layer. file_type: '' where the weights are as in the target. agreement: share of the
    target's own tokens that the copy proposes. cost_ratio: one of its passes, in passes of the target. draft_length:
    the one that pays best. copy_bytes, target_bytes: sizes of the files.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: Literal[1] = 1
    target: str = Field(min_length=1)
    target_bytes: int = Field(gt=0)
    layers: list[int] = Field(max_length=4096)
    n_layer: int = Field(gt=0, le=4096)
    file_type: str = Field(max_length=16)
    agreement: float = Field(ge=0, le=1, allow_inf_nan=False)
    cost_ratio: float = Field(gt=0, allow_inf_nan=False)
    draft_length: int = Field(ge=1, le=16)
    expected_speedup: float = Field(ge=0, allow_inf_nan=False)
    llama_cpp: str = Field(max_length=64)
    copy_bytes: int = Field(gt=0)

    @model_validator(mode="after")
    def _layers_exist(self) -> MadeDraft:
        if self.layers != sorted(set(self.layers)) or not all(0 <= layer < self.n_layer for layer in self.layers):
            raise ValueError("the layers are not rising numbers of layers that the target has")
        return self


def target_key(target: Path) -> str:
    """Names a model file by its content: its size and samples from its whole length. Raises OSError."""
    size = target.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with target.open("rb") as file:
        for i in range(_SAMPLES):
            file.seek(max(0, size - _SAMPLE_BYTES) * i // (_SAMPLES - 1))
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:24]


def copy_path(folder: Path, target: Path) -> Path:
    """Where the copy of a target belongs. Raises OSError."""
    return folder / f"{target_key(target)}.gguf"


def find(folder: Path | None, target: Path) -> tuple[Path, MadeDraft] | None:
    """The copy made of `target` and its figures; None when there is none that can be used."""
    if folder is None or not folder.is_dir():
        return None
    try:
        copy = copy_path(folder, target)
        data = _small(copy.with_suffix(".json"))
        made = MadeDraft.model_validate_json(data)
        if copy.stat().st_size != made.copy_bytes or target.stat().st_size != made.target_bytes:
            raise ValueError("a file is not as large as it was")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        why = "; ".join(error["msg"] for error in fault.errors()) if isinstance(fault, ValidationError) else fault
        _log.warning("What was noted about a draft made of %s cannot be used: %s", target.name, why)
        return None
    return copy, made


def warnings(made: MadeDraft) -> tuple[str, ...]:
    """What must be said when the copy is used."""
    if made.expected_speedup >= 1:
        return ()
    return (
        f"The copy without {len(made.layers)} of {made.n_layer} layers was measured when it was made: replies are "
        f"expected at {made.expected_speedup:.2f}× the speed without it.",
    )


def keep(folder: Path, target: Path, copy: Path, made: MadeDraft) -> Path:
    """Put a finished copy in its place, with its figures; an older one of the same target is replaced."""
    place = copy_path(folder, target)
    record = place.with_suffix(".json")
    record.unlink(missing_ok=True)  # never the old figures beside the new copy
    copy.replace(place)
    write_whole(record, made.model_dump_json(indent=2).encode())
    return place


def _small(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(_RECORD_BYTES_AT_MOST + 1)
    if len(data) > _RECORD_BYTES_AT_MOST:
        raise ValueError("it is far too long")
    return data
