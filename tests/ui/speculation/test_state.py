"""The reducer: what counts, what is dropped, and where the baseline's figure comes from."""

from __future__ import annotations

from functools import reduce as fold

import pytest

from engine.commands import DrafterChoice, Speculation
from engine.events import EngineDied, Event, Failed, GenerationStarted, Unloaded
from tests.ui.speculation.scripted import model_loaded, one_round, reply, rounds
from ui.speculation.state import STRIP_ROUNDS, SpeculationState, baseline_of, begin, reduce, speedup_of

NGRAM = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {}),))


def run(state: SpeculationState, *events: Event) -> SpeculationState:
    return fold(reduce, events, state)


def test_a_reply_adds_up() -> None:
    state = run(begin(SpeculationState(), NGRAM), *reply(5, rounds(5, 10, drafted=4, accepted=3, round_s=0.04)))
    assert state.phase == "done"
    assert (state.metrics.emitted, state.metrics.drafted, state.metrics.accepted) == (40, 40, 30)
    assert state.metrics.tokens_per_s == pytest.approx(100.0)
    assert state.acceptance.y[-1] == pytest.approx(75.0)
    assert state.speed.x[-1] == pytest.approx(9 * 0.04)


def test_rounds_of_an_older_request_are_dropped() -> None:
    state = run(begin(SpeculationState(), NGRAM), GenerationStarted(5, 10, 0, 4096), *rounds(5, 3))
    state = run(begin(state, NGRAM), GenerationStarted(6, 10, 0, 4096), *rounds(6, 2))
    late = run(state, *rounds(5, 7), *reply(5, rounds(5, 7)))
    assert late.metrics.rounds == 2
    assert late.phase == "running"
    assert late.request_id == 6


def test_between_the_asking_and_the_start_late_rounds_are_dropped_too() -> None:
    state = run(begin(SpeculationState(), NGRAM), GenerationStarted(5, 10, 0, 4096), *rounds(5, 3))
    state = run(begin(state, NGRAM), *rounds(5, 4), Failed(5, "engine", "late"), GenerationStarted(5, 10, 0, 4096))
    assert state.metrics.rounds == 0
    assert state.phase == "waiting"


def test_a_new_reply_starts_from_nothing() -> None:
    state = run(begin(SpeculationState(), NGRAM), *reply(5, rounds(5, 10)))
    state = begin(state, NGRAM)
    assert (state.metrics.rounds, len(state.speed), len(state.acceptance), len(state.recent)) == (0, 0, 0, 0)


def test_what_is_kept_of_a_long_reply_is_bounded() -> None:
    state = run(begin(SpeculationState(), NGRAM), *reply(5, rounds(5, 10_000)))
    assert state.metrics.rounds == 10_000
    assert len(state.recent) == STRIP_ROUNDS
    assert state.recent[-1].index == 9_999
    assert len(state.speed) <= 320
    assert state.speed.x[-1] == pytest.approx(9_999 * 0.04)


def test_failures_end_a_reply_and_keep_its_figures() -> None:
    running = run(begin(SpeculationState(), NGRAM), GenerationStarted(5, 10, 0, 4096), *rounds(5, 3))
    assert run(running, EngineDied("gone")).phase == "done"
    waiting = begin(SpeculationState(), NGRAM)
    assert run(waiting, Failed(5, "refused", "no")).phase == "idle"


def test_no_baseline_is_known_before_a_model() -> None:
    state = begin(SpeculationState(), NGRAM)
    assert baseline_of(state) is None
    assert speedup_of(state, None) is None


def test_the_baseline_is_first_the_pass_timed_at_load() -> None:
    state = run(SpeculationState(), model_loaded(plain_pass_s=0.02))
    state = run(begin(state, NGRAM), *reply(5, rounds(5, 10, accepted=3, round_s=0.04)))
    baseline = baseline_of(state)
    assert baseline is not None
    assert baseline.tokens_per_s == pytest.approx(50.0)
    assert "loaded" in baseline.source_words
    assert not baseline.measured
    assert speedup_of(state, baseline) == pytest.approx(2.0)


def test_four_plain_rounds_of_the_reply_are_trusted_more() -> None:
    plain = [one_round(5, i, 0, 0, 0.025, "ngram-simple") for i in range(5)]  # the first never counts
    state = run(begin(run(SpeculationState(), model_loaded()), NGRAM), GenerationStarted(5, 1, 0, 99), *plain[:4])
    few = baseline_of(state)
    assert few is not None
    assert few.tokens_per_s == pytest.approx(50.0)
    enough = baseline_of(run(state, plain[4]))
    assert enough is not None
    assert enough.tokens_per_s == pytest.approx(40.0)
    assert "4 rounds" in enough.source_words


def test_a_finished_baseline_reply_is_trusted_most_and_belongs_to_its_model() -> None:
    off = Speculation()
    state = run(SpeculationState(), model_loaded("/models/a.gguf"))
    state = run(begin(state, off), *reply(5, rounds(5, 40, drafted=0, accepted=0, round_s=0.03)))
    assert speedup_of(state, baseline_of(state)) == 1.0
    state = run(begin(state, NGRAM), *reply(6, rounds(6, 40, accepted=0, drafted=0, round_s=0.01)))
    measured = baseline_of(state)
    assert measured is not None
    assert measured.measured
    assert measured.tokens_per_s == pytest.approx(1 / 0.03)
    other = baseline_of(run(state, model_loaded("/models/b.gguf", plain_pass_s=0.1)))
    assert other is not None
    assert other.tokens_per_s == pytest.approx(10.0)
    moved = baseline_of(run(state, model_loaded("/models/a.gguf", gpu_layers=9)))
    assert moved is not None
    assert not moved.measured


def test_a_very_short_baseline_reply_measures_nothing() -> None:
    state = run(SpeculationState(), model_loaded())
    state = run(begin(state, Speculation()), *reply(5, rounds(5, 8, drafted=0, accepted=0, round_s=0.5)))
    baseline = baseline_of(state)
    assert baseline is not None
    assert not baseline.measured


def test_another_model_clears_the_figures_and_unloading_forgets_what_it_can() -> None:
    state = run(SpeculationState(), model_loaded("/models/a.gguf"))
    state = run(begin(state, NGRAM), *reply(5, rounds(5, 10)))
    again = run(state, model_loaded("/models/a.gguf"))
    assert again.metrics.rounds == 10
    other = run(again, model_loaded("/models/b.gguf"))
    assert (other.metrics.rounds, other.phase) == (0, "idle")
    assert other.statuses["draft-mtp"].available is False
    assert not run(other, Unloaded(9)).statuses
