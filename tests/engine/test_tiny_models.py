"""The tiny models load in the native library and say what they were written to say."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp as lib
import numpy as np
import pytest
from llama_cpp import llama_cpp_ext as ext

from tests import tiny_models as tiny
from tests.tiny_vocabulary import (
    IM_END,
    bpe_vocabulary,
    cyclic_next,
    default_next,
    follow,
    scripted,
    spm_vocabulary,
)

N_CTX = 256


def _ignore(_level: int, _text: bytes, _data: object) -> None: ...


_silent = lib.llama_log_callback(_ignore)  # held here: the library keeps no reference


@pytest.fixture(autouse=True, scope="module")
def _quiet() -> None:
    lib.llama_log_set(_silent, ctypes.c_void_p(0))


class Native:
    """One model and one context, as bare as can be."""

    def __init__(self, model: Any, context: Any) -> None:
        self.model, self.context = model, context
        self.vocab = lib.llama_model_get_vocab(model)
        self.n_vocab = lib.llama_vocab_n_tokens(self.vocab)
        self.n_past = 0

    def feed(self, tokens: Sequence[int]) -> tiny.FloatArray:
        """Decode tokens behind what was decoded before; logits of the last, shape (n_vocab,)."""
        array = (lib.llama_token * len(tokens))(*tokens)
        assert lib.llama_decode(self.context, lib.llama_batch_get_one(array, len(tokens))) == 0
        self.n_past += len(tokens)
        return np.ctypeslib.as_array(lib.llama_get_logits_ith(self.context, -1), (self.n_vocab,)).copy()

    def say(self, prompt: Sequence[int], n_tokens: int) -> list[int]:
        """Greedy."""
        said: list[int] = []
        logits = self.feed(prompt)
        while len(said) < n_tokens:
            said.append(int(logits.argmax()))
            logits = self.feed(said[-1:])
        return said

    def tokenize(self, text: str, special: bool = True) -> list[int]:
        data = text.encode()
        array = (lib.llama_token * (len(data) + 8))()
        n = lib.llama_tokenize(self.vocab, data, len(data), array, len(array), False, special)
        assert n >= 0
        return list(array[:n])

    def text(self, tokens: Sequence[int]) -> str:
        buffer, out = ctypes.create_string_buffer(64), b""
        for token in tokens:
            n = lib.llama_token_to_piece(self.vocab, token, buffer, 64, 0, True)
            out += buffer.raw[:n]
        return out.decode()


@contextmanager
def opened(path: Path, **context: Any) -> Iterator[Native]:
    params = lib.llama_model_default_params()
    params.n_gpu_layers = 0
    params.load_mtp = True
    model = lib.llama_model_load_from_file(str(path).encode(), params)
    assert model, "the native library does not load it"
    made = lib.llama_init_from_model(model, context_params(**context))
    assert made
    try:
        yield Native(model, made)
    finally:
        lib.llama_free(made)
        lib.llama_model_free(model)


def context_params(**changes: Any) -> Any:
    params = lib.llama_context_default_params()
    params.n_ctx, params.n_batch, params.n_seq_max = N_CTX, N_CTX, 1
    params.n_threads = params.n_threads_batch = 1
    for key, value in changes.items():
        setattr(params, key, value)
    return params


Writer = Callable[..., Path]
WRITERS: list[tuple[Writer, dict[str, Any]]] = [
    (tiny.write_dense, {}),
    (tiny.write_dense, {"layers": 3, "embd": 96, "vocabulary": bpe_vocabulary()}),
    (tiny.write_sliding_window, {"window": 16}),
    (tiny.write_hybrid, {}),
    (tiny.write_hybrid, {"nextn": 1}),
    (tiny.write_hybrid, {"nextn": 1, "moe": True}),
    (tiny.write_recurrent, {}),
]
IDS = ["dense", "dense-bpe", "window", "hybrid", "mtp", "moe-mtp", "recurrent"]


@pytest.mark.parametrize(("write", "options"), WRITERS, ids=IDS)
def test_every_architecture_follows_its_table(write: Writer, options: dict[str, Any], tmp_path: Path) -> None:
    vocabulary = options.get("vocabulary") or spm_vocabulary()
    path = write(tmp_path / "model.gguf", seed=3, **options)
    with opened(path) as native:
        assert native.say([vocabulary.words[0]], 100) == follow(
            default_next(vocabulary, 3), vocabulary.words[0], 100
        )


@pytest.mark.parametrize(("write", "options"), WRITERS, ids=IDS)
def test_with_mixing_the_context_decides(write: Writer, options: dict[str, Any], tmp_path: Path) -> None:
    vocabulary = options.get("vocabulary") or spm_vocabulary()
    path = write(tmp_path / "model.gguf", mixing=2.0, **options)
    a, b, c = vocabulary.words[:3]
    said = []
    for prompt in ([a, c], [b, c]):
        with opened(path) as native:
            said.append(native.say(prompt, 40))
    assert said[0] != said[1]
    assert len(set(said[0])) > 5  # and it does not fall into a rut


@pytest.mark.parametrize(
    ("write", "hybrid", "recurrent", "nextn"),
    [
        (tiny.write_dense, False, False, 0),
        (lambda path: tiny.write_hybrid(path, nextn=1), True, False, 1),
        (tiny.write_recurrent, False, True, 0),
    ],
    ids=["dense", "hybrid", "recurrent"],
)
def test_kinds_of_memory(write: Writer, hybrid: bool, recurrent: bool, nextn: int, tmp_path: Path) -> None:
    with opened(write(tmp_path / "model.gguf")) as native:
        assert lib.llama_model_is_hybrid(native.model) is hybrid
        assert lib.llama_model_is_recurrent(native.model) is recurrent
        assert lib.llama_model_n_layer_nextn(native.model) == nextn


def test_the_window_forgets(tmp_path: Path) -> None:
    path = tiny.write_sliding_window(tmp_path / "model.gguf", window=16)
    with opened(path, n_ctx=1024, n_ubatch=16, swa_full=False) as native:
        assert lib.llama_model_n_swa(native.model) == 16
        for _ in range(4):
            native.feed(spm_vocabulary().words[:150])
        memory = lib.llama_get_memory(native.context)
        assert lib.llama_memory_seq_pos_min(memory, 0) > 0


@pytest.mark.parametrize("vocabulary", [spm_vocabulary(), bpe_vocabulary()], ids=["spm", "bpe"])
@pytest.mark.parametrize(
    "text", ["Hello, world!\n", "a  b\t<|im_start|>user\nwas <think> 😀ü漢</think><|im_end|>"]
)
def test_any_text_comes_back_from_its_tokens(vocabulary: Any, text: str, tmp_path: Path) -> None:
    with opened(tiny.write_dense(tmp_path / "model.gguf", vocabulary=vocabulary)) as native:
        tokens = native.tokenize(text)
        assert native.text(tokens) == text
        assert len(native.tokenize("😀")) == 4
        said = native.say([vocabulary.words[0]], 60)
        assert native.tokenize(native.text(said)) == said


def test_a_script_is_said_word_for_word(tmp_path: Path) -> None:
    text = "<think>hmm, well</think>Hello 😀😀 wörld, 漢字!\nAll the letters."
    vocabulary, table, chains = scripted({"\n": text, "?": "Because."})
    path = tiny.write_dense(tmp_path / "model.gguf", vocabulary=vocabulary, next_token=table)
    with opened(path) as native:
        prompt = native.tokenize("<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n")
        said = native.say(prompt, len(chains["\n"]) + 1)
        assert native.text(said[:-1]) == text
        assert said[-1] == vocabulary.id(IM_END)
        assert lib.llama_vocab_is_eog(native.vocab, said[-1])
        assert native.text(native.say(native.tokenize("why?"), 8)) == "Because."


def test_a_looping_script_and_cycles_of_words_repeat(tmp_path: Path) -> None:
    vocabulary, table, chains = scripted({"\n": "abcab"}, loop=True)
    path = tiny.write_dense(tmp_path / "loop.gguf", vocabulary=vocabulary, next_token=table)
    with opened(path) as native:
        assert native.text(native.say([vocabulary.id("\n")], 12)) == "abcababcabab"
        assert len(set(chains["\n"])) == 5
    plain = spm_vocabulary()
    path = tiny.write_dense(tmp_path / "cycle.gguf", next_token=cyclic_next(plain, 24))
    with opened(path) as native:
        said = native.say([plain.words[5]], 72)
        assert len(set(said)) == 24
        assert said[:24] == said[24:48] == said[48:]


@pytest.mark.parametrize(
    ("noise", "low", "high"), [(0.5, 1.0, 1.0), (1.5, 0.75, 0.95), (2.0, 0.5, 0.75), (6.0, 0.0, 0.2)]
)
def test_noise_sets_the_agreement_of_a_draft(noise: float, low: float, high: float, tmp_path: Path) -> None:
    with opened(tiny.write_dense(tmp_path / "draft.gguf", noise=noise)) as native:
        table, agreed = default_next(spm_vocabulary()), 0
        for token in spm_vocabulary().words[:200]:
            agreed += int(native.feed([token]).argmax() == table[token])
    assert low <= agreed / 200 <= high


@pytest.mark.parametrize(("sharpness", "low", "high"), [(4.0, 0.99, 1.0), (1.0, 0.4, 0.9), (0.5, 0.02, 0.2)])
def test_sharpness_sets_the_probability(sharpness: float, low: float, high: float, tmp_path: Path) -> None:
    with opened(tiny.write_dense(tmp_path / "model.gguf", sharpness=sharpness)) as native:
        chosen = []
        for token in spm_vocabulary().words[:50]:
            logits = native.feed([token]).astype(np.float64)
            chosen.append(1 / np.exp(logits - logits.max()).sum())
    assert low <= float(np.mean(chosen)) <= high


def mtp_acceptance(path: Path, n_tokens: int) -> float:
    """Share of tokens whose successor the MTP block names, fed with the target's tokens and hidden rows."""
    with opened(path, n_rs_seq=4) as target:
        n_embd = lib.llama_model_n_embd(target.model)
        draft = lib.llama_init_from_model(
            target.model, context_params(ctx_type=lib.LLAMA_CONTEXT_TYPE_MTP, ctx_other=target.context)
        )
        assert draft
        ext.llama_set_embeddings_nextn(target.context, True, False)
        ext.llama_set_embeddings_nextn(draft, True, True)
        batch = lib.llama_batch_init(1, n_embd, 1)
        token_room = (lib.llama_token * 1)()
        batch.token = token_room
        row = np.zeros(n_embd, np.float32)
        token, agreed = spm_vocabulary().words[0], 0
        for position in range(n_tokens):
            hidden = target.feed([token])
            kept = np.ctypeslib.as_array(ext.llama_get_embeddings_nextn(target.context), (n_embd,)).copy()
            follower = int(hidden.argmax())
            token_room[0] = token
            ctypes.memmove(batch.embd, row.ctypes.data, row.nbytes)
            batch.n_tokens, batch.pos[0], batch.n_seq_id[0] = 1, position, 1
            batch.seq_id[0][0], batch.logits[0] = 0, 1
            assert lib.llama_decode(draft, batch) == 0
            guess = np.ctypeslib.as_array(lib.llama_get_logits_ith(draft, -1), (target.n_vocab,))
            agreed += int(guess.argmax()) == follower
            token, row = follower, kept
        batch.token = None
        lib.llama_batch_free(batch)
        lib.llama_free(draft)
        return agreed / n_tokens


@pytest.mark.parametrize("moe", [False, True], ids=["dense", "moe"])
@pytest.mark.parametrize(("noise", "low", "high"), [(0.0, 1.0, 1.0), (0.1, 0.6, 0.97), (0.3, 0.0, 0.3)])
def test_mtp_noise_sets_its_acceptance(
    noise: float, low: float, high: float, moe: bool, tmp_path: Path
) -> None:
    path = tiny.write_hybrid(tmp_path / "model.gguf", nextn=1, mtp_noise=noise, moe=moe)
    assert low <= mtp_acceptance(path, 100) <= high
