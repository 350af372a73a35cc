"""Which file a model is, whatever it is called: its sha256, computed once and remembered by size and time."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.atomic import write_text
from engine.errors import ModelLoadError
from engine.gguf_header import shard_paths

log = logging.getLogger(__name__)
_BLOCK: Final = 2**22


class ModelHashes:
    """Hashes of model files. The memory is a small JSON file; one that is damaged is begun again."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory

    def of(self, path: str, cancelled: Callable[[], bool] = lambda: False) -> str:
        """sha256 in hex, over all shards of a model in shards; '' when `cancelled` says True on the way.

        Reading a large file takes its time: not for a window's thread. Raises ModelLoadError.
        """
        files = shard_paths(Path(path))
        try:
            states = [file.stat() for file in files]
            stamp = [[file.name, state.st_size, state.st_mtime_ns] for file, state in zip(files, states, strict=True)]
            known = self._read()
            key = str(Path(path).absolute())
            entry = known.get(key)
            if isinstance(entry, dict) and entry.get("stamp") == stamp and isinstance(entry.get("sha256"), str):
                return str(entry["sha256"])
            found = _hash(files, cancelled)
        except OSError as error:
            raise ModelLoadError(f"{path} cannot be read", error.strerror or str(error)) from None
        if found:
            write_text(self._memory, json.dumps({**known, key: {"stamp": stamp, "sha256": found}}, indent=1))
        return found

    def _read(self) -> dict[str, object]:
        try:
            content = json.loads(self._memory.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("%s is begun again: %s", self._memory, error)
            return {}
        return content if isinstance(content, dict) else {}


def _hash(files: list[Path], cancelled: Callable[[], bool]) -> str:
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                if cancelled():
                    return ""
                digest.update(block)
    return digest.hexdigest()
