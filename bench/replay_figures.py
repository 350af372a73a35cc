"""What the replay bench says about a reply: speed, and how fast a way of drafting notices that the text has turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import geometric_mean
from typing import Final

from bench import common
from bench.replay_data import Reply

CALM: Final = 8  # tokens without a losing round, after which drafting counts as given up
FULL: Final = 0.75  # of the longest draft of the copied text before: a draft of so much is at full length again


@dataclass(frozen=True, slots=True)
class Round:
    """at: tokens of the reply before it. seconds: all that it took."""

    at: int
    drafted: int
    accepted: int
    emitted: int
    seconds: float

    def loses(self, plain_s: float) -> bool:
        """Whether it drafted and took longer than its tokens would have taken one by one, at plain_s each."""
        return self.drafted > 0 and self.seconds > self.emitted * plain_s


@dataclass(frozen=True, slots=True)
class Figures:
    """One reply with one preset. draft_share: of the time, what proposing took. given_up, back: by turn, see
    `rounds_to_give_up` and `rounds_to_come_back`."""

    speedup: float
    rounds: int
    drafted: int
    accepted: int
    draft_share: float
    given_up: tuple[int, ...]
    back: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One reply with every preset, by the preset's name. copier, bound: the speedup of a drafter that always knew what
    to copy, and of one that always knew."""

    id: str
    group: str
    tokens: int
    copier: float
    bound: float
    by_preset: Mapping[str, Figures]


def figures(reply: Reply, rounds: Sequence[Round], speedup: float, draft_share: float, plain_s: float) -> Figures:
    """rounds: of the whole reply. plain_s: what a token costs without drafts."""
    ends = (*reply.turns, len(reply.tokens))
    segments = [
        [done for done in rounds if start <= done.at < end] for start, end in zip((0, *reply.turns), ends, strict=True)
    ]
    return Figures(
        speedup=speedup,
        rounds=len(rounds),
        drafted=sum(done.drafted for done in rounds),
        accepted=sum(done.accepted for done in rounds),
        draft_share=draft_share,
        given_up=tuple(rounds_to_give_up(segment, plain_s) for segment in segments[1::2]),
        back=tuple(rounds_to_come_back(segments[i - 2], segments[i]) for i in range(2, len(segments), 2)),
    )


def rounds_to_give_up(free: Sequence[Round], plain_s: float) -> int:
    """Losing rounds in free text until CALM tokens in a row were written without one.

    >>> rounds_to_give_up([Round(0, 8, 0, 1, 3.0), Round(1, 0, 0, 1, 1.0), Round(2, 4, 0, 1, 2.0)], 1.0)
    2
    """
    losing = calm = 0
    for done in free:
        if done.loses(plain_s):
            losing, calm = losing + 1, 0
        else:
            calm += done.emitted
        if calm >= CALM:
            break
    return losing


def rounds_to_come_back(before: Sequence[Round], copied: Sequence[Round]) -> int | None:
    """Rounds in copied text until a draft is as long as those in the copied text before the free one; None if never.

    >>> rounds_to_come_back([Round(0, 20, 20, 21, 1.0)], [Round(30, 0, 0, 1, 1.0), Round(31, 16, 16, 17, 1.0)])
    2
    """
    longest = max((done.drafted for done in before), default=0)
    for number, done in enumerate(copied, 1):
        if done.drafted >= max(FULL * longest, 1):
            return number
    return None


def print_rows(rows: Sequence[Row], names: Sequence[str], *, detail: bool = False) -> None:
    """Speedups by reply, then geometric means by group and of all, and the worst; last, what happened at turns."""
    table = []
    for row in rows:
        cells = [_cell(row.by_preset[name], detail) for name in names]
        table.append([row.id, row.group, str(row.tokens), *cells, f"{row.copier:.2f}", f"{row.bound:.2f}"])
    common.print_table(["reply", "group", "tokens", *names, "copier", "bound"], table)
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    table = [[f"{group} ({len(members)})", *_means(members, names)] for group, members in groups.items()]
    table.append([f"all ({len(rows)})", *_means(rows, names)])
    table.append(["worst", *(f"{min(row.by_preset[name].speedup for row in rows):.2f}" for name in names), "", ""])
    print()
    common.print_table(["geometric mean", *names, "copier", "bound"], table)
    turning = [row for row in rows if row.by_preset[names[0]].given_up]
    if turning:
        print("\nlosing rounds until given up in free text; rounds until at full length again")
        table = [[row.id, *(_turns(row.by_preset[name]) for name in names)] for row in turning]
        common.print_table(["reply", *names], table)


def _means(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    columns = [[row.by_preset[name].speedup for row in rows] for name in names]
    columns += [[row.copier for row in rows], [row.bound for row in rows]]
    return [f"{geometric_mean(column):.2f}" for column in columns]


def _cell(figures: Figures, detail: bool) -> str:
    share = f", drafting {figures.draft_share:.1%}" if figures.draft_share else ""
    more = f" ({figures.rounds} rounds, {figures.accepted}/{figures.drafted}{share})"
    return f"{figures.speedup:.2f}{more if detail else ''}"


def _turns(figures: Figures) -> str:
    back = ["never" if rounds is None else str(rounds) for rounds in figures.back]
    return f"{', '.join(map(str, figures.given_up))}; {', '.join(back)}"
