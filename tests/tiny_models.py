"""Real GGUF files of about a megabyte with known behaviour, written in a fraction of a second.

Recipe: random embeddings E; the output row of token j is the sum of the embeddings of the tokens that j
follows, so a table gives the most likely next token (`tests.tiny_vocabulary`); the layers are real, with their
output projections scaled down by `mixing`, so that they only perturb. All follows from `seed`; weights are F32.

- `sharpness` scales the logits. Probability of the wanted token at temperature 1, measured: 4 -> 1.0,
  1 -> 0.74, 0.75 -> 0.35, 0.5 -> 0.08.
- `mixing` is how much the layers, and so the context, have to say: at 0.02 the table decides; at 2 the text
  depends on everything before it, so that a wrong KV cache shows.
- `noise` perturbs the input embeddings: a draft for the noiseless model of the same seed. Share of tokens on
  which they agree, measured: 0.5 -> 1.0, 1 -> 0.98, 1.5 -> 0.86, 2 -> 0.64, 3 -> 0.3, 6 -> 0.08.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import numpy.typing as npt

from tests.tiny_vocabulary import CHATML, IntArray, Vocabulary, cyclic_next, default_next, spm_vocabulary

FloatArray = npt.NDArray[np.float32]
MetaValue = int | float | bool | str | Sequence[str] | Sequence[int] | Sequence[float] | Sequence[bool]
Tensors = dict[str, FloatArray]
UNSET = -1


def write_file(
    path: Path, architecture: str, metadata: Mapping[str, MetaValue], tensors: Mapping[str, npt.NDArray[Any]]
) -> Path:
    """Any GGUF. Keys under no known root belong to the architecture; int becomes uint32, float float32."""
    writer = gguf.GGUFWriter(path, architecture)
    for key, value in metadata.items():
        name = (
            key
            if key.split(".")[0] in ("general", "tokenizer", "split", "adapter", "imatrix", "clip")
            else (f"{architecture}.{key}")
        )
        match value:
            case bool():
                writer.add_bool(name, value)
            case int():
                writer.add_uint32(name, value)
            case float():
                writer.add_float32(name, value)
            case str():
                writer.add_string(name, value)
            case _:
                writer.add_array(name, list(value))
    for tensor, data in tensors.items():
        writer.add_tensor(tensor, np.ascontiguousarray(data))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def vocabulary_metadata(
    vocabulary: Vocabulary,
    *,
    bos: int | None = None,
    eos: int | None = None,
    add_bos: bool | None = False,
    add_eos: bool | None = False,
    chat_template: str | None = CHATML,
) -> dict[str, MetaValue]:
    """The tokenizer.* keys. None leaves add_bos, add_eos, chat_template out; UNSET leaves bos or eos out."""
    keys: dict[str, MetaValue] = {
        "tokenizer.ggml.model": vocabulary.model,
        "tokenizer.ggml.pre": vocabulary.pre,
        "tokenizer.ggml.tokens": vocabulary.tokens,
        "tokenizer.ggml.token_type": vocabulary.kinds,
    }
    if vocabulary.model == "llama":
        keys["tokenizer.ggml.scores"] = [0.0] * len(vocabulary)
        keys["tokenizer.ggml.add_space_prefix"] = False
    if vocabulary.merges:
        keys["tokenizer.ggml.merges"] = vocabulary.merges
    for key, value, default in (("bos", bos, vocabulary.bos), ("eos", eos, vocabulary.eos)):
        if value != UNSET:
            keys[f"tokenizer.ggml.{key}_token_id"] = default if value is None else value
    for key, flag in (("bos", add_bos), ("eos", add_eos)):
        if flag is not None:
            keys[f"tokenizer.ggml.add_{key}_token"] = flag
    if chat_template is not None:
        keys["tokenizer.chat_template"] = chat_template
    return keys


def write_dense(
    path: Path,
    *,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    layers: int = 2,
    embd: int = 128,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    noise: float = 0.0,
    name: str = "Tiny Dense",
    base_model: str | None = None,
    tokenizer: Mapping[str, Any] | None = None,
    extra: Mapping[str, MetaValue] | None = None,
) -> Path:
    """A `llama`: two heads of embd/2. tokenizer: arguments of `vocabulary_metadata`; extra: more keys."""
    words = vocabulary or spm_vocabulary()
    head, ff = embd // 2, 2 * embd
    metadata = common_metadata(name, words, n_ctx, embd, layers, ff, base_model, tokenizer) | {
        "attention.head_count": 2,
        "attention.head_count_kv": 1,
        "rope.dimension_count": head,
    }
    tensors = ends(words, seed, embd, next_token, sharpness, noise)
    for il in range(layers):
        rng = np.random.default_rng([seed, 1, il])
        tensors |= attention_tensors(rng, il, embd, 2 * head, head, mixing)
        tensors |= feed_forward(rng, il, embd, ff, mixing)
        tensors[f"blk.{il}.ffn_norm.weight"] = np.ones(embd, np.float32)
    return write_file(path, "llama", metadata | dict(extra or {}), tensors)


def write_sliding_window(
    path: Path,
    *,
    window: int = 64,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    noise: float = 0.0,
    name: str = "Tiny Window",
) -> Path:
    """A `gemma3` of two layers: the first sees the last `window` tokens only, the second sees all."""
    words, embd, layers = vocabulary or spm_vocabulary(), 128, 2
    metadata = common_metadata(name, words, n_ctx, embd, layers, 128) | {
        "attention.head_count": 2,
        "attention.head_count_kv": 1,
        "attention.key_length": 32,
        "attention.value_length": 32,
        "attention.sliding_window": window,
        "attention.sliding_window_pattern": 2,
    }
    tensors = ends(words, seed, embd, next_token, sharpness, noise)
    # The norm behind each part undoes the part's own scale, and embeddings enter sqrt(embd) times as large.
    damped = np.full(embd, np.sqrt(embd) * mixing, np.float32)
    for il in range(layers):
        rng = np.random.default_rng([seed, 1, il])
        tensors |= attention_tensors(rng, il, embd, 64, 32, 1.0) | head_norms(il, 32)
        tensors |= feed_forward(rng, il, embd, 128, 1.0)
        tensors[f"blk.{il}.ffn_norm.weight"] = np.ones(embd, np.float32)
        tensors[f"blk.{il}.post_attention_norm.weight"] = damped
        tensors[f"blk.{il}.post_ffw_norm.weight"] = damped
    return write_file(path, "gemma3", metadata, tensors)


def write_endless(
    path: Path, *, n_ctx: int = 8192, layers: int = 2, seed: int = 0, name: str = "Tiny Dense"
) -> Path:
    """A `write_dense` that says the same 24 words again and again, so that n-grams hit, and never ends."""
    words = spm_vocabulary()
    table = cyclic_next(words, 24)
    return write_dense(
        path, vocabulary=words, next_token=table, n_ctx=n_ctx, layers=layers, seed=seed, name=name
    )


def write_hybrid(
    path: Path,
    *,
    nextn: int = 0,
    mtp_noise: float = 0.0,
    moe: bool = False,
    trunk: bool = True,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    layers: int = 4,
    ff: int = 128,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    noise: float = 0.0,
    name: str = "Tiny Hybrid",
) -> Path:
    """A `qwen35` or `qwen35moe`: gated delta net, every fourth layer attention, then `nextn` MTP blocks.

    mtp_noise: acceptance measured: 0 -> 1.0, 0.1 -> 0.87, 0.15 -> 0.46, 0.3 -> 0.05.
    trunk=False leaves the trunk's layers out: the separate MTP file that some repositories offer. layers and ff pad it
    until a pass costs what one of a real model does.
    """
    words, embd = vocabulary or spm_vocabulary(), 128
    metadata = common_metadata(name, words, n_ctx, embd, layers + nextn, ff) | {
        "attention.head_count": 2,
        "attention.head_count_kv": 1,
        "attention.key_length": 32,
        "attention.value_length": 32,
        "rope.dimension_count": 16,
        "rope.dimension_sections": [3, 3, 2, 0],
        "full_attention_interval": 4,
        "ssm.conv_kernel": 4,
        "ssm.inner_size": 64,
        "ssm.state_size": 32,
        "ssm.time_step_rank": 2,
        "ssm.group_count": 2,
    }
    if moe:
        metadata |= {
            "expert_count": 4,
            "expert_used_count": 2,
            "expert_feed_forward_length": 32,
            "expert_shared_feed_forward_length": 32,
        }
    if nextn:
        metadata["nextn_predict_layers"] = nextn
    tensors = ends(words, seed, embd, next_token, sharpness, noise)
    for il in range(layers + nextn):
        if il < layers and not trunk:
            continue
        rng = np.random.default_rng([seed, 1, il])
        if il >= layers or (il + 1) % 4 == 0:
            tensors |= attention_tensors(rng, il, embd, 64, 32, mixing, gated=True) | head_norms(il, 32)
        else:
            tensors |= _delta_net(rng, il, embd, mixing)
        tensors |= _experts(rng, il, embd, mixing) if moe else feed_forward(rng, il, embd, ff, mixing)
        tensors[f"blk.{il}.post_attention_norm.weight"] = np.ones(embd, np.float32)
        if il >= layers:
            tensors |= nextn_tensors(np.random.default_rng([seed, 3, il]), il, embd, mtp_noise)
    return write_file(path, "qwen35moe" if moe else "qwen35", metadata, tensors)


def write_recurrent(
    path: Path,
    *,
    seed: int = 0,
    vocabulary: Vocabulary | None = None,
    next_token: IntArray | None = None,
    n_ctx: int = 4096,
    sharpness: float = 4.0,
    mixing: float = 0.02,
    noise: float = 0.0,
    name: str = "Tiny Recurrent",
) -> Path:
    """A `mamba` of two layers: no attention at all, and a memory that cannot go back."""
    words, embd, inner, state, rank = vocabulary or spm_vocabulary(), 128, 256, 16, 4
    metadata = common_metadata(name, words, n_ctx, embd, 2, 0) | {
        "attention.head_count": 0,
        "ssm.conv_kernel": 4,
        "ssm.inner_size": inner,
        "ssm.state_size": state,
        "ssm.time_step_rank": rank,
    }
    tensors = ends(words, seed, embd, next_token, sharpness, noise)
    for il in range(2):
        rng = np.random.default_rng([seed, 1, il])
        tensors |= {
            f"blk.{il}.attn_norm.weight": np.ones(embd, np.float32),
            f"blk.{il}.ssm_in.weight": random_matrix(rng, 2 * inner, embd),
            f"blk.{il}.ssm_conv1d.weight": random_matrix(rng, inner, 4),
            f"blk.{il}.ssm_conv1d.bias": np.zeros(inner, np.float32),
            f"blk.{il}.ssm_x.weight": random_matrix(rng, rank + 2 * state, inner),
            f"blk.{il}.ssm_dt.weight": random_matrix(rng, inner, rank),
            f"blk.{il}.ssm_dt.bias": np.zeros(inner, np.float32),
            f"blk.{il}.ssm_a": -np.tile(np.arange(1, state + 1, dtype=np.float32), (inner, 1)),
            f"blk.{il}.ssm_d": np.ones(inner, np.float32),
            f"blk.{il}.ssm_out.weight": random_matrix(rng, embd, inner) * mixing,
        }
    return write_file(path, "mamba", metadata, tensors)


def common_metadata(
    name: str,
    vocabulary: Vocabulary,
    n_ctx: int,
    embd: int,
    layers: int,
    ff: int,
    base_model: str | None = None,
    tokenizer: Mapping[str, Any] | None = None,
) -> dict[str, MetaValue]:
    """The keys that every language model has. tokenizer: arguments of `vocabulary_metadata`."""
    base: dict[str, MetaValue] = {"general.type": "model", "general.name": name, "general.file_type": 0}
    if base_model:
        base |= {"general.base_model.count": 1, "general.base_model.0.name": base_model}
    return {
        **base,
        "vocab_size": len(vocabulary),
        "context_length": n_ctx,
        "embedding_length": embd,
        "block_count": layers,
        "feed_forward_length": ff,
        "attention.layer_norm_rms_epsilon": 1e-6,
        **vocabulary_metadata(vocabulary, **(tokenizer or {})),
    }


def random_matrix(rng: np.random.Generator, rows: int, columns: int) -> FloatArray:
    """A matrix that keeps the size of its input."""
    return rng.standard_normal((rows, columns), np.float32) / np.float32(np.sqrt(columns))


def ends(
    vocabulary: Vocabulary, seed: int, embd: int, next_token: IntArray | None, sharpness: float, noise: float
) -> Tensors:
    table = default_next(vocabulary, seed) if next_token is None else next_token
    embeddings = np.random.default_rng([seed, 0]).standard_normal((len(vocabulary), embd), np.float32)
    output = np.zeros_like(embeddings)
    np.add.at(output, table, embeddings * np.float32(8 * sharpness / embd))
    wobble = np.random.default_rng([seed, 2]).standard_normal(embeddings.shape, np.float32)
    return {
        "token_embd.weight": embeddings + np.float32(noise) * wobble,
        "output_norm.weight": np.ones(embd, np.float32),
        "output.weight": output,
    }


def attention_tensors(
    rng: np.random.Generator, il: int, embd: int, q: int, kv: int, mixing: float, gated: bool = False
) -> Tensors:
    """One attention block with q and kv columns; gated: the query projection carries a gate of the same size."""
    return {
        f"blk.{il}.attn_norm.weight": np.ones(embd, np.float32),
        f"blk.{il}.attn_q.weight": random_matrix(rng, 2 * q if gated else q, embd),
        f"blk.{il}.attn_k.weight": random_matrix(rng, kv, embd),
        f"blk.{il}.attn_v.weight": random_matrix(rng, kv, embd),
        f"blk.{il}.attn_output.weight": random_matrix(rng, embd, q) * np.float32(mixing),
    }


def head_norms(il: int, head: int) -> Tensors:
    return {f"blk.{il}.attn_{part}_norm.weight": np.ones(head, np.float32) for part in "qk"}


def feed_forward(rng: np.random.Generator, il: int, embd: int, ff: int, mixing: float) -> Tensors:
    return {
        f"blk.{il}.ffn_gate.weight": random_matrix(rng, ff, embd),
        f"blk.{il}.ffn_up.weight": random_matrix(rng, ff, embd),
        f"blk.{il}.ffn_down.weight": random_matrix(rng, embd, ff) * np.float32(mixing),
    }


def _delta_net(rng: np.random.Generator, il: int, embd: int, mixing: float) -> Tensors:
    """Two heads of 32: keys, queries and values of 64 each, all through one convolution of 192 channels."""
    return {
        f"blk.{il}.attn_norm.weight": np.ones(embd, np.float32),
        f"blk.{il}.attn_qkv.weight": random_matrix(rng, 192, embd),
        f"blk.{il}.attn_gate.weight": random_matrix(rng, 64, embd),
        f"blk.{il}.ssm_conv1d.weight": random_matrix(rng, 192, 4),
        f"blk.{il}.ssm_dt.bias": np.zeros(2, np.float32),
        f"blk.{il}.ssm_a": np.full(2, -0.5, np.float32),
        f"blk.{il}.ssm_beta.weight": random_matrix(rng, 2, embd),
        f"blk.{il}.ssm_alpha.weight": random_matrix(rng, 2, embd),
        f"blk.{il}.ssm_norm.weight": np.ones(32, np.float32),
        f"blk.{il}.ssm_out.weight": random_matrix(rng, embd, 64) * np.float32(mixing),
    }


def _experts(rng: np.random.Generator, il: int, embd: int, mixing: float) -> Tensors:
    """Four experts of 32, two of them used, and one shared by all tokens."""
    stacked = {
        "gate": np.stack([random_matrix(rng, 32, embd) for _ in range(4)]),
        "up": np.stack([random_matrix(rng, 32, embd) for _ in range(4)]),
        "down": np.stack([random_matrix(rng, embd, 32) * np.float32(mixing) for _ in range(4)]),
    }
    return {
        **{f"blk.{il}.ffn_{part}_exps.weight": weights for part, weights in stacked.items()},
        f"blk.{il}.ffn_gate_inp.weight": random_matrix(rng, 4, embd),
        f"blk.{il}.ffn_gate_inp_shexp.weight": np.zeros(embd, np.float32),
        f"blk.{il}.ffn_gate_shexp.weight": random_matrix(rng, 32, embd),
        f"blk.{il}.ffn_up_shexp.weight": random_matrix(rng, 32, embd),
        f"blk.{il}.ffn_down_shexp.weight": random_matrix(rng, embd, 32) * np.float32(mixing),
    }


def nextn_tensors(rng: np.random.Generator, il: int, embd: int, noise: float) -> Tensors:
    """eh_proj passes the embedding half on and drops the hidden half, plus noise on both."""
    project = np.hstack([np.eye(embd, dtype=np.float32), np.zeros((embd, embd), np.float32)])
    return {
        f"blk.{il}.nextn.eh_proj.weight": project + np.float32(noise) * rng.standard_normal(project.shape, np.float32),
        f"blk.{il}.nextn.enorm.weight": np.ones(embd, np.float32),
        f"blk.{il}.nextn.hnorm.weight": np.ones(embd, np.float32),
        f"blk.{il}.nextn.shared_head_norm.weight": np.ones(embd, np.float32),
    }
