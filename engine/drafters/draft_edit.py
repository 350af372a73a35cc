"""draft-edit: keeps its place in a text that is being copied, and expects replacements to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import (
    EMPTY,
    DecodedBatch,
    Draft,
    DrafterType,
    DraftSampler,
    Outcome,
    Resources,
)
from engine.edit_follower import EditFollower
from engine.ngram_index import shared_prefix


class DraftEdit:
    """See the module; options n_max and p_min, the probability of a whole draft below which it ends."""

    def __init__(self, n_max: int, p_min: float) -> None:
        self._n_max = n_max
        self._p_min = p_min
        self._follower = EditFollower()

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        self._follower.restart(prompt, shared_prefix(self._follower.tokens, prompt))

    def observe(self, batch: DecodedBatch) -> None:
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        self._follower.follow(history)
        tokens, chances = self._follower.expected(min(limit, self._n_max), self._p_min)
        return Draft(tuple(tokens), chances=tuple(chances)) if tokens else EMPTY

    def accept(self, outcome: Outcome) -> None:
        """Nothing: the next history says it all."""

    def rewind(self, n_tokens: int) -> None:
        self._follower.rewind(n_tokens)

    def close(self) -> None:
        self._follower = EditFollower()


def _create(options: Mapping[str, OptionValue], resources: Resources) -> DraftEdit:  # noqa: ARG001
    return DraftEdit(int(options["n_max"]), float(options["p_min"]))


DRAFTER = DrafterType(
    name="draft-edit",
    title="Copy and edit",
    family="history",
    options=(
        OptionSpec("n_max", "int", 32, "Longest draft, in tokens.", 1, 64),
        OptionSpec("p_min", "float", 0.3, "Stop where the whole draft becomes less probable than this.", 0.0, 1.0),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]),
)
