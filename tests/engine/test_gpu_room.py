"""Who gets the GPU: a target is placed together with what drafts for it, and gives way or takes back what it gave up.

The card is made up, since no test may need one: it keeps nothing for itself, and has as much memory free as the bills
of the models that are loaded leave of it. Everything else is the real engine, which here computes on the CPU alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import memory_plan
from engine.commands import ContextOptions, LoadModel, Prepare, Speculation
from engine.events import DeviceInfo, Loading, ModelLoaded, Prepared
from engine.gguf_header import read_header
from engine.llama import backend
from engine.llama.model import Model
from engine.memory_plan import GIB, HEADROOM, MIB, plan
from tests import tiny_models
from tests.engine.driver import EngineDriver, chain, only

N_CTX = 256
CPU = DeviceInfo("CPU", "a processor", "cpu", 64 * GIB, 64 * GIB)


class Card:
    """n_bytes: what models may take of it, beside what is kept free in any case."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.n_bytes = 0
        self._taken: dict[int, int] = {}
        made, closed = Model.__init__, Model.close

        def load(model: Model, path: Path, **how: Any) -> None:
            made(model, path, **how)
            self._taken[id(model)] = _bytes(path, how["gpu_layers"], mtp=how["load_mtp"])

        def close(model: Model) -> None:
            closed(model)
            self._taken.pop(id(model), None)

        monkeypatch.setattr(Model, "__init__", load)
        monkeypatch.setattr(Model, "close", close)
        monkeypatch.setattr(memory_plan, "GPU_CONTEXT", 0)
        monkeypatch.setattr(backend, "devices", lambda: (CPU, self._device()))

    def _device(self) -> DeviceInfo:
        free = HEADROOM + self.n_bytes - sum(self._taken.values())
        return DeviceInfo("GPU0", "a card", "gpu", free, 24 * GIB)


def _bytes(path: Path, gpu_layers: int, *, mtp: bool) -> int:
    """What so many layers of a model take of a card, its own context apart."""
    options = ContextOptions(n_ctx=N_CTX, gpu_layers=gpu_layers)
    device = DeviceInfo("GPU0", "", "gpu", 24 * GIB, 24 * GIB)
    made = plan(read_header(path), None, [CPU, device], options, N_CTX, mtp=mtp, swa_full=False)
    return sum(item.n_bytes for item in made.items if item.place == "vram" and item.side != "system")


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Card:
    return Card(monkeypatch)


@pytest.fixture
def driver() -> Iterator[EngineDriver]:
    engine = EngineDriver()
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.write_dense(tmp_path_factory.mktemp("models") / "target.gguf", layers=24, name="Big")


@pytest.fixture(scope="module")
def draft(target: Path) -> Path:
    return tiny_models.write_dense(target.with_name("draft.gguf"), layers=12, name="Small")


def load(driver: EngineDriver, target: Path, speculation: Speculation | None = None, **how: Any) -> ModelLoaded:
    options = ContextOptions(n_ctx=N_CTX, threads=1, **how)
    return only(driver.ask(LoadModel(1, str(target), options, speculation or Speculation())), ModelLoaded)


def layers(driver: EngineDriver) -> tuple[int, int]:
    """On the card: of the target and of its draft, the output counted as one."""
    current = driver.session.drafters.current
    draft = current.draft if current else None
    return driver.session.target.loaded.model.gpu_layers, draft.model.gpu_layers if draft else 0


def prepare(driver: EngineDriver, speculation: Speculation) -> tuple[list[str], list[str]]:
    """What was said about the room on the card, and what was read."""
    events = driver.ask(Prepare(2, speculation))
    read = dict.fromkeys(event.what for event in events if isinstance(event, Loading))
    return [warning for warning in only(events, Prepared).warnings if "on the GPU" in warning], list(read)


def test_both_stay_whole_where_both_fit(driver: EngineDriver, card: Card, target: Path, draft: Path) -> None:
    card.n_bytes = _bytes(target, 25, mtp=False) + _bytes(draft, 13, mtp=False) + MIB
    assert load(driver, target).warnings == ()
    said, read = prepare(driver, chain("draft-model", draft_model=draft))
    assert (layers(driver), read, said) == ((25, 13), ["draft"], [])


def test_a_target_leaves_room_for_the_draft_that_is_to_come(
    driver: EngineDriver, card: Card, target: Path, draft: Path
) -> None:
    card.n_bytes = _bytes(target, 25, mtp=False) + MIB
    loaded = load(driver, target, chain("draft-model", draft_model=draft))
    assert loaded.gpu_layers < 25
    assert any("layers of Big fit on the GPU beside Small" in warning for warning in loaded.warnings)
    _, read = prepare(driver, chain("draft-model", draft_model=draft))
    assert read == ["draft"]
    assert layers(driver) == (loaded.gpu_layers, 13)


def test_a_target_that_holds_the_card_is_loaded_again_for_a_draft_and_once_more_without_it(
    driver: EngineDriver, card: Card, target: Path, draft: Path
) -> None:
    card.n_bytes = _bytes(target, 25, mtp=False) + MIB
    assert load(driver, target).gpu_layers == 25
    plain = driver.reply("a", max_tokens=20)
    said, read = prepare(driver, chain("draft-model", draft_model=draft))
    assert read == ["target", "draft"]
    assert "layers of Big fit on the GPU beside Small" in said[0]
    fewer, whole = layers(driver)
    assert (fewer < 25, whole) == (True, 13)
    with_draft = driver.reply("a", chain("draft-model", draft_model=draft), max_tokens=20)
    assert with_draft.token_ids == plain.token_ids
    assert prepare(driver, chain("draft-model", draft_model=draft, n_max=2))[1] == []
    said, read = prepare(driver, chain("ngram-simple"))
    assert (layers(driver), read, said) == ((25, 0), ["target"], [])


def test_layers_that_somebody_chose_stay(driver: EngineDriver, card: Card, target: Path, draft: Path) -> None:
    card.n_bytes = _bytes(target, 25, mtp=False) + MIB
    with_draft = chain("draft-model", draft_model=draft)
    assert load(driver, target, with_draft, gpu_layers=25).gpu_layers == 25
    said, read = prepare(driver, with_draft)
    assert (layers(driver), read) == ((25, 0), ["draft"])
    assert said == ["Small runs on the CPU, because not even one layer of it fits on the GPU beside Big."]


def test_a_small_draft_goes_to_the_cpu_where_a_layer_of_the_target_would_cost_more(
    driver: EngineDriver, card: Card, tmp_path: Path
) -> None:
    big = tiny_models.write_dense(tmp_path / "big.gguf", layers=4, embd=512, name="Big")
    small = tiny_models.write_dense(tmp_path / "small.gguf", layers=1, embd=64, name="Small")
    card.n_bytes = _bytes(big, 5, mtp=False) + MIB // 8
    with_draft = chain("draft-model", draft_model=small)
    loaded = load(driver, big, with_draft)
    assert loaded.gpu_layers == 5
    assert loaded.warnings == ("Small runs on the CPU, because not even one layer of it fits on the GPU beside Big.",)
    assert prepare(driver, with_draft)[1] == ["draft"]
    assert layers(driver) == (5, 0)


def test_a_faulty_speculation_does_no_harm_to_the_load(driver: EngineDriver, target: Path) -> None:
    gone = chain("draft-model", draft_model=target.with_name("gone.gguf"))
    assert load(driver, target, gone).model.name == "target"
    assert "does not exist" in driver.failure(Prepare(2, gone)).what


def test_a_head_that_is_to_come_is_loaded_at_once(driver: EngineDriver, tmp_path: Path) -> None:
    hybrid = tiny_models.write_hybrid(tmp_path / "hybrid.gguf", nextn=1)
    load(driver, hybrid, chain("draft-mtp"))
    assert prepare(driver, chain("draft-mtp"))[1] == []
