"""draft-mtp: NextN blocks (multi-token prediction heads) draft from the target's hidden rows.

A head predicts the token after x[p] from x[p] and the target's hidden row at p - 1, and gives a hidden row of its own
to go on from. So every target pass is fed to it again, shifted by one row, and the row behind the last verified token
is kept for the next draft. Heads come in three shapes, told apart by what the model is:

    one head         drafts token after token from its own rows (Qwen 3.5 and most others)
    chained heads    one head for each token of a draft (Step 3.5)
    an assistant     a small model that reads the target's memory and has none (Gemma 4)

The first two lie in the target's file or in one of their own, the assistant always in its own.
Sources: DeepSeek-V3 report, 2024; llama.cpp `common/speculative.cpp`, draft-mtp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

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
from engine.mtp_heads import own_head_fault
from engine.sampling import NoChoiceError, confidence

if TYPE_CHECKING:
    from engine.llama.context import Context


class _Heads(Protocol):
    """Heads of one shape. longest: tokens that they can draft at most, None for as many as wanted."""

    longest: int | None

    def ready(self, n_past: int) -> bool:
        """Whether they stand right behind the first n_past tokens."""

    def feed(self, tokens: Sequence[int], first_position: int, rows: FloatArray) -> None:
        """Take in what the target decoded; rows[i] is the target's row of the token before tokens[i]."""

    def step(self, position: int, tokens: Sequence[int], rows: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
        """(logits of the next token, the head's own row): tokens from `position` on are the last verified one and the
        draft so far, rows[i] belongs to the token before tokens[i]. The logits are valid until the next pass."""

    def trim(self, n_tokens: int) -> None:
        """Forget what is behind the first n_tokens."""

    def close(self) -> None: ...


class _OneHead:
    longest: int | None = None

    def __init__(self, context: Context) -> None:
        self._context = context

    def ready(self, n_past: int) -> bool:
        return self._context.n_past == n_past

    def feed(self, tokens: Sequence[int], first_position: int, rows: FloatArray) -> None:
        self._context.trim(first_position)  # what drafting put there
        self._context.decode(self._context.model.readable(tokens), "none", rows)

    def step(self, position: int, tokens: Sequence[int], rows: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
        del position
        self._context.decode(self._context.model.readable(tokens[-1:]), "last", rows[-1][None])
        return _result(self._context)

    def trim(self, n_tokens: int) -> None:
        self._context.trim(n_tokens)

    def close(self) -> None:
        self._context.close()


class _ChainedHeads(_OneHead):
    """Keys and values are kept per head. Up to the draft all heads have them; behind that, each head makes its own from
    the whole draft so far, because those that lie there are another head's."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.longest = context.model.n_layer_nextn

    def feed(self, tokens: Sequence[int], first_position: int, rows: FloatArray) -> None:
        for head in range(self._context.model.n_layer_nextn):
            self._context.select_head(head)
            super().feed(tokens, first_position, rows)

    def step(self, position: int, tokens: Sequence[int], rows: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
        self._context.trim(position)
        self._context.select_head(len(tokens) - 1)
        self._context.decode(self._context.model.readable(tokens), "last", np.stack(rows))
        return _result(self._context)


class _Assistant:
    """All its steps stand at one position, the one behind what the target has decoded."""

    longest: int | None = None

    def __init__(self, context: Context, target: Context) -> None:
        self._context, self._target = context, target

    def ready(self, n_past: int) -> bool:
        return self._target.n_past == n_past > 0

    def feed(self, tokens: Sequence[int], first_position: int, rows: FloatArray) -> None:
        pass

    def step(self, position: int, tokens: Sequence[int], rows: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
        (token,) = self._context.model.readable(tokens[-1:])
        self._context.decode_beside(token, position, rows[-1])
        return _result(self._context)

    def trim(self, n_tokens: int) -> None:
        pass

    def close(self) -> None:
        self._context.close()


class DraftMtp:
    """See the module. n_max: longest draft; p_min: stop before a token that the head gives less probability."""

    def __init__(self, resources: Resources, *, n_max: int, p_min: float) -> None:
        self._heads = _heads(resources)
        self._n_max, self._p_min = min(n_max, self._heads.longest or n_max), p_min
        self._n_ctx = resources.n_ctx
        self._tells_chances = resources.wants_chances
        model = resources.sidecar or resources.target
        self._n_tokens_shared = min(model.n_vocab, resources.target.n_vocab)
        self._sampler: DraftSampler | None = None
        self._none = np.zeros(resources.target.n_embd_out, np.float32)
        self._kept: FloatArray = self._none  # the target's row behind the last token of the memory
        self._rows: FloatArray = self._none[None]  # the target's rows of its last pass
        self._first_position = 0
        self._n_past = 0

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        del prompt
        self._sampler = sampler

    def observe(self, batch: DecodedBatch) -> None:
        rows = batch.hidden_rows
        if rows is None:
            return
        self._heads.feed(batch.tokens, batch.first_position, np.vstack((self._kept[None], rows[:-1])))
        self._rows, self._first_position = rows.copy(), batch.first_position
        self._kept, self._n_past = self._rows[-1], batch.first_position + len(batch.tokens)

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        position = len(history) - 1
        limit = min(limit, self._n_max, self._n_ctx - len(history))
        if limit < 1 or self._sampler is None or not self._heads.ready(position):
            return EMPTY
        tokens: list[int] = []
        probabilities: list[Distribution] = []
        chances: list[float] = []
        trail, rows = list(history), [self._kept]
        while len(tokens) < limit:
            logits, row = self._heads.step(position, trail[position:], rows)
            logits = logits[: self._n_tokens_shared]
            try:
                token, distribution = self._sampler.propose(logits, trail)
            except NoChoiceError:  # a bias forbids all that the head knows, or its numbers went wrong: not the target's
                break
            if self._p_min > 0 or self._tells_chances:
                # A token that was drawn must not decide whether it is proposed: see engine.draft_writer.
                chances.append(confidence(logits, token if distribution is None else int(logits.argmax())))
                if chances[-1] < self._p_min:
                    break
            tokens.append(token)
            trail.append(token)
            rows.append(row)
            if distribution is not None:
                probabilities.append(distribution)
        return Draft(
            tuple(tokens),
            tuple(probabilities) if probabilities else None,
            tuple(chances[: len(tokens)]) if chances else None,
        )

    def accept(self, outcome: Outcome) -> None:
        self._kept = self._rows[outcome.n_accepted]
        self._n_past = self._first_position + 1 + outcome.n_accepted
        self._heads.trim(self._n_past)

    def rewind(self, n_tokens: int) -> None:
        self._heads.trim(n_tokens)
        if n_tokens < self._n_past:
            # The row there is gone; the head starts again without one, which costs a token or two of acceptance.
            self._n_past, self._kept = n_tokens, self._none

    def close(self) -> None:
        self._heads.close()


def _result(context: Context) -> tuple[FloatArray, FloatArray]:
    return context.logits()[0], context.embeddings_nextn(1)[0].copy()


def _heads(resources: Resources) -> _Heads:
    """The heads of the sidecar, where one was picked, else those inside the target."""
    from engine.llama.context import Context, ContextShape  # loads the native library, without which it is declared

    target = resources.target_context
    shape = ContextShape(
        n_ctx=resources.n_ctx,
        n_batch=target.n_batch,
        n_outputs=1,
        threads=resources.threads,
        flash_attention=resources.flash_attention,
        kv_type=resources.kv_type,
    )
    model = resources.sidecar or resources.target
    context = Context(model, shape, mtp=True, other=target)
    context.enable_nextn(masked=True)
    if context.borrows:
        return _Assistant(context, target)
    return _ChainedHeads(context) if model.n_layer_nextn > 1 else _OneHead(context)


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
    takes_sidecar=True,
    usual_chance=0.8,  # published runs of Qwen 3.5 and 3.6 have 0.67 to 0.90
    unavailable=own_head_fault,
)
