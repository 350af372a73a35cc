"""Which file of a repository to look at: one quantisation for each purpose, told from names and sizes alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hub.catalogue import PairKind
    from app.hub.values import RemoteModel

# Reports agree that a draft's quantisation hardly changes what is accepted, so a small file that is no guesswork.
PREFERRED: Final = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q4_k_s", "iq4_xs", "q4_0", "q4_1", "bf16", "f16")
SMALL: Final = 1 / 8  # of the target's bytes: a plain draft that pays
LARGEST_HEAD: Final = 1 / 3
_HEAD: Final = re.compile(r"(^|/)(mtp|dflash|eagle-?3|dspark|assistant|draft)[-_.]|(^|/)mtp/", re.IGNORECASE)
_NO_MODEL: Final = re.compile(r"mmproj|imatrix|(^|[-_/.])lora([-_.]|$)|vocab-only", re.IGNORECASE)


def looks_like_a_head(name: str) -> bool:
    """Whether a file name is one that heads in files of their own are given: 'mtp-...', 'eagle3-...', 'MTP/...'."""
    return _HEAD.search(name) is not None


def pick(models: Sequence[RemoteModel], kind: PairKind, target_size: int) -> RemoteModel | None:
    """The file to look at in a repository that may hold a draft of this kind; None where none comes into question."""
    possible = [model for model in models if not _NO_MODEL.search(model.name)]
    heads = [model for model in possible if looks_like_a_head(model.name)]
    whole = [model for model in possible if not looks_like_a_head(model.name)]
    if kind == "mtp-variant":
        near = [model for model in whole if target_size / 2 <= model.size <= target_size * 2]
        return min(near, key=lambda model: abs(model.size - target_size), default=None)
    if kind == "draft-model":
        fits = [model for model in whole or possible if model.size <= target_size * SMALL]
        return _by_preference(fits) or min(whole or possible, key=lambda model: model.size, default=None)
    # A repository of nothing but heads need not give them a special name.
    return _by_preference(heads or [model for model in possible if model.size <= target_size * LARGEST_HEAD])


def _by_preference(models: Sequence[RemoteModel]) -> RemoteModel | None:
    def rank(model: RemoteModel) -> tuple[int, int]:
        name = model.name.lower()
        places = [place for place, wanted in enumerate(PREFERRED) if wanted in name]
        return (places[0] if places else len(PREFERRED), model.size)

    return min(models, key=rank, default=None)
