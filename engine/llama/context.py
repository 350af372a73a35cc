"""One sequence of one model: its KV cache, mirrored token by token, and the passes over it.

Rewinding has three ways. Attention caches are trimmed at any place. Recurrent and hybrid memory rewinds only inside
its last pass, as far as its snapshots reach (`n_rs_seq`). Elsewhere a checkpoint of the recurrent part is put back,
and the tokens behind it are decoded again. `tokens` always says what the memory holds.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

import llama_cpp.llama_cpp as lib
import llama_cpp.llama_cpp_ext as ext

from engine.commands import FlashAttention, KvType
from engine.errors import EngineError, RefusedError
from engine.llama import backend
from engine.llama.arrays import SEQUENCE, Batch, FloatArray, Views
from engine.llama.model import Model

CHECKPOINTS_KEPT: Final = 4
CHECKPOINT_BYTES_KEPT: Final = 1 << 30
_PARTIAL: Final = 1  # LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
_FLASH: Final[dict[FlashAttention, int]] = {"auto": -1, "off": 0, "on": 1}
_GGML_TYPES: Final[dict[KvType, int]] = {
    "f32": 0, "f16": 1, "q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "q8_0": 8, "bf16": 30,
}  # fmt: skip


class Aborted(Exception):
    """A pass was stopped by the abort callback; the memory was trimmed back to what it held before."""


@dataclass(frozen=True, slots=True)
class ContextShape:
    """What a context is made for. n_outputs: rows of logits that one pass may give. n_rs_seq: positions that a
    recurrent state shall be able to rewind; models that cannot are given 0."""

    n_ctx: int
    n_batch: int = 512
    n_outputs: int = 65
    n_rs_seq: int = 0
    threads: int = 1
    flash_attention: FlashAttention = "auto"
    kv_type: KvType = "f16"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The recurrent (or sliding-window) part of the memory after its first `position` tokens."""

    position: int
    data: Any

    @property
    def size(self) -> int:
        return len(self.data)


class Context:
    """The memory of one conversation. Not thread-safe; one thread uses it at a time."""

    def __init__(
        self, model: Model, shape: ContextShape, *, mtp: bool = False, other: Context | None = None
    ) -> None:
        """Raises RefusedError when the memory for it cannot be had.

        mtp: a context that runs the model's NextN blocks. other: the target context, whose memory some models borrow
        instead of having their own (`borrows`); making such a context empties that memory.
        """
        self.model = model
        self.shape = shape
        self.tokens: list[int] = []
        backend.clear_log()
        params = lib.llama_context_default_params()
        params.n_ctx = shape.n_ctx
        params.n_batch = params.n_ubatch = min(shape.n_batch, shape.n_ctx)
        params.n_seq_max = 1
        params.n_rs_seq = shape.n_rs_seq
        params.n_outputs_max = min(shape.n_outputs, params.n_batch)
        params.n_threads = params.n_threads_batch = shape.threads
        params.flash_attn_type = _FLASH[shape.flash_attention]
        params.type_k = params.type_v = _GGML_TYPES[shape.kv_type]
        params.no_perf = True
        params.swa_full = mtp  # a window's cache holds the window, see can_trim_to; NextN blocks are few and trim often
        if mtp:
            params.ctx_type = lib.LLAMA_CONTEXT_TYPE_MTP
        if other is not None:
            params.ctx_other = other.pointer
        self._pointer = lib.llama_init_from_model(model.pointer, params)
        if not self._pointer:
            raise RefusedError(
                f"No memory for a context of {shape.n_ctx} tokens of {model.path.name}",
                backend.last_error() or "llama.cpp gave no reason",
                "Take a smaller context, a smaller KV type, or fewer GPU layers.",
            )
        self._memory = lib.llama_get_memory(self._pointer)
        self.n_ctx: int = lib.llama_n_ctx(self._pointer)
        self.n_batch: int = lib.llama_n_batch(self._pointer)
        self.n_outputs: int = min(shape.n_outputs, self.n_batch)
        self.n_rs_seq: int = lib.llama_n_rs_seq(self._pointer)
        self.borrows = mtp and other is not None and _same(ext.llama_get_ctx_other(self._pointer), other.pointer)
        self._keeps_all = mtp or model.n_swa == 0
        # A NextN block is an attention layer of its own, also in a hybrid model.
        self.trims_anywhere = mtp or not (model.is_recurrent or model.is_hybrid)
        self._rewindable = 0  # tokens that a recurrent memory can give back just now
        self._checkpoints: list[Checkpoint] = []
        self._batch = Batch(self.n_batch, model.n_embd_out if mtp else 0)
        self._abort_callback: Any = None
        self._rows = 0
        self._views = Views()

    @property
    def pointer(self) -> Any:
        """The llama_context, for `engine.llama` and the drafters' passes only."""
        if not self._pointer:
            raise EngineError("A context was used after it was closed")
        return self._pointer

    @property
    def n_past(self) -> int:
        """How many tokens the memory holds."""
        return len(self.tokens)

    @property
    def memory_position(self) -> int:
        """Tokens in the memory as the native library counts them; equal to n_past unless something is wrong."""
        return int(lib.llama_memory_seq_pos_max(self._memory, SEQUENCE)) + 1

    def close(self) -> None:
        """Free the memory; safe to call again."""
        if self._pointer:
            self._batch.close()
            lib.llama_free(self._pointer)
            self._pointer = None
        self._checkpoints.clear()
        self.tokens = []

    # ---- passes

    def decode(
        self, tokens: Sequence[int], outputs: Literal["all", "last", "none"], rows: FloatArray | None = None
    ) -> None:
        """One pass over at most n_batch tokens behind those that the memory holds.

        outputs: which rows get logits. rows: (len(tokens), n_embd) hidden rows for an MTP context.
        Raises Aborted, RefusedError (context full) or EngineError; the memory then holds what it held before.
        """
        n = len(tokens)
        self._batch.fill(tokens, len(self.tokens), outputs, rows)
        code = lib.llama_decode(self.pointer, self._batch.native)
        if code != 0:
            self._after_failure(code)
        self.tokens.extend(tokens)
        self._rows = n if outputs == "all" else 1 if outputs == "last" else 0
        if not self.trims_anywhere:
            self._rewindable = min(n - 1, self.n_rs_seq)

    def decode_beside(self, token: int, position: int, row: FloatArray) -> None:
        """One token at `position` behind the borrowed memory, which stays as it is. row: (n_embd_out,) float32.

        Raises EngineError, or RefusedError when the memory has no free place.
        """
        self._batch.fill([token], position, "last", row[None])
        code = lib.llama_decode(self.pointer, self._batch.native)
        if code != 0:
            self._raise(code, position)
        self._rows = 1

    def select_head(self, head: int) -> None:
        """Which of several NextN blocks the next passes run, from 0."""
        ext.llama_set_nextn_layer_offset(self.pointer, head)

    def logits(self) -> FloatArray:
        """The logits of the last pass, (rows asked for, n_vocab) float32. Valid until the next pass."""
        address = lib.llama_get_logits(self.pointer)
        if not address:
            raise EngineError("llama.cpp gave no logits for the last pass")
        return self._views(address, self._rows, self.model.n_vocab)

    def embeddings_nextn(self, n_rows: int) -> FloatArray:
        """Hidden rows for a NextN block from the last pass, (n_rows, n_embd_out) float32; valid until the next pass."""
        address = ext.llama_get_embeddings_nextn(self.pointer)
        if not address:
            raise EngineError("llama.cpp gave no hidden rows for the last pass")
        return self._views(address, n_rows, self.model.n_embd_out)

    def enable_nextn(self, *, masked: bool) -> None:
        """Give hidden rows for NextN blocks from now on: of all tokens, or (masked) of those with logits only."""
        ext.llama_set_embeddings_nextn(self.pointer, True, masked)

    def disable_nextn(self) -> None:
        """Give no hidden rows any more."""
        ext.llama_set_embeddings_nextn(self.pointer, False, False)

    def on_abort(self, asked: Callable[[], bool] | None) -> None:
        """Ask `asked` between the operations of a pass and stop the pass when it says True. CPU passes only. None
        takes it away again; that is for rounds, where asking costs more than a round may wait."""
        self._abort_callback = lib.ggml_abort_callback((lambda _data: asked()) if asked else 0)
        lib.llama_set_abort_callback(self.pointer, self._abort_callback, None)

    # ---- rewinding

    def can_trim_to(self, n_tokens: int) -> bool:
        """Whether `trim` to the first n_tokens will work."""
        if n_tokens >= len(self.tokens) or n_tokens == 0:
            return True
        if not self.trims_anywhere:
            return len(self.tokens) - n_tokens <= self._rewindable
        if self._keeps_all:
            return True
        oldest = int(lib.llama_memory_seq_pos_min(self._memory, SEQUENCE))
        return oldest <= max(0, n_tokens - self.model.n_swa)

    def can_give_back(self, n_drafted: int) -> bool:
        """Whether any rejected part of a draft of n_drafted tokens can be trimmed after the pass that verifies it.
        A sliding window keeps what was inside it before the pass, so it can always."""
        return self.trims_anywhere or n_drafted <= self.n_rs_seq

    @property
    def gives_back_all(self) -> bool:
        """Whether any number of tokens can be trimmed at any time."""
        return self.trims_anywhere and self._keeps_all

    def trim(self, n_tokens: int) -> bool:
        """Keep the first n_tokens only. False, and nothing changed, when the memory cannot rewind that far."""
        if n_tokens >= len(self.tokens):
            return True
        if n_tokens == 0:
            self.clear()
            return True
        if not self.can_trim_to(n_tokens):
            return False
        if not lib.llama_memory_seq_rm(self._memory, SEQUENCE, n_tokens, -1):
            return False
        del self.tokens[n_tokens:]
        self._rewindable = 0
        self._drop_checkpoints_behind(n_tokens)
        return True

    def clear(self) -> None:
        """Forget everything, checkpoints included."""
        if not self.borrows:
            lib.llama_memory_clear(self._memory, False)
        self.tokens = []
        self._rewindable = 0
        self._checkpoints.clear()

    def checkpoint(self) -> Checkpoint:
        """The part of the memory that cannot be trimmed, as it is now."""
        size = lib.llama_state_seq_get_size_ext(self.pointer, SEQUENCE, _PARTIAL)
        data = (ctypes.c_uint8 * size)()
        written = lib.llama_state_seq_get_data_ext(self.pointer, data, size, SEQUENCE, _PARTIAL)
        if written != size:
            raise EngineError("A checkpoint of the model's state could not be taken", f"{written} of {size} bytes")
        return Checkpoint(self.n_past, data)

    def restore(self, saved: Checkpoint) -> None:
        """Go back to a checkpoint. The first `position` tokens must be those it was taken on."""
        read = lib.llama_state_seq_set_data_ext(self.pointer, saved.data, saved.size, SEQUENCE, _PARTIAL)
        ok = read == saved.size and lib.llama_memory_seq_rm(self._memory, SEQUENCE, saved.position, -1)
        if not ok:
            self.clear()
            raise EngineError("A checkpoint of the model's state could not be put back")
        del self.tokens[saved.position :]
        self._rewindable = 0
        self._drop_checkpoints_behind(saved.position)

    def keep_checkpoint(self) -> None:
        """Remember this place, if the memory cannot be trimmed to it later; a few are kept, the oldest go."""
        if self.gives_back_all:
            return
        if self._checkpoints and self._checkpoints[-1].position == self.n_past:
            return
        self._checkpoints.append(self.checkpoint())
        while len(self._checkpoints) > 1 and (
            len(self._checkpoints) > CHECKPOINTS_KEPT
            or sum(saved.size for saved in self._checkpoints) > CHECKPOINT_BYTES_KEPT
        ):
            del self._checkpoints[0]

    def rewind(self, n_tokens: int) -> int:
        """Go back so that at most n_tokens are held: trimmed, or from the newest checkpoint, or empty. Returns how
        many are held now; the caller decodes the rest again."""
        if not self.trim(n_tokens):
            saved = next((c for c in reversed(self._checkpoints) if c.position <= n_tokens), None)
            if saved is None:
                self.clear()
            else:
                self.restore(saved)
        return self.n_past

    # ---- inside

    def _drop_checkpoints_behind(self, n_tokens: int) -> None:
        self._checkpoints = [saved for saved in self._checkpoints if saved.position <= n_tokens]

    def _after_failure(self, code: int) -> None:
        """Bring the memory back to what `tokens` says and raise what the code means (llama.h, llama_decode)."""
        held = self.n_past
        if self.memory_position > held and not lib.llama_memory_seq_rm(self._memory, SEQUENCE, held, -1):
            self.clear()
        self._rewindable = 0
        self._raise(code, held)

    def _raise(self, code: int, held: int) -> NoReturn:
        if code == 2:
            raise Aborted
        if code == 1:
            raise RefusedError(
                "The context is full", f"{held} of {self.n_ctx} tokens are in use", "Start a new chat."
            )
        raise EngineError(
            "llama.cpp could not decode", backend.last_error() or f"llama_decode returned {code}"
        )


def _same(one: Any, other: Any) -> bool:
    """Whether two native pointers point to the same thing."""
    return ctypes.cast(one, ctypes.c_void_p).value == ctypes.cast(other, ctypes.c_void_p).value
