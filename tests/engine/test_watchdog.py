"""What the watchdog says and when it lets drafting rest: scripted rounds that bring their seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import pytest

from engine.events import TARGET, RoundDone
from engine.watchdog import (
    CHECK_ROUNDS,
    LEAST_LOOPED,
    RECENT_DRAFTS,
    REST_ROUNDS,
    SLOW_ROUNDS,
    STALE_AFTER,
    Notice,
    Seen,
    Watchdog,
)

PLAIN_S = 0.01
_fresh = count()


def seen(drafted: int, accepted: int, seconds: float, *, draft_s: float = 0.0, choose_s: float = 0.0) -> Seen:
    """Of tokens that never came before."""
    tokens = [next(_fresh) for _ in range(accepted + 1)]
    return Seen(tokens, drafted, accepted, seconds, draft_s, choose_s, by="someone" if drafted else "")


def plain(n: int, seconds: float = PLAIN_S) -> Iterator[Seen]:
    return (seen(0, 0, seconds) for _ in range(n))


def good(n: int) -> Iterator[Seen]:
    return (seen(8, 7, PLAIN_S * 2) for _ in range(n))


def middling(n: int, speed: float = 0.5) -> Iterator[Seen]:
    """Half of the drafts hold. speed: of such a round, in that of a plain one."""
    return (seen(8, 4, PLAIN_S * 5 / speed) for _ in range(n))


def bad(n: int, speed: float = 0.5) -> Iterator[Seen]:
    return (seen(8, 0, PLAIN_S / speed) for _ in range(n))


def begun(*, may_rest: bool = True) -> Watchdog:
    """In a reply whose first round is over."""
    dog = Watchdog(PLAIN_S, may_rest=may_rest)
    assert fed(dog, good(1)) == []
    return dog


def fed(dog: Watchdog, rounds: Iterable[Seen]) -> list[Notice]:
    return [notice for one in rounds for notice in dog.round(one)]


def lived(dog: Watchdog, rounds: Iterable[Seen]) -> list[Notice]:
    """The same where plain rounds come in between while it rests for a stretch."""
    notices = []
    for one in rounds:
        notices += fed(dog, (pause for pause in plain(REST_ROUNDS) if dog.resting))
        notices += dog.round(one)
    return notices


def kinds(notices: Iterable[Notice]) -> list[str]:
    return [one.kind for one in notices]


def rests(dog: Watchdog) -> bool:
    """Asked anew: a checker of types takes a property for a thing that stays."""
    return dog.resting


def test_what_is_seen_of_a_round() -> None:
    done = RoundDone(
        request_id=1, index=3, token_ids=(5, 6, 7), origins=("a", "a", TARGET), drafted=(5, 6, 9),
        drafted_by=("a", "a", "a"), n_accepted=2, text=(), draft_s=1.0, verify_s=2.0, sample_s=4.0, other_s=8.0,
        at_s=20.0, n_past=30,
    )  # fmt: skip
    assert Seen.of(done) == Seen((5, 6, 7), 3, 2, seconds=15.0, draft_s=1.0, choose_s=12.0, by="a")


# ---- acceptance that collapses


def test_drafts_that_held_and_hold_no_longer_are_told_once_and_rest() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, good(20)) == []
    (notice,) = fed(dog, bad(8))
    assert notice.kind == "acceptance"
    assert dog.resting
    assert fed(dog, plain(REST_ROUNDS)) == []
    assert not rests(dog), "it is tried again"
    assert fed(dog, good(20)) == []
    assert "acceptance" not in kinds(fed(dog, bad(8))), "told once"
    assert dog.resting, "and rests again all the same"


def test_drafts_that_never_held_have_not_collapsed() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, bad(SLOW_ROUNDS - 1)) == []


def test_a_part_that_is_merely_worse_is_no_collapse() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, [*good(20), *(seen(8, 2, PLAIN_S) for _ in range(40))]) == []


def test_a_change_in_a_copied_text_spoils_a_long_draft_or_two_and_is_no_collapse() -> None:
    dog = Watchdog(PLAIN_S)
    copied = [seen(48, 48, PLAIN_S * 2) for _ in range(RECENT_DRAFTS)]
    spoilt = [seen(48, 1, PLAIN_S * 2) for _ in range(RECENT_DRAFTS - 1)]
    assert fed(dog, [*copied, *spoilt, *copied]) == []
    assert not dog.resting
    assert kinds(fed(dog, [*spoilt, *spoilt])) == ["acceptance"]


def test_a_rest_after_a_collapse_is_not_cut_short_by_a_look_at_the_price() -> None:
    dog = begun()
    assert fed(dog, [*good(SLOW_ROUNDS), *bad(7)]) == []
    assert kinds(fed(dog, bad(1, 0.0005))) == ["acceptance"], "which makes it slow as well"
    fed(dog, plain(REST_ROUNDS - 1, PLAIN_S * 10_000))
    assert rests(dog)


# ---- low acceptance over the reply


def low_and_judged(dog: Watchdog, n: int = SLOW_ROUNDS, speed: float = 0.5) -> list[Notice]:
    """Rounds whose drafts hardly hold, and the plain ones that show what such a round takes."""
    assert fed(dog, bad(n, speed)) == []
    assert dog.resting, "to learn what a plain round takes here"
    return fed(dog, plain(CHECK_ROUNDS))


def test_low_acceptance_that_gains_nothing_ends_drafting_for_the_reply() -> None:
    dog = begun()
    (notice,) = low_and_judged(dog)
    assert notice.kind == "low"
    assert "Only 4 %" in notice.text and "0.50×" in notice.text and "off for the rest of this reply" in notice.text
    assert fed(dog, plain(10 * REST_ROUNDS)) == []
    assert dog.resting, "also much later"


def test_low_acceptance_that_gains_is_let_be() -> None:
    """Of 48 tokens 14 hold, where a pass over many costs little more than a plain one."""
    dog = begun()
    assert fed(dog, (seen(48, 14, PLAIN_S * 3) for _ in range(200))) == []
    assert not dog.resting


def test_low_acceptance_is_no_reason_where_a_plain_round_has_become_as_dear() -> None:
    dog = begun()
    fed(dog, bad(SLOW_ROUNDS))
    assert fed(dog, plain(CHECK_ROUNDS, PLAIN_S * 2.2)) == []
    assert not dog.resting
    assert fed(dog, bad(3 * SLOW_ROUNDS)) == [], "what was learnt is believed for a while"
    assert not dog.resting


def test_what_gained_over_the_reply_is_not_ended_by_a_bad_stretch() -> None:
    dog = begun()
    fed(dog, (seen(48, 14, PLAIN_S * 3) for _ in range(60)))
    for _ in range(2):
        assert "low" not in kinds(fed(dog, [*bad(SLOW_ROUNDS), *plain(CHECK_ROUNDS + REST_ROUNDS)]))
    assert not dog.resting, "it rests for stretches and is tried again"


def test_what_gains_of_late_is_not_ended_by_a_bad_beginning() -> None:
    dog = begun()
    dear, cheap = (seen(8, 8, PLAIN_S * 180) for _ in range(30)), (seen(48, 14, PLAIN_S * 3) for _ in range(90))
    assert kinds(lived(dog, [*dear, *cheap])) == ["slow"]
    assert not dog.resting


@pytest.mark.parametrize(("drafted", "n_rounds"), [(1, 96), (2, 48), (4, 25), (48, 25)])
def test_low_acceptance_is_judged_from_96_tokens_and_24_drafts_that_can_be_timed(drafted: int, n_rounds: int) -> None:
    dog = Watchdog(PLAIN_S)
    fed(dog, plain(CHECK_ROUNDS))
    slowly = [seen(drafted, 0, PLAIN_S * 1.04) for _ in range(n_rounds)]
    assert fed(dog, slowly[:-1]) == []
    assert kinds(fed(dog, slowly[-1:])) == ["low"]


def test_who_chooses_by_price_is_not_told_when_to_stop() -> None:
    dog = Watchdog(PLAIN_S, choose="price")
    assert "low" not in kinds(fed(dog, [*plain(CHECK_ROUNDS), *bad(SLOW_ROUNDS + 1), *plain(REST_ROUNDS)]))
    assert not dog.resting


# ---- slower than plain


def test_slower_than_plain_is_checked_against_fresh_plain_rounds_before_it_is_told() -> None:
    dog = begun()
    assert fed(dog, middling(SLOW_ROUNDS)) == []
    assert dog.resting, "to learn what a plain round takes here"
    (notice,) = fed(dog, plain(CHECK_ROUNDS))
    assert notice.kind == "slow"
    assert "0.50×" in notice.text
    assert dog.resting
    assert fed(dog, plain(REST_ROUNDS)) == []
    assert not rests(dog), "it is tried again"


def test_where_a_plain_round_has_become_as_dear_nothing_is_told() -> None:
    dog = begun()
    fed(dog, middling(SLOW_ROUNDS))
    assert fed(dog, plain(CHECK_ROUNDS, 2 * PLAIN_S)) == []
    assert not dog.resting


def test_speculation_that_pays_is_left_alone() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, good(200)) == []
    assert not dog.resting


def test_a_first_round_in_which_a_draft_model_reads_the_prompt_says_nothing() -> None:
    dog = Watchdog(PLAIN_S)
    reads = seen(8, 7, PLAIN_S * 1000, draft_s=PLAIN_S * 999)
    assert fed(dog, [reads, *good(SLOW_ROUNDS)]) == []
    assert not dog.resting


def test_the_same_holds_for_the_first_round_behind_a_rest_and_for_who_comes_later() -> None:
    dog = begun()
    fed(dog, [*good(20), *bad(8), *plain(REST_ROUNDS)])
    catches_up = seen(8, 7, PLAIN_S * 1000, draft_s=PLAIN_S * 999)
    another = Seen([next(_fresh)], 4, 0, PLAIN_S * 1000, by="another")
    assert fed(dog, [catches_up, *good(SLOW_ROUNDS), another, *good(SLOW_ROUNDS)]) == []


def test_drafts_that_were_asked_for_in_vain_are_a_loss_too() -> None:
    """A draft model that looks for a likely token and never finds one."""
    dog = Watchdog(PLAIN_S)
    in_vain = [seen(0, 0, PLAIN_S * 1.5, draft_s=PLAIN_S * 0.5) for _ in range(SLOW_ROUNDS + 1)]
    (notice,) = fed(dog, in_vain)
    assert notice.kind == "slow" and "0.67×" in notice.text
    assert dog.resting


@pytest.mark.parametrize("how", [{"choose": "price"}, {"computes": False}])
def test_who_only_looks_at_the_text_or_weighs_whom_to_ask_loses_nothing_in_vain(how: dict[str, Any]) -> None:
    dog = Watchdog(PLAIN_S, **how)
    assert fed(dog, (seen(0, 0, PLAIN_S * 1.5, draft_s=PLAIN_S * 0.5) for _ in range(3 * SLOW_ROUNDS))) == []
    assert not dog.resting


def test_a_draft_now_and_then_is_not_held_against_how_much_plain_rounds_differ() -> None:
    dog = begun()
    for i in range(100):
        assert fed(dog, plain(1, PLAIN_S * (2 if i % SLOW_ROUNDS < SLOW_ROUNDS / 2 else 1))) == []
        assert fed(dog, [seen(8, 1, PLAIN_S * 2)] if i % 20 == 0 else []) == []
    assert not dog.resting


def test_where_resting_is_not_allowed_it_only_tells() -> None:
    dog = Watchdog(PLAIN_S, may_rest=False)
    notices = fed(dog, [*good(20), *middling(60), *bad(100)])
    assert sorted(kinds(notices)) == ["acceptance", "low", "slow"]
    assert not dog.resting
    assert all("rests" not in one.text and "off" not in one.text for one in notices)


def test_a_doubt_is_no_loss_while_only_the_price_at_load_is_known() -> None:
    dog = Watchdog(PLAIN_S, may_rest=False)
    assert fed(dog, middling(3 * SLOW_ROUNDS, 0.9)) == []
    assert kinds(fed(dog, middling(2 * SLOW_ROUNDS, 0.7))) == ["slow"]


@pytest.mark.parametrize(("n_plain", "n_since"), [(1, 0), (CHECK_ROUNDS, STALE_AFTER)])
def test_a_doubt_is_no_loss_while_plain_rounds_are_few_or_long_ago(n_plain: int, n_since: int) -> None:
    dog = Watchdog(PLAIN_S, may_rest=False)
    assert fed(dog, [*plain(n_plain), *good(n_since), *middling(3 * SLOW_ROUNDS, 0.9)]) == []


def test_what_choosing_a_token_costs_is_no_loss_of_drafting() -> None:
    """A grammar may take longer than the pass: plain rounds pay it too, and the price at load does not know of it."""
    dog = Watchdog(PLAIN_S, may_rest=False)
    choose_s = PLAIN_S * 3 * 5
    assert fed(dog, (seen(8, 4, PLAIN_S * 4 + choose_s, choose_s=choose_s) for _ in range(200))) == []


def test_rounds_that_took_no_time_are_neither_slow_nor_a_price() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, [*plain(100, 0.0), *(seen(8, 0, 0.0) for _ in range(100))]) == []
    assert not dog.resting


def test_a_baseline_reply_is_never_slow() -> None:
    dog = Watchdog(PLAIN_S, choose=None)
    assert fed(dog, (seen(0, 0, PLAIN_S * (1 + i % 40), draft_s=PLAIN_S * (i % 3)) for i in range(300))) == []


# ---- loops


@pytest.mark.parametrize("length", [1, 5, 12, 32])
def test_the_same_words_again_and_again_are_a_loop(length: int) -> None:
    times = max(4, -(-LEAST_LOOPED // length))
    text = [*range(1000, 1100), *[*range(length)] * (times + 1)]
    dog = Watchdog(PLAIN_S)
    found: list[tuple[int, Notice]] = []
    for i, token in enumerate(text):
        found += [(i, notice) for notice in dog.round(Seen([token], 0, 0, PLAIN_S))]
    ((at, notice),) = found
    assert notice.kind == "loop"
    assert at == 100 + max(4 * length, LEAST_LOOPED) - 1
    assert not dog.resting, "drafts hold in a loop; there is no reason to rest"


def test_three_times_is_none_and_neither_is_a_short_ruler() -> None:
    dog = Watchdog(PLAIN_S)
    text = [*[*range(20)] * 3, *range(500, 600), *[7] * (LEAST_LOOPED - 2)]
    assert fed(dog, (Seen(text[i : i + 4], 4, 3, PLAIN_S) for i in range(0, len(text), 4))) == []


def test_a_loop_is_found_whatever_the_rounds_are_cut_like() -> None:
    dog = Watchdog(PLAIN_S)
    text = [*[*range(12)] * 8]
    (notice,) = fed(dog, (Seen(text[i : i + 7], 6, 6, PLAIN_S) for i in range(0, len(text), 7)))
    assert "figures flatter" in notice.text
