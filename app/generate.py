"""One reply without a window: drives an engine through load, prepare and generate, and collects all of it."""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.commands import (
    Cancel,
    ContextOptions,
    Generate,
    LoadModel,
    Message,
    Prepare,
    Sampling,
    Speculation,
)
from engine.errors import EngineError, error_of
from engine.events import (
    EngineDied,
    EngineInfo,
    EngineReady,
    Failed,
    GenerationDone,
    GenerationStarted,
    Loading,
    ModelInfo,
    ModelLoaded,
    Noticed,
    Prepared,
    PromptProgress,
    RoundDone,
    TextRun,
)
from engine.metrics import ReplyMetrics
from engine.schema_gaps import gaps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.commands import Command, EngineLink
    from engine.events import Event

_WAIT_S: Final = 0.1
Answer = TypeVar("Answer", ModelLoaded, Prepared, GenerationDone, EngineReady)


class StoppedError(Exception):
    """The user stopped the work before a reply began."""


@dataclass(frozen=True, slots=True)
class Job:
    """A reply to be written. messages for the chat template, or prompt as raw text."""

    model: str
    speculation: Speculation
    context: ContextOptions
    sampling: Sampling
    max_tokens: int
    messages: tuple[Message, ...] = ()
    prompt: str | None = None
    stop: tuple[str, ...] = ()
    json_schema: str = ""
    rest_when_slow: bool = False


@dataclass(slots=True)
class Reply:
    """All that an engine said about one reply."""

    job: Job
    engine: EngineInfo
    loaded: ModelLoaded
    prepared: Prepared
    started: GenerationStarted
    done: GenerationDone
    metrics: ReplyMetrics
    runs: list[TextRun] = field(default_factory=list)
    token_ids: list[int] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    @property
    def warnings(self) -> list[str]:
        """Each warning once, in the order in which they came."""
        sources: tuple[Iterable[str], ...] = (
            self.loaded.warnings,
            self.prepared.warnings,
            filter(None, (gaps(self.job.json_schema),)),
            self.started.warnings,
            self.notices,
            self.done.warnings,
        )
        return list(dict.fromkeys(warning for warnings in sources for warning in warnings))


def write_reply(
    link: EngineLink,
    job: Job,
    on_event: Callable[[Event], None],
    cancelled: threading.Event,
) -> Reply:
    """Load the model, make the drafters ready, write the reply, and return all of it.

    on_event: told every event as it comes, for progress and streaming. cancelled: once it is set the engine
    is asked to stop; a reply that had begun is returned as far as it got, else StoppedError is raised. Raises
    PacelineError in words.
    """
    talk = _Talk(link, on_event, cancelled)
    loaded = talk.ask(LoadModel(talk.new_id(), job.model, job.context, job.speculation), ModelLoaded)
    prepared = talk.ask(Prepare(talk.new_id(), job.speculation), Prepared)
    done = talk.ask(
        Generate(
            talk.new_id(),
            messages=job.messages,
            prompt=job.prompt,
            speculation=job.speculation,
            sampling=job.sampling,
            max_tokens=job.max_tokens,
            stop=job.stop,
            json_schema=job.json_schema,
            rest_when_slow=job.rest_when_slow,
        ),
        GenerationDone,
    )
    if talk.engine is None or talk.started is None:
        raise EngineError("the engine left out a part of its answer", "", "This is a bug of Paceline; please report it")
    return Reply(
        job,
        talk.engine,
        loaded,
        prepared,
        talk.started,
        done,
        talk.metrics,
        talk.runs,
        talk.token_ids,
        talk.notices,
    )


def engine_info(link: EngineLink) -> EngineInfo:
    """Wait for the engine to come up and say which one it is. Raises EngineError when it dies instead."""
    talk = _Talk(link, lambda _event: None, threading.Event())
    return talk.wait_for(EngineReady).engine


class _Talk:
    """Commands and their answers, one after the other; keeps what is said on the way."""

    def __init__(self, link: EngineLink, on_event: Callable[[Event], None], cancelled: threading.Event) -> None:
        self._link = link
        self._on_event = on_event
        self._cancelled = cancelled
        self._id = 0
        self._cancel_sent = False
        self._waiting: list[Event] = []
        self.engine: EngineInfo | None = None
        self.started: GenerationStarted | None = None
        self.metrics = ReplyMetrics()
        self.runs: list[TextRun] = []
        self.token_ids: list[int] = []
        self.notices: list[str] = []

    def new_id(self) -> int:
        self._id += 1
        return self._id

    def ask(self, command: Command, answer: type[Answer]) -> Answer:
        """Send a request and wait for its answer."""
        if self._cancelled.is_set():
            raise StoppedError
        self._link.send(command)
        return self.wait_for(answer)

    def wait_for(self, answer: type[Answer]) -> Answer:
        while True:
            while self._waiting:
                event = self._waiting.pop(0)
                self._take(event)
                if isinstance(event, answer):
                    return event
            if self._cancelled.is_set() and not self._cancel_sent:
                self._cancel_sent = True
                self._link.send(Cancel(self._id))
            if self._link.wait(_WAIT_S):
                self._waiting = self._link.poll()

    def _take(self, event: Event) -> None:
        match event:
            case EngineReady(engine=engine):
                self.engine = engine
            case GenerationStarted():
                self.started = event
            case RoundDone():
                self.metrics.add(event)
                self.runs.extend(event.text)
                self.token_ids.extend(event.token_ids)
            case Noticed(text=text):
                self.notices.append(text)
            case GenerationDone():
                self.runs.extend(event.text)
            case Failed(kind=kind, what=what, why=why, next_step=next_step):
                if self._cancel_sent:
                    raise StoppedError
                raise error_of(kind, what, why, next_step)
            case EngineDied(reason=reason, detail=detail, next_step=next_step):
                raise EngineError(reason, detail, next_step)
            case Loading() | ModelLoaded() | Prepared() | PromptProgress():
                pass
        self._on_event(event)


def as_json(reply: Reply, variant: str | None) -> dict[str, Any]:
    """The reply and its figures as one JSON object. Units: seconds, tokens, tokens/s; None is n/a."""
    metrics, job = reply.metrics, reply.job
    return {
        "text": reply.text,
        "token_ids": reply.token_ids,
        "prompt_tokens": reply.started.prompt_tokens,
        "emitted": metrics.emitted,
        "rounds": metrics.rounds,
        "drafted": metrics.drafted,
        "accepted": metrics.accepted,
        "acceptance_rate": metrics.acceptance_rate,
        "tokens_per_round": metrics.tokens_per_round,
        "accepted_by_position": metrics.accepted_by_position,
        "drafted_by_position": metrics.drafted_by_position,
        "by_drafter": {
            name: {
                "drafted": tally.drafted,
                "accepted": tally.accepted,
                "acceptance_rate": tally.acceptance_rate,
            }
            for name, tally in metrics.by_drafter.items()
        },
        "ttft_s": metrics.first_at_s,
        "decode_s": metrics.decode_s,
        "tokens_per_s": metrics.tokens_per_s,
        "draft_s": metrics.draft_s,
        "verify_s": metrics.verify_s,
        "sample_s": metrics.sample_s,
        "other_s": metrics.other_s,
        "stop_reason": reply.done.stop_reason,
        "warnings": reply.warnings,
        "preset": job.speculation.preset,
        "variant": variant,
        "rule": job.speculation.rule,
        "options": {drafter.name: dict(drafter.options) for drafter in job.speculation.drafters},
        "model": _model(reply.loaded.model),
        "draft_model": _model(reply.prepared.draft) if reply.prepared.draft else None,
        "n_ctx": reply.loaded.n_ctx,
        "gpu_layers": reply.loaded.gpu_layers,
        "threads": reply.loaded.threads,
        "engine": engine_json(reply.engine),
    }


def engine_json(engine: EngineInfo) -> dict[str, Any]:
    """Versions and devices, memory in bytes."""
    return {
        "llama_cpp": engine.llama_cpp,
        "build": engine.build,
        "backend": engine.backend,
        "devices": [asdict(device) for device in engine.devices],
    }


def _model(model: ModelInfo) -> dict[str, Any]:
    return {
        "name": model.name,
        "architecture": model.architecture,
        "family": model.family,
        "quantisation": model.quantisation,
        "parameters": model.parameters,
    }
