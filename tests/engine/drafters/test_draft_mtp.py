"""MTP heads of every shape on real, tiny models: they guess as often as they were made to, they never change the text,
and what they guess depends on the text so far alone, not on the way it came about."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from engine.commands import Generate, Message, Sampling, Speculation
from engine.drafters.contract import FloatArray
from engine.llama.context import Context, ContextShape
from engine.llama.model import Model
from engine.metrics import ReplyMetrics
from tests import tiny_models, tiny_mtp
from tests.engine.driver import GREEDY, EngineDriver, Reply, chain
from tests.tiny_vocabulary import default_next, spm_vocabulary

FIRST = (Message("user", "one two three"),)
OTHER = (Message("user", "six five four"),)
MIB = 1 << 20


@dataclass(frozen=True)
class Shape:
    """A target, and its head where that lies in a file of its own."""

    target: Path
    sidecar: Path | None = None

    def speculation(self, *before: str, **options: Any) -> Speculation:
        return chain(*before, "draft-mtp", draft_model=self.sidecar, **options)


def _own(folder: Path, noise: float, **how: Any) -> Shape:
    return Shape(tiny_models.write_hybrid(folder / "own.gguf", nextn=1, mtp_noise=noise, **how))


def _own_of_experts(folder: Path, noise: float, **how: Any) -> Shape:
    return _own(folder, noise, moe=True, **how)


def _apart(folder: Path, noise: float, **how: Any) -> Shape:
    head = tiny_models.write_hybrid(folder / "head.gguf", nextn=1, mtp_noise=noise, trunk=False, **how)
    return Shape(tiny_models.write_hybrid(folder / "trunk.gguf", **how), head)


def _chained(folder: Path, noise: float, **how: Any) -> Shape:
    return Shape(tiny_mtp.write_chained(folder / "chained.gguf", head_noise=(noise, noise, noise), **how))


def _listening_chain(folder: Path, noise: float, **how: Any) -> Shape:
    return _chained(folder, noise, listening=5.0, **how)


def _chained_apart(folder: Path, noise: float, **how: Any) -> Shape:
    heads = (noise, noise, noise)
    target = tiny_mtp.write_chained(folder / "whole.gguf", head_noise=heads, **how)
    return Shape(target, tiny_mtp.write_chained(folder / "heads.gguf", head_noise=heads, trunk=False, **how))


def _assistant(folder: Path, noise: float, listening: float = 0.0, **how: Any) -> Shape:
    target, assistant = folder / "lender.gguf", folder / "assistant.gguf"
    tiny_mtp.write_lender(target, **how)
    tiny_mtp.write_assistant(assistant, head_noise=10 * noise, listening=listening, **how)
    return Shape(target, assistant)


def _listening_assistant(folder: Path, noise: float, **how: Any) -> Shape:
    return _assistant(folder, noise, listening=1.0, **how)


SHAPES: dict[str, Callable[..., Shape]] = {
    "own": _own,
    "own of experts": _own_of_experts,
    "apart": _apart,
    "chained": _chained,
    "chained apart": _chained_apart,
    "assistant": _assistant,
}
shapes = pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES.keys())


@pytest.fixture
def drivers() -> Iterator[tuple[EngineDriver, EngineDriver]]:
    both = EngineDriver(), EngineDriver()
    yield both
    for driver in both:
        driver.close()


@pytest.fixture
def driver(drivers: tuple[EngineDriver, EngineDriver]) -> EngineDriver:
    return drivers[0]


def first_guess_rate(metrics: ReplyMetrics) -> float:
    """How often the first token of a draft was right; those behind it hang on it."""
    return metrics.accepted_by_position[0] / metrics.drafted_by_position[0]


@pytest.mark.parametrize("n_max", [1, 2, 3, 4])
@pytest.mark.parametrize(("noise", "low", "high"), [(0.0, 1.0, 1.0), (0.1, 0.8, 0.95), (0.4, 0.0, 0.1)])
@pytest.mark.parametrize("make", [_own, _own_of_experts])
def test_a_head_is_right_as_often_as_it_was_made_to(
    tmp_path: Path,
    driver: EngineDriver,
    make: Callable[..., Shape],
    noise: float,
    low: float,
    high: float,
    n_max: int,
) -> None:
    shape = make(tmp_path, noise)
    driver.load(shape.target)
    reply = driver.reply(FIRST, shape.speculation(n_max=n_max), max_tokens=200)
    assert low <= first_guess_rate(reply.metrics) <= high
    assert max(len(done.drafted) for done in reply.rounds) == n_max


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@shapes
def test_every_shape_leaves_the_text_alone(
    tmp_path: Path, drivers: tuple[EngineDriver, EngineDriver], make: Callable[..., Shape], temperature: float
) -> None:
    plain, drafting = drivers
    shape = make(tmp_path, 0.05, sharpness=1.5, mixing=0.6)
    speculation = shape.speculation(n_max=4)
    endless = {spm_vocabulary().eos: -100.0}
    sampling = Sampling(temperature=temperature, top_k=0, top_p=1.0, min_p=0.0, logit_bias=endless, seed=7)
    for driver in drivers:
        driver.load(shape.target, n_ctx=384)

    def both(messages: tuple[Message, ...], max_tokens: int) -> Reply:
        expected = plain.reply(messages, sampling=sampling, max_tokens=max_tokens)
        got = drafting.reply(messages, speculation, sampling=sampling, max_tokens=max_tokens)
        assert got.token_ids == expected.token_ids
        assert got.reason == expected.reason
        assert 0 < got.metrics.accepted < got.metrics.drafted
        return got

    first = both(FIRST, 120)
    both((*FIRST, Message("assistant", first.text), Message("user", "go on")), 60)
    both(OTHER, 60)  # nothing of the first conversation may be left behind
    drafting.reply(FIRST, speculation, sampling=sampling, max_tokens=120, cancel_after=5)
    assert both(FIRST, 120).token_ids == first.token_ids
    assert both(FIRST, 4000).reason == "context"


@pytest.mark.parametrize("make", [_own, _own_of_experts, _apart, _listening_chain, _listening_assistant])
def test_guesses_depend_on_the_text_alone(tmp_path: Path, driver: EngineDriver, make: Callable[..., Shape]) -> None:
    """A draft in the middle of a reply is the one that is made after reading all before it as a prompt."""
    shape = make(tmp_path, 0.08, mixing=0.6)
    speculation = shape.speculation(n_max=3)
    driver.load(shape.target)
    prompt = "".join(driver.reply("one two three", max_tokens=40).text)
    reply = driver.reply(prompt, speculation, max_tokens=60)
    assert 0 < reply.metrics.accepted < reply.metrics.drafted
    written = prompt
    for done in reply.rounds[:-2]:
        fresh = driver.reply(written, speculation, max_tokens=8, cold=True)
        assert fresh.rounds[0].drafted == done.drafted
        written += "".join(run.text for run in done.text)


@pytest.mark.parametrize("make", [_own, _listening_chain, _listening_assistant])
def test_a_draft_is_what_the_recipe_gives(tmp_path: Path, driver: EngineDriver, make: Callable[..., Shape]) -> None:
    """Against the recipe written out without any memory that is kept: for each token of a draft, each head starts from
    nothing and reads the text and the draft so far."""
    shape = make(tmp_path, 0.08, mixing=0.6)
    driver.load(shape.target)
    text = driver.reply("one two three", max_tokens=80).text
    for end in range(20, len(text), len(text) // 12):
        drafted = driver.reply(text[:end], shape.speculation(n_max=3), max_tokens=8, cold=True).rounds[0].drafted
        assert list(drafted) == _by_the_recipe(shape, text[:end], 3)


def _by_the_recipe(shape: Shape, text: str, n_tokens: int) -> list[int]:
    target = Model(shape.target, load_mtp=shape.sidecar is None)
    head = target if shape.sidecar is None else Model(shape.sidecar, load_mtp=True)
    plan = ContextShape(n_ctx=512, threads=1, kv_type="f32")
    *seen, last = target.tokenize(text, add_special=True, parse_special=False)
    drafted: list[int] = []
    own: list[FloatArray] = []
    for i in range(n_tokens):
        context = Context(target, plan)
        context.enable_nextn(masked=False)
        mtp = Context(head, plan, mtp=True, other=context)
        mtp.enable_nextn(masked=True)
        context.decode(seen, "none")
        rows = context.embeddings_nextn(len(seen)).copy()
        tokens, beside = [last, *drafted], np.stack([rows[-1], *own])
        if mtp.borrows:
            mtp.decode_beside(tokens[-1], len(seen), beside[-1])
        else:
            mtp.select_head(i if head.n_layer_nextn > 1 else 0)
            mtp.decode(seen, "none", np.vstack((np.zeros_like(rows[:1]), rows[:-1])))
            for token, row in zip(tokens, beside, strict=True):
                mtp.decode([token], "last", row[None])
        drafted.append(int(mtp.logits()[0].argmax()))
        own.append(mtp.embeddings_nextn(1)[0].copy())
        mtp.close()
        context.close()
    if shape.sidecar is not None:
        head.close()
    target.close()
    return drafted


def test_each_token_of_a_draft_is_another_heads(tmp_path: Path, driver: EngineDriver) -> None:
    target = tiny_mtp.write_chained(tmp_path / "chained.gguf", head_noise=(0.0, 0.8))
    driver.load(target)
    metrics = driver.reply(FIRST, chain("draft-mtp", n_max=8), max_tokens=200).metrics
    assert len(metrics.drafted_by_position) == 2, "no more tokens than heads"
    assert first_guess_rate(metrics) == 1.0
    assert metrics.accepted_by_position[1] / metrics.drafted_by_position[1] < 0.1


def test_an_unsure_head_stops_early(tmp_path: Path, driver: EngineDriver) -> None:
    shape = _own(tmp_path, 0.0, sharpness=1.0)
    driver.load(shape.target)
    eager = driver.reply(FIRST, shape.speculation(n_max=4), max_tokens=100).metrics
    wary = driver.reply(FIRST, shape.speculation(n_max=4, p_min=0.9), max_tokens=100).metrics
    assert wary.drafted < eager.drafted / 2


@pytest.mark.parametrize("make", [_own, _own_of_experts])
def test_two_thousand_tokens(
    tmp_path: Path, drivers: tuple[EngineDriver, EngineDriver], make: Callable[..., Shape]
) -> None:
    plain, drafting = drivers
    shape = make(tmp_path, 0.1)
    for driver in drivers:
        driver.load(shape.target, n_ctx=2304)
    expected = plain.reply(FIRST, max_tokens=2000)
    got = drafting.reply(FIRST, shape.speculation(n_max=3), max_tokens=2000)
    assert len(got.token_ids) == 2000
    assert got.token_ids == expected.token_ids
    assert 0.8 <= first_guess_rate(got.metrics) <= 0.95


@pytest.mark.parametrize("make", [_own, _own_of_experts, _chained, _assistant])
def test_two_conversations_in_turn_take_no_more_and_more_memory(
    tmp_path: Path, driver: EngineDriver, make: Callable[..., Shape]
) -> None:
    shape = make(tmp_path, 0.05)
    speculation = shape.speculation(n_max=3)
    driver.load(shape.target)

    def turn() -> list[list[int]]:
        said = []
        for messages in (FIRST, OTHER):
            reply = driver.reply(messages, speculation, max_tokens=60)
            more = (*messages, Message("assistant", reply.text), Message("user", "go on"))
            said += [reply.token_ids, driver.reply(more, speculation, max_tokens=60).token_ids]
        gc.collect()
        return said

    def resident() -> int:
        return psutil.Process().memory_info().rss

    said = turn()
    turn()
    before = resident()
    for _ in range(5):
        assert turn() == said
    assert resident() - before < 8 * MIB


def test_an_ngram_before_the_head_leaves_it_where_it_should_be(tmp_path: Path, driver: EngineDriver) -> None:
    shape = _assistant(tmp_path, 0.0)
    driver.load(shape.target)
    expected = driver.reply(FIRST, max_tokens=150)
    got = driver.reply(FIRST, shape.speculation("ngram-simple", n_max=3, size_n=2, size_m=8), max_tokens=150)
    assert got.token_ids == expected.token_ids
    assert got.metrics.by_drafter["draft-mtp"].accepted == got.metrics.by_drafter["draft-mtp"].drafted > 0


def test_own_head_and_sidecar_take_turns(tmp_path: Path, driver: EngineDriver) -> None:
    bad = _own(tmp_path, 0.5)
    good = tiny_models.write_hybrid(tmp_path / "good.gguf", nextn=1, trunk=False)
    driver.load(bad.target)
    for sidecar, rate in ((None, 0.1), (good, 1.0), (None, 0.1)):
        metrics = driver.reply(FIRST, chain("draft-mtp", draft_model=sidecar), max_tokens=80).metrics
        assert (first_guess_rate(metrics) == 1.0) == (rate == 1.0)


def test_a_head_that_does_not_fit_is_refused_in_words(tmp_path: Path, driver: EngineDriver) -> None:
    shape = _assistant(tmp_path, 0.0)
    driver.load(shape.target)
    alone = driver.failure(Generate(90, prompt="one", speculation=chain("draft-mtp")))
    assert "assistant" in alone.why
    foreign = tiny_mtp.write_assistant(tmp_path / "foreign.gguf", target_embd=160)
    failed = driver.failure(Generate(91, prompt="one", speculation=chain("draft-mtp", draft_model=foreign)))
    assert failed.kind == "refused"
    assert "160" in failed.why
    assert driver.reply(FIRST, shape.speculation(), max_tokens=20).metrics.accepted > 0


def test_a_head_may_lack_tokens_that_the_target_writes(tmp_path: Path, driver: EngineDriver) -> None:
    words = spm_vocabulary()
    more = words.resized(len(words) + 8)
    table = default_next(more)
    extra = range(len(words), len(more))
    for new, word in zip(extra, more.words, strict=False):
        table[new], table[word] = table[word], new
    target = tiny_models.write_hybrid(tmp_path / "trunk.gguf", vocabulary=more, next_token=table)
    head = tiny_models.write_hybrid(tmp_path / "head.gguf", nextn=1, trunk=False, vocabulary=words)
    driver.load(target)
    ask = f"one{more.tokens[more.words[0]]}"
    plain = driver.reply(ask, max_tokens=40)
    assert set(plain.token_ids) & set(extra)
    assert driver.reply(ask, chain("draft-mtp", draft_model=head), max_tokens=40).token_ids == plain.token_ids
    shared_forbidden = replace(GREEDY, logit_bias=dict.fromkeys(range(len(words)), -math.inf))
    reply = driver.reply(ask, chain("draft-mtp", draft_model=head), sampling=shared_forbidden, max_tokens=5)
    assert set(reply.token_ids) <= set(extra)
    assert reply.metrics.drafted == 0
