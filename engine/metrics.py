"""Figures of a reply, made from its rounds. One definition for the window, the JSON, the bench and the docs.

- round: one draft and one verification. drafted: tokens proposed and verified. accepted: drafted tokens that were
  emitted; those behind an end of sequence or a stop string do not count. emitted: all tokens given out.
- acceptance rate = accepted / drafted; None when nothing was drafted.
- tokens per round = emitted / rounds, the bonus or corrected token included.
- acceptance by position i: of the rounds that drafted at least i tokens and accepted the i - 1 before, the share that
  accepted the i-th. (A conditional rate, as in SPEED-Bench; not the cumulative one of vLLM.)
- tokens/s (decode speed): tokens emitted after the first round / seconds between the end of the first round and the end
  of the last. The first round's tokens arrive together and belong to the time to first token. None below two rounds.
- time to first token: from the taking up of the request to the end of the first round, prompt processing included.
- round time = draft + verify + other, where other holds sampling too; `sample_s` is shown apart.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import RoundDone

ACCEPTANCE_WINDOW_ROUNDS = 32
LOW_ACCEPTANCE = 0.40  # of a reply's drafts: below it speculation seldom pays, says the trade
SPEED_WINDOW_S = 1.0


@dataclass(slots=True)
class DrafterTally:
    """Tokens of one drafter: proposed and verified, and emitted."""

    drafted: int = 0
    accepted: int = 0

    @property
    def acceptance_rate(self) -> float | None:
        return self.accepted / self.drafted if self.drafted else None


@dataclass(slots=True)
class ReplyMetrics:
    """Running totals of one reply: feed it every `RoundDone`, read any figure at any time."""

    rounds: int = 0
    emitted: int = 0
    drafted: int = 0
    accepted: int = 0
    drafted_by_position: list[int] = field(default_factory=list)
    accepted_by_position: list[int] = field(default_factory=list)
    by_drafter: dict[str, DrafterTally] = field(default_factory=dict)
    draft_s: float = 0.0
    verify_s: float = 0.0
    sample_s: float = 0.0
    other_s: float = 0.0
    first_at_s: float | None = None
    last_at_s: float = 0.0
    _first_emitted: int = 0
    _recent: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=ACCEPTANCE_WINDOW_ROUNDS))
    _recent_drafted: int = 0
    _recent_accepted: int = 0
    _arrivals: deque[tuple[float, int]] = field(default_factory=deque)
    _arrived: int = 0  # tokens of all arrivals
    _plain_s: float = 0.0
    _plain_rounds: int = 0

    def add(self, done: RoundDone) -> None:
        """Take in the next round of the reply."""
        n_drafted, n_accepted = len(done.drafted), done.n_accepted
        self.rounds += 1
        self.emitted += len(done.token_ids)
        self.drafted += n_drafted
        self.accepted += n_accepted
        self._add_positions(n_drafted, n_accepted)
        for i, name in enumerate(done.drafted_by):
            tally = self.by_drafter.setdefault(name, DrafterTally())
            tally.drafted += 1
            tally.accepted += i < n_accepted
        self.draft_s += done.draft_s
        self.verify_s += done.verify_s
        self.sample_s += done.sample_s
        self.other_s += done.other_s
        if self.first_at_s is None:
            self.first_at_s = done.at_s
            self._first_emitted = len(done.token_ids)
        elif n_drafted == 0:
            self._plain_rounds += 1
            self._plain_s += done.draft_s + done.verify_s + done.sample_s + done.other_s
        self.last_at_s = done.at_s
        self._add_recent(n_drafted, n_accepted)
        self._arrivals.append((done.at_s, len(done.token_ids)))
        self._arrived += len(done.token_ids)
        while len(self._arrivals) > 2 and done.at_s - self._arrivals[0][0] > SPEED_WINDOW_S:
            self._arrived -= self._arrivals.popleft()[1]

    @property
    def acceptance_rate(self) -> float | None:
        return self.accepted / self.drafted if self.drafted else None

    @property
    def tokens_per_round(self) -> float | None:
        return self.emitted / self.rounds if self.rounds else None

    @property
    def decode_s(self) -> float:
        """Seconds between the end of the first round and the end of the last."""
        return self.last_at_s - self.first_at_s if self.first_at_s is not None else 0.0

    @property
    def tokens_per_s(self) -> float | None:
        return (self.emitted - self._first_emitted) / self.decode_s if self.decode_s > 0 else None

    @property
    def recent_tokens_per_s(self) -> float | None:
        """Decode speed over about the last second."""
        if len(self._arrivals) < 2:
            return None
        span = self._arrivals[-1][0] - self._arrivals[0][0]
        return (self._arrived - self._arrivals[0][1]) / span if span > 0 else None

    @property
    def recent_acceptance_rate(self) -> float | None:
        """Acceptance over the last 32 rounds."""
        return self._recent_accepted / self._recent_drafted if self._recent_drafted else None

    @property
    def plain_round_s(self) -> float | None:
        """Mean seconds of a round without a draft in this reply: what the baseline's token costs here; or None."""
        return self._plain_s / self._plain_rounds if self._plain_rounds else None

    @property
    def plain_rounds(self) -> int:
        """How many rounds `plain_round_s` is the mean of; the first round of the reply never counts."""
        return self._plain_rounds

    @property
    def round_s(self) -> float:
        """Seconds of all rounds together."""
        return self.draft_s + self.verify_s + self.sample_s + self.other_s

    def acceptance_at(self) -> list[float | None]:
        """Acceptance by position, first position first."""
        return _ratios(self.accepted_by_position, self.drafted_by_position)

    def _add_positions(self, n_drafted: int, n_accepted: int) -> None:
        reached = min(n_drafted, n_accepted + 1)  # positions whose predecessors were all accepted
        missing = reached - len(self.drafted_by_position)
        if missing > 0:
            self.drafted_by_position.extend([0] * missing)
            self.accepted_by_position.extend([0] * missing)
        for i in range(reached):
            self.drafted_by_position[i] += 1
            self.accepted_by_position[i] += i < n_accepted

    def _add_recent(self, n_drafted: int, n_accepted: int) -> None:
        if len(self._recent) == ACCEPTANCE_WINDOW_ROUNDS:
            oldest_drafted, oldest_accepted = self._recent[0]
            self._recent_drafted -= oldest_drafted
            self._recent_accepted -= oldest_accepted
        self._recent.append((n_drafted, n_accepted))
        self._recent_drafted += n_drafted
        self._recent_accepted += n_accepted


def _ratios(parts: Sequence[int], wholes: Sequence[int]) -> list[float | None]:
    return [part / whole if whole else None for part, whole in zip(parts, wholes, strict=True)]
