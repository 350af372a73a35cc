"""What would be possible here: a drafter that always knew, and the best of the arms in every round.

Both start from the recorded baseline reply and from measured prices. A pass over k rows emits k tokens when all k - 1
drafted ones are right. Its price is the baseline's own cost of a token in this comparison, scaled by the measured price
curve: the curve may be from another hour of a busy machine, its shape is what counts.

Like the decode speed everywhere, the bound leaves the first round out (`engine.metrics`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from statistics import fmean, median
from typing import Protocol

from engine.events import PricePoint
from engine.ngram_index import shared_prefix
from ui.comparison import Oracle, PriceCurve, RoundRecord

RoundPrice = Callable[[int], float]
Edge = tuple[int, int, float]  # tokens before the round, tokens emitted by it, seconds


class Reply(Protocol):
    """What a bound has to know of a reply (`ui.comparison.Run`)."""

    @property
    def token_ids(self) -> Sequence[int]: ...
    @property
    def rounds(self) -> Sequence[RoundRecord]: ...
    @property
    def decode_s(self) -> float: ...
    @property
    def verify_s(self) -> float: ...


def price_at(points: Sequence[PricePoint], k: int) -> float:
    """Seconds of a pass over k tokens: measured, or on the straight line between two measured ones.

    Outside the curve its ends count. points: at least one, by rising k.
    """
    ks = [point.k for point in points]
    i = bisect_left(ks, k)
    if i == len(ks):
        return points[-1].pass_s
    if ks[i] == k or i == 0:
        return points[i].pass_s
    before, after = points[i - 1], points[i]
    return before.pass_s + (after.pass_s - before.pass_s) * (k - before.k) / (after.k - before.k)


def round_price(curve: PriceCurve, plain_verify_s: float, plain_other_s: float) -> RoundPrice:
    """Seconds of a round that verifies k rows, given what verification and all else cost in a round of the baseline."""
    one = price_at(curve.points, 1)
    return lambda k: plain_verify_s * price_at(curve.points, k) / one + plain_other_s


def best_blocks(n_tokens: int, longest: int, price: RoundPrice) -> tuple[float, tuple[int, ...]]:
    """The cheapest way to cut n_tokens into blocks of 1 to `longest`: (seconds, the blocks, the largest first).

    >>> best_blocks(5, 4, lambda k: 1.0 + 0.1 * k)
    (2.5, (4, 1))
    """
    prices = [price(k) for k in range(1, longest + 1)]
    cost, last = [0.0], [0]
    for n in range(1, n_tokens + 1):
        k = min(range(1, min(n, longest) + 1), key=lambda k: cost[n - k] + prices[k - 1])
        cost.append(cost[n - k] + prices[k - 1])
        last.append(k)
    blocks = []
    n = n_tokens
    while n:
        blocks.append(last[n])
        n -= last[n]
    return cost[n_tokens], tuple(sorted(blocks, reverse=True))


def best_path(n_tokens: int, edges: Iterable[Edge]) -> float | None:
    """Seconds of the cheapest chain of rounds from the first token to the last; None when no chain reaches it."""
    leaving: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        leaving[edge[0]].append(edge)
    cost = [0.0] + [float("inf")] * n_tokens
    for start in range(n_tokens):
        for _, n, seconds in leaving[start]:
            end = start + n
            if end <= n_tokens and cost[start] + seconds < cost[end]:
                cost[end] = cost[start] + seconds
    return cost[n_tokens] if cost[n_tokens] < float("inf") else None


def rounds_as_edges(runs: Sequence[Reply], reference: Sequence[int]) -> list[Edge]:
    """The rounds of one arm's runs behind the first, as far as they write the reference reply. Drafts of one length
    cost the mean of all their rounds, so that no lucky round flatters the path."""
    seconds: dict[int, list[float]] = defaultdict(list)
    spans: set[tuple[int, int, int]] = set()
    for run in runs:
        same = shared_prefix(run.token_ids, reference)
        for i, (start, done) in enumerate(_with_starts(run.rounds)):
            if i == 0:
                continue
            seconds[done.drafted].append(done.round_s)
            if start + done.emitted <= same:
                spans.add((start, done.emitted, done.drafted))
    return [(start, emitted, fmean(seconds[drafted])) for start, emitted, drafted in sorted(spans)]


def bound(curve: PriceCurve, baseline: Sequence[Reply], others: Sequence[Sequence[Reply]]) -> Oracle | None:
    """The bound on one case. baseline: its runs; others: the runs of each other arm of our engine.

    None for a reply of fewer than two rounds, and for a curve without its first point.
    """
    reference = baseline[0] if baseline else None
    if reference is None or len(reference.rounds) < 2 or not curve.points or curve.points[0].k != 1:
        return None
    plain_s = median(run.decode_s / (len(run.rounds) - 1) for run in baseline if len(run.rounds) > 1)
    rounds_s = sum(done.round_s for run in baseline for done in run.rounds)
    verifying = sum(run.verify_s for run in baseline) / rounds_s
    price = round_price(curve, plain_s * verifying, plain_s * (1 - verifying))
    first = reference.rounds[0].emitted
    n_tokens = len(reference.token_ids) - first
    seconds, blocks = best_blocks(n_tokens, curve.points[-1].k, price)
    edges = [
        (start - first, n, taken)
        for runs in (baseline, *others)
        for start, n, taken in rounds_as_edges(runs, reference.token_ids)
        if start >= first
    ]
    mixed = best_path(n_tokens, edges)
    line = zip(accumulate((price(k) for k in blocks), initial=0.0), accumulate(blocks, initial=first), strict=True)
    return Oracle(n_tokens / seconds, n_tokens / mixed if mixed else None, blocks, tuple(line))


def _with_starts(rounds: Sequence[RoundRecord]) -> Iterable[tuple[int, RoundRecord]]:
    starts = accumulate((done.emitted for done in rounds), initial=0)
    return zip(starts, rounds, strict=False)
