"""Replies of tiny models under the watchdog: what it notices, where drafting rests or ends, and that the text is the
baseline's all the same. What a round takes is given, so nothing here depends on the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.commands import Sampling, Speculation
from engine.events import Noticed, RoundDone
from engine.watchdog import CHECK_ROUNDS, REST_ROUNDS, SLOW_ROUNDS, Seen
from tests import tiny_models
from tests.engine.driver import EngineDriver, Reply, chain
from tests.tiny_vocabulary import IntArray, default_next, spm_vocabulary

PLAIN_S = 0.01
PROMPT = "hello there"
N_TOKENS = 400
N_DRAFT = 6
NUMBERS = '{"type": "array", "items": {"type": "integer"}, "minItems": 200}'
Write = Callable[..., Path]
Priced = Callable[[Callable[[int], float]], None]


def dear(n_drafted: int) -> float:
    """Seconds of a round where every further token of a pass costs as much as half of a plain one."""
    return PLAIN_S * (1 + n_drafted / 2)


def flat(_n_drafted: int) -> float:
    """Where a pass costs the same whatever it verifies."""
    return PLAIN_S


@dataclass(frozen=True)
class Drafts:
    """A target with drafts of it. early: right in the first half of the reply; seldom: for one token in four.
    unsure: right, and never sure of it."""

    target: Path
    early: Path
    seldom: Path
    never: Path
    unsure: Path


@pytest.fixture(scope="module", params=["dense", "recurrent"])
def models(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Drafts:
    folder = tmp_path_factory.mktemp(request.param)
    write: Write = {"dense": tiny_models.write_dense, "recurrent": tiny_models.write_recurrent}[request.param]
    words = spm_vocabulary(n_words=N_TOKENS + 100)
    table = default_next(words)
    target = write(folder / "target.gguf", vocabulary=words, next_token=table)
    driver = EngineDriver()
    try:
        driver.load(target)
        said = driver.reply(PROMPT, max_tokens=N_TOKENS).token_ids
    finally:
        driver.close()
    assert len(set(said)) == N_TOKENS, "nothing comes twice"

    def draft(name: str, missed: list[int]) -> Path:
        return write(folder / f"{name}.gguf", vocabulary=words, next_token=_missing(table, missed))

    return Drafts(
        target,
        draft("early", said[N_TOKENS // 2 :]),
        draft("seldom", [token for i, token in enumerate(said) if i % 4]),
        draft("never", said),
        write(folder / "unsure.gguf", vocabulary=words, next_token=table, sharpness=0.8),
    )


def _missing(table: IntArray, tokens: list[int]) -> IntArray:
    """A table that is wrong about what follows these tokens."""
    other = table.copy()
    other[tokens] = table[table[tokens]]
    return other


@pytest.fixture
def driver() -> Iterator[EngineDriver]:
    driver = EngineDriver()
    yield driver
    driver.close()


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> Priced:
    """Lets every round take what a price says."""
    real = Seen.of

    def use(price: Callable[[int], float]) -> None:
        def of(done: RoundDone) -> Seen:
            return replace(real(done), seconds=price(len(done.drafted)), draft_s=0.0, choose_s=0.0)

        monkeypatch.setattr(Seen, "of", of)

    return use


def drafted_by(path: Path) -> Speculation:
    return chain("draft-model", draft_model=path, n_max=N_DRAFT)


def watched(driver: EngineDriver, speculation: Speculation, **how: Any) -> Reply:
    return driver.reply(PROMPT, speculation, **{"max_tokens": N_TOKENS, "rest_when_slow": True, **how})


def load(driver: EngineDriver, model: Path) -> None:
    driver.load(model)
    driver.session.target.plain_s = PLAIN_S


def kinds(reply: Reply) -> list[str]:
    return [notice.kind for notice in reply.notices]


def pauses(reply: Reply) -> list[int]:
    """Lengths of the stretches without a draft, in rounds. The last round may have no room for one."""
    return [len(run) for run in "".join("d" if one.drafted else "." for one in reply.rounds[:-1]).split("d") if run]


def test_where_acceptance_collapses_drafting_rests_and_is_tried_again(
    driver: EngineDriver, models: Drafts, priced: Priced
) -> None:
    priced(flat)
    load(driver, models.target)
    expected = watched(driver, Speculation())
    reply = watched(driver, drafted_by(models.early))
    assert kinds(reply) == ["acceptance"]
    assert reply.token_ids == expected.token_ids and reply.text == expected.text
    assert pauses(reply)[0] == REST_ROUNDS
    assert reply.rounds[-2].drafted, "and is tried again"


@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_low_acceptance_without_a_gain_ends_drafting_for_this_reply_and_not_for_the_next(
    driver: EngineDriver, models: Drafts, priced: Priced, temperature: float
) -> None:
    priced(dear)
    load(driver, models.target)
    sampling = Sampling(temperature=temperature, top_k=0, top_p=1.0, min_p=0.0, seed=3)
    expected = watched(driver, Speculation(), sampling=sampling)
    for _ in range(2):
        reply = watched(driver, drafted_by(models.never), sampling=sampling)
        assert kinds(reply) == ["low"]
        assert reply.token_ids == expected.token_ids and reply.text == expected.text
        drafted = [bool(one.drafted) for one in reply.rounds]
        n_before = 1 + SLOW_ROUNDS
        assert drafted == [True] * n_before + [False] * (len(drafted) - n_before)


def test_it_is_said_when_it_happens_and_only_then(driver: EngineDriver, models: Drafts, priced: Priced) -> None:
    priced(dear)
    load(driver, models.target)
    reply = watched(driver, drafted_by(models.never))
    at = driver.events.index(reply.notices[0])
    before = [event for event in driver.events[:at] if isinstance(event, RoundDone)]
    assert len(before) == 1 + SLOW_ROUNDS + CHECK_ROUNDS
    assert not any(isinstance(event, Noticed) for event in driver.events[at + 1 :])


def test_low_acceptance_stays_on_where_it_gains(driver: EngineDriver, models: Drafts, priced: Priced) -> None:
    priced(flat)
    load(driver, models.target)
    reply = watched(driver, drafted_by(models.seldom))
    assert reply.metrics.accepted < 0.3 * reply.metrics.drafted
    assert kinds(reply) == []
    assert pauses(reply) == []


@pytest.mark.parametrize("how", [{"rest_when_slow": False}, {"cold": True}])
def test_a_reply_that_runs_as_it_was_asked_for_is_only_told(
    driver: EngineDriver, models: Drafts, priced: Priced, how: dict[str, bool]
) -> None:
    priced(dear)
    load(driver, models.target)
    reply = watched(driver, drafted_by(models.never), **how)
    assert kinds(reply) == ["low"]
    assert "off for" not in reply.notices[0].text
    assert pauses(reply) == []


def test_a_reply_held_to_a_schema_is_the_baselines_too(driver: EngineDriver, models: Drafts, priced: Priced) -> None:
    priced(dear)
    load(driver, models.target)
    expected = watched(driver, Speculation(), json_schema=NUMBERS)
    reply = watched(driver, drafted_by(models.never), json_schema=NUMBERS)
    assert kinds(reply)[0] == "low"
    assert reply.token_ids == expected.token_ids and reply.text == expected.text
    assert not reply.rounds[-2].drafted


@pytest.mark.parametrize(("drafter", "told"), [("draft-model", ["slow"]), ("ngram-simple", [])])
def test_only_a_drafter_that_computes_loses_where_it_never_proposes(
    driver: EngineDriver, models: Drafts, monkeypatch: pytest.MonkeyPatch, drafter: str, told: list[str]
) -> None:
    def of(done: RoundDone) -> Seen:
        assert not done.drafted
        return Seen(done.token_ids, 0, 0, 1.5 * PLAIN_S, draft_s=0.5 * PLAIN_S)

    monkeypatch.setattr(Seen, "of", of)
    load(driver, models.target)
    silent = chain("draft-model", draft_model=models.unsure, p_min=0.98) if drafter == "draft-model" else chain(drafter)
    assert kinds(watched(driver, silent)) == told


def test_auto_decides_by_itself(driver: EngineDriver, models: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it drafts: every round is told to have drafted in vain and at half the speed, once some were plain."""

    def of(done: RoundDone) -> Seen:
        if done.index <= CHECK_ROUNDS:
            return Seen(done.token_ids, 0, 0, PLAIN_S)
        return Seen(done.token_ids[:1], 8, 0, 2 * PLAIN_S)

    monkeypatch.setattr(Seen, "of", of)
    load(driver, models.target)
    fixed = chain("ngram-simple")
    assert "low" in kinds(watched(driver, fixed))
    assert kinds(watched(driver, replace(fixed, choose="price"))) == ["slow"]


def test_a_model_that_loops_is_told_once_while_it_writes(driver: EngineDriver, tmp_path: Path) -> None:
    load(driver, tiny_models.write_endless(tmp_path / "endless.gguf"))
    ngram = chain("ngram-simple", size_n=4, size_m=8)
    reply = driver.reply(PROMPT, ngram, max_tokens=240)
    (notice,) = [one for one in reply.notices if one.kind == "loop"]
    assert driver.events.index(notice) < len(driver.events) - 2, "before the reply is over"
