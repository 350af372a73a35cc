"""Keeping the place in a text that is copied with changes: replacements, insertions, other places, records."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from engine.edit_follower import EditFollower
from tests.counting import calls_of

ITEM, PRODUCT, GOOD = 901, 902, 903


def following(source: Sequence[int], written: Sequence[int]) -> EditFollower:
    follower = EditFollower()
    follower.restart(source, 0)
    follower.follow([*source, *written])
    return follower


def expected(source: Sequence[int], written: Sequence[int], limit: int = 8) -> list[int]:
    return following(source, written).expected(limit)[0]


LINE = [1, 2, ITEM, 3, 4, 5, 6, ITEM, 7, 8, 9, 10, ITEM, 11, 12, 13]


def test_a_copy_is_followed_to_the_end_of_the_source_and_on() -> None:
    assert expected(LINE, LINE[:4], 5) == LINE[4:9]


def test_nothing_is_expected_where_nothing_was_copied() -> None:
    assert expected(LINE, [50, 51, 52]) == []


def test_behind_one_changed_token_the_place_is_kept() -> None:
    written = [1, 2, ITEM, 3, 4, 77]
    assert expected(LINE, written, 4) == LINE[6:10]


def test_a_replacement_that_was_seen_is_expected_again() -> None:
    written = [1, 2, ITEM, 3, 4, 5, 6, PRODUCT, 7, 8]
    assert expected(LINE, written, 5) == [9, 10, PRODUCT, 11, 12]


def test_a_replacement_of_several_tokens_is_finished_once_it_has_begun() -> None:
    first = [1, 2, ITEM, 3, 4, 5, 6, PRODUCT, GOOD, 7, 8, 9]
    assert expected(LINE, first, 5) == [10, PRODUCT, GOOD, 11, 12]
    assert expected(LINE, [*first, 10, PRODUCT], 3) == [GOOD, 11, 12]


def test_a_replacement_that_fails_is_no_longer_expected() -> None:
    source = [*LINE, 20, 21, 22, ITEM, 23, 24, 25, 26, ITEM, 27, 28, 29]
    written = [1, 2, ITEM, 3, 4, 5, 6, PRODUCT, 7, 8, 9, 10, ITEM, 11, 12, 13, 20, 21, 22]
    assert expected(source, written, 3) == [ITEM, 23, 24]


def test_what_was_left_out_is_skipped_and_the_place_found_again() -> None:
    written = [*LINE[:4], *LINE[8:10]]
    assert expected(LINE, written, 4) == LINE[10:14]


def test_an_insertion_is_waited_for() -> None:
    written = [*LINE[:5], 60, 61, 62, 63, *LINE[5:7]]
    assert expected(LINE, written, 3) == [ITEM, 7, 8]


def test_records_are_filled_from_the_next_place_in_the_source() -> None:
    comma, newline, opening, naming, closing = 1, 2, 3, 4, 5
    rows = [(101, 111), (102, 112), (103, 113), (104, 114), (105, 115), (106, 116)]
    source = [token for a, b in rows for token in (newline, a, comma, b, comma)] + [newline]
    records = [[opening, 40, 41, a, naming, 42, 43, b, closing, 44] for a, b in rows]
    written = [token for record in records[:3] for token in record]
    assert expected(source, written, 20) == records[3]
    assert expected(source, [*written, *records[3][:2]], 8) == records[3][2:]


def test_chances_rise_with_what_was_followed_and_fall_at_a_guess() -> None:
    early, late = following(LINE, LINE[:4]).expected(1)[1], following(LINE, LINE[:12]).expected(1)[1]
    guess = following(LINE, [*LINE[:12], 77]).expected(1)[1]
    assert 0 < guess[0] < early[0] < late[0] < 1


def test_p_min_ends_a_draft_that_gets_improbable() -> None:
    follower = following(LINE, LINE[:4])
    tokens, chances = follower.expected(99, 0.3)
    assert tokens == LINE[4 : 4 + len(tokens)]
    product = 1.0
    for chance in chances:
        product *= chance
    assert product >= 0.3
    assert len(follower.expected(99)[0]) > len(tokens)


def test_another_conversation_starts_without_a_place() -> None:
    follower = following(LINE, LINE[:6])
    follower.restart([70, 71, 72, 73], 0)
    assert follower.expected(8) == ([], [])
    assert list(follower.tokens) == [70, 71, 72, 73]


def edited(source: Sequence[int], every: int, instead: Iterator[int]) -> list[int]:
    """The source with every so many-th token replaced."""
    return [next(instead) if i % every == every - 1 else token for i, token in enumerate(source)]


def calls_of_following(follower: EditFollower, history: Sequence[int]) -> int:
    """How many calls following a history and looking ahead takes."""

    def act() -> None:
        follower.follow(history)
        follower.expected(64)

    return calls_of(act)


def test_a_word_that_stands_everywhere_costs_no_more_behind_a_long_text_than_behind_a_short_one() -> None:
    """Each change is looked for in the text as the value of a record, and this one stands at every second place."""
    costs = []
    for n_source in (400, 4000):
        source = [1, 2] * n_source
        follower = EditFollower()
        follower.restart(source, 0)
        costs.append(calls_of_following(follower, [*source, *edited(source[:60], 9, count(100))]))
    assert costs[1] < 1.5 * costs[0]


def test_a_token_costs_no_more_after_many_different_replacements() -> None:
    rng = random.Random(1)
    source = [rng.choice([1, 2, 3]) for _ in range(12_000)]
    follower = EditFollower()
    follower.restart(source, 0)
    history = [*source, *edited(source, 8, count(100))]
    n = len(source)
    follower.follow(history[: n + 1000])
    early = sum(calls_of_following(follower, history[: n + i]) for i in range(1001, 1101))
    follower.follow(history[:-100])
    late = sum(calls_of_following(follower, history[: len(history) - i]) for i in range(100, 0, -1))
    assert late < 2.5 * early


@given(st.integers(0, 10_000))
def test_a_text_cut_back_is_followed_as_if_it_had_begun_there(seed: int) -> None:
    """What was learnt from what is gone, a replacement or where a record's values stand, is gone with it."""
    rng = random.Random(seed)
    rows = [[rng.randrange(100, 130) for _ in range(3)] for _ in range(12)]
    source = [token for row in rows for value in row for token in (value, 1)]
    written = [token for row in rows for token in (3, *(t for value in row for t in (value, 4)), 5)]
    history = [*source, *edited(written, rng.randrange(5, 40), count(200))]
    follower = following(source, history[len(source) :])
    cut = rng.randrange(len(history))
    follower.rewind(cut)
    fresh = EditFollower()
    fresh.restart(history[:cut], 0)
    for token in written:
        assert follower.expected(24) == fresh.expected(24)
        for one in (follower, fresh):
            one.follow([*one.tokens, token])


@given(st.integers(0, 10_000))
def test_taking_back_leaves_nothing_of_what_was_taken_back(seed: int) -> None:
    """Random edits of a random text: whatever is rewound and written again, the text held is the history."""
    rng = random.Random(seed)
    source = [rng.randrange(12) for _ in range(60)]
    history = list(source)
    follower = EditFollower()
    follower.restart(source, 0)
    at = 0
    for _ in range(80):
        if rng.random() < 0.1 and len(history) > len(source):
            del history[rng.randrange(len(source), len(history)) :]
            follower.rewind(len(history))
        token = source[at % 60] if rng.random() < 0.85 else rng.randrange(12)
        at = at + 1 if rng.random() < 0.95 else rng.randrange(60)
        history.append(token)
        follower.follow(history)
        tokens, chances = follower.expected(16)
        assert list(follower.tokens) == history
        assert len(tokens) == len(chances) <= 16
        assert all(0 < chance < 1 for chance in chances)
