"""Replies that a grammar or a JSON schema constrains, under any acceptance rule.

The grammar follows the emitted tokens only, so a rejected draft never has to be taken back from it; a drafter knows
nothing of it, and what it proposes against the grammar is simply not accepted.

The target's choice is made as always and kept when the grammar allows it; else it is made again among the tokens that
are allowed. Whether a token is chosen that way depends on the target, the seed and the grammar alone, so the reply is
the baseline's here too. `rejection` compares two distributions, so it needs the constrained one from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.acceptance import Verifier
from engine.commands import AcceptanceRule
from engine.drafters.contract import Distribution, FloatArray


class Follower(Protocol):
    """What `engine.llama.grammar.Grammar` offers."""

    def allows(self, token: int) -> bool: ...

    def mask(self, logits: FloatArray) -> FloatArray: ...

    def accept(self, token: int) -> None: ...


class ConstrainedVerifier:
    """A verifier whose tokens all obey a grammar."""

    def __init__(self, verifier: Verifier, rule: AcceptanceRule, grammar: Follower) -> None:
        self._verifier, self._grammar = verifier, grammar
        self._mask_first = rule == "rejection"

    def verify_row(
        self, logits: FloatArray, history: Sequence[int], proposed: int | None, q: Distribution | None
    ) -> tuple[int, bool]:
        """As `Verifier.verify_row`. Raises EngineError when the grammar allows no token."""
        if self._mask_first:
            token, accepted = self._verifier.verify_row(self._grammar.mask(logits), history, proposed, q)
        else:
            token, accepted = self._verifier.verify_row(logits, history, proposed, q)
            if not self._grammar.allows(token):
                masked = self._grammar.mask(logits)
                token, accepted = self._verifier.verify_row(masked, history, proposed, q)
        self._grammar.accept(token)
        return token, accepted
