"""Watches the rounds of a reply and says when speculation, or the reply itself, goes wrong. A pure observer.

    acceptance    drafts held (over half of them) and hold no longer (under a tenth of the last 64 drafted tokens)
    loop          the reply says the same over and over; nearly all drafts hold then, which flatters the figures
    slow          rounds with drafts give fewer tokens a second than plain ones would, for many rounds

A plain pass grows dearer as the context fills, so what was measured at load says too little later on: before anything
is called slow, drafting rests for a few rounds, and what those take is the price that counts. Where resting is allowed,
it goes on for a stretch after a loss and is then tried again. Nothing here knows a clock: rounds bring their seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Final

from engine.events import NoticeKind

if TYPE_CHECKING:
    from engine.events import RoundDone

RECENT_DRAFTED: Final = 64  # tokens
HELD: Final = 0.50
COLLAPSED: Final = 0.10
LONGEST_LOOP: Final = 32  # tokens
LOOP_TIMES: Final = 4
LEAST_LOOPED: Final = 48  # tokens in all: a ruler of dashes or an indentation is no loop
SLOW_ROUNDS: Final = 24
SLOW_BELOW: Final = 0.95  # of the plain speed
SURELY_BELOW: Final = 0.80  # the same while only the price at load is known
CHECK_ROUNDS: Final = 6  # plain ones, to learn what such a round takes here
REST_ROUNDS: Final = 48
STALE_AFTER: Final = 200  # rounds; then a plain round may take longer than those that were seen


@dataclass(frozen=True, slots=True)
class Seen:
    """What a round came to. seconds: all of it."""

    emitted: Sequence[int]
    drafted: int
    accepted: int
    seconds: float

    @classmethod
    def of(cls, done: RoundDone) -> Seen:
        return cls(
            done.token_ids,
            len(done.drafted),
            done.n_accepted,
            done.draft_s + done.verify_s + done.sample_s + done.other_s,
        )


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell, once for a reply."""

    kind: NoticeKind
    text: str


@dataclass(slots=True)
class Watchdog:
    """Of one reply. plain_s: seconds of a round without a draft, as far as they are known when it begins. may_rest:
    drafting may be paused where it slows the reply."""

    plain_s: float
    may_rest: bool = True
    _told: set[NoticeKind] = field(default_factory=set)
    _recent: deque[Seen] = field(default_factory=deque)  # with drafts: RECENT_DRAFTED tokens of them
    _window: deque[Seen] = field(default_factory=lambda: deque(maxlen=SLOW_ROUNDS))
    _plain: deque[float] = field(default_factory=lambda: deque(maxlen=CHECK_ROUNDS))
    _since_plain: int = 0  # rounds
    _held: bool = False
    _rest_left: int = 0
    _checking: bool = False
    _tokens: deque[int] = field(default_factory=lambda: deque(maxlen=LONGEST_LOOP))
    _repeats: dict[int, int] = field(default_factory=dict)

    @property
    def resting(self) -> bool:
        """Whether the next round shall do without a draft."""
        return self._rest_left > 0

    def round(self, seen: Seen) -> tuple[Notice, ...]:
        """Take in a round; what there is to tell now."""
        rested = self.resting
        self._rest_left = max(0, self._rest_left - 1)
        self._since_plain += 1
        if not seen.drafted and seen.seconds > 0:
            self._plain.append(seen.seconds)
            self._since_plain = 0
        found = [self._loop(seen)]
        if rested:
            if self._checking and not self.resting:
                found.append(self._judge_slow())
        else:
            found += [self._acceptance(seen), self._slow(seen)]
        return tuple(self._once(notice) for notice in found if notice is not None and notice.kind not in self._told)

    def _once(self, notice: Notice) -> Notice:
        self._told.add(notice.kind)
        return notice

    # ---- acceptance

    def _acceptance(self, seen: Seen) -> Notice | None:
        if not seen.drafted:
            return None
        self._recent.append(seen)
        drafted = sum(one.drafted for one in self._recent)
        while drafted - self._recent[0].drafted >= RECENT_DRAFTED:
            drafted -= self._recent.popleft().drafted
        if drafted < RECENT_DRAFTED:
            return None
        rate = sum(one.accepted for one in self._recent) / drafted
        if rate > HELD:
            self._held = True
        if not self._held or rate >= COLLAPSED:
            return None
        self._held = False
        self._recent.clear()
        self._rest()
        rests = " Drafting rests for a while and is tried again." if self.may_rest else ""
        what = f"Drafts held before, and now hardly any does ({rate:.0%} of the last ones)."
        return Notice("acceptance", what + rests)

    # ---- speed

    def _slow(self, seen: Seen) -> Notice | None:
        self._window.append(seen)
        if len(self._window) < SLOW_ROUNDS or not any(one.drafted for one in self._window):
            return None
        if self._ratio() >= SLOW_BELOW:
            return None
        if not self.may_rest or (len(self._plain) == CHECK_ROUNDS and self._since_plain < STALE_AFTER):
            return self._judge_slow()
        self._plain.clear()
        self._checking, self._rest_left = True, CHECK_ROUNDS
        return None

    def _judge_slow(self) -> Notice | None:
        """With the best price of a plain round that can be had."""
        self._checking = False
        ratio = self._ratio()
        self._window.clear()
        if ratio >= (SLOW_BELOW if self._plain else SURELY_BELOW):
            return None
        self._rest()
        self._plain.clear()  # the price of a later stretch is another one
        rests = " Drafting rests for a while and is tried again." if self.may_rest else ""
        what = f"For {SLOW_ROUNDS} rounds the reply ran at {ratio:.2f}x its speed without drafts."
        return Notice("slow", what + rests)

    def _ratio(self) -> float:
        """Speed of the last rounds over that of plain ones."""
        taken = sum(one.seconds for one in self._window)
        plain = median(self._plain) if self._plain else self.plain_s
        return sum(len(one.emitted) for one in self._window) * plain / taken if taken > 0 and plain > 0 else 1.0

    def _rest(self) -> None:
        if self.may_rest:
            self._rest_left = REST_ROUNDS

    # ---- loops

    def _loop(self, seen: Seen) -> Notice | None:
        """Counts, for each length, how many of the last tokens are what stands that many tokens before them."""
        if "loop" in self._told:
            return None
        tokens = self._tokens
        looped = 0
        for token in seen.emitted:
            before, self._repeats = self._repeats, {}
            if token in tokens:
                for length, other in enumerate(reversed(tokens), 1):
                    if other == token:
                        self._repeats[length] = times = before.get(length, 0) + 1
                        if times + length >= max(LOOP_TIMES * length, LEAST_LOOPED):
                            looped = looped or length
            tokens.append(token)
        if not looped:
            return None
        what = "The reply repeats itself: the same few words over and over."
        if seen.drafted:
            what += " Drafts are right nearly always then, so the figures flatter."
        return Notice("loop", what)
