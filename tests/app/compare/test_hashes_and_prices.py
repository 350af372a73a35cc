"""What is remembered between comparisons: which file a model is, and what verifying costs on it."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from app.compare.prices import PriceBook, PriceKey, depth_for
from app.library.hashes import ModelHashes
from engine.errors import ModelLoadError
from engine.events import PricePoint
from ui.comparison import PriceCurve

KEY = PriceKey("ab" * 32, "b1", "CPU: x", 0, 2, "f16", "auto")
CURVE = PriceCurve(512, (PricePoint(1, 0.01), PricePoint(2, 0.012)))


def test_a_file_is_hashed_once_and_again_when_it_changed(tmp_path: Path) -> None:
    model, memory = tmp_path / "m.gguf", tmp_path / "cache" / "hashes.json"
    model.write_bytes(b"one")
    book = ModelHashes(memory)
    assert book.of(str(model)) == hashlib.sha256(b"one").hexdigest()
    state = model.stat()
    model.write_bytes(b"two")
    os.utime(model, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert ModelHashes(memory).of(str(model)) == hashlib.sha256(b"one").hexdigest()  # size and time say: the same
    os.utime(model, ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    assert ModelHashes(memory).of(str(model)) == hashlib.sha256(b"two").hexdigest()


def test_all_shards_of_a_model_count(tmp_path: Path) -> None:
    shards = [tmp_path / f"m-0000{i}-of-00002.gguf" for i in (1, 2)]
    for shard, content in zip(shards, (b"one", b"two"), strict=True):
        shard.write_bytes(content)
    assert ModelHashes(tmp_path / "h.json").of(str(shards[0])) == hashlib.sha256(b"onetwo").hexdigest()


def test_hashing_can_be_cancelled_and_then_nothing_is_remembered(tmp_path: Path) -> None:
    model = tmp_path / "m.gguf"
    model.write_bytes(b"one")
    book = ModelHashes(tmp_path / "h.json")
    assert book.of(str(model), lambda: True) == ""
    assert book.of(str(model)) == hashlib.sha256(b"one").hexdigest()


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"x": 3}', b"\xff", b"[" * 100_000])
def test_a_damaged_memory_is_begun_again(tmp_path: Path, content: bytes) -> None:
    model, memory = tmp_path / "m.gguf", tmp_path / "h.json"
    model.write_bytes(b"one")
    memory.write_bytes(content)
    assert ModelHashes(memory).of(str(model)) == hashlib.sha256(b"one").hexdigest()
    memory.write_bytes(content)
    prices = PriceBook(memory)
    assert prices.find(KEY, 512) is None
    prices.keep(KEY, CURVE)
    assert prices.find(KEY, 512) == CURVE


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelLoadError, match="cannot be read"):
        ModelHashes(tmp_path / "h.json").of(str(tmp_path / "none.gguf"))


def test_a_curve_is_found_only_under_all_that_it_depends_on(tmp_path: Path) -> None:
    PriceBook(tmp_path / "p.json").keep(KEY, CURVE)
    book = PriceBook(tmp_path / "p.json")
    assert book.find(KEY, 512) == CURVE
    assert book.find(KEY, 0) is None
    for other in (
        replace(KEY, model_hash="cd" * 32), replace(KEY, build="b2"), replace(KEY, device="CUDA: y"),
        replace(KEY, gpu_layers=9), replace(KEY, threads=4), replace(KEY, kv_type="q8_0"),
        replace(KEY, flash_attention="on"),
    ):  # fmt: skip
        assert book.find(other, 512) is None


def test_a_curve_that_cannot_be_kept_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    book = PriceBook(tmp_path / "file" / "p.json")
    book.keep(KEY, CURVE)
    assert book.find(KEY, 512) is None


def test_without_a_hash_nothing_is_kept_or_found(tmp_path: Path) -> None:
    book = PriceBook(tmp_path / "p.json")
    book.keep(replace(KEY, model_hash=""), CURVE)
    book.keep(KEY, PriceCurve(512, ()))
    assert not (tmp_path / "p.json").exists()
    assert book.find(replace(KEY, model_hash=""), 512) is None


@pytest.mark.parametrize(
    ("n_tokens", "n_ctx", "depth"),
    [(0, 512, 0), (200, 8192, 0), (300, 8192, 512), (5000, 8192, 4096), (9000, 1100, 1024), (9, 10, 0)],
)
def test_a_depth_of_few_stands_for_a_reply(n_tokens: int, n_ctx: int, depth: int) -> None:
    assert depth_for(n_tokens, n_ctx, 64) == depth
