"""Presets and replies of events with figures that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import DrafterChoice, OptionSpec, PresetInfo, PresetVariant
from engine.events import (
    DrafterStatus,
    Event,
    GenerationDone,
    GenerationStarted,
    ModelInfo,
    ModelLoaded,
    RoundDone,
    StopReason,
)
from engine.metrics import ReplyMetrics
from ui.services import DraftChoice, Level, ModelChoice

NGRAM_OPTIONS = (
    OptionSpec("size_n", "int", 12, "Tokens that must match.", 1, 64),
    OptionSpec("size_m", "int", 48, "Longest draft.", 1, 128),
)
DRAFT_OPTIONS = (
    OptionSpec("n_max", "int", 4, "Longest draft.", 1, 16),
    OptionSpec("p_min", "float", 0.0, "Stop below this probability.", 0.0, 1.0),
    OptionSpec("greedy", "bool", False, "Draft the likeliest token."),
    OptionSpec("device", "choice", "auto", "Where it runs.", choices=("auto", "cpu", "gpu")),
)
PRESETS = (
    PresetInfo("baseline", "Baseline", "No speculation.", "Comparing.", "", (), {}),
    PresetInfo(
        "ngram-simple",
        "N-gram",
        "Looks back in the conversation.",
        "Edits.",
        "Stories.",
        (DrafterChoice("ngram-simple"),),
        {"ngram-simple": NGRAM_OPTIONS},
        (
            PresetVariant("code", "Code: long matches", {"ngram-simple": {"size_n": 12, "size_m": 48}}),
            PresetVariant("text", "Text: shorter matches", {"ngram-simple": {"size_n": 8, "size_m": 32}}),
        ),
    ),
    PresetInfo(
        "draft-model",
        "Draft model",
        "A smaller model writes ahead.",
        "Large targets.",
        "",
        (DrafterChoice("draft-model"),),
        {"draft-model": DRAFT_OPTIONS},
        needs_draft_model=True,
    ),
    PresetInfo(
        "draft-mtp",
        "MTP",
        "The model's own head writes ahead.",
        "Models with a head.",
        "",
        (DrafterChoice("draft-mtp"),),
        {},
        needs_mtp_head=True,
    ),
)
FAMILY_OF = {"ngram-simple": "ngram", "draft-model": "draft", "draft-mtp": "mtp"}
NO_HEAD = "This file holds no MTP head."


def model_loaded(path: str = "/models/a.gguf", plain_pass_s: float = 0.02, gpu_layers: int = 0) -> ModelLoaded:
    """A model without an MTP head; its baseline is estimated at 50 tok/s."""
    model = ModelInfo(path, "A", "llama", "Llama", "Q4_K_M", 10**9, 10**9, 8192, 32000, 30, 0, "attention", True)
    statuses = (
        DrafterStatus("ngram-simple", True),
        DrafterStatus("draft-model", True),
        DrafterStatus("draft-mtp", False, NO_HEAD),
    )
    return ModelLoaded(1, model, 4096, gpu_layers, 4, 0.5, plain_pass_s, statuses)


def one_round(
    request_id: int, index: int, drafted: int, accepted: int, round_s: float, drafter: str, draft_share: float = 0.1
) -> RoundDone:
    """`accepted` drafted tokens and one of the target's; the round ends at 1 s + (index + 1) * round_s."""
    return RoundDone(
        request_id=request_id,
        index=index,
        token_ids=tuple(range(accepted + 1)),
        origins=(drafter,) * accepted + ("target",),
        drafted=tuple(range(drafted)),
        drafted_by=(drafter,) * drafted,
        n_accepted=accepted,
        text=(),
        draft_s=round_s * draft_share,
        verify_s=round_s * (0.95 - draft_share),
        sample_s=0.0,
        other_s=round_s * 0.05,
        at_s=1.0 + (index + 1) * round_s,
        n_past=index,
    )


def rounds(
    request_id: int,
    n: int,
    drafted: int = 4,
    accepted: int = 3,
    round_s: float = 0.04,
    drafter: str = "ngram-simple",
    draft_share: float = 0.1,
) -> list[RoundDone]:
    """n equal rounds: (accepted + 1) / round_s tok/s."""
    return [one_round(request_id, i, drafted, accepted, round_s, drafter, draft_share) for i in range(n)]


def reply(request_id: int, made: Sequence[RoundDone], stop: StopReason = "end") -> list[Event]:
    """A whole reply of these rounds."""
    return [GenerationStarted(request_id, 10, 0, 4096), *made, GenerationDone(request_id, stop)]


def metrics_of(made: Sequence[RoundDone]) -> ReplyMetrics:
    """The figures of these rounds."""
    metrics = ReplyMetrics()
    for done in made:
        metrics.add(done)
    return metrics


def draft(path: str, level: Level, sentence: str = "") -> DraftChoice:
    """A candidate with its verdict."""
    return DraftChoice(ModelChoice(path, path.rsplit("/", 1)[-1], "Q8_0 · 1 GB"), level, sentence or level)
