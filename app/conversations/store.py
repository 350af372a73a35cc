"""`ui.services.Conversations`: everything asked for goes through one queue to one thread, which alone touches the file.

So that every reading sees every writing before it, the window never waits, and nothing has to be locked. Text of
replies is gathered and written every `SAVE_EVERY_S`; everything else is a transaction of its own, on disk when its
callback comes. What happens when the file fails is in `app.conversations.keeper`.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Literal, TypeVar

from app.conversations import catalogue, extras, messages, search, shelf, transfer
from app.conversations.keeper import Keeper
from app.conversations.values import check_settings
from engine.commands import Sampling
from engine.errors import RefusedError
from engine.events import StopReason, TextRun
from ui.services import (
    ChatSettings,
    ConversationRow,
    Draft,
    ExchangeResult,
    ReplyFigures,
    SamplingProfile,
    SearchPage,
    StorageNotice,
    StoredConversation,
    SystemPrompt,
    TextFile,
)

SAVE_EVERY_S = 0.4
AS_DEFAULTS = ChatSettings()
ResultT = TypeVar("ResultT")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    """Work on the database. writes: it changes something, and is done again when memory goes back to disk."""

    work: Callable[[Connection], Any]
    writes: bool
    done: Callable[[Any], None] | None = None
    failed: Callable[[Exception], None] | None = None


@dataclass(frozen=True, slots=True)
class _Growth:
    reply: int
    runs: tuple[TextRun, ...]


class _Retry:
    """Try the disk again."""


class ConversationStore:
    """The conversations in one file; see `ui.services.Conversations` for what each method promises."""

    def __init__(self, file: Path, retry_every_s: float = 10.0) -> None:
        """retry_every_s: how often, at most, writing is tried again by itself while the disk fails."""
        self._queue: queue.SimpleQueue[_Job | _Growth | _Retry | None] = queue.SimpleQueue()
        self._keeper = Keeper(file, self._tell, retry_every_s)
        self._listeners: list[Callable[[StorageNotice], None]] = []
        self._told: list[StorageNotice] = []
        self._listening = threading.Lock()
        self._last_id = 0
        self._last_time = 0.0
        self._ids = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False
        self._asides: list[threading.Thread] = []
        self._grown: dict[int, list[TextRun]] = {}
        self._due = 0.0
        self._thread = threading.Thread(target=self._run, name="conversations", daemon=True)
        self._thread.start()

    def listen(self, told: Callable[[StorageNotice], None]) -> None:
        with self._listening:
            self._listeners.append(told)
            earlier = tuple(self._told)
        for notice in earlier:
            told(notice)

    def create(self, settings: ChatSettings = AS_DEFAULTS) -> int:
        check_settings(settings)
        key, now = self._next_id(), self._now()
        self._write(lambda connection: catalogue.create(connection, key, settings, now))
        return key

    def page(
        self,
        done: Callable[[Sequence[ConversationRow]], None],
        after: ConversationRow | None = None,
        limit: int = 200,
        deleted: bool = False,
    ) -> None:
        self._read(lambda connection: catalogue.page(connection, after, limit, deleted), done)

    def load(self, conversation: int, done: Callable[[StoredConversation | None], None]) -> None:
        self._read(lambda connection: messages.load(connection, conversation), done)

    def ask(
        self,
        conversation: int,
        parent: int | None,
        text: str,
        saved: Callable[[bool], None],
        files: Sequence[TextFile] = (),
    ) -> int:
        key, now, kept = self._next_id(), self._now(), tuple(files)
        self._write(
            lambda connection: messages.add_question(connection, key, conversation, parent, text, now, kept),
            lambda _: saved(self._keeper.on_disk),
            lambda _: saved(False),
        )
        return key

    def start_reply(self, conversation: int, parent: int, model: str, preset: str) -> int:
        key, now = self._next_id(), self._now()
        self._write(lambda connection: messages.add_reply(connection, key, conversation, parent, model, preset, now))
        return key

    def grow_reply(self, reply: int, runs: Sequence[TextRun]) -> None:
        self._put(_Growth(reply, tuple(runs)))

    def finish_reply(
        self, reply: int, figures: ReplyFigures, stop_reason: StopReason | None = None, note: str = ""
    ) -> None:
        self._write(lambda connection: messages.finish_reply(connection, reply, figures, stop_reason, note))

    def continue_reply(self, reply: int) -> None:
        self._write(lambda connection: messages.reopen_reply(connection, reply))

    def leave_out(self, messages: Sequence[int], left_out: bool) -> None:
        keys = tuple(messages)
        self._write(lambda connection: extras.leave_out(connection, keys, left_out))

    def keep_draft(self, conversation: int, draft: Draft) -> None:
        self._write(lambda connection: extras.keep_draft(connection, conversation, draft))

    def drafts(self, done: Callable[[Mapping[int, Draft]], None]) -> None:
        self._read(extras.drafts, done)

    def show_branch(self, message: int) -> None:
        self._write(lambda connection: messages.show_branch(connection, message))

    def check_settings(self, settings: ChatSettings) -> None:
        check_settings(settings)

    def set_settings(self, conversation: int, settings: ChatSettings) -> None:
        check_settings(settings)
        self._write(lambda connection: catalogue.set_settings(connection, conversation, settings))

    def rename(self, conversation: int, title: str) -> None:
        self._write(lambda connection: catalogue.rename(connection, conversation, extras.clean(title)))

    def pin(self, conversation: int, pinned: bool) -> None:
        self._write(lambda connection: catalogue.pin(connection, conversation, pinned))

    def delete(self, conversation: int) -> None:
        now = self._now()
        self._write(lambda connection: catalogue.mark_deleted(connection, conversation, now))

    def undelete(self, conversation: int) -> None:
        self._write(lambda connection: catalogue.mark_deleted(connection, conversation, None))

    def purge(self, conversation: int) -> None:
        self._write(lambda connection: catalogue.purge(connection, conversation))

    def search(
        self, query: str, done: Callable[[SearchPage], None], before: int | None = None, limit: int = 50
    ) -> None:
        self._read(lambda connection: search.find(connection, extras.clean(query), before, limit), done)

    def export(
        self,
        conversations: Sequence[int],
        path: str,
        kind: Literal["markdown", "json"],
        done: Callable[[ExchangeResult], None],
    ) -> None:
        keys = tuple(conversations)
        self._aside("export", lambda: done(transfer.export_file(self._perform, keys, Path(path), kind)))

    def import_file(self, path: str, done: Callable[[ExchangeResult], None]) -> None:
        now = self._now()
        self._aside("import", lambda: done(transfer.import_file(self._perform, Path(path), self._next_id, now)))

    def defaults(self, done: Callable[[ChatSettings], None]) -> None:
        self._read(shelf.defaults, done)

    def set_defaults(self, settings: ChatSettings) -> None:
        check_settings(settings)
        self._write(lambda connection: shelf.set_defaults(connection, settings))

    def profiles(self, done: Callable[[Sequence[SamplingProfile]], None]) -> None:
        self._read(shelf.profiles, done)

    def keep_profile(self, name: str, sampling: Sampling) -> None:
        name = shelf.checked_profile_name(name, sampling)
        self._write(lambda connection: shelf.keep_profile(connection, name, sampling))

    def drop_profile(self, name: str) -> None:
        self._write(lambda connection: shelf.drop(connection, "profile", name))

    def prompts(self, done: Callable[[Sequence[SystemPrompt]], None]) -> None:
        self._read(shelf.prompts, done)

    def keep_prompt(self, name: str, text: str) -> None:
        text = extras.clean(text)
        name = shelf.checked_prompt_name(name, text)
        self._write(lambda connection: shelf.keep_prompt(connection, name, text))

    def drop_prompt(self, name: str) -> None:
        self._write(lambda connection: shelf.drop(connection, "prompt", name))

    def retry(self) -> None:
        self._put(_Retry())

    def flush(self, timeout_s: float = 5.0) -> bool:
        reached = threading.Event()
        self._read(lambda _: None, lambda _: reached.set())
        return reached.wait(timeout_s)

    def close(self) -> None:
        self._put(None)
        for aside in self._asides:
            aside.join()
        self._thread.join()

    def _now(self) -> float:
        """Seconds since 1970, to the millisecond, so that an exported file holds them exactly; never the same twice, so
        that what was done later also comes later in the list."""
        with self._ids:
            self._last_time = max(round(time.time(), 3), round(self._last_time + 0.001, 3))
            return self._last_time

    def _next_id(self) -> int:
        with self._ids:
            self._last_id = max(self._last_id + 1, time.time_ns() // 1000)
            return self._last_id

    def _write(
        self,
        work: Callable[[Connection], ResultT],
        done: Callable[[ResultT], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._put(_Job(work, True, done, failed))

    def _read(self, work: Callable[[Connection], ResultT], done: Callable[[ResultT], None]) -> None:
        self._put(_Job(work, False, done))

    def _put(self, job: _Job | _Growth | _Retry | None) -> bool:
        """Queue work; False once the store was closed, which None does."""
        with self._closing:
            if self._closed:
                return False
            self._closed = job is None
            self._queue.put(job)
            return True

    def _perform(self, work: Callable[[Connection], Any], writes: bool) -> Any:
        """Let the store's thread do something, and wait for it. Not for that thread, and not for the window's."""
        result: Future[Any] = Future()
        if not self._put(_Job(work, writes, result.set_result, result.set_exception)):
            raise RefusedError("This was not done", "Paceline is being closed")
        return result.result()

    def _aside(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._asides = [one for one in self._asides if one.is_alive()] + [thread]
        thread.start()

    def _tell(self, notice: StorageNotice) -> None:
        log.warning("%s: %s", notice.what, notice.why)
        with self._listening:
            self._told.append(notice)
            listeners = tuple(self._listeners)
        for told in listeners:
            told(notice)

    def _run(self) -> None:
        newest = self._keeper.open()
        with self._ids:
            self._last_id = max(self._last_id, newest)
        while True:
            try:
                item = self._queue.get(timeout=max(self._due - time.monotonic(), 0.0) if self._grown else None)
            except queue.Empty:
                self._save_grown()
                continue
            if isinstance(item, _Growth):
                if not self._grown:
                    self._due = time.monotonic() + SAVE_EVERY_S
                self._grown.setdefault(item.reply, []).extend(item.runs)
                if time.monotonic() >= self._due:
                    self._save_grown()
                continue
            self._save_grown()
            if item is None:
                break
            if isinstance(item, _Retry):
                self._keeper.retry(asked=True)
            else:
                self._do(item)
        self._keeper.close()

    def _save_grown(self) -> None:
        grown, self._grown = self._grown, {}
        for reply, runs in grown.items():
            self._do(_Job(partial(messages.add_runs, reply=reply, runs=runs), writes=True))

    def _do(self, job: _Job) -> None:
        try:
            result = self._keeper.perform(job.work, job.writes)
        except Exception as error:
            log.exception("A bug: a change or a reading of conversations failed")
            self._tell(StorageNotice("bug", "A change to a conversation could not be kept", type(error).__name__))
            if job.failed is not None:
                job.failed(error)
            return
        if job.done is not None:
            try:
                job.done(result)
            except Exception:
                log.exception("A bug in what was to be done with stored conversations")
