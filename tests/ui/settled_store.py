"""A real store of conversations that calls back before a call returns, for tests that are about something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from app.conversations.store import ConversationStore
from ui.services import ChatSettings, ConversationRow, Draft, SearchPage, StoredConversation, TextFile

T = TypeVar("T")
R = TypeVar("R")


class SettledStore(ConversationStore):
    """Waits for what it is asked for, and calls back on the caller's thread."""

    def page(
        self,
        done: Callable[[Sequence[ConversationRow]], None],
        after: ConversationRow | None = None,
        limit: int = 200,
        deleted: bool = False,
    ) -> None:
        self._settle(done, lambda kept: super(SettledStore, self).page(kept, after, limit, deleted))

    def load(self, conversation: int, done: Callable[[StoredConversation | None], None]) -> None:
        self._settle(done, lambda kept: super(SettledStore, self).load(conversation, kept))

    def ask(
        self,
        conversation: int,
        parent: int | None,
        text: str,
        saved: Callable[[bool], None],
        files: Sequence[TextFile] = (),
    ) -> int:
        return self._settle(saved, lambda kept: super(SettledStore, self).ask(conversation, parent, text, kept, files))

    def search(
        self, query: str, done: Callable[[SearchPage], None], before: int | None = None, limit: int = 50
    ) -> None:
        self._settle(done, lambda kept: super(SettledStore, self).search(query, kept, before, limit))

    def defaults(self, done: Callable[[ChatSettings], None]) -> None:
        self._settle(done, super().defaults)

    def drafts(self, done: Callable[[Mapping[int, Draft]], None]) -> None:
        self._settle(done, super().drafts)

    def _settle(self, done: Callable[[T], None], asked: Callable[[Callable[[T], None]], R]) -> R:
        results: list[T] = []
        returned = asked(results.append)
        assert self.flush()
        done(results[0])
        return returned
