"""From what an engine or a peer said about one reply to the record that is kept of it."""

from __future__ import annotations

from collections.abc import Sequence

from app.compare.peers import PeerReply
from engine.events import GenerationDone, GenerationStarted, RoundDone, TextRun
from engine.metrics import ReplyMetrics
from engine.ngram_index import shared_prefix
from ui.comparison import Arm, Case, RoundRecord, Run


def own_run(
    arm: Arm, case: Case, repetition: int, started: GenerationStarted, rounds: Sequence[RoundDone], done: GenerationDone
) -> Run:
    """The record of a reply of our own engine."""
    metrics = ReplyMetrics()
    texts: list[TextRun] = []
    for round_done in rounds:
        metrics.add(round_done)
        texts += round_done.text
    texts += done.text
    return Run(
        arm=arm.name,
        case=case.id,
        repetition=repetition,
        text="".join(run.text for run in texts if not run.thinking),
        emitted=metrics.emitted,
        drafted=metrics.drafted,
        accepted=metrics.accepted,
        prompt_tokens=started.prompt_tokens,
        prompt_s=done.prompt_s,
        ttft_s=metrics.first_at_s,
        decode_s=metrics.decode_s,
        tokens_per_s=metrics.tokens_per_s,
        stop_reason=done.stop_reason,
        token_ids=tuple(token for round_done in rounds for token in round_done.token_ids),
        rounds=tuple(map(round_record, rounds)),
        draft_s=metrics.draft_s,
        verify_s=metrics.verify_s,
        sample_s=metrics.sample_s,
        other_s=metrics.other_s,
    )


def round_record(done: RoundDone) -> RoundRecord:
    """What is kept of a round."""
    seconds = done.draft_s + done.verify_s + done.sample_s + done.other_s
    return RoundRecord(len(done.drafted), len(done.token_ids), seconds, done.at_s)


def peer_run(arm: Arm, case: Case, repetition: int, reply: PeerReply) -> Run:
    """The record of a peer's reply. Its first token is there when the prompt is processed."""
    return Run(
        arm=arm.name,
        case=case.id,
        repetition=repetition,
        text=reply.text,
        emitted=reply.emitted,
        drafted=reply.drafted,
        accepted=reply.accepted,
        prompt_tokens=reply.prompt_tokens,
        prompt_s=reply.prompt_s,
        ttft_s=reply.prompt_s,
        decode_s=reply.decode_s,
        tokens_per_s=reply.tokens_per_s,
        stop_reason="",
        own_tokens_per_s=reply.own_tokens_per_s,
    )


def parting(ours: Sequence[int], theirs: Sequence[int]) -> int | None:
    """The first place where two replies differ; None when they are the same."""
    shared = shared_prefix(ours, theirs)
    return None if shared == len(ours) == len(theirs) else shared
