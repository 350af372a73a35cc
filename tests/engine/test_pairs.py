"""Hand-made pairs: verdict and rule of each, and that llama.cpp itself drafts with those that are not refused.

The witness is llama.cpp's own server (`xllamacpp`, in the `bench` extra): asked for a reply with the pair, it drafts
nothing where its own check fails, and does not start where it cannot load a file. Pairs that would end the process
there are judged only here.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.compatibility import Level
from engine.gguf_header import read_header
from engine.mtp_heads import check_draft
from tests import tiny_models as tiny
from tests import tiny_mtp
from tests import tiny_oddities as odd
from tests.tiny_vocabulary import CHATML, Vocabulary, bpe_vocabulary, spm_vocabulary

SPM = spm_vocabulary()
BPE = bpe_vocabulary()
LAST = len(SPM) - 1
GEMMA_MARKS = CHATML.replace("<|im_start|>", "<s>").replace("<|im_end|>", "</s>")
Write = Callable[[Path], Path]


def dense(vocabulary: Vocabulary = SPM, *, embd: int = 16, **options: Any) -> Write:
    """A draft's size; a target's is 128."""
    return lambda path: tiny.write_dense(path, vocabulary=vocabulary, embd=embd, layers=1, **options)


def target(vocabulary: Vocabulary = SPM, **options: Any) -> Write:
    return dense(vocabulary, embd=128, **options)


def without_vocabulary(path: Path) -> Path:
    whole = tiny.write_dense(path.with_suffix(".whole"), embd=16, layers=1)
    keys = {key: value for key, value in read_header(whole).metadata.items() if not key.startswith("tokenizer.")}
    del keys["general.architecture"]
    metadata = {key.removeprefix("llama."): value for key, value in keys.items() if isinstance(value, int | str)}
    return tiny.write_file(path, "llama", metadata, tiny.ends(SPM, 0, 16, None, 4.0, 0.0))


def head(embd: int = 128, layers: int = 4, **options: Any) -> Write:
    del embd
    return lambda path: tiny.write_hybrid(path, nextn=1, trunk=False, layers=layers, **options)


@dataclass(frozen=True)
class Pair:
    """witness: whether llama.cpp drafts with it; None where it cannot be asked."""

    name: str
    target: Write
    draft: Write
    level: Level
    rule: str
    witness: bool | None = None
    token: int | None = None


def refused(name: str, target: Write, draft: Write, rule: str, *, ask: bool = True, token: int | None = None) -> Pair:
    return Pair(name, target, draft, "refuse", rule, False if ask else None, token)


def warned(name: str, target: Write, draft: Write, rule: str, *, ask: bool = True) -> Pair:
    return Pair(name, target, draft, "warn", rule, True if ask else None)


def good(name: str, target: Write, draft: Write) -> Pair:
    return Pair(name, target, draft, "ok", "match", True)


PAIRS = [
    good("equal vocabularies", target(), dense()),
    good("draft 128 tokens larger", target(), dense(SPM.resized(len(SPM) + 128))),
    good("draft 128 tokens smaller", target(SPM.resized(len(SPM) + 128)), dense()),
    refused("draft 129 tokens larger", target(), dense(SPM.resized(len(SPM) + 129)), "vocab-size"),
    refused("draft 129 tokens smaller", target(SPM.resized(len(SPM) + 129)), dense(), "vocab-size"),
    refused("token 139 differs", target(), dense(SPM.renamed(139, "other")), "token-text", token=139),
    refused("token 5 differs", target(), dense(SPM.renamed(5, "other")), "token-text", token=5),
    good("token 4 differs", target(), dense(SPM.renamed(4, "other"))),
    refused("last token differs", target(), dense(SPM.renamed(LAST, "other")), "token-text", token=LAST),
    refused("only the target adds BOS", target(tokenizer={"add_bos": True}), dense(), "add-bos"),
    refused("only the draft adds BOS", target(), dense(tokenizer={"add_bos": True}), "add-bos"),
    refused("SPM adds BOS by itself", target(tokenizer={"add_bos": None}), dense(), "add-bos"),
    refused(
        "another BOS, added",
        target(tokenizer={"add_bos": True}),
        dense(tokenizer={"add_bos": True, "bos": 2}),
        "bos-token",
    ),
    good("another BOS, not added", target(), dense(tokenizer={"bos": 2})),
    refused("only the draft adds EOS", target(), dense(tokenizer={"add_eos": True}), "add-eos"),
    refused(
        "another EOS, added",
        target(tokenizer={"add_eos": True}),
        dense(tokenizer={"add_eos": True, "eos": 2}),
        "eos-token",
    ),
    good("another EOS, not added", target(), dense(tokenizer={"eos": 2})),
    refused("other kind of vocabulary", target(), dense(BPE), "vocab-type"),
    refused("the other way round", target(BPE), dense(), "vocab-type"),
    good("both BPE", target(BPE), dense(BPE)),
    warned(
        "equal tokens, split otherwise",
        target(replace(BPE, pre="qwen2")),
        dense(replace(BPE, pre="deepseek-r1-qwen")),
        "tokenizer",
    ),
    warned("other family, same vocabulary", target(name="Qwen3.6 27B"), dense(name="Llama 3.2 1B"), "family"),
    good("another generation of the family", target(name="Qwen3.6 27B"), dense(name="Qwen3.5 0.8B")),
    warned(
        "another architecture, no name that says more", lambda path: tiny.write_sliding_window(path, name="X 4B"),
        dense(name="X 1B"), "architecture",
    ),
    warned("template with other marks", target(), dense(tokenizer={"chat_template": GEMMA_MARKS}), "chat-template"),
    good("a base model drafts", target(), dense(tokenizer={"chat_template": None})),
    warned("draft larger than a third", target(), dense(embd=64), "draft-size"),
    warned("draft as large", target(), dense(embd=128, seed=1), "draft-size"),
    warned("draft trained for less context", target(n_ctx=8192), dense(n_ctx=2048), "draft-context"),
    refused("projector", target(), odd.write_projector, "kind"),
    refused("EAGLE-3 head", target(), odd.write_drafter_head, "kind"),
    refused("DFlash head", target(), lambda path: odd.write_drafter_head(path, "dflash"), "kind"),
    refused("adapter", target(), odd.write_adapter, "kind"),
    refused("importance matrix", target(), odd.write_importance_matrix, "kind"),
    refused("embedding model", target(), odd.write_embedding, "kind"),
    refused("vocabulary only", target(), odd.write_vocabulary_only, "kind"),
    refused("draft without a vocabulary", target(), without_vocabulary, "no-vocabulary"),
    refused("target without a vocabulary", without_vocabulary, dense(), "no-vocabulary"),
    refused("a token twice", target(), dense(SPM.renamed(300, SPM.tokens[299])), "vocab-damaged", ask=False),
    Pair("MTP head of its model", lambda path: tiny.write_hybrid(path), head(), "ok", "match"),
    Pair("MTP head of a deeper model", lambda path: tiny.write_hybrid(path), head(layers=8), "refuse", "layers"),
    Pair("MTP head of another architecture", target(), head(), "refuse", "architecture"),
    Pair("MTP head of a mixture", lambda path: tiny.write_hybrid(path), head(moe=True), "refuse", "architecture"),
    Pair("assistant of its model", tiny_mtp.write_lender, tiny_mtp.write_assistant, "ok", "match"),
    Pair("assistant for another", target(), tiny_mtp.write_assistant, "refuse", "architecture"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    folder = tmp_path_factory.mktemp("pairs")
    return {
        pair.name: (pair.target(folder / f"{i}-target.gguf"), pair.draft(folder / f"{i}-draft.gguf"))
        for i, pair in enumerate(PAIRS)
    }


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_verdict_and_rule(pair: Pair, files: dict[str, tuple[Path, Path]]) -> None:
    headers = [read_header(path) for path in files[pair.name]]
    verdict = check_draft(headers[0], headers[1])
    assert (verdict.level, verdict.rule) == (pair.level, pair.rule), verdict.sentence
    if pair.token is not None:
        assert verdict.token == pair.token
    assert verdict.sentence.endswith(".")


_ASK = """
import json, sys
import xllamacpp
for line in sys.stdin:
    target, draft = json.loads(line)
    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = target, 256, 1
    params.n_gpu_layers, params.fit_params, params.warmup, params.verbosity = 0, False, False, -1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.speculative.types = [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE]
    params.speculative.draft.mparams.path = draft
    params.speculative.draft.n_gpu_layers, params.speculative.draft.n_max = 0, 2
    try:
        reply = xllamacpp.Server(params).handle_completions({"prompt": "hello", "n_predict": 8, "temperature": 0})
        drafted = reply["timings"].get("draft_n") or 0
    except RuntimeError:
        drafted = 0
    print("drafted", drafted, flush=True)
"""


@pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="the bench extra is not installed")
def test_llama_cpp_drafts_with_those_that_are_not_refused(files: dict[str, tuple[Path, Path]]) -> None:
    asked = [pair for pair in PAIRS if pair.witness is not None]
    assert len(asked) >= 25
    lines = "".join(json.dumps([str(path) for path in files[pair.name]]) + "\n" for pair in asked)
    done = subprocess.run([sys.executable, "-c", _ASK], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [int(line.split()[1]) > 0 for line in done.stdout.splitlines() if line.startswith("drafted ")]
    found = {pair.name: drafts for pair, drafts in zip(asked, answers, strict=True)}
    assert found == {pair.name: pair.witness for pair in asked}
