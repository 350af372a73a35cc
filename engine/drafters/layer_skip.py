"""layer-skip: the target drafts for itself with some of its layers left out (Zhang et al. 2024, "Draft & Verify").

The shortened model is a copy of the target that `engine.layer_skip` searched for and made; the engine finds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import DrafterType, Resources

if TYPE_CHECKING:
    from engine.draft_writer import DraftModel

LONGEST = 8


def _create(options: Mapping[str, OptionValue], resources: Resources) -> DraftModel:
    from engine.draft_writer import DraftModel  # loads the native library, which the declaration does without

    return DraftModel(
        resources,
        n_max=int(options["n_max"]) or resources.draft_length or LONGEST,
        n_min=0,
        p_min=float(options["p_min"]),
    )


DRAFTER = DrafterType(
    name="layer-skip",
    title="Own layers, some left out",
    family="draft",
    options=(
        OptionSpec("n_max", "int", 0, "Longest draft, in tokens; 0 is what was measured to pay best.", 0, LONGEST),
        OptionSpec("p_min", "float", 0.0, "Stop before a token that the copy gives less probability.", 0.0, 1.0),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]) or LONGEST,
    made_draft=True,
)
