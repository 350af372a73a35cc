"""The models for the window: `ui.models.services.Collection` on the same library, verdicts and hub as the commands.

What reads disks runs on a small pool; what waits for a network, or reads whole files, has a thread of its own that ends
with the program. The hub's client library is imported when somebody asks the hub for the first time.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from app import library, paths
from app.library import Library, ModelHashes, Watcher, duplicates, folders_of, plan_removal, remove
from app.models_hub import HubSide
from app.models_memory import MemoryPlanner
from app.models_values import entry_of, places_of, removal_of, trouble_of
from engine.commands import ContextOptions
from engine.errors import PacelineError, RefusedError, UsageError
from engine.events import DeviceInfo
from ui.models.services import (
    Bill,
    BillWish,
    Cancel,
    Checksum,
    Done,
    Download,
    DraftOffer,
    HubNews,
    HubRepository,
    Removal,
    Shelf,
    Trouble,
)

if TYPE_CHECKING:
    from app.hub.client import Hub
    from app.library import Folder
    from app.settings import Settings, SettingsStore
    from ui.services import MemoryReading

T = TypeVar("T")
log = logging.getLogger(__name__)
_TELL_EVERY_S: Final = 0.5  # of what fits, while that is worked out


class AppCollection:
    """`ui.models.services.Collection` for the real program. Nothing runs before somebody listens or asks."""

    def __init__(
        self,
        store: SettingsStore,
        shelf: Library,
        readings: Callable[[], Sequence[MemoryReading]],
        make_hub: Callable[[], Hub] | None = None,
        folders: Callable[[Settings], Sequence[Folder]] = folders_of,
    ) -> None:
        """readings: of memory, as the sampler takes them. make_hub: another hub than the usual one. folders: to look
        into, from settings that have just changed."""
        self._store = store
        self._library = shelf
        self._folders = folders
        self._hashes = ModelHashes.usual()
        self._planner = MemoryPlanner(readings)
        self._hub = HubSide(make_hub, self._planner, self._own_folder, self._rows_with_headers, self._come)
        self._watcher: Watcher | None = None  # while somebody listens
        self._looking = 0
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self._listeners: list[Callable[[Shelf], None]] = []
        self._closing = threading.Event()
        self._stop_drafts = threading.Event()
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="models")
        self._fitter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fits")

    def close(self) -> None:
        """Stop. Downloads stay resumable."""
        self._closing.set()
        self._stop_drafts.set()
        self._stop_watching()
        self._hub.close()
        for pool in (self._pool, self._fitter):
            pool.shutdown(wait=True, cancel_futures=True)

    # ---- what is here

    def set_machine(self, devices: Sequence[DeviceInfo], usual: ContextOptions) -> None:
        if self._planner.set_machine(devices, usual):
            self._work_out_fits()

    def listen(self, shelf: Callable[[Shelf], None], downloads: Callable[[Sequence[Download]], None]) -> Cancel:
        self._listeners.append(shelf)
        self._in_background(self._tell)
        leave = self._hub.listen(downloads)
        self._in_background(self._hub.take_up)
        if self._watcher is None:
            self._watcher = Watcher(self._library, self.look_again)
            self._watcher.start()

        def stop() -> None:
            self._listeners.remove(shelf)
            leave()
            if not self._listeners:
                self._stop_watching()

        return stop

    def look_again(self) -> None:
        if not self._closing.is_set():
            with self._lock:
                self._looking += 1
            self._in_background(self._look)

    def refresh(self) -> None:
        """The library was changed by somebody else."""
        if self._listeners:
            self._in_background(self._tell)
            self._work_out_fits()

    def add(self, paths: Sequence[str], done: Callable[[str, Trouble | None], None]) -> None:
        def work() -> None:
            new, trouble = "", None
            for path in map(Path, paths):
                try:
                    if path.is_dir():
                        self._look_into(path)
                    else:
                        row, is_new = self._library.add(str(path.absolute()))
                        new = new or row.path
                        if is_new:
                            self._store.change(model_files=[*self._store.settings.model_files, row.path])
                except PacelineError as error:
                    trouble = trouble or trouble_of(error)
            self._look_at_settings()
            self._scan()
            done(new, trouble)

        self._in_background(work)

    def add_folder(self, path: str, done: Done) -> None:
        self._change(lambda: self._look_into(Path(path)), done)

    def remove_folder(self, path: str, done: Done) -> None:
        def change() -> None:
            left = [folder for folder in self._store.settings.model_folders if Path(folder).expanduser() != Path(path)]
            self._store.change(model_folders=left)

        self._change(change, done)

    def set_own_folder(self, path: str, done: Done) -> None:
        def change() -> None:
            usual, before = paths.models_dir(), self._own_folder()
            chosen = Path(path) if path else usual
            _check_writable(chosen)
            self._hub.leave_folder()
            others = self._store.settings.model_folders
            kept = [str(before)] if before != usual and str(before) not in others else []
            self._store.change(models_folder="" if chosen == usual else path, model_folders=[*others, *kept])
            self._hub.take_up()

        self._change(change, done)

    # ---- one model

    def bill(self, wish: BillWish, done: Callable[[Bill | Trouble], None]) -> None:
        def work() -> Bill:
            return self._planner.bill(wish, self._hub.draft_of(wish))

        self._answer(work, done)

    def checksum(self, path: str, told: Callable[[Checksum], None]) -> Cancel:
        def work(stopped: Callable[[], bool], progress: Callable[[int, int], None]) -> Checksum:
            return Checksum(digest=self._hashes.of(path, stopped, progress))

        return self._read(work, told)

    def copies(self, path: str, told: Callable[[Checksum], None]) -> Cancel:
        def work(stopped: Callable[[], bool], progress: Callable[[int, int], None]) -> Checksum:
            sizes = {row.size for row in self._library.rows if row.path == path}
            alike = [row for row in self._library.rows if row.size in sizes]
            groups = duplicates(alike, self._hashes, stopped, progress)
            same = next((group for group in groups if any(row.path == path for row in group)), ())
            return Checksum(copies=tuple(row.path for row in same if row.path != path))

        return self._read(work, told)

    def removal(self, path: str, loaded: Sequence[str], done: Callable[[Removal], None]) -> None:
        def work() -> Removal:
            return removal_of(self._plan_removal(path, loaded))

        def answer(found: Removal | Trouble) -> None:
            done(Removal((), 0, refused=found) if isinstance(found, Trouble) else found)

        self._answer(work, answer)

    def delete(self, path: str, loaded: Sequence[str], for_good: bool, done: Done) -> None:
        def work() -> Trouble | None:
            planned = self._plan_removal(path, loaded)
            try:
                remove(planned, for_good=for_good)
            except RefusedError as error:
                trouble = trouble_of(error)
                no_trash = planned.refusal is None and not for_good
                return Trouble(trouble.what, trouble.why, trouble.next_step, "no-trash") if no_trash else trouble
            left = [file for file in self._store.settings.model_files if file != path]
            if left != self._store.settings.model_files:
                self._store.change(model_files=left)
            self._library.forget(path)
            self._tell()
            return None

        self._answer(work, done)

    # ---- drafts and the hub

    def drafts(self, target: str, done: Callable[[Sequence[DraftOffer] | Trouble], None]) -> None:
        self._stop_drafts.set()  # who asks again does not wait for the answer of before
        self._stop_drafts = stop = threading.Event()

        def work() -> None:
            found = _tried(lambda: self._hub.on_disk(target, stop))
            if not stop.is_set():
                done(found)

        self._in_background(work)

    def look_on_hub(self, target: str, told: Callable[[HubNews], None]) -> Cancel:
        stop = threading.Event()

        def work() -> None:
            try:
                self._hub.look(target, told, stop)
            except PacelineError as error:
                told(HubNews(self._hub.known(target), (trouble_of(error),), over=True))

        self._alone(work)
        return stop.set

    def repository(self, repo: str, target: str, done: Callable[[HubRepository | Trouble], None]) -> None:
        self._answer_alone(lambda: self._hub.repository(repo, target), done)

    def download(self, repo: str, file: str, target: str, done: Done) -> None:
        self._answer_alone(lambda: self._hub.download(repo, file, target), done)

    def pause(self, download: int) -> None:
        self._in_background(lambda: self._hub.queue().pause(download))

    def resume(self, download: int) -> None:
        self._in_background(lambda: self._hub.queue().resume(download))

    def cancel(self, download: int) -> None:
        self._in_background(lambda: self._hub.cancel(download))

    def set_token(self, token: str, done: Callable[[str | Trouble], None]) -> None:
        self._answer_alone(lambda: self._hub.keep_token(token), done)

    # ---- inside

    def _stop_watching(self) -> None:
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _own_folder(self) -> Path:
        return library.own_folder(self._store.settings)

    def _rows_with_headers(self) -> Sequence[library.ModelRow]:
        rows = self._library.rows or self._library.scan()
        return [row for row in rows if row.kind != "unreadable"]

    def _plan_removal(self, path: str, loaded: Sequence[str]) -> library.Removal:
        row = next((row for row in self._library.rows if row.path == path), None)
        if row is None:
            raise RefusedError(f"{Path(path).name} is not there any more", "", "Look for models again.")
        made = paths.made_drafts_dir()
        return plan_removal(row, self._library.rows, self._store.settings, loaded=loaded, made_dir=made)

    def _look_into(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UsageError(f"{folder} cannot be looked into", "it is no folder that is there")
        known = {str(one.path) for one in self._library.folders}
        if str(folder) not in known:
            self._store.change(model_folders=[*self._store.settings.model_folders, str(folder)])

    def _change(self, change: Callable[[], None], done: Done) -> None:
        """Change the settings, then look at the folders that follow from them."""

        def work() -> Trouble | None:
            change()
            self._look_at_settings()
            self._scan()
            return None

        self._answer(work, done)

    def _look_at_settings(self) -> None:
        settings = self._store.settings
        self._library.look_into(self._folders(settings), settings.model_files)

    def _scan(self) -> None:
        with self._lock:
            self._looking += 1
        self._look()

    def _look(self) -> None:
        self._tell()
        try:
            self._library.scan()
        finally:
            with self._lock:
                self._looking -= 1
            self._tell()
        self._work_out_fits()

    def _come(self) -> None:
        """A download has come to its end: it must be on the shelf before anybody hears of that."""
        self._scan()

    def _work_out_fits(self) -> None:
        if not self._closing.is_set() and self._listeners:
            self._fitter.submit(self._fits)

    def _fits(self) -> None:
        """Header by header, so that the table fills while one looks."""
        missing = [row for row in self._library.rows if row.usable and not self._planner.is_known(row)]
        told = time.monotonic()
        for row in missing:
            if self._closing.is_set():
                return
            self._planner.work_out(row)
            if row is missing[-1] or time.monotonic() - told > _TELL_EVERY_S:
                self._tell()
                told = time.monotonic()

    def _shelf(self) -> Shelf:
        rows = self._library.rows
        entries = tuple(entry_of(row, self._planner.fit(row)) for row in rows)
        places = tuple(places_of(self._library.folders, rows, self._own_folder()))
        return Shelf(entries, places, self._looking > 0)

    def _tell(self) -> None:
        with self._telling:  # so that nobody hears of how it was after how it is
            shelf = self._shelf()
            for told in tuple(self._listeners):
                told(shelf)

    def _read(
        self,
        work: Callable[[Callable[[], bool], Callable[[int, int], None]], Checksum],
        told: Callable[[Checksum], None],
    ) -> Cancel:
        """Read whole files on a thread of its own, with progress."""
        stop = threading.Event()

        def stopped() -> bool:
            return stop.is_set() or self._closing.is_set()

        def run() -> None:
            try:
                found = work(stopped, lambda done, total: told(Checksum(done, total)))
            except PacelineError as error:
                found = Checksum(trouble=trouble_of(error))
            if not stopped():
                told(found)

        self._alone(run)
        return stop.set

    def _answer(self, work: Callable[[], T], done: Callable[[T | Trouble], None]) -> None:
        self._in_background(lambda: done(_tried(work)))

    def _answer_alone(self, work: Callable[[], T], done: Callable[[T | Trouble], None]) -> None:
        self._alone(lambda: done(_tried(work)))

    def _in_background(self, work: Callable[[], object]) -> None:
        if not self._closing.is_set():
            self._pool.submit(_guarded, work)

    def _alone(self, work: Callable[[], None]) -> None:
        if not self._closing.is_set():
            threading.Thread(target=_guarded, args=(work,), name="models, alone", daemon=True).start()


def _tried(work: Callable[[], T]) -> T | Trouble:
    try:
        return work()
    except PacelineError as error:
        return trouble_of(error)
    except Exception as error:
        log.exception("A bug around the models")
        return Trouble("that did not work", f"a bug of Paceline: {type(error).__name__}", "The log has the details.")


def _guarded(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:
        log.exception("A bug around the models")


def _check_writable(folder: Path) -> None:
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UsageError(f"downloads cannot go to {folder}", "it cannot be written to", "Choose another folder.")
