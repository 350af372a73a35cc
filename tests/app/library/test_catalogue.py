"""Which models are found, what they are called, and why some cannot be chatted with."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from app import paths
from app.library import Folder, Library, ModelRow, folders_of, size_in_words
from app.settings import Settings
from engine.errors import PacelineError
from engine.gguf_header import read_header
from tests.tiny_models import write_dense, write_hybrid
from tests.tiny_oddities import write_drafter_head, write_projector


class Found(Library):
    """A library whose rows can be asked for by title."""

    def row(self, title: str) -> ModelRow:
        (found,) = [row for row in self.rows if row.title == title]
        return found


def scan(*plain: Path, ollama: tuple[Path, ...] = ()) -> Found:
    library = Found([Folder(path) for path in plain] + [Folder(path, "ollama") for path in ollama])
    library.scan()
    return library


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    return write_dense(folder / "tiny.gguf")


def test_a_model_is_described(tiny: Path) -> None:
    (row,) = scan(tiny.parent).rows
    assert (row.path, row.title, row.usable) == (str(tiny), "tiny", True)
    assert row.size == tiny.stat().st_size
    assert row.architecture == "llama"
    assert row.detail.startswith("F32 · ")
    assert row.choice().detail == row.detail


def test_a_row_says_what_the_header_says(tiny: Path) -> None:
    write_dense(tiny, name="SmolTest 135M", extra={"general.license": "apache-2.0"})
    write_hybrid(tiny.parent / "mtp.gguf", nextn=1)
    write_dense(tiny.parent / "base.gguf", tokenizer={"chat_template": None})
    mtp, plain, base = (scan(tiny.parent).row(title) for title in ("mtp", "tiny", "base"))
    header = read_header(tiny)
    assert (plain.kind, plain.licence, plain.family, plain.name) == ("chat", "apache-2.0", "SmolTest", "SmolTest 135M")
    assert (plain.parameters, plain.bits_per_weight, plain.n_vocab) == (header.parameters, 32.0, header.n_vocab)
    assert (plain.files, plain.place, plain.read_only) == ((str(tiny),), "added", False)
    assert (mtp.mtp, mtp.kind, base.kind) == (True, "chat", "base")
    assert "MTP inside" in mtp.detail


def test_what_is_no_chat_model_comes_last_and_says_why(tiny: Path) -> None:
    write_projector(tiny.parent / "a-mmproj.gguf")
    write_drafter_head(tiny.parent / "an-eagle.gguf")
    (tiny.parent / "broken.gguf").write_bytes(b"GGUF")
    rows = scan(tiny.parent).rows
    assert [row.title for row in rows] == ["tiny", "a-mmproj", "an-eagle", "broken"]
    assert [row.usable for row in rows] == [True, False, False, False]
    assert "projector" in rows[1].reason
    assert "draft head" in rows[2].reason
    assert rows[3].reason


def test_a_file_that_two_folders_show_is_one_row(tiny: Path, tmp_path: Path) -> None:
    other = tmp_path / "snapshots"
    other.mkdir()
    (other / "tiny.gguf").symlink_to(tiny)
    os.link(tiny, other / "hard.gguf")
    (row,) = scan(tiny.parent, other).rows
    assert row.path == str(tiny)
    assert set(row.links) == {str(other / "tiny.gguf"), str(other / "hard.gguf")}


def test_of_the_hub_cache_only_models_are_looked_at(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "hub"
    for kind in ("models", "datasets"):
        folder = cache / f"{kind}--owner--name" / "snapshots" / "abc"
        folder.mkdir(parents=True)
        (folder / f"{kind}.gguf").symlink_to(tiny)
    library = Library([Folder(cache, "hub-cache")])
    (row,) = library.scan()
    assert (row.title, row.place, row.read_only) == ("models", "hub-cache", True)


def test_what_cannot_be_read_is_tried_again(tiny: Path) -> None:
    whole, state = tiny.read_bytes(), tiny.stat()
    tiny.write_bytes(bytes(len(whole)))
    os.utime(tiny, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert scan(tiny.parent).rows[0].kind == "unreadable"
    tiny.write_bytes(whole)
    os.utime(tiny, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert scan(tiny.parent).rows[0].kind == "chat"


def test_rows_of_files_that_are_gone_are_not_kept(tiny: Path) -> None:
    scan(tiny.parent)
    tiny.unlink()
    scan(tiny.parent)
    assert json.loads((paths.cache_dir() / "models.json").read_text())["rows"] == []


def test_a_fingerprint_changes_with_the_files(tiny: Path) -> None:
    library = Library([Folder(tiny.parent)])
    seen = [library.fingerprint()]
    assert library.fingerprint() == seen[0]
    other = shutil.copy(tiny, tiny.parent / "other.gguf")
    seen.append(library.fingerprint())
    with Path(other).open("ab") as file:
        file.write(b"more")
    seen.append(library.fingerprint())
    Path(other).unlink()
    assert len(set(seen)) == 3
    assert library.fingerprint() == seen[0]


def test_hostile_manifests_lead_nowhere(tmp_path: Path) -> None:
    manifests = tmp_path / "ollama" / "manifests"
    manifests.mkdir(parents=True)
    (tmp_path / "ollama" / "blobs").mkdir()
    write_dense(tmp_path / "secret.gguf")
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": "../../secret.gguf"}
    (manifests / "escape").write_text(json.dumps({"layers": [layer]}))
    (manifests / "deep").write_text("[" * 100_000)
    (manifests / "huge").write_text(" " * (2 << 20))
    assert scan(ollama=(tmp_path / "ollama",)).rows == ()


def test_hidden_and_unfinished_files_are_left_out(tiny: Path) -> None:
    shutil.copy(tiny, tiny.parent / ".half.gguf")
    hidden = tiny.parent / ".incomplete"
    hidden.mkdir()
    shutil.copy(tiny, hidden / "tiny2.gguf")
    shutil.copy(tiny, tiny.parent / "tiny.gguf.part")
    assert [row.title for row in scan(tiny.parent).rows] == ["tiny"]


def test_shards_are_one_row_and_a_missing_one_is_named(tmp_path: Path) -> None:
    for i in range(2):
        write_dense(tmp_path / f"big-0000{i + 1}-of-00002.gguf", extra={"split.no": i, "split.count": 2})
    (row,) = scan(tmp_path).rows
    assert (row.title, row.shards, row.usable) == ("big", 2, True)
    assert row.size == sum(path.stat().st_size for path in tmp_path.glob("*.gguf"))
    (tmp_path / "big-00002-of-00002.gguf").unlink()
    (row,) = scan(tmp_path).rows
    assert not row.usable
    assert "big-00002-of-00002.gguf" in row.reason


def test_ollama_models_have_their_own_names(tiny: Path, tmp_path: Path) -> None:
    root = tmp_path / "ollama"
    manifest = root / "manifests" / "registry" / "library" / "small" / "135m"
    manifest.parent.mkdir(parents=True)
    (root / "blobs").mkdir()
    shutil.copy(tiny, root / "blobs" / "sha256-abc")
    layers = [
        {"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:abc"},
        {"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:def"},
    ]
    manifest.write_text(json.dumps({"layers": layers}))
    (manifest.parent / "broken").write_text("{")
    assert [row.title for row in scan(ollama=(root,)).rows] == ["small:135m"]


def test_a_changed_file_is_read_again_and_an_unchanged_one_is_not(tiny: Path) -> None:
    scan(tiny.parent)
    cache = paths.cache_dir() / "models.json"
    assert len(json.loads(cache.read_text())["rows"]) == 1
    marked = cache.read_text().replace('"llama"', '"remembered"')
    cache.write_text(marked)
    assert scan(tiny.parent).rows[0].architecture == "remembered"
    tiny.write_bytes(b"no model any more")
    (row,) = scan(tiny.parent).rows
    assert not row.usable


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"version": 0, "rows": []}', '{"version": 3, "rows": [{"bad": 1}]}', '{"version": 3}', "[" * 9999],
)
def test_a_damaged_list_of_earlier_scans_costs_nothing(tiny: Path, content: str) -> None:
    paths.cache_dir().mkdir(parents=True)
    (paths.cache_dir() / "models.json").write_text(content)
    assert [row.title for row in scan(tiny.parent).rows] == ["tiny"]


def test_added_files_appear_and_wrong_ones_are_refused_in_words(tiny: Path) -> None:
    library = Library([])
    row, new = library.add(str(tiny))
    assert (row.title, new) == ("tiny", True)
    assert library.add(str(tiny)) == (row, False)
    assert [row.title for row in library.scan()] == ["tiny"]
    with pytest.raises(PacelineError, match="projector"):
        library.add(str(write_projector(tiny.parent / "mmproj.gguf")))
    with pytest.raises(PacelineError, match="cannot be opened"):
        library.add(str(tiny.parent / "nowhere.gguf"))


def test_the_folders_of_other_programs_and_of_the_user_are_looked_at(data: Path) -> None:
    folders = folders_of(Settings(model_folders=["/mine"]))
    assert folders[0] == Folder(data / "models", "own")
    assert Folder(Path("/mine"), "added") in folders
    by_place: dict[str, Folder] = {folder.place: folder for folder in folders}
    for place, name in (("hub-cache", "huggingface"), ("lm-studio", "lm-studio"), ("ollama", "ollama")):
        assert name in str(by_place[place].path)
        assert by_place[place].read_only


def test_a_start_recalls_known_files_and_reads_only_those_of_the_own_folder(tiny: Path) -> None:
    write_dense(tiny.parent / "known.gguf")
    scan(tiny.parent)
    write_dense(tiny.parent / "unknown.gguf")
    paths.models_dir().mkdir(parents=True)
    write_dense(paths.models_dir() / "own.gguf")
    library = Library([Folder(tiny.parent), Folder(paths.models_dir(), "own")])
    assert [row.title for row in library.recall()] == ["known", "own", "tiny"]


def test_sizes_are_said_as_file_managers_say_them() -> None:
    assert [size_in_words(size) for size in (98_362_432, 4_700_000_000)] == ["98 MB", "4.7 GB"]
