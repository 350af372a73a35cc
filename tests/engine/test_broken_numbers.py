"""Files whose numbers are none: a draft's cost its drafts, a target's end the reply in words."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine.commands import AcceptanceRule, Generate, Sampling
from engine.presets import load_presets, resolve
from tests import tiny_models
from tests.engine.driver import EngineDriver

PROMPT = "one two three one two three"


def written(path: Path, monkeypatch: pytest.MonkeyPatch, tensor: str, value: float) -> Path:
    """A tiny model with one row of a tensor that holds no numbers."""
    write = tiny_models.write_file

    def spoilt(path: Path, architecture: str, metadata: Mapping[str, Any], tensors: Mapping[str, Any]) -> Path:
        copies: dict[str, npt.NDArray[Any]] = {name: np.array(data) for name, data in tensors.items()}
        copies[tensor][7] = value
        return write(path, architecture, metadata, copies)

    with monkeypatch.context() as patched:
        patched.setattr(tiny_models, "write_file", spoilt)
        return tiny_models.write_endless(path)


@pytest.fixture(params=[("output.weight", np.nan), ("output.weight", np.inf), ("blk.0.attn_output.weight", np.nan)])
def broken(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return written(tmp_path / "broken.gguf", monkeypatch, *request.param)


@pytest.mark.parametrize("rule", ["coupled", "rejection"])
@pytest.mark.parametrize("preset", ["draft-model", "auto"])
def test_a_draft_whose_numbers_are_none_costs_its_drafts_only(
    broken: Path, tmp_path: Path, preset: str, rule: AcceptanceRule, caplog: pytest.LogCaptureFixture
) -> None:
    driver = EngineDriver()
    driver.load(tiny_models.write_endless(tmp_path / "target.gguf"))
    speculation = replace(resolve(load_presets()[0][preset], None, None, str(broken)), rule=rule)
    sampling = Sampling(temperature=0.8, seed=3)
    with caplog.at_level(logging.WARNING):
        reply = driver.reply(PROMPT, speculation, sampling=sampling, max_tokens=40)
    plain = driver.reply(
        PROMPT, replace(speculation, preset="", drafters=(), choose="order"), sampling=sampling, max_tokens=40
    )
    driver.close()
    assert len(reply.token_ids) == 40
    assert "draft-model" not in reply.origins
    if rule == "coupled":
        assert reply.token_ids == plain.token_ids
    assert caplog.text.count("broken.gguf drafts nothing more here") == 1


def test_a_target_whose_numbers_are_none_says_so(broken: Path) -> None:
    driver = EngineDriver()
    driver.load(broken)
    failed = driver.failure(Generate(99, prompt=PROMPT, max_tokens=5))
    driver.close()
    assert failed.kind == "engine"
    assert "No token can be chosen" in failed.what
