"""What does an n-gram index cost? Microseconds for one token's update and one lookup, by length of the history.

    python bench/ngram_lookup.py

Two histories: text-like (Zipf-distributed tokens, so that some n-grams repeat) and the worst case for chains of
occurrences, a text of one repeated line. The lookup is what ngram-simple does in a round: find the match and
copy the draft. For draft-self: keeping the conversation's suffix index, asking it, and asking the one of the past.
"""

from __future__ import annotations

import random
import statistics
from itertools import pairwise
from time import perf_counter_ns

from engine.drafters.ngram_map_k4v import dominant
from engine.drafters.ngram_simple import continuation
from engine.ngram_index import NgramIndex
from engine.suffix_index import LiveSuffixes, PastSuffixes

LENGTHS = (1_000, 8_000, 32_000)
SIZE_N, SIZE_M = 12, 48
SAMPLES = 2_000


def text_like(length: int) -> list[int]:
    """Tokens of very different frequency, with stretches copied from before."""
    rng = random.Random(1)
    tokens: list[int] = []
    while len(tokens) < length:
        if len(tokens) > 200 and rng.random() < 0.02:
            start = rng.randrange(len(tokens) - 60)
            tokens += tokens[start : start + 60]
        else:
            tokens.append(int(rng.paretovariate(0.9)) % 49_152)
    return tokens[:length]


def repetitive(length: int) -> list[int]:
    """One line of five tokens, over and over."""
    return ([3, 1, 4, 1, 5] * (length // 5 + 1))[:length]


def measure(tokens: list[int]) -> dict[str, list[float]]:
    """Microseconds per call, by what was called, at the end of this history."""
    index = NgramIndex(SIZE_N)
    index.extend(tokens)
    live = LiveSuffixes(2)
    live.extend(tokens)
    past = PastSuffixes([tokens])
    costs: dict[str, list[float]] = {"update": [], "lookup": [], "lookup k4v": [], "suffix update": []}
    costs |= {"suffix lookup": [], "past lookup": []}
    for token in tokens[:SAMPLES]:
        t0 = perf_counter_ns()
        index.append(token)
        t1 = perf_counter_ns()
        continuation(index, SIZE_M, 1)
        t2 = perf_counter_ns()
        dominant(index, SIZE_M, 1)
        t3 = perf_counter_ns()
        live.extend([token])
        t4 = perf_counter_ns()
        live.longest()
        t5 = perf_counter_ns()
        past.longest(live.tokens)
        times = (t0, t1, t2, t3, t4, t5, perf_counter_ns())
        for name, (start, stop) in zip(costs, pairwise(times), strict=True):
            costs[name].append((stop - start) / 1000)
    return costs


def main() -> None:
    print(f"{'history':<12}{'tokens':>8}  {'':<15}{'median us':>10}{'p99 us':>8}")
    for name, make in (("text-like", text_like), ("repetitive", repetitive)):
        for length in LENGTHS:
            for what, costs in measure(make(length)).items():
                p99 = statistics.quantiles(costs, n=100)[98]
                print(f"{name:<12}{length:>8}  {what:<15}{statistics.median(costs):>10.2f}{p99:>8.2f}")


if __name__ == "__main__":
    main()
