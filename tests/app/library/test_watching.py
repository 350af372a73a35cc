"""What comes, goes or changes in a folder is noticed; copies are found."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from app.library import Folder, Library, ModelHashes, Watcher, duplicates
from tests.tiny_models import write_dense
from tests.tiny_vocabulary import spm_vocabulary

PATIENCE_S = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "models"
    place.mkdir()
    write_dense(place / "one.gguf", layers=1, vocabulary=spm_vocabulary(n_words=4))
    return place


def test_a_new_file_and_a_removed_one_are_noticed(folder: Path) -> None:
    library = Library([Folder(folder)])
    library.scan()
    changes: list[int] = []
    changed = threading.Condition()

    def note() -> None:
        with changed:
            changes.append(len(library.scan()))
            changed.notify_all()

    def wait_for(rows: int) -> None:
        with changed:
            assert changed.wait_for(lambda: bool(changes) and changes[-1] == rows, PATIENCE_S)

    watcher = Watcher(library, note, every_s=0.02)
    watcher.start()
    try:
        shutil.copy(folder / "one.gguf", folder / "two.gguf")
        wait_for(2)
        (folder / "two.gguf").unlink()
        wait_for(1)
    finally:
        watcher.close()
    watcher.close()


def test_a_fault_in_what_follows_does_not_end_the_watching(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    library = Library([Folder(folder)])
    library.scan()
    seen = threading.Semaphore(0)

    def fail() -> None:
        seen.release()
        raise ValueError("a bug")

    watcher = Watcher(library, fail, every_s=0.02)
    watcher.start()
    try:
        for name in ("two.gguf", "three.gguf"):
            shutil.copy(folder / "one.gguf", folder / name)
            assert seen.acquire(timeout=PATIENCE_S)
    finally:
        watcher.close()
    assert "A bug" in caplog.text


@pytest.fixture
def hashes(tmp_path: Path) -> ModelHashes:
    return ModelHashes(tmp_path / "hashes.json")


def test_copies_are_found_and_files_of_the_same_size_are_not(folder: Path, hashes: ModelHashes) -> None:
    shutil.copy(folder / "one.gguf", folder / "copy.gguf")
    small = spm_vocabulary(n_words=4)
    write_dense(folder / "same-size.gguf", layers=1, vocabulary=small, seed=1)
    write_dense(folder / "other.gguf", layers=2, vocabulary=small)
    rows = Library([Folder(folder)]).scan()
    told: list[tuple[int, int]] = []
    (group,) = duplicates(rows, hashes, progress=lambda done, total: told.append((done, total)))
    assert [row.title for row in group] == ["copy", "one"]
    size = (folder / "one.gguf").stat().st_size
    assert told[-1] == (3 * size, 3 * size)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_looking_for_copies_can_be_stopped(folder: Path, hashes: ModelHashes) -> None:
    shutil.copy(folder / "one.gguf", folder / "copy.gguf")
    rows = Library([Folder(folder)]).scan()
    assert duplicates(rows, hashes, cancelled=lambda: True) == ()
    (folder / "copy.gguf").unlink()
    assert duplicates(rows, hashes) == ()  # it has vanished since: no copy any more
