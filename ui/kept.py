"""What is kept of conversations, as plain values: `ui.services.Conversations` gives and takes them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Literal

from engine.commands import Sampling
from engine.events import StopReason, TextRun


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What holds for one conversation. None everywhere means: as the defaults say.

    stop: texts that end a reply. thinking: whether the model may think, where its template knows that.
    json_schema: JSON text that replies keep to; '' for none. profile: the name of the sampling profile that `sampling`
    was taken from.
    """

    system: str | None = None
    sampling: Sampling | None = None
    max_tokens: int | None = None
    n_ctx: int | None = None
    thinking: bool | None = None
    stop: tuple[str, ...] | None = None
    json_schema: str | None = None
    profile: str | None = None

    def over(self, defaults: ChatSettings) -> ChatSettings:
        """These settings, with the defaults where they say nothing."""
        own = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) is not None}
        return replace(defaults, **own)


@dataclass(frozen=True, slots=True)
class SamplingProfile:
    """Sampling under a name. built_in: comes with the program and cannot be changed."""

    name: str
    sampling: Sampling
    built_in: bool = False


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """A system prompt under a name. built_in: comes with the program and cannot be changed."""

    name: str
    text: str
    built_in: bool = False


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation in the list. Times in seconds since 1970; updated: when something was last said in it."""

    id: int
    title: str
    created: float
    updated: float
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class ReplyFigures:
    """What a reply took; the words are those of `engine.metrics`. Seconds; None where there is no such figure."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    rounds: int = 0
    emitted: int = 0
    drafted: int = 0
    accepted: int = 0
    tokens_per_s: float | None = None
    ttft_s: float | None = None
    thinking_s: float = 0.0

    @property
    def acceptance_rate(self) -> float | None:
        return self.accepted / self.drafted if self.drafted else None

    @property
    def tokens_per_round(self) -> float | None:
        return self.emitted / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file that goes with a message. name: without its folder. encoding: that it was read in, '' once kept."""

    name: str
    text: str
    encoding: str = ""

    @property
    def size(self) -> int:
        """Bytes, in UTF-8."""
        return len(self.text.encode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is being written and not sent yet."""

    text: str = ""
    files: tuple[TextFile, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.files)


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message of the branch that is shown.

    runs: the text with where each piece came from; one run for what the user wrote. siblings: the ids of all versions
    of this message, oldest first, itself among them. state: 'interrupted' for a reply whose program ended while it was
    written. stop_reason, note: as in the window's `Reply`. files: that the user sent along. left_out: the model is not
    shown it any more, because the context is too small for all.
    """

    id: int
    parent: int | None
    role: Literal["user", "assistant"]
    created: float
    runs: tuple[TextRun, ...]
    siblings: tuple[int, ...]
    state: Literal["writing", "done", "interrupted"] = "done"
    model: str = ""
    preset: str = ""
    stop_reason: StopReason | None = None
    note: str = ""
    figures: ReplyFigures = ReplyFigures()
    files: tuple[TextFile, ...] = ()
    left_out: bool = False

    @property
    def text(self) -> str:
        """The message without thinking text."""
        return "".join(run.text for run in self.runs if not run.thinking)


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation with the messages of the branch that is shown, first message first."""

    row: ConversationRow
    settings: ChatSettings
    messages: tuple[StoredMessage, ...]


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A place that was found. message: None for a title.

    excerpt: the text around the first match, on one line. marks: (start, end) of each match in it, in characters.
    """

    conversation: ConversationRow
    message: int | None
    excerpt: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Places found, newest first. next_before: what to pass as `before` for older ones; None when there are none."""

    hits: tuple[SearchHit, ...]
    next_before: int | None


@dataclass(frozen=True, slots=True)
class StorageNotice:
    """Something to tell about how conversations are kept. Same parts as `engine.errors.PacelineError`.

    kind: 'memory': nothing is written to disk from here on; 'saved': it is again; 'recovered': the file was damaged
    and what could be read of it is in a new one; 'bug': one change was lost through a fault of the program.
    """

    kind: Literal["memory", "saved", "recovered", "bug"]
    what: str
    why: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """How an export or import ended. conversations: ids that were exported or made. error: in one line; '' if none."""

    conversations: tuple[int, ...] = ()
    error: str = ""
