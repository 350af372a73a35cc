"""What is in memory stays there while it can, whatever is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands import Prepare, Speculation
from engine.events import Failed, Loading
from engine.folders import EngineFolders
from engine.presets import load_presets, resolve
from engine.session import Session
from tests import tiny_models
from tests.engine.driver import EngineDriver, chain
from tests.tiny_vocabulary import N_WORDS, spm_vocabulary

PROMPT = "one two three"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tiny_models.write_dense(tmp_path / "model.gguf")


@pytest.fixture
def driver(tmp_path: Path, model: Path) -> Iterator[EngineDriver]:
    made = EngineDriver()
    made.session = Session(made._take, made._cancelled, EngineFolders(prices=tmp_path / "prices"))
    made.load(model)
    yield made
    made.close()


def preset(name: str, draft: Path | None = None) -> Speculation:
    return resolve(load_presets()[0][name], None, None, str(draft) if draft else None)


def test_a_preset_that_the_model_cannot_have_is_refused_without_loading_it_again(driver: EngineDriver) -> None:
    for name in ("draft-mtp", "mtp-ngram"):
        events = driver.ask(Prepare(99, preset(name)))
        assert [type(event) for event in events] == [Failed]
    assert driver.reply(PROMPT, max_tokens=5).rounds


def test_a_draft_that_does_not_fit_is_refused_before_the_one_at_hand_is_freed(
    driver: EngineDriver, tmp_path: Path
) -> None:
    good = tiny_models.write_dense(tmp_path / "good.gguf", noise=0.3)
    foreign = tiny_models.write_dense(tmp_path / "foreign.gguf", vocabulary=spm_vocabulary(n_words=N_WORDS + 500))
    driver.prepare(preset("draft-model", good))
    at_hand = driver.session.drafters.current
    (refused,) = driver.ask(Prepare(99, preset("draft-model", foreign)))
    assert isinstance(refused, Failed)
    assert "foreign.gguf cannot draft for" in refused.what
    assert driver.session.drafters.current is at_hand
    assert not any(isinstance(event, Loading) for event in driver.ask(Prepare(100, preset("draft-model", good))))


def test_a_model_whose_file_is_gone_goes_on_with_every_preset_that_fits_it(driver: EngineDriver, model: Path) -> None:
    plain = driver.reply(PROMPT, max_tokens=20)
    model.unlink()
    for name in ("auto", "draft-self", "draft-mtp", "ngram-simple"):
        if isinstance(driver.ask(Prepare(99, preset(name)))[-1], Failed):
            continue
        assert driver.reply(PROMPT, preset(name), max_tokens=20).token_ids == plain.token_ids
    assert driver.reply(PROMPT, chain(), max_tokens=20).token_ids == plain.token_ids


def test_a_model_whose_file_is_gone_stays_where_it_would_have_to_be_loaded_again(tmp_path: Path) -> None:
    """Its head is loaded only where it is wanted."""
    model = tiny_models.write_hybrid(tmp_path / "hybrid.gguf", nextn=1)
    driver = EngineDriver()
    driver.load(model)
    plain = driver.reply(PROMPT, max_tokens=20)
    model.unlink()
    events = driver.ask(Prepare(99, preset("draft-mtp")))
    assert [type(event) for event in events] == [Failed]
    assert not any(isinstance(event, Loading) for event in events)
    assert driver.reply(PROMPT, max_tokens=20).token_ids == plain.token_ids
    driver.close()
