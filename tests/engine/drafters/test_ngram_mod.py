"""ngram-mod: the pool, its thresholds, and what it keeps between conversations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafters import ngram_mod
from engine.drafters.contract import Outcome
from engine.drafters.ngram_mod import LOW_ROUNDS, POOL_BYTES, NgramMod, NgramPool
from tests.engine.drafters.driving import NoSampler

VERSE = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]


@pytest.fixture(scope="module")
def pool() -> NgramPool:
    return NgramPool(3)


def test_the_pool_has_the_documented_size() -> None:
    assert POOL_BYTES == 16 * 2**20


def test_learning_piecewise_equals_learning_at_once(pool: NgramPool) -> None:
    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.integers(0, 5), max_size=90), st.integers(0, 90))
    def run(tokens: list[int], cut: int) -> None:
        pool.clear()
        pool.learn(tokens, 0)
        at_once = (pool.occupancy, [pool.continuation(tokens[:i], 1) for i in range(3, len(tokens))])
        pool.clear()
        pool.learn(tokens[:cut], 0)
        pool.learn(tokens, min(cut, len(tokens)))
        assert (pool.occupancy, [pool.continuation(tokens[:i], 1) for i in range(3, len(tokens))]) == at_once

    run()


def test_the_last_token_learnt_after_an_n_gram_has_its_entry(pool: NgramPool) -> None:
    pool.clear()
    pool.learn([1, 2, 3, 4, 1, 2, 3, 5], 0)
    assert pool.continuation([1, 2, 3], 1) == [5]


@pytest.mark.parametrize(("n_min", "limit", "expected"), [(2, 9, (1, 2)), (3, 9, ()), (2, 1, (1,)), (3, 1, ())])
def test_a_draft_shorter_than_n_min_is_dropped_whatever_the_limit(
    n_min: int, limit: int, expected: tuple[int, ...]
) -> None:
    drafter = NgramMod(3, n_min, 9)
    _draft(drafter, [7, 8, 9, 1, 2], 9)  # only two tokens are known behind "7 8 9"
    assert _draft(drafter, [5, 6, 7, 8, 9], limit) == expected


def test_what_is_written_after_a_rewind_is_learnt() -> None:
    drafter = NgramMod(3, 1, 2)
    _draft(drafter, [1, 2], 9)
    drafter.draft([1, 2, *range(30, 60)], 9)
    drafter.rewind(2)
    assert drafter.draft([1, 2, *VERSE, *VERSE[:3]], 9).tokens == (14, 15)


def test_other_conversations_are_remembered_until_closed() -> None:
    drafter = NgramMod(3, 1, 4)
    _draft(drafter, VERSE, 9)
    assert _draft(drafter, [1, 2, *VERSE[:3]], 9) == (14, 15, 16, 17)
    drafter.close()
    assert _draft(drafter, [1, 2, *VERSE[:3]], 9) == ()


def test_five_poor_drafts_in_a_row_empty_the_pool() -> None:
    drafter = NgramMod(3, 1, 4)
    _draft(drafter, VERSE, 9)
    poor = Outcome((14, 15, 16, 17, 18), 1, 0, own=True)
    for _ in range(LOW_ROUNDS - 1):
        drafter.accept(poor)
    drafter.accept(Outcome((14, 15), 1, 0, own=True))  # half of it: the row is broken
    for _ in range(LOW_ROUNDS - 1):
        drafter.accept(poor)
    assert _draft(drafter, [1, 2, *VERSE[:3]], 9) != ()
    drafter.accept(poor)
    assert _draft(drafter, [1, 2, *VERSE[:3]], 9) == ()


def test_a_crowded_pool_is_emptied_when_a_reply_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    drafter = NgramMod(3, 1, 4)
    _draft(drafter, VERSE, 9)
    monkeypatch.setattr(ngram_mod, "MAX_OCCUPANCY", 0.0)
    assert _draft(drafter, [1, 2, *VERSE[:3]], 9) == ()
    # What the reply itself begins with is read in again.
    assert _draft(drafter, [*VERSE, *VERSE[:3]], 9) == (14, 15, 16, 17)


def _draft(drafter: NgramMod, prompt: list[int], limit: int) -> tuple[int, ...]:
    drafter.begin(prompt, NoSampler())
    return drafter.draft(prompt, limit).tokens
