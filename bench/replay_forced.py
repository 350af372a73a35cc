"""The real engine, made to write replies whose tokens are known, and timed.

Everything is what a session does: prompt, drafters, passes, sampling, trimming, text. Only what the target would have
chosen is replaced, after it was chosen, by the recorded token. So every preset writes the same reply, whatever the
model makes of the prompt, and a realistic edit can be timed with a model too small to write one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from bench.replay_data import Reply
from bench.replay_figures import Figures, Round, figures
from engine import decoding
from engine.acceptance import Verifier, draft_sampler, verifier
from engine.commands import ContextOptions, Sampling, Speculation
from engine.drafters.contract import Distribution, FloatArray
from engine.events import RoundDone
from engine.known_prices import KnownPrices
from engine.llama.context import Context
from engine.loading import Loaded, load_target, read_target_header
from engine.metrics import ReplyMetrics
from engine.ngram_index import shared_prefix
from engine.price_files import PriceFile
from engine.prompting import Prompter
from engine.sampling import Sampler
from engine.speculating import (
    Speculating,
    company_of,
    context_shape,
    refuse_the_impossible,
    second_path,
    settled,
)


class ForcedVerifier:
    """Lets the target choose, and emits the recorded token. start: tokens in front of the reply."""

    def __init__(self, own: Verifier, start: int, recorded: Sequence[int]) -> None:
        self._own = own
        self._start = start
        self._recorded = recorded

    def verify_row(
        self, logits: FloatArray, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        self._own.verify_row(logits, history, proposed, q)
        token = self._recorded[len(history) - self._start]
        return token, token == proposed


@dataclass(slots=True)
class Forced:
    """One timed reply."""

    reply: Reply
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    rounds: list[Round] = field(default_factory=list)

    def add(self, done: RoundDone) -> None:
        seconds = done.draft_s + done.verify_s + done.sample_s + done.other_s
        at = self.metrics.emitted
        self.rounds.append(Round(at, len(done.drafted), done.n_accepted, len(done.token_ids), seconds))
        self.metrics.add(done)

    @property
    def tokens_per_s(self) -> float:
        """Decode speed; 0 for a reply of a single round."""
        return self.metrics.tokens_per_s or 0.0

    def figures(self, speedup: float, plain_s: float) -> Figures:
        """plain_s: seconds that the baseline takes for a token of this reply."""
        share = self.metrics.draft_s / sum(done.seconds for done in self.rounds)
        return figures(self.reply, self.rounds, speedup, share, plain_s)


class ForcedEngine:
    """A target that writes recorded replies. Raises PacelineError when it cannot be loaded."""

    def __init__(self, model: Path, options: ContextOptions) -> None:
        self._options = options
        self._target = load_target(model, read_target_header(model), options, progress=_go_on)
        self._prompter = Prompter(self._target.model)
        self._context: Context | None = None
        self._drafts: dict[str, Loaded] = {}
        self._known: KnownPrices | None = None

    def close(self) -> None:
        for draft in self._drafts.values():
            draft.model.close()
        if self._context:
            self._context.close()
        self._target.model.close()

    def write(self, reply: Reply, how: Speculation, sampling: Sampling) -> Forced:
        """The reply, by drafters that know no earlier one. What the memory holds of the prompt is not read again. The
        reply's last token must be one that ends a reply.

        Raises RefusedError for drafters that this target cannot have.
        """
        how = settled(how, self._target.header)
        refuse_the_impossible(how, self._target.header)
        context = self._context_for(how)
        path = second_path(how)
        speculating = Speculating.prepare(
            self._target,
            context,
            how,
            self._options,
            company=company_of(how),
            draft=self._drafts.pop(path, None) if path else None,
            progress=lambda _path: _go_on,
            cancelled=_never,
            prices=lambda: self._prices(context),
        )
        try:
            return self._force(reply, context, speculating, sampling)
        finally:
            speculating.release(keep_draft=path)
            if path and speculating.draft:
                self._drafts[path] = speculating.draft

    def _force(self, reply: Reply, context: Context, speculating: Speculating, sampling: Sampling) -> Forced:
        chain, rule = speculating.chain, speculating.speculation.rule
        cached = 0 if chain.hidden_rows else shared_prefix(context.tokens, reply.prompt)
        chain.rewind(context.rewind(min(cached, len(reply.prompt) - 1)))
        n_vocab = self._target.model.n_vocab
        job = decoding.Job(
            request_id=0,
            context=context,
            chain=chain,
            verifier=ForcedVerifier(verifier(rule, Sampler(sampling, n_vocab)), len(reply.prompt), reply.tokens),
            draft_sampler=draft_sampler(rule, Sampler(sampling, n_vocab)),
            text=self._prompter.reply_text((), opens_thinking=False),
            history=list(reply.prompt),
            max_tokens=context.n_ctx,  # the end is not known beforehand: the end-of-sequence token says it
            max_draft=speculating.n_max,
            end_tokens=self._target.model.end_tokens,
            cancelled=_never,
            started_at=perf_counter(),
        )
        for _ in decoding.process_prompt(job):
            pass
        if speculating.prices:
            speculating.prices.deepen(context, _never)
        forced = Forced(reply)
        for done in decoding.write_reply(job):
            forced.add(done)
        return forced

    def _prices(self, context: Context) -> KnownPrices:
        """What passes cost, measured once as a session measures it."""
        if self._known is None:
            file = PriceFile.of(None, self._target, context)
            self._known = KnownPrices(file, context, lambda _curve: True, _never)
        return self._known

    def _context_for(self, how: Speculation) -> Context:
        shape = context_shape(self._target, self._options, how)
        if self._context is None or self._context.shape != shape:
            if self._context is not None:
                self._context.close()
                self._context = None
            self._context = Context(self._target.model, shape)
        return self._context


def _go_on(_fraction: float) -> bool:
    return True


def _never() -> bool:
    return False
