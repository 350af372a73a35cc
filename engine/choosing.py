"""Which drafter has a round, and how long its draft may be: whatever gives the most tokens for the time.

Every round all that is known is put together: what a pass over k tokens costs here and now (`engine.round_price`), how
likely the tokens of each proposal are to hold (`engine.expectations`), and what proposing costs. A draft of k tokens
promises 1 + p1 + p1 p2 + ... tokens and costs one pass over k + 1. Not to draft is a choice like the others, so a reply
is never slowed for long by drafts that do not hold.

The best choice of a round is not the one with the most tokens per second of its own: time spent here is missing for
better rounds. It is the one that gains most over spending the same time at the rate that this reply runs at (a ratio of
sums is largest where this is largest; Dinkelbach 1967).

Drafters that only look at the text are asked in every round, at no price worth the name. Those that compute are asked
where what is known of them promises a gain, and now and then to learn more, for at most PROBING of the time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from engine.decoding import NO_DRAFTER, Chain, RoundCost
from engine.drafters.contract import EMPTY, USUAL_CHANCE, Draft, Drafter, DraftSampler
from engine.expectations import AGREES, DIFFERS, SILENT, Expectations
from engine.round_price import RoundPrice

PROBING: Final = 0.02  # of the time of a reply
PROBED: Final = 2  # tokens drafted to learn more
RATE_STEP: Final = 0.08
MARGIN: Final = 0.05  # tokens that a draft must promise over a round without one: estimates err, and on both sides
BROKEN_STEP: Final = 0.1
NOT_WORTH: Final = 0.01  # a token that is reached less often is not thought about
POSITION_FADE: Final = 0.97
POSITION_WEIGHT: Final = 2.0


@dataclass(slots=True)
class Arm:
    """A drafter that may be chosen. computes: proposing costs passes of a model. n_max: its longest draft.
    usual_chance: of its tokens to hold, before anything was seen of them."""

    name: str
    drafter: Drafter
    computes: bool
    n_max: int
    usual_chance: float = USUAL_CHANCE
    expectations: Expectations = field(default_factory=Expectations)
    by_position: list[tuple[float, float]] = field(default_factory=list)  # of drafts: held, asked
    token_s: deque[float] = field(default_factory=lambda: deque(maxlen=9))

    def position_chances(self) -> Iterator[float]:
        """For each position the share of drafts, of those that held so far, that held there too."""
        for i in range(self.n_max):
            held, asked = self.by_position[i] if i < len(self.by_position) else (0.0, 0.0)
            yield (held + POSITION_WEIGHT * self.usual_chance) / (asked + POSITION_WEIGHT)

    def learn(self, draft: Draft, others: Sequence[int], emitted: Sequence[int]) -> None:
        """Compare a draft with what was written, as far as both go."""
        known = min(len(emitted), len(draft.tokens))
        n_held = 0
        while n_held < known and emitted[n_held] == draft.tokens[n_held]:
            n_held += 1
        if draft.chances is not None:
            self.expectations.learn(draft.chances[:known], others, n_held)
        if self.computes or draft.chances is None:
            self._learn_positions(known, n_held)

    def believed(self, draft: Draft, others: Sequence[int]) -> Iterator[float]:
        """The chance of each token of a draft, given those before it."""
        return self.position_chances() if draft.chances is None else self.expectations.chances(draft.chances, others)

    def _learn_positions(self, n_known: int, n_held: int) -> None:
        while len(self.by_position) < n_known:
            self.by_position.append((0.0, 0.0))
        for i in range(min(n_held + 1, n_known)):
            held, asked = self.by_position[i]
            self.by_position[i] = (held * POSITION_FADE + (i < n_held), asked * POSITION_FADE + 1)


class _Choice(NamedTuple):
    """Who has the round, with what. gain: tokens over what the same time gives otherwise."""

    name: str
    draft: Draft
    gain: float


class Chooser(Chain):
    """Drafters among which every round chooses anew. See the module."""

    def __init__(
        self,
        arms: Sequence[Arm],
        price: RoundPrice,
        *,
        gives_back: Callable[[int], bool] = lambda _: True,
        hidden_rows: bool = False,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """price: of this model on this machine. gives_back: whether the memory can take back a rejected draft of a
        length; where it cannot, the round costs more. clock: in seconds; times what proposing costs."""
        super().__init__([(arm.name, arm.drafter) for arm in arms], hidden_rows=hidden_rows)
        self._looking = tuple(arm for arm in arms if not arm.computes)
        self._computing = tuple(arm for arm in arms if arm.computes)
        self._price = price
        self._clock = clock
        self._gives_back = gives_back
        self._proposed: list[tuple[Arm, Draft]] = []
        self._said: list[list[int]] = []
        self._rate = 0.0  # tokens a second, lately
        self._promised = 0.0  # tokens that the draft of this round was chosen for
        self._broken = 0.0  # share of what drafts promised lately and did not keep; below 0 they kept more
        self._rounds_s: list[float] = []  # by length of the draft, as far as one was thought about in this round
        self._begin_reply()

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        super().begin(prompt, sampler)
        self._price.take_depth(len(prompt))
        self._begin_reply()

    def draft(self, history: Sequence[int], limit: int) -> tuple[str, Draft]:
        self._proposed.clear()
        self._said = []
        self._drafting_s = self._promised = 0.0
        limit = min(limit, self._price.longest - 1)
        if limit <= 0:
            return NO_DRAFTER, EMPTY
        plain_s = self._round_s(1)
        self._rounds_s = [plain_s]
        rate = max(self._rate, 1 / plain_s)
        margin = MARGIN + max(self._broken, 0.0)
        best = self._look(history, limit, rate, _Choice(NO_DRAFTER, EMPTY, 1 - rate * plain_s + margin))
        for arm in self._computing:
            length, gain = self._best_length(arm.position_chances(), min(limit, arm.n_max), rate, _token_s(arm))
            if gain > best.gain:
                best = self._ask(arm, history, length, rate, best)
            elif self._may_probe(arm, plain_s):
                best = self._probe(arm, history, rate, best)
            if best.draft.probabilities is not None:
                break
        if best.draft.tokens and isfinite(best.gain):
            self._promised = best.gain + rate * self._rounds_s[len(best.draft.tokens)]
        return best.name, best.draft

    def timed(self, cost: RoundCost) -> None:
        self._price.learn(cost)
        self._last_s = cost.pass_s + cost.other_s + self._drafting_s

    def accept(self, proposer: str, drafted: tuple[int, ...], n_accepted: int, next_token: int | None) -> None:
        emitted = drafted[:n_accepted] if next_token is None else (*drafted[:n_accepted], next_token)
        for (arm, draft), said in zip(self._proposed, self._said, strict=True):
            arm.learn(draft, said, emitted)
        if self._promised:
            self._broken += (1 - len(emitted) / self._promised - self._broken) * BROKEN_STEP
        self._tokens += (len(emitted) - self._tokens) * RATE_STEP
        self._seconds += (self._last_s - self._seconds) * RATE_STEP
        self._rate = self._tokens / self._seconds if self._seconds > 0 else 0.0
        self._probe_left_s += PROBING * self._last_s
        super().accept(proposer, drafted, n_accepted, next_token)

    # ---- within a round

    def _begin_reply(self) -> None:
        self._tokens, self._seconds, self._rate = 1.0, self._round_s(1), 0.0
        self._last_s = self._drafting_s = 0.0
        self._promised, self._broken, self._probe_left_s = 0.0, 0.0, 0.0
        self._caught_up: set[str] = set()  # who has read the prompt: a reply's first proposal has to wait for that

    def _round_s(self, rows: int) -> float:
        seconds = self._price.pass_s(rows) + self._price.other_s
        return seconds if rows == 1 or self._gives_back(rows - 1) else seconds + self._price.resubmit_s

    def _best_length(
        self, chances: Iterator[float], longest: int, rate: float, token_s: float = 0.0
    ) -> tuple[int, float]:
        """(length that gains most, tokens gained over the rate). token_s: what each token still has to cost."""
        best, best_gain = 0, float("-inf")
        expected, reached = 1.0, 1.0
        rounds_s = self._rounds_s
        for length, chance in zip(range(1, longest + 1), chances, strict=False):
            reached *= chance
            if reached < NOT_WORTH:
                break
            expected += reached
            if length == len(rounds_s):
                rounds_s.append(self._round_s(1 + length))
            gain = expected - rate * (rounds_s[length] + token_s * length)
            if gain > best_gain:
                best, best_gain = length, gain
        return best, best_gain

    def _look(self, history: Sequence[int], limit: int, rate: float, best: _Choice) -> _Choice:
        """The best of `best` and what the drafters propose that only look at the text."""
        for arm in self._looking:
            draft = arm.drafter.draft(history, min(limit, arm.n_max))
            if draft.tokens:
                self._proposed.append((arm, draft))
        self._said = [_others(draft, self._proposed) for _, draft in self._proposed]
        for (arm, draft), said in zip(self._proposed, self._said, strict=True):
            best = self._better(best, arm, draft, said, rate)
        return best

    def _ask(self, arm: Arm, history: Sequence[int], length: int, rate: float, best: _Choice) -> _Choice:
        """The better of `best` and what a model proposes now."""
        began = self._clock()
        draft = arm.drafter.draft(history, length)
        taken = self._clock() - began
        self._drafting_s += taken
        if arm.name in self._caught_up:
            arm.token_s.append(taken / max(len(draft.tokens), 1))
        self._caught_up.add(arm.name)
        if not draft.tokens:
            return best
        said = _others(draft, self._proposed)
        self._proposed.append((arm, draft))
        self._said.append(said)
        if draft.probabilities is not None:
            # Which tokens were drawn must not decide whether they are verified: that would change the distribution.
            return _Choice(arm.name, draft, float("inf"))
        return self._better(best, arm, draft, said, rate)

    def _probe(self, arm: Arm, history: Sequence[int], rate: float, best: _Choice) -> _Choice:
        """Ask a model that promises nothing, to learn whether that is still true. What the target writes tells it, so
        the draft need not be verified for that."""
        before_s = self._drafting_s
        asked = self._ask(arm, history, PROBED, rate, best)
        self._probe_left_s -= self._drafting_s - before_s
        if asked.draft.probabilities is not None:
            self._probe_left_s -= self._round_s(1 + len(asked.draft.tokens)) - self._round_s(1)
        return asked

    def _better(self, best: _Choice, arm: Arm, draft: Draft, said: Sequence[int], rate: float) -> _Choice:
        length, gain = self._best_length(arm.believed(draft, said), len(draft.tokens), rate)
        return _Choice(arm.name, _cut(draft, length), gain) if gain > best.gain else best

    def _may_probe(self, arm: Arm, plain_s: float) -> bool:
        """Whether the time for probing pays the draft, which was `plain_s` as long as nothing is known of it."""
        token_s = _token_s(arm) if arm.token_s else plain_s
        return self._probe_left_s >= PROBED * token_s


def _token_s(arm: Arm) -> float:
    return median(arm.token_s) if arm.token_s else 0.0


def _cut(draft: Draft, length: int) -> Draft:
    """Its first tokens. Drafts that were drawn are never cut: see `Chooser._ask`."""
    if length >= len(draft.tokens):
        return draft
    return Draft(draft.tokens[:length], chances=draft.chances[:length] if draft.chances is not None else None)


def _others(draft: Draft, proposed: Sequence[tuple[Arm, Draft]]) -> list[int]:
    """What the other proposals say about each token of a draft, given those before it."""
    said = [SILENT] * len(draft.tokens)
    for _, other in proposed:
        if other is draft:
            continue
        for i, (ours, theirs) in enumerate(zip(draft.tokens, other.tokens, strict=False)):
            if ours != theirs:
                said[i] = max(said[i], DIFFERS)
                break
            said[i] = max(said[i], AGREES)
    return said
