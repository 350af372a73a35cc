"""How near two tokens are to each other at a place of a reply: what a difference between two texts is worth.

The common beginning is decoded again in one go, and the target's own sampling scores the candidates there: the logit
after bias and penalties, and above temperature 0 with the noise that decides. A gap near 0 is a tie that other kernels,
for another batch size, decide otherwise; a large one would be a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.commands import Generate, ScoreTokens
from engine.errors import RefusedError, UsageError
from engine.llama.context import Aborted, Context
from engine.prompting import Prompter
from engine.sampling import Sampler


def history_of(command: ScoreTokens, prompter: Prompter, n_vocab: int, n_ctx: int) -> list[int]:
    """The tokens in front of the place. Raises UsageError for tokens the model lacks, RefusedError for too many."""
    unknown = [token for token in (*command.reply, *command.candidates) if not 0 <= token < n_vocab]
    if unknown:
        raise UsageError(f"Token {unknown[0]} is not one of the model's {n_vocab} tokens")
    asked = Generate(command.request_id, messages=command.messages, prompt=command.prompt)
    history = [*prompter.prompt(asked).tokens, *command.reply]
    if len(history) > n_ctx:
        raise RefusedError(f"The {len(history)} tokens to score are more than the context of {n_ctx}")
    return history


def score(
    context: Context,
    sampler: Sampler,
    history: Sequence[int],
    candidates: Sequence[int],
    cancelled: Callable[[], bool],
) -> tuple[float, ...]:
    """A score for each candidate at the position behind `history`. The context is emptied before and after."""
    context.clear()
    context.on_abort(cancelled)
    try:
        for start in range(0, len(history), context.n_batch):
            context.decode(history[start : start + context.n_batch], "last")
        scores = sampler.scores(context.logits()[-1], history, candidates)
        return tuple(float(value) for value in scores)
    except Aborted:
        raise RefusedError("Scoring tokens was cancelled") from None
    finally:
        context.on_abort(None)
        context.clear()
