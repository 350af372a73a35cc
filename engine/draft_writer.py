"""A second model that writes ahead, token by token (Leviathan et al. 2023): for all drafters that load one.

The draft has a context of its own, as long as the target's, and is fed what it has not seen when it is asked, so it
costs nothing while another drafter of a chain proposes.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engine.drafters.contract import EMPTY, DecodedBatch, Distribution, Draft, DraftSampler, Outcome, Resources
from engine.errors import RefusedError
from engine.llama.context import Aborted, Context, ContextShape
from engine.ngram_index import shared_prefix
from engine.sampling import NoChoiceError, NothingPossibleError, confidence

_log = logging.getLogger(__name__)


class DraftModel:
    """See the module. A token of the target's that the draft lacks is another one to it.

    n_max: longest draft; n_min: a shorter one is not worth a pass and is dropped; p_min: stop in front of a token that
    the draft itself gives less than this probability. Where tokens are drawn from a distribution that the target is
    told (the rule `rejection`), whether one is proposed must not depend on which one was drawn, or the distribution of
    the text would: there p_min looks at the likeliest token, and n_min drops nothing."""

    def __init__(self, resources: Resources, *, n_max: int, n_min: int, p_min: float) -> None:
        model = resources.draft_model
        if model is None:
            raise RefusedError("The preset needs a draft model", "", "Pick a draft model first.")
        self._n_max, self._n_min, self._p_min = n_max, n_min, p_min
        self._n_tokens_shared = min(model.n_vocab, resources.target.n_vocab)
        self._end_tokens = model.end_tokens
        self._cancelled = resources.cancelled
        self._tells_chances = resources.wants_chances
        self._sampler: DraftSampler | None = None
        self._told = False  # that its numbers are none
        shape = ContextShape(
            n_ctx=resources.n_ctx,
            n_outputs=1,
            threads=resources.threads,
            flash_attention=resources.flash_attention,
            kv_type=resources.kv_type,
        )
        self._context = Context(model, shape)
        self._agreed = 0  # so many tokens of the draft's memory are the history's

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        self._sampler = sampler
        self._told = False
        self._agreed = shared_prefix(self._context.tokens, self._context.model.readable(prompt))

    def observe(self, batch: DecodedBatch) -> None:
        pass

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        limit = min(limit, self._n_max, self._context.n_ctx - len(history))
        if limit < max(1, self._n_min) or self._sampler is None:
            return EMPTY
        try:
            self._catch_up(history)
        except Aborted:
            return EMPTY
        return self._write_ahead(list(history), limit, self._sampler)

    def accept(self, outcome: Outcome) -> None:
        if outcome.own:
            # The last proposed token was never decoded by the draft itself.
            self._agreed += min(outcome.n_accepted, len(outcome.drafted) - 1)

    def rewind(self, n_tokens: int) -> None:
        self._agreed = min(self._agreed, n_tokens)

    def close(self) -> None:
        self._context.close()

    def _tell(self, error: NoChoiceError) -> None:
        """Once for each reply."""
        if not self._told:
            _log.warning("%s drafts nothing more here: %s", self._context.model.path.name, error.why)
        self._told = True

    def _catch_up(self, history: Sequence[int]) -> None:
        """Decode what the draft has not seen of the history; the last row's logits are then there."""
        context = self._context
        start = context.rewind(min(self._agreed, len(history) - 1))
        self._agreed = start
        last = len(history) - 1
        context.on_abort(self._cancelled if last - start > context.n_batch else None)
        try:
            while start < last:
                stop = min(start + context.n_batch, last)
                context.decode(context.model.readable(history[start:stop]), "none")
                self._agreed = start = stop
        finally:
            context.on_abort(None)
        if not context.trims_anywhere:
            context.keep_checkpoint()  # where it comes back to after a rejection
        context.decode(context.model.readable(history[last:]), "last")
        self._agreed = len(history)

    def _write_ahead(self, trail: list[int], limit: int, sampler: DraftSampler) -> Draft:
        tokens: list[int] = []
        probabilities: list[Distribution] = []
        chances: list[float] = []
        while True:
            row = self._context.logits()[0][: self._n_tokens_shared]
            try:
                token, distribution = sampler.propose(row, trail)
            except NothingPossibleError:  # a bias forbids all that the draft knows: the target may know more
                break
            except NoChoiceError as error:  # its numbers went wrong: the target's have not
                self._tell(error)
                break
            if self._p_min > 0 or self._tells_chances:
                chances.append(confidence(row, token if distribution is None else int(row.argmax())))
                if chances[-1] < self._p_min:
                    break
            tokens.append(token)
            trail.append(token)
            if distribution is not None:
                probabilities.append(distribution)
            if len(tokens) >= limit or token in self._end_tokens:
                break
            self._context.decode([token], "last")
        if len(tokens) < self._n_min and not probabilities:
            return EMPTY
        return Draft(
            tuple(tokens),
            tuple(probabilities) if probabilities else None,
            tuple(chances[: len(tokens)]) if chances else None,
        )
