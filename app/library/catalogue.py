"""The GGUF files on this machine, what each is, and whether one can chat with it.

A header of a large vocabulary takes a while to read, so what was read is kept in a file, by path, size and time of the
last change. A model in several shards is one row; projectors, drafter heads and the like are rows that say why not.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import paths
from app.atomic import write_text
from app.library.folders import Candidate, Folder, candidates
from app.library.rows import ModelRow, header_of, read_row, row_from_json
from engine.errors import ModelLoadError
from engine.gguf_header import check_target, shard_paths
from engine.mtp_heads import is_sidecar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

log = logging.getLogger(__name__)
_CACHE_VERSION: Final = 2


class Library:
    """Finds and describes models. One scan at a time; `rows` may be read from any thread."""

    def __init__(self, folders: Sequence[Folder], files: Sequence[str] = ()) -> None:
        """files: single files beside those in folders."""
        self.folders = tuple(folders)
        self._files = tuple(files)
        self._known = _read_cache()
        self.rows: tuple[ModelRow, ...] = ()

    def scan(self) -> tuple[ModelRow, ...]:
        """Look at every folder again; usable models first, then by name. Unreadable folders count as empty."""
        self.rows = self._look(may_read=lambda _candidate: True)
        self._write_cache()
        return self.rows

    def recall(self) -> tuple[ModelRow, ...]:
        """What earlier scans found and is still there; of new files only those of the program's own folder are read.

        Quick, so that a window can start with it.
        """
        self.rows = self._look(may_read=lambda candidate: candidate.folder.place == "own")
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
        row = self._describe(_single(path))
        if row is None:
            raise ModelLoadError(f"{path} cannot be opened", "it has vanished")
        self._files = (*self._files, path)
        self.rows = (*(known for known in self.rows if known.path != path), row)
        return row, True

    def _look(self, may_read: Callable[[Candidate], bool]) -> tuple[ModelRow, ...]:
        found: dict[str, ModelRow] = {}
        for candidate in self._candidates():
            row = self._describe(candidate, may_read(candidate))
            if row is not None:
                found.setdefault(os.path.realpath(candidate.path), row)
        return tuple(sorted(found.values(), key=lambda row: (not row.usable, row.title.lower(), row.path)))

    def _candidates(self) -> Iterator[Candidate]:
        for folder in self.folders:
            yield from candidates(folder)
        for file in self._files:
            yield _single(file)

    def _describe(self, candidate: Candidate, may_read: bool = True) -> ModelRow | None:
        path = candidate.path
        try:
            shards = [shard.stat() for shard in shard_paths(path) if shard.exists()]
            changed = max(shard.st_mtime_ns for shard in shards)
            key = f"{path}|{sum(shard.st_size for shard in shards)}|{changed}"
            if key not in self._known and may_read:
                self._known[key] = read_row(path)
        except (OSError, ValueError):
            return None
        row = self._known.get(key)
        if row is None:
            return None
        folder = candidate.folder
        return replace(row, title=candidate.title or row.title, place=folder.place, read_only=folder.read_only)

    def _write_cache(self) -> None:
        rows = {key: row.as_json() for key, row in dict(self._known).items()}
        try:
            write_text(_cache_file(), json.dumps({"version": _CACHE_VERSION, "rows": rows}))
        except OSError as error:
            log.info("The list of models could not be kept: %s", error)


def _single(path: str) -> Candidate:
    return Candidate(Path(path), Folder(Path(path).parent))


def _cache_file() -> Path:
    return paths.cache_dir() / "models.json"


def _read_cache() -> dict[str, ModelRow]:
    """Rows of earlier scans; none when the file is missing, damaged, or of another version."""
    try:
        content = json.loads(_cache_file().read_text(encoding="utf-8"))
        if content["version"] != _CACHE_VERSION:
            return {}
        return {str(key): row_from_json(row) for key, row in content["rows"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
