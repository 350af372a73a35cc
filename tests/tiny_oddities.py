"""GGUF files that are no chat models (a projector, an adapter, ...), and ways to damage a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.tiny_models import MetaValue, attention_tensors, common_metadata, write_file
from tests.tiny_vocabulary import spm_vocabulary


def write_projector(path: Path) -> Path:
    """An image projector (mmproj), as it lies beside vision models."""
    metadata: dict[str, MetaValue] = {
        "general.type": "mmproj",
        "clip.has_vision_encoder": True,
        "clip.projector_type": "mlp",
    }
    return write_file(path, "clip", metadata, {"mm.0.weight": np.ones((8, 8), np.float32)})


def write_drafter_head(path: Path, architecture: str = "eagle3") -> Path:
    """A file that drafts with its target's help (`eagle3`, `dflash`, `gemma4-assistant`), not to be loaded."""
    words = spm_vocabulary()
    metadata = common_metadata("Tiny Head", words, 4096, 64, 1, 128) | {"attention.head_count": 2}
    tensors = attention_tensors(np.random.default_rng(1), 0, 64, 64, 32, 1.0)
    return write_file(path, architecture, metadata, tensors | {"fc.weight": np.ones((64, 192), np.float32)})


def write_vocabulary_only(path: Path) -> Path:
    """A tokenizer without a model."""
    return write_file(path, "llama", common_metadata("Tiny Vocabulary", spm_vocabulary(), 4096, 64, 2, 128), {})


def write_adapter(path: Path) -> Path:
    """A LoRA adapter."""
    metadata: dict[str, MetaValue] = {
        "general.type": "adapter",
        "adapter.type": "lora",
        "adapter.lora.alpha": 16.0,
    }
    return write_file(path, "llama", metadata, {"blk.0.attn_q.weight.lora_a": np.ones((4, 64), np.float32)})


def write_importance_matrix(path: Path) -> Path:
    """An importance matrix, as quantisers publish it beside their models."""
    metadata: dict[str, MetaValue] = {
        "general.type": "imatrix",
        "imatrix.chunk_count": 1,
        "imatrix.datasets": ["calibration"],
    }
    return write_file(path, "imatrix", metadata, {"blk.0.attn_q.weight.in_sum2": np.ones((1, 64), np.float32)})


def write_embedding(path: Path) -> Path:
    """A model that turns text into vectors and writes none."""
    metadata = common_metadata("Tiny Embedding", spm_vocabulary(), 512, 64, 1, 128) | {
        "attention.head_count": 2,
        "attention.causal": False,
        "pooling_type": 1,
    }
    return write_file(path, "bert", metadata, {"token_embd.weight": np.ones((len(spm_vocabulary()), 64), np.float32)})


def cut_short(path: Path, n_bytes: int) -> Path:
    """Keep the first n_bytes of a file (all but the last -n_bytes where negative): a broken download."""
    path.write_bytes(path.read_bytes()[:n_bytes])
    return path


def overwritten(path: Path, offset: int, data: bytes) -> Path:
    """Put other bytes into a file: b'GGML' at 0 is a wrong magic, bytes([9]) at 4 a version to come."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)
    return path
