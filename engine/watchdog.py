"""Watches the rounds of a reply and says when speculation, or the reply itself, goes wrong. A pure observer.

    acceptance    drafts held (over half of them) and hold no longer (under a tenth of the last 64 drafted tokens)
    low           under 40 % of all that was drafted for this reply holds, and rounds with drafts gain nothing
    loop          the reply says the same over and over; nearly all drafts hold then, which flatters the figures
    slow          rounds with drafts give fewer tokens a second than plain ones would, for many rounds

A plain pass grows dearer as the context fills, so what was measured at load says too little later on: before anything
is called slow, drafting rests for a few rounds, and what those take is the price that counts. Where resting is allowed,
it goes on for a stretch after a loss and is then tried again; low acceptance without a gain ends it for the reply.
Nothing here knows a clock: rounds bring their seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Final

from engine.events import NoticeKind
from engine.metrics import LOW_ACCEPTANCE

if TYPE_CHECKING:
    from engine.commands import Choice
    from engine.events import RoundDone

RECENT_DRAFTED: Final = 64  # tokens
RECENT_DRAFTS: Final = 4  # at least: one change in a copied text spoils a draft or two, however long they are
HELD: Final = 0.50
COLLAPSED: Final = 0.10
# The share of 96 tokens is known to within 0.05 (one standard deviation): of drafts of which half hold, which pay as a
# rule, one reply in forty would come out below 0.40. Tokens of one draft hold or fall together, so that many drafts are
# asked for too. Either only lets the price be asked: that decides.
LOW_DRAFTED: Final = 96
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
    """What a round came to. seconds: all of it; of these draft_s went to drafting and choose_s to what every token
    costs beside its pass. by: who proposed the draft."""

    emitted: Sequence[int]
    drafted: int
    accepted: int
    seconds: float
    draft_s: float = 0.0
    choose_s: float = 0.0
    by: str = ""

    @classmethod
    def of(cls, done: RoundDone) -> Seen:
        return cls(
            done.token_ids,
            len(done.drafted),
            done.n_accepted,
            done.draft_s + done.verify_s + done.sample_s + done.other_s,
            done.draft_s,
            done.sample_s + done.other_s,
            done.drafted_by[0] if done.drafted_by else "",
        )


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell, once for a reply."""

    kind: NoticeKind
    text: str


@dataclass(slots=True)
class _Plain:
    """What a round without a draft takes. at_load: seconds of a pass over one token when the model was loaded."""

    at_load: float
    _n_rounds: int = 0
    _n_tokens: int = 0
    _choose_s: float = 0.0
    _seen: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=CHECK_ROUNDS))  # (round, seconds)

    @property
    def known(self) -> bool:
        """Whether enough such rounds were seen of late."""
        return len(self._seen) == CHECK_ROUNDS and self._n_rounds - self._seen[0][0] < STALE_AFTER

    @property
    def seconds(self) -> float:
        if self._seen:
            return median(seconds for _, seconds in self._seen)
        return self.at_load + self._choose_s / max(self._n_tokens, 1)

    def learn(self, seen: Seen) -> None:
        """From any round. A drafter that was asked in vain took time that a plain round does not take."""
        self._n_rounds += 1
        self._n_tokens += len(seen.emitted)
        self._choose_s += seen.choose_s
        if not seen.drafted and seen.seconds > seen.draft_s:
            self._seen.append((self._n_rounds, seen.seconds - seen.draft_s))

    def gain(self, rounds: Collection[Seen]) -> float:
        """Their speed over that of plain ones. Of those without a draft only what drafting took in vain counts: how
        much the others of them differ says nothing about drafting."""
        plain = self.seconds
        taken = sum(one.seconds if one.drafted else plain + one.draft_s for one in rounds)
        return self.speedup(sum(len(one.emitted) for one in rounds), taken)

    def speedup(self, n_tokens: int, seconds: float) -> float:
        return n_tokens * self.seconds / seconds if seconds > 0 else 1.0


@dataclass(slots=True)
class _Drafts:
    """What became of all drafts of the reply. tokens and seconds: of their rounds, as far as those can be held against
    others; latest: the last of them."""

    drafted: int = 0
    accepted: int = 0
    n_tokens: int = 0
    seconds: float = 0.0
    latest: deque[Seen] = field(default_factory=lambda: deque(maxlen=SLOW_ROUNDS))

    def add(self, seen: Seen, *, timed: bool) -> None:
        self.drafted += seen.drafted
        self.accepted += seen.accepted
        if timed and seen.drafted:
            self.n_tokens += len(seen.emitted)
            self.seconds += seen.seconds
            self.latest.append(seen)

    @property
    def rate(self) -> float | None:
        """The share that holds, once enough was drafted to tell."""
        enough = self.drafted >= LOW_DRAFTED and len(self.latest) == SLOW_ROUNDS
        return self.accepted / self.drafted if enough else None


class Watchdog:
    """Of one reply."""

    def __init__(
        self, plain_s: float, *, may_rest: bool = True, choose: Choice | None = "order", computes: bool = True
    ) -> None:
        """plain_s: seconds of a pass over one token, as far as they are known when the reply begins. may_rest: drafting
        may be paused where it slows the reply, and ended where it gains nothing. choose: how a round's drafter is
        chosen, None where there is none; who chooses by price knows when nobody should draft, and whom to ask.
        computes: asking costs passes of a model, so that it may lose also where nothing is ever proposed."""
        self._may_rest = may_rest
        self._choose = choose
        self._asking_costs = computes and choose == "order"
        self._told: set[NoticeKind] = set()
        self._rest_left = 0
        self._checking = False
        self._over = False
        self._recent: deque[Seen] = deque()  # rounds with drafts: RECENT_DRAFTED tokens of them
        self._held = False
        self._plain = _Plain(plain_s)
        self._window: deque[Seen] = deque(maxlen=SLOW_ROUNDS)
        self._drafts = _Drafts()
        self._awake: set[str] = set()  # who proposed since the reply began or drafting rested
        self._tokens: deque[int] = deque(maxlen=LONGEST_LOOP)
        self._repeats: dict[int, int] = {}

    @property
    def resting(self) -> bool:
        """Whether the next round shall do without a draft."""
        return self._over or self._rest_left > 0

    def round(self, seen: Seen) -> tuple[Notice, ...]:
        """Take in a round; what there is to tell now."""
        rested = self.resting
        self._rest_left = max(0, self._rest_left - 1)
        self._plain.learn(seen)
        found = [self._loop(seen)]
        if not rested:
            found.append(self._drafting(seen))
        elif self._checking and not self.resting:
            self._checking = False
            found.append(self._judge())
        return tuple(self._once(notice) for notice in found if notice is not None and notice.kind not in self._told)

    def _once(self, notice: Notice) -> Notice:
        self._told.add(notice.kind)
        return notice

    def _drafting(self, seen: Seen) -> Notice | None:
        """A round that might have a draft."""
        timed = bool(self._awake) and (not seen.drafted or seen.by in self._awake)
        self._awake |= {"", seen.by}
        self._drafts.add(seen, timed=timed)
        if timed:  # in its first one a draft model reads all that it has not seen, which says nothing of those to come
            self._window.append(seen)
        return self._acceptance(seen) or self._speed()

    def _rest(self, n_rounds: int = REST_ROUNDS) -> None:
        if self._may_rest:
            self._rest_left = n_rounds
            self._awake.clear()

    # ---- acceptance

    def _acceptance(self, seen: Seen) -> Notice | None:
        if not seen.drafted:
            return None
        recent = self._recent
        recent.append(seen)
        drafted = sum(one.drafted for one in recent)
        while drafted - recent[0].drafted >= RECENT_DRAFTED and len(recent) > RECENT_DRAFTS:
            drafted -= recent.popleft().drafted
        if drafted < RECENT_DRAFTED or len(recent) < RECENT_DRAFTS:
            return None
        rate = sum(one.accepted for one in recent) / drafted
        if rate > HELD:
            self._held = True
        if not self._held or rate >= COLLAPSED:
            return None
        self._held = False
        recent.clear()
        self._rest()
        rests = " Drafting rests for a while and is tried again." if self._may_rest else ""
        what = f"Drafts held before, and now hardly any do ({100 * rate:.0f} % of the last ones)."
        return Notice("acceptance", what + rests)

    # ---- speed

    def _speed(self) -> Notice | None:
        """Where drafting seems to lose and the price of a plain round is in doubt, that is learnt first."""
        if not (self._is_low() or self._is_slow()):
            return None
        if not self._may_rest or self._plain.known:
            return self._judge()
        self._checking = True
        self._rest(CHECK_ROUNDS)
        return None

    def _judge(self) -> Notice | None:
        """With the best price of a plain round that can be had."""
        if self._is_low():
            return self._end()
        if not self._is_slow():
            return None
        ratio = self._plain.gain(self._window)
        self._window.clear()
        self._rest()
        rests = " Drafting rests for a while and is tried again." if self._may_rest else ""
        what = f"For {SLOW_ROUNDS} rounds the reply ran at {ratio:.2f}× its speed without drafts."
        return Notice("slow", what + rests)

    def _is_slow(self) -> bool:
        """Where low acceptance was told, and drafting goes on all the same, this was told with it."""
        if self._choose is None or "low" in self._told or len(self._window) < SLOW_ROUNDS:
            return False
        drafts = self._asking_costs or any(one.drafted for one in self._window)
        return drafts and self._plain.gain(self._window) < self._surely(SLOW_BELOW)

    def _is_low(self) -> bool:
        """Whether hardly anything holds and that gains nothing, neither so far nor of late. A long draft may gain by
        the few of its tokens that hold, where passes over many tokens are cheap."""
        rate = self._drafts.rate
        if self._choose != "order" or "low" in self._told or rate is None or rate >= LOW_ACCEPTANCE:
            return False
        return max(self._gain_so_far(), self._plain.gain(self._drafts.latest)) < self._surely(1.0)

    def _gain_so_far(self) -> float:
        return self._plain.speedup(self._drafts.n_tokens, self._drafts.seconds)

    def _surely(self, bound: float) -> float:
        """While only the price at load is known, and no other can be had, a doubt is no loss."""
        return bound if self._may_rest or self._plain.known else min(bound, SURELY_BELOW)

    def _end(self) -> Notice:
        rate, ratio = self._drafts.accepted / self._drafts.drafted, self._gain_so_far()
        self._over = self._may_rest
        what = (
            f"Only {100 * rate:.0f} % of the drafts of this reply hold, and rounds with drafts run at {ratio:.2f}× the "
            "speed of those without."
        )
        over = " Drafting is off for the rest of this reply, and on again for the next one."
        return Notice("low", what + (over if self._may_rest else " Another preset, or none, would be faster here."))

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
