"""What the speculation panel knows, and how an event changes it. No Qt, no widgets.

The state is handed on like a baton: `reduce(state, event)` returns the next state, and the one that went in
must not be used again, because the running totals of a reply are carried over instead of copied for each of
its rounds. Events of another request than the reply on show are dropped: late rounds of a cancelled reply
must not mix with the next one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from engine.commands import Speculation
from engine.events import (
    DrafterStatus,
    EngineDied,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    LayerSearchDone,
    ModelLoaded,
    RoundDone,
    Unloaded,
)
from engine.metrics import ReplyMetrics
from ui.speculation.series import Trace

Phase = Literal["idle", "waiting", "running", "done"]
Translate = Callable[[str, str], str]  # (context, English text) -> text in the window's language
ModelKey = tuple[str, int, int]  # path, layers on the GPU, threads: what a baseline's speed belongs to

MIN_PLAIN_ROUNDS: Final = 4
MIN_BASELINE_TOKENS: Final = 32
STRIP_ROUNDS: Final = 128


def english(_context: str, text: str) -> str:
    """The translation that changes nothing."""
    return text


@dataclass(frozen=True, slots=True)
class Baseline:
    """Decode speed without speculation, and in words where the number comes from.

    measured: True when it is the speed of a whole reply, False for an estimate from single rounds.
    """

    tokens_per_s: float
    source_words: str
    measured: bool = False


@dataclass(slots=True)
class SpeculationState:
    """speculation: what the reply on show runs with. request_id: that reply's; oldest_id: what is below is
    late.

    plain_pass_s: seconds of a plain pass at load. baseline_speeds: tokens/s of the last finished baseline
    reply, by model and how it was loaded. speed and acceptance: (seconds, tokens/s) and (seconds, percent) of
    the reply. recent: its last rounds, oldest first.
    """

    model: ModelKey | None = None
    plain_pass_s: float | None = None
    statuses: Mapping[str, DrafterStatus] = field(default_factory=dict)
    baseline_speeds: Mapping[ModelKey, float] = field(default_factory=dict)
    phase: Phase = "idle"
    speculation: Speculation = field(default_factory=Speculation)
    request_id: int | None = None
    oldest_id: int = 0
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    speed: Trace = field(default_factory=Trace)
    acceptance: Trace = field(default_factory=Trace)
    recent: deque[RoundDone] = field(default_factory=lambda: deque(maxlen=STRIP_ROUNDS))


def begin(state: SpeculationState, speculation: Speculation) -> SpeculationState:
    """A reply was asked for: clear the figures of the one before, and let nothing of it in any more."""
    oldest = state.oldest_id if state.request_id is None else max(state.oldest_id, state.request_id + 1)
    return _cleared(replace(state, phase="waiting", speculation=speculation, request_id=None, oldest_id=oldest))


def reduce(state: SpeculationState, event: Event) -> SpeculationState:
    """The state after the event."""
    match event:
        case RoundDone():
            return _after_round(state, event) if event.request_id == state.request_id else state
        case GenerationStarted(request_id=request_id):
            if request_id < state.oldest_id or request_id == state.request_id:
                return state
            return replace(
                _cleared(state),
                phase="running",
                request_id=request_id,
                oldest_id=max(state.oldest_id, request_id),
            )
        case GenerationDone():
            return _after_reply(state) if event.request_id == state.request_id else state
        case ModelLoaded():
            return _after_load(state, event)
        case Failed(request_id=request_id):
            if request_id < state.oldest_id or state.phase not in ("waiting", "running"):
                return state
            return replace(state, phase="done" if state.metrics.rounds else "idle")
        case EngineDied():
            return replace(state, phase="done" if state.metrics.rounds else "idle", model=None, plain_pass_s=None)
        case Unloaded():
            return replace(state, model=None, plain_pass_s=None, statuses={})
        case LayerSearchDone():
            return replace(state, statuses={status.drafter: status for status in event.drafters})
        case _:
            return state


def baseline_of(state: SpeculationState, translate: Translate = english) -> Baseline | None:
    """The most trusted figure for the speed without speculation, or None when there is none yet."""
    if state.model is not None and state.model in state.baseline_speeds:
        words = translate(
            "Baseline", "measured: the last finished reply with speculation off, same model, this session"
        )
        return Baseline(state.baseline_speeds[state.model], words, measured=True)
    plain_round_s = state.metrics.plain_round_s
    if plain_round_s and state.metrics.plain_rounds >= MIN_PLAIN_ROUNDS and state.speculation.drafters:
        words = translate("Baseline", "estimated: the {n} rounds of this reply in which nothing was drafted")
        return Baseline(1.0 / plain_round_s, words.format(n=state.metrics.plain_rounds))
    if state.plain_pass_s:
        words = translate("Baseline", "estimated: a one-token pass timed when the model was loaded")
        return Baseline(1.0 / state.plain_pass_s, words)
    return None


def speedup_of(state: SpeculationState, baseline: Baseline | None) -> float | None:
    """Decode speed of the reply / speed of the baseline; exactly 1 for a reply without drafters; None while
    unknown."""
    if not state.speculation.drafters:
        return 1.0 if state.metrics.tokens_per_s is not None else None
    if baseline is None or state.metrics.tokens_per_s is None:
        return None
    return state.metrics.tokens_per_s / baseline.tokens_per_s


def drafters_in_play(state: SpeculationState) -> list[str]:
    """Names of the reply's drafters in their order. An optional one counts from its first proposal on: a model may have
    to do without it."""
    seen = state.metrics.by_drafter
    return [each.name for each in state.speculation.drafters if not each.optional or each.name in seen]


def _cleared(state: SpeculationState) -> SpeculationState:
    return replace(
        state,
        metrics=ReplyMetrics(),
        speed=Trace(),
        acceptance=Trace(),
        recent=deque(maxlen=STRIP_ROUNDS),
    )


def _after_round(state: SpeculationState, done: RoundDone) -> SpeculationState:
    metrics = state.metrics
    metrics.add(done)
    state.recent.append(done)
    elapsed_s = metrics.decode_s
    if (speed := metrics.recent_tokens_per_s) is not None:
        state.speed.append(elapsed_s, speed)
    if (rate := metrics.recent_acceptance_rate) is not None:
        state.acceptance.append(elapsed_s, 100.0 * rate)
    return state


def _after_reply(state: SpeculationState) -> SpeculationState:
    speeds = state.baseline_speeds
    speed = state.metrics.tokens_per_s
    plain = not state.speculation.drafters and state.metrics.emitted >= MIN_BASELINE_TOKENS
    if plain and speed is not None and state.model is not None:
        speeds = {**speeds, state.model: speed}
    return replace(state, phase="done", baseline_speeds=speeds)


def _after_load(state: SpeculationState, event: ModelLoaded) -> SpeculationState:
    model = (event.model.path, event.gpu_layers, event.threads)
    loaded = replace(
        state,
        model=model,
        plain_pass_s=event.plain_pass_s if event.plain_pass_s > 0 else None,
        statuses={status.drafter: status for status in event.drafters},
    )
    if model == state.model or state.phase in ("waiting", "running"):
        return loaded
    return _cleared(replace(loaded, phase="idle"))  # the figures of another model mean nothing beside this one
