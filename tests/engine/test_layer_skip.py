"""Leaving layers out: what may go, the arithmetic of what it is worth, the search on real tiny models, what is kept."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import gguf
import pytest

from engine import made_drafts
from engine.calibration import best_length, texts
from engine.commands import Message, SearchLayers
from engine.errors import RefusedError
from engine.events import Event, Failed, LayerSearchDone, LayerSearchStep, LayerTrial
from engine.gguf_header import read_header
from engine.layer_pattern import layer_blocks
from engine.layer_skip import Found
from tests import tiny_models
from tests.engine.driver import EngineDriver, chain, only

HARMLESS = (4, 3)  # layers that do nothing, in the order in which a search may find them: any
LAYERS = 8
HELLO = (Message("user", "hello"),)


def silence(path: Path, layers: tuple[int, ...]) -> None:
    """Make layers of a model write nothing into its stream, so that nobody would miss them."""
    reader = gguf.GGUFReader(path, "r+")
    for tensor in reader.tensors:
        if any(tensor.name in (f"blk.{il}.attn_output.weight", f"blk.{il}.ffn_down.weight") for il in layers):
            tensor.data[:] = 0


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight layers, all of which matter to the text but two in the middle."""
    path = tmp_path_factory.mktemp("target") / "target.gguf"
    tiny_models.write_dense(path, layers=LAYERS, embd=64, mixing=0.6, sharpness=1.0)
    silence(path, HARMLESS)
    return path


@pytest.fixture
def made_dir(tmp_path: Path) -> Path:
    return tmp_path / "made"


@pytest.fixture
def driver(made_dir: Path) -> Iterator[EngineDriver]:
    engine = EngineDriver(made_dir=made_dir)
    yield engine
    engine.close()


def search(driver: EngineDriver, target: Path, command: SearchLayers) -> tuple[LayerSearchDone, list[Event]]:
    driver.load(target, n_ctx=512)
    events = driver.ask(command)
    return only(events, LayerSearchDone), events


# ---- which layers may go


def blocks_of(path: Path) -> tuple[tuple[int, ...], ...]:
    return layer_blocks(read_header(path)).blocks


def test_the_first_and_last_layers_always_stay(target: Path) -> None:
    assert blocks_of(target) == ((2,), (3,), (4,), (5,))


def test_of_a_patterned_model_whole_periods_go(tmp_path: Path) -> None:
    hybrid = tiny_models.write_hybrid(tmp_path / "hybrid.gguf", layers=16, nextn=1)
    assert blocks_of(hybrid) == ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13))


def test_of_very_deep_models_several_layers_go_at_a_time(tmp_path: Path) -> None:
    deep = tiny_models.write_dense(tmp_path / "deep.gguf", layers=84, embd=16)
    found = layer_blocks(read_header(deep))
    assert (found.size, len(found.blocks), found.blocks[0]) == (3, 26, (2, 3, 4))


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda path: tiny_models.write_dense(path, layers=4), "only 4"),
        (
            lambda path: tiny_models.write_dense(path, layers=9, extra={"attention.head_count_kv": [1] * 9}),
            "single layer",
        ),
        (lambda path: tiny_models.write_file(path, "brand-new", {"block_count": 30}, {}), "brand-new"),
    ],
)
def test_what_cannot_go_is_refused_in_words(tmp_path: Path, write: Callable[[Path], Path], words: str) -> None:
    with pytest.raises(RefusedError, match=words) as refusal:
        layer_blocks(read_header(write(tmp_path / "odd.gguf")))
    assert "odd.gguf" in refusal.value.what
    assert refusal.value.next_step


# ---- what a draft is worth


def rounds(one_pass: float, verify: float = 1.0) -> dict[int, float]:
    """What rounds cost where verifying any number of tokens costs the same."""
    return {n: n * one_pass + verify for n in range(1, 9)}


def test_a_draft_that_is_always_right_is_worth_its_longest_length() -> None:
    length, speedup = best_length([[True] * 90], rounds(0.1), 0.1)
    assert length == 8
    assert speedup == pytest.approx(9 / (9 * 0.1 + 1), abs=1e-3)  # the ninth pass reads the draft's own last token


def test_a_draft_that_is_never_right_only_costs() -> None:
    length, speedup = best_length([[False] * 90], rounds(0.5), 0.5)
    assert length == 1
    assert speedup == pytest.approx(1 / 1.5, abs=1e-3)


def test_the_walk_counts_rounds_as_they_happen() -> None:
    """Right, wrong, right, ...: a draft of 1 is right in every round, as the target itself writes the wrong ones."""
    assert best_length([[True, False] * 40], {1: 1.25}, 0.25)[1] == pytest.approx(2 / 1.5, abs=1e-3)
    assert best_length([[False, True] * 40], {1: 1.25}, 0.25)[1] < 2 / 1.5


def test_where_verifying_more_is_dear_short_drafts_pay() -> None:
    assert best_length([[True] * 90], {1: 1.1, 2: 3.2, 4: 5.4}, 0.1)[0] == 1


def test_recordings_too_short_for_a_round_promise_nothing() -> None:
    assert best_length([[True]], rounds(0.1), 0.1) == (1, 0.0)


def test_texts_to_search_and_to_check_with_are_not_the_same() -> None:
    assert len(texts("search")) >= 4
    assert len(texts("check")) >= 2
    assert not set(texts("search")) & set(texts("check"))


# ---- the search


def test_the_search_finds_the_layers_that_nobody_misses(driver: EngineDriver, target: Path, made_dir: Path) -> None:
    done, events = search(driver, target, SearchLayers(1, "never", max_skip=3))
    assert [len(step.layers) for step in done.steps] == [1, 2, 3]
    assert set(done.steps[1].layers) == set(HARMLESS)
    assert done.steps[1].agreement > 0.99  # a pass over many tokens may round another way than one over a single one
    assert done.steps[2].agreement < 0.9
    assert done.n_layer == LAYERS
    assert (done.path, list(made_dir.iterdir())) == ("", [])
    steps = [event for event in events if isinstance(event, LayerSearchStep)]
    assert [step.phase for step in steps] == sorted(
        (step.phase for step in steps), key=["recording", "trying", "checking"].index
    )
    for phase in ("recording", "trying", "checking"):
        counts = [step.done for step in steps if step.phase == phase]
        assert counts == sorted(counts)
        assert all(step.done <= step.total for step in steps)


def test_two_searches_leave_the_same_layers_out(driver: EngineDriver, target: Path) -> None:
    first, _ = search(driver, target, SearchLayers(1, "never", max_skip=2))
    second, _ = search(driver, target, SearchLayers(2, "never", max_skip=2))
    assert [(s.layers, s.agreement) for s in first.steps] == [(s.layers, s.agreement) for s in second.steps]


def test_the_target_writes_as_before_and_its_past_is_forgotten(driver: EngineDriver, target: Path) -> None:
    driver.load(target, n_ctx=512)
    before = driver.reply(HELLO, max_tokens=30)
    driver.ask(SearchLayers(1, "never", max_skip=1))
    after = driver.reply(HELLO, max_tokens=30)
    assert after.token_ids == before.token_ids
    assert after.started.cached_tokens == 0


def test_a_copy_that_was_made_drafts_for_its_target(driver: EngineDriver, target: Path, made_dir: Path) -> None:
    loaded = driver.load(target, n_ctx=512)
    layer_skip = {status.drafter: status for status in loaded.drafters}["layer-skip"]
    assert not layer_skip.available
    assert "skip-layers" in layer_skip.reason
    done, _ = search(driver, target, SearchLayers(1, "always", max_skip=1))
    assert {status.drafter: status.available for status in done.drafters}["layer-skip"]
    assert sorted(path.name for path in made_dir.iterdir()) == [Path(done.path).name, f"{Path(done.path).stem}.json"]
    assert read_header(Path(done.path)).n_layer == LAYERS - len(done.checked.layers)
    plain = driver.reply(HELLO, max_tokens=60)
    drafted = driver.reply(HELLO, chain("layer-skip"), max_tokens=60)
    assert drafted.token_ids == plain.token_ids
    assert drafted.metrics.by_drafter["layer-skip"].accepted == drafted.metrics.accepted
    # The draft's length follows from measured times: with one token a round, half of the reply was drafted.
    assert drafted.metrics.accepted >= 30


def test_the_whole_model_in_a_smaller_type_is_tried_too(driver: EngineDriver, target: Path) -> None:
    done, _ = search(driver, target, SearchLayers(1, "always", file_type="Q8_0", max_skip=1))
    assert [len(step.layers) for step in done.steps] == [0, 1]
    assert read_header(Path(done.path)).quantisation == "Q8_0"


def test_of_a_hybrid_model_whole_periods_are_left_out_and_it_still_writes(driver: EngineDriver, tmp_path: Path) -> None:
    hybrid = tiny_models.write_hybrid(tmp_path / "hybrid.gguf", layers=12, nextn=1)
    done, _ = search(driver, hybrid, SearchLayers(1, "always", max_skip=4))
    assert len(done.steps[0].layers) == 4
    plain = driver.reply(HELLO, max_tokens=40)
    drafted = driver.reply(HELLO, chain("layer-skip"), max_tokens=40)
    assert drafted.token_ids == plain.token_ids
    assert drafted.metrics.accepted > 20


def test_what_cannot_be_searched_is_refused_and_the_target_goes_on(driver: EngineDriver, tmp_path: Path) -> None:
    shallow = tiny_models.write_dense(tmp_path / "shallow.gguf", layers=3)
    driver.load(shallow, n_ctx=512)
    assert driver.failure(SearchLayers(1)).kind == "refused"
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_an_unknown_quantisation_is_answered_with_the_known_ones(driver: EngineDriver, target: Path) -> None:
    driver.load(target, n_ctx=512)
    failed = driver.failure(SearchLayers(1, file_type="Q9"))
    assert failed.kind == "usage"
    assert "Q4_K_M" in failed.next_step


def test_a_context_without_room_for_any_text_is_named(
    driver: EngineDriver, target: Path, made_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.layer_skip.texts", lambda _use: ("far too long " * 100,))
    driver.load(target, n_ctx=256)
    failed = driver.failure(SearchLayers(1))
    assert failed.kind == "refused"
    assert "too short" in failed.what
    assert list(made_dir.iterdir()) == []


@pytest.mark.parametrize("phase", ["recording", "trying", "checking"])
def test_cancelling_ends_the_search_at_once_and_leaves_nothing(target: Path, made_dir: Path, phase: str) -> None:
    driver = EngineDriver(made_dir=made_dir)
    seen: list[LayerSearchStep] = []
    driver.cancel_when = lambda: any(
        isinstance(event, LayerSearchStep) and event.phase == phase for event in driver.events
    )
    try:
        driver.load(target, n_ctx=512)
        events = driver.ask(SearchLayers(1, "always", max_skip=2))
        assert "cancelled" in only(events, Failed).what
        seen = [event for event in events if isinstance(event, LayerSearchStep)]
        assert [step.phase for step in seen].count(seen[-1].phase) == 1
        assert seen[-1].phase == phase
        assert list(made_dir.iterdir()) == []
        driver.events.clear()
        assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3
    finally:
        driver.close()


def test_a_full_disk_is_noticed_before_anything_is_written(
    driver: EngineDriver, target: Path, made_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.layer_skip.SPARE_BYTES", 1 << 60)
    driver.load(target, n_ctx=512)
    failed = driver.failure(SearchLayers(1))
    assert "no room" in failed.what
    assert "MB are needed" in failed.why
    assert list(made_dir.iterdir()) == []


def test_what_a_dead_engine_left_is_cleared_away_and_a_living_one_is_let_be(
    driver: EngineDriver, target: Path, made_dir: Path
) -> None:
    dead, alive = made_dir / "search-4194305-x", made_dir / "search-1-x"  # above any process id; always there
    for folder in (dead, alive):
        folder.mkdir(parents=True)
        (folder / "copy.gguf").write_bytes(b"half")
    search(driver, target, SearchLayers(1, "never", max_skip=1))
    assert [path.name for path in made_dir.iterdir()] == [alive.name]


# ---- the verdict


def found(speedup: float, path: Path | None = None) -> Found:
    trial = LayerTrial((3, 4, 9), 0.62, 0.71, 2, speedup)
    return Found(30, "", (trial,), trial, path)


def test_a_search_that_found_nothing_says_so_plainly() -> None:
    assert not found(1.04).pays
    sentence = found(0.83).sentence
    assert sentence.startswith("No copy pays here")
    assert "0.83×" in sentence and "3, 4 and 9 of 30" in sentence and "62 %" in sentence
    assert sentence.endswith("No copy was made.")


def test_a_copy_of_the_whole_model_in_another_type_is_called_that() -> None:
    trial = LayerTrial((), 0.9, 0.4, 2, 0.9)
    assert "a copy of all layers in Q4_0" in Found(30, "Q4_0", (trial,), trial, None).sentence


def test_a_search_that_found_something_says_what_to_expect(tmp_path: Path) -> None:
    assert found(1.05).pays
    sentence = found(1.21, tmp_path).sentence
    assert "Drafts of 2" in sentence and "1.21×" in sentence
    assert sentence.endswith("The copy was made.")


# ---- what is kept


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, Path, Path]:
    """(folder, target, copy) with a valid record."""
    folder, target, copy = tmp_path / "made", tmp_path / "big.gguf", tmp_path / "copy.gguf"
    folder.mkdir()
    target.write_bytes(bytes(range(256)) * 1000)
    copy.write_bytes(b"GGUF copy")
    made = made_drafts.MadeDraft(
        target="big.gguf", target_bytes=256_000, layers=[3, 4], n_layer=12, file_type="", agreement=0.5, cost_ratio=0.8,
        draft_length=2, expected_speedup=0.9, llama_cpp="0.3.36", copy_bytes=9,
    )  # fmt: skip
    return folder, target, made_drafts.keep(folder, target, copy, made)


def test_a_copy_is_found_by_its_targets_content_wherever_that_lies(kept: tuple[Path, Path, Path]) -> None:
    folder, target, copy = kept
    moved = target.rename(target.with_name("elsewhere.gguf"))
    found_copy = made_drafts.find(folder, moved)
    assert found_copy is not None
    assert (found_copy[0], found_copy[1].layers) == (copy, [3, 4])
    assert "0.90×" in made_drafts.warnings(found_copy[1])[0]


def test_a_target_that_changed_has_no_copy(kept: tuple[Path, Path, Path]) -> None:
    folder, target, _ = kept
    data = bytearray(target.read_bytes())
    data[-1] ^= 1
    target.write_bytes(data)
    assert made_drafts.find(folder, target) is None


@pytest.mark.parametrize(
    "spoil",
    [
        {"layers": [4, 3]},
        {"layers": [3, 12]},
        {"layers": "3"},
        {"agreement": 1.5},
        {"cost_ratio": 0},
        {"draft_length": 1000},
        {"expected_speedup": None},
        {"target_bytes": 5},
        {"copy_bytes": 10},
        {"version": 2},
        {"path": "../../elsewhere.gguf"},
        "[]",
        "{",
        "\x00" * 100_000,
    ],
    ids=str,
)
def test_a_record_that_is_wrong_counts_as_none_and_is_told_to_the_log(
    kept: tuple[Path, Path, Path], spoil: dict[str, object] | str, caplog: pytest.LogCaptureFixture
) -> None:
    folder, target, copy = kept
    record = copy.with_suffix(".json")
    spoilt = spoil if isinstance(spoil, str) else json.dumps(json.loads(record.read_text("utf-8")) | spoil)
    record.write_text(spoilt, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert made_drafts.find(folder, target) is None
    assert "big.gguf" in caplog.text


def test_where_nothing_was_made_nothing_is_found(tmp_path: Path, kept: tuple[Path, Path, Path]) -> None:
    folder, target, copy = kept
    assert made_drafts.find(None, target) is None
    assert made_drafts.find(tmp_path / "nowhere", target) is None
    copy.unlink()
    assert made_drafts.find(folder, target) is None
