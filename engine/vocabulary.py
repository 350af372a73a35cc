"""How llama.cpp will use the vocabulary of a file, and what it would end the process on (src/llama-vocab.cpp)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import ModelLoadError
from engine.gguf_format import StringArray
from engine.gguf_header import Header


@dataclass(frozen=True, slots=True)
class VocabularyUse:
    """How llama.cpp will use a vocabulary, its defaults filled in. kind: 'SPM', 'BPE', ...; bos and eos may be None."""

    kind: str
    adds_bos: bool
    adds_eos: bool
    bos: int | None
    eos: int | None


def vocabulary_use(header: Header) -> VocabularyUse:
    """What `llama_vocab_type`, `_get_add_bos`, `_get_add_eos`, `_bos` and `_eos` will answer for this file."""
    model, pre = header.tokenizer, header.text("tokenizer.ggml.pre")
    kind, adds_bos, adds_eos, bos, eos = _VOCABULARIES.get(model, (model or "none", False, False, None, None))
    if kind == "BPE" and pre in _PRE_WITH_BOS:
        adds_bos = True
    if kind == "BPE" and pre in _PRE_WITHOUT_BOS_TOKEN:
        bos = None
    adds_bos = _flag(header, "add_bos_token", adds_bos)
    if kind == "BPE" and (model == "gemma4" or pre in _PRE_ALWAYS_BOS):
        adds_bos = True
    return VocabularyUse(
        kind,
        adds_bos,
        _flag(header, "add_eos_token", adds_eos),
        _token(header, "bos_token_id", bos),
        _token(header, "eos_token_id", eos),
    )


# tokenizer.ggml.model -> kind, adds BOS, adds EOS, BOS, EOS, each unless the file says otherwise (src/llama-vocab.cpp).
_VOCABULARIES: Final[dict[str, tuple[str, bool, bool, int | None, int | None]]] = {
    "llama": ("SPM", True, False, 1, 2),
    "gpt2": ("BPE", False, False, 11, 11),
    "hybriddna": ("BPE", False, False, 11, 11),
    "whitespace": ("BPE", False, False, 11, 11),
    "gemma4": ("BPE", False, False, None, None),
    "bert": ("WPM", True, False, 101, None),
    "t5": ("UGM", False, True, None, 1),
    "rwkv": ("RWKV", False, False, None, None),
    "plamo2": ("PLaMo 2", False, False, 1, 2),
    "none": ("none", False, False, None, None),
    "no_vocab": ("none", False, False, None, None),
}
_PRE_WITH_BOS: Final = frozenset(
    [
        *("llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano"),
        *("tekken", "chameleon"),
    ]
)
_PRE_ALWAYS_BOS: Final = frozenset(["gemma4", "granite-embed-multi-311m"])
_PRE_WITHOUT_BOS_TOKEN: Final = frozenset(["chatglm-bpe", "glm4", "glm5"])


def vocabulary_fault(header: Header) -> str:
    """Why the native library would end the process over the vocabulary of this file, in a clause; '' when it would not.

    Compares all tokens: some 50 ms for 250,000 of them.
    """
    tokens = header.tokens
    repeated = _first_repeated(tokens)
    if repeated is not None:
        text = tokens[repeated].decode("utf-8", "replace")
        return f"token {repeated:,} ({text[:40]!r}) is in its vocabulary twice"
    use = vocabulary_use(header)
    for adds, token, where in ((use.adds_bos, use.bos, "beginning"), (use.adds_eos, use.eos, "end")):
        if adds and token is None and len(tokens):
            return f"it wants a token at the {where} of every text and has none for that"
    return ""


def check_vocabulary(header: Header, name: str) -> None:
    """Raise ModelLoadError in words where the native library would end the process over the vocabulary."""
    if fault := vocabulary_fault(header):
        raise ModelLoadError(f"{name} cannot be loaded", f"the file is damaged: {fault}", "Download it again.")


def as_loaded(token: int, text: bytes) -> bytes:
    """The text as llama.cpp holds and compares it: up to a NUL, and a name of its own for an empty one."""
    return text.split(b"\0", 1)[0] or f"[EMPTY_{token}]".encode()


def _first_repeated(tokens: StringArray) -> int | None:
    loaded = [as_loaded(token, text) for token, text in enumerate(tokens)]
    if len(set(loaded)) == len(loaded):
        return None
    seen: set[bytes] = set()
    for token, text in enumerate(loaded):
        if text in seen:
            return token
        seen.add(text)
    return None


def _flag(header: Header, key: str, default: bool) -> bool:
    value = header.flag(f"tokenizer.ggml.{key}")
    return default if value is None else value


def _token(header: Header, key: str, default: int | None) -> int | None:
    known = len(header.tokens)
    if default is not None and default >= known:
        default = None
    value = header.integer(f"tokenizer.ggml.{key}")
    return default if value is None or value >= known else value
