"""What the window asks of the program around it, besides the engine. `app` provides it; tests provide their own.

Nothing here may block for longer than a few milliseconds; what takes longer returns at once and calls back later
through the given function (on any thread: the caller brings it back to its own).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.commands import Sampling
from engine.errors import PacelineError
from engine.events import StopReason, TextRun
from ui.compare.services import Comparisons
from ui.kept import (
    ChatSettings,
    ConversationRow,
    Draft,
    ExchangeResult,
    ReplyFigures,
    SamplingProfile,
    SearchHit,
    SearchPage,
    StorageNotice,
    StoredConversation,
    StoredMessage,
    SystemPrompt,
    TextFile,
)
from ui.models.services import Collection

__all__ = [
    "ChatSettings",
    "ConversationRow",
    "Conversations",
    "DemoProgress",
    "Draft",
    "DraftChoice",
    "ExchangeResult",
    "Level",
    "MemoryReading",
    "ModelChoice",
    "ReplyFigures",
    "SamplingProfile",
    "SearchHit",
    "SearchPage",
    "Services",
    "StorageNotice",
    "StoredConversation",
    "StoredMessage",
    "SystemPrompt",
    "TextFile",
]
Level = Literal["ok", "warn", "refuse"]


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A GGUF on disk. detail: 'F16 · 270 MB · 8k context'. usable: whether it can be a chat model; reason when not."""

    path: str
    title: str
    detail: str
    usable: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """A GGUF as a draft for one target, with the engine's verdict. sidecar: it is an MTP head in a file of its own."""

    model: ModelChoice
    level: Level
    sentence: str
    sidecar: bool = False


@dataclass(frozen=True, slots=True)
class MemoryReading:
    """One memory in bytes: used by everybody, of that ours, of total. label: 'VRAM', 'RAM', or a device's name."""

    label: str
    used: int
    ours: int
    total: int


@dataclass(frozen=True, slots=True)
class DemoProgress:
    """fraction 0..1, or None when it is not known; path when done; error in one line when it failed."""

    fraction: float | None = None
    path: str = ""
    error: str = ""


class Services(Protocol):
    """The program around the window."""

    def models(self) -> Sequence[ModelChoice]:
        """Models found by the last scan."""

    def rescan(self, done: Callable[[Sequence[ModelChoice]], None]) -> None:
        """Look for models again in the background."""

    def add_model(self, path: str) -> ModelChoice:
        """Take up a file that the user picked or dropped. Raises engine.errors.PacelineError in words."""

    def drafts(self, target: str, done: Callable[[Sequence[DraftChoice]], None]) -> None:
        """Every other model as a draft for this target, best first, in the background."""

    def memory(self) -> Sequence[MemoryReading]:
        """The latest readings; taken in the background about once a second."""

    def fetch_demo(self, progress: Callable[[DemoProgress], None]) -> Callable[[], None]:
        """Fetch the demo model in the background; the returned function cancels."""

    @property
    def conversations(self) -> Conversations:
        """The user's conversations."""

    @property
    def comparisons(self) -> Comparisons:
        """Comparing presets, and the comparisons that are kept."""

    def read_text(self, path: str, done: Callable[[TextFile | PacelineError], None]) -> None:
        """A text file to go with a message, read in the background; or why it cannot."""

    @property
    def collection(self) -> Collection:
        """The models on this computer with all about them, and those on the hub."""

    def history_size(self, done: Callable[[int], None]) -> None:
        """Bytes on disk of past conversations' tokens, which drafts are made from. In the background."""

    def clear_history(self) -> int:
        """Remove them, one small file for each model; what is left in bytes. An engine that holds some writes them
        again when it lets go of them."""

    @property
    def problems(self) -> Sequence[str]:
        """What was wrong with the remembered settings, in sentences."""

    def setting(self, key: str, default: str) -> str:
        """A remembered setting."""

    def remember(self, settings: Mapping[str, str]) -> None:
        """Keep settings for the next start."""

    def when_unsaved(self, told: Callable[[str], None]) -> None:
        """told(why): settings cannot be saved any more. From any thread; at once when that is so already."""


class Conversations(Protocol):
    """The user's conversations, kept on disk.

    All calls return at once. What they ask for is done in that order, so that every reading sees every writing before
    it. `done` and `saved` are called on another thread. When the disk cannot be written, all goes on in memory and is
    written once that works again; the listener is told both.
    """

    def listen(self, told: Callable[[StorageNotice], None]) -> None:
        """Hear about storage from now on; what was told before is repeated first."""

    def create(self, settings: ChatSettings = ...) -> int:
        """A new conversation; its id. Ids rise, and no message has the id of a conversation."""

    def page(
        self,
        done: Callable[[Sequence[ConversationRow]], None],
        after: ConversationRow | None = None,
        limit: int = 200,
        deleted: bool = False,
    ) -> None:
        """The next rows of the list: pinned ones first, then the latest updated. deleted: of the deleted ones."""

    def load(self, conversation: int, done: Callable[[StoredConversation | None], None]) -> None:
        """One conversation with its shown branch; None when there is none of this id."""

    def ask(
        self,
        conversation: int,
        parent: int | None,
        text: str,
        saved: Callable[[bool], None],
        files: Sequence[TextFile] = (),
    ) -> int:
        """Keep what the user wrote, below `parent` (None for a first message), and show its branch; its id.

        saved(True): it is on disk; saved(False): in memory only. Editing a message is asking below its parent.
        """

    def start_reply(self, conversation: int, parent: int, model: str, preset: str) -> int:
        """A reply begins below the question `parent`; its id. Regenerating is starting another one there."""

    def grow_reply(self, reply: int, runs: Sequence[TextRun]) -> None:
        """More of the reply. It is on disk within a second."""

    def finish_reply(
        self, reply: int, figures: ReplyFigures, stop_reason: StopReason | None = None, note: str = ""
    ) -> None:
        """The reply is complete, for whatever reason."""

    def continue_reply(self, reply: int) -> None:
        """The reply goes on where it ended: `grow_reply` and `finish_reply` follow."""

    def leave_out(self, messages: Sequence[int], left_out: bool) -> None:
        """Whether the model is shown these messages no longer, or again."""

    def keep_draft(self, conversation: int, draft: Draft) -> None:
        """Keep what is being written in a conversation, 0 for a new one; an empty draft is forgotten."""

    def drafts(self, done: Callable[[Mapping[int, Draft]], None]) -> None:
        """All drafts, by conversation."""

    def show_branch(self, message: int) -> None:
        """Show the branch on which this message lies: for switching versions and for jumping to a place found."""

    def check_settings(self, settings: ChatSettings) -> None:
        """Raises engine.errors.UsageError when they are out of range."""

    def set_settings(self, conversation: int, settings: ChatSettings) -> None:
        """Other settings for a conversation. Raises engine.errors.UsageError when they are out of range."""

    def rename(self, conversation: int, title: str) -> None:
        """A title of the user's own; '' goes back to the one made from the first message."""

    def pin(self, conversation: int, pinned: bool) -> None:
        """Keep a conversation at the top of the list, or no longer."""

    def delete(self, conversation: int) -> None:
        """Take a conversation out of list and search. It can be had back for thirty days."""

    def undelete(self, conversation: int) -> None:
        """Have a deleted conversation back."""

    def purge(self, conversation: int) -> None:
        """Remove a deleted conversation for good."""

    def search(
        self, query: str, done: Callable[[SearchPage], None], before: int | None = None, limit: int = 50
    ) -> None:
        """Places that hold all words of the query (the last may be unfinished; "several words" in quotes together)."""

    def export(
        self,
        conversations: Sequence[int],
        path: str,
        kind: Literal["markdown", "json"],
        done: Callable[[ExchangeResult], None],
    ) -> None:
        """Write a file. Markdown holds the shown branch, JSON all of them."""

    def import_file(self, path: str, done: Callable[[ExchangeResult], None]) -> None:
        """Take up the conversations of an exported file, after all of it was checked; or none, and an error."""

    def defaults(self, done: Callable[[ChatSettings], None]) -> None:
        """The settings for conversations that say nothing else."""

    def set_defaults(self, settings: ChatSettings) -> None:
        """Other defaults. Raises engine.errors.UsageError when they are out of range."""

    def profiles(self, done: Callable[[Sequence[SamplingProfile]], None]) -> None:
        """All sampling profiles, built-in ones first."""

    def keep_profile(self, name: str, sampling: Sampling) -> None:
        """Add or replace a profile. Raises engine.errors.UsageError for a built-in name or values out of range."""

    def drop_profile(self, name: str) -> None:
        """Remove a profile of the user's own."""

    def prompts(self, done: Callable[[Sequence[SystemPrompt]], None]) -> None:
        """All system prompts of the library, built-in ones first."""

    def keep_prompt(self, name: str, text: str) -> None:
        """Add or replace a system prompt. Raises engine.errors.UsageError for a built-in name or one too long."""

    def drop_prompt(self, name: str) -> None:
        """Remove a system prompt of the user's own."""

    def retry(self) -> None:
        """Try to write to disk again what is in memory only."""

    def flush(self, timeout_s: float = 5.0) -> bool:
        """Wait until everything asked for is done, replies included; False when it took too long."""

    def close(self) -> None:
        """Save everything and end; a call after this one does nothing."""
