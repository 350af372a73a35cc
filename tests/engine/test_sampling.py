"""The sampler against hand-computed cases, a slow and obvious reference, and statistics of its noise."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.commands import Sampling
from engine.errors import EngineError, UsageError
from engine.noise import Noise, Purpose
from engine.sampling import FloatRow, Sampler, confidence
from tests.engine.chi_square import p_value

PLAIN = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
GREEDY = replace(PLAIN, temperature=0.0)


def row(*logits: float) -> FloatRow:
    return np.array(logits, dtype=np.float32)


def log_row(*probabilities: float) -> FloatRow:
    """Logits whose softmax is these probabilities."""
    return np.array([math.log(p) for p in probabilities], dtype=np.float32)


def distribution(sampling: Sampling, logits: FloatRow, history: Sequence[int] = ()) -> dict[int, float]:
    ids, probabilities = Sampler(sampling, logits.size).distribution(logits, history)
    return dict(zip(ids.tolist(), probabilities.tolist(), strict=True))


def greedy(sampling: Sampling, logits: FloatRow, history: Sequence[int] = ()) -> int:
    return Sampler(replace(sampling, temperature=0.0), logits.size).choose_token(logits, history)


# --- one stage at a time, computed by hand


def test_plain_sampling_is_the_softmax_of_the_row() -> None:
    assert distribution(PLAIN, log_row(0.5, 0.2, 0.3)) == pytest.approx({0: 0.5, 1: 0.2, 2: 0.3})


def test_temperature_divides_the_logits() -> None:
    # squares of .5 .2 .3 are .25 .04 .09, together .38
    expected = {0: 0.25 / 0.38, 1: 0.04 / 0.38, 2: 0.09 / 0.38}
    assert distribution(replace(PLAIN, temperature=0.5), log_row(0.5, 0.2, 0.3)) == pytest.approx(expected)


def test_logit_bias_is_added_and_minus_infinity_forbids() -> None:
    biased = replace(PLAIN, logit_bias={0: -math.inf, 1: math.log(2)})
    assert distribution(biased, log_row(0.4, 0.3, 0.3)) == pytest.approx({1: 2 / 3, 2: 1 / 3})
    assert greedy(biased, row(9, 1, 1.5)) == 1


def test_repeat_penalty_divides_positive_and_multiplies_other_logits() -> None:
    seen = replace(PLAIN, repeat_penalty=2.0)
    assert greedy(seen, row(4.0, 2.5), [0]) == 1
    assert greedy(seen, row(-1.0, -1.5), [0]) == 1
    assert greedy(seen, row(-1.0, -1.5), [0, 1]) == 0  # -2 against -3
    assert greedy(seen, row(4.0, 2.5), [0, 0, 0, 1]) == 0  # once, however often it occurred


def test_presence_counts_once_and_frequency_counts_each() -> None:
    assert greedy(replace(PLAIN, presence_penalty=1.0), row(3.0, 2.5), [0, 0, 0]) == 1
    assert greedy(replace(PLAIN, presence_penalty=0.4), row(3.0, 2.5), [0, 0, 0]) == 0
    assert greedy(replace(PLAIN, frequency_penalty=0.2), row(3.0, 2.5), [0, 0]) == 0
    assert greedy(replace(PLAIN, frequency_penalty=0.2), row(3.0, 2.5), [0, 0, 0]) == 1


def test_repeat_penalty_comes_before_the_subtracted_ones() -> None:
    both = replace(PLAIN, repeat_penalty=2.0, presence_penalty=1.0)
    # 4 / 2 - 1 = 1; the other order would give (4 - 1) / 2 = 1.5
    assert greedy(both, row(4.0, 1.2), [0]) == 1


@pytest.mark.parametrize(("last_n", "token"), [(0, 0), (1, 0), (2, 1), (-1, 1), (64, 1)])
def test_penalties_see_the_last_n_tokens(last_n: int, token: int) -> None:
    windowed = replace(PLAIN, presence_penalty=1.0, penalty_last_n=last_n)
    assert greedy(windowed, row(3.0, 2.5, 0.0), [0, 2]) == token


def test_tokens_outside_the_vocabulary_in_the_history_are_ignored() -> None:
    assert greedy(replace(PLAIN, presence_penalty=1.0), row(3.0, 2.5), [-1, 2, 0]) == 1


def test_top_k_keeps_k_and_prefers_low_ids_among_equals() -> None:
    assert set(distribution(replace(PLAIN, top_k=2), row(1, 3, 2, 0))) == {1, 2}
    assert set(distribution(replace(PLAIN, top_k=3), row(1, 1, 2, 1, 1))) == {2, 0, 1}
    assert set(distribution(replace(PLAIN, top_k=9), row(1, 3, 2))) == {0, 1, 2}


def test_top_p_keeps_the_token_that_reaches_it() -> None:
    logits = log_row(0.1, 0.5, 0.25, 0.15)
    assert set(distribution(replace(PLAIN, top_p=0.7), logits)) == {1, 2}
    assert set(distribution(replace(PLAIN, top_p=0.76), logits)) == {1, 2, 3}
    assert set(distribution(replace(PLAIN, top_p=0.0), logits)) == {1}


def test_min_p_is_relative_to_the_likeliest() -> None:
    logits = log_row(0.1, 0.5, 0.25, 0.15)
    assert set(distribution(replace(PLAIN, min_p=0.4), logits)) == {1, 2}
    assert set(distribution(replace(PLAIN, min_p=0.25), logits)) == {1, 2, 3}
    assert set(distribution(replace(PLAIN, min_p=3.0), logits)) == {1}


def test_top_p_counts_shares_of_what_top_k_left_and_before_temperature() -> None:
    logits = log_row(0.4, 0.3, 0.2, 0.1)
    # of the two that top-k leaves, the first has 4/7 = .571
    assert set(distribution(replace(PLAIN, top_k=2, top_p=0.55), logits)) == {0}
    assert set(distribution(replace(PLAIN, top_p=0.55), logits)) == {0, 1}
    # at temperature 0.1 the first would have nearly all, but truncation comes first
    assert set(distribution(replace(PLAIN, top_p=0.55, temperature=0.1), logits)) == {0, 1}
    assert set(distribution(replace(PLAIN, min_p=0.6, temperature=9.0), logits)) == {0, 1}


def test_penalties_come_before_truncation() -> None:
    assert set(distribution(replace(PLAIN, top_k=1, presence_penalty=5.0), row(3, 2, 1), [0])) == {1}


# --- temperature 0, extremes, refusals


def test_greedy_takes_the_lowest_id_among_equals() -> None:
    sampler = Sampler(GREEDY, 4)
    assert sampler.choose_token(row(1, 7, 7, 0), []) == 1
    assert sampler.choose_with_distribution(row(1, 7, 7, 0), [])[0] == 1
    assert distribution(GREEDY, row(1, 7, 7, 0)) == {1: 1.0}
    assert Sampler(PLAIN, 4).likeliest(row(1, 7, 7, 0), []) == 1


@pytest.mark.parametrize(
    "sampling",
    [
        GREEDY,
        PLAIN,
        replace(PLAIN, top_k=2),
        replace(PLAIN, top_p=0.9),
        replace(PLAIN, min_p=0.1),
        Sampling(),
    ],
    ids=["greedy", "plain", "top-k", "top-p", "min-p", "default"],
)
@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (row(1, math.nan, 2), "NaN"),
        (row(math.nan, math.nan, math.nan), "NaN"),
        (row(-math.inf, -math.inf, -math.inf), "minus infinity"),
        (row(0, math.inf, 0), "infinite"),
    ],
    ids=["a NaN", "only NaN", "nothing possible", "infinite"],
)
def test_a_row_without_a_finite_maximum_is_an_error(sampling: Sampling, bad: FloatRow, reason: str) -> None:
    sampler = Sampler(sampling, 3)
    with pytest.raises(EngineError, match=reason):
        sampler.choose_token(bad, [])
    with pytest.raises(EngineError, match=reason):
        sampler.distribution(bad, [])


def test_a_nan_deep_in_a_large_row_is_found_by_the_block_maxima() -> None:
    logits = np.zeros(50_001, dtype=np.float32)
    for place in (0, 23_456, 50_000):
        bad = logits.copy()
        bad[place] = math.nan
        with pytest.raises(EngineError, match="NaN"):
            Sampler(replace(PLAIN, top_k=40), bad.size).choose_token(bad, [])


def test_extreme_logits_neither_overflow_nor_lose_the_winner() -> None:
    logits = row(3e38, -3e38, -math.inf, 0)
    for sampling in (PLAIN, replace(PLAIN, top_k=3), replace(PLAIN, top_p=0.9), replace(PLAIN, min_p=0.1)):
        for temperature in (1e-300, 1e-9, 1.0, 1e9):
            warm = replace(sampling, temperature=temperature)
            assert Sampler(warm, 4).choose_token(logits, []) == 0
            assert distribution(warm, logits)[0] == 1.0


def test_a_token_that_cannot_be_is_no_candidate() -> None:
    logits = row(-math.inf, 0, -math.inf, 0)
    for sampling in (PLAIN, replace(PLAIN, top_k=3), replace(PLAIN, top_p=0.999), replace(PLAIN, min_p=1e-9)):
        assert distribution(sampling, logits) == pytest.approx({1: 0.5, 3: 0.5})


def test_the_callers_row_is_never_written_to() -> None:
    logits = row(1, 2, 3, 4)
    logits.flags.writeable = False
    everything = Sampling(repeat_penalty=1.3, presence_penalty=0.5, logit_bias={2: 1.0}, top_k=3)
    for temperature in (0.0, 0.8):
        sampler = Sampler(replace(everything, temperature=temperature), 4)
        sampler.choose_token(logits, [0, 3])
        sampler.choose_with_distribution(logits, [0, 3])
    assert logits.tolist() == [1, 2, 3, 4]


def test_rows_of_a_slightly_different_vocabulary_are_accepted() -> None:
    sampling = replace(PLAIN, temperature=0.0, presence_penalty=1.0, logit_bias={3: 9.0})
    sampler = Sampler(sampling, 4)
    assert sampler.choose_token(row(1, 2, 1.5), [3, 1]) == 2
    assert sampler.choose_token(row(1, 2, 1.5, 0, 99), [3, 1]) == 3


@pytest.mark.parametrize(
    ("sampling", "named"),
    [
        (replace(PLAIN, temperature=math.nan), "temperature"),
        (replace(PLAIN, top_p=math.inf), "top_p"),
        (replace(PLAIN, repeat_penalty=0.0), "repeat_penalty"),
        (replace(PLAIN, logit_bias={4: 1.0}), "token 4"),
        (replace(PLAIN, logit_bias={1: math.nan}), "token 1"),
        (replace(PLAIN, logit_bias={1: math.inf}), "token 1"),
    ],
)
def test_settings_without_a_meaning_are_refused_by_name(sampling: Sampling, named: str) -> None:
    with pytest.raises(UsageError, match=named):
        Sampler(sampling, 4)


def test_confidence_is_the_untruncated_probability_at_temperature_1() -> None:
    logits = log_row(0.1, 0.6, 0.3)
    assert [confidence(logits, token) for token in range(3)] == pytest.approx([0.1, 0.6, 0.3])
    assert confidence(row(1000, 0), 0) == pytest.approx(1.0)


# --- against a reference that is slow and obvious


def reference(sampling: Sampling, logits: FloatRow, history: Sequence[int]) -> dict[int, float]:
    """The same stages over Python lists with a full sort. Skips examples that rounding could decide."""
    values = {i: np.float32(x) for i, x in enumerate(logits)}
    for token, bias in sampling.logit_bias.items():
        values[token] += np.float32(bias)
    last_n = sampling.penalty_last_n
    window = history if last_n < 0 else history[max(0, len(history) - last_n) :]
    for token, count in Counter(window).items():
        value, repeat = values[token], np.float32(sampling.repeat_penalty)
        value = value * repeat if value <= 0 else value / repeat
        values[token] = value - (
            np.float32(count) * np.float32(sampling.frequency_penalty) + np.float32(sampling.presence_penalty)
        )
    ranked = sorted(((float(x), i) for i, x in values.items()), key=lambda pair: (-pair[0], pair[1]))
    if sampling.temperature <= 0:
        return {ranked[0][1]: 1.0}
    if sampling.top_k > 0:
        ranked = ranked[: sampling.top_k]
    peak = ranked[0][0]
    if sampling.top_p < 1:
        total = sum(math.exp(x - peak) for x, _ in ranked)
        running, kept = 0.0, 0
        for x, _ in ranked:
            running += math.exp(x - peak) / total
            kept += 1
            assume(abs(running - sampling.top_p) > 1e-5)
            if running >= sampling.top_p:
                break
        ranked = ranked[:kept]
    if sampling.min_p > 0:
        floor = peak + math.log(sampling.min_p)
        assume(all(abs(x - floor) > 1e-5 for x, _ in ranked))
        ranked = [(x, i) for x, i in ranked if x >= floor or i == ranked[0][1]]
    weights = {i: math.exp((x - peak) / sampling.temperature) for x, i in ranked}
    total = sum(weights.values())
    return {i: weight / total for i, weight in weights.items()}


def assert_same(actual: dict[int, float], expected: dict[int, float]) -> None:
    assert actual.keys() == expected.keys()
    assert actual == pytest.approx(expected, rel=1e-4, abs=1e-7)


some_sampling = st.builds(
    Sampling,
    temperature=st.sampled_from([0.0, 0.3, 0.8, 2.0]),
    top_k=st.sampled_from([0, 1, 3, 40, 300]),
    top_p=st.sampled_from([1.0, 0.999, 0.83, 0.31]),
    min_p=st.sampled_from([0.0, 0.003, 0.07, 0.6]),
    repeat_penalty=st.sampled_from([1.0, 1.3, 0.7]),
    presence_penalty=st.sampled_from([0.0, 0.6]),
    frequency_penalty=st.sampled_from([0.0, 0.35]),
    penalty_last_n=st.sampled_from([-1, 0, 2, 64]),
)


@settings(max_examples=200, deadline=None)
@given(
    sampling=some_sampling,
    quarters=st.lists(st.integers(-30, 30), min_size=1, max_size=40),
    data=st.data(),
)
def test_small_rows_agree_with_the_reference(sampling: Sampling, quarters: list[int], data: st.DataObject) -> None:
    logits = np.array([n / 4 for n in quarters], dtype=np.float32)  # quarters make ties common
    tokens = st.integers(0, len(quarters) - 1)
    history = data.draw(st.lists(tokens, max_size=12))
    bias = data.draw(st.dictionaries(tokens, st.sampled_from([-2.0, 1.5]), max_size=3))
    biased = replace(sampling, logit_bias=bias)
    assert_same(distribution(biased, logits, history), reference(biased, logits, history))


@settings(max_examples=60, deadline=None)
@given(
    sampling=some_sampling,
    n_vocab=st.sampled_from([2047, 4096, 5003]),
    seed=st.integers(0, 2**32 - 1),
    spread=st.sampled_from([0.5, 2.0, 5.0]),
    tied=st.booleans(),
)
def test_large_rows_agree_with_the_reference(
    sampling: Sampling, n_vocab: int, seed: int, spread: float, tied: bool
) -> None:
    logits = (np.random.default_rng(seed).standard_normal(n_vocab) * spread).astype(np.float32)
    if tied:
        logits = np.round(logits).astype(np.float32)
    assert_same(distribution(sampling, logits, [1, 2, 1]), reference(sampling, logits, [1, 2, 1]))


def test_top_k_is_exact_when_the_largest_share_a_block_and_when_all_are_equal() -> None:
    clustered = np.zeros(50_000, dtype=np.float32)
    clustered[::1024] = np.arange(49, dtype=np.float32)  # one block holds them all
    assert set(distribution(replace(PLAIN, top_k=40), clustered)) == {1024 * i for i in range(9, 49)}
    level = np.ones(50_000, dtype=np.float32)
    assert set(distribution(replace(PLAIN, top_k=40), level)) == set(range(40))


edits = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.lists(st.integers(0, 5), min_size=1, max_size=4)),
        st.tuples(st.just("rewind"), st.integers(0, 6)),
        st.tuples(st.just("other draft"), st.lists(st.integers(0, 5), min_size=1, max_size=4)),
        st.tuples(st.just("other history"), st.lists(st.integers(0, 5), max_size=12)),
    ),
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(steps=edits, last_n=st.sampled_from([-1, 1, 3, 8]))
def test_penalties_are_right_for_any_sequence_of_histories(steps: list[tuple[str, object]], last_n: int) -> None:
    sampling = replace(PLAIN, frequency_penalty=0.5, repeat_penalty=1.2, penalty_last_n=last_n)
    logits = row(1, 0.5, -0.5, 2, 1.5, -1)
    sampler = Sampler(sampling, logits.size)
    history: list[int] = []
    for kind, detail in steps:
        if isinstance(detail, int):
            history = history[: max(0, len(history) - detail)]
        elif isinstance(detail, list):
            if kind == "other history":
                history = []
            elif kind == "other draft":
                history = history[: -len(detail)]
            history = history + detail
        ids, probabilities = sampler.distribution(logits, history)
        actual = dict(zip(ids.tolist(), probabilities.tolist(), strict=True))
        assert_same(actual, reference(sampling, logits, history))


def test_penalty_counts_grow_beyond_their_first_allocation() -> None:
    n_vocab = 300
    logits = np.linspace(3, 2, n_vocab).astype(np.float32)
    sampler = Sampler(replace(GREEDY, presence_penalty=2.0, penalty_last_n=-1), n_vocab)
    history: list[int] = []
    for _ in range(n_vocab):
        history.append(sampler.choose_token(logits, history))
    assert history == list(range(n_vocab))  # each token once, best first


# --- noise


def test_tokens_are_drawn_with_the_probabilities_of_the_distribution() -> None:
    rng = np.random.default_rng(1)
    logits = (rng.standard_normal(12) * 1.5).astype(np.float32)
    for sampling in (replace(PLAIN, temperature=0.7, seed=3), Sampling(top_k=8, top_p=0.9, min_p=0.05)):
        sampler = Sampler(sampling, logits.size)
        expected = np.zeros(12)
        ids, probabilities = sampler.distribution(logits, [])
        expected[ids] = probabilities
        tokens = [sampler.choose_token(logits, range(position)) for position in range(20_000)]
        assert p_value(np.bincount(tokens, minlength=12), expected) > 0.001


def test_a_draw_depends_on_seed_and_position_and_on_nothing_before() -> None:
    logits = np.zeros(50, dtype=np.float32)
    sampler = Sampler(replace(PLAIN, seed=5), 50)
    tokens = [sampler.choose_token(logits, range(position)) for position in range(40)]
    again = Sampler(replace(PLAIN, seed=5), 50)
    assert [again.choose_token(logits, range(p)) for p in reversed(range(40))] == tokens[::-1]
    other = Sampler(replace(PLAIN, seed=6), 50)
    assert [other.choose_token(logits, range(p)) for p in range(40)] != tokens
    assert [again.choose_with_distribution(logits, range(p))[0] for p in range(40)] == tokens


def test_truncating_an_unchosen_token_does_not_change_the_draw() -> None:
    logits = np.random.default_rng(2).standard_normal(200).astype(np.float32)
    whole = Sampler(replace(PLAIN, seed=9), 200)
    cut = Sampler(replace(PLAIN, seed=9, top_k=100), 200)
    kept = set(cut.distribution(logits, [])[0].tolist())
    tokens = [whole.choose_token(logits, range(p)) for p in range(300)]
    assert all(cut.choose_token(logits, range(p)) == t for p, t in enumerate(tokens) if t in kept)


def uniforms(seed: int, position: int, n: int = 4096) -> npt.NDArray[np.float64]:
    """The uniform numbers behind the Gumbel noise of ids 0 to n - 1."""
    return np.exp(-np.exp(-Noise(seed).gumbel(position, np.arange(n))))


NEIGHBOURS = [(seed, position) for seed in (0, 1, 2, -1, 2**64 - 2) for position in (0, 1, 2, 1000)]


@pytest.mark.parametrize(("seed", "position"), NEIGHBOURS)
def test_noise_is_uniform_at_every_seed_and_position(seed: int, position: int) -> None:
    counts = np.histogram(uniforms(seed, position), bins=32, range=(0, 1))[0]
    assert p_value(counts, np.full(32, 1 / 32)) > 0.0005


@pytest.mark.parametrize(("seed", "position"), NEIGHBOURS)
def test_noise_of_neighbours_is_independent(seed: int, position: int) -> None:
    own = uniforms(seed, position)
    others = {
        "next position": uniforms(seed, position + 1),
        "next seed": uniforms(seed + 1, position),
        "next id": np.roll(own, 1),
        "swapped": uniforms(position, seed % 7 + 8),
    }
    for name, other in others.items():
        assert abs(np.corrcoef(own, other)[0, 1]) < 4 / math.sqrt(own.size), name
        cells = (own * 8).astype(int) * 8 + (other * 8).astype(int)
        assert p_value(np.bincount(cells, minlength=64), np.full(64, 1 / 64)) > 0.0005, name


def test_noise_across_positions_is_uniform_for_one_id_and_for_each_purpose() -> None:
    noise = Noise(11)
    streams = [[noise.uniform(p, purpose) for p in range(4096)] for purpose in Purpose]
    one_id = [float(noise.gumbel(p, np.array([77]))[0]) for p in range(4096)]
    streams.append([math.exp(-math.exp(-g)) for g in one_id])
    for stream in streams:
        counts = np.histogram(stream, bins=32, range=(0, 1))[0]
        assert p_value(counts, np.full(32, 1 / 32)) > 0.0005
    correlation = np.corrcoef(np.array(streams)) - np.eye(len(streams))
    assert np.abs(correlation).max() < 4 / math.sqrt(4096)
