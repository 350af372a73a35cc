"""Pairs are judged by llama.cpp's rules, with the rule and the token named, and what drafts badly is warned of."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import llama_cpp as lib
import pytest

from engine.compatibility import bytes_per_pass, check_pair
from engine.gguf_header import Header, read_header
from engine.vocabulary import vocabulary_use
from tests import tiny_models as tiny
from tests import tiny_oddities as odd
from tests.tiny_vocabulary import Vocabulary, bpe_vocabulary, spm_vocabulary

SPM = spm_vocabulary()
BPE = bpe_vocabulary()
Make = Callable[..., Header]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write a dense model and read its header; `small` makes it a good draft's size."""
    made = 0

    def write(*, small: bool = False, vocabulary: Vocabulary = SPM, **options: Any) -> Header:
        nonlocal made
        made += 1
        options = {"layers": 1, "embd": 16 if small else 128, **options}
        return read_header(tiny.write_dense(tmp_path / f"{made}.gguf", vocabulary=vocabulary, **options))

    return write


def rules(target: Header, draft: Header) -> list[tuple[str, str]]:
    return [(finding.level, finding.rule) for finding in check_pair(target, draft).findings]


def test_a_smaller_brother_is_good(make: Make) -> None:
    verdict = check_pair(make(), make(small=True))
    assert (verdict.level, verdict.rule, verdict.token) == ("ok", "match", None)
    assert "good pair" in verdict.sentence


def test_different_kinds_of_vocabulary(make: Make) -> None:
    verdict = check_pair(make(), make(small=True, vocabulary=BPE))
    assert (verdict.level, verdict.rule) == ("refuse", "vocab-type")
    assert "SPM in the target, BPE in the draft" in verdict.sentence


def test_only_one_adds_a_begin_token(make: Make) -> None:
    verdict = check_pair(make(tokenizer={"add_bos": True}), make(small=True))
    assert (verdict.level, verdict.rule) == ("refuse", "add-bos")
    assert "target puts a token at the beginning" in verdict.sentence
    assert "draft does not" in verdict.sentence


def test_a_missing_key_means_the_vocabularys_habit(make: Make) -> None:
    silent = make(tokenizer={"add_bos": None})  # SPM adds BOS unless told otherwise
    assert check_pair(silent, make(small=True, tokenizer={"add_bos": True})).level == "ok"
    assert check_pair(silent, make(small=True)).rule == "add-bos"


def test_another_begin_token_matters_only_where_it_is_added(make: Make) -> None:
    added = check_pair(make(tokenizer={"add_bos": True}), make(small=True, tokenizer={"add_bos": True, "bos": 2}))
    assert (added.level, added.rule) == ("refuse", "bos-token")
    assert "1 ('<s>') in the target and 2 ('</s>') in the draft" in added.sentence
    assert check_pair(make(), make(small=True, tokenizer={"bos": 2})).level == "ok"


def test_only_one_adds_an_end_token(make: Make) -> None:
    verdict = check_pair(make(), make(small=True, tokenizer={"add_eos": True}))
    assert (verdict.level, verdict.rule) == ("refuse", "add-eos")
    assert "draft puts a token at the end" in verdict.sentence


def test_another_end_token_matters_only_where_it_is_added(make: Make) -> None:
    added = check_pair(make(tokenizer={"add_eos": True}), make(small=True, tokenizer={"add_eos": True, "eos": 2}))
    assert (added.level, added.rule) == ("refuse", "eos-token")
    assert check_pair(make(), make(small=True, tokenizer={"eos": 2})).level == "ok"


@pytest.mark.parametrize(("more", "level"), [(128, "ok"), (129, "refuse")])
@pytest.mark.parametrize("larger", ["target", "draft"])
def test_sizes_may_be_128_apart(make: Make, more: int, level: str, larger: str) -> None:
    padded = SPM.resized(len(SPM) + more)
    target = make(vocabulary=padded if larger == "target" else SPM)
    verdict = check_pair(target, make(small=True, vocabulary=padded if larger == "draft" else SPM))
    assert verdict.level == level
    if level == "refuse":
        assert verdict.rule == "vocab-size"
        assert "129 apart" in verdict.sentence


@pytest.mark.parametrize(("token", "level"), [(0, "ok"), (4, "ok"), (5, "refuse"), (len(SPM) - 1, "refuse")])
def test_texts_are_compared_from_token_five(make: Make, token: int, level: str) -> None:
    verdict = check_pair(make(), make(small=True, vocabulary=SPM.renamed(token, "other")))
    assert verdict.level == level
    if level == "refuse":
        assert (verdict.rule, verdict.token) == ("token-text", token)
        assert repr(SPM.tokens[token]) in verdict.sentence
        assert "'other'" in verdict.sentence


def test_the_first_differing_token_is_named(make: Make) -> None:
    changed = SPM.renamed(400, "later").renamed(300, "sooner")
    assert check_pair(make(), make(small=True, vocabulary=changed)).token == 300


def test_an_empty_text_is_compared_by_the_name_that_loading_gives_it(make: Make) -> None:
    empty, named = SPM.renamed(300, ""), SPM.renamed(300, "[EMPTY_300]")
    assert check_pair(make(vocabulary=empty), make(small=True, vocabulary=named)).level == "ok"
    assert check_pair(make(vocabulary=empty), make(small=True)).token == 300


def test_a_long_text_is_shortened(make: Make) -> None:
    verdict = check_pair(make(), make(small=True, vocabulary=SPM.renamed(300, "x" * 500)))
    assert len(verdict.sentence) < 200


def test_another_family_is_a_warning(make: Make) -> None:
    verdict = check_pair(make(name="Qwen3.6-27B"), make(small=True, name="Llama-3.2-1B"))
    assert (verdict.level, verdict.rule) == ("warn", "family")
    assert "a Llama-3.2 and the target a Qwen3.6" in verdict.sentence


@pytest.mark.parametrize(
    ("target", "draft", "base"),
    [
        ("Qwen3.6-27B", "Qwen3.5-0.8B", None),
        ("Llama 3.3 70B Instruct", "Llama-3.2-1B-Instruct-GGUF", None),
        ("Hermes 4", "Llama 3.2 1B", "Llama 3.1 70B"),
    ],
)
def test_brothers_of_another_generation_are_family(make: Make, target: str, draft: str, base: str | None) -> None:
    assert check_pair(make(name=target, base_model=base), make(small=True, name=draft)).level == "ok"


def test_a_mixture_of_experts_and_a_dense_brother_are_family(make: Make, tmp_path: Path) -> None:
    target = read_header(tiny.write_hybrid(tmp_path / "moe.gguf", moe=True, name="Qwen3.6 35B"))
    draft = read_header(tiny.write_hybrid(tmp_path / "dense.gguf", layers=1, name="Qwen3.6 0.8B"))
    assert "architecture" not in [rule for _, rule in rules(target, draft)]
    other = make(small=True, name="Qwen3 0.6B")
    assert check_pair(target, other).rule == "architecture"


def test_another_way_of_splitting_text_is_a_warning(make: Make) -> None:
    verdict = check_pair(
        make(vocabulary=replace(BPE, pre="qwen2")), make(small=True, vocabulary=replace(BPE, pre="deepseek-r1-qwen"))
    )
    assert (verdict.level, verdict.rule) == ("warn", "tokenizer")


@pytest.mark.parametrize(
    ("embd", "words"), [(16, None), (64, "reads 34%"), (128, "at least as much"), (160, "at least as much")]
)
def test_a_large_draft_is_a_warning(make: Make, embd: int, words: str | None) -> None:
    verdict = check_pair(make(), make(embd=embd))
    if words is None:
        assert verdict.level == "ok"
    else:
        assert (verdict.level, verdict.rule) == ("warn", "draft-size")
        assert words in verdict.sentence


def test_experts_that_sleep_cost_nothing(tmp_path: Path) -> None:
    header = read_header(tiny.write_hybrid(tmp_path / "moe.gguf", moe=True))
    experts = sum(tensor.n_bytes for tensor in header.tensors if "_exps." in tensor.name)
    lookup = next(tensor.n_bytes for tensor in header.tensors if tensor.name == "token_embd.weight")
    assert bytes_per_pass(header) == header.weight_bytes - lookup - experts // 2  # two of four are used


def test_a_shorter_trained_context_is_a_warning(make: Make) -> None:
    verdict = check_pair(make(n_ctx=8192), make(small=True, n_ctx=2048))
    assert (verdict.level, verdict.rule) == ("warn", "draft-context")
    assert "2,048" in verdict.sentence
    assert "8,192" in verdict.sentence


def test_the_worst_decides_and_all_are_kept_in_order(make: Make) -> None:
    target = make(name="Qwen3.6-27B", n_ctx=8192)
    draft = make(name="Llama-3.2-1B", n_ctx=2048, vocabulary=SPM.renamed(300, "another"))
    assert rules(target, draft) == [
        ("refuse", "token-text"),
        ("warn", "family"),
        ("warn", "draft-size"),
        ("warn", "draft-context"),
    ]
    assert check_pair(target, draft).rule == "token-text"


def test_a_model_is_no_draft_for_itself(make: Make, tmp_path: Path) -> None:
    target = make()
    assert check_pair(target, target).rule == "same-file"
    link = tmp_path / "link.gguf"
    link.symlink_to(target.path)
    assert check_pair(target, read_header(link)).rule == "same-file"


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (odd.write_projector, "mmproj"),
        (odd.write_drafter_head, "EAGLE-3"),
        (lambda path: odd.write_drafter_head(path, "dflash"), "DFlash"),
        (lambda path: odd.write_drafter_head(path, "gemma4-assistant"), "assistant"),
        (lambda path: tiny.write_hybrid(path, nextn=1, trunk=False), "draft-mtp"),
        (odd.write_embedding, "embedding"),
        (odd.write_adapter, "LoRA"),
        (odd.write_vocabulary_only, "without weights"),
    ],
)
def test_what_is_no_model_is_no_draft_and_no_target(
    make: Make, write: Callable[[Path], Path], words: str, tmp_path: Path
) -> None:
    other = read_header(write(tmp_path / "other.gguf"))
    verdict = check_pair(make(), other)
    assert (verdict.level, verdict.rule) == ("refuse", "kind")
    assert words in verdict.sentence
    assert check_pair(other, make(small=True)).rule == "target-kind"


def _ignore(_level: int, _text: bytes, _data: object) -> None: ...


_silent = lib.llama_log_callback(_ignore)


@pytest.mark.parametrize("pre", ["default", "llama-bpe", "qwen2", "tekken", "glm4", "gemma4"])
@pytest.mark.parametrize("add_bos", [None, False, True])
@pytest.mark.parametrize("bos", [None, tiny.UNSET, 1_000_000])
def test_the_use_of_a_vocabulary_is_what_the_library_makes_of_it(
    make: Make, pre: str, add_bos: bool | None, bos: int | None
) -> None:
    lib.llama_log_set(_silent, ctypes.c_void_p(0))
    for vocabulary in (replace(BPE, pre=pre), SPM):
        header = make(
            small=True,
            vocabulary=vocabulary,
            tokenizer={"add_bos": add_bos, "add_eos": add_bos, "bos": bos, "eos": bos},
        )
        params = lib.llama_model_default_params()
        params.vocab_only = True
        model = lib.llama_model_load_from_file(header.path.encode(), params)
        vocab = lib.llama_model_get_vocab(model)
        ids = [lib.llama_vocab_bos(vocab), lib.llama_vocab_eos(vocab)]
        found = (lib.llama_vocab_get_add_bos(vocab), lib.llama_vocab_get_add_eos(vocab), *ids)
        lib.llama_model_free(model)
        use = vocabulary_use(header)
        none = [-1 if token is None else token for token in (use.bos, use.eos)]
        assert (use.adds_bos, use.adds_eos, *none) == found
