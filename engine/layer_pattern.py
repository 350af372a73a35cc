"""Which layers of a model can be left out together without changing what the others are.

llama.cpp tells many models' layers apart by their number alone: every fourth has full attention, every sixth sees the
whole text. When one layer goes, all behind it move up by one and would be run as something else. So of such models
whole periods are left out, and models whose pattern is not known here are refused instead of being run wrongly.

Sources: llama.cpp `src/models/*.cpp` (`load_swa_pattern`, `full_attention_interval`), `src/llama-quant.cpp`
(`remap_layer`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import RefusedError
from engine.gguf_header import Header

KEPT_AT_START: Final = 2  # the first layers and the last ones do what no other can do for them
KEPT_AT_END: Final = 2
BLOCKS_AT_MOST: Final = 32  # of very deep models several layers are tried at a time

_INSTEAD: Final = "Pick a draft model instead."
_UNIFORM: Final = frozenset(
    [
        *("llama", "mistral3", "qwen", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "gemma", "phi2", "phi3", "phimoe"),
        *("starcoder2", "stablelm", "internlm2", "minicpm", "command-r", "olmo", "olmoe", "granite", "granitemoe"),
        *("deepseek", "deepseek2", "chatglm", "glm4", "exaone", "nemotron", "falcon", "gptneox", "mamba", "mamba2"),
        *("hunyuan-dense", "seed_oss", "arcee", "baichuan", "orion", "xverse"),
    ]
)
# Key that holds the period (under the architecture's name), and the period where the file has no such key.
_PERIODIC: Final = {
    "gemma2": ("attention.sliding_window_pattern", 2),
    "gemma3": ("attention.sliding_window_pattern", 6),
    "cohere2": ("attention.sliding_window_pattern", 4),
    "gpt-oss": ("attention.sliding_window_pattern", 2),
    "exaone4": ("attention.sliding_window_pattern", 4),
    "smollm3": ("", 4),
    "qwen3next": ("full_attention_interval", 4),
    "qwen35": ("full_attention_interval", 4),
    "qwen35moe": ("full_attention_interval", 4),
}


@dataclass(frozen=True, slots=True)
class LayerBlocks:
    """What may be left out: blocks of layers that lie side by side. size: layers in each."""

    n_layer: int
    size: int
    blocks: tuple[tuple[int, ...], ...]


def layer_blocks(header: Header) -> LayerBlocks:
    """The blocks of a model, first to last. Raises RefusedError in words where no layer can be left out."""
    what = f"No layers of {Path(header.path).name} can be left out"
    period = _period(header, what)
    first = max(KEPT_AT_START, header.integer(header.key("leading_dense_block_count")) or 0)
    behind = header.n_layer - KEPT_AT_END
    size = period * max(1, -(-(behind - first) // (BLOCKS_AT_MOST * period)))
    blocks = tuple(tuple(range(start, start + size)) for start in range(first, behind - size + 1, size))
    if not blocks:
        raise RefusedError(what, f"it has only {header.n_layer} of them", "A model this small needs no draft.")
    return LayerBlocks(header.n_layer, size, blocks)


def _period(header: Header, what: str) -> int:
    architecture = header.architecture
    listed = next((key for key in header.metadata if _one_per_layer(header, key)), None)
    if listed is not None:
        raise RefusedError(what, f"its file lists a value for every single layer ({listed})", _INSTEAD)
    if architecture in _UNIFORM:
        return 1
    if architecture in _PERIODIC:
        key, usual = _PERIODIC[architecture]
        return max(1, (header.integer(header.key(key)) if key else None) or usual)
    raise RefusedError(what, f"which layers of the architecture '{architecture}' are alike is not known", _INSTEAD)


def _one_per_layer(header: Header, key: str) -> bool:
    value, mine = header.metadata[key], f"{header.architecture}."
    about_layers = key.startswith(mine) and not key.startswith(f"{mine}rope.")  # its arrays go by dimension
    return about_layers and isinstance(value, tuple) and len(value) == header.n_layer_all
