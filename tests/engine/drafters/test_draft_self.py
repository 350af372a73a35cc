"""draft-self: counts, lengths, what it learns, and what it remembers of other conversations."""

from __future__ import annotations

from array import array
from pathlib import Path

from engine.drafters.contract import Outcome
from engine.drafters.draft_self import MIN_PIECE, DraftSelf, Trust, follow_counts
from engine.token_store import TokenStore, store_path
from tests.engine.drafters.driving import NoSampler, write

POEM = list(range(100, 140))
OTHER = list(range(200, 240))


def sure(_i: int, n_agreeing: int, n_voters: int) -> float:
    """Every token holds on which all agree."""
    return n_agreeing / n_voters


def make(store: TokenStore | None = None, *, p_min: float = 0.25, factor: float = 2.0, n_max: int = 24) -> DraftSelf:
    return DraftSelf(n_max, 2, p_min, factor, store or TokenStore(1000))


def drafted(drafter: DraftSelf, prompt: list[int], limit: int = 99) -> list[int]:
    drafter.begin(prompt, NoSampler())
    return list(drafter.draft(prompt, limit).tokens)


# Following the counts


def test_the_most_frequent_continuation_is_followed() -> None:
    past = array("i", [1, 7, 7, -1, 1, 8, 8, -1, 1, 8, 9, -1])
    places = [(past, 9), (past, 5), (past, 1)]
    # Two of three say 8; of these one says 9 and one 8, and the more recent one has it; then the piece ends.
    assert follow_counts(array("i"), places, 9, 0.1, sure)[0] == [8, 9]
    assert follow_counts(array("i"), places, 9, 0.5, sure)[0] == [8]
    assert follow_counts(array("i"), places, 9, 0.7, sure)[0] == []


def test_a_tie_goes_to_the_most_recent() -> None:
    past = array("i", [1, 5, -1, 1, 6, -1])
    assert follow_counts(array("i"), [(past, 4), (past, 1)], 1, 0.5, sure)[0] == [6]


def test_the_end_of_a_piece_ends_the_draft() -> None:
    past = array("i", [1, 5, -1, 9])
    assert follow_counts(array("i"), [(past, 1)], 9, 0.1, sure)[0] == [5]


def test_only_the_conversation_goes_on_with_the_draft() -> None:
    past = array("i", [1, 5])
    assert follow_counts(array("i"), [(past, 1)], 9, 0.1, sure)[0] == [5]


def test_a_short_period_goes_through_itself() -> None:
    live = array("i", [4, 5, 4, 5])
    assert follow_counts(live, [(live, 2)], 7, 0.1, sure)[0] == [4, 5, 4, 5, 4, 5, 4]


def test_distrust_shortens() -> None:
    live = array("i", [1, 2, 3, 4, 5, 1])
    assert follow_counts(live, [(live, 1)], 9, 0.2, lambda _i, _n, _m: 0.5) == ([2, 3], [0.5, 0.5])


# Lengths


def test_the_draft_grows_with_the_match_up_to_n_max() -> None:
    for n_matched, expected in ((2, 2), (4, 4), (8, 8), (16, 8)):
        drafter = make(p_min=0.0, factor=1.0, n_max=8)
        assert drafted(drafter, [*POEM, 1, *POEM[:n_matched]]) == POEM[n_matched : n_matched + expected]


def test_one_token_is_no_match() -> None:
    assert drafted(make(p_min=0.0), [*POEM, 1, POEM[3]]) == []


def test_limit() -> None:
    assert drafted(make(), [*POEM, 1, *POEM[:20]], limit=3) == POEM[20:23]
    assert drafted(make(), [*POEM, 1, *POEM[:20]], limit=0) == []


# Learning


def test_rejections_make_a_class_of_matches_distrusted_and_acceptance_brings_it_back() -> None:
    trust = Trust()
    before = trust.estimate(5)
    for _ in range(20):
        trust.learn(5, held=False)
    low = trust.estimate(5)
    assert low < before / 3
    assert trust.estimate(20) == Trust().estimate(20)
    for _ in range(20):
        trust.learn(5, held=True)
    assert trust.estimate(5) > before


def test_a_class_given_up_is_tried_again_in_time() -> None:
    trust = Trust()
    for _ in range(50):
        trust.learn(2, held=False)
    given_up = trust.estimate(2)
    for _ in range(1000):
        trust.idle(2)
    assert trust.estimate(2) > 3 * given_up


def test_outcomes_reach_the_class_of_their_match() -> None:
    prompt = [*POEM, 1, *POEM[:3]]
    drafter = make()
    first = drafted(drafter, prompt)
    assert first
    for _ in range(20):
        tokens = drafter.draft(prompt, 9).tokens
        drafter.accept(Outcome(tokens, 0, 1, own=bool(tokens)))
    assert drafter.draft(prompt, 9).tokens == ()
    drafter.begin(prompt, NoSampler())
    assert list(drafter.draft(prompt, 99).tokens) == first


def test_drafts_that_hold_get_longer() -> None:
    prompt = [*POEM, 1, *POEM[:3]]
    drafter = make()
    first = drafted(drafter, prompt)
    for _ in range(30):
        drafter.accept(Outcome(tuple(first), len(first), 1, own=True))
    assert len(drafter.draft(prompt, 99).tokens) > len(first)


def test_outcomes_of_others_and_replies_that_ended_do_not_count_as_rejections() -> None:
    prompt = [*POEM, 1, *POEM[:3]]
    drafter = make()
    first = drafted(drafter, prompt)
    for _ in range(20):
        drafter.accept(Outcome((1, 2), 0, 3, own=False))
        drafter.accept(Outcome(tuple(first), 0, None, own=True))
    assert list(drafter.draft(prompt, 99).tokens) == first


# Remembering


def test_another_conversation_is_remembered() -> None:
    drafter = make()
    drafter.begin([1, 2, 3], NoSampler())
    write(drafter, [1, 2, 3], POEM, [4])
    drafter.draft([1, 2, 3, *POEM], 4)
    assert drafted(drafter, [*OTHER, *POEM[:10]])[:3] == POEM[10:13]


def test_the_next_turn_of_a_conversation_is_no_other_conversation() -> None:
    store = TokenStore(1000)
    drafter = make(store)
    drafted(drafter, POEM)
    drafted(drafter, [*POEM, *OTHER])
    assert store.pieces == []


def test_a_reply_given_anew_finds_the_one_before() -> None:
    drafter = make()
    drafter.begin(OTHER, NoSampler())
    drafter.draft([*OTHER, *POEM], 1)
    assert drafted(drafter, OTHER)[:3] == POEM[:3]


def test_a_few_tokens_are_not_worth_remembering() -> None:
    store = TokenStore(1000)
    drafter = make(store)
    drafted(drafter, POEM[: MIN_PIECE - 1])
    drafted(drafter, OTHER[: MIN_PIECE - 1])
    drafter.close()
    assert store.pieces == []


def test_conversations_outlive_the_program(tmp_path: Path) -> None:
    path = store_path(tmp_path, "model")
    drafter = make(TokenStore(1000, path))
    drafted(drafter, POEM)
    drafter.close()
    assert drafted(make(TokenStore(1000, path)), [*OTHER, *POEM[:10]])[:3] == POEM[10:13]
    assert drafted(make(TokenStore(1000, store_path(tmp_path, "other model"))), [*OTHER, *POEM[:10]]) == []


def test_recurring_text_is_written_in_few_rounds() -> None:
    drafter = make()
    assert len(write(drafter, [*POEM, 1], POEM, [24])) <= 12
