"""The program around the window: models on disk, drafts and their verdicts, memory, the demo model, settings.

Slow work runs on two background threads and calls back from there; the window brings it to its own thread.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import demo_model, history, paths, text_files
from app.compare.for_window import AppComparisons
from app.conversations.store import ConversationStore
from app.hardware import MemorySampler
from app.library import Folder, Library, ModelRow, folders_of, header_of
from app.models_for_window import AppCollection
from engine.errors import PacelineError
from engine.mtp_heads import check_draft, is_sidecar
from ui.services import DemoProgress, DraftChoice, MemoryReading, ModelChoice, TextFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.hub.client import Hub
    from app.settings import Settings, SettingsStore
    from engine.gguf_header import Header

log = logging.getLogger(__name__)
_ORDER: Final = {"ok": 0, "warn": 1, "refuse": 2}


class AppServices:
    """`ui.services.Services` for the real program. `close` saves conversations and ends what runs in the background."""

    def __init__(
        self, store: SettingsStore, library: Library | None = None, make_hub: Callable[[], Hub] | None = None
    ) -> None:
        """library: another one than that of the settings' folders. make_hub: another hub than the usual one."""
        self._store = store
        store.in_background()
        given = library.folders if library is not None else ()

        def folders(settings: Settings) -> Sequence[Folder]:
            return (*given, *(Folder(Path(one)) for one in settings.model_folders)) if given else folders_of(settings)

        self._library = library or Library(folders_of(store.settings), store.settings.model_files)
        self._library.recall()
        self.conversations = ConversationStore(paths.conversations_file())
        self.comparisons = AppComparisons()
        self._sampler = MemorySampler()
        self._sampler.start()
        self.collection = AppCollection(store, self._library, self._sampler.latest, make_hub, folders)
        self._closing = threading.Event()
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="services")

    def close(self) -> None:
        """Stop fetching, drop what waits, and wait for what runs."""
        self._closing.set()
        self.conversations.close()
        self.comparisons.close()
        self.collection.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._sampler.close()
        self._store.close()

    def models(self) -> Sequence[ModelChoice]:
        return [row.choice() for row in self._library.rows]

    def rescan(self, done: Callable[[Sequence[ModelChoice]], None]) -> None:
        def work() -> None:
            self._library.scan()
            self.collection.refresh()
            done(self.models())

        self._in_background(work)

    def add_model(self, path: str) -> ModelChoice:
        row, new = self._library.add(str(Path(path).absolute()))
        if new:
            self._store.change(model_files=[*self._store.settings.model_files, row.path])
            self.collection.refresh()
        return row.choice()

    def drafts(self, target: str, done: Callable[[Sequence[DraftChoice]], None]) -> None:
        def work() -> None:
            rows = [row for row in self._library.rows or self._library.scan() if row.path != target]
            verdicts = [(row, _verdict(target, row)) for row in rows]
            verdicts.sort(key=lambda pair: (_ORDER[pair[1].level], pair[0].size))
            done([choice for _, choice in verdicts])

        self._in_background(work)

    def memory(self) -> Sequence[MemoryReading]:
        return self._sampler.latest()

    def fetch_demo(self, progress: Callable[[DemoProgress], None]) -> Callable[[], None]:
        cancelled = _AnyEvent(self._closing)

        def work() -> None:
            try:
                path = demo_model.fetch(lambda fraction: progress(DemoProgress(fraction)), cancelled)
            except demo_model.CancelledError:
                progress(DemoProgress(error="Stopped."))
            except PacelineError as error:
                progress(DemoProgress(error=str(error)))
            else:
                self._library.scan()
                progress(DemoProgress(1.0, path=str(path)))

        self._in_background(work)
        return cancelled.set

    def read_text(self, path: str, done: Callable[[TextFile | PacelineError], None]) -> None:
        def work() -> None:
            try:
                done(text_files.read(path))
            except PacelineError as error:
                done(error)

        self._in_background(work)

    def history_size(self, done: Callable[[int], None]) -> None:
        self._in_background(lambda: done(history.size(paths.history_dir())))

    def clear_history(self) -> int:
        return history.clear(paths.history_dir())

    @property
    def problems(self) -> Sequence[str]:
        return self._store.problems

    def setting(self, key: str, default: str) -> str:
        return self._store.settings.window.get(key, default)

    def remember(self, settings: Mapping[str, str]) -> None:
        self._store.remember(settings)

    def when_unsaved(self, told: Callable[[str], None]) -> None:
        self._store.when_unsaved(told)

    def _in_background(self, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except Exception:
                log.exception("A bug in background work")

        if not self._closing.is_set():
            self._pool.submit(guarded)


class _AnyEvent(threading.Event):
    """An event that counts as set when another one is."""

    def __init__(self, other: threading.Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or self._other.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(timeout) or self._other.is_set()


def _verdict(target: str, row: ModelRow) -> DraftChoice:
    try:
        header = _header(row.path)
        verdict = check_draft(_header(target), header)
    except PacelineError as error:
        return DraftChoice(row.choice(), "refuse", error.why or error.what)
    return DraftChoice(row.choice(), verdict.level, verdict.sentence, is_sidecar(header))


@lru_cache(maxsize=16)
def _header(path: str) -> Header:
    return header_of(Path(path))
