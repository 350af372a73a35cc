"""The session from outside: loading, refusals in words, prefix reuse, freeing, constrained replies."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.commands import (
    AcceptanceRule,
    ContextOptions,
    DrafterChoice,
    Generate,
    KvType,
    LoadModel,
    MeasurePrice,
    Message,
    Prepare,
    Sampling,
    Speculation,
    Unload,
)
from engine.draft_writer import DraftModel
from engine.errors import FailureKind
from engine.events import (
    Failed,
    GenerationDone,
    GenerationStarted,
    Loading,
    ModelLoaded,
    PriceMeasured,
    RoundDone,
    Unloaded,
)
from tests import tiny_models, tiny_oddities
from tests.engine.driver import GREEDY, EngineDriver, Reply, chain, only
from tests.tiny_vocabulary import cyclic_next, scripted, spm_vocabulary

HELLO = (Message("user", "hello"),)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def dense(folder: Path) -> Path:
    return tiny_models.write_dense(folder / "dense.gguf")


@pytest.fixture
def driver() -> Iterator[EngineDriver]:
    engine = EngineDriver()
    yield engine
    engine.close()


def load_failure(driver: EngineDriver, path: Path) -> Failed:
    return driver.failure(LoadModel(1, str(path)))


def test_loading_tells_its_progress_and_what_was_loaded(driver: EngineDriver, dense: Path) -> None:
    events = driver.ask(LoadModel(1, str(dense), ContextOptions(threads=1)))
    fractions = [event.fraction for event in events if isinstance(event, Loading)]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    loaded = only(events, ModelLoaded)
    assert (loaded.model.name, loaded.model.architecture, loaded.model.memory) == ("dense", "llama", "attention")
    assert loaded.model.quantisation == "F32"
    assert loaded.n_ctx == 4096
    assert loaded.plain_pass_s > 0
    reasons = {status.drafter: status.reason for status in loaded.drafters}
    assert reasons["ngram-simple"] == ""
    assert "no MTP head" in reasons["draft-mtp"]


@pytest.mark.parametrize(
    ("write", "kind", "words"),
    [
        (lambda path: path, "load", "does not exist"),
        (lambda path: path.mkdir() or path, "load", "is a folder"),
        (lambda path: path.write_bytes(b"PK\x03\x04 not a model") and path, "load", "not a GGUF"),
        (lambda path: path.write_bytes(b"") or path, "load", ""),
        (tiny_oddities.write_projector, "refused", "projector"),
        (tiny_oddities.write_drafter_head, "refused", "EAGLE"),
        (tiny_oddities.write_adapter, "refused", "adapter"),
        (tiny_oddities.write_importance_matrix, "refused", "importance matrix"),
        (tiny_oddities.write_embedding, "refused", "embedding"),
        (tiny_oddities.write_vocabulary_only, "refused", "vocabulary"),
    ],
)
def test_what_is_no_chat_model_is_refused_in_words_and_the_loaded_one_stays(
    driver: EngineDriver, dense: Path, tmp_path: Path, write: object, kind: FailureKind, words: str
) -> None:
    driver.load(dense)
    assert callable(write)
    failed = load_failure(driver, Path(write(tmp_path / "odd.gguf")))
    assert failed.kind == kind
    assert words in f"{failed.what} {failed.why}"
    assert "odd.gguf" in failed.what + failed.why
    assert failed.next_step
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_a_file_that_is_cut_short_is_refused_before_the_library_sees_it(
    driver: EngineDriver, dense: Path, tmp_path: Path
) -> None:
    short = tmp_path / "short.gguf"
    short.write_bytes(dense.read_bytes()[:-1000])
    failed = load_failure(driver, short)
    assert failed.kind == "load"
    assert "cut short" in failed.what + failed.why


def test_a_request_without_a_model_is_answered_in_words(driver: EngineDriver) -> None:
    assert driver.failure(Generate(1, messages=HELLO)).what == "No model is loaded"
    assert driver.failure(Prepare(2, chain("ngram-simple"))).what == "No model is loaded"


def test_impossible_requests_are_refused_and_the_next_one_works(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense, n_ctx=128)
    long = driver.failure(Generate(2, prompt="word " * 500))
    assert long.kind == "refused"
    assert "longer than the context of" in long.what
    assert driver.failure(Generate(3, messages=HELLO, max_tokens=0)).kind == "usage"
    assert driver.failure(Generate(4)).kind == "usage"
    assert driver.failure(Generate(5, messages=HELLO, sampling=Sampling(top_p=float("nan")))).kind == "usage"
    unknown = Speculation("x", (DrafterChoice("crystal-ball"),))
    assert "ngram-simple" in driver.failure(Generate(6, messages=HELLO, speculation=unknown)).next_step
    assert driver.failure(Prepare(7, chain("draft-mtp"))).kind == "refused"
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_a_draft_of_another_vocabulary_is_refused_with_the_token_that_differs(
    driver: EngineDriver, dense: Path, folder: Path
) -> None:
    other = spm_vocabulary().renamed(300, "elsewhere")
    draft = tiny_models.write_dense(folder / "foreign.gguf", vocabulary=other)
    driver.load(dense)
    failed = driver.failure(Prepare(2, chain("draft-model", draft_model=draft)))
    assert failed.kind == "refused"
    assert "300" in failed.why
    assert "elsewhere" in failed.why
    assert driver.failure(Prepare(3, chain("draft-model"))).why == "none is chosen"
    assert driver.failure(Prepare(4, chain("draft-model", draft_model=folder / "nowhere.gguf"))).kind == "load"
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_a_draft_of_another_family_runs_with_a_warning(driver: EngineDriver, dense: Path, folder: Path) -> None:
    draft = tiny_models.write_sliding_window(folder / "window.gguf")
    driver.load(dense)
    prepared = driver.prepare(chain("draft-model", draft_model=draft))
    assert prepared.draft is not None
    assert any("fewer guesses will be accepted" in warning for warning in prepared.warnings)


def test_switching_the_draft_off_frees_it(driver: EngineDriver, dense: Path, folder: Path) -> None:
    draft = tiny_models.write_dense(folder / "draft.gguf", noise=1.0)
    driver.load(dense)
    with_draft = chain("draft-model", draft_model=draft)
    assert driver.prepare(with_draft).draft is not None
    speculating = driver.session.drafters.current
    assert speculating is not None
    loaded = speculating.draft
    assert loaded is not None
    assert driver.prepare(chain("ngram-simple")).draft is None
    with pytest.raises(Exception, match="closed"):
        _ = loaded.model.pointer
    assert driver.prepare(with_draft).draft is not None


def test_only_the_new_part_of_a_prompt_is_processed(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense)
    first = driver.reply(HELLO, max_tokens=20)
    assert first.started.cached_tokens == 0
    turns = (*HELLO, Message("assistant", first.text), Message("user", "and then"))
    second = driver.reply(turns, max_tokens=20)
    assert second.started.cached_tokens >= first.started.prompt_tokens + 15
    cold = driver.reply(turns, max_tokens=20, cold=True)
    assert cold.started.cached_tokens == 0
    assert cold.token_ids == second.token_ids


def test_unload_frees_all(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense)
    assert driver.ask(Unload(2)) == [Unloaded(2)]
    assert driver.failure(Generate(3, messages=HELLO)).what == "No model is loaded"


def test_text_comes_whole_and_ends_where_it_should(driver: EngineDriver, tmp_path: Path) -> None:
    said = "Grüße 👩‍🚀 aus Åre"
    vocabulary, table, _ = scripted({"\n": said})
    driver.load(tiny_models.write_dense(tmp_path / "said.gguf", vocabulary=vocabulary, next_token=table))
    reply = driver.reply(HELLO)
    assert (reply.text, reply.reason) == (said, "end")
    for done in reply.rounds:
        assert "\ufffd" not in "".join(run.text for run in done.text)
    stopped = driver.reply(HELLO, stop=("🚀",))
    assert stopped.reason == "stop"
    assert stopped.done.stop_text == "🚀"
    assert stopped.text == "Grüße 👩‍"


def test_thinking_is_told_from_the_answer(driver: EngineDriver, tmp_path: Path) -> None:
    vocabulary, table, _ = scripted({"\n": "<think>hm, so</think>Yes."})
    driver.load(tiny_models.write_dense(tmp_path / "thinks.gguf", vocabulary=vocabulary, next_token=table))
    reply = driver.reply(HELLO)
    runs = [run for done in reply.rounds for run in done.text] + list(reply.done.text)
    assert "".join(run.text for run in runs if run.thinking) == "hm, so"
    assert "".join(run.text for run in runs if not run.thinking) == "Yes."


SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"a": {"type": "boolean"}, "b": {"enum": ["x", "y"]}},
        "required": ["a", "b"],
        "additionalProperties": False,
    }
)


@pytest.mark.parametrize("rule", ["coupled", "match", "rejection"])
@pytest.mark.parametrize("drafter", ["", "ngram-simple", "draft-model"])
def test_a_schema_holds_under_every_rule_and_drafter(
    driver: EngineDriver, folder: Path, drafter: str, rule: AcceptanceRule
) -> None:
    target = tiny_models.write_dense(folder / "flat.gguf", sharpness=0.75)
    draft = tiny_models.write_dense(folder / "flat-draft.gguf", sharpness=0.75, noise=1.0)
    loaded = driver.load(target)
    assert loaded.model.n_vocab > 0
    speculation = Speculation(
        "x", (DrafterChoice(drafter),) if drafter else (), str(draft) if drafter == "draft-model" else None, rule
    )
    sampling = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, seed=3)
    events = driver.ask(
        Generate(9, messages=HELLO, speculation=speculation, sampling=sampling, max_tokens=300, json_schema=SCHEMA)
    )
    assert only(events, GenerationStarted)
    told = [event for event in events if isinstance(event, RoundDone | GenerationDone)]
    text = "".join(run.text for event in told for run in event.text)
    parsed = json.loads(text)
    assert set(parsed) == {"a", "b"}
    assert parsed["b"] in ("x", "y")


@pytest.mark.parametrize(("own", "expected"), [("f32", "f32"), (None, "f16")])
def test_a_draft_model_takes_its_own_kv_type_or_the_targets(
    driver: EngineDriver, folder: Path, dense: Path, own: KvType | None, expected: KvType
) -> None:
    draft = tiny_models.write_dense(folder / "draft.gguf", noise=1.0)
    driver.ask(LoadModel(1, str(dense), ContextOptions(threads=1, draft_kv_type=own, draft_device="cpu")))
    assert driver.reply(HELLO, chain("draft-model", draft_model=draft), max_tokens=8).metrics.drafted > 0
    speculating = driver.session.drafters.current
    assert speculating is not None
    (_, drafter) = speculating.chain._drafters[0]
    assert isinstance(drafter, DraftModel)
    assert drafter._context.shape.kv_type == expected


def test_a_device_that_is_not_there_is_refused_with_those_that_are(
    driver: EngineDriver, folder: Path, dense: Path
) -> None:
    draft = tiny_models.write_dense(folder / "draft.gguf", noise=1.0)
    driver.ask(LoadModel(1, str(dense), ContextOptions(threads=1, draft_device="CUDA7")))
    refused = driver.failure(Prepare(2, chain("draft-model", draft_model=draft)))
    assert refused.kind == "usage"
    assert "CUDA7" in refused.what
    assert "CPU" in refused.next_step
    assert driver.reply(HELLO, max_tokens=2).metrics.emitted == 2


def test_a_schema_that_cannot_be_read_is_refused_in_words(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense)
    assert "not JSON" in driver.failure(Generate(2, messages=HELLO, json_schema="{")).what
    assert driver.failure(Generate(3, messages=HELLO, json_schema='{"type": "colour"}')).kind == "usage"
    assert driver.reply(HELLO, sampling=GREEDY, max_tokens=2).metrics.emitted == 2


@pytest.mark.parametrize("write", [tiny_models.write_dense, tiny_models.write_hybrid, tiny_models.write_recurrent])
def test_the_price_of_a_pass_is_measured_and_the_conversation_goes_on(
    driver: EngineDriver, tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    driver.load(write(tmp_path / "model.gguf"))
    before = driver.reply(HELLO, max_tokens=5)
    measured = only(driver.ask(MeasurePrice(2, depth=100)), PriceMeasured)
    ks = [point.k for point in measured.points]
    assert ks == sorted(ks)
    assert (ks[0], ks[-1], measured.depth) == (1, 64, 100)
    assert all(point.pass_s > 0 for point in measured.points)
    assert driver.reply(HELLO, max_tokens=5).token_ids == before.token_ids


def test_a_price_beyond_the_context_is_refused_in_words(driver: EngineDriver, dense: Path) -> None:
    n_ctx = driver.load(dense, n_ctx=256).n_ctx
    for depth in (-1, n_ctx, 10**9):
        failed = driver.failure(MeasurePrice(2, depth=depth))
        assert failed.kind == "refused"
        assert str(n_ctx) in failed.why
    measured = only(driver.ask(MeasurePrice(3, depth=n_ctx - 2)), PriceMeasured)
    assert [point.k for point in measured.points] == [1, 2]


def test_measuring_the_price_is_cancelled_before_it_is_done(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense)
    driver.cancel_after = 0
    failed = driver.failure(MeasurePrice(2, depth=500))
    assert "cancelled" in failed.what
    driver.cancel_after = None
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_what_a_drafter_learnt_stays_between_sessions_and_a_cold_request_knows_none_of_it(
    tmp_path: Path, dense: Path
) -> None:
    speculation = chain("draft-self")
    prompt = "one two three " * 3

    def reply(cold: bool) -> Reply:
        driver = EngineDriver(history_dir=tmp_path / "history")
        driver.load(dense)
        try:
            return driver.reply(prompt, speculation, max_tokens=80, cold=cold)
        finally:
            driver.close()

    first = reply(cold=True)
    assert not list(tmp_path.glob("history/*"))
    assert first.metrics.accepted < 40
    assert reply(cold=False).metrics.accepted == first.metrics.accepted
    remembered = reply(cold=False)
    assert remembered.metrics.accepted > 60
    assert remembered.token_ids == first.token_ids
    assert reply(cold=True).metrics.accepted == first.metrics.accepted


def test_a_model_without_a_template_is_told_of_and_stops_at_the_fallbacks_end(
    driver: EngineDriver, tmp_path: Path
) -> None:
    vocabulary, table, _ = scripted({"\n": "Yes.<|im_end|>no"})
    path = tiny_models.write_dense(
        tmp_path / "base.gguf",
        vocabulary=vocabulary,
        next_token=table,
        tokenizer={"chat_template": None, "eos": vocabulary.id("</s>")},
    )
    assert not driver.load(path).model.has_chat_template
    reply = driver.reply(HELLO, max_tokens=20)
    assert reply.text == "Yes."
    assert any("template" in warning for warning in reply.started.warnings)


@pytest.mark.parametrize("rule", ["coupled", "rejection"])
def test_a_draft_may_lack_tokens_that_the_target_writes(
    driver: EngineDriver, tmp_path: Path, rule: AcceptanceRule
) -> None:
    words = spm_vocabulary()
    more = words.resized(len(words) + 100)
    table = cyclic_next(more, period=24)
    extra = range(len(words), len(more))
    for new, word in zip(extra, more.words, strict=False):  # behind each of the first words comes a token of the rest
        table[new], table[word] = table[word], new
    target = tiny_models.write_dense(tmp_path / "target.gguf", vocabulary=more, next_token=table)
    draft = tiny_models.write_dense(tmp_path / "draft.gguf", vocabulary=words, next_token=cyclic_next(words, period=24))
    driver.load(target)
    plain = driver.reply(HELLO, max_tokens=60)
    assert set(plain.token_ids) & set(extra)
    speculation = replace(chain("draft-model", draft_model=draft), rule=rule)
    drafting = driver.reply(HELLO, speculation, max_tokens=60)
    assert drafting.token_ids == plain.token_ids
    assert drafting.metrics.accepted > 0
    favoured = replace(GREEDY, logit_bias={extra[-1]: 90.0})
    assert driver.reply(HELLO, speculation, sampling=favoured, max_tokens=5).token_ids == [extra[-1]] * 5
    shared_forbidden = replace(GREEDY, logit_bias=dict.fromkeys(range(len(words)), -math.inf))
    reply = driver.reply(HELLO, speculation, sampling=shared_forbidden, max_tokens=5)
    assert set(reply.token_ids) <= set(extra)
    assert reply.metrics.drafted == 0


def test_a_change_of_drafters_that_is_cancelled_costs_no_model(driver: EngineDriver, tmp_path: Path) -> None:
    driver.load(tiny_models.write_hybrid(tmp_path / "hybrid.gguf", nextn=1))
    plain = driver.reply(HELLO, max_tokens=10)
    driver.cancel_after = 0  # the target is loaded once more for its head, and that is broken off
    assert "cancelled" in driver.failure(Prepare(2, chain("draft-mtp"))).what
    driver.cancel_after = None
    assert only(driver.ask(MeasurePrice(3)), PriceMeasured).points
    assert driver.reply(HELLO, chain("draft-mtp"), max_tokens=10).token_ids == plain.token_ids
    only(driver.ask(Unload(4)), Unloaded)
    assert "No model is loaded" in driver.failure(Prepare(5, chain())).what


def test_a_load_that_a_later_request_needs_is_told_as_that_requests(driver: EngineDriver, tmp_path: Path) -> None:
    driver.load(tiny_models.write_hybrid(tmp_path / "hybrid.gguf", nextn=1))
    loading = [event for event in driver.ask(Prepare(70, chain("draft-mtp"))) if isinstance(event, Loading)]
    assert {event.request_id for event in loading} == {70}
    assert driver.ask(Unload(71))


def test_a_path_that_no_file_can_have_is_refused_in_words(driver: EngineDriver, dense: Path) -> None:
    driver.load(dense)
    assert "does not exist" in driver.failure(LoadModel(2, f"{dense}\0.gguf")).what
    assert "does not exist" in driver.failure(Prepare(3, chain("draft-model", draft_model=Path("a\0b")))).what
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


@pytest.mark.skipif(os.name == "nt", reason="file names are text there")
def test_a_file_name_that_is_no_text_is_loaded(driver: EngineDriver, dense: Path, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"m\xff.gguf")
    odd.write_bytes(dense.read_bytes())
    driver.load(odd)
    assert driver.reply(HELLO, max_tokens=3).metrics.emitted == 3


def test_a_draft_model_that_cannot_be_the_head_drafts_on(driver: EngineDriver, dense: Path, tmp_path: Path) -> None:
    draft = tiny_models.write_dense(tmp_path / "draft.gguf")
    driver.load(dense)
    driver.prepare(chain("draft-model", draft_model=draft))
    speculating = driver.session.drafters.current
    assert speculating is not None
    loaded = speculating.draft
    assert loaded is not None
    assert driver.failure(Prepare(2, chain("draft-mtp", draft_model=draft))).kind == "refused"
    assert driver.session.drafters.current is speculating
    assert loaded.model.pointer
