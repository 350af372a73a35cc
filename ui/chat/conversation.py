"""Conversations as plain data: no Qt, no engine, ready to be stored by whoever keeps them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from engine.commands import Message
from engine.events import TARGET, StopReason, TextRun
from engine.metrics import ReplyMetrics

TITLE_LENGTH = 48


class Origins:
    """Which origin each character of a text came from, as runs. Offsets count Python characters."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._names: list[str] = []
        self._length = 0

    def add(self, length: int, origin: str) -> None:
        """The next `length` characters came from `origin`."""
        if length <= 0:
            return
        if not self._names or self._names[-1] != origin:
            self._starts.append(self._length)
            self._names.append(origin)
        self._length += length

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """(start, end, origin) of the runs that cover start..end; what was never added counts as the target's."""
        i = max(bisect_right(self._starts, start) - 1, 0)
        while start < end:
            inside = i < len(self._names) and start < self._length
            after = self._starts[i + 1] if i + 1 < len(self._starts) else self._length
            stop = min(end, after) if inside else end
            yield start, stop, self._names[i] if inside else TARGET
            start, i = stop, i + 1


@dataclass(slots=True)
class UserTurn:
    """What the user wrote."""

    text: str


@dataclass(slots=True)
class Reply:
    """What the model wrote, with where each piece came from and what it took.

    stop_reason: None while it is being written. note: in words why it ended early; ''.
    thinking_s: seconds spent on thinking text, 0.0 without any.
    """

    model: str
    preset: str
    runs: list[TextRun] = field(default_factory=list)
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    prompt_tokens: int = 0
    cached_tokens: int = 0
    stop_reason: StopReason | None = None
    note: str = ""
    thinking_s: float = 0.0

    def add(self, run: TextRun) -> None:
        """Append a run; neighbours of one origin are joined."""
        last = self.runs[-1] if self.runs else None
        if last and last.origin == run.origin and last.thinking == run.thinking:
            self.runs[-1] = TextRun(last.text + run.text, run.origin, run.thinking)
        else:
            self.runs.append(run)

    @property
    def text(self) -> str:
        """The answer, without thinking text."""
        return "".join(run.text for run in self.runs if not run.thinking)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.stop_reason is not None or bool(self.note)


Turn = UserTurn | Reply


@dataclass(slots=True)
class Conversation:
    """A conversation of this session. id: unique and rising, so that the newest has the largest."""

    id: int
    started: datetime
    turns: list[Turn] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The first line of what was asked first; '' for an empty conversation."""
        for turn in self.turns:
            if isinstance(turn, UserTurn):
                line = turn.text.strip().splitlines()[0] if turn.text.strip() else ""
                return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
        return ""

    @property
    def last_reply(self) -> Reply | None:
        """The reply at the end, if there is one."""
        return self.turns[-1] if self.turns and isinstance(self.turns[-1], Reply) else None

    def messages(self) -> tuple[Message, ...]:
        """For the chat template. A question whose reply stayed empty is left out, so that roles alternate."""
        kept: list[Message] = []
        for turn in self.turns:
            if isinstance(turn, UserTurn):
                if kept and kept[-1].role == "user":
                    kept.pop()
                kept.append(Message("user", turn.text))
            elif turn.text:
                kept.append(Message("assistant", turn.text))
        return tuple(kept)

    def drop_last_reply(self) -> None:
        """Take the reply at the end away, so that it can be written again."""
        if self.last_reply is not None:
            self.turns.pop()

    def drop_last_question(self) -> str:
        """Take the last question and everything after it away; returns its text, '' when there is none."""
        while self.turns:
            turn = self.turns.pop()
            if isinstance(turn, UserTurn):
                return turn.text
        return ""

    @property
    def last_question(self) -> str:
        """The text of the last question; '' when there is none."""
        return next((turn.text for turn in reversed(self.turns) if isinstance(turn, UserTurn)), "")
