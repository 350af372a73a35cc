"""Traces, rounding and the values behind a choice: what needs no window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.speculation.scripted import PRESETS
from ui.speculation import words
from ui.speculation.choice import default_values, speculation_of, variant_in_force, variant_values
from ui.speculation.graphs import round_top
from ui.speculation.series import Trace

NGRAM = PRESETS[1]


@given(st.integers(1, 3000), st.sampled_from([4, 6, 16, 320]))
def test_a_trace_is_bounded_rising_and_ends_with_the_newest_point(n: int, capacity: int) -> None:
    trace = Trace(capacity)
    for i in range(n):
        trace.append(float(i), float(-i))
        assert trace.x[-1] == i
        assert trace.y[-1] == -i
    assert min(n, capacity // 2) <= len(trace) <= capacity
    assert all(a < b for a, b in zip(trace.x, trace.x[1:], strict=False))


def test_a_short_trace_keeps_every_point() -> None:
    trace = Trace(8)
    for i in range(8):
        trace.append(i, i * i)
    assert trace.y.tolist() == [0, 1, 4, 9, 16, 25, 36, 49]


def test_a_trace_refuses_a_capacity_that_cannot_be_halved() -> None:
    with pytest.raises(ValueError, match="even capacity"):
        Trace(5)


@given(st.lists(st.floats(0, 1e3), min_size=1, max_size=5))
def test_whole_percents_add_up(parts: list[float]) -> None:
    assert sum(words.whole_percents(parts)) == (100 if sum(parts) > 0 else 0)


@given(st.floats(1e-6, 1e9))
def test_the_top_of_an_axis_is_above_and_near(value: float) -> None:
    assert value <= round_top(value) <= 1.6 * value


def test_figures_are_never_more_exact_than_they_are() -> None:
    assert [words.speed(v) for v in (None, 3.14159, 84.4, 1234.0)] == ["–", "3.1", "84", "1.2k"]
    assert [words.times(v) for v in (None, 0.864, 1.0, 1.04, 1.87)] == ["–", "0.86×", "1×", "1.04×", "1.9×"]
    assert words.percent(None, "n/a") == "n/a"
    assert [words.gigabytes(round(v * 1024**3)) for v in (7.1, 12.0, 23.99)] == ["7.1", "12", "24"]


def test_the_variant_in_force_follows_from_the_values() -> None:
    values = default_values(NGRAM)
    assert variant_in_force(NGRAM, values) == "code"
    text = variant_values(NGRAM, NGRAM.variants[1])
    assert text == {"ngram-simple": {"size_n": 8, "size_m": 32}}
    assert variant_in_force(NGRAM, text) == "text"
    text["ngram-simple"]["size_n"] = 9
    assert variant_in_force(NGRAM, text) == ""


def test_a_speculation_carries_every_option_and_only_the_draft_it_needs() -> None:
    result = speculation_of(NGRAM, default_values(NGRAM), "/models/d.gguf")
    assert result.preset == "ngram-simple"
    assert result.draft_model is None
    assert result.drafters[0].options == {"size_n": 12, "size_m": 48}
