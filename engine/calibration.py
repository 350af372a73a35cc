"""What a draft model would have done on replies that the target has already written.

Greedy text does not depend on the draft, and in front of every token that was accepted stands what the target wrote. So
one pass of a draft over a recorded reply tells for every position whether its proposal would have been accepted, and
walking over these answers tells exactly how many rounds a draft length would have taken: no model of acceptance needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from engine.commands import Generate, Message
from engine.llama.context import Context
from engine.presets import built_in_folder
from engine.prompting import Prompter

DRAFT_LENGTHS: Final = range(1, 9)
Use = Literal["search", "check"]


@dataclass(frozen=True, slots=True)
class Recording:
    """A prompt and the reply that the target wrote to it greedily, in tokens."""

    prompt: tuple[int, ...]
    reply: tuple[int, ...]


def texts(use: Use) -> tuple[str, ...]:
    """The prompts to search with, or others to check with what the search found: what was picked because it was best
    on some texts looks better there than it is."""
    lines = (built_in_folder() / "calibration.jsonl").read_text("utf-8").splitlines()
    return tuple(entry["text"] for entry in map(json.loads, lines) if entry["use"] == use)


def record(
    context: Context, prompter: Prompter, text: str, n_tokens: int, cancelled: Callable[[], bool]
) -> Recording | None:
    """Let the target answer. None when the context has no room for a reply, or when it was cancelled.

    The context holds the reply afterwards.
    """
    prompt = prompter.prompt(Generate(0, messages=(Message("user", text),))).tokens
    n_tokens = min(n_tokens, context.n_ctx - len(prompt))
    if n_tokens < 1:
        return None
    context.clear()
    _read(context, prompt[:-1])
    reply: list[int] = []
    last = prompt[-1]
    while len(reply) < n_tokens and not cancelled():
        context.decode([last], "last")
        last = int(np.argmax(context.logits()[0]))
        reply.append(last)
        if last in context.model.end_tokens:
            break
    return None if cancelled() else Recording(prompt, tuple(reply))


def agreements(context: Context, recording: Recording) -> tuple[bool, ...]:
    """For every token of the reply whether the model of `context` proposes it there. Empties the context first."""
    context.clear()
    _read(context, recording.prompt[:-1])
    fed = (recording.prompt[-1], *recording.reply[:-1])
    proposed: list[int] = []
    for start in range(0, len(fed), context.n_outputs):
        context.decode(fed[start : start + context.n_outputs], "all")
        proposed += np.argmax(context.logits(), axis=1).tolist()
    return tuple(own == other for own, other in zip(proposed, recording.reply, strict=True))


def share(hits: Sequence[Sequence[bool]]) -> float:
    """The share of positions, of all recordings together, where draft and target agree; 0 of none."""
    total = sum(map(len, hits))
    return sum(map(sum, hits)) / total if total else 0.0


def best_length(hits: Sequence[Sequence[bool]], rounds: Mapping[int, float], one_pass: float) -> tuple[int, float]:
    """(the draft length that pays best, speedup over plain decoding with it).

    hits: by recording and position, as `agreements` gives them. rounds: cost of a round by the length of its draft;
    one_pass: cost of one pass of the draft; both in plain passes of the target. Of equally good lengths the shortest.

    >>> best_length([[True] * 40], {1: 1.5, 2: 2.0}, one_pass=0.5)  # 3 tokens for 2.5: all held, so one pass more
    (2, 1.2)
    """
    worth = {n: _speedup(hits, n, cost, one_pass) for n, cost in rounds.items()}
    return max(worth.items(), key=lambda found: (found[1], -found[0]))


def _speedup(hits: Sequence[Sequence[bool]], n: int, cost: float, one_pass: float) -> float:
    tokens, spent = 0, 0.0
    for n_accepted in (accepted for recording in hits for accepted in _rounds(recording, n)):
        tokens += n_accepted + 1
        # The draft has not seen its last token yet: when that one holds too, it is read in a pass of its own.
        spent += cost + one_pass * (n_accepted == n)
    return round(tokens / spent, 4) if spent else 0.0


def _rounds(hits: Sequence[bool], n: int) -> Iterator[int]:
    """Accepted tokens of every round with drafts of n that fits wholly into the recording."""
    at = 0
    while at + n < len(hits):
        accepted = next((i for i in range(n) if not hits[at + i]), n)
        yield accepted
        at += accepted + 1


def _read(context: Context, tokens: Sequence[int]) -> None:
    for start in range(0, len(tokens), context.n_batch):
        context.decode(tokens[start : start + context.n_batch], "none")
