"""The bound against brute force on small cases, and on hand-made runs and price curves."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from app.compare.oracle import best_blocks, best_path, bound, price_at, rounds_as_edges
from engine.events import PricePoint
from ui.comparison import PriceCurve, RoundRecord, Run


def make_run(
    rounds: Sequence[tuple[int, int, float]], tokens: Sequence[int] | None = None, arm: str = "baseline"
) -> Run:
    """rounds: (drafted, emitted, seconds). All time is verification."""
    at = 0.5
    records: list[RoundRecord] = []
    for i, (drafted, emitted, seconds) in enumerate(rounds):
        at += seconds if i else 0.0
        records.append(RoundRecord(drafted, emitted, seconds, at))
    n = sum(emitted for _, emitted, _ in rounds)
    decode_s = records[-1].at_s - records[0].at_s
    return Run(
        arm=arm,
        case="case",
        repetition=0,
        text="",
        emitted=n,
        drafted=sum(drafted for drafted, _, _ in rounds),
        accepted=0,
        prompt_tokens=10,
        prompt_s=0.5,
        ttft_s=records[0].at_s,
        decode_s=decode_s,
        tokens_per_s=(n - rounds[0][1]) / decode_s if decode_s else None,
        stop_reason="length",
        token_ids=tuple(tokens if tokens is not None else range(n)),
        rounds=tuple(records),
        verify_s=sum(seconds for _, _, seconds in rounds),
    )


def curve(**prices: float) -> PriceCurve:
    return PriceCurve(0, tuple(PricePoint(int(name[1:]), value) for name, value in prices.items()))


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """All ways to write n as a sum, order included."""
    for cuts in itertools.product((False, True), repeat=n - 1):
        blocks: list[int] = []
        length = 1
        for cut in cuts:
            if cut:
                blocks.append(length)
                length = 1
            else:
                length += 1
        yield (*blocks, length)


@pytest.mark.parametrize("seed", range(12))
def test_the_best_cut_is_the_one_that_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    longest = rng.randint(1, 6)
    prices = [rng.uniform(0.5, 4.0) for _ in range(longest)]  # neither smooth nor monotonic
    for n in (1, 2, 7, 10):
        seconds, blocks = best_blocks(n, longest, lambda k: prices[k - 1])
        allowed = [blocks for blocks in partitions(n) if max(blocks) <= longest]
        assert seconds == pytest.approx(min(sum(prices[k - 1] for k in cut) for cut in allowed))
        assert sum(blocks) == n
        assert sum(prices[k - 1] for k in blocks) == pytest.approx(seconds)


def chains(n: int, edges: Sequence[tuple[int, int, float]], at: int = 0) -> Iterator[float]:
    if at == n:
        yield 0.0
    for start, length, seconds in edges:
        if start == at and at + length <= n:
            yield from (seconds + rest for rest in chains(n, edges, at + length))


@pytest.mark.parametrize("seed", range(12))
def test_the_best_path_is_the_one_that_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    n = 8
    edges = [(rng.randrange(n), rng.randint(1, 4), rng.uniform(0.1, 2.0)) for _ in range(14)]
    found = best_path(n, edges)
    known = min(chains(n, edges), default=None)
    assert found == (pytest.approx(known) if known is not None else None)


def test_prices_between_measured_ones_lie_on_a_line() -> None:
    points = (PricePoint(1, 1.0), PricePoint(4, 2.5), PricePoint(8, 2.1))
    assert [price_at(points, k) for k in (1, 2, 4, 6, 8, 20)] == pytest.approx([1.0, 1.5, 2.5, 2.3, 2.1, 2.1])


def test_a_flat_curve_makes_one_long_block_best() -> None:
    plain = make_run([(0, 1, 0.1)] * 9)
    found = bound(curve(k1=1.0, k8=1.0), [plain], [])
    assert found is not None
    assert found.blocks == (8,)
    assert found.knowing == pytest.approx(80.0)  # 8 tokens at the baseline's own price of 0.1 s
    assert [n for _, n in found.line] == [1, 9]
    assert [at for at, _ in found.line] == pytest.approx([0.0, 0.1])


def test_a_curve_that_rises_in_step_leaves_nothing_to_win() -> None:
    plain = make_run([(0, 1, 0.1)] * 9)
    found = bound(curve(k1=2.0, k8=16.0), [plain], [])  # measured on a slower day: only the shape counts
    assert found is not None
    assert found.knowing == pytest.approx(10.0)
    assert plain.tokens_per_s == pytest.approx(10.0)


def test_the_best_mix_takes_each_arm_where_it_was_good() -> None:
    plain = make_run([(0, 1, 0.1)] * 9)
    first = make_run([(0, 1, 0.1), (3, 4, 0.12), (3, 1, 0.12), (3, 1, 0.12), (3, 1, 0.12), (3, 1, 0.12)], arm="first")
    second = make_run([(0, 1, 0.1), *[(1, 1, 0.13)] * 4, (1, 2, 0.13), (1, 2, 0.13)], arm="second")
    found = bound(curve(k1=1.0, k4=1.2), [plain], [[first], [second]])
    assert found is not None and found.mix is not None
    # one round of four for 0.12 from the first arm, then two of two for 0.13 from the second
    assert found.mix == pytest.approx(8 / (0.12 + 0.13 + 0.13))
    assert found.mix > max(run.tokens_per_s or 0 for run in (plain, first, second))


def test_rounds_behind_a_difference_are_not_taken() -> None:
    other = make_run([(0, 1, 0.1), (2, 2, 0.1), (2, 2, 0.2)], tokens=[0, 1, 2, 9, 4])
    ((start, n, seconds),) = rounds_as_edges([other], range(5))
    assert (start, n) == (1, 2)
    assert seconds == pytest.approx(0.15)  # the mean of both


def test_one_lucky_round_does_not_flatter() -> None:
    runs = [make_run([(0, 1, 0.1), (2, 3, seconds)]) for seconds in (0.1, 0.3)]
    ((_, _, seconds),) = rounds_as_edges(runs, range(4))
    assert seconds == pytest.approx(0.2)


def test_there_is_no_bound_without_a_second_round_or_a_price_of_one() -> None:
    assert bound(curve(k1=1.0, k2=1.1), [make_run([(0, 1, 0.1)])], []) is None
    assert bound(curve(k2=1.0), [make_run([(0, 1, 0.1)] * 4)], []) is None
    assert bound(curve(k1=1.0), [], []) is None
