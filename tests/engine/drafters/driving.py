"""Drive a drafter as the decoding loop does, with a target that knows the text beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.drafters.contract import DecodedBatch, Distribution, Drafter, FloatArray, Outcome


class NoSampler:
    """For drafters that propose without logits."""

    def propose(self, logits: FloatArray, history: Sequence[int]) -> tuple[int, Distribution | None]:
        raise AssertionError(f"asked for a token at {len(history)} with {np.shape(logits)} logits")


def write(
    drafter: Drafter, prompt: Sequence[int], reply: Sequence[int], limits: Sequence[int]
) -> list[tuple[int, ...]]:
    """Let a target write `reply` after `prompt` and return what was proposed in each round.

    The token limits of the rounds come from `limits`, round and round. Rejected tokens are observed, for the
    target decoded them, and never enter the history.
    """
    history, proposals = list(prompt), list[tuple[int, ...]]()
    drafter.begin(tuple(prompt), NoSampler())
    drafter.observe(DecodedBatch(history[:-1], 0))
    written = 0
    while written < len(reply):
        limit = min(limits[len(proposals) % len(limits)], len(reply) - written - 1)
        tokens = drafter.draft(history, limit).tokens
        assert len(tokens) <= limit
        proposals.append(tokens)
        drafter.observe(DecodedBatch([history[-1], *tokens], len(history) - 1))
        accepted = 0
        while accepted < len(tokens) and tokens[accepted] == reply[written + accepted]:
            accepted += 1
        emitted = list(reply[written : written + accepted + 1])
        history += emitted
        written += len(emitted)
        if tokens:
            drafter.accept(Outcome(tokens, accepted, emitted[-1], own=True))
    return proposals
