"""Both suffix indexes must find what trying every position would find."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.suffix_index import MATCH_MAX, MAX_PLACES, LiveSuffixes, PastSuffixes

texts = st.lists(st.integers(0, 2), max_size=70)
steps = st.lists(st.one_of(*[st.integers(0, 1)] * 9, st.floats(0.5, 1)), max_size=60)


def common_end(a: list[int], b: list[int]) -> int:
    """Number of tokens at the end that a and b have in common, at most MATCH_MAX."""
    n = 0
    while n < min(len(a), len(b), MATCH_MAX) and a[-1 - n] == b[-1 - n]:
        n += 1
    return n


def try_all(text: list[int], context: list[int], ends: range) -> tuple[int, list[int]]:
    lengths = {end: common_end(text[:end], context) for end in ends}
    best = max(lengths.values(), default=0)
    return best, sorted((end for end, length in lengths.items() if length == best > 0), reverse=True)


@settings(deadline=None)
@given(steps, st.integers(2, 4))
def test_live_equals_trying_all_positions_after_any_appends_and_rewinds(
    todo: list[int | float], match_min: int
) -> None:
    live, tokens = LiveSuffixes(match_min), list[int]()
    for step in todo:
        if isinstance(step, int):
            live.extend([step])
            tokens.append(step)
        else:
            kept = int(step * len(tokens))
            live.rewind(kept)
            del tokens[kept:]
    length, ends = try_all(tokens, tokens, range(1, len(tokens)))
    if length < match_min:
        assert live.longest() == (0, [])
        return
    found_length, found = live.longest()
    assert list(live.tokens) == tokens
    # Only the 32 most recent candidates are compared; in so short a text that rarely leaves one out.
    if len(tokens) <= MAX_PLACES:
        assert (found_length, found) == (length, ends)
    assert found
    assert all(common_end(tokens[:end], tokens) >= found_length for end in found)


def test_long_stretches_at_once_equal_token_by_token() -> None:
    rng = random.Random(3)
    text = [rng.randrange(6) for _ in range(6000)]
    at_once, stepwise = LiveSuffixes(2), LiveSuffixes(2)
    for kept, upto in ((0, 3), (3, 900), (700, 2500), (100, 101), (50, 6000), (5990, 5995)):
        at_once.rewind(kept)
        at_once.extend(text[kept:upto])
        while len(stepwise.tokens) > kept:
            stepwise.rewind(len(stepwise.tokens) - 1)
        for token in text[kept:upto]:
            stepwise.extend([token])
        assert list(at_once.tokens) == text[:upto]
        assert at_once.longest() == stepwise.longest()
        length, ends = at_once.longest()
        assert all(common_end(text[:end], text[:upto]) == length for end in ends)
        for token in (0, 1, 2):  # and on from there
            at_once.extend([token])
            stepwise.extend([token])
            assert at_once.longest() == stepwise.longest()


def test_matches_too_short_to_be_wanted_are_not_missed_where_longer_ones_are() -> None:
    live = LiveSuffixes(2)
    live.extend([*range(10, 20), 9, *range(10, 20)])
    assert live.longest(10) == live.longest() == (10, [10])
    past = PastSuffixes([range(10, 20)])
    assert past.longest([1, 12, 13], 2) == past.longest([1, 12, 13]) == (2, [4])
    assert past.longest([1, 12, 13], 3) == (0, [])


def test_a_longer_match_further_back_beats_shorter_ones_that_are_more_recent() -> None:
    phrase = list(range(10, 22))
    live = LiveSuffixes(2)
    live.extend([*phrase, 99, *([*phrase[-2:], 98] * (MAX_PLACES + 8)), *phrase])
    assert live.longest() == (len(phrase), [len(phrase)])


def test_shorter_matches_found_on_the_way_are_dropped() -> None:
    live = LiveSuffixes(2)
    live.extend([1, 2, 3, 9, 2, 3, 8, 2, 3, 7, 1, 2, 3])
    assert live.longest() == (3, [3])


def test_matches_longer_than_the_maximum_count_alike() -> None:
    live = LiveSuffixes(2)
    live.extend([7] * 50)
    length, ends = live.longest()
    assert length == MATCH_MAX
    assert ends == list(range(49, MATCH_MAX - 1, -1))


@settings(deadline=None)
@given(st.lists(texts, max_size=4), texts)
def test_past_equals_trying_all_positions(pieces: list[list[int]], context: list[int]) -> None:
    past = PastSuffixes(pieces)
    joined = [token for piece in pieces for token in [*piece, -1]]
    length, ends = try_all(joined, context, range(1, len(joined) + 1))
    assert past.longest(context) == (length, ends[:MAX_PLACES])


def test_past_never_matches_across_two_pieces() -> None:
    past = PastSuffixes([[1, 2], [3, 4]])
    assert past.longest([1, 2, 3]) == (1, [4])


def test_past_keeps_the_most_recent_of_many_places() -> None:
    piece = [token for i in range(500) for token in (5, 6, 10 + i)]
    past = PastSuffixes([piece])
    length, ends = past.longest([5, 6])
    assert length == 2
    assert ends == sorted(ends, reverse=True)
    assert [past.tokens[end] for end in ends] == [10 + i for i in range(499, 499 - MAX_PLACES, -1)]


def test_past_keeps_the_most_recent_of_more_places_than_are_looked_at() -> None:
    length, ends = PastSuffixes([[7] * 9000]).longest([7] * 40)
    assert (length, ends) == (MATCH_MAX, list(range(9000, 9000 - MAX_PLACES, -1)))


def test_nothing_is_found_in_nothing() -> None:
    assert PastSuffixes([]).longest([1, 2]) == (0, [])
    assert PastSuffixes([[1, 2]]).longest([]) == (0, [])
    assert LiveSuffixes(2).longest() == (0, [])
