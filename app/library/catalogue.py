"""The GGUF files on this machine, what each is, and whether one can chat with it.

A header of a large vocabulary takes a while to read, so what was read is kept in a file, with size and time of the last
change. A model in several shards is one row; projectors, drafter heads and the like are rows that say why not.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import paths
from app.library.folders import Candidate, Folder, candidates
from app.library.rows import ModelRow, header_of, read_row, row_from_json
from engine.errors import ModelLoadError
from engine.gguf_header import check_target, shard_paths
from engine.mtp_heads import is_sidecar
from engine.whole_files import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

log = logging.getLogger(__name__)
_CACHE_VERSION: Final = 3
_Stamp = tuple[int, int]  # bytes of all shards; time of the last change in nanoseconds


class Library:
    """Finds and describes models. May be used from any thread; scans wait for each other."""

    def __init__(self, folders: Sequence[Folder], files: Sequence[str] = ()) -> None:
        """files: single files beside those in folders."""
        self.folders = tuple(folders)
        self._files = tuple(files)
        self._known = _read_cache()
        self._scanning = threading.Lock()
        self.rows: tuple[ModelRow, ...] = ()
        self.scanned: int | None = None  # the fingerprint that the last scan began with

    def scan(self) -> tuple[ModelRow, ...]:
        """Look at every folder again; usable models first, then by name. Unreadable folders count as empty."""
        with self._scanning:
            self.scanned = self.fingerprint()
            self.rows = self._look(may_read=lambda _candidate: True)
            self._write_cache()
        return self.rows

    def recall(self) -> tuple[ModelRow, ...]:
        """What earlier scans found and is still there; of new files only those of the program's own folder are read.

        Quick, so that a window can start with it.
        """
        with self._scanning:
            self.rows = self._look(may_read=lambda candidate: candidate.folder.place == "own")
        return self.rows

    def look_into(self, folders: Sequence[Folder], files: Sequence[str] = ()) -> None:
        """Other folders and files from the next scan on."""
        with self._scanning:
            self.folders, self._files = tuple(folders), tuple(files)

    def add(self, path: str) -> tuple[ModelRow, bool]:
        """Take up one file: (its row, whether it is new). Raises PacelineError when it can neither chat
        nor be the head of a model that does."""
        for known in self.rows:
            if known.path == path and known.usable:
                return known, False
        header = header_of(Path(path))
        if not is_sidecar(header):
            check_target(header)
        with self._scanning:
            described = self._describe(_single(path), may_read=True)
            if described is None:
                raise ModelLoadError(f"{path} cannot be opened", "it has vanished")
            self._files = (*self._files, path)
            self.rows = (*(known for known in self.rows if known.path != path), described[1])
        return described[1], True

    def forget(self, path: str) -> None:
        """Take out a row whose files were removed."""
        with self._scanning:
            self._files = tuple(file for file in self._files if file != path)
            self.rows = tuple(row for row in self.rows if row.path != path)

    def fingerprint(self) -> int:
        """Changes when a model comes, goes or is written to. Reads names, sizes and times only, no file."""
        found = []
        for candidate in self._candidates():
            try:
                states = [shard.stat() for shard in shard_paths(candidate.path) if shard.exists()]
            except OSError:
                continue
            found.append((str(candidate.path), tuple((state.st_size, state.st_mtime_ns) for state in states)))
        return hash(tuple(found))

    def _look(self, may_read: Callable[[Candidate], bool]) -> tuple[ModelRow, ...]:
        found: dict[Hashable, ModelRow] = {}
        for candidate in self._candidates():
            described = self._describe(candidate, may_read(candidate))
            if described is None:
                continue
            same, row = described
            first = found.get(same)
            if first is None:
                found[same] = row
            elif row.path not in (first.path, *first.links):
                found[same] = replace(first, links=(*first.links, row.path))
        return tuple(sorted(found.values(), key=lambda row: (not row.usable, row.title.lower(), row.path)))

    def _candidates(self) -> Iterator[Candidate]:
        for folder in self.folders:
            yield from candidates(folder)
        for file in self._files:
            yield _single(file)

    def _describe(self, candidate: Candidate, may_read: bool) -> tuple[Hashable, ModelRow] | None:
        """(what is the same for all paths that lead to one file, its row)."""
        path = candidate.path
        try:
            shards = [shard.stat() for shard in shard_paths(path) if shard.exists()]
            changed = max(shard.st_mtime_ns for shard in shards)
            stamp = (sum(shard.st_size for shard in shards), changed)
            known = self._known.get(str(path))
            row = known[1] if known and known[0] == stamp else None
            if row is None and may_read:
                row = read_row(path)
                self._keep(stamp, row)
        except (OSError, ValueError):
            return None
        if row is None:
            return None
        folder = candidate.folder
        row = replace(row, title=candidate.title or row.title, place=folder.place, read_only=folder.read_only)
        first = shards[0]
        return (first.st_dev, first.st_ino) if first.st_ino else os.path.realpath(path), row

    def _keep(self, stamp: _Stamp, row: ModelRow) -> None:
        """What cannot be read is tried again every time: it may be a copy under way, or a matter of permissions."""
        if row.kind != "unreadable":
            self._known[row.path] = (stamp, row)

    def _write_cache(self) -> None:
        for path in [path for path in self._known if not Path(path).exists()]:
            del self._known[path]
        rows = [{"stamp": stamp, "row": row.as_json()} for stamp, row in self._known.values()]
        try:
            write_text(_cache_file(), json.dumps({"version": _CACHE_VERSION, "rows": rows}))
        except OSError as error:
            log.info("The list of models could not be kept: %s", error)


def _single(path: str) -> Candidate:
    return Candidate(Path(path), Folder(Path(path).parent))


def _cache_file() -> Path:
    return paths.cache_dir() / "models.json"


def _read_cache() -> dict[str, tuple[_Stamp, ModelRow]]:
    """Rows of earlier scans by path; none when the file is missing, damaged, or of another version."""
    try:
        content = json.loads(_cache_file().read_text(encoding="utf-8"))
        if content["version"] != _CACHE_VERSION:
            return {}
        read = [(entry["stamp"], row_from_json(entry["row"])) for entry in content["rows"]]
        return {row.path: ((int(size), int(changed)), row) for (size, changed), row in read}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
