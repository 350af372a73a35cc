"""What a drafter is. Copying this contract into one file of this folder, plus one preset, adds a way of drafting.

A drafter proposes tokens that the target then verifies; it can never change the text, only the speed. It keeps no
statistics and takes no times: the loop in `engine.decoding` does both from outside.

The calls, in the order of a reply (compare llama.cpp `common/speculative.cpp`):

    begin(prompt, sampler)      a new reply starts; prompt is everything the target will have seen, oldest first
    observe(batch)              after every target pass, prompt processing included: what was decoded
    draft(history, limit)       propose at most `limit` tokens to follow `history`
    accept(outcome)             after every round, whoever proposed: what the target made of it
    rewind(n_tokens)            history was cut back to its first n tokens
    close()                     free everything

A module in this folder that defines `DRAFTER: DrafterType` is found by `engine.drafters.discover`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from engine.commands import FlashAttention, KvType, OptionSpec, OptionValue

if TYPE_CHECKING:
    from engine.gguf_header import Header
    from engine.llama.context import Context
    from engine.llama.model import Model

FloatArray = npt.NDArray[np.float32]
Distribution = tuple[npt.NDArray[np.int64], FloatArray]  # candidate token ids, their probabilities
USUAL_CHANCE: Final = 0.65  # of a token of a model's draft to hold
Family = Literal["ngram", "mtp", "draft", "history"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal. probabilities: for each token the distribution it was drawn from, as (token ids, probabilities)
    over the candidates that truncation left, or None for drafters that propose without a distribution (a point mass).

    chances: for each token how likely the drafter holds it to be accepted when those before it were, or None where it
    has no idea. They need not be right, only alike for cases that are alike: who chooses between drafters learns what
    they are worth (`engine.expectations`).
    """

    tokens: tuple[int, ...] = ()
    probabilities: tuple[Distribution, ...] | None = None
    chances: tuple[float, ...] | None = None


EMPTY = Draft()


@dataclass(frozen=True, slots=True)
class DecodedBatch:
    """One target pass. tokens sit at positions first_position, ...; hidden_rows is (len(tokens), n_embd) float32 and
    only there for drafters that declare `needs_hidden_rows`. The array is valid during the call only: copy to keep."""

    tokens: Sequence[int]
    first_position: int
    hidden_rows: FloatArray | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round came to. n_accepted of `drafted` were emitted, then `next_token` (None when the reply ended inside
    the draft). own: the drafter that is told proposed at least one of them."""

    drafted: tuple[int, ...]
    n_accepted: int
    next_token: int | None
    own: bool


class DraftSampler(Protocol):
    """The target's sampling as drafters that hold logits use it: same penalties, truncation, temperature and noise,
    so that what they propose is as likely to be accepted as the acceptance rule allows."""

    def propose(self, logits: FloatArray, history: Sequence[int]) -> tuple[int, Distribution | None]:
        """The token to propose for position len(history), given the n_vocab logits of that position, and the
        distribution it was drawn from where the acceptance rule needs it."""


class Drafter(Protocol):
    """One way of drafting, alive between replies so that caches and indexes can be kept."""

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None: ...

    def observe(self, batch: DecodedBatch) -> None: ...

    def draft(self, history: Sequence[int], limit: int) -> Draft: ...

    def accept(self, outcome: Outcome) -> None: ...

    def rewind(self, n_tokens: int) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Resources:
    """What the engine offers a new drafter. draft_model is there when the drafter declares `needs_draft_model`;
    sidecar when it declares `takes_sidecar` and one was picked.

    cancelled: returns True when the user wants to stop; long work asks it between passes. history_dir: where tokens of
    past conversations may be kept, None for nowhere; model_key: names the target among others, for what is kept there.
    draft_length: what was measured to pay best, for drafters that declare `made_draft`; 0 where nothing was measured.
    wants_chances: whether anybody looks at `Draft.chances`, which some drafters have to work for.
    """

    target: Model
    target_context: Context
    draft_model: Model | None
    n_ctx: int
    threads: int
    kv_type: KvType
    flash_attention: FlashAttention
    cancelled: Callable[[], bool]
    history_dir: Path | None = None
    model_key: str = ""
    sidecar: Model | None = None
    draft_length: int = 0
    wants_chances: bool = False


@dataclass(frozen=True, slots=True)
class DrafterType:
    """The declaration of a drafter.

    family: the colour and legend it belongs to. n_max: the longest draft it can propose under these options.
    takes_sidecar: works also with a head of the target's that lies in a file of its own, picked as the draft model.
    made_draft: its draft model is a copy of the target with layers left out, which the engine finds by itself once it
    was made (`engine.layer_skip`).
    usual_chance: of its tokens to hold, for a choice by price before anything was seen of them.
    unavailable: given the target's header, the reason why this drafter cannot work with it alone, or ''.
    """

    name: str
    title: str
    family: Family
    options: tuple[OptionSpec, ...]
    create: Callable[[Mapping[str, OptionValue], Resources], Drafter]
    n_max: Callable[[Mapping[str, OptionValue]], int]
    needs_draft_model: bool = False
    needs_hidden_rows: bool = False
    needs_mtp_head: bool = False
    takes_sidecar: bool = False
    made_draft: bool = False
    usual_chance: float = USUAL_CHANCE
    unavailable: Callable[[Header], str] = lambda _header: ""
