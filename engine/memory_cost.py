"""What one model takes in memory, block by block, worked out from its header.

Sizes follow llama.cpp: KV cells as in src/llama-kv-cache.cpp, recurrent rows as `n_embd_r` and `n_embd_s` in
src/llama-hparams.cpp, token embeddings always in RAM. The compute buffer is an estimate that was fitted to what
llama.cpp reports of models from 1 MB to 35 billion parameters, mostly within 10 %; the rest is exact for the
architectures that keep an ordinary cache.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.commands import ContextOptions
from engine.gguf_format import TENSOR_TYPES
from engine.gguf_header import Header

N_UBATCH: Final = 512
TOKEN_BYTES: Final = 380  # of the tokenizer's tables per token; measured 320 to 430 for 32,000 to 262,144 tokens
CELL_STEP: Final = 256  # llama.cpp rounds a context up to this many cells
_TYPE_BYTES: Final = {kind.name.lower(): kind.n_bytes / kind.block for kind in TENSOR_TYPES.values()}

# Every how many blocks one sees the whole text, where the file does not say (`load_swa_pattern` in src/models).
_WINDOW_PATTERN: Final = {
    "gemma2": 2, "gemma3": 6, "gemma3n": 5, "gpt-oss": 2, "cohere2": 4, "exaone4": 4, "exaone-moe": 4, "olmo2": 4,
    "afmoe": 4, "mellum": 4, "plamo3": 8, "muse-glimmer": 4,
}  # fmt: skip

# Architectures whose recurrent memory can go back (`llm_arch_supports_rs_rollback`); others are given no copies.
_ROLLS_BACK: Final = frozenset(
    [
        *("qwen35", "qwen35moe", "qwen4exp", "deepseek4", "nemotron_h", "nemotron_h_moe", "bailingmoe3"),
        *("lfm2", "lfm2moe", "kimi-k3", "glm5-next"),
    ]
)


@dataclass(frozen=True, slots=True)
class ModelCost:
    """Bytes. weights, kv, state and rollback have one entry per block; blocks from n_trunk on are NextN ones.

    state is recurrent memory, rollback the copies of it that let it go back. input: token embeddings, which stay in
    RAM. output: the output matrix where it lies beside the blocks. tied: the output is the token embeddings, of which a
    GPU gets a copy of its own. compute: the buffer of one pass, on every device that has a part in it; head_compute:
    that of the NextN blocks, whose passes are apart; host: what stays in RAM of it when all layers are on GPUs.
    logits: the rows that a pass hands out, in RAM. vocabulary: what the tokenizer makes of it, in RAM.
    """

    weights: tuple[int, ...]
    kv: tuple[int, ...]
    state: tuple[int, ...]
    rollback: tuple[int, ...]
    n_trunk: int
    input: int
    output: int
    tied: bool
    compute: int
    head_compute: int
    host: int
    logits: int
    vocabulary: int

    @property
    def n_layers(self) -> int:
        """What `gpu_layers` can count up to: the blocks and the output."""
        return len(self.weights) + 1

    def block(self, il: int) -> int:
        return self.weights[il] + self.kv[il] + self.state[il] + self.rollback[il]

    def on_gpu(self, gpu_layers: int) -> int:
        """Bytes on the GPU, compute buffers apart: the output first, then the blocks from the last to the first."""
        if gpu_layers <= 0:
            return 0
        first = max(0, self.n_layers - gpu_layers)
        copied = self.input if self.tied else 0
        return self.output + copied + sum(self.block(il) for il in range(first, len(self.weights)))

    def in_ram(self, gpu_layers: int) -> int:
        """Bytes in RAM, compute buffers apart."""
        first = max(0, min(len(self.weights), self.n_layers - max(0, gpu_layers)))
        return self.input + (self.output if gpu_layers <= 0 else 0) + sum(self.block(il) for il in range(first))


def model_cost(
    header: Header,
    options: ContextOptions,
    n_ctx: int,
    *,
    n_rs_seq: int = 0,
    n_outputs: int = 1,
    n_rows: int = 1,
    mtp: bool = False,
    swa_full: bool = True,
) -> ModelCost:
    """What `header`'s model takes with a context of n_ctx tokens.

    n_rs_seq: positions a recurrent memory can go back, each a full copy, where its architecture can. n_outputs: rows of
    logits that one pass may have; n_rows: that it does have. mtp: the NextN blocks are loaded and have a context of
    their own. swa_full: windows get a full-size cache too.
    """
    blocks = header.n_layer_all
    weights: defaultdict[int, int] = defaultdict(int)
    parts: defaultdict[int, set[str]] = defaultdict(set)
    outside = {"token_embd": 0, "output": 0}
    for tensor in header.tensors:
        root, _, rest = tensor.name.partition(".")
        number, _, part = rest.partition(".")
        if root == "blk" and number.isdecimal() and int(number) < blocks:
            weights[int(number)] += tensor.n_bytes
            parts[int(number)].add(part)
        elif root in ("token_embd", "per_layer_token_embd"):
            outside["token_embd"] += tensor.n_bytes
        else:
            outside["output"] += tensor.n_bytes
    used = range(blocks if mtp else header.n_layer)
    cells = _rounded(n_ctx)
    kv, state = _kv_bytes(header, options, cells, parts, swa_full), _state_bytes(header)
    states = [state if _is_recurrent(parts[il]) and il in used else 0 for il in range(blocks)]
    copies = n_rs_seq if header.architecture in _ROLLS_BACK else 0
    buffer = _compute_bytes(header, options, cells, n_outputs, swa_full)
    has_trunk = any(weights[il] for il in range(header.n_layer))
    return ModelCost(
        weights=tuple(weights[il] if il in used else 0 for il in range(blocks)),
        kv=tuple(kv[il] if il in used else 0 for il in range(blocks)),
        state=tuple(states),
        rollback=tuple(copies * one for one in states),
        n_trunk=header.n_layer,
        input=outside["token_embd"],
        output=outside["output"],
        tied=not header.has_tensor("output.weight"),
        compute=buffer if has_trunk else 0,
        head_compute=_compute_bytes(header, options, cells, 1, swa_full) if mtp and header.n_layer_nextn else 0,
        host=_mask_bytes(header, options, cells, swa_full) + 4 * min(N_UBATCH, cells) * header.n_embd,
        logits=4 * n_rows * header.n_vocab,
        vocabulary=TOKEN_BYTES * len(header.tokens),
    )


def _is_recurrent(parts: set[str]) -> bool:
    return any(part.startswith(("ssm_", "time_mix_", "shortconv")) for part in parts)


def _has_attention(parts: set[str]) -> bool:
    """Delta-net blocks name their one projection attn_qkv too; blocks that do both have an attn_k of their own."""
    if {"attn_k.weight", "attn_kv_a_mqa.weight"} & parts:
        return True
    return "attn_qkv.weight" in parts and not _is_recurrent(parts)


def _kv_bytes(
    header: Header, options: ContextOptions, cells: int, parts: dict[int, set[str]], swa_full: bool
) -> list[int]:
    n_head = header.per_layer("attention.head_count", 0)
    n_head_kv = [
        own if own is not None else heads
        for own, heads in zip(_optional(header, "attention.head_count_kv"), n_head, strict=True)
    ]
    usual = header.n_embd // max(1, *n_head, 1)
    k, v = header.integer(header.key("attention.key_length")), header.integer(header.key("attention.value_length"))
    k, v = (usual if k is None else k), (usual if v is None else v)
    k_window = header.integer(header.key("attention.key_length_swa"))
    v_window = header.integer(header.key("attention.value_length_swa"))
    if header.integer(header.key("attention.key_length_mla")):
        v = 0  # latent attention keeps one row that serves as key and value
    windows = _windows(header)
    shared = header.integer(header.key("attention.shared_kv_layers")) or 0
    width = _TYPE_BYTES[options.kv_type]
    found = []
    for il in range(header.n_layer_all):
        window = windows[il]
        row = (k_window or k) + (v_window or v) if window else k + v
        full = swa_full or not window or il >= header.n_layer  # NextN blocks always get the full size
        rows = cells if full else min(cells, _rounded(window + N_UBATCH))
        keeps = _has_attention(parts[il]) and il < header.n_layer_all - shared
        found.append(int(rows * n_head_kv[il] * row * width) if keeps else 0)
    return found


def _optional(header: Header, name: str) -> Sequence[int | None]:
    if header.key(name) not in header.metadata:
        return [None] * header.n_layer_all
    return header.per_layer(name, 0)


def _windows(header: Header) -> list[int]:
    """The sliding window of each block in tokens, 0 where it sees everything."""
    n_layer = header.n_layer_all
    window = header.integer(header.key("attention.sliding_window")) or 0
    pattern = header.metadata.get(header.key("attention.sliding_window_pattern"))
    if isinstance(pattern, tuple):
        return [window if il < len(pattern) and pattern[il] else 0 for il in range(n_layer)]
    every = header.integer(header.key("attention.sliding_window_pattern")) or _WINDOW_PATTERN.get(header.architecture)
    if not every:
        return [0] * n_layer
    return [window if il % every < every - 1 and il < header.n_layer else 0 for il in range(n_layer)]


def _state_bytes(header: Header) -> int:
    """Recurrent memory of one block for one sequence: the convolution's last inputs and the state, in float32."""

    def number(name: str) -> int:
        return header.integer(header.key(name)) or 0

    n_head = max(header.per_layer("attention.head_count", 0), default=0)
    if head := number("wkv.head_size"):
        return 4 * header.n_embd * ((number("token_shift_count") or 2) + head)
    if cache := number("shortconv.l_cache"):
        return 4 * header.n_embd * (cache - 1)
    back = max(0, number("ssm.conv_kernel") - 1)
    if head := number("kda.head_dim"):
        return 4 * n_head * head * (3 * (back or 3) + head)
    inner, state = number("ssm.inner_size"), number("ssm.state_size")
    return 4 * (back * (inner + 2 * number("ssm.group_count") * state) + state * inner)


def _compute_bytes(header: Header, options: ContextOptions, cells: int, n_outputs: int, swa_full: bool) -> int:
    """The buffer of one pass: the largest of what its stages need at once. The terms were fitted to what the library
    says of dense, expert, windowed and hybrid models; see `bench.memory_bill`."""
    n = min(N_UBATCH, cells)
    embd = header.n_embd
    n_ff = max(header.per_layer("feed_forward_length", 0), default=0)
    inner = header.integer(header.key("ssm.inner_size")) or 0
    used = max(header.per_layer("expert_used_count", 0), default=0)
    expert = used * (header.integer(header.key("expert_feed_forward_length")) or 0)
    forward = max(3 * n_ff + 4 * embd, 2 * used * embd + expert, 13 * inner // 2)
    stages = [_mask_bytes(header, options, cells, swa_full) + 4 * n * forward]
    n_head = max(header.per_layer("attention.head_count", 0), default=0)
    if n_head and options.flash_attention == "off":
        n_head_kv = max(header.per_layer("attention.head_count_kv", n_head), default=0)
        size = header.integer(header.key("attention.key_length")) or embd // n_head
        rows = n_head * cells + 3 * embd + (2 * n_head + 2 * n_head_kv) * size
        stages.append(_mask_bytes(header, options, cells, swa_full) + 4 * n * rows)
    stages.append(4 * n_outputs * (header.n_vocab + embd) + 4 * n * embd)
    return max(stages)


def _mask_bytes(header: Header, options: ContextOptions, cells: int, swa_full: bool) -> int:
    """Which token of a pass sees which cell: a table for the whole text, and one for the window where there is one."""
    if not any(header.per_layer("attention.head_count", 0)):
        return 0
    window = max(_windows(header), default=0)
    own = cells if swa_full else min(cells, _rounded(window + N_UBATCH))
    columns = cells + (own if window else 0)
    return min(N_UBATCH, cells) * columns * (4 if options.flash_attention == "off" else 2)


def _rounded(n_ctx: int) -> int:
    return -(-max(1, n_ctx) // CELL_STEP) * CELL_STEP
