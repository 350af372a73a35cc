"""ngram-map-k and ngram-map-k4v on tiny texts: whole continuations, counts, lengths that were accepted."""

from __future__ import annotations

import pytest

from engine.drafters.contract import Outcome
from engine.drafters.ngram_map_k import NgramMapK
from engine.drafters.ngram_map_k4v import MAX_VALUES, NgramMapK4V, dominant
from engine.ngram_index import NONE, NgramIndex
from tests.engine.drafters.driving import NoSampler

BOTH = pytest.mark.parametrize("kind", [NgramMapK, NgramMapK4V])


def leading(tokens: list[int], n: int, m: int, hits: int = 1) -> list[int]:
    index = NgramIndex(n)
    index.extend(tokens)
    end = dominant(index, m, hits)
    return [] if end == NONE else list(index.tokens[end : end + m])


@BOTH
def test_only_a_whole_continuation_is_drafted(kind: type[NgramMapK] | type[NgramMapK4V]) -> None:
    drafter = kind(2, 3, 1)
    drafter.begin([1, 2, 3], NoSampler())
    assert drafter.draft([1, 2, 3, 1, 2], 9).tokens == (3, 1, 2)
    drafter = kind(2, 4, 1)
    drafter.begin([1, 2, 3], NoSampler())
    assert drafter.draft([1, 2, 3, 1, 2], 9).tokens == ()


@BOTH
def test_min_hits(kind: type[NgramMapK] | type[NgramMapK4V]) -> None:
    once = [1, 2, 3, 4, 1, 2]
    drafter = kind(2, 2, 2)
    drafter.begin(once, NoSampler())
    assert drafter.draft(once, 9).tokens == ()
    assert drafter.draft([*once, 3, 4, 1, 2], 9).tokens == (3, 4)


@BOTH
def test_the_next_draft_of_a_key_is_as_long_as_the_last_was_accepted(
    kind: type[NgramMapK] | type[NgramMapK4V],
) -> None:
    text = [1, 2, 3, 4, 5, 6, 1, 2]
    drafter = kind(2, 4, 1)
    drafter.begin(text, NoSampler())
    assert drafter.draft(text, 9).tokens == (3, 4, 5, 6)
    drafter.accept(Outcome((3, 4, 5, 6), 1, 9, own=True))
    assert drafter.draft(text, 9).tokens == (3,)
    drafter.accept(Outcome((3,), 1, 9, own=True))
    assert drafter.draft(text, 9).tokens == (3, 4)
    drafter.accept(Outcome((3, 4), 0, 9, own=True))
    assert drafter.draft(text, 9).tokens == ()
    drafter.begin(text, NoSampler())
    assert drafter.draft(text, 9).tokens == (3, 4, 5, 6)


@BOTH
def test_outcomes_of_other_drafters_are_not_taken_for_own(
    kind: type[NgramMapK] | type[NgramMapK4V],
) -> None:
    text = [1, 2, 3, 4, 1, 2]
    drafter = kind(2, 2, 1)
    drafter.begin(text, NoSampler())
    assert drafter.draft(text, 9).tokens == (3, 4)
    drafter.accept(Outcome((7, 7), 0, 9, own=False))
    assert drafter.draft(text, 9).tokens == (3, 4)


def test_k4v_drafts_the_most_frequent_continuation_even_if_another_is_newer() -> None:
    assert leading([1, 5, 1, 5, 1, 6, 1], n=1, m=1) == [5]


def test_k4v_drafts_nothing_when_none_is_twice_as_frequent_as_the_others_together() -> None:
    assert leading([1, 5, 1, 6, 1], n=1, m=1) == []
    assert leading([1, 5, 1, 5, 1, 6, 1, 7, 1], n=1, m=1) == []
    assert leading([1, 5, 1, 5, 1, 5, 1, 5, 1, 6, 1, 7, 1], n=1, m=1) == [5]


def test_k4v_keeps_four_continuations() -> None:
    rare = [token for value in range(10, 10 + MAX_VALUES + 3) for token in (1, value)]
    frequent = [1, 5] * 20
    # Four newer values have all the places, so the frequent one goes uncounted, and none of the four leads.
    assert leading([*frequent, *rare, 1], n=1, m=1) == []
    # With a place for it, its twenty lead the other three.
    assert leading([*frequent, *rare[: 2 * (MAX_VALUES - 1)], 1], n=1, m=1) == [5]


def test_k4v_counts_are_right_after_a_rewind() -> None:
    drafter = NgramMapK4V(1, 1, 1)
    drafter.begin([1, 5, 1], NoSampler())
    assert drafter.draft([1, 5, 1, 6, 1], 9).tokens == ()
    drafter.rewind(3)
    assert drafter.draft([1, 5, 1], 9).tokens == (5,)
