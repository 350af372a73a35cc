"""Which file a model is, whatever it is called: its sha256, computed once and remembered by size and time."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import paths
from engine.errors import ModelLoadError
from engine.gguf_header import shard_paths
from engine.whole_files import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.library.rows import ModelRow

log = logging.getLogger(__name__)
_BLOCK: Final = 2**22
_writing = threading.Lock()


def _never() -> bool:
    return False


def _nobody(_done: int, _total: int) -> None:
    pass


class ModelHashes:
    """Hashes of model files. The memory is a small JSON file; one that is damaged is begun again."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory

    @classmethod
    def usual(cls) -> ModelHashes:
        """Those that all of the program share."""
        return cls(paths.cache_dir() / "model-hashes.json")

    def of(
        self,
        path: str,
        cancelled: Callable[[], bool] = _never,
        progress: Callable[[int, int], None] = _nobody,
    ) -> str:
        """sha256 in hex, over all shards of a model in shards; '' when `cancelled` says True on the way.

        progress: (bytes done, bytes of all). Reading a large file takes its time: not for a window's thread.
        Raises ModelLoadError.
        """
        files = shard_paths(Path(path))
        try:
            states = [file.stat() for file in files]
            stamp = [[file.name, state.st_size, state.st_mtime_ns] for file, state in zip(files, states, strict=True)]
            key = str(Path(path).absolute())
            entry = self._read().get(key)
            if isinstance(entry, dict) and entry.get("stamp") == stamp and isinstance(entry.get("sha256"), str):
                return str(entry["sha256"])
            total = sum(state.st_size for state in states)
            found = _hash(files, cancelled, lambda done: progress(done, total))
        except OSError as error:
            raise ModelLoadError(f"{path} cannot be read", error.strerror or str(error)) from None
        if found:
            self._keep(key, {"stamp": stamp, "sha256": found})
        return found

    def _keep(self, key: str, entry: dict[str, object]) -> None:
        with _writing:
            try:
                write_text(self._memory, json.dumps({**self._read(), key: entry}, indent=1))
            except OSError as error:
                log.info("The hash of a model could not be kept: %s", error)

    def _read(self) -> dict[str, object]:
        try:
            content = json.loads(self._memory.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s is begun again: %s", self._memory, error)
            return {}
        return content if isinstance(content, dict) else {}


def duplicates(
    rows: Iterable[ModelRow],
    hashes: ModelHashes,
    cancelled: Callable[[], bool] = _never,
    progress: Callable[[int, int], None] = _nobody,
) -> tuple[tuple[ModelRow, ...], ...]:
    """Groups of rows whose files are the same byte for byte; () when `cancelled` says True on the way.

    Only files of one size are hashed. A file that cannot be read is no duplicate. progress: as in `ModelHashes.of`,
    over all that is hashed.
    """
    by_size: defaultdict[int, list[ModelRow]] = defaultdict(list)
    for row in rows:
        by_size[row.size].append(row)
    alike = [row for group in by_size.values() if len(group) > 1 for row in group]
    total, before = sum(row.size for row in alike), 0
    by_hash: defaultdict[tuple[int, str], list[ModelRow]] = defaultdict(list)
    for row in alike:
        try:
            found = hashes.of(row.path, cancelled, _shifted(progress, before, total))
        except ModelLoadError as error:
            log.info("Not looked at for duplicates: %s", error)
        else:
            if not found:
                return ()
            by_hash[row.size, found].append(row)
        before += row.size
    return tuple(tuple(group) for group in by_hash.values() if len(group) > 1)


def _shifted(progress: Callable[[int, int], None], before: int, total: int) -> Callable[[int, int], None]:
    return lambda done, _total: progress(before + done, total)


def _hash(files: list[Path], cancelled: Callable[[], bool], progress: Callable[[int], None]) -> str:
    digest, done = hashlib.sha256(), 0
    for path in files:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                if cancelled():
                    return ""
                digest.update(block)
                done += len(block)
                progress(done)
    return digest.hexdigest()
