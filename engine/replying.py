"""One reply from request to end: the prompt is made and processed, then rounds follow until something ends it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import perf_counter

from engine import decoding
from engine.acceptance import draft_sampler, verifier
from engine.commands import Generate
from engine.constraint import ConstrainedVerifier
from engine.errors import RefusedError
from engine.events import Event, GenerationDone, GenerationStarted, Noticed, StopReason
from engine.llama.grammar import Grammar, grammar_of_schema
from engine.ngram_index import shared_prefix
from engine.sampling import Sampler
from engine.speculating import Speculating
from engine.target import Target
from engine.watchdog import Seen, Watchdog


def reply(
    command: Generate,
    target: Target,
    speculating: Speculating,
    cancelled: Callable[[], bool],
    began: float,
) -> Generator[Event, None, None]:
    """Its events, in order. began: `perf_counter` when the request was taken up.

    Raises RefusedError for a prompt that is too long, a template that fails and a schema that cannot be read.
    """
    context, model = target.context, target.loaded.model
    prompt = target.prompter.prompt(command)
    if len(prompt.tokens) > context.n_ctx:
        raise RefusedError(
            f"The prompt of {len(prompt.tokens)} tokens is longer than the context of {context.n_ctx}",
            "",
            "Shorten it, start a new chat, or load the model with a longer context.",
        )
    cached = 0 if command.cold else shared_prefix(context.tokens, prompt.tokens)
    cached = context.rewind(min(cached, len(prompt.tokens) - 1))
    speculating.chain.rewind(cached)
    text = target.prompter.reply_text(
        prompt.stops, opens_thinking=prompt.opens_thinking, mid_thinking=prompt.mid_thinking
    )
    rule = command.speculation.rule
    grammar = Grammar(model, grammar_of_schema(command.json_schema)) if command.json_schema else None
    try:
        judge = verifier(rule, Sampler(command.sampling, model.n_vocab))
        job = decoding.Job(
            request_id=command.request_id,
            context=context,
            chain=speculating.chain,
            verifier=ConstrainedVerifier(judge, rule, grammar) if grammar else judge,
            draft_sampler=draft_sampler(rule, Sampler(command.sampling, model.n_vocab)),
            text=text,
            history=list(prompt.tokens),
            max_tokens=command.max_tokens,
            max_draft=speculating.n_max,
            end_tokens=model.end_tokens,
            cancelled=cancelled,
            started_at=began,
        )
        warnings = (*prompt.warnings, *speculating.warnings)
        yield GenerationStarted(command.request_id, len(prompt.tokens), cached, context.n_ctx, warnings)
        yield from decoding.process_prompt(job)
        if speculating.prices:
            speculating.prices.deepen(context, cancelled)
        prompt_s = perf_counter() - began
        reason = yield from _write(job, _watchdog(command, speculating, target.plain_s))
    finally:
        if grammar:
            grammar.close()
    yield GenerationDone(
        request_id=command.request_id,
        stop_reason=reason,
        stop_text=text.stop_text,
        text=text.finish(),
        prompt_s=prompt_s,
    )


def _watchdog(command: Generate, speculating: Speculating, plain_s: float) -> Watchdog:
    """A comparison's replies run as they were asked for. Drafters chosen by price rest too: the plain rounds then
    tell what the others are held against, should that have been measured wrong."""
    speculation = command.speculation
    choose = speculation.choose if speculation.drafters else None
    may_rest = command.rest_when_slow and choose is not None and not command.cold
    return Watchdog(plain_s, may_rest=may_rest, choose=choose, computes=speculating.computes)


def _write(job: decoding.Job, watchdog: Watchdog) -> Generator[Event, None, StopReason]:
    rounds = decoding.write_reply(job)
    longest = job.max_draft
    while True:
        job.max_draft = 0 if watchdog.resting else longest
        try:
            done = next(rounds)
        except StopIteration as end:
            reason: StopReason = end.value
            return reason
        yield done
        for notice in watchdog.round(Seen.of(done)):
            yield Noticed(job.request_id, notice.kind, notice.text)
