"""What the window is offered: models, drafts with their verdicts, memory, the demo model, settings."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import pytest

from app import paths
from app.hardware import MemorySampler, gpu_build, physical_cores
from app.services import AppServices
from app.settings import SettingsStore
from engine.errors import PacelineError
from tests.tiny_models import write_dense
from tests.tiny_oddities import write_projector
from ui.services import DemoProgress, DraftChoice, ModelChoice, Services

T = TypeVar("T")
PATIENCE_S = 30


class Answer(Generic[T]):
    """A callback that keeps what it was called with."""

    def __init__(self) -> None:
        self._came = threading.Event()
        self._values: list[T] = []

    def __call__(self, value: T) -> None:
        self._values.append(value)
        self._came.set()

    def value(self) -> T:
        assert self._came.wait(PATIENCE_S)
        return self._values[-1]


@pytest.fixture
def open_services() -> Iterator[Callable[[], AppServices]]:
    """Makes services over the settings of this test's folder, after those before were closed."""
    made: list[AppServices] = []

    def close() -> None:
        while made:
            made.pop().close()

    def make() -> AppServices:
        close()
        made.append(AppServices(SettingsStore(paths.settings_file())))
        return made[-1]

    yield make
    close()


@pytest.fixture
def services(open_services: Callable[[], AppServices]) -> AppServices:
    return open_services()


def scan(services: Services) -> Sequence[ModelChoice]:
    answer = Answer[Sequence[ModelChoice]]()
    services.rescan(answer)
    return answer.value()


def drafts(services: Services, target: str) -> Sequence[DraftChoice]:
    answer = Answer[Sequence[DraftChoice]]()
    services.drafts(target, answer)
    return answer.value()


def test_a_scan_finds_what_lies_in_the_models_folder(services: AppServices) -> None:
    assert services.models() == []
    paths.models_dir().mkdir(parents=True)
    write_dense(paths.models_dir() / "tiny.gguf")
    assert [model.title for model in scan(services)] == ["tiny"]
    assert [model.title for model in services.models()] == ["tiny"]


def test_drafts_come_with_verdicts_the_best_first_and_never_the_target(services: AppServices) -> None:
    folder = paths.models_dir()
    folder.mkdir(parents=True)
    target = write_dense(folder / "target.gguf", layers=4)
    write_dense(folder / "same.gguf")
    write_dense(folder / "foreign.gguf", tokenizer={"add_bos": True})
    write_projector(folder / "mmproj.gguf")
    scan(services)
    found = drafts(services, str(target))
    assert found[0].model.title == "same"
    assert found[0].level in ("ok", "warn")
    assert {choice.model.title: choice.level for choice in found[1:]} == {"foreign": "refuse", "mmproj": "refuse"}
    assert all(choice.sentence for choice in found[1:])


def test_an_added_file_is_there_after_the_next_start(open_services: Callable[[], AppServices], tmp_path: Path) -> None:
    file = write_dense(tmp_path / "elsewhere.gguf")
    assert open_services().add_model(str(file)).title == "elsewhere"
    assert [model.path for model in scan(open_services())] == [str(file)]


def test_a_file_that_is_no_model_is_not_added(services: AppServices, tmp_path: Path) -> None:
    file = tmp_path / "text.gguf"
    file.write_text("no model")
    with pytest.raises(PacelineError, match=r"text\.gguf"):
        services.add_model(str(file))
    assert SettingsStore(paths.settings_file()).settings.model_files == []


def test_what_the_window_remembers_is_there_after_the_next_start(open_services: Callable[[], AppServices]) -> None:
    open_services().remember({"theme": "dark", "tint": "0"})
    again = open_services()
    assert again.setting("theme", "system") == "dark"
    assert again.setting("font", "14") == "14"


def test_the_own_history_is_measured_and_cleared(services: AppServices) -> None:
    kept = paths.history_dir() / "0123.tokens"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"x" * 3000)
    measured = Answer[int]()
    services.history_size(measured)
    assert measured.value() == 3000
    assert services.clear_history() == 0
    assert not kept.exists()


def test_a_demo_that_cannot_be_fetched_is_told_in_one_line(services: AppServices, data: Path) -> None:
    data.mkdir(exist_ok=True)
    (data / "models").write_text("a file where the folder should be")
    answer = Answer[DemoProgress]()
    services.fetch_demo(answer)
    assert "cannot be written" in answer.value().error
    assert "\n" not in answer.value().error


def test_memory_readings_are_plausible() -> None:
    sampler = MemorySampler()
    assert sampler.latest() == ()
    sampler.start()
    try:
        assert sampler.wait_for_first(PATIENCE_S)
        ram = next(reading for reading in sampler.latest() if reading.label == "RAM")
    finally:
        sampler.close()
    assert 0 < ram.ours <= ram.used <= ram.total


def test_at_least_one_core_is_used() -> None:
    assert 1 <= physical_cores() <= (os.cpu_count() or 1)


def test_the_gpu_build_command_builds_the_installed_version_and_avoids_the_cache() -> None:
    sentence, command = gpu_build("CPU")
    assert sentence
    assert "--no-cache-dir" in command
    assert "llama-cpp-python==" in command
    assert gpu_build("CUDA")[1] == ""
