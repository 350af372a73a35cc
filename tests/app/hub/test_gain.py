"""Expected gain: the formula on headers of real tiny files, and the order that it gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.hub.gain import HEAD, LEAST_DRAFT, OTHER_FAMILY, SAME_FAMILY, draft_cost, expected_gain, pass_bytes
from engine.compatibility import bytes_per_pass, check_pair, verdict_of
from engine.gguf_format import TENSOR_TYPES
from engine.gguf_header import Header, read_header
from engine.mtp_heads import check_draft
from tests.tiny_models import write_dense, write_hybrid
from tests.tiny_mtp import write_assistant, write_lender

GOOD = verdict_of((), "good")


def header(path: Path) -> Header:
    return read_header(path)


@pytest.fixture
def target(tmp_path: Path) -> Header:
    return header(write_dense(tmp_path / "target.gguf", layers=30))


@pytest.fixture
def small(tmp_path: Path) -> Header:
    return header(write_dense(tmp_path / "small.gguf", layers=1))


def test_the_formula_by_hand(target: Header, small: Header) -> None:
    gain = expected_gain(target, small, GOOD)
    cost = bytes_per_pass(small) / bytes_per_pass(target)
    assert gain.draft_cost == pytest.approx(cost)
    n, p = gain.n_draft, SAME_FAMILY.acceptance
    by_hand = {k: sum(p**i for i in range(k + 1)) / (1 + 0.03 * k + k * cost) for k in range(1, 13)}
    assert gain.speedup == pytest.approx(by_hand[n])
    assert by_hand[n] == max(by_hand.values())
    assert "xpected" in gain.sentence
    assert f"{gain.speedup:.1f} times" in gain.sentence


def test_a_dearer_draft_is_expected_to_bring_less(target: Header, small: Header, tmp_path: Path) -> None:
    larger = header(write_dense(tmp_path / "larger.gguf", layers=10))
    same = header(write_dense(tmp_path / "same.gguf", layers=30))
    gains = [expected_gain(target, draft, check_pair(target, draft)).speedup for draft in (small, larger, same)]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < 1.05
    assert "bring nothing" in expected_gain(target, same, GOOD).sentence


def test_another_family_guesses_worse(target: Header, tmp_path: Path) -> None:
    stranger = header(write_dense(tmp_path / "stranger.gguf", layers=1, name="Wholly Different"))
    verdict = check_pair(target, stranger)
    assert "family" in {finding.rule for finding in verdict.findings}
    assert expected_gain(target, stranger, verdict).acceptance <= OTHER_FAMILY.acceptance


def test_on_a_cpu_checking_is_dear(target: Header, small: Header) -> None:
    on_gpu, on_cpu = expected_gain(target, small, GOOD), expected_gain(target, small, GOOD, "cpu")
    assert on_cpu.speedup < on_gpu.speedup
    assert on_cpu.n_draft < on_gpu.n_draft


def test_unpacking_makes_it_dearer(small: Header, tmp_path: Path) -> None:
    plain = header(write_dense(tmp_path / "plain.gguf", layers=30))
    # Of the same sizes, so that nothing but the packing differs.
    packed = replace(plain, tensors=tuple(replace(tensor, type=TENSOR_TYPES[8]) for tensor in plain.tensors))
    assert packed.quantisation == "Q8_0"
    assert expected_gain(packed, small, GOOD, "cpu").speedup < expected_gain(plain, small, GOOD, "cpu").speedup
    assert expected_gain(packed, small, GOOD) == expected_gain(plain, small, GOOD)


def test_of_a_mixture_of_experts_several_tokens_read_more(tmp_path: Path) -> None:
    mixture = header(write_hybrid(tmp_path / "moe.gguf", moe=True))
    dense = header(write_hybrid(tmp_path / "dense.gguf"))
    assert pass_bytes(dense, 4) == pass_bytes(dense, 1)
    one, four, all_of_them = (pass_bytes(mixture, n) for n in (1, 4, 1000))
    assert one < four < all_of_them
    experts = sum(tensor.n_bytes for tensor in mixture.tensors if "_exps." in tensor.name)
    assert four - one == pytest.approx(experts * ((1 - 0.5**4) - 0.5))


def test_a_head_costs_its_block_and_the_output_matrix(tmp_path: Path) -> None:
    whole = header(write_hybrid(tmp_path / "whole.gguf", nextn=1))
    trunk = header(write_hybrid(tmp_path / "trunk.gguf"))
    beside = header(write_hybrid(tmp_path / "beside.gguf", nextn=1, trunk=False))
    assert pass_bytes(whole) == pass_bytes(trunk)
    inside = draft_cost(whole, None)
    assert LEAST_DRAFT < inside < 1
    assert draft_cost(trunk, beside) == pytest.approx(inside)
    assert expected_gain(whole, None, GOOD).acceptance == HEAD.acceptance


def test_all_blocks_of_an_assistant_count(tmp_path: Path) -> None:
    lender, assistant = header(write_lender(tmp_path / "lender.gguf")), header(write_assistant(tmp_path / "head.gguf"))
    assert check_draft(lender, assistant).level == "ok"
    assert draft_cost(lender, assistant) == pytest.approx(bytes_per_pass(assistant) / bytes_per_pass(lender))
