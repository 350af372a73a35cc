"""What a GGUF is: a chat model or something else, of which family, how large, how packed. No weights are touched.

`read_header(path)` takes a file with all its shards, `parse_header(source)` one file from anywhere (HTTP ranges).
`check_target` says in plain words why a file cannot be chatted with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

from engine.errors import ModelLoadError, RefusedError
from engine.gguf_format import (
    BytesSource,
    Contents,
    FileSource,
    GgufError,
    LongArray,
    Scalar,
    Source,
    StringArray,
    TensorInfo,
    Value,
)
from engine.gguf_parsing import parse

__all__ = [
    "BytesSource",
    "FileSource",
    "GgufError",
    "Header",
    "Kind",
    "check_target",
    "parse_header",
    "read_header",
    "shard_paths",
]

Kind = Literal[
    "chat",
    "base",
    "mtp-sidecar",
    "assistant",
    "eagle3",
    "dflash",
    "projector",
    "embedding",
    "encoder-decoder",
    "diffusion",
    "speech",
    "adapter",
    "imatrix",
    "vocab-only",
]

MAX_LAYERS: Final = 4096

_FILE_TYPES: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
    19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL",
    26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0",
    37: "TQ2_0", 38: "MXFP4", 39: "NVFP4", 40: "Q1_0", 41: "Q2_0",
}  # fmt: skip
_FILE_TYPE_GUESSED: Final = 1024
_ENCODERS: Final = frozenset(
    [
        *("bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2", "jina-bert-v3"),
        *("eurobert", "gemma-embedding", "llama-embed", "t5encoder"),
    ]
)
_DIFFUSION: Final = frozenset(["dream", "llada", "llada-moe", "rnd1"])
_SPEECH: Final = frozenset(["wavtokenizer-dec", "qwen3tts", "pockettts"])
_SHARD_SUFFIX: Final = re.compile(r"-\d{5}-of-\d{5}$")
_QUANTISATION_SUFFIX: Final = re.compile(
    r"[-._](?:UD-)?(?:[fF](?:16|32)|[bB][fF]16|[iI]?[qQ]\d+_\w+|[qQ]\d+_\d|MXFP4\w*)$"
)
_SHARD: Final = re.compile(r"^(?P<stem>.*)-(?P<no>\d{5})-of-(?P<count>\d{5})\.gguf$", re.IGNORECASE)
_SIZE_OR_VARIANT: Final = re.compile(
    r"(\d+(\.\d+)?x)?[ae]?\d+(\.\d+)?[bmk]|instruct|chat|it|base|gguf|i?q\d\w*|f16|bf16|f32|v\d+(\.\d+)*|hf|ud",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Header:
    """The front of a model file, shards included.

    size: bytes of all files together. metadata: keys as in the first file. tensors: of all files; a shard's offsets
    count from the start of that shard. split_no, split_count: 0 and 1 for a single file.
    """

    path: str
    size: int
    version: int
    metadata: Mapping[str, Value]
    tensors: tuple[TensorInfo, ...]
    split_no: int = 0
    split_count: int = 1

    @cached_property
    def kind(self) -> Kind:
        return _kind(self)

    @property
    def architecture(self) -> str:
        """llama.cpp's name for it, such as 'qwen35moe'; '' where the file names none."""
        return self.text("general.architecture")

    @property
    def name(self) -> str:
        return self.text("general.name")

    @cached_property
    def title(self) -> str:
        """What people call it: the file's name without shard number and quantisation. `general.name` is often the
        name of a training run."""
        stem = Path(self.path).name.removesuffix(".gguf")
        stem = _SHARD_SUFFIX.sub("", stem)
        return _QUANTISATION_SUFFIX.sub("", stem) or self.name or stem

    @property
    def licence(self) -> str:
        """The SPDX name of its licence in lower case, such as 'apache-2.0', where the file says so."""
        named = self.text("general.license.name") if self.text("general.license") == "other" else ""
        return named or self.text("general.license")

    @property
    def base_model(self) -> str:
        """The model that this one was made from, where the file says so."""
        return self.text("general.base_model.0.name")

    @cached_property
    def family(self) -> str:
        """What people call it without size and variant: 'Qwen3.6', 'SmolLM2'; the architecture where no name is."""
        for text in (self.text("general.basename"), self.name, self.base_model):
            words = [word for word in re.split(r"[\s_-]+", text) if word and not _SIZE_OR_VARIANT.fullmatch(word)]
            if words:
                return "-".join(words)
        return self.architecture

    @cached_property
    def quantisation(self) -> str:
        """'Q4_K_M'. The name that the file gives itself, unless its tensors plainly are something else."""
        number = self.integer("general.file_type")
        claimed = "" if number is None else _FILE_TYPES.get(number & ~_FILE_TYPE_GUESSED, "")
        packed: Counter[str] = Counter()
        for tensor in self.tensors:
            if len(tensor.shape) > 1 and tensor.name.startswith("blk."):
                packed[tensor.type.name] += tensor.n_elements
        if not packed:
            return claimed
        found = packed.most_common(1)[0][0]
        return claimed if claimed and abs(_bits(claimed) - _bits(found)) <= 1 else found

    @cached_property
    def parameters(self) -> int:
        return sum(tensor.n_elements for tensor in self.tensors)

    @cached_property
    def weight_bytes(self) -> int:
        return sum(tensor.n_bytes for tensor in self.tensors)

    @property
    def bits_per_weight(self) -> float:
        return 8 * self.weight_bytes / self.parameters if self.parameters else 0.0

    @property
    def n_ctx_train(self) -> int:
        return self.integer(self.key("context_length")) or 0

    @property
    def n_layer_all(self) -> int:
        """Blocks in the file, the NextN ones included."""
        return min(self.integer(self.key("block_count")) or 0, MAX_LAYERS)

    @property
    def n_layer(self) -> int:
        return max(0, self.n_layer_all - self.n_layer_nextn)

    @property
    def n_layer_nextn(self) -> int:
        """Blocks that predict further tokens (MTP); more than 0 is what the `draft-mtp` preset needs."""
        return min(self.integer(self.key("nextn_predict_layers")) or 0, self.n_layer_all)

    @property
    def n_embd(self) -> int:
        return self.integer(self.key("embedding_length")) or 0

    @property
    def n_vocab(self) -> int:
        return len(self.tokens) or self.integer(self.key("vocab_size")) or 0

    @property
    def tokens(self) -> StringArray:
        """The text of every token as the file has it, in bytes; empty where there is none. Taken apart when used."""
        tokens = self.metadata.get("tokenizer.ggml.tokens")
        return tokens if isinstance(tokens, StringArray) else StringArray(b"", 0)

    @property
    def tokenizer(self) -> str:
        return self.text("tokenizer.ggml.model")

    @property
    def chat_template(self) -> str:
        return self.text("tokenizer.chat_template")

    def key(self, name: str) -> str:
        """'context_length' -> 'llama.context_length'."""
        return f"{self.architecture}.{name}"

    def text(self, key: str) -> str:
        """A text, or '' where the key is missing or something else."""
        value = self.metadata.get(key)
        return value if isinstance(value, str) else ""

    def integer(self, key: str) -> int | None:
        """A number that is not negative, or None."""
        value = self.metadata.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    def flag(self, key: str) -> bool | None:
        value = self.metadata.get(key)
        return value if isinstance(value, bool) else None

    def per_layer(self, name: str, default: int) -> list[int]:
        """A key that holds one number, or one per block: always one per block, `default` where it is missing."""
        value = self.metadata.get(self.key(name))
        if isinstance(value, tuple):
            numbers = [_natural(item, default) for item in value[: self.n_layer_all]]
            return numbers + [default] * (self.n_layer_all - len(numbers))
        if isinstance(value, (int, float)):
            return [_natural(value, default)] * self.n_layer_all
        return [default] * self.n_layer_all

    def has_tensor(self, name: str) -> bool:
        return name in self._tensor_names

    @cached_property
    def _tensor_names(self) -> frozenset[str]:
        return frozenset(tensor.name for tensor in self.tensors)


def read_header(path: Path) -> Header:
    """Read a file; of a model in shards the other shards too. Raises GgufError, and OSError from opening."""
    with FileSource(path) as source:
        header = parse_header(source, str(path))
    if header.split_count == 1 or header.split_no > 0:
        return header
    tensors, size = list(header.tensors), header.size
    for number, shard in enumerate(shard_paths(path), 1):
        if shard == path:
            continue
        if not shard.is_file():
            raise GgufError(
                f"{path.name} cannot be read",
                f"part {number} of {header.split_count} is missing: {shard.name}",
                "Download it into the same folder.",
                0,
            )
        with FileSource(shard) as source:
            part = parse_header(source, str(shard))
        tensors += part.tensors
        size += part.size
    return Header(header.path, size, header.version, header.metadata, tuple(tensors), 0, header.split_count)


def parse_header(source: Source, path: str = "") -> Header:
    """Read one file, which may be one shard of several. Raises GgufError and what the source raises."""
    contents: Contents = parse(source)
    metadata = dict(contents.metadata)
    merges = metadata.get("tokenizer.ggml.merges")
    if isinstance(merges, StringArray):  # megabytes that nobody asks for, times a library full of models
        metadata["tokenizer.ggml.merges"] = LongArray(len(merges))
    header = Header(path or source.name, source.size, contents.version, metadata, contents.tensors)
    count = header.integer("split.count") or 1
    number = header.integer("split.no") or 0
    if number >= count or count > 99_999:
        raise GgufError(
            f"{source.name} cannot be read",
            f"it calls itself part {number + 1} of {count}",
            "Download it again.",
            0,
        )
    return Header(
        header.path,
        header.size,
        header.version,
        metadata,
        contents.tensors,
        split_no=number,
        split_count=count,
    )


def shard_paths(path: Path) -> list[Path]:
    """All files of the model that `path` is a part of, in order; just `path` where the name is no shard's."""
    match = _SHARD.match(path.name)
    if match is None:
        return [path]
    count = int(match["count"])
    return [path.with_name(f"{match['stem']}-{number:05d}-of-{count:05d}.gguf") for number in range(1, count + 1)]


def check_target(header: Header) -> None:
    """Raise RefusedError or ModelLoadError in words where this file cannot be chatted with.

    An architecture that this llama.cpp does not know is left to the loading, which knows best.
    """
    name = Path(header.path).name
    if header.split_no > 0:
        first = shard_paths(Path(header.path))[0].name
        raise RefusedError(
            f"{name} is part {header.split_no + 1} of {header.split_count} of a model",
            "",
            f"Open {first} instead.",
        )
    if header.architecture.endswith("_assistant"):
        raise ModelLoadError(
            f"{name} names its architecture '{header.architecture}', with an underscore",
            "it was made by an early converter, and llama.cpp knows only the name with a dash",
            "Get a newer file of this draft head.",
        )
    refusal = _REFUSALS.get(header.kind)
    if refusal:
        raise RefusedError(f"{name} is {refusal[0]}", refusal[1], refusal[2])
    if not header.architecture:
        raise ModelLoadError(f"{name} names no architecture", "general.architecture is missing", "Get another file.")


_FROM_TARGET: Final = "Load the model that it belongs to."
_REFUSALS: Final[Mapping[Kind, tuple[str, str, str]]] = {
    "projector": ("an image projector, no chat model", "it goes beside a vision model", _FROM_TARGET),
    "eagle3": (
        "an EAGLE-3 draft head, no chat model",
        "it only guesses from its target's hidden state",
        _FROM_TARGET,
    ),
    "dflash": (
        "a DFlash draft head, no chat model",
        "it only guesses from its target's hidden state",
        _FROM_TARGET,
    ),
    "assistant": ("an assistant draft head, no chat model", "it borrows its target's memory", _FROM_TARGET),
    "mtp-sidecar": (
        "the MTP part of a model without the model",
        "its layers only guess from the target's hidden state",
        "Load the whole model, in a file that has the MTP part inside.",
    ),
    "adapter": (
        "a LoRA adapter, no model",
        "it changes a model and is none itself",
        "Load the model that it changes.",
    ),
    "imatrix": ("an importance matrix, no model", "quantisers use it", "Pick the model that lies beside it."),
    "embedding": ("an embedding model", "it turns text into vectors and writes none", "Pick a chat model."),
    "encoder-decoder": (
        "an encoder-decoder model",
        "it reads a whole text first and cannot carry a conversation on",
        "Pick a chat model.",
    ),
    "diffusion": (
        "a diffusion language model",
        "it fills a whole text in at once instead of writing token by token",
        "Pick a chat model.",
    ),
    "speech": ("a speech model", "it makes sound, not text", "Pick a chat model."),
    "vocab-only": (
        "a vocabulary without weights",
        "it can only split text into tokens",
        "Pick the model itself.",
    ),
}


def _kind(header: Header) -> Kind:
    architecture, role = header.architecture, header.text("general.type")
    if role == "imatrix" or architecture == "imatrix" or any(t.name.endswith(".in_sum2") for t in header.tensors):
        return "imatrix"
    if role == "adapter" or header.text("adapter.type"):
        return "adapter"
    if role == "mmproj" or architecture == "clip":
        return "projector"
    if architecture.endswith(("-assistant", "_assistant")):
        return "assistant"
    if architecture in ("eagle3", "dflash"):
        return "eagle3" if architecture == "eagle3" else "dflash"
    if architecture in _SPEECH:
        return "speech"
    # One shard read by itself may lack any tensor, so only a whole model is judged by what it lacks.
    whole = header.split_count == 1 or len(header.tensors) >= (header.integer("split.tensors.count") or 1)
    if whole and not header.tensors:
        return "vocab-only"
    if whole and header.n_layer_nextn and not header.has_tensor("blk.0.attn_norm.weight"):
        return "mtp-sidecar"
    if architecture in _ENCODERS or header.integer(header.key("pooling_type")):
        return "embedding"
    if architecture == "t5":
        return "encoder-decoder"
    if architecture in _DIFFUSION:
        return "diffusion"
    return "chat" if header.chat_template else "base"


def _bits(quantisation: str) -> int:
    """Nominal bits of a name: 'Q4_K_M' -> 4, 'BF16' -> 16."""
    match = re.search(r"\d+", quantisation)
    return int(match[0]) if match else 0


def _natural(value: Scalar, default: int) -> int:
    return int(value) if isinstance(value, int) and value >= 0 else default
