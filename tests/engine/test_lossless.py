"""Every drafter on every kind of memory, at several temperatures, through everything that can happen to a reply:
the tokens are the baseline's, and the accounts (checked by the driver after every reply) agree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine import made_drafts
from engine.commands import DrafterChoice, Message, OptionValue, Sampling, Speculation
from engine.presets import built_in_folder, load_presets
from tests import tiny_models
from tests.engine.driver import EngineDriver, Reply
from tests.tiny_vocabulary import IntArray, Vocabulary, cyclic_next, scripted, spm_vocabulary

N_CTX = 512
FIRST = (Message("user", "one two three"),)
ENDING = "vxjqk wyzbd"  # letters that occur once each, as `scripted` asks


@dataclass(frozen=True)
class Pair:
    """A target and a draft of the same vocabulary that agrees with it most of the time."""

    target: Path
    draft: Path


def _write(folder: Path, memory: str, vocabulary: Vocabulary, table: IntArray, sharpness: float, mixing: float) -> Pair:
    target, draft = folder / f"{memory}.gguf", folder / f"{memory}-draft.gguf"
    common: dict[str, Any] = {
        "vocabulary": vocabulary,
        "next_token": table,
        "sharpness": sharpness,
        "mixing": mixing,
    }
    match memory:
        case "dense":
            tiny_models.write_dense(target, **common)
            tiny_models.write_dense(draft, noise=0.7, **common)
        case "sliding-window":
            tiny_models.write_sliding_window(target, window=32, **common)
            tiny_models.write_sliding_window(draft, window=32, noise=0.7, **common)
        case "hybrid":
            tiny_models.write_hybrid(target, nextn=1, mtp_noise=0.05, **common)
            tiny_models.write_hybrid(draft, noise=0.7, **common)
        case "recurrent":
            tiny_models.write_recurrent(target, **common)
            tiny_models.write_recurrent(draft, noise=0.7, **common)
    return Pair(target, draft)


def _keep_as_made(folder: Path, pair: Pair) -> None:
    """Let the draft be what a search for layers has made of the target."""
    copy = folder / "copy.gguf"
    shutil.copyfile(pair.draft, copy)
    made = made_drafts.MadeDraft(
        target=pair.target.name,
        target_bytes=pair.target.stat().st_size,
        layers=[],
        n_layer=2,
        file_type="",
        agreement=0.8,
        cost_ratio=0.5,
        draft_length=4,
        expected_speedup=1.2,
        llama_cpp="",
        copy_bytes=copy.stat().st_size,
    )
    made_drafts.keep(folder, pair.target, copy, made)


@pytest.fixture(scope="module")
def made_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory, made_dir: Path) -> dict[str, Pair]:
    folder = tmp_path_factory.mktemp("pairs")
    vocabulary = spm_vocabulary()
    table = cyclic_next(vocabulary, period=24)
    written = {memory: _write(folder, memory, vocabulary, table, 1.5, 0.6) for memory in MEMORIES}
    for pair in written.values():
        _keep_as_made(made_dir, pair)
    return written


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory, made_dir: Path) -> dict[str, Pair]:
    """Models that write ENDING and then end."""
    folder = tmp_path_factory.mktemp("endings")
    vocabulary, table, _ = scripted({"\n": ENDING})
    table[vocabulary.id("<|im_end|>")] = vocabulary.id("\n")
    written = {memory: _write(folder, memory, vocabulary, table, 4.0, 0.02) for memory in MEMORIES}
    for pair in written.values():
        _keep_as_made(made_dir, pair)
    return written


@pytest.fixture
def drivers(made_dir: Path) -> Iterator[tuple[EngineDriver, EngineDriver]]:
    both = EngineDriver(), EngineDriver(made_dir=made_dir)
    yield both
    for driver in both:
        driver.close()


# Sizes that make every drafter of a preset hit and miss within a few hundred tokens of a tiny model.
OPTIONS: dict[str, dict[str, OptionValue]] = {
    "ngram-simple": {"size_n": 2, "size_m": 12},
    "ngram-map-k": {"size_n": 2, "size_m": 12},
    "ngram-map-k4v": {"size_n": 2, "size_m": 12},
    "ngram-mod": {"n_match": 2, "n_min": 0, "n_max": 12},
    "draft-self": {"n_max": 12},
    "draft-edit": {"n_max": 12, "p_min": 0.0},
    "draft-model": {"n_max": 4},
    "draft-mtp": {"n_max": 4},
    "layer-skip": {"n_max": 4},
}
PRESETS, _ = load_presets([built_in_folder()])
OWN = {"ngram-draft": (DrafterChoice("ngram-simple"), DrafterChoice("draft-model"))}  # as a user might write it
CHAINS = {info.id: info.drafters for info in PRESETS.values() if info.drafters} | OWN
MEMORIES = ("dense", "sliding-window", "hybrid", "recurrent")
CASES = [
    (memory, name)
    for memory in MEMORIES
    for name, drafters in CHAINS.items()
    if memory == "hybrid" or all(choice.optional for choice in drafters if choice.name == "draft-mtp")
]


def _speculation(name: str, pair: Pair) -> Speculation:
    drafters = CHAINS[name]
    return Speculation(
        name,
        tuple(replace(choice, options=OPTIONS[choice.name]) for choice in drafters),
        str(pair.draft) if "draft-model" in {choice.name for choice in drafters} else None,
        choose=PRESETS[name].choose if name in PRESETS else "order",
    )


@pytest.mark.parametrize("temperature", [0.0, 0.7, 1.0])
@pytest.mark.parametrize(("memory", "name"), CASES)
def test_a_whole_conversation_is_the_baselines(
    pairs: dict[str, Pair],
    drivers: tuple[EngineDriver, EngineDriver],
    memory: str,
    name: str,
    temperature: float,
) -> None:
    plain, drafting = drivers
    pair = pairs[memory]
    speculation = _speculation(name, pair)
    sampling = Sampling(temperature=temperature, top_k=0, top_p=1.0, min_p=0.0, seed=7)
    for driver in drivers:
        driver.load(pair.target, n_ctx=N_CTX)

    def both(messages: tuple[Message, ...], **how: Any) -> Reply:
        expected = plain.reply(messages, sampling=sampling, **how)
        got = drafting.reply(messages, speculation, sampling=sampling, **how)
        assert got.token_ids == expected.token_ids
        assert got.text == expected.text
        assert got.reason == expected.reason
        return got

    # a plain reply, long enough for every drafter to hit and to miss
    first = both(FIRST, max_tokens=240)
    assert first.reason == "length"
    if speculation.choose == "order":  # what a price is worth, the machine says
        assert first.metrics.accepted > 0
    if temperature > 0 or name in ("draft-model", "draft-mtp"):
        assert first.metrics.accepted < first.metrics.drafted

    # a stop string that a draft runs over: in the middle of a word of an accepted draft
    word = first.text[len(first.text) // 2 :].split()[1]
    stopped = both(FIRST, max_tokens=240, stop=(word[1:],))
    assert stopped.reason == "stop"
    assert word[1:] not in stopped.text

    # the next turn reuses what is there and goes on as a fresh engine would
    answer = Message("assistant", first.text)
    again = both(FIRST, max_tokens=60)
    second = both((*FIRST, Message("assistant", again.text), Message("user", "go on")), max_tokens=60)
    if memory in ("dense", "sliding-window"):
        assert second.started.cached_tokens > again.started.prompt_tokens

    # an earlier turn is edited
    both((Message("user", "one two four"),), max_tokens=60)

    # cancelled in the middle, then asked again: nothing is left behind
    broken_off = drafting.reply(FIRST, speculation, sampling=sampling, max_tokens=240, cancel_after=5)
    assert broken_off.reason == "cancelled"
    assert broken_off.token_ids == first.token_ids[: len(broken_off.token_ids)]
    assert both(FIRST, max_tokens=240).token_ids == first.token_ids

    # the context runs full inside a draft
    full = both((*FIRST, answer, Message("user", "and on")), max_tokens=4000)
    assert full.reason == "context"


@pytest.mark.parametrize("temperature", [0.0, 0.7, 1.0])
@pytest.mark.parametrize(("memory", "name"), CASES)
def test_an_end_of_sequence_inside_a_draft_ends_the_reply_there(
    endings: dict[str, Pair],
    drivers: tuple[EngineDriver, EngineDriver],
    memory: str,
    name: str,
    temperature: float,
) -> None:
    """The text that the model is about to write stands in the prompt already, its end and a next turn included."""
    plain, drafting = drivers
    sampling = Sampling(temperature=temperature, top_k=0, top_p=1.0, min_p=0.0, seed=7)
    speculation = _speculation(name, endings[memory])
    written = f"{ENDING}<|im_end|>\n"
    prompt = "\n" + written * 3 + ENDING[:6]
    for driver in drivers:
        driver.load(endings[memory].target, n_ctx=N_CTX)
    expected = plain.reply(prompt, sampling=sampling)
    got = drafting.reply(prompt, speculation, sampling=sampling)
    assert expected.reason == got.reason == "end"
    assert expected.text == got.text == ENDING[6:]
    assert got.token_ids == expected.token_ids
    if speculation.choose == "order" and CHAINS[name][0].name.startswith(("ngram", "draft-self", "draft-edit")):
        last = got.rounds[-1]
        assert last.n_accepted == len(last.drafted), "what the drafter copies behind the end is not verified"
        assert last.token_ids[-1] == last.drafted[-1] == expected.token_ids[-1]
