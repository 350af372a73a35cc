"""Talking to a store as the window does, with answers as return values."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from app.conversations.store import ConversationStore
from engine.events import TextRun
from ui.services import ReplyFigures, StorageNotice, StoredConversation

WAIT_S = 60.0
ResultT = TypeVar("ResultT")


def answer(call: Callable[..., None], *arguments: Any, **named: Any) -> Any:
    """What `done` is called with."""
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    call(*arguments, done=answers.put, **named)
    return answers.get(timeout=WAIT_S)


@contextmanager
def opened(file: Path, retry_every_s: float = 10.0) -> Iterator[ConversationStore]:
    store = ConversationStore(file, retry_every_s)
    try:
        yield store
    finally:
        store.close()


def ask(store: ConversationStore, conversation: int, parent: int | None, text: str) -> tuple[int, bool]:
    """(the message's id, whether it is on disk)."""
    answers: queue.SimpleQueue[bool] = queue.SimpleQueue()
    key = store.ask(conversation, parent, text, answers.put)
    return key, answers.get(timeout=WAIT_S)


def exchange(
    store: ConversationStore, conversation: int, parent: int | None, question: str, reply: str
) -> tuple[int, int]:
    """A question and its complete reply: their ids."""
    asked, _ = ask(store, conversation, parent, question)
    replied = store.start_reply(conversation, asked, "Model", "Preset")
    store.grow_reply(replied, [TextRun(reply, "target")])
    store.finish_reply(replied, ReplyFigures(), "end")
    return asked, replied


def load(store: ConversationStore, conversation: int) -> StoredConversation:
    found = answer(store.load, conversation)
    assert isinstance(found, StoredConversation)
    return found


def texts(store: ConversationStore, conversation: int) -> list[str]:
    return [message.text for message in load(store, conversation).messages]


def titles(store: ConversationStore, **named: Any) -> list[str]:
    return [row.title for row in answer(store.page, **named)]


def found(store: ConversationStore, query: str) -> list[str]:
    """The excerpts of a search with their marks in brackets."""
    return [bracketed(hit.excerpt, hit.marks) for hit in answer(store.search, query).hits]


def bracketed(text: str, marks: Sequence[tuple[int, int]]) -> str:
    for start, end in reversed(marks):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def filled(store: ConversationStore, folder: Path, n_messages: int) -> int:
    """A conversation of messages 'm0', 'm1', ... below each other, taken from a file in `folder`."""
    when = "2026-11-03T12:00:00Z"
    messages = [
        {
            "id": i,
            "parent": i - 1 if i else None,
            "role": ("user", "assistant")[i % 2],
            "created": when,
            "runs": [{"text": f"m{i}"}],
        }
        for i in range(n_messages)
    ]
    source = folder / "filling.json"
    conversation = {"created": when, "updated": when, "messages": messages}
    content = {"format": "paceline-conversations", "version": 1, "conversations": [conversation]}
    source.write_text(json.dumps(content), encoding="utf-8")
    result = answer(store.import_file, str(source))
    assert result.error == ""
    (key,) = result.conversations
    assert isinstance(key, int)
    return key


class Notices:
    """Hears what a store tells."""

    def __init__(self, store: ConversationStore) -> None:
        self.all: list[StorageNotice] = []
        self._came = threading.Condition()
        store.listen(self._add)

    def _add(self, notice: StorageNotice) -> None:
        with self._came:
            self.all.append(notice)
            self._came.notify_all()

    def wait_for(self, kind: str) -> StorageNotice:
        with self._came:
            assert self._came.wait_for(lambda: any(one.kind == kind for one in self.all), WAIT_S), self.all
            return next(one for one in self.all if one.kind == kind)
