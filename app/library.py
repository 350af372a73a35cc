"""The GGUF files on this machine: where they may lie, what each is, and whether one can chat with it.

A header of a large vocabulary takes a while to read, so what was read is kept in a file, by path, size and time of the
last change. A model in several shards is one row; projectors, drafter heads and the like are rows that say why not.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app import paths
from app.atomic import write_text
from engine.errors import ModelLoadError, PacelineError, one_line
from engine.gguf_header import Header, check_target, read_header, shard_paths
from engine.mtp_heads import is_sidecar
from ui.services import ModelChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.settings import Settings

log = logging.getLogger(__name__)
_CACHE_VERSION: Final = 1
_OLLAMA_MODEL: Final = "application/vnd.ollama.image.model"


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model on disk. path: of its first shard. size: bytes of all shards. n_ctx: trained context, 0 unknown.

    mtp: it holds a head for multi-token prediction. usable: one can chat with it; reason when not.
    """

    path: str
    title: str
    size: int
    architecture: str = ""
    family: str = ""
    quantisation: str = ""
    n_ctx: int = 0
    shards: int = 1
    mtp: bool = False
    usable: bool = True
    reason: str = ""

    @property
    def detail(self) -> str:
        """'F16 · 270 MB · 8k context'."""
        parts = [self.quantisation, size_in_words(self.size)]
        if self.n_ctx:
            parts.append(f"{self.n_ctx // 1024}k context" if self.n_ctx >= 1024 else f"{self.n_ctx} context")
        if self.shards > 1:
            parts.append(f"{self.shards} shards")
        if self.mtp:
            parts.append("MTP inside")
        return " · ".join(part for part in parts if part)

    def choice(self) -> ModelChoice:
        """The row as the window takes it."""
        return ModelChoice(self.path, self.title, self.detail, self.usable, self.reason)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Folders:
    """Where to look. plain: folders of *.gguf files, subfolders included. ollama: folders with manifests and blobs."""

    plain: tuple[Path, ...]
    ollama: tuple[Path, ...]


def folders_of(settings: Settings) -> Folders:
    """The program's own folder, those of other programs, and those that the user added."""
    home = Path.home()
    hub_home = Path(os.environ.get("HF_HOME") or home / ".cache" / "huggingface")
    hub = Path(os.environ.get("HF_HUB_CACHE") or hub_home / "hub")
    plain = (paths.models_dir(), hub, home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models")
    chosen = os.environ.get("OLLAMA_MODELS")
    ollama = (Path(chosen),) if chosen else (home / ".ollama/models", Path("/usr/share/ollama/.ollama/models"))
    return Folders((*plain, *(Path(folder) for folder in settings.model_folders)), ollama)


def size_in_words(size: int) -> str:
    """'98 MB', '4.7 GB' (powers of ten, as file managers and hubs count)."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


class Library:
    """Finds and describes models. One scan at a time; `rows` may be read from any thread."""

    def __init__(self, folders: Folders, files: Sequence[str] = ()) -> None:
        self._folders = folders
        self._files = files
        self._known = _read_cache()
        self.rows: tuple[ModelRow, ...] = ()

    def scan(self) -> tuple[ModelRow, ...]:
        """Look at every folder again; usable models first, then by name. Unreadable folders count as empty."""
        self.rows = self._look(may_read=lambda _path: True)
        self._write_cache()
        return self.rows

    def recall(self) -> tuple[ModelRow, ...]:
        """What earlier scans found and is still there; of new files only those of the program's own folder are read.

        Quick, so that a window can start with it.
        """
        own = paths.models_dir()
        self.rows = self._look(may_read=lambda path: own in path.parents)
        return self.rows

    def add(self, path: str) -> tuple[ModelRow, bool]:
        """Take up one file: (its row, whether it is new). Raises PacelineError when it can neither chat
        nor be the head of a model that does."""
        for known in self.rows:
            if known.path == path and known.usable:
                return known, False
        header = header_of(Path(path))
        if not is_sidecar(header):
            check_target(header)
        row = self._describe(Path(path))
        if row is None:
            raise ModelLoadError(f"{path} cannot be opened", "it has vanished")
        self._files = (*self._files, path)
        self.rows = (*(known for known in self.rows if known.path != path), row)
        return row, True

    def _look(self, may_read: Callable[[Path], bool]) -> tuple[ModelRow, ...]:
        found: dict[str, ModelRow] = {}
        for path, title in self._candidates():
            row = self._describe(path, may_read(path))
            if row is not None:
                found.setdefault(os.path.realpath(path), replace(row, title=title) if title else row)
        return tuple(sorted(found.values(), key=lambda row: (not row.usable, row.title.lower(), row.path)))

    def _candidates(self) -> Iterator[tuple[Path, str]]:
        """Files to look at, each with a title of its own where the place gives one."""
        for folder in self._folders.plain:
            for path in _gguf_files(folder):
                if path == shard_paths(path)[0]:
                    yield path, ""
        for folder in self._folders.ollama:
            yield from _ollama_models(folder)
        for file in self._files:
            yield Path(file), ""

    def _describe(self, path: Path, may_read: bool = True) -> ModelRow | None:
        try:
            shards = [shard.stat() for shard in shard_paths(path) if shard.exists()]
            changed = max(shard.st_mtime_ns for shard in shards)
        except (OSError, ValueError):
            return None
        size = sum(shard.st_size for shard in shards)
        key = f"{path}|{size}|{changed}"
        if key not in self._known and may_read:
            self._known[key] = _read_row(path, size)
        return self._known.get(key)

    def _write_cache(self) -> None:
        content = {"version": _CACHE_VERSION, "rows": {key: asdict(row) for key, row in dict(self._known).items()}}
        try:
            write_text(_cache_file(), json.dumps(content))
        except OSError as error:
            log.info("The list of models could not be kept: %s", error)


def header_of(path: Path) -> Header:
    """The header of a model file. Raises PacelineError in words, also when the file cannot be opened."""
    try:
        return read_header(path)
    except OSError as error:
        raise ModelLoadError(f"{path} cannot be opened", error.strerror or str(error), "Check the path") from None


def _read_row(path: Path, size: int) -> ModelRow:
    shards = shard_paths(path)
    title = path.stem if len(shards) == 1 else path.stem.rpartition("-of-")[0].rpartition("-")[0]
    row = ModelRow(str(path), title, size, shards=len(shards))
    try:
        header = header_of(path)
        row = replace(
            row,
            architecture=header.architecture,
            family=header.family,
            quantisation=header.quantisation,
            n_ctx=header.n_ctx_train,
            mtp=header.n_layer_nextn > 0,
        )
        check_target(header)
    except PacelineError as error:
        return replace(row, usable=False, reason=one_line(error.what, error.why, ""))
    return row


def _gguf_files(folder: Path) -> Iterator[Path]:
    """All *.gguf below a folder, sorted; hidden folders hold unfinished downloads and are left out."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith(".gguf") and not name.startswith("."):
                yield Path(place, name)


def _ollama_models(folder: Path) -> Iterator[tuple[Path, str]]:
    """Blobs that a manifest calls a model, titled 'name:tag'."""
    manifests = folder / "manifests"
    for place, _, tags in os.walk(manifests):
        for tag in sorted(tags):
            try:
                layers: Iterable[Any] = json.loads(Path(place, tag).read_text(encoding="utf-8"))["layers"]
                digests = [layer["digest"] for layer in layers if layer["mediaType"] == _OLLAMA_MODEL]
            except (OSError, ValueError, KeyError, TypeError):
                continue
            for digest in digests:
                blob = folder / "blobs" / str(digest).replace(":", "-")
                if blob.is_file():
                    yield blob, f"{Path(place).name}:{tag}"


def _cache_file() -> Path:
    return paths.cache_dir() / "models.json"


def _read_cache() -> dict[str, ModelRow]:
    """Rows of earlier scans; none when the file is missing, damaged, or of another version."""
    try:
        content = json.loads(_cache_file().read_text(encoding="utf-8"))
        if content["version"] != _CACHE_VERSION:
            return {}
        return {str(key): ModelRow(**row) for key, row in content["rows"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
