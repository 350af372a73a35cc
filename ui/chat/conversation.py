"""The conversation on screen as plain data: the turns of the branch that is shown. No Qt, no engine."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.commands import Message
from engine.events import TARGET, StopReason, TextRun
from engine.metrics import ReplyMetrics
from ui.chat.attaching import with_files
from ui.services import ChatSettings, ReplyFigures, StoredConversation, StoredMessage, TextFile

_EARLY: tuple[StopReason, ...] = ("length", "context", "cancelled")


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
    """What the user wrote. id: 0 until it is kept. siblings: the ids of all its versions, oldest first. files: sent
    along. left_out: the model is not shown it any more."""

    text: str
    id: int = 0
    siblings: tuple[int, ...] = ()
    files: tuple[TextFile, ...] = ()
    left_out: bool = False


@dataclass(slots=True)
class Reply:
    """What the model wrote, with where each piece came from and what it took.

    id, siblings, left_out: as of a `UserTurn`. writing: more may come. stop_reason: None while it does, and when it
    ended otherwise. note: in words why it ended early; ''. earlier: the figures of what was written before the window
    opened or before the reply was continued; metrics: of what was written since. interrupted: the program ended while
    it was written. thinking_s: seconds spent on thinking text, 0.0 without any.
    """

    model: str
    preset: str
    runs: list[TextRun] = field(default_factory=list)
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    earlier: ReplyFigures = field(default_factory=ReplyFigures)
    prompt_tokens: int = 0
    cached_tokens: int = 0
    stop_reason: StopReason | None = None
    note: str = ""
    interrupted: bool = False
    thinking_s: float = 0.0
    writing: bool = True
    id: int = 0
    siblings: tuple[int, ...] = ()
    left_out: bool = False

    def add(self, run: TextRun) -> None:
        """Append a run; neighbours of one origin are joined."""
        last = self.runs[-1] if self.runs else None
        if last and last.origin == run.origin and last.thinking == run.thinking:
            self.runs[-1] = TextRun(last.text + run.text, run.origin, run.thinking)
        else:
            self.runs.append(run)

    def reopen(self) -> None:
        """More will be written at its end."""
        self.writing = True
        self.earlier, self.metrics = self.figures, ReplyMetrics()
        self.stop_reason, self.note, self.interrupted = None, "", False

    @property
    def text(self) -> str:
        """The answer, without thinking text."""
        return "".join(run.text for run in self.runs if not run.thinking)

    @property
    def thinking(self) -> str:
        """What it thought."""
        return "".join(run.text for run in self.runs if run.thinking)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return not self.writing

    @property
    def cut(self) -> bool:
        """Whether it ended before the model had said all, and can be continued."""
        ended_early = self.interrupted or bool(self.note) if self.stop_reason is None else self.stop_reason in _EARLY
        return self.over and ended_early and bool(self.runs)

    @property
    def figures(self) -> ReplyFigures:
        """What all of it took."""
        before, since = self.earlier, self.metrics
        return ReplyFigures(
            self.prompt_tokens,
            self.cached_tokens,
            before.rounds + since.rounds,
            before.emitted + since.emitted,
            before.drafted + since.drafted,
            before.accepted + since.accepted,
            _speed(before, since),
            before.ttft_s if before.ttft_s is not None else since.first_at_s,
            self.thinking_s,
        )


Turn = UserTurn | Reply


@dataclass(slots=True)
class Conversation:
    """A conversation with the turns of its shown branch. id: 0 while it is empty and kept nowhere."""

    id: int = 0
    settings: ChatSettings = field(default_factory=ChatSettings)
    turns: list[Turn] = field(default_factory=list)

    @staticmethod
    def of(stored: StoredConversation) -> Conversation:
        """As it was kept."""
        return Conversation(stored.row.id, stored.settings, [_turn(message) for message in stored.messages])

    @property
    def last_reply(self) -> Reply | None:
        """The reply at the end, if there is one."""
        return self.turns[-1] if self.turns and isinstance(self.turns[-1], Reply) else None

    def told(self) -> list[Turn]:
        """The turns that the model is shown. A question whose reply stayed empty is not among them, so that roles
        alternate; nor is what was left out."""
        kept: list[Turn] = []
        for turn in self.turns:
            if turn.left_out:
                continue
            if isinstance(turn, UserTurn):
                if kept and isinstance(kept[-1], UserTurn):
                    kept.pop()
                kept.append(turn)
            elif turn.text or (turn.cut and turn is self.turns[-1]):
                kept.append(turn)
        return kept

    def messages(self, system: str = "") -> tuple[Message, ...]:
        """For the chat template: the system prompt, if there is one, and the turns that are told."""
        told = [_message(turn) for turn in self.told()]
        last = self.last_reply
        if last is not None and told and told[-1].role == "assistant":  # it is continued where it stopped
            told[-1] = replace(told[-1], thinking=last.thinking)
        return ((Message("system", system),) if system else ()) + tuple(told)

    def cut_before(self, turn: Turn) -> None:
        """Take a turn and everything after it off the shown branch. It must be on it."""
        del self.turns[next(i for i, one in enumerate(self.turns) if one is turn) :]


def _message(turn: Turn) -> Message:
    if isinstance(turn, UserTurn):
        return Message("user", with_files(turn.text, turn.files))
    return Message("assistant", turn.text)


def _turn(message: StoredMessage) -> Turn:
    if message.role == "user":
        return UserTurn(message.text, message.id, message.siblings, message.files, message.left_out)
    figures = message.figures
    return Reply(
        message.model,
        message.preset,
        list(message.runs),
        earlier=figures,
        prompt_tokens=figures.prompt_tokens,
        cached_tokens=figures.cached_tokens,
        stop_reason=message.stop_reason,
        note=message.note,
        interrupted=message.state == "interrupted",
        thinking_s=figures.thinking_s,
        writing=False,
        id=message.id,
        siblings=message.siblings,
        left_out=message.left_out,
    )


def _speed(before: ReplyFigures, since: ReplyMetrics) -> float | None:
    """Tokens/s over both parts of a continued reply."""
    first, second = before.tokens_per_s, since.tokens_per_s
    if not first or not second:
        return first or second
    return (before.emitted + since.emitted) / (before.emitted / first + since.emitted / second)
