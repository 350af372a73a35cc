"""The queue of downloads: one after the other, each of which can be paused, resumed and cancelled at any time.

Whatever ends the program, a download that was begun is found again as a paused one, with every byte that was written.
"""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from huggingface_hub import try_to_load_from_cache

from app.hub.errors import HubError
from app.hub.ranges import Patience
from app.hub.resume import Unfinished, unfinished_in
from app.hub.transfer import StoppedError, Transfer
from app.hub.values import DownloadRow, Meant
from engine.errors import PacelineError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.hub.client import Hub
    from app.hub.transfer import Activity
    from app.hub.values import DownloadState, RemoteModel

TOLD_EVERY_S: Final = 0.2
_SPEED_OVER_S: Final = 5.0
_CLOSING_S: Final = 1.0
log = logging.getLogger(__name__)


class Speed:
    """Bytes per second over the last seconds, by a clock that is given (seconds)."""

    def __init__(self, over_s: float = _SPEED_OVER_S) -> None:
        self._over_s = over_s
        self._came: deque[tuple[float, int]] = deque()

    def note(self, now_s: float, n_bytes: int) -> None:
        self._came.append((now_s, n_bytes))
        while self._came and self._came[0][0] < now_s - self._over_s:
            self._came.popleft()

    def value(self, now_s: float) -> float | None:
        """None until there is anything to go by."""
        recent = [(at, n_bytes) for at, n_bytes in self._came if at >= now_s - self._over_s]
        if len(recent) < 2 or now_s <= recent[0][0]:
            return None
        return max(0, sum(n_bytes for _, n_bytes in recent[1:])) / (now_s - recent[0][0])

    def reset(self) -> None:
        self._came.clear()


@dataclass(slots=True)
class _Download:
    id: int
    job: Unfinished
    path: str
    state: DownloadState
    done: int
    activity: Activity = "transferring"
    error: PacelineError | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    speed: Speed = field(default_factory=Speed)
    told_at: float = 0.0

    def row(self, now_s: float) -> DownloadRow:
        model = self.job.model
        speed = self.speed.value(now_s) if self.state == "running" and self.activity == "transferring" else None
        left = (model.size - self.done) / speed if speed else None
        return DownloadRow(
            self.id, model.repo, model.name, self.path, self.state, self.done, model.size, self.activity, speed, left,
            self.error, self.job.meant,
        )  # fmt: skip


class Downloads:
    """A queue over one folder. Any thread may call; listeners are called on the caller's thread or the queue's own."""

    def __init__(self, hub: Hub, folder: Path, patience: Patience | None = None) -> None:
        """Unfinished downloads below `folder` are there as paused ones. Nothing is fetched before it is asked for."""
        self._hub = hub
        self._folder = folder
        self._patience = patience or Patience()
        self._numbers = itertools.count(1)
        self._downloads: dict[int, _Download] = {}
        self._current: _Download | None = None
        self._listeners: list[Callable[[DownloadRow], None]] = []
        self._changed = threading.Condition()
        self._closing = False
        self._worker: threading.Thread | None = None
        for job in unfinished_in(folder):
            self._new(job, str(job.path), "paused", job.done)

    @property
    def rows(self) -> tuple[DownloadRow, ...]:
        """All downloads in the order in which they were added; cancelled ones are gone."""
        now = time.monotonic()
        with self._changed:
            return tuple(download.row(now) for download in self._downloads.values())

    def listen(self, told: Callable[[DownloadRow], None]) -> None:
        """Hear each change of state at once, and progress some times a second. Must return quickly."""
        with self._changed:
            self._listeners.append(told)

    def add(self, model: RemoteModel, meant: Meant | None = None) -> int:
        """Fetch a model when its turn comes; the id of the download. One that is known already is resumed.

        meant: what it is for; it stays what it was where nothing is said.
        Raises PacelineError for names that have no place below the folder.
        """
        job = Unfinished(model, self._folder)
        path = str(job.path)
        with self._changed:
            known = next((one for one in self._downloads.values() if one.path == path), None)
            if known is None or (known.state == "done" and not Path(path).exists()):
                cached = in_hugging_face_cache(model)
                if cached is None:
                    known = self._new(job, path, "queued", job.done)
                else:
                    known = self._new(job, str(cached), "done", model.size)
                self._start_worker()
            if meant is not None:
                known.job.meant = meant  # on disk as soon as it runs
        if known.state in ("paused", "failed"):
            self.resume(known.id)
        else:
            self._tell(known)
        return known.id

    def pause(self, number: int) -> None:
        """Stop after the bytes that are on the way. Raises UsageError for an unknown id, as do the others."""
        self._change(number, "paused", unless=("done", "failed", "paused"))

    def resume(self, number: int) -> None:
        """Queue a paused or failed one again."""
        self._change(number, "queued", unless=("done", "running", "queued"))

    def cancel(self, number: int) -> None:
        """Give a download up and remove what was fetched of it. A finished one only leaves the list."""
        download = self._one(number)
        finished = download.state == "done"
        self._change(number, "cancelled", unless=())
        with self._changed:
            self._downloads.pop(number, None)
            is_running = self._current is download
        if not finished and not is_running:
            _remove(download.job)

    def wait(self, number: int, timeout_s: float | None = None) -> DownloadRow:
        """Wait until a download stands still (paused, failed, done), or the time is over; how it stands then."""
        download = self._one(number)
        with self._changed:
            self._changed.wait_for(
                lambda: download.state not in ("queued", "running") and self._current is not download, timeout_s
            )
        return download.row(time.monotonic())

    def close(self) -> None:
        """Stop. What was fetched stays and can be resumed later."""
        with self._changed:
            self._closing = True
            if self._current is not None:
                self._current.stop.set()
            self._changed.notify_all()
        if self._worker is not None:
            self._worker.join(_CLOSING_S)

    def _new(self, job: Unfinished, path: str, state: DownloadState, done: int) -> _Download:
        download = _Download(next(self._numbers), job, path, state, done)
        self._downloads[download.id] = download
        return download

    def _one(self, number: int) -> _Download:
        with self._changed:
            if number not in self._downloads:
                raise UsageError(f"there is no download {number}")
            return self._downloads[number]

    def _change(self, number: int, state: DownloadState, unless: tuple[DownloadState, ...]) -> None:
        download = self._one(number)
        with self._changed:
            if download.state in unless:
                return
            download.state = state
            download.error = None
            download.stop.set()
            if state == "queued":
                download.stop = threading.Event()
                download.speed.reset()
                self._start_worker()
            self._changed.notify_all()
        self._tell(download)

    def _start_worker(self) -> None:
        if self._worker is None:
            # A daemon: a server that has fallen silent must not keep the program from ending.
            self._worker = threading.Thread(target=self._work, name="downloads", daemon=True)
            self._worker.start()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._next() is not None)
                download = self._next()
                if self._closing or download is None:
                    return
                self._current = download
                download.state = "running"
                download.done = _bytes_here(download.job)
                stop = download.stop
            self._tell(download)
            ended, error = self._run(download, stop)
            with self._changed:
                self._current = None
                if download.stop is stop and download.state == "running":
                    download.state, download.error = ended, error
                self._changed.notify_all()
            if download.state == "cancelled":
                _remove(download.job)
            else:
                self._tell(download)

    def _next(self) -> _Download | None:
        return next((one for one in self._downloads.values() if one.state == "queued"), None)

    def _run(self, download: _Download, stop: threading.Event) -> tuple[DownloadState, PacelineError | None]:
        """How it ended."""

        def told(n_bytes: int, activity: Activity) -> None:
            now = time.monotonic()
            download.done += n_bytes
            download.speed.note(now, n_bytes)
            if download.activity != activity or now - download.told_at >= TOLD_EVERY_S:
                download.activity, download.told_at = activity, now
                self._tell(download)

        try:
            Transfer(self._hub, download.job, stop, told, self._patience).run()
        except StoppedError:
            return "paused", None
        except PacelineError as error:
            return "failed", error
        except Exception as error:
            log.exception("A bug in a download")
            return "failed", HubError(f"{download.job.model.name} was not fetched", f"a bug: {error}", "See the log.")
        download.done = download.job.model.size
        return "done", None

    def _tell(self, download: _Download) -> None:
        with self._changed:
            row, listeners = download.row(time.monotonic()), tuple(self._listeners)
        for told in listeners:
            try:
                told(row)
            except Exception:
                log.exception("A bug in a listener of downloads")


def in_hugging_face_cache(model: RemoteModel) -> Path | None:
    """The model's first file where another program has fetched all of it already; None where that is not so.

    The cache names its blobs by their SHA-256, so nothing has to be read.
    """
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    cache = Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
    found: list[Path] = []
    for file in model.files:
        path = try_to_load_from_cache(model.repo, file.name, cache_dir=cache, revision=model.commit)
        if not isinstance(path, str) or not file.sha256 or Path(path).resolve().name != file.sha256:
            return None
        if Path(path).stat().st_size != file.size:
            return None
        found.append(Path(path))
    return found[0]


def _bytes_here(job: Unfinished) -> int:
    """What is on disk of it; a place that has become impossible is told by the transfer."""
    try:
        return job.done
    except PacelineError:
        return 0


def _remove(job: Unfinished) -> None:
    try:
        job.remove()
    except (OSError, PacelineError) as error:
        log.warning("Parts of a cancelled download could not be removed: %s", error)
