"""How long a tuning takes, and how it is fitted into the minutes that somebody has for it.

What there is to save is saved in this order: replies become shorter (never so short that they say nothing), settings
are left out evenly over their ranges, every round ends when its share of the time is over, and the last round has fewer
finalists before it has fewer runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from app.compare.script import WARM_UP_TOKENS
from ui.comparison import LONG_ENOUGH, Task

FINALISTS: Final = 3
SHARE_KEPT: Final = 1 / 3
LEAST_RUNS: Final = 2  # of each finalist and prompt: one leaves nothing to tell the noise from
_READ_AT_ONCE: Final = 8  # tokens of a prompt in the time of a pass: on a slow machine; faster ones finish earlier
_BYTES_A_TOKEN: Final = 4
Item = TypeVar("Item")


def reply_s(plain_pass_s: float, tasks: Sequence[Task], max_tokens: int) -> float:
    """Seconds of a reply without drafts, its warm-up included, as far as that can be told before one was written."""
    n_bytes = sum(len(message.content) for task in tasks for message in task.opening)
    n_bytes += sum(len(turn) for task in tasks for turn in task.turns)
    read = n_bytes / _BYTES_A_TOKEN / _READ_AT_ONCE / max(len(tasks), 1)
    return plain_pass_s * (read + WARM_UP_TOKENS + max_tokens)


def round_sizes(n: int) -> list[int]:
    """Settings besides `auto` in every round, the last included."""
    sizes = [n]
    while sizes[-1] > FINALISTS:
        sizes.append(max(FINALISTS, -int(-sizes[-1] * SHARE_KEPT // 1)))
    return sizes if len(sizes) > 1 else [n, n]


@dataclass(frozen=True, slots=True)
class Race:
    """How many replies there are. always: arms of every round besides the settings, the baseline and `auto`."""

    sizes: Sequence[int]
    n_prompts: int
    runs: int
    always: int

    @property
    def last(self) -> int:
        """Index of the last round."""
        return len(self.sizes) - 1

    def replies(self, index: int, n_alive: int | None = None) -> int:
        """The most that a round can have. n_alive: settings that are left for it."""
        size = self.sizes[index] if n_alive is None else min(self.sizes[index], n_alive)
        return (size + self.always) * self.n_prompts * (self.runs if index == self.last else 1)

    def later(self, index: int, n_alive: int | None = None) -> int:
        """The most that all rounds after this one can have."""
        return sum(self.replies(i, n_alive) for i in range(index + 1, len(self.sizes)))

    @property
    def total(self) -> int:
        """The most that all rounds can have."""
        return self.replies(0) + self.later(0)

    def share(self, index: int) -> float:
        """Of the time that is left, what this round may have."""
        mine = self.replies(index)
        return mine / (mine + self.later(index))


def fitted_length(max_tokens: int, needed_s: float, given_s: float) -> int:
    """Tokens of a reply, so that the whole race fits; no fewer than say something about speed."""
    if needed_s <= given_s:
        return max_tokens
    return max(min(LONG_ENOUGH, max_tokens), int(max_tokens * given_s / needed_s))


def fitted_start(race: Race, n_replies: float) -> Race:
    """The same with as many settings in its first round as there is time for; with those of a last round at least."""
    for n in range(race.sizes[0], FINALISTS, -1):
        fitting = replace(race, sizes=round_sizes(n))
        if fitting.total <= n_replies:
            return fitting
    return replace(race, sizes=round_sizes(min(race.sizes[0], FINALISTS)))


def fitted_final(n_finalists: int, race: Race, n_replies: float) -> tuple[int, int]:
    """(finalists besides `auto`, runs of each) of the last round, for about this many replies."""
    choices = [(n, race.runs) for n in range(n_finalists, min(n_finalists, 1) - 1, -1)]
    choices += [(min(n_finalists, 1), runs) for runs in range(race.runs - 1, LEAST_RUNS - 1, -1)]
    fitting = ((n, runs) for n, runs in choices if (n + race.always) * race.n_prompts * runs <= n_replies)
    return next(fitting, choices[-1])


def thinned(items: Sequence[Item], n: int) -> list[Item]:
    """At most n of them, evenly from first to last.

    >>> thinned("abcdefg", 3)
    ['a', 'd', 'g']
    """
    if n >= len(items):
        return list(items)
    if n <= 1:
        return list(items[:n])
    step = (len(items) - 1) / (n - 1)
    return [items[round(i * step)] for i in range(n)]
