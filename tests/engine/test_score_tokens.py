"""ScoreTokens: the target's own scores say which token it takes, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands import Message, Sampling, ScoreTokens
from engine.events import Failed, TokensScored
from tests import tiny_models
from tests.engine.driver import GREEDY, EngineDriver, only

HELLO = (Message("user", "hello there"),)
WARM = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, repeat_penalty=1.3, seed=7)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.write_dense(tmp_path_factory.mktemp("models") / "mixed.gguf", mixing=2.0, sharpness=0.5)


@pytest.fixture
def driver(model: Path) -> Iterator[EngineDriver]:
    engine = EngineDriver()
    engine.load(model)
    yield engine
    engine.close()


@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm with penalties"])
def test_the_emitted_token_has_the_highest_score_at_every_place(driver: EngineDriver, sampling: Sampling) -> None:
    tokens = driver.reply(HELLO, sampling=sampling, max_tokens=24).token_ids
    others = tuple(range(300))
    for place in (0, 1, 23):
        asked = ScoreTokens(
            100 + place, (tokens[place], *others), messages=HELLO, reply=tuple(tokens[:place]), sampling=sampling
        )
        scores = only(driver.ask(asked), TokensScored).scores
        assert len(scores) == 1 + len(others)
        assert scores[0] == max(scores)
        assert all(score < scores[0] for token, score in zip(others, scores[1:], strict=True) if token != tokens[place])


def test_a_prompt_longer_than_one_pass_is_scored_to_its_end(driver: EngineDriver) -> None:
    prompt = "a b c d e f g h " * 60
    tokens = driver.reply(prompt, max_tokens=2).token_ids
    asked = ScoreTokens(9, (tokens[0], *range(300)), prompt=prompt, sampling=GREEDY)
    scores = only(driver.ask(asked), TokensScored).scores
    assert scores[0] == max(scores)


def test_the_conversation_is_forgotten_and_the_next_reply_is_the_same(driver: EngineDriver) -> None:
    before = driver.reply(HELLO, max_tokens=12)
    only(driver.ask(ScoreTokens(9, (5, 6), messages=HELLO)), TokensScored)
    after = driver.reply(HELLO, max_tokens=12)
    assert after.started.cached_tokens == 0
    assert after.token_ids == before.token_ids


def test_what_cannot_be_scored_is_said_in_words(driver: EngineDriver) -> None:
    foreign = driver.failure(ScoreTokens(9, (10**6,), messages=HELLO))
    assert (foreign.kind, "1000000" in foreign.what) == ("usage", True)
    too_long = driver.failure(ScoreTokens(10, (5,), messages=HELLO, reply=(5,) * 2000))
    assert (too_long.kind, "1024" in too_long.what) == ("refused", True)
    nothing = driver.failure(ScoreTokens(11, (5,)))
    assert nothing.kind == "usage"


def test_scoring_can_be_cancelled(driver: EngineDriver) -> None:
    driver.cancel_after = 0
    events = driver.ask(ScoreTokens(9, (5,), prompt="a b c d " * 100))
    assert only(events, Failed).kind == "refused"
    driver.cancel_after = None
    assert driver.reply(HELLO, max_tokens=4).started.cached_tokens == 0
