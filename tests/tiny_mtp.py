"""Tiny models of the less common MTP shapes: chained heads (`step35`), and a target with its assistant (`gemma4`).

Both follow the recipe of `tests.tiny_models`: the next token is a table's, and a head guesses it from the token's
embedding alone, so that its noise decides how often it is right. `write_hybrid` there has the usual, single head.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.tiny_models import (
    Tensors,
    attention_tensors,
    common_metadata,
    ends,
    feed_forward,
    head_norms,
    nextn_tensors,
    random_matrix,
    write_file,
)
from tests.tiny_vocabulary import IntArray, Vocabulary, spm_vocabulary

EMBD, HEAD, ASSISTANT_EMBD = 128, 32, 96


def write_chained(
    path: Path,
    *,
    head_noise: Sequence[float] = (0.0, 0.0),
    listening: float = 0.0,
    trunk: bool = True,
    window: int = 32,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    name: str = "Tiny Chain",
) -> Path:
    """A `step35` of two layers, the first with a sliding window, and one MTP block per entry of `head_noise`.

    head_noise: acceptance measured per head: 0 -> 1.0, 0.08 -> 0.94, 0.15 -> 0.4, 0.3 -> 0.03. listening: what the
    heads' own keys and values have to say beside the token, 1 as much as that. trunk=False: the heads alone.
    """
    words, layers, ff = vocabulary or spm_vocabulary(), 2, 128
    blocks = layers + len(head_noise)
    metadata = common_metadata(name, words, n_ctx, EMBD, blocks, ff) | {
        "attention.head_count": 2,
        "attention.head_count_kv": 1,
        "attention.key_length": HEAD,
        "attention.value_length": HEAD,
        "attention.sliding_window": window,
        "attention.sliding_window_pattern": [il != 1 for il in range(blocks)],
        "rope.dimension_count": HEAD,
        "expert_feed_forward_length": ff,
        "nextn_predict_layers": len(head_noise),
    }
    tensors = ends(words, seed, EMBD, next_token, sharpness, 0.0)
    for il in range(0 if trunk else layers, blocks):
        rng = np.random.default_rng([seed, 1, il])
        said = max(mixing, listening) if il >= layers else mixing
        tensors |= attention_tensors(rng, il, EMBD, 2 * HEAD, HEAD, said) | head_norms(il, HEAD)
        tensors |= feed_forward(rng, il, EMBD, ff, mixing)
        tensors[f"blk.{il}.ffn_norm.weight"] = np.ones(EMBD, np.float32)
        if il >= layers:
            tensors |= nextn_tensors(np.random.default_rng([seed, 3, il]), il, EMBD, head_noise[il - layers])
    return write_file(path, "step35", metadata, tensors)


def write_lender(
    path: Path,
    *,
    window: int = 32,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    name: str = "Tiny Lender",
) -> Path:
    """A `gemma4` of two layers, the first with a sliding window; an assistant reads the memory of both."""
    words, ff, layers = vocabulary or spm_vocabulary(), 128, 2
    metadata = common_metadata(name, words, n_ctx, EMBD, layers, ff) | _windowed(window, layers)
    metadata["embedding_length_per_layer_input"] = 0
    tensors = ends(words, seed, EMBD, next_token, sharpness, 0.0)
    tensors["rope_freqs.weight"] = np.ones(HEAD // 2, np.float32)
    # The norm behind each part undoes the part's own scale, and embeddings enter sqrt(embd) times as large.
    damped = np.full(EMBD, np.sqrt(EMBD) * mixing, np.float32)
    for il in range(layers):
        rng = np.random.default_rng([seed, 1, il])
        tensors |= attention_tensors(rng, il, EMBD, 2 * HEAD, HEAD, 1.0) | head_norms(il, HEAD)
        tensors |= feed_forward(rng, il, EMBD, ff, 1.0)
        tensors |= _four_norms(il, EMBD, damped)
    return write_file(path, "gemma4", metadata, tensors)


def write_assistant(
    path: Path,
    *,
    head_noise: float = 0.0,
    listening: float = 0.0,
    window: int = 32,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    target_embd: int = EMBD,
    head: int = HEAD,
    name: str = "Tiny Assistant",
) -> Path:
    """A `gemma4-assistant` for the `write_lender` of the same arguments: narrower, without keys and values of its own.

    It sees the target's embeddings through one random projection and its output rows through the same one, which
    keeps their angles well enough. head_noise: acceptance measured: 0 -> 1.0, 1.5 -> 0.9, 3 -> 0.4, 8 -> 0.02.
    listening: what the row of the pass before has to say beside the token, 1 as much as that.
    """
    words, embd, ff, layers = vocabulary or spm_vocabulary(), ASSISTANT_EMBD, 128, 2
    metadata = common_metadata(name, words, n_ctx, embd, layers, ff) | _windowed(window, layers, head)
    metadata |= {"embedding_length_out": target_embd, "nextn_predict_layers": layers}
    rng = np.random.default_rng([seed, 4])
    down = np.linalg.qr(random_matrix(rng, target_embd, embd))[0].T
    wobble = np.float32(head_noise) * random_matrix(rng, embd, 2 * target_embd)
    heard = np.float32(listening * np.sqrt(target_embd)) * random_matrix(rng, embd, target_embd)
    rows = ends(words, seed, target_embd, next_token, sharpness, 0.0)["output.weight"]
    tensors: Tensors = {
        "token_embd.weight": rows @ down.T,
        "output_norm.weight": np.ones(embd, np.float32),
        "rope_freqs.weight": np.ones(head // 2, np.float32),
        "nextn.pre_projection.weight": np.hstack([down, heard]) + wobble,
        "nextn.post_projection.weight": down.T.copy(),
    }
    damped = np.full(embd, np.sqrt(embd) * mixing, np.float32)
    for il in range(layers):
        block = attention_tensors(rng, il, embd, 2 * head, head, 1.0) | head_norms(il, head)
        tensors |= {name: data for name, data in block.items() if "attn_k" not in name and "attn_v" not in name}
        tensors |= feed_forward(rng, il, embd, ff, 1.0) | _four_norms(il, embd, damped)
        tensors[f"blk.{il}.layer_output_scale.weight"] = np.ones(1, np.float32)
    return write_file(path, "gemma4-assistant", metadata, tensors)


def _windowed(window: int, layers: int, head: int = HEAD) -> dict[str, int | Sequence[bool]]:
    return {
        "attention.head_count": 2,
        "attention.head_count_kv": 1,
        "attention.key_length": head,
        "attention.value_length": head,
        "attention.key_length_swa": head,
        "attention.value_length_swa": head,
        "attention.sliding_window": window,
        "attention.sliding_window_pattern": [il % 2 == 0 for il in range(layers)],
        "rope.dimension_count": head,
        "rope.dimension_count_swa": head,
    }


def _four_norms(il: int, embd: int, behind: np.ndarray) -> Tensors:
    return {
        f"blk.{il}.ffn_norm.weight": np.ones(embd, np.float32),
        f"blk.{il}.post_attention_norm.weight": behind,
        f"blk.{il}.post_ffw_norm.weight": behind,
    }
