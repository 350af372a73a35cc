"""Which file holds a head that fits: judged from headers, because llama.cpp ends the process where one does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.commands import ContextOptions
from engine.gguf_header import Header, read_header
from engine.memory_cost import TOKEN_BYTES
from engine.memory_plan import plan
from engine.mtp_heads import check_draft, check_sidecar, is_sidecar, own_head_fault
from tests import tiny_models, tiny_mtp
from tests.tiny_vocabulary import bpe_vocabulary, spm_vocabulary


@pytest.fixture
def lender(tmp_path: Path) -> Header:
    return read_header(tiny_mtp.write_lender(tmp_path / "lender.gguf"))


@pytest.fixture
def trunk(tmp_path: Path) -> Header:
    return read_header(tiny_models.write_hybrid(tmp_path / "trunk.gguf"))


def assistant(folder: Path, **how: Any) -> Header:
    return read_header(tiny_mtp.write_assistant(folder / "assistant.gguf", **how))


def head(folder: Path, **how: Any) -> Header:
    return read_header(tiny_models.write_hybrid(folder / "head.gguf", nextn=1, trunk=False, **how))


def test_models_that_bring_their_head_need_nothing(tmp_path: Path) -> None:
    one = read_header(tiny_models.write_hybrid(tmp_path / "one.gguf", nextn=1))
    several = read_header(tiny_mtp.write_chained(tmp_path / "several.gguf"))
    assert own_head_fault(one) == own_head_fault(several) == ""
    assert not is_sidecar(one)


def test_without_a_head_it_is_said_which_file_would_help(trunk: Header, lender: Header) -> None:
    assert "-MTP-" in own_head_fault(trunk)
    assert "gemma4-assistant" in own_head_fault(lender)


def test_heads_that_llama_cpp_would_end_the_process_on_are_not_tried(tmp_path: Path) -> None:
    two = read_header(tiny_models.write_hybrid(tmp_path / "two.gguf", nextn=2))
    assert "2 MTP heads" in own_head_fault(two)
    unknown = tiny_models.write_dense(tmp_path / "unknown.gguf", layers=3, extra={"nextn_predict_layers": 1})
    assert "cannot run" in own_head_fault(read_header(unknown))
    whole = read_header(tiny_mtp.write_chained(tmp_path / "whole.gguf"))
    kept = tuple(tensor for tensor in whole.tensors if "nextn" not in tensor.name)
    left_out = Header(whole.path, whole.size, whole.version, whole.metadata, kept)
    assert "leaves it out" in own_head_fault(left_out)


def test_a_head_of_the_target_fits(tmp_path: Path, trunk: Header, lender: Header) -> None:
    for target, sidecar in ((trunk, head(tmp_path)), (lender, assistant(tmp_path))):
        assert is_sidecar(sidecar)
        assert check_sidecar(target, sidecar).level == "ok"
        assert check_draft(target, sidecar).level == "ok"
    whole = read_header(tiny_mtp.write_chained(tmp_path / "whole.gguf"))
    heads = read_header(tiny_mtp.write_chained(tmp_path / "heads.gguf", trunk=False))
    assert check_sidecar(whole, heads).level == "ok"


def test_a_plain_draft_is_judged_as_one(tmp_path: Path, trunk: Header) -> None:
    draft = read_header(tiny_models.write_hybrid(tmp_path / "draft.gguf", noise=1.0, layers=1))
    assert check_sidecar(trunk, draft).rule == "kind"
    assert check_draft(trunk, draft).rule != "kind"


def test_a_target_that_is_none_has_no_head(tmp_path: Path) -> None:
    assert check_sidecar(head(tmp_path), head(tmp_path)).rule == "target-kind"


def test_each_misfit_has_its_rule(tmp_path: Path, trunk: Header, lender: Header) -> None:
    def rule(target: Header, sidecar: Header) -> str:
        verdict = check_sidecar(target, sidecar)
        assert verdict.level == "refuse"
        return verdict.rule

    assert rule(lender, head(tmp_path)) == "architecture"
    assert rule(trunk, assistant(tmp_path)) == "architecture"
    assert rule(trunk, head(tmp_path, moe=True)) == "architecture"
    assert rule(lender, assistant(tmp_path, target_embd=160)) == "width"
    assert rule(lender, assistant(tmp_path, head=16)) == "memory"
    assert rule(trunk, head(tmp_path, layers=8)) == "layers"
    assert rule(trunk, head(tmp_path, vocabulary=bpe_vocabulary())) == "vocab-type"
    words = spm_vocabulary()
    assert rule(lender, assistant(tmp_path, vocabulary=words.resized(len(words) + 200))) == "vocab-size"
    assert rule(lender, assistant(tmp_path, vocabulary=words.renamed(500, " other"))) == "token-text"
    two = read_header(tiny_models.write_hybrid(tmp_path / "two.gguf", nextn=2, trunk=False))
    assert rule(trunk, two) == "head"


def test_an_early_converters_name_is_refused(tmp_path: Path, lender: Header) -> None:
    found = assistant(tmp_path)
    early = {**found.metadata, "general.architecture": "gemma4_assistant"}
    verdict = check_sidecar(lender, Header(found.path, found.size, found.version, early, found.tensors))
    assert (verdict.level, verdict.rule) == ("refuse", "architecture")


def test_a_head_of_another_family_is_warned_about(tmp_path: Path) -> None:
    target = read_header(tiny_models.write_hybrid(tmp_path / "target.gguf", name="Qwen3.6 4B"))
    verdict = check_sidecar(target, head(tmp_path, name="Granite 4B"))
    assert (verdict.level, verdict.rule) == ("warn", "family")


def test_all_of_a_head_is_on_the_bill(tmp_path: Path, trunk: Header) -> None:
    sidecar = head(tmp_path)
    bill = plan(trunk, sidecar, (), ContextOptions(), 1024, target_loaded=True, draft_mtp=True)
    billed = {item.label: item.n_bytes for item in bill.items}
    cache = 1024 * (32 + 32) * 2  # one head of 32 in F16: the block has its own
    tokenizer = TOKEN_BYTES * len(sidecar.tokens)
    assert billed["Draft weights"] + billed["Draft MTP head"] == sidecar.weight_bytes + tokenizer + cache
