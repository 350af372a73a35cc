"""Following a text that is being copied with changes: code with a name changed, a table with a column left out.

A plain n-gram match loses the place at every change and has to find it again. Here the place is kept. Behind a change
the source is searched near where it was left, and what stood there and what was written in its place become a
replacement: where the same words come again in the source, the replacement is expected at once.

    source     for item in items: total += item.price
    written    for product in pro|
    expected                      ducts: total += product.price     (item -> product was seen once)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log
from typing import Final

from engine.suffix_index import LiveSuffixes
from engine.token_search import first_place, last_place
from engine.value_slots import Filling, ValueSlots

ANCHOR: Final = 3  # tokens that must match before a place in the text counts as the source
NEAR: Final = 48  # tokens behind a change among which the source is searched for what was written
LOST: Final = 96  # tokens without a match after which the source is given up
REPLACED_AT_MOST: Final = 24  # tokens of what is written in place of others
RULES_AT_MOST: Final = 8  # replacements remembered for one token
SURE_RUN: Final = 16  # so many tokens in a row leave no doubt about the place
LONG_RUN: Final = 128  # more of them say no more

# The odds of a drafted token as logarithms, fitted by logistic regression to what was proposed at every token of some
# sixty replies: by the tokens followed before it, in a place that is sure and in one that is guessed.
SURE: Final = (-1.6, 1.34)
GUESSED: Final = (-2.6, 0.65)
REPLACED: Final = -1.5  # the first token of a replacement, less 0 to 2 times that it came before
FILLED: Final = 2.3  # a value from the next place in the source

_Piece = tuple[Sequence[int], Sequence[float]]  # tokens in a row, the chance of each


@dataclass(slots=True, eq=False)
class Replacement:
    """Where the source goes on with the token `at`, `new` was written instead, and the source went on behind `tail`.

    tail: the one or two tokens in front of the place where it went on, which is the nearest such place ahead, or
    behind where `back` says so. hits and misses: how often it came again, and was expected and did not.
    """

    at: int
    new: tuple[int, ...]
    tail: tuple[int, ...]
    back: bool
    hits: int = 1
    misses: int = 0
    then: Replacement | None = None  # the one that followed it last time
    sought: bytes = field(init=False)  # the tail, as it is searched for

    def __post_init__(self) -> None:
        self.sought = array("i", self.tail).tobytes()


@dataclass(slots=True)
class _Gap:
    """A change that has not ended: the source was left at `source`, with the text `written` tokens long."""

    source: int
    written: int
    run: int


class EditFollower:
    """Where in the earlier text the newest part of it is being copied from, and what comes next there."""

    def __init__(self) -> None:
        self._suffixes = LiveSuffixes(ANCHOR)
        self.tokens = self._suffixes.tokens  # the text so far; not to be changed
        self._begin()

    def restart(self, tokens: Sequence[int], n_kept: int) -> None:
        """Another text, of which the first n_kept tokens are those that are held. No place is known in it."""
        self._suffixes.rewind(n_kept)
        self._suffixes.extend(tokens[n_kept:])
        self._begin()

    def rewind(self, n_tokens: int) -> None:
        """The text is cut back to its first n_tokens, and known as if it had begun there: what was learnt may have been
        learnt from what is gone."""
        if n_tokens < len(self.tokens):
            self._suffixes.rewind(n_tokens)
            self._begin()

    def follow(self, history: Sequence[int]) -> None:
        """Catch up with a text that continues what is held, or is shorter."""
        self.rewind(len(history))
        for token in history[len(self.tokens) :]:
            self._take(token)

    def expected(self, limit: int, p_min: float = 0.0) -> tuple[list[int], list[float]]:
        """At most `limit` tokens that come next, and the chance of each when those before it were right; they end where
        all of them together are less probable than p_min."""
        tokens: list[int] = []
        chances: list[float] = []
        probability = 1.0
        for more, likely in self._ahead(limit):
            for chance in likely:
                probability *= chance
                if len(chances) >= limit or probability < p_min:
                    tokens += more
                    return tokens[: len(chances)], chances
                chances.append(chance)
            tokens += more
        return tokens, chances

    def _ahead(self, limit: int) -> Iterator[_Piece]:
        """What comes next, piece by piece."""
        place = self._next_place()
        if place is None:
            return
        source, run, begun, doubtful = place
        if begun:  # in the middle of a replacement or a value
            yield begun, [_SURE[min(run, LONG_RUN)]] * len(begun)
        guessed = doubtful and not begun
        for tokens, chances in self._copied(source, run, limit):
            yield tokens, (_chance(GUESSED, run), *chances[1:]) if guessed else chances
            guessed = False

    # ---- the place

    def _begin(self) -> None:
        """Begin without a place, and without anything that is told by what was copied."""
        self._slots = ValueSlots()
        self._replacements: dict[int, list[Replacement]] = {}
        self._source = -1  # the next token of the source, -1 while there is none
        self._run = 0
        self._gap: _Gap | None = None  # where a change began that has not ended
        self._matched: tuple[_Gap | None, int, tuple[int, int, bool]] = (None, 0, (0, 0, False))  # the last best match
        self._left: _Gap | None = None  # the same, of a place from which another one was taken up in the middle of it
        self._last: Replacement | None = None
        self._filling: Filling | None = None
        self._filled = 0

    def _take(self, token: int) -> None:
        if self._source >= 0 and self._filling is None:
            self._filling = self._slots.expected(self.tokens, self._source)
            self._filled = 0
        if self._filling is not None:
            self._fill(self._filling, token)
        elif self._source >= 0:
            if self.tokens[self._source] == token:
                self._judge_replacement(self._source)
                self._source += 1
                self._run += 1
            else:
                self._gap = _Gap(self._source, len(self.tokens), self._run)
                self._source = -1
        self._suffixes.extend((token,))
        if self._gap is not None and not self._back_to_left():
            self._look_near(self._gap)
        if self._filling is None and (self._source < 0 or self._run < SURE_RUN):
            self._look_everywhere()

    def _fill(self, filling: Filling, token: int) -> None:
        """Take a token where a value of a record is expected."""
        if filling.tokens[self._filled] == token:
            self._filled += 1
            self._run += 1
            if self._filled == len(filling.tokens):
                self._slots.note(len(self.tokens) + 1 - self._filled, filling.slot)
                self._source, self._filling = filling.then, None
        else:
            self._gap = _Gap(self._source, len(self.tokens) - self._filled, self._run)
            self._source, self._filling = -1, None

    def _look_everywhere(self) -> None:
        """Take the longest match in the whole text, where it says more than the place at hand."""
        known = self._run if self._source >= 0 else (self._gap.run if self._gap else 0) // 4
        n_matched, ends = self._suffixes.longest(known + 1)
        if n_matched > max(known, ANCHOR - 1) and (self._source not in ends):
            if self._gap is not None:
                self._left = self._gap
            self._source, self._run, self._gap = ends[0], n_matched, None

    def _back_to_left(self) -> bool:
        """What was written in a change came from another place, and that has ended: does it go on where it was left?"""
        left, text, now = self._left, self.tokens, len(self.tokens)
        if left is None:
            return False
        if now - left.written > LOST:
            self._left = None
            return False
        matched, end, alone = self._best_match(left)
        if not alone or matched < 2 or end <= left.source or len(self.tokens) - matched <= left.written:
            return False
        self._learn(left, end - matched, tuple(text[left.written : now - matched]))
        self._resume(left, end, min(left.run, 7))
        self._left = None
        return True

    def _look_near(self, gap: _Gap) -> None:
        """Has the change ended? Then the place is known again, and what was replaced by what."""
        text, now = self.tokens, len(self.tokens)
        n_written = now - gap.written
        for rule in self._rules_at(gap.source):
            if len(rule.new) == n_written and tuple(text[gap.written :]) == rule.new:
                place = self._behind(rule, gap.source)
                if place >= 0 and rule is self._preferred(gap.source, rule.new):
                    self._note(gap, rule)
                    self._resume(gap, place, gap.run)
                    return
            if len(rule.new) > n_written and rule.new[:n_written] == tuple(text[gap.written :]):
                return  # a replacement has begun
        if n_written > LOST:
            self._gap = None
            return
        matched, end, alone = self._best_match(gap)
        on_line = end == gap.source + n_written and n_written > 1
        if matched >= 2 or (matched == 1 and (on_line or (alone and end > gap.source))):
            self._learn(gap, end - matched, tuple(text[gap.written : now - matched]))
            self._resume(gap, end, matched if n_written - matched > 2 else min(gap.run, 7))

    def _best_match(self, gap: _Gap) -> tuple[int, int, bool]:
        """(tokens that match, end of the match in the source, whether it is the only one of its length) for the end
        of what was written since the gap began; (0, ...) for none. Of equals the nearest to a change of as many
        tokens as were written wins."""
        text, now = self.tokens, len(self.tokens)
        known, matched_at, best_match = self._matched
        if known is gap and matched_at == now:
            return best_match
        n_written, last = now - gap.written, text[-1]
        likely_end = gap.source + n_written
        best, best_end, n_best = 0, likely_end, 0
        start = max(gap.source - NEAR, 1)
        near = text[start - 1 : min(gap.source + NEAR, gap.written)]
        for end in [end for end, token in enumerate(near, start) if token == last] if last in near else ():
            matched = 1
            while matched < min(n_written, end) and text[end - 1 - matched] == text[now - 1 - matched]:
                matched += 1
            if matched > best:
                best, best_end, n_best = matched, end, 1
            elif matched == best:
                n_best += 1
                if abs(end - likely_end) < abs(best_end - likely_end):
                    best_end = end
        best_match = best, best_end, n_best == 1
        self._matched = gap, now, best_match
        return best_match

    def _resume(self, gap: _Gap, source: int, run: int) -> None:
        self._source, self._run, self._gap = (source, run, None) if source < gap.written else (-1, 0, None)

    # ---- replacements

    def _learn(self, gap: _Gap, place: int, new: tuple[int, ...]) -> None:
        """The source was left at the gap, `new` was written, and it went on at `place`."""
        if not 0 < len(new) <= REPLACED_AT_MOST or place in (0, gap.source):
            return
        if place > gap.source:
            self._slots.learn(self.tokens, (gap.source, place), (gap.written, gap.written + len(new)))
        tail = tuple(self.tokens[max(place - 2, gap.source if place > gap.source else 0) : place])
        back = place < gap.source
        for rule in self._replacements.get(self.tokens[gap.source], ()):
            if rule.new == new and rule.tail == tail and rule.back == back:
                self._note(gap, rule)
                return
        rule = Replacement(self.tokens[gap.source], new, tail, back, hits=0)
        known = self._replacements.setdefault(rule.at, [])
        if len(known) >= RULES_AT_MOST:
            known.remove(min(reversed(known), key=lambda old: old.hits - old.misses))  # of equals the oldest
        known.insert(0, rule)
        self._note(gap, rule)

    def _note(self, gap: _Gap, rule: Replacement) -> None:
        """A replacement came to its end."""
        expected = self._preferred(gap.source)
        if expected is not None and expected is not rule:
            expected.misses += 1
        rule.hits += 1
        if self._last is not None:
            self._last.then = rule
        self._last = rule

    def _judge_replacement(self, source: int) -> None:
        """The source's token was written as it stands: a replacement that was expected there failed."""
        rule = self._preferred(source)
        if rule:
            rule.misses += 1

    def _rules_at(self, source: int) -> Sequence[Replacement]:
        return self._replacements.get(self.tokens[source], ()) if source < len(self.tokens) else ()

    def _preferred(
        self, source: int, written: tuple[int, ...] = (), last: Replacement | None = None
    ) -> Replacement | None:
        """The replacement that is expected where the source goes on at `source`, of those that begin as `written`."""
        last = last or self._last
        best: Replacement | None = None
        for rule in self._rules_at(source):
            if rule.hits <= rule.misses or rule.new[: len(written)] != written or self._behind(rule, source) < 0:
                continue
            if last is not None and last.then is rule:
                return rule
            if best is None or rule.hits - rule.misses > best.hits - best.misses:
                best = rule
        return best

    def _behind(self, rule: Replacement, source: int) -> int:
        """Where the source goes on after a replacement at `source`; -1 where there is no such place near."""
        text, n = self.tokens, len(rule.tail)
        if rule.back:
            place = last_place(text, rule.sought, max(source - NEAR + 1, n) - n, source)
        else:
            place = first_place(text, rule.sought, source, source + NEAR)
        return place + n if place >= 0 else -1

    # ---- what comes next

    def _next_place(self) -> tuple[int, int, Sequence[int], bool] | None:
        """(place in the source, tokens followed before it, what is to be written first, whether it is a guess)."""
        if self._filling is not None:
            return self._filling.then, self._run, self._filling.tokens[self._filled :], False
        if self._source >= 0:
            return self._source, self._run, (), False
        gap = self._gap
        if gap is None:
            return None
        written = tuple(self.tokens[gap.written :])
        rule = self._preferred(gap.source, written)
        if rule is not None:
            return self._behind(rule, gap.source), gap.run, rule.new[len(written) :], True
        if len(written) == 1:
            return gap.source + 1, gap.run, (), True
        matched, end, _ = self._best_match(gap)
        return (end, gap.run, (), True) if matched else None

    def _copied(self, source: int, run: int, limit: int) -> Iterator[_Piece]:
        """Tokens of the source from a place on, replaced where that is known."""
        text, last = self.tokens, self._last
        while source < len(text):
            if (plain := self._n_plain(source, limit)) > 0:
                yield text[source : source + plain], _sure(run, plain)
                source += plain
                run += plain
                continue
            filling = self._slots.expected(text, source)
            rule = self._preferred(source, (), last) if filling is None else None
            if filling is not None:
                yield filling.tokens, [_chance(SURE, run, FILLED)] * len(filling.tokens)
                source = filling.then
                run += len(filling.tokens)
            elif rule is None:
                yield (text[source],), _sure(run, 1)
                source += 1
                run += 1
            else:
                times = rule.hits - rule.misses + (last is not None and last.then is rule)
                first = _chance(SURE, run, REPLACED * (1 - min(times - 1, 2) / 3))
                yield rule.new, [first, *[_sure(run, 1)[0]] * (len(rule.new) - 1)]
                source = self._behind(rule, source)
                run += len(rule.new)
                last = rule

    def _n_plain(self, source: int, limit: int) -> int:
        """Tokens of the source, at most `limit`, up to the first for which anything else may have to be written."""
        ahead, rules, slots = self.tokens[source : source + limit], self._replacements, self._slots
        if not slots and rules.keys().isdisjoint(ahead):
            return len(ahead)
        for n, token in enumerate(ahead):
            if token in rules or source + n in slots:
                return n
        return len(ahead)


@lru_cache(maxsize=1024)
def _chance(fitted: tuple[float, float], run: int, more: float = 0.0) -> float:
    return 1 / (1 + exp(-fitted[0] - fitted[1] * log(1 + min(run, LONG_RUN)) - more))


_SURE: Final = tuple(_chance(SURE, run) for run in range(LONG_RUN + 1))


def _sure(run: int, n: int) -> Sequence[float]:
    """The chances of n tokens in a row, in a place that is sure, behind `run` tokens followed."""
    begin = min(run, LONG_RUN)
    chances = _SURE[begin : begin + n]
    return chances if len(chances) == n else (*chances, *_SURE[-1:] * (n - len(chances)))
