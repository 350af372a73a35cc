"""What an engine says: immutable events, one `RoundDone` per round. All types here can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.commands import Speculation
from engine.errors import FailureKind

StopReason = Literal["end", "stop", "length", "context", "cancelled"]
TARGET = "target"  # origin of a token that the target itself chose


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """A device that the native library can compute on. Memory in bytes; 0 where it is not known."""

    name: str
    description: str
    kind: Literal["cpu", "gpu", "igpu", "accelerator"]
    memory_free: int
    memory_total: int


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """Which engine this is. llama_cpp: version of the Python binding; backend: 'CPU', 'CUDA', ..."""

    llama_cpp: str
    build: str
    backend: str
    devices: tuple[DeviceInfo, ...]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded model, as read from the engine. size and parameters count weights; size in bytes."""

    path: str
    name: str
    architecture: str
    family: str
    quantisation: str
    parameters: int
    size: int
    n_ctx_train: int
    n_vocab: int
    n_layer: int
    n_layer_nextn: int
    memory: Literal["attention", "sliding-window", "hybrid", "recurrent"]
    has_chat_template: bool
    thinking_switch: bool = False  # its chat template can be told to let the model think or not


@dataclass(frozen=True, slots=True)
class DrafterStatus:
    """Whether a drafter can work with the loaded model, and the reason when it cannot. A preset can run when all its
    drafters can. takes_sidecar: with a fitting MTP head in a file of its own it can work all the same."""

    drafter: str
    available: bool
    reason: str = ""
    takes_sidecar: bool = False


@dataclass(frozen=True, slots=True)
class TextRun:
    """Text that came from one origin ('target' or a drafter's name). Runs of a reply joined are the reply."""

    text: str
    origin: str
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class EngineReady:
    """The engine is up and can take commands."""

    engine: EngineInfo


@dataclass(frozen=True, slots=True)
class Loading:
    """A model file is being read; fraction is 0..1."""

    request_id: int
    what: Literal["target", "draft"]
    path: str
    fraction: float


@dataclass(frozen=True, slots=True)
class ModelLoaded:
    """The target is ready. plain_pass_s: measured seconds of a one-token pass on an almost empty context (the
    baseline's price on this machine, at load)."""

    request_id: int
    model: ModelInfo
    n_ctx: int
    gpu_layers: int
    threads: int
    load_s: float
    plain_pass_s: float
    drafters: tuple[DrafterStatus, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """The drafters of this speculation are ready; what other speculations held is freed."""

    request_id: int
    speculation: Speculation
    draft: ModelInfo | None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GenerationStarted:
    """The prompt is tokenised: prompt_tokens in all, of which cached_tokens are in the KV cache already."""

    request_id: int
    prompt_tokens: int
    cached_tokens: int
    n_ctx: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptProgress:
    """Prompt tokens processed so far, cached ones included."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class RoundDone:
    """One round: one draft and one verification.

    token_ids: the emitted tokens, accepted drafts first, then (unless the reply ended inside the draft) one of the
    target's own. origins: the drafter of each emitted token or 'target'. drafted: the tokens proposed and verified;
    drafted_by: the drafter of each. n_accepted: how many of them were emitted, so drafted[n_accepted:] were rejected
    (or fell behind the end of the reply). text: what became printable in this round; empty while bytes are held back.
    draft_s, verify_s, sample_s, other_s: seconds by what they were spent on; their sum is the round's time.
    at_s: seconds since the request was taken up, at the end of the round. n_past: tokens in the KV cache after it.
    """

    request_id: int
    index: int
    token_ids: tuple[int, ...]
    origins: tuple[str, ...]
    drafted: tuple[int, ...]
    drafted_by: tuple[str, ...]
    n_accepted: int
    text: tuple[TextRun, ...]
    draft_s: float
    verify_s: float
    sample_s: float
    other_s: float
    at_s: float
    n_past: int


NoticeKind = Literal["acceptance", "low", "loop", "slow"]


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something about the reply that is being written, told once for each kind (`engine.watchdog`)."""

    request_id: int
    kind: NoticeKind
    text: str


@dataclass(frozen=True, slots=True)
class GenerationDone:
    """The reply is complete. text: what was still held back, if anything. stop_text: the stop string that ended it."""

    request_id: int
    stop_reason: StopReason
    stop_text: str = ""
    text: tuple[TextRun, ...] = ()
    prompt_s: float = 0.0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PricePoint:
    """Median seconds of one target pass that verifies k tokens."""

    k: int
    pass_s: float


@dataclass(frozen=True, slots=True)
class PriceMeasured:
    """The price curve of the loaded target at one context depth, by rising k."""

    request_id: int
    depth: int
    points: tuple[PricePoint, ...]


@dataclass(frozen=True, slots=True)
class TokensScored:
    """What the target makes of each candidate, in the order asked: the logit after bias and penalties and, above
    temperature 0, with temperature times the noise of that seed and position. The largest score is the choice."""

    request_id: int
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TokensCounted:
    """What a conversation and some texts take. prompt_tokens: of the whole prompt, 0 without messages; texts: of each.

    fits: whether the prompt leaves the least room that was asked for. Where it does not, n_drop is how many of the
    oldest messages (system messages not counted) must be left out, and kept_tokens what the prompt takes then; n_drop
    is 0 where even the last question alone is too long.
    """

    request_id: int
    prompt_tokens: int
    n_ctx: int
    texts: tuple[int, ...] = ()
    fits: bool = True
    n_drop: int = 0
    kept_tokens: int = 0


@dataclass(frozen=True, slots=True)
class LayerTrial:
    """What a copy of the target with some layers left out is good for as its draft.

    agreement: share of the target's own tokens that the copy proposes. cost_ratio: one of its passes, in passes of the
    target. draft_length: the one that pays best; expected_speedup: over plain decoding, with drafts of that length.
    """

    layers: tuple[int, ...]
    agreement: float
    cost_ratio: float
    draft_length: int
    expected_speedup: float


@dataclass(frozen=True, slots=True)
class LayerSearchStep:
    """A step of the search was done. recording: the target answered done of total texts; trying: so many copies were
    measured, of total at most; checking: the best copy is measured on other texts. best: of the copies so far."""

    request_id: int
    phase: Literal["recording", "trying", "checking"]
    done: int
    total: int
    best: LayerTrial | None = None


@dataclass(frozen=True, slots=True)
class LayerSearchDone:
    """The search is over. steps: the best copy of every number of layers left out, on the texts of the search; checked:
    the best of all, on others. file_type: of the copies, '' as in the target. sentence: the verdict in words. path: the
    copy that was made, '' when none was. drafters: which ones can work now."""

    request_id: int
    n_layer: int
    file_type: str
    steps: tuple[LayerTrial, ...]
    checked: LayerTrial
    pays: bool
    sentence: str
    path: str
    drafters: tuple[DrafterStatus, ...]


@dataclass(frozen=True, slots=True)
class Unloaded:
    """Nothing is loaded any more."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A request could not be done; the engine lives on. Same parts as `engine.errors.PacelineError`."""

    request_id: int
    kind: FailureKind
    what: str
    why: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class EngineDied:
    """The engine is gone. reason: one sentence; detail: the native library's last words; next_step: what the user can
    do. Until `restart` every request is answered so."""

    reason: str
    detail: str = ""
    next_step: str = ""


Event = (
    EngineReady
    | Loading
    | ModelLoaded
    | Prepared
    | GenerationStarted
    | PromptProgress
    | RoundDone
    | Noticed
    | GenerationDone
    | PriceMeasured
    | TokensScored
    | TokensCounted
    | LayerSearchStep
    | LayerSearchDone
    | Unloaded
    | Failed
    | EngineDied
)
