"""What the watchdog says and when it lets drafting rest: scripted rounds that bring their seconds, and a tiny model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import pytest

from engine.commands import DrafterChoice, Generate, LoadModel, Sampling, Speculation
from engine.events import Event, GenerationDone, Noticed, RoundDone
from engine.session import Session
from engine.watchdog import CHECK_ROUNDS, LEAST_LOOPED, REST_ROUNDS, SLOW_ROUNDS, Notice, Seen, Watchdog
from tests.tiny_models import write_endless

PLAIN_S = 0.01
_fresh = count()


def seen(drafted: int, accepted: int, seconds: float) -> Seen:
    """Of tokens that never came before."""
    return Seen([next(_fresh) for _ in range(accepted + 1)], drafted, accepted, seconds)


def fed(dog: Watchdog, rounds: Iterable[Seen]) -> list[Notice]:
    return [notice for one in rounds for notice in dog.round(one)]


def rests(dog: Watchdog) -> bool:
    """Asked anew: a checker of types takes a property for a thing that stays."""
    return dog.resting


def good(n: int) -> Iterator[Seen]:
    return (seen(8, 7, PLAIN_S * 2) for _ in range(n))


def bad(n: int, seconds: float = PLAIN_S * 2) -> Iterator[Seen]:
    return (seen(8, 0, seconds) for _ in range(n))


def test_drafts_that_held_and_hold_no_longer_are_told_once_and_rest() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, good(20)) == []
    (notice,) = fed(dog, bad(8))
    assert notice.kind == "acceptance"
    assert dog.resting
    assert fed(dog, (seen(0, 0, PLAIN_S) for _ in range(REST_ROUNDS))) == []
    assert not rests(dog), "it is tried again"
    assert fed(dog, good(20)) == []
    assert "acceptance" not in {one.kind for one in fed(dog, bad(8))}, "told once"
    assert dog.resting, "and rests again all the same"


def test_drafts_that_never_held_have_not_collapsed() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, bad(SLOW_ROUNDS - 1)) == []


def test_a_part_that_is_merely_worse_is_no_collapse() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, [*good(20), *(seen(8, 2, PLAIN_S) for _ in range(40))]) == []


def test_slower_than_plain_is_checked_against_fresh_plain_rounds_before_it_is_told() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, bad(SLOW_ROUNDS)) == []
    assert dog.resting, "to learn what a plain round takes here"
    (notice,) = fed(dog, (seen(0, 0, PLAIN_S) for _ in range(CHECK_ROUNDS)))
    assert notice.kind == "slow"
    assert "0.50x" in notice.text
    assert dog.resting


def test_where_a_plain_round_has_become_as_dear_nothing_is_told() -> None:
    dog = Watchdog(PLAIN_S)
    fed(dog, bad(SLOW_ROUNDS))
    assert fed(dog, (seen(0, 0, 2 * PLAIN_S) for _ in range(CHECK_ROUNDS))) == []
    assert not dog.resting


def test_speculation_that_pays_is_left_alone() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, good(200)) == []
    assert not dog.resting


def test_where_resting_is_not_allowed_it_only_tells() -> None:
    dog = Watchdog(PLAIN_S, may_rest=False)
    notices = fed(dog, [*good(20), *bad(60)])
    assert sorted(one.kind for one in notices) == ["acceptance", "slow"]
    assert not dog.resting
    assert all("rests" not in one.text for one in notices)


def test_a_doubt_is_no_loss_while_only_the_price_at_load_is_known() -> None:
    dog = Watchdog(PLAIN_S, may_rest=False)
    assert fed(dog, bad(3 * SLOW_ROUNDS, PLAIN_S / 0.9)) == []
    assert [one.kind for one in fed(dog, bad(2 * SLOW_ROUNDS, PLAIN_S / 0.7))] == ["slow"]


def test_a_baseline_reply_is_never_slow() -> None:
    dog = Watchdog(PLAIN_S)
    assert fed(dog, (seen(0, 0, 5 * PLAIN_S) for _ in range(100))) == []


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


# ---- on a model

NGRAM = Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 4, "size_m": 8}),))


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_endless(tmp_path_factory.mktemp("models") / "endless.gguf", n_ctx=2048)


def written(model: Path, speculation: Speculation, rest: bool, cold: bool = False) -> list[Event]:
    events: list[Event] = []
    session = Session(events.append, lambda: False)
    try:
        session.handle(LoadModel(1, str(model)))
        session.handle(
            Generate(
                2,
                prompt="hello there",
                speculation=speculation,
                sampling=Sampling(temperature=0.0),
                max_tokens=240,
                rest_when_slow=rest,
                cold=cold,
            )
        )
    finally:
        session.close()
    assert isinstance(events[-1], GenerationDone)
    return events


def test_a_model_that_loops_is_told_once_while_it_writes(endless: Path) -> None:
    events = written(endless, NGRAM, rest=False)
    notices = [event for event in events if isinstance(event, Noticed) and event.kind == "loop"]
    (notice,) = notices
    assert notice.request_id == 2
    assert events.index(notice) < len(events) - 2, "before the reply is over"


def test_resting_takes_drafts_away_and_leaves_the_text(endless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine is like: every round is said to be slow."""
    monkeypatch.setattr(Watchdog, "_ratio", lambda self: 0.5 if len(self._window) >= SLOW_ROUNDS else 1.0)

    def reply(rest: bool, cold: bool = False) -> tuple[list[int], list[int]]:
        rounds = [event for event in written(endless, NGRAM, rest, cold) if isinstance(event, RoundDone)]
        return [len(one.drafted) for one in rounds], [token for one in rounds for token in one.token_ids]

    usual, text = reply(rest=False)
    rested, same = reply(rest=True)
    assert same == text
    assert len(rested) > len(usual)
    longest_pause = max(len(run) for run in "".join("d" if n else "." for n in rested).split("d"))
    assert longest_pause >= min(REST_ROUNDS, CHECK_ROUNDS)
    assert reply(rest=True, cold=True)[0] == usual, "a comparison's replies run as they were asked for"
