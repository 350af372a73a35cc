"""Under the rule `rejection` tokens are drawn, and which one was drawn must not decide whether it is proposed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands import DrafterChoice, OptionValue, Sampling, Speculation
from tests import tiny_models
from tests.engine.driver import EngineDriver

SEEDS = range(24)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("drawn")
    return {
        "draft-model": tiny_models.write_dense(folder / "dense.gguf", sharpness=1.0, mixing=0.5),
        "draft": tiny_models.write_dense(folder / "draft.gguf", noise=0.5, sharpness=1.0, mixing=0.5),
        "draft-mtp": tiny_models.write_hybrid(
            folder / "hybrid.gguf", nextn=1, mtp_noise=0.1, sharpness=1.0, mixing=0.5
        ),
    }


@pytest.fixture
def driver() -> Iterator[EngineDriver]:
    made = EngineDriver()
    yield made
    made.close()


@pytest.mark.parametrize("name", ["draft-model", "draft-mtp"])
@pytest.mark.parametrize("p_min", [0.02, 0.1, 0.3, 0.6])
def test_whether_a_first_token_is_proposed_is_the_same_for_every_draw(
    driver: EngineDriver, models: dict[str, Path], name: str, p_min: float
) -> None:
    driver.load(models[name])
    options: dict[str, OptionValue] = {"n_max": 3, "p_min": p_min}
    speculation = Speculation(
        name,
        (DrafterChoice(name, options),),
        str(models["draft"]) if name == "draft-model" else None,
        rule="rejection",
    )
    proposed: set[bool] = set()
    drawn: set[int] = set()
    for seed in SEEDS:
        sampling = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, seed=seed)
        reply = driver.reply("one two three", speculation, sampling=sampling, max_tokens=6, cold=True)
        first = next(done for done in reply.rounds if done.index == 1)
        proposed.add(bool(first.drafted))
        drawn.update(first.drafted[:1])
    assert len(proposed) == 1
    assert proposed == {False} or len(drawn) > 1
