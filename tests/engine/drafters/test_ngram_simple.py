"""ngram-simple's lookup on tiny texts."""

from __future__ import annotations

from engine.drafters.ngram_simple import continuation
from engine.ngram_index import NgramIndex


def drafted(tokens: list[int], n: int, m: int, hits: int = 1) -> list[int]:
    index = NgramIndex(n)
    index.extend(tokens)
    return list(continuation(index, m, hits))


def test_drafts_what_followed_the_match() -> None:
    assert drafted([1, 2, 3, 4, 5, 6, 1, 2], n=2, m=3) == [3, 4, 5]


def test_of_several_occurrences_the_most_recent_counts() -> None:
    assert drafted([1, 2, 7, 7, 7, 1, 2, 8, 8, 8, 1, 2], n=2, m=2) == [8, 8]


def test_a_short_continuation_is_drafted_as_far_as_it_goes() -> None:
    assert drafted([9, 1, 2, 3, 1, 2], n=2, m=48) == [3, 1, 2]


def test_a_match_at_the_very_start_counts() -> None:
    assert drafted([1, 2, 3, 4, 1, 2], n=2, m=2) == [3, 4]


def test_text_that_has_repeated_goes_round() -> None:
    assert drafted([9, 1, 2, 3, 1, 2, 3], n=2, m=8) == [1, 2, 3, 1, 2, 3, 1, 2]
    assert drafted([4, 4, 4], n=2, m=5) == [4] * 5


def test_text_that_has_not_quite_repeated_does_not_go_round() -> None:
    assert drafted([8, 1, 2, 5, 1, 2], n=2, m=9) == [5, 1, 2]


def test_min_hits_counts_earlier_occurrences() -> None:
    twice = [1, 2, 3, 4, 1, 2]
    assert drafted(twice, n=2, m=2, hits=1) == [3, 4]
    assert drafted(twice, n=2, m=2, hits=2) == []
    assert drafted([*twice, 3, 4, 1, 2], n=2, m=2, hits=2) == [3, 4]


def test_no_match_no_draft() -> None:
    assert drafted([1, 2, 3], n=2, m=4) == []
    assert drafted([1], n=2, m=4) == []
    assert drafted([], n=1, m=4) == []
