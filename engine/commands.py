"""What may be asked of an engine: immutable commands, and the small interface that every engine offers.

A command travels into the engine (a thread or a child process), events (`engine.events`) come back. All types here
can be pickled. `request_id` is chosen by the caller, rises with every request and is repeated in every event that
belongs to the request, so that late events of an older request can be dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

if TYPE_CHECKING:
    from engine.events import Event

OptionValue = int | float | bool | str
FlashAttention = Literal["auto", "on", "off"]
KvType = Literal["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"]
KV_TYPES: tuple[KvType, ...] = ("f16", "bf16", "f32", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0")
DEFAULT_N_CTX: Final = 8192  # tokens of context, where neither the user nor the model wants fewer
Role = Literal["system", "user", "assistant"]
AcceptanceRule = Literal["coupled", "match", "rejection"]  # explained in engine.acceptance
ACCEPTANCE_RULES: tuple[AcceptanceRule, ...] = ("coupled", "match", "rejection")


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation, as the chat template sees it. thinking: of a last message that is continued, what the
    model had thought before `content`; other messages are shown to the model without it."""

    role: Role
    content: str
    thinking: str = ""


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """How a model is put into memory.

    n_ctx: tokens of context; 0 takes the model's own, at most 8192.
    gpu_layers: layers on the GPU; None puts there as many as fit; 0 none.
    threads: CPU threads; None takes the physical cores.
    kv_type: type of the K and V cache of target and draft. draft_kv_type: another one for a draft model; None the same.
    draft_device: where a draft model, or an MTP head in a file of its own, is computed: a device's name as `DeviceInfo`
    has it, "CPU" for no GPU at all; "" leaves it open.
    """

    n_ctx: int = 0
    gpu_layers: int | None = None
    draft_gpu_layers: int | None = None
    threads: int | None = None
    flash_attention: FlashAttention = "auto"
    kv_type: KvType = "f16"
    draft_kv_type: KvType | None = None
    draft_device: str = ""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the target's logits become a token. temperature 0 is greedy. Units and order as in llama.cpp:
    logit bias, penalties, top-k, top-p, min-p, temperature.

    top_k: 0 keeps all. top_p 1.0 and min_p 0.0 keep all. repeat_penalty 1.0, presence_penalty 0.0 and
    frequency_penalty 0.0 change nothing; penalties look at the last penalty_last_n tokens, 0 none, -1 all.
    """

    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    penalty_last_n: int = 64
    logit_bias: Mapping[int, float] = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DrafterChoice:
    """One drafter of a preset, with its options filled in. optional: where the model cannot have it, or no second model
    was picked for it, the preset goes without."""

    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    optional: bool = False


Choice = Literal["order", "price"]


@dataclass(frozen=True, slots=True)
class Speculation:
    """Which drafters propose tokens. No drafters is the baseline.

    draft_model: path of the GGUF for a drafter that needs a second model. choose: who has a round: the first drafter in
    order that proposes anything, or whichever gives most for its price (`engine.choosing`).
    """

    preset: str = "baseline"
    drafters: tuple[DrafterChoice, ...] = ()
    draft_model: str | None = None
    rule: AcceptanceRule = "coupled"
    choose: Choice = "order"


@dataclass(frozen=True, slots=True)
class LoadModel:
    """Load the target. Answered by Loading..., then ModelLoaded or Failed. What was loaded before is freed first.

    speculation: the one that will be asked for next, as far as that is known: the target is loaded with the head that
    it needs, and leaves room for its second model. Nothing else comes of it, and any other may be asked for.
    """

    request_id: int
    path: str
    context: ContextOptions = ContextOptions()
    speculation: Speculation = Speculation()


@dataclass(frozen=True, slots=True)
class Prepare:
    """Make the drafters of a speculation ready and free those that it does not need. Answered by Prepared or Failed."""

    request_id: int
    speculation: Speculation


@dataclass(frozen=True, slots=True)
class Generate:
    """Write one reply. Answered by GenerationStarted, PromptProgress..., RoundDone..., GenerationDone or Failed.

    messages: the conversation for the chat template; or `prompt`, raw text that is tokenised as it stands.
    continue_last: the last message is the assistant's and is continued instead of answered. thinking: whether the model
    is to think first, where its template knows that (`ModelInfo.thinking_switch`); None leaves it to the template.
    """

    request_id: int
    messages: tuple[Message, ...] = ()
    prompt: str | None = None
    speculation: Speculation = Speculation()
    sampling: Sampling = Sampling()
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    continue_last: bool = False
    thinking: bool | None = None
    json_schema: str = ""  # JSON text; the reply then is JSON of that shape
    rest_when_slow: bool = False  # pause drafting where it slows the reply, and end it where it gains nothing
    cold: bool = False  # forget the cached prefix and what drafters learnt, as a fair comparison needs


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop the request within one round, prompt processing included. Nothing happens when it is over already."""

    request_id: int


@dataclass(frozen=True, slots=True)
class MeasurePrice:
    """Measure what verifying k tokens at once costs, on top of `depth` tokens. Answered by PriceMeasured or Failed.
    The conversation in memory is forgotten."""

    request_id: int
    depth: int = 0


@dataclass(frozen=True, slots=True)
class ScoreTokens:
    """How near each other the target holds some tokens: its scores of `candidates` behind a prompt and the first tokens
    of a reply, all decoded in one go. Answered by TokensScored or Failed. The conversation in memory is forgotten.

    messages, prompt: as in Generate. reply: tokens of the reply that stand before the candidates.
    """

    request_id: int
    candidates: tuple[int, ...]
    messages: tuple[Message, ...] = ()
    prompt: str | None = None
    reply: tuple[int, ...] = ()
    sampling: Sampling = Sampling()


@dataclass(frozen=True, slots=True)
class CountTokens:
    """How many tokens a conversation takes, and some texts of their own. Answered by TokensCounted or Failed; nothing
    that is in memory is touched.

    messages, continue_last, thinking: as in Generate. least_room, wanted_room: where the prompt leaves less than
    `least_room` tokens of the context for a reply, the answer says how many of the oldest messages must be left out
    for `wanted_room`.
    """

    request_id: int
    messages: tuple[Message, ...] = ()
    texts: tuple[str, ...] = ()
    continue_last: bool = False
    thinking: bool | None = None
    least_room: int = 1
    wanted_room: int = 1


MakeCopy = Literal["if-it-pays", "always", "never"]


@dataclass(frozen=True, slots=True)
class SearchLayers:
    """Search which layers a copy of the target can do without, to draft for it. Answered by LayerSearchStep...,
    LayerSearchDone or Failed. The conversation in memory is forgotten, and the drafters are freed.

    file_type: quantisation of the copy, '' as the target. max_skip: layers left out at most, 0 half of them.
    """

    request_id: int
    make: MakeCopy = "if-it-pays"
    file_type: str = ""
    max_skip: int = 0


@dataclass(frozen=True, slots=True)
class Unload:
    """Free the target and all drafters. Answered by Unloaded."""

    request_id: int


Command = LoadModel | Prepare | Generate | CountTokens | MeasurePrice | ScoreTokens | SearchLayers | Cancel | Unload


class EngineLink(Protocol):
    """An engine as the window and the headless commands see it, wherever it runs.

    `send` and `poll` never block and may be called from any one thread. After the engine died every `send` of a
    request is answered by EngineDied again, until `restart`.
    """

    def send(self, command: Command) -> None:
        """Hand over a command."""

    def poll(self) -> list[Event]:
        """Take all events that are there, oldest first."""

    def wait(self, timeout_s: float) -> bool:
        """Block until an event is there or the time is over; True when one is there. Not for a window's thread."""

    def restart(self) -> None:
        """Start a fresh engine in place of a dead one (or of a living one, which is ended first)."""

    def close(self) -> None:
        """End the engine and free what it holds; returns within a few seconds even when it hangs."""


OptionKind = Literal["int", "float", "bool", "choice"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a drafter, declared once: forms, CLI help, preset validation and exports follow from it."""

    name: str
    kind: OptionKind
    default: OptionValue
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PresetVariant:
    """A named set of option values: options maps a drafter's name to its changed options."""

    id: str
    title: str
    options: Mapping[str, Mapping[str, OptionValue]]


@dataclass(frozen=True, slots=True)
class PresetInfo:
    """A preset as people see it. drafters carries every option with the preset's own value as default."""

    id: str
    title: str
    summary: str
    best_for: str
    avoid_when: str
    drafters: tuple[DrafterChoice, ...]
    options: Mapping[str, tuple[OptionSpec, ...]]  # by drafter name
    variants: tuple[PresetVariant, ...] = ()
    needs_draft_model: bool = False
    takes_draft_model: bool = False  # it can use a draft model, or a head in a file of its own, and goes without
    needs_mtp_head: bool = False
    takes_sidecar: bool = False  # its MTP head may lie in a file of its own, given as the draft model
    uses_made_draft: bool = False  # its draft model is a copy of the target that `SearchLayers` makes
    exports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # engine -> arguments, {option} filled in
    built_in: bool = True
    choose: Choice = "order"

    @property
    def has_second_file(self) -> bool:
        """Whether it needs, or can take, a file beside the model."""
        return self.needs_draft_model or self.takes_sidecar or self.takes_draft_model
