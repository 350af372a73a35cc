"""The index must say what a rescan of the whole history would say, after any appends and rewinds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ngram_index import NONE, AcceptedLengths, NgramIndex, shared_prefix

# Appends of a token from a tiny vocabulary, so that n-grams repeat; or a cut back to a share of the length.
steps = st.lists(st.one_of(st.integers(0, 2), st.floats(0, 1)), max_size=120)


def rescan(tokens: list[int], n: int) -> list[int]:
    """Ends of all earlier occurrences of the last n tokens, most recent first."""
    if len(tokens) < n:
        return []
    wanted = tokens[-n:]
    return [end for end in range(len(tokens) - 1, n - 1, -1) if tokens[end - n : end] == wanted]


@settings(deadline=None)
@given(steps, st.integers(1, 4))
def test_equals_a_rescan_after_any_appends_and_rewinds(todo: list[int | float], n: int) -> None:
    index, tokens = NgramIndex(n), list[int]()
    for step in todo:
        if isinstance(step, int):
            index.append(step)
            tokens.append(step)
        else:
            kept = int(step * len(tokens))
            index.rewind(kept)
            del tokens[kept:]
        expected = rescan(tokens, n)
        assert list(index.tokens) == tokens
        assert index.latest() == (expected[0] if expected else NONE)
        assert index.n_before() == len(expected)
    found, end = [], index.latest()
    while end != NONE:
        found.append(end)
        end = index.before(end)
    assert found == rescan(tokens, n)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2), max_size=60), st.integers(1, 3), st.integers(1, 12))
def test_latest_whole_is_the_latest_that_leaves_enough_behind_it(tokens: list[int], n: int, following: int) -> None:
    index = NgramIndex(n)
    index.extend(tokens)
    whole = [end for end in rescan(tokens, n) if len(tokens) - end >= following]
    assert index.latest_whole(following) == (whole[0] if whole else NONE)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2), max_size=40), st.lists(st.integers(0, 2), max_size=40))
def test_restart_leaves_no_trace_of_what_was_held(before: list[int], prompt: list[int]) -> None:
    used, fresh = NgramIndex(2), NgramIndex(2)
    used.extend(before)
    used.restart(prompt)
    fresh.extend(prompt)
    assert list(used.tokens) == prompt
    assert (used.latest(), used.n_before()) == (fresh.latest(), fresh.n_before())
    used.append(1)
    fresh.append(1)
    assert (used.latest(), used.n_before()) == (fresh.latest(), fresh.n_before())


def test_rewinding_further_back_than_the_start_or_forward_changes_nothing_else() -> None:
    index = NgramIndex(1)
    index.extend([3, 3])
    index.rewind(5)
    assert list(index.tokens) == [3, 3]
    index.rewind(-1)
    assert len(index) == 0
    assert index.latest() == NONE


def test_follow_takes_in_what_is_new_and_cuts_what_is_gone() -> None:
    index = NgramIndex(1)
    index.follow([1, 2, 1])
    assert index.latest() == 1
    index.follow([1, 2])
    assert (len(index), index.latest()) == (2, NONE)


def test_shared_prefix() -> None:
    assert shared_prefix([], [1]) == 0
    assert shared_prefix([1, 2], [1, 2, 3]) == 2
    assert shared_prefix([1, 2], [2, 2]) == 0


def test_lengths_shrink_to_what_was_accepted_and_grow_again() -> None:
    lengths = AcceptedLengths(8)
    assert lengths.allowed(b"k") == 8
    lengths.note_draft(b"k", 8)
    lengths.note_outcome(3, cut_short=False)
    assert (lengths.allowed(b"k"), lengths.allowed(b"other")) == (3, 8)
    lengths.note_draft(b"k", 3)
    lengths.note_outcome(3, cut_short=False)
    assert lengths.allowed(b"k") == 6


def test_the_end_of_a_reply_inside_a_draft_teaches_nothing() -> None:
    lengths = AcceptedLengths(8)
    lengths.note_draft(b"k", 8)
    lengths.note_outcome(2, cut_short=True)
    assert lengths.allowed(b"k") == 8


def test_an_outcome_counts_once() -> None:
    lengths = AcceptedLengths(8)
    lengths.note_draft(b"k", 8)
    lengths.note_outcome(5, cut_short=False)
    lengths.note_outcome(0, cut_short=False)
    assert lengths.allowed(b"k") == 5
