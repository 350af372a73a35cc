"""The draft-verify loop.

    draft    a drafter proposes k tokens
    verify   the target decodes the last token and the k proposed ones in one pass
    accept   row by row the target's own choice is made; while it equals the proposal, the walk goes on
    trim     the memory keeps the last token and what was accepted
    tell     the drafters hear what became of the round

Every emitted token is the choice of the target's logits of the pass that verified it, so the text is the target's own.
The last emitted token is never in the memory yet: it opens the next pass. So a prompt is processed up to its last
token, and the first round verifies that one; every emitted token belongs to a round.

Sources: Leviathan et al. 2023, Chen et al. 2023; llama.cpp `examples/speculative-simple` for the checkpoint way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from engine.drafters.contract import EMPTY, DecodedBatch, Draft, Drafter, DraftSampler, Outcome
from engine.events import TARGET, PromptProgress, RoundDone, StopReason, TextRun
from engine.llama.context import Aborted

if TYPE_CHECKING:
    from engine.acceptance import Verifier
    from engine.llama.context import Checkpoint, Context

NO_DRAFTER: Final = ""


class ReplyText(Protocol):
    """Where emitted tokens become text."""

    def push(self, token: int, origin: str) -> bool:
        """Take in a token; True when a stop string is complete and the reply ends here."""

    def take(self) -> tuple[TextRun, ...]:
        """The text that may be shown now."""


@dataclass(frozen=True, slots=True)
class RoundCost:
    """rows: tokens that the pass decoded. pass_s: seconds of the pass and of taking back what was rejected; other_s: of
    all else but drafting. resubmitted: the draft was longer than the memory can give back, so it went by checkpoint."""

    rows: int
    pass_s: float
    other_s: float
    resubmitted: bool = False


class Chain:
    """Drafters in order of precedence: the first that proposes anything has the round."""

    def __init__(self, drafters: Sequence[tuple[str, Drafter]], *, hidden_rows: bool = False) -> None:
        """drafters: (name, drafter) pairs. hidden_rows: one of them wants the target's hidden rows."""
        self._drafters = tuple(drafters)
        self.hidden_rows = hidden_rows

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        for _, drafter in self._drafters:
            drafter.begin(prompt, sampler)

    def observe(self, batch: DecodedBatch) -> None:
        for _, drafter in self._drafters:
            drafter.observe(batch)

    def draft(self, history: Sequence[int], limit: int) -> tuple[str, Draft]:
        """(name, proposal) of the first drafter that has one; at most `limit` tokens."""
        if limit > 0:
            for name, drafter in self._drafters:
                draft = drafter.draft(history, limit)
                if draft.tokens:
                    return name, draft
        return NO_DRAFTER, EMPTY

    def accept(self, proposer: str, drafted: tuple[int, ...], n_accepted: int, next_token: int | None) -> None:
        own, others = (Outcome(drafted, n_accepted, next_token, own=own) for own in (True, False))
        for name, drafter in self._drafters:
            drafter.accept(own if name == proposer else others)

    def timed(self, cost: RoundCost) -> None:
        """What a round took, told before `accept`. Order alone does not ask for it."""

    def rewind(self, n_tokens: int) -> None:
        for _, drafter in self._drafters:
            drafter.rewind(n_tokens)

    def close(self) -> None:
        for _, drafter in self._drafters:
            drafter.close()


@dataclass(slots=True)
class Job:
    """One reply to be written.

    history: the prompt's tokens; grows by what is emitted. The memory of `context` holds a prefix of it.
    max_draft: the longest draft that the context was made for. started_at: perf_counter when the request was taken up.
    """

    request_id: int
    context: Context
    chain: Chain
    verifier: Verifier
    draft_sampler: DraftSampler
    text: ReplyText
    history: list[int]
    max_tokens: int
    max_draft: int
    end_tokens: frozenset[int]
    cancelled: Callable[[], bool]
    started_at: float


@dataclass(slots=True)
class _Round:
    """The round in the making."""

    proposer: str
    draft: Draft
    emitted: list[int]
    n_accepted: int = 0
    stop: StopReason | None = None


def process_prompt(job: Job) -> Iterator[PromptProgress]:
    """Decode the prompt up to its last token, in batches; what the memory holds already is not decoded again.

    Stops early when the job is cancelled; the memory then holds the part that was done.
    """
    context, history = job.context, job.history
    total = len(history) - 1
    yield PromptProgress(job.request_id, context.n_past, len(history))
    context.on_abort(job.cancelled)
    try:
        while context.n_past < total and not job.cancelled():
            first = context.n_past
            batch = history[first : min(first + context.n_batch, total)]
            context.decode(batch, "none")
            _observe(job, batch, first)
            yield PromptProgress(job.request_id, context.n_past, len(history))
    except Aborted:
        return
    finally:
        context.on_abort(None)
    context.keep_checkpoint()


def write_reply(job: Job) -> Generator[RoundDone, None, StopReason]:
    """Rounds until the reply ends; the generator's return value is the StopReason.

    Whenever an event was yielded, memory, history, counts and text agree, so the consumer may stop there.
    """
    job.chain.begin(job.history, job.draft_sampler)
    n_emitted, index = 0, 0
    round_began = perf_counter()
    while not (reason := _reason_before(job, n_emitted)):
        base = job.context.n_past
        began = perf_counter()
        proposer, draft = job.chain.draft(job.history, _draft_limit(job, n_emitted))
        draft = _up_to_end(draft, job.end_tokens)
        if job.cancelled():
            return "cancelled"
        drafted_at = perf_counter()
        saved = _verify(job, draft)
        verified_at = perf_counter()
        done = _accept(job, proposer, draft, job.max_tokens - n_emitted)
        sampled_at = perf_counter()
        _trim(job, base, done, saved)
        trimmed_at = perf_counter()
        verify_s = verified_at - drafted_at + (trimmed_at - sampled_at)
        sample_s = sampled_at - verified_at
        job.chain.timed(RoundCost(1 + len(draft.tokens), verify_s, sample_s, saved is not None))
        _tell(job, done)
        told_at = perf_counter()
        text = job.text.take()
        ended = perf_counter()
        draft_s = drafted_at - began + (told_at - trimmed_at)
        n_emitted += len(done.emitted)
        index += 1
        yield RoundDone(
            request_id=job.request_id,
            index=index,
            token_ids=tuple(done.emitted),
            origins=tuple(proposer if i < done.n_accepted else TARGET for i in range(len(done.emitted))),
            drafted=draft.tokens,
            drafted_by=(proposer,) * len(draft.tokens),
            n_accepted=done.n_accepted,
            text=text,
            draft_s=draft_s,
            verify_s=verify_s,
            sample_s=sample_s,
            other_s=max(0.0, ended - round_began - draft_s - verify_s - sample_s),
            at_s=ended - job.started_at,
            n_past=job.context.n_past,
        )
        round_began = ended
        if done.stop:
            return done.stop
    return reason


def _reason_before(job: Job, n_emitted: int) -> StopReason | None:
    """Why no further round can begin, or None."""
    if job.cancelled():
        return "cancelled"
    if n_emitted >= job.max_tokens:
        return "length"
    if job.context.n_past >= job.context.n_ctx:
        return "context"
    return None


def _draft_limit(job: Job, n_emitted: int) -> int:
    """How many tokens a draft may have: a draft of k emits up to k + 1, and its pass takes k + 1 places."""
    wanted = job.max_tokens - n_emitted - 1
    room = job.context.n_ctx - job.context.n_past - 1
    return max(0, min(wanted, room, job.max_draft, job.context.n_outputs - 1))


def _up_to_end(draft: Draft, end_tokens: frozenset[int]) -> Draft:
    """Nothing behind a token that ends the reply would be emitted, so it is not verified either. A text that is copied
    goes on into the next message there."""
    if end_tokens.isdisjoint(draft.tokens):
        return draft
    n = 1 + next(i for i, token in enumerate(draft.tokens) if token in end_tokens)
    return Draft(
        draft.tokens[:n],
        draft.probabilities[:n] if draft.probabilities is not None else None,
        draft.chances[:n] if draft.chances is not None else None,
    )


def _verify(job: Job, draft: Draft) -> Checkpoint | None:
    """One target pass over the last token and the draft. A checkpoint is taken and returned where the memory could
    not give back a rejected draft otherwise."""
    context = job.context
    saved = None
    if draft.tokens and not context.can_give_back(len(draft.tokens)):
        saved = context.checkpoint()
    first = context.n_past
    batch = [job.history[-1], *draft.tokens]
    context.decode(batch, "all")
    context.logits()  # waits until the pass is done: the time belongs to the verification
    _observe(job, batch, first)
    return saved


def _accept(job: Job, proposer: str, draft: Draft, wanted: int) -> _Round:
    """Walk over the rows: emit the target's choice, go on while it is what the drafter proposed."""
    done = _Round(proposer, draft, [])
    rows = job.context.logits()
    n_drafted = len(draft.tokens)
    for i in range(n_drafted + 1):
        proposed = draft.tokens[i] if i < n_drafted else None
        q = draft.probabilities[i] if draft.probabilities is not None and i < n_drafted else None
        token, accepted = job.verifier.verify_row(rows[i], job.history, proposed, q)
        job.history.append(token)
        done.emitted.append(token)
        done.n_accepted += accepted
        if token in job.end_tokens:
            done.stop = "end"
        elif job.text.push(token, proposer if accepted else TARGET):
            done.stop = "stop"
        elif len(done.emitted) >= wanted:
            done.stop = "length"
        if done.stop or not accepted:
            break
    return done


def _trim(job: Job, base: int, done: _Round, saved: Checkpoint | None) -> None:
    """Keep the last token and the accepted ones; by checkpoint and a second pass where trimming is impossible."""
    context = job.context
    kept = base + 1 + done.n_accepted
    if context.trim(kept):
        return
    if saved is None:
        context.rewind(kept)
    else:
        context.restore(saved)
    again = job.history[context.n_past : kept]
    for start in range(0, len(again), context.n_batch):
        context.decode(again[start : start + context.n_batch], "none")


def _observe(job: Job, batch: Sequence[int], first_position: int) -> None:
    rows = job.context.embeddings_nextn(len(batch)) if job.chain.hidden_rows else None
    job.chain.observe(DecodedBatch(batch, first_position, rows))


def _tell(job: Job, done: _Round) -> None:
    next_token = done.emitted[-1] if len(done.emitted) > done.n_accepted else None
    job.chain.accept(done.proposer, done.draft.tokens, done.n_accepted, next_token)
