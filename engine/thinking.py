"""Tells a model's thinking from its answer while the reply streams in, and takes the marks of both out of the
text.

Two habits exist. Most models wrap their thinking in a pair of tags at the very beginning of the reply (some
chat templates have already written the opening tag into the prompt). Models of the harmony family write
messages in named channels, and only the channel `final` and what is said to the user beside it is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.events import TextRun
from engine.text import OriginText, group_runs

TAG_PAIRS: tuple[tuple[str, str], ...] = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel>thought\n", "<channel|>"),
)
_CLOSERS = tuple(closer for _, closer in TAG_PAIRS)
_HEADER_BEGIN = ("<|channel|>", "<|start|>")
_HEADER_END = "<|message|>"
_BODY_END = ("<|end|>", "<|return|>", "<|call|>")
# Control tokens, by name, that must not be hidden on the way here: thinking is recognised by them.
MARKERS: frozenset[bytes] = frozenset(
    mark.removesuffix("thought\n").encode()
    for mark in (*(tag for pair in TAG_PAIRS for tag in pair), *_HEADER_BEGIN, _HEADER_END, *_BODY_END)
)
_HIDDEN_CHANNEL = "analysis"
# Names of control tokens that must reach the splitter as text; all other control tokens are never shown.
MARKERS = frozenset(
    name.strip().encode()
    for name in (*(tag for pair in TAG_PAIRS for tag in pair), *_HEADER_BEGIN, _HEADER_END, *_BODY_END)
) | {b"<|channel>"}
_MAX_HEADER = 200
_MAX_SPACE = 256


class ThinkingSplitter:
    """Marks the runs of one reply that are thinking and removes the tags.

    opened: the prompt ends inside the thinking already (see `prompt_opens_thinking`); inside: in the middle of it, so
    that the reply's first white space belongs to it. A tag that could still be completed is held back. Tags anywhere
    but at the beginning of the reply are text, harmony's channels excepted.
    """

    def __init__(self, opened: bool = False, inside: bool = False) -> None:
        self._held = OriginText()
        self._out: list[TextRun] = []
        self._closers = _CLOSERS + (_BODY_END if opened else ())
        self._fresh = not inside  # no thinking text given out yet: white space in front of it is dropped
        self._hidden = False  # the channel of the harmony message that is being read
        self._step: Callable[[], bool] = self._read_reopening if opened else self._read_beginning
        if inside:
            self._step = self._read_thinking

    @property
    def thinking(self) -> bool:
        """Whether the text so far ends inside the thinking."""
        return self._step in (self._read_thinking, self._read_reopening) or (
            self._step == self._read_body and self._hidden
        )

    def feed(self, runs: Iterable[TextRun]) -> tuple[TextRun, ...]:
        """Take in the next runs and give out what is certain."""
        for run in runs:
            self._held.append(run.text, run.origin)
        while len(self._held) and self._step():
            pass
        return self._take()

    def finish(self) -> tuple[TextRun, ...]:
        """The reply is over: give out what was held back. An unfinished header of a harmony message is no
        text."""
        if self._step == self._read_header:
            self._held.clear()
        self._emit(len(self._held), self.thinking)
        return self._take()

    def _take(self) -> tuple[TextRun, ...]:
        runs = tuple(self._out)
        self._out.clear()
        return runs

    def _emit(self, n_chars: int, thinking: bool) -> None:
        self._out += group_runs(self._held.pop(n_chars), thinking)

    def _become(self, step: Callable[[], bool]) -> bool:
        self._step = step
        return True

    # Each reader looks at what is held, moves on as far as it can, and says whether another turn may get
    # further.

    def _read_beginning(self) -> bool:
        text = self._held.joined()
        body = text.lstrip()
        for opener, closer in TAG_PAIRS:
            if body.startswith(opener):
                self._held.pop(len(text) - len(body) + len(opener))
                self._closers = (closer,)
                return self._become(self._read_thinking)
        if body.startswith(_HEADER_BEGIN):
            self._held.pop(len(text) - len(body))
            return self._become(self._read_header)
        openers = (*(opener for opener, _ in TAG_PAIRS), *_HEADER_BEGIN)
        if len(text) - len(body) <= _MAX_SPACE and any(opener.startswith(body) for opener in openers):
            return False
        return self._become(self._read_text)

    def _read_reopening(self) -> bool:
        """Some models open once more what the prompt has opened."""
        text = self._held.joined()
        body = text.lstrip()
        self._held.pop(len(text) - len(body))
        if not body:
            return False
        for opener, closer in TAG_PAIRS:
            if body.startswith(opener):
                self._held.pop(len(opener))
                self._closers = (closer,)
                return self._become(self._read_thinking)
        if any(opener.startswith(body) for opener, _ in TAG_PAIRS):
            return False
        return self._become(self._read_thinking)

    def _read_thinking(self) -> bool:
        text = self._held.joined()
        if self._fresh:
            body = text.lstrip()
            self._held.pop(len(text) - len(body))
            text = body
            if not text:
                return False
        found = _first(text, self._closers)
        if found is None:
            certain = text[: len(text) - _undecided(text, self._closers)]
            kept = len(certain) - len(certain.rstrip())
            n_chars = len(certain) - (kept if kept <= _MAX_SPACE else 0)
            self._fresh = self._fresh and n_chars == 0
            self._emit(n_chars, True)
            return False
        at, closer = found
        self._emit(len(text[:at].rstrip()), True)
        self._held.pop(len(text[:at]) - len(text[:at].rstrip()) + len(closer))
        return self._become(self._read_between if closer in _BODY_END else self._read_gap)

    def _read_gap(self) -> bool:
        """White space between thinking and answer."""
        text = self._held.joined()
        self._held.pop(len(text) - len(text.lstrip()))
        return self._become(self._read_text) if len(self._held) else False

    def _read_text(self) -> bool:
        self._emit(len(self._held), False)
        return False

    def _read_header(self) -> bool:
        """A harmony header: role, channel and the like, up to the message."""
        text = self._held.joined()
        end = text.find(_HEADER_END)
        if end < 0:
            return self._become(self._read_text) if len(text) > _MAX_HEADER else False
        words = text[:end].partition("<|channel|>")[2].split()
        self._hidden = bool(words) and words[0].startswith(_HIDDEN_CHANNEL)
        self._held.pop(end + len(_HEADER_END))
        return self._become(self._read_body)

    def _read_body(self) -> bool:
        text = self._held.joined()
        marks = (*_BODY_END, *_HEADER_BEGIN)
        found = _first(text, marks)
        if found is None:
            self._emit(len(text) - _undecided(text, marks), self._hidden)
            return False
        at, mark = found
        self._emit(at, self._hidden)
        if mark in _BODY_END:
            self._held.pop(len(mark))
        return self._become(self._read_between)

    def _read_between(self) -> bool:
        """Between two harmony messages: only headers begin here."""
        text = self._held.joined()
        body = text.lstrip()
        if body.startswith(_HEADER_BEGIN):
            self._held.pop(len(text) - len(body))
            return self._become(self._read_header)
        if len(text) <= _MAX_SPACE and any(mark.startswith(body) for mark in _HEADER_BEGIN):
            return False
        return self._become(self._read_text)


def strip_thinking(text: str) -> str:
    """A reply without its thinking, as it goes back into the conversation."""
    splitter = ThinkingSplitter()
    runs = (*splitter.feed((TextRun(text, ""),)), *splitter.finish())
    return "".join(run.text for run in runs if not run.thinking)


def ends_in_thinking(text: str) -> bool:
    """Whether the beginning of a reply stops inside its thinking."""
    splitter = ThinkingSplitter()
    splitter.feed((TextRun(text, ""),))
    return splitter.thinking


def with_thinking(prompt: str, thinking: str, answer: str, template: str) -> str:
    """A prompt that goes on inside a reply: what the model had thought, and as much as there is of its answer.

    prompt: up to where the reply begins. template: the source of the chat template, whose own marks are taken.
    """
    if "<|channel|>" in template:
        opener = f"<|channel|>{_HIDDEN_CHANNEL}{_HEADER_END}"
        closer = f"<|end|><|start|>assistant<|channel|>final{_HEADER_END}"
    else:
        known = next((pair for pair in TAG_PAIRS if pair[0].strip() in template), TAG_PAIRS[0])
        opener, closer = known[0].rstrip() + "\n", f"\n{known[1]}\n\n"
    begun = prompt if prompt_opens_thinking(prompt) else prompt + opener
    return begun + thinking + (closer + answer if answer else "")


def prompt_opens_thinking(prompt_text: str) -> bool:
    """Whether a rendered prompt ends with an opened thinking part, so that the reply begins inside it."""
    end = prompt_text.rstrip()
    return end.endswith((*(opener.rstrip() for opener, _ in TAG_PAIRS), f"<|channel|>{_HIDDEN_CHANNEL}{_HEADER_END}"))


def _first(text: str, marks: tuple[str, ...]) -> tuple[int, str] | None:
    """Place and name of the mark that comes first in the text."""
    found = [(text.find(mark), mark) for mark in marks]
    return min(((at, mark) for at, mark in found if at >= 0), default=None)


def _undecided(text: str, marks: tuple[str, ...]) -> int:
    """Length of the longest end of the text that one of the marks could begin with."""
    longest = min(len(text), max(len(mark) for mark in marks) - 1)
    for n_chars in range(longest, 0, -1):
        if any(mark.startswith(text[-n_chars:]) for mark in marks):
            return n_chars
    return 0
