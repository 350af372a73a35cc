"""A GGUF model in memory: its weights and its vocabulary."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import llama_cpp.llama_cpp as lib

from engine.errors import EngineError, ModelLoadError
from engine.llama import backend

_DEFAULT_PIECE_BYTES: Final = 64
_META_BYTES: Final = 4096
_ALL_LAYERS: Final = 999


class LoadCancelled(Exception):
    """The user stopped the loading of a model."""


class Model:
    """Weights and vocabulary of one GGUF. Contexts made from it must be closed before it is.

    path: the file, or the first of its shards. gpu_layers: layers on the GPU, all when at least the model's number.
    progress: called with 0..1 while loading; returns False to stop, which raises LoadCancelled.
    load_mtp: also load the NextN (MTP) block if the file holds one.
    vocab_only: no weights, for tokenising.
    device: name of the one device to compute on, which must exist; '' for whatever there is.
    Raises ModelLoadError with the native library's reason.
    """

    def __init__(
        self,
        path: Path,
        *,
        gpu_layers: int = 0,
        progress: Callable[[float], bool] | None = None,
        load_mtp: bool = False,
        vocab_only: bool = False,
        device: str = "",
    ) -> None:
        backend.start()
        backend.clear_log()
        self.path = path
        stopped = False

        def on_progress(fraction: float, _user_data: Any) -> bool:
            nonlocal stopped
            stopped = progress is not None and not progress(fraction)
            return not stopped

        callback = lib.llama_progress_callback(on_progress)
        params = lib.llama_model_default_params()
        params.n_gpu_layers = min(gpu_layers, _ALL_LAYERS)
        params.progress_callback = callback
        params.vocab_only = vocab_only
        params.load_mtp = load_mtp
        devices = backend.device_list(device) if device else None
        params.devices = ctypes.cast(devices, ctypes.c_void_p) if devices else None
        self._pointer = lib.llama_model_load_from_file(os.fsencode(path), params)
        if not self._pointer:
            if stopped:
                raise LoadCancelled
            raise ModelLoadError(
                f"{path.name} could not be loaded",
                backend.last_error() or "llama.cpp gave no reason",
                "Check that the file is complete and made for this llama.cpp (see `paceline doctor`).",
            )
        self.gpu_layers = gpu_layers
        self._vocab = lib.llama_model_get_vocab(self._pointer)
        self._pieces: dict[int, bytes] = {}
        self._visible_pieces: dict[int, bytes] = {}
        self.n_vocab: int = lib.llama_vocab_n_tokens(self._vocab)
        self.n_embd: int = lib.llama_model_n_embd(self._pointer)
        self.n_embd_out: int = lib.llama_model_n_embd_out(self._pointer)  # width of the rows that NextN blocks pass on
        self.n_layer: int = lib.llama_model_n_layer(self._pointer)
        self.n_layer_nextn: int = lib.llama_model_n_layer_nextn(self._pointer)
        self.n_ctx_train: int = lib.llama_model_n_ctx_train(self._pointer)
        self.n_swa: int = lib.llama_model_n_swa(self._pointer)
        self.is_recurrent: bool = lib.llama_model_is_recurrent(self._pointer)
        self.is_hybrid: bool = lib.llama_model_is_hybrid(self._pointer)
        self.n_parameters: int = lib.llama_model_n_params(self._pointer)
        self.size: int = lib.llama_model_size(self._pointer)
        self.bos: int = lib.llama_vocab_bos(self._vocab)
        self.eos: int = lib.llama_vocab_eos(self._vocab)
        self.adds_bos: bool = lib.llama_vocab_get_add_bos(self._vocab)
        self.end_tokens = frozenset(
            token for token in range(self.n_vocab) if lib.llama_vocab_is_eog(self._vocab, token)
        )

    @property
    def pointer(self) -> Any:
        """The llama_model, for `engine.llama` only. Raises EngineError when the model was closed."""
        if not self._pointer:
            raise EngineError(f"{self.path.name} was already closed")
        return self._pointer

    def close(self) -> None:
        """Free the weights; safe to call again."""
        if self._pointer:
            lib.llama_model_free(self._pointer)
            self._pointer = None

    def meta(self, key: str) -> str | None:
        """A metadata value as text, or None."""
        buffer = ctypes.create_string_buffer(_META_BYTES)
        length = lib.llama_model_meta_val_str(self.pointer, key.encode(), buffer, _META_BYTES)
        if length < 0:
            return None
        if length >= _META_BYTES:
            buffer = ctypes.create_string_buffer(length + 1)
            lib.llama_model_meta_val_str(self.pointer, key.encode(), buffer, length + 1)
        return buffer.value.decode("utf-8", "replace")

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """Token ids of `text`. add_special: add BOS/EOS where the model wants them; parse_special: '<|im_end|>'
        and the like become their control token instead of plain text."""
        data = text.encode("utf-8", "surrogatepass")
        capacity = len(data) + 16
        for _ in range(2):
            tokens = (lib.llama_token * capacity)()
            n = lib.llama_tokenize(self._vocab, data, len(data), tokens, capacity, add_special, parse_special)
            if n >= 0:
                return list(tokens[:n])
            capacity = -n
        raise EngineError("The text could not be tokenised", f"llama_tokenize returned {n}")

    def piece(self, token: int) -> bytes:
        """The bytes of a token; control tokens are empty."""
        return self._piece(token, self._pieces, special=False)

    def visible_piece(self, token: int) -> bytes:
        """The bytes of a token, control tokens by their name."""
        return self._piece(token, self._visible_pieces, special=True)

    def is_control(self, token: int) -> bool:
        """Whether the token is a control token ('<|im_start|>')."""
        return bool(lib.llama_vocab_is_control(self._vocab, token))

    def readable(self, tokens: Sequence[int]) -> Sequence[int]:
        """Tokens of another model's vocabulary, with token 0 in place of those that this one lacks: a pass over one of
        them fails."""
        if max(tokens, default=0) < self.n_vocab:
            return tokens
        return [token if token < self.n_vocab else 0 for token in tokens]

    def text_of(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without control tokens; incomplete characters become U+FFFD."""
        return b"".join(map(self.piece, tokens)).decode("utf-8", "replace")

    def _piece(self, token: int, known: dict[int, bytes], *, special: bool) -> bytes:
        piece = known.get(token)
        if piece is None:
            size = _DEFAULT_PIECE_BYTES
            buffer = ctypes.create_string_buffer(size)
            n = lib.llama_token_to_piece(self._vocab, token, buffer, size, 0, special)
            if n < 0:
                size = -n
                buffer = ctypes.create_string_buffer(size)
                n = lib.llama_token_to_piece(self._vocab, token, buffer, size, 0, special)
            piece = known[token] = buffer.raw[: max(n, 0)]
        return piece
