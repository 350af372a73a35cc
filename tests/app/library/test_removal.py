"""Removing a model: what goes, who else uses it, and what is refused in words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import paths
from app.library import Folder, Library, ModelRow, Place, plan_removal, remove
from app.settings import Settings
from engine import made_drafts
from engine.errors import RefusedError
from engine.made_drafts import MadeDraft
from tests.tiny_models import write_dense

NOTHING = Settings()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "models"
    place.mkdir()
    write_dense(place / "tiny.gguf")
    return place


def only(folder: Path, place: Place = "own") -> ModelRow:
    (row,) = Library([Folder(folder, place)]).scan()
    return row


def test_a_model_of_ones_own_goes_for_good(folder: Path) -> None:
    row = only(folder)
    removal = plan_removal(row, [row], NOTHING)
    assert (removal.files, removal.frees, removal.uses, removal.refusal) == ((row.path,), row.size, (), None)
    remove(removal, for_good=True)
    assert list(folder.iterdir()) == []
    remove(removal, for_good=True)  # gone already: nothing to say


def test_all_shards_go(folder: Path) -> None:
    (folder / "tiny.gguf").unlink()
    for i in range(2):
        write_dense(folder / f"big-0000{i + 1}-of-00002.gguf", extra={"split.no": i, "split.count": 2})
    row = only(folder)
    removal = plan_removal(row, [row], NOTHING)
    assert (len(removal.files), removal.frees) == (2, row.size)
    remove(removal, for_good=True)
    assert list(folder.iterdir()) == []


OTHERS: list[tuple[Place, str]] = [("hub-cache", "Hugging Face"), ("lm-studio", "LM Studio"), ("ollama", "Ollama")]


@pytest.mark.parametrize(("place", "words"), OTHERS)
def test_folders_of_other_programs_are_left_alone(folder: Path, place: Place, words: str) -> None:
    row = ModelRow(str(folder / "tiny.gguf"), "tiny", 1, place=place, read_only=True)
    refusal = plan_removal(row, [row], NOTHING).refusal
    assert refusal is not None
    assert words in refusal.why
    assert refusal.next_step
    with pytest.raises(RefusedError, match="not removed from here"):
        remove(plan_removal(row, [row], NOTHING), for_good=True)
    assert (folder / "tiny.gguf").exists()


def test_what_is_in_memory_or_gone_is_refused(folder: Path) -> None:
    row = only(folder)
    refusal = plan_removal(row, [row], NOTHING, loaded=[row.path]).refusal
    assert refusal is not None
    assert "in memory" in refusal.what
    (folder / "tiny.gguf").unlink()
    refusal = plan_removal(row, [row], NOTHING).refusal
    assert refusal is not None
    assert "not there any more" in refusal.what


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_refused(folder: Path) -> None:
    row = only(folder)
    folder.chmod(0o500)
    try:
        refusal = plan_removal(row, [row], NOTHING).refusal
    finally:
        folder.chmod(0o700)
    assert refusal is not None
    assert "may only be read" in refusal.why


def test_it_says_what_else_uses_the_file(folder: Path, tmp_path: Path) -> None:
    model = folder / "tiny.gguf"
    os.link(model, tmp_path / "other-name.gguf")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "link.gguf").symlink_to(model)
    (row,) = Library([Folder(folder, "own"), Folder(elsewhere)]).scan()
    made = MadeDraft(
        target="tiny.gguf",
        target_bytes=model.stat().st_size,
        layers=[1],
        n_layer=2,
        file_type="",
        agreement=0.5,
        cost_ratio=0.5,
        draft_length=2,
        expected_speedup=1.1,
        llama_cpp="x",
        copy_bytes=4,
    )
    paths.made_drafts_dir().mkdir(parents=True)
    copy = tmp_path / "copy.gguf"
    copy.write_bytes(b"GGUF")
    made_drafts.keep(paths.made_drafts_dir(), model, copy, made)
    settings = Settings(window={"model": row.path})
    removal = plan_removal(row, [row], settings, made_dir=paths.made_drafts_dir())
    told = "\n".join(removal.uses)
    assert removal.refusal is None
    assert removal.frees == 0
    assert "window starts with" in told
    assert "link.gguf leads to the same file" in told
    assert "another name on this disk" in told
    assert "made of it to draft" in told


def test_only_a_link_goes_where_the_row_is_one(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = elsewhere / "link.gguf"
    link.symlink_to(folder / "tiny.gguf")
    row = only(elsewhere)
    removal = plan_removal(row, [row], NOTHING)
    assert removal.frees == 0
    assert "stays" in removal.uses[0]
    remove(removal, for_good=True)
    assert not link.is_symlink()
    assert (folder / "tiny.gguf").exists()


def test_without_a_trash_it_says_so_and_keeps_the_file(folder: Path) -> None:
    def none(_path: Path) -> None:
        raise OSError(30, "Read-only file system")

    row = only(folder)
    with pytest.raises(RefusedError, match=r"cannot be put into the trash: Read-only.*only be removed for good"):
        remove(plan_removal(row, [row], NOTHING), trash=none)
    assert (folder / "tiny.gguf").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the trash of another desktop is the user's own")
def test_the_trash_of_the_desktop_takes_it(folder: Path, tmp_path: Path) -> None:
    model, home = folder / "tiny.gguf", tmp_path / "home"
    code = f"from app.library.removal import to_trash; from pathlib import Path; to_trash(Path({str(model)!r}))"
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "share")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not model.exists()
    assert (home / "share" / "Trash" / "files" / "tiny.gguf").exists()
