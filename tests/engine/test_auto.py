"""The preset auto on real engines: what it goes without, what it keeps, and that it never changes the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import known_prices, preparation, price
from engine.commands import Prepare, Sampling, Speculation
from engine.folders import EngineFolders
from engine.presets import load_presets, resolve
from engine.session import Session
from tests import tiny_models
from tests.engine.driver import EngineDriver
from tests.tiny_vocabulary import N_WORDS, spm_vocabulary

PROMPT = "one two three one two three one two"


def auto(draft: Path | None = None) -> Speculation:
    return resolve(load_presets()[0]["auto"], None, None, str(draft) if draft else None)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {
        "dense": tiny_models.write_dense(folder / "dense.gguf"),
        "draft": tiny_models.write_dense(folder / "draft.gguf", noise=0.3),
        "hybrid": tiny_models.write_hybrid(folder / "hybrid.gguf", nextn=1),
    }


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    return tmp_path / "prices"


@pytest.fixture
def driver(prices: Path) -> Iterator[EngineDriver]:
    made = driver_with(prices)
    yield made
    made.close()


def driver_with(prices: Path) -> EngineDriver:
    made = EngineDriver()
    made.session = Session(made._take, made._cancelled, EngineFolders(prices=prices))
    return made


def keep_dear_prices(prices: Path, *depths: str) -> tuple[Path, list[list[float]]]:
    """Replace what is kept by prices that no test's model has. Returns the file, and the curve of each depth."""
    (file,) = prices.iterdir()
    said = json.loads(file.read_text())
    dear = [[k, 7.0 * k] for k, _ in said["curves"]["0"]]
    file.write_text(json.dumps(said | {"curves": dict.fromkeys(depths, dear)}))
    return file, dear


def drafters(driver: EngineDriver) -> list[str]:
    assert driver.session.drafters.current is not None
    return [choice.name for choice in driver.session.drafters.current.speculation.drafters]


def test_what_a_model_cannot_have_is_left_out(driver: EngineDriver, models: dict[str, Path]) -> None:
    driver.load(models["dense"])
    driver.prepare(auto())
    assert drafters(driver) == ["draft-edit", "draft-self"]
    prepared = driver.prepare(auto(models["draft"]))
    assert drafters(driver) == ["draft-edit", "draft-self", "draft-model"]
    assert prepared.draft is not None


def test_a_head_inside_the_model_is_taken(driver: EngineDriver, models: dict[str, Path]) -> None:
    driver.load(models["hybrid"])
    driver.prepare(auto())
    assert drafters(driver) == ["draft-edit", "draft-self", "draft-mtp"]


def test_a_draft_that_does_not_fit_is_refused_although_it_is_not_needed(
    driver: EngineDriver, models: dict[str, Path], tmp_path: Path
) -> None:
    foreign = tiny_models.write_dense(tmp_path / "foreign.gguf", vocabulary=spm_vocabulary(n_words=N_WORDS + 500))
    driver.load(models["dense"])
    failed = driver.failure(Prepare(99, auto(foreign)))
    assert failed.kind == "refused"
    driver.prepare(auto())


def test_a_price_is_measured_once_and_kept(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "BELIEVED", (0.0, float("inf")))  # how busy the machine is shall not matter here
    for _ in range(2):
        driver = driver_with(prices)
        driver.load(models["dense"])
        driver.prepare(auto())
        driver.close()
        (file,) = prices.iterdir()
        said = json.loads(file.read_text())
        assert said["curves"]["0"][0][0] == 1
        # the next engine takes what is kept: prices that no machine has show that
        said["curves"]["0"] = [[k, 1e-9] for k, _ in said["curves"]["0"]]
        file.write_text(json.dumps(said))
        monkeypatch.setattr(price, "CHECKED", ())  # and holds them against nothing here
    assert all(seconds == 1e-9 for _, seconds in json.loads(file.read_text())["curves"]["0"])


def test_behind_a_much_deeper_prompt_the_price_is_measured_again_and_kept(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "BELIEVED", (0.0, float("inf")))
    monkeypatch.setattr(known_prices, "SHALLOW", 100)
    driver = driver_with(prices)
    driver.load(models["dense"])
    plain = [driver.reply(" ".join(PROMPT.split() * n), max_tokens=40) for n in (2, 8, 9, 20)]
    depths = []
    drafted = []
    for n in (2, 8, 9, 20):
        drafted.append(driver.reply(" ".join(PROMPT.split() * n), max_tokens=40, speculation=auto()))
        (file,) = prices.iterdir()
        depths.append(sorted(map(int, json.loads(file.read_text())["curves"])))
    driver.close()
    assert [reply.token_ids for reply in drafted] == [reply.token_ids for reply in plain]
    first, second = depths[1][1], depths[3][2]
    assert depths == [[0], [0, first], [0, first], [0, first, second]]
    assert 100 <= first < second / 2
    ks = [[k for k, _ in points] for points in json.loads(file.read_text())["curves"].values()]
    assert ks[0] == ks[1] == ks[2]


def test_a_memory_that_cannot_give_back_is_not_measured_on(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_prices, "SHALLOW", 100)
    driver = driver_with(prices)
    driver.load(models["hybrid"])
    driver.reply(" ".join(PROMPT.split() * 8), max_tokens=10, speculation=auto())
    driver.close()
    (file,) = prices.iterdir()
    assert list(json.loads(file.read_text())["curves"]) == ["0"]


def test_a_kept_price_of_a_much_slower_machine_is_measured_again(prices: Path, models: dict[str, Path]) -> None:
    driver = driver_with(prices)
    driver.load(models["dense"])
    driver.prepare(auto())
    (file,) = prices.iterdir()
    said = json.loads(file.read_text())
    file.write_text(json.dumps(said | {"curves": {"0": [[k, 7.0] for k, _ in said["curves"]["0"]]}}))
    driver.prepare(Speculation())
    driver.prepare(auto())
    driver.close()
    assert all(seconds < 7.0 for _, seconds in json.loads(file.read_text())["curves"]["0"])


def test_a_kept_price_of_a_machine_that_was_busy_is_brought_up_to_date(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said too dear would never be tried and so never be corrected."""
    monkeypatch.setattr(known_prices, "possible", lambda _curve: True)  # how busy the machine is shall not matter here
    monkeypatch.setattr(preparation, "BELIEVED", (0.0, float("inf")))
    driver = driver_with(prices)
    driver.load(models["dense"])
    driver.prepare(auto())
    file, dear = keep_dear_prices(prices, "0", "1000")
    driver.prepare(Speculation())
    driver.prepare(auto())
    driver.close()
    now = json.loads(file.read_text())["curves"]
    assert [[k for k, _ in curve] for curve in now.values()] == [[k for k, _ in dear]] * 2, "not measured anew"
    assert all(seconds < 7.0 for curve in now.values() for _, seconds in curve)


@pytest.mark.parametrize("disturbed", [False, True])
def test_what_cannot_be_held_against_anything_in_time_stays(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch, disturbed: bool
) -> None:
    """Nor is what was timed believed where no quiet machine can have it."""
    monkeypatch.setattr(preparation, "BELIEVED", (0.0, float("inf")))
    if disturbed:
        monkeypatch.setattr(known_prices, "possible", lambda _curve: False)
    else:
        monkeypatch.setattr(price, "CHECKED_WITHIN_S", 0.0)
    driver = driver_with(prices)
    driver.load(models["dense"])
    driver.prepare(auto())
    file, dear = keep_dear_prices(prices, "0")
    driver.prepare(Speculation())
    driver.prepare(auto())
    driver.close()
    assert json.loads(file.read_text())["curves"] == {"0": dear}


def test_a_conversation_in_memory_is_not_given_up_to_hold_a_kept_price_against(
    prices: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_prices, "possible", lambda _curve: True)  # how busy the machine is shall not matter here
    monkeypatch.setattr(preparation, "BELIEVED", (0.0, float("inf")))
    driver = driver_with(prices)
    driver.load(models["dense"])
    driver.reply(PROMPT, auto(), max_tokens=10)
    file, _ = keep_dear_prices(prices, "0")
    driver.reply(PROMPT, max_tokens=10)
    assert driver.reply(PROMPT, auto(), max_tokens=10).started.cached_tokens > 0
    assert all(seconds < 7.0 for _, seconds in json.loads(file.read_text())["curves"]["0"])
    driver.close()


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"curves": []}',
        '{"curves": {}, "circumstances": ""}',
        '{"curves": {"0": [[2, 1.0]]}, "circumstances": ""}',
        '{"curves": {"0": [[1, -1.0]]}}',
        '{"curves": {"zero": [[1, 1.0]]}}',
        "[" * 100_000,
    ],
)
def test_a_kept_price_that_cannot_be_read_is_measured_again(
    prices: Path, models: dict[str, Path], damage: str
) -> None:
    driver = driver_with(prices)
    driver.load(models["dense"])
    driver.prepare(auto())
    (file,) = prices.iterdir()
    sound = json.loads(file.read_text())["circumstances"]
    file.write_text(damage)
    driver.prepare(Speculation())
    driver.prepare(auto())
    driver.close()
    assert json.loads(file.read_text())["circumstances"] == sound


def test_another_way_of_loading_has_another_price(
    driver: EngineDriver, prices: Path, models: dict[str, Path]
) -> None:
    for name in ("dense", "draft"):
        driver.load(models[name])
        driver.prepare(auto())
    assert len(list(prices.iterdir())) == 2


def test_a_prices_folder_that_cannot_be_written_costs_nothing_but_the_keeping(
    tmp_path: Path, models: dict[str, Path]
) -> None:
    (tmp_path / "file").write_text("in the way")
    driver = driver_with(tmp_path / "file" / "prices")
    driver.load(models["dense"])
    driver.prepare(auto())
    driver.close()


def test_cancelling_while_the_price_is_measured_ends_in_words(driver: EngineDriver, models: dict[str, Path]) -> None:
    driver.load(models["dense"])
    driver.cancel_after = 0
    failed = driver.failure(Prepare(99, auto()))
    driver.cancel_after = None
    assert failed.kind == "refused"
    driver.prepare(auto())


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@pytest.mark.parametrize("with_draft", [False, True])
def test_the_text_is_the_baselines(
    driver: EngineDriver, models: dict[str, Path], temperature: float, with_draft: bool
) -> None:
    driver.load(models["dense"])
    sampling = Sampling(temperature=temperature, top_k=40, seed=5)
    plain = driver.reply(PROMPT, sampling=sampling, max_tokens=200)
    chosen = driver.reply(PROMPT, auto(models["draft"] if with_draft else None), sampling=sampling, max_tokens=200)
    assert chosen.token_ids == plain.token_ids


def test_the_same_speculation_keeps_what_was_learnt(driver: EngineDriver, models: dict[str, Path]) -> None:
    driver.load(models["dense"])
    driver.reply(PROMPT, auto(), max_tokens=40)
    first = driver.session.drafters.current
    driver.reply(PROMPT, auto(), max_tokens=40)
    assert driver.session.drafters.current is first
