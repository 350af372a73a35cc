"""From tokens to text that may be shown: bytes become whole characters, stop strings are found, origins are
kept.

A token may end in the middle of a character, and a reply may end in the middle of a token, so text is held
back while it is still undecided: the bytes of an unfinished character, and the longest tail that a stop
string could begin with. Every token is looked at once: one Knuth-Morris-Pratt automaton per stop string,
nothing is ever rescanned.
"""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable, Sequence

from engine.events import TextRun


class OriginText:
    """Text with origins, appended at the end and released or dropped at the front."""

    def __init__(self) -> None:
        self._runs: deque[tuple[str, str]] = deque()
        self._length = 0

    def __len__(self) -> int:
        """Characters held."""
        return self._length

    def append(self, text: str, origin: str) -> None:
        """Add text that came from `origin`."""
        if text:
            self._runs.append((text, origin))
            self._length += len(text)

    def pop(self, n_chars: int) -> list[tuple[str, str]]:
        """Take the first n_chars characters (all of them when there are fewer) as (text, origin) pairs."""
        taken: list[tuple[str, str]] = []
        while n_chars > 0 and self._runs:
            text, origin = self._runs.popleft()
            if len(text) > n_chars:
                self._runs.appendleft((text[n_chars:], origin))
                text = text[:n_chars]
            n_chars -= len(text)
            self._length -= len(text)
            taken.append((text, origin))
        return taken

    def joined(self) -> str:
        """All that is held, without origins."""
        return "".join(text for text, _ in self._runs)

    def clear(self) -> None:
        """Drop all."""
        self._runs.clear()
        self._length = 0


def group_runs(pieces: Sequence[tuple[str, str]], thinking: bool = False) -> tuple[TextRun, ...]:
    """Join neighbouring (text, origin) pairs of one origin into runs."""
    runs: list[TextRun] = []
    start = 0
    for end in range(1, len(pieces) + 1):
        if end == len(pieces) or pieces[end][1] != pieces[start][1]:
            text = "".join(text for text, _ in pieces[start:end])
            runs.append(TextRun(text, pieces[start][1], thinking))
            start = end
    return tuple(runs)


class _StopMatcher:
    """How much of one stop string the text so far ends with."""

    __slots__ = ("_fallback", "_matched", "first_start", "stop")

    def __init__(self, stop: str) -> None:
        self.stop = stop
        self.first_start = -1  # position in the reply where the first complete match begins; -1: none yet
        self._matched = 0
        self._fallback = _border_lengths(stop)

    @property
    def held(self) -> int:
        """Characters at the end of the text that could be the beginning of the stop string."""
        return self._matched

    def feed(self, text: str, position: int) -> bool:
        """Read on; text begins at character `position` of the reply. True when the stop string is
        complete."""
        stop, fallback, matched = self.stop, self._fallback, self._matched
        for i, character in enumerate(text):
            while matched and character != stop[matched]:
                matched = fallback[matched - 1]
            if character == stop[matched]:
                matched += 1
                if matched == len(stop):
                    self.first_start = position + i + 1 - matched
                    return True
        self._matched = matched
        return False


class TextStream:
    """Turns the tokens of one reply into text runs.

    piece: the bytes of a token. stop: strings that end the reply; empty ones are ignored. Text belongs to the
    origin of the token that completed the character. Where several stop strings are complete after a token,
    the one that begins first wins, and of those that begin at the same place the longest.
    """

    def __init__(self, piece: Callable[[int], bytes], stop: Sequence[str] = ()) -> None:
        self._piece = piece
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._matchers = [_StopMatcher(text) for text in dict.fromkeys(stop) if text]
        self._held = OriginText()
        self._ready: list[tuple[str, str]] = []
        self._position = 0  # characters decoded so far
        self._last_origin = ""
        self._stop_text = ""

    @property
    def stop_text(self) -> str:
        """The stop string that ended the reply; empty when none did."""
        return self._stop_text

    def push(self, token: int, origin: str) -> bool:
        """Take in the next token. True when a stop string is complete: the reply ends here, and what is
        pushed afterwards is ignored."""
        if self._stop_text:
            return True
        self._last_origin = origin
        return self._add(self._decoder.decode(self._piece(token)), origin)

    def take(self) -> tuple[TextRun, ...]:
        """What became certain since the last call, neighbouring text of one origin joined."""
        runs = group_runs(self._ready)
        self._ready.clear()
        return runs

    def finish(self) -> tuple[TextRun, ...]:
        """The reply is over: what was held back. An unfinished character becomes U+FFFD; behind a stop string
        nothing follows."""
        if not self._stop_text:
            self._add(self._decoder.decode(b"", final=True), self._last_origin)
            self._ready += self._held.pop(len(self._held))
        return self.take()

    def _add(self, text: str, origin: str) -> bool:
        if not text:
            return False
        self._held.append(text, origin)
        complete = [matcher for matcher in self._matchers if matcher.feed(text, self._position)]
        self._position += len(text)
        if complete:
            winner = min(complete, key=lambda matcher: (matcher.first_start, -len(matcher.stop)))
            self._stop_text = winner.stop
            behind = self._position - winner.first_start
            self._ready += self._held.pop(len(self._held) - behind)
            self._held.clear()
            return True
        undecided = max((matcher.held for matcher in self._matchers), default=0)
        self._ready += self._held.pop(len(self._held) - undecided)
        return False


def _border_lengths(pattern: str) -> list[int]:
    """For every prefix of the pattern, the length of its longest proper prefix that is also its suffix.

    >>> _border_lengths("abab")
    [0, 0, 1, 2]
    """
    lengths = [0] * len(pattern)
    k = 0
    for i in range(1, len(pattern)):
        while k and pattern[i] != pattern[k]:
            k = lengths[k - 1]
        if pattern[i] == pattern[k]:
            k += 1
        lengths[i] = k
    return lengths
