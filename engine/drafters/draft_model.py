"""draft-model: a small model of the same tokenizer writes ahead (Leviathan et al. 2023); llama.cpp's `draft-simple`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import DrafterType, Resources

if TYPE_CHECKING:
    from engine.draft_writer import DraftModel


def _create(options: Mapping[str, OptionValue], resources: Resources) -> DraftModel:
    from engine.draft_writer import DraftModel  # loads the native library, which the declaration does without

    return DraftModel(
        resources,
        n_max=int(options["n_max"]),
        n_min=int(options["n_min"]),
        p_min=float(options["p_min"]),
    )


DRAFTER = DrafterType(
    name="draft-model",
    title="Draft model",
    family="draft",
    options=(
        OptionSpec("n_max", "int", 4, "Longest draft, in tokens.", 1, 16),
        OptionSpec("n_min", "int", 0, "Drafts shorter than this are dropped.", 0, 16),
        OptionSpec("p_min", "float", 0.0, "Stop before a token that the draft model gives less probability.", 0.0, 1.0),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]),
    needs_draft_model=True,
)
