"""Where models may lie: the program's own folder, those of other programs, and those that the user added."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from app import paths
from engine.gguf_header import shard_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.settings import Settings

Place = Literal["own", "hub-cache", "lm-studio", "ollama", "added"]
READ_ONLY: Final[frozenset[Place]] = frozenset(["hub-cache", "lm-studio", "ollama"])
_OLLAMA_MODEL: Final = "application/vnd.ollama.image.model"
_MANIFEST_BYTES_AT_MOST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder to look through, and whose it is. Folders of other programs are read only."""

    path: Path
    place: Place = "added"

    @property
    def read_only(self) -> bool:
        return self.place in READ_ONLY


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may be a model: the first of its shards. title: where the place gives it one of its own."""

    path: Path
    folder: Folder
    title: str = ""


def own_folder(settings: Settings) -> Path:
    """Where models that this program gets are put."""
    return Path(settings.models_folder).expanduser() if settings.models_folder else paths.models_dir()


def folders_of(settings: Settings) -> tuple[Folder, ...]:
    """All folders to look through, the own one first."""
    home = Path.home()
    hub_home = Path(os.environ.get("HF_HOME") or home / ".cache" / "huggingface")
    chosen = os.environ.get("OLLAMA_MODELS")
    ollama = [Path(chosen)] if chosen else [home / ".ollama/models", Path("/usr/share/ollama/.ollama/models")]
    found = [
        Folder(own_folder(settings), "own"),
        Folder(paths.models_dir(), "own"),  # where the demo model lies, whatever the own folder is
        *(Folder(Path(folder).expanduser(), "added") for folder in settings.model_folders),
        Folder(Path(os.environ.get("HF_HUB_CACHE") or hub_home / "hub"), "hub-cache"),
        Folder(home / ".lmstudio" / "models", "lm-studio"),
        Folder(home / ".cache" / "lm-studio" / "models", "lm-studio"),
        *(Folder(folder, "ollama") for folder in ollama),
    ]
    return tuple({folder.path: folder for folder in reversed(found)}.values())[::-1]


def candidates(folder: Folder) -> Iterator[Candidate]:
    """The files in a folder that may be models, in a fixed order. A folder that cannot be read holds none."""
    if folder.place == "ollama":
        yield from _ollama_models(folder)
        return
    for path in _gguf_files(folder):
        if path == shard_paths(path)[0]:
            yield Candidate(path, folder)


def _gguf_files(folder: Folder) -> Iterator[Path]:
    """All *.gguf below a folder, sorted; hidden folders hold unfinished downloads and are left out."""
    for place, folders, files in os.walk(folder.path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if folder.place == "hub-cache" and Path(place) == folder.path:
            folders[:] = [name for name in folders if name.startswith("models--")]  # data sets have no models
        for name in sorted(files):
            if name.lower().endswith(".gguf") and not name.startswith("."):
                yield Path(place, name)


def _ollama_models(folder: Folder) -> Iterator[Candidate]:
    """Blobs that a manifest calls a model, titled 'name:tag'."""
    for place, _, tags in os.walk(folder.path / "manifests"):
        for tag in sorted(tags):
            for digest in _model_digests(Path(place, tag)):
                blob = folder.path / "blobs" / digest.replace(":", "-")
                if blob.parent == folder.path / "blobs" and blob.is_file():
                    yield Candidate(blob, folder, f"{Path(place).name}:{tag}")


def _model_digests(manifest: Path) -> list[str]:
    try:
        if manifest.stat().st_size > _MANIFEST_BYTES_AT_MOST:
            return []
        layers: Iterable[Any] = json.loads(manifest.read_text(encoding="utf-8"))["layers"]
        return [str(layer["digest"]) for layer in layers if layer["mediaType"] == _OLLAMA_MODEL]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
