"""draft-mtp: the model's own NextN block (multi-token prediction) drafts from the target's hidden rows.

The block predicts the token after x[p] from x[p] and the target's hidden row at p - 1, and gives a hidden row of its
own to go on from. So every target pass is fed to it again, shifted by one row, and the row behind the last verified
token is kept for the next draft (llama.cpp `common/speculative.cpp`, draft-mtp; DeepSeek-V3 report, 2024).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import (
    EMPTY,
    DecodedBatch,
    Distribution,
    Draft,
    DrafterType,
    DraftSampler,
    FloatArray,
    Outcome,
    Resources,
)
from engine.gguf_header import Header
from engine.llama.context import Context, ContextShape
from engine.sampling import confidence


class DraftMtp:
    """See the module. n_max: longest draft; p_min: stop before a token that the block gives less probability."""

    def __init__(self, resources: Resources, *, n_max: int, p_min: float) -> None:
        self._n_max, self._p_min = n_max, p_min
        self._sampler: DraftSampler | None = None
        shape = ContextShape(
            n_ctx=resources.n_ctx,
            n_batch=resources.target_context.n_batch,
            n_outputs=1,
            threads=resources.threads,
            flash_attention=resources.flash_attention,
            kv_type=resources.kv_type,
        )
        self._context = Context(resources.target, shape, mtp=True, other=resources.target_context)
        self._context.enable_nextn(masked=True)
        self._none = np.zeros(resources.target.n_embd, np.float32)
        self._kept: FloatArray = self._none  # the target's row behind the last token of the memory
        self._rows: FloatArray = self._none[None]  # the target's rows of its last pass
        self._first_position = 0

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        del prompt
        self._sampler = sampler

    def observe(self, batch: DecodedBatch) -> None:
        rows = batch.hidden_rows
        if rows is None:
            return
        self._context.trim(batch.first_position)  # what drafting put there
        shifted = np.vstack((self._kept[None], rows[:-1]))
        self._context.decode(batch.tokens, "none", shifted)
        self._rows, self._first_position = rows.copy(), batch.first_position
        self._kept = self._rows[-1]

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        limit = min(limit, self._n_max, self._context.n_ctx - len(history))
        if limit < 1 or self._sampler is None or self._context.n_past != len(history) - 1:
            return EMPTY
        tokens: list[int] = []
        probabilities: list[Distribution] = []
        trail, token, row = list(history), history[-1], self._kept
        while True:
            self._context.decode([token], "last", row[None])
            logits = self._context.logits()[0]
            token, distribution = self._sampler.propose(logits, trail)
            if self._p_min > 0 and confidence(logits, token) < self._p_min:
                break
            tokens.append(token)
            trail.append(token)
            if distribution is not None:
                probabilities.append(distribution)
            if len(tokens) >= limit:
                break
            row = self._context.embeddings_nextn(1)[0].copy()
        return Draft(tuple(tokens), tuple(probabilities) if probabilities else None)

    def accept(self, outcome: Outcome) -> None:
        self._kept = self._rows[outcome.n_accepted]
        self._context.trim(self._first_position + 1 + outcome.n_accepted)

    def rewind(self, n_tokens: int) -> None:
        if n_tokens < self._context.n_past:
            # The row there is gone; the block starts again without one, which costs a token or two of acceptance.
            self._context.trim(n_tokens)
            self._kept = self._none

    def close(self) -> None:
        self._context.close()


def _unavailable(header: Header) -> str:
    if header.n_layer_nextn > 0:
        return ""
    return (
        "This file holds no MTP head; models that were trained with one have it in their -MTP- variant "
        "(for example a Qwen 3.6 MTP GGUF)."
    )


def _create(options: Mapping[str, OptionValue], resources: Resources) -> DraftMtp:
    return DraftMtp(resources, n_max=int(options["n_max"]), p_min=float(options["p_min"]))


DRAFTER = DrafterType(
    name="draft-mtp",
    title="MTP",
    family="mtp",
    options=(
        OptionSpec("n_max", "int", 2, "Longest draft, in tokens.", 1, 8),
        OptionSpec("p_min", "float", 0.0, "Stop before a token that the MTP head gives less probability.", 0.0, 1.0),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]),
    needs_hidden_rows=True,
    needs_mtp_head=True,
    unavailable=_unavailable,
)
