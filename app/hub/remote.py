"""Headers of files that are not here: read by HTTP ranges, a few megabytes instead of the whole model.

What was read is kept in the cache folder by the file's SHA-256, so that looking at the same drafts again costs nothing.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app import paths
from app.hub.errors import HubError
from app.hub.ranges import Patience, open_range
from engine.gguf_header import BytesSource, GgufError, Header, parse_header
from engine.whole_files import replacing

if TYPE_CHECKING:
    from pathlib import Path

    from app.hub.client import Hub, Location
    from app.hub.values import RemoteFile, RemoteModel

KEPT_BYTES: Final = 256 << 20
_PATIENCE: Final = Patience(tries=2, longest_asked_s=10.0)
log = logging.getLogger(__name__)


def read_remote_header(
    hub: Hub, model: RemoteModel, *, cancelled: threading.Event | None = None, patience: Patience = _PATIENCE
) -> Header:
    """The header of a model on the hub, of all shards together. Raises HubError and GgufError.

    Its path is 'owner/name/file', which no file on this machine has.
    """
    stop = cancelled or threading.Event()
    first = _read_one(hub, model, model.files[0], stop, patience)
    tensors = list(first.tensors)
    for file in model.files[1:]:
        tensors += _read_one(hub, model, file, stop, patience).tensors
    return replace(first, size=model.size, tensors=tuple(tensors))


class RangeSource:
    """`engine.gguf_format.Source` over HTTP. Keeps what was read, as long as it was read from the start on."""

    def __init__(
        self, hub: Hub, model: RemoteModel, file: RemoteFile, stop: threading.Event, patience: Patience
    ) -> None:
        self.name = f"{model.repo}/{file.name}"
        self.size = file.size
        self.front = bytearray()
        self._hub, self._model, self._file = hub, model, file
        self._stop, self._patience = stop, patience
        self._location: Location | None = None

    def read(self, offset: int, n_bytes: int) -> bytes:
        """n_bytes, or fewer where the file ends. Raises HubError."""
        end = min(self.size, offset + n_bytes)
        while len(self.front) < end:
            self._extend(end)
        return bytes(self.front[offset:end])

    def _extend(self, end: int) -> None:
        failures = 0
        while True:
            try:
                if self._location is None:
                    self._location = self._hub.locate(self._model, self._file)
                at = len(self.front)
                with open_range(self._hub, self._location, self._model, self._file, at, end) as pieces:
                    for piece in pieces:
                        if self._stop.is_set():
                            raise HubError(f"{self.name} was not read", "stopped", trouble="content")
                        self.front += piece
                        if len(self.front) > end:  # a server without ranges would send all of it
                            return
                if len(self.front) >= end:
                    return
                raise HubError(
                    f"{self.name} cannot be read", "the server sends less than it announced", "", trouble="network"
                )
            except HubError as error:
                failures += 1
                self._location = None
                wait = self._patience.wait_s(error, failures)
                if wait is None or self._stop.wait(wait):
                    raise


def _read_one(hub: Hub, model: RemoteModel, file: RemoteFile, stop: threading.Event, patience: Patience) -> Header:
    path = f"{model.repo}/{file.name}"
    kept = _kept_file(file)
    if kept is not None and kept.is_file():
        try:
            header = parse_header(BytesSource(kept.read_bytes(), path, file.size), path)
            kept.touch()
            return header
        except (GgufError, OSError):  # of an earlier version of the reader, or damaged: read it again
            kept.unlink(missing_ok=True)
    source = RangeSource(hub, model, file, stop, patience)
    header = parse_header(source, path)
    if kept is not None:
        _keep(kept, bytes(source.front))
    return header


def _kept_file(file: RemoteFile) -> Path | None:
    return paths.cache_dir() / "headers" / file.sha256 if file.sha256 else None


def _keep(path: Path, front: bytes) -> None:
    """Write one and remove the oldest beyond what is kept in all."""
    try:
        with replacing(path) as target:
            target.write(front)
        files = sorted(
            ((file.stat().st_mtime_ns, file.stat().st_size, file) for file in path.parent.iterdir()), reverse=True
        )
        total = 0
        for _, size, file in files:
            total += size
            if total > KEPT_BYTES:
                file.unlink(missing_ok=True)
    except OSError as error:
        log.info("A header could not be kept: %s", error)
