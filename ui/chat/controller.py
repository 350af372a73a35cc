"""The chat without its widgets: what is loaded, who is being answered, and what the engine said about it.

Commands go out with rising request ids; events of any other request than the three that count (the load, the
preparation, the reply) are dropped. Widgets read the properties after a signal and change nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.commands import Cancel, EngineLink, Generate, LoadModel, Prepare, Speculation
from engine.events import (
    DrafterStatus,
    EngineDied,
    EngineInfo,
    EngineReady,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    Loading,
    ModelInfo,
    ModelLoaded,
    Prepared,
    PromptProgress,
    RoundDone,
    TextRun,
    Unloaded,
)
from ui.chat.conversation import Conversation, Reply, UserTurn
from ui.preferences import Preferences

Phase = Literal["empty", "loading", "ready", "reading", "writing", "stopping", "dead"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to tell the user. action: what a button may do about it."""

    what: str
    why: str = ""
    next_step: str = ""
    level: Literal["bad", "warn", "info"] = "bad"
    action: Literal["", "restart"] = ""


class ChatController(QObject):
    """State of the chat.

    changed: phase, model, context or progress are others. switched: another conversation is shown, or its turns are
    others. listed: the list of conversations changed. turn_added(turn). reply_grew(reply, runs of this tick).
    reply_ended(reply). problem(Problem). taken(events): what counted of this tick, for the panel.
    """

    changed = Signal()
    switched = Signal()
    listed = Signal()
    turn_added = Signal(object)
    reply_began = Signal()
    reply_grew = Signal(object, object)
    reply_ended = Signal(object)
    model_loaded = Signal(object)
    problem = Signal(object)
    taken = Signal(object)

    def __init__(self, link: EngineLink, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.preferences = preferences
        self.phase: Phase = "empty"
        self.engine: EngineInfo | None = None
        self.model: ModelInfo | None = None
        self._known: ModelInfo | None = None  # outlives a dead engine, for the name
        self.model_path = ""
        self.fraction = 0.0
        self.n_ctx = 0
        self.context_used = 0
        self.prompt: tuple[int, int] = (0, 0)
        self.drafters: tuple[DrafterStatus, ...] = ()
        self.speculation = Speculation()
        self.preset_title = ""
        self.reply: Reply | None = None
        self.conversations: list[Conversation] = []
        self.current = Conversation(0, datetime.now())
        self._answered = self.current
        self._newest = 0
        self._last_id = 0
        self._load_id = self._prepare_id = self._reply_id = 0
        self._wanted = ""  # a model to load as soon as the reply that runs has stopped
        self._unprepared = False
        self._complete = True
        self._prompt_s = 0.0
        self._new_runs: list[TextRun] = []

    @property
    def busy(self) -> bool:
        """Whether a reply is being written."""
        return self.phase in ("reading", "writing", "stopping")

    @property
    def answering_here(self) -> bool:
        """Whether the reply that is being written belongs to the conversation on screen."""
        return self.busy and self._answered is self.current

    @property
    def title(self) -> str:
        """What people call the model that is or was loaded: its own name, else its file's; '' without one."""
        known = self._known
        if known is None or not known.name:
            return Path(self.model_path).stem
        missing = known.quantisation and known.quantisation.lower() not in known.name.lower()
        return f"{known.name} {known.quantisation}" if missing else known.name

    def load(self, path: str) -> None:
        """Load a model; a reply that runs is stopped first."""
        if self.busy:
            self._wanted = path
            self.stop()
            return
        self._wanted = ""
        self.model, self.model_path, self.drafters = None, path, ()
        if self._known is not None and self._known.path != path:
            self._known = None
        self.fraction, self.context_used = 0.0, 0
        self.phase = "loading"
        self._load_id = self._next_id()
        self.changed.emit()
        self._link.send(LoadModel(self._load_id, path, self.preferences.context_options()))

    def cancel_load(self) -> None:
        """Stop reading a model file."""
        if self.phase == "loading":
            self._link.send(Cancel(self._load_id))
            self._load_id = 0
            self.model_path, self.phase = "", "empty"
            self.changed.emit()

    def set_speculation(self, speculation: Speculation, title: str, complete: bool = True) -> None:
        """Draft like this from the next reply on. title: the preset's name for people. complete: False while it
        still lacks a draft model, so that there is nothing to make ready."""
        self.speculation, self.preset_title = speculation, title
        self._complete = complete
        self._unprepared = True
        self._prepare()
        self.changed.emit()

    def new_conversation(self) -> None:
        """Start with an empty page; a conversation that is empty already is kept."""
        if self.current.turns:
            self._newest += 1
            self.current = Conversation(self._newest, datetime.now())
            self.switched.emit()
            self.listed.emit()
            self.changed.emit()

    def show(self, conversation: Conversation) -> None:
        """Put another conversation on screen."""
        if conversation is not self.current:
            self.current = conversation
            self.switched.emit()
            self.listed.emit()
            self.changed.emit()

    def send(self, text: str, edited: bool = False) -> bool:
        """Ask. edited: in place of the last question. False when nothing can be asked now."""
        if self.phase != "ready" or not text.strip():
            return False
        if edited:
            self.current.drop_last_question()
        turn = UserTurn(text.strip())
        self.current.turns.append(turn)
        if self.current not in self.conversations:
            self.conversations.insert(0, self.current)
        if edited:
            self.switched.emit()
        else:
            self.turn_added.emit(turn)
        self.listed.emit()
        self._answer()
        return True

    def regenerate(self) -> None:
        """Write the last reply again."""
        if self.phase == "ready" and self.current.last_reply is not None:
            self.current.drop_last_reply()
            self.switched.emit()
            self._answer()

    def stop(self) -> None:
        """End the reply that runs; what is written stays."""
        if self.phase in ("reading", "writing"):
            self.phase = "stopping"
            self._link.send(Cancel(self._reply_id))
            self.changed.emit()

    def restart_engine(self) -> None:
        """A fresh engine in place of the dead one, with the same model."""
        self._link.restart()
        path, self.model = self.model_path, None
        self.phase = "empty"
        if path:
            self.load(path)
        else:
            self.changed.emit()

    def handle(self, events: Sequence[Event]) -> None:
        """Take in the events of one tick."""
        taken = [event for event in events if self._concerns(event)]
        for event in taken:
            self._take(event)
        self._flush()
        if taken:
            self.taken.emit(taken)
            self.changed.emit()

    def _concerns(self, event: Event) -> bool:
        if isinstance(event, EngineReady | EngineDied):
            return True
        return event.request_id != 0 and event.request_id in (self._load_id, self._prepare_id, self._reply_id)

    def _take(self, event: Event) -> None:
        match event:
            case RoundDone():
                self._round(event)
            case GenerationStarted():
                self.prompt = (event.cached_tokens, event.prompt_tokens)
                if self.reply is not None:
                    self.reply.prompt_tokens, self.reply.cached_tokens = (
                        event.prompt_tokens,
                        event.cached_tokens,
                    )
                self._warn(event.warnings)
            case PromptProgress():
                self.prompt = (event.done, event.total)
                self.context_used = event.done
            case GenerationDone():
                self._add_runs(event.text)
                self._flush()
                self._warn(event.warnings)
                if self.reply is not None:
                    self.reply.stop_reason = event.stop_reason
                    self.reply.note = self._stop_note(event)
                self._end_reply("ready")
            case Loading():
                self.fraction = event.fraction
            case ModelLoaded():
                self.model, self.n_ctx, self.drafters = event.model, event.n_ctx, event.drafters
                self._known = event.model
                self.phase, self.fraction, self.context_used = "ready", 1.0, 0
                self._warn(event.warnings)
                self._unprepared = True
                self.model_loaded.emit(event)
                self._prepare()
            case Prepared():
                self._warn(event.warnings)
            case EngineReady():
                self.engine = event.engine
            case Failed():
                self._failed(event)
            case EngineDied():
                self._died(event)
            case Unloaded():
                self.model, self.phase = None, "empty"

    def _round(self, event: RoundDone) -> None:
        reply = self.reply
        if reply is None:
            return
        if self.phase == "reading":
            self.phase = "writing"
        round_s = event.draft_s + event.verify_s + event.sample_s + event.other_s
        if not reply.metrics.rounds:
            self._prompt_s = event.at_s - round_s
        if any(run.thinking for run in event.text):
            reply.thinking_s = event.at_s - self._prompt_s
        reply.metrics.add(event)
        self.context_used = event.n_past
        self._add_runs(event.text)

    def _add_runs(self, runs: Sequence[TextRun]) -> None:
        if self.reply is not None:
            for run in runs:
                self.reply.add(run)
                self._new_runs.append(run)

    def _flush(self) -> None:
        if self._new_runs and self.reply is not None:
            runs, self._new_runs = _joined(self._new_runs), []
            self.reply_grew.emit(self.reply, runs)

    def _answer(self) -> None:
        reply = Reply(self.title, self.preset_title)
        messages = self.current.messages()
        self.current.turns.append(reply)
        self.reply, self._answered = reply, self.current
        self.phase, self.prompt = "reading", (0, 0)
        self._reply_id = self._next_id()
        self.turn_added.emit(reply)
        self.reply_began.emit()
        self.changed.emit()
        self._link.send(
            Generate(
                self._reply_id,
                messages,
                speculation=self.speculation,
                sampling=self.preferences.sampling(),
                max_tokens=self.preferences.max_tokens,
            )
        )

    def _end_reply(self, phase: Phase) -> None:
        reply, self.reply = self.reply, None
        self._reply_id, self.phase = 0, phase
        if reply is not None:
            self.reply_ended.emit(reply)
        if phase == "ready" and self._wanted:
            self.load(self._wanted)
        elif phase == "ready":
            self._prepare()

    def _prepare(self) -> None:
        if self._unprepared and self._complete and self.phase == "ready":
            self._unprepared = False
            self._prepare_id = self._next_id()
            self._link.send(Prepare(self._prepare_id, self.speculation))

    def _failed(self, event: Failed) -> None:
        what, why, next_step = event.what, event.why, event.next_step
        if event.request_id == self._load_id:
            self.model, self.model_path, self.phase = None, "", "empty"
        elif event.request_id == self._reply_id and self.reply is not None:
            self.reply.note = self.tr("No reply: {0}").format(what) if not self.reply.text else what
            self._end_reply("ready")
        self.problem.emit(Problem(what, why, next_step))

    def _died(self, event: EngineDied) -> None:
        if self.phase == "dead":
            return
        self.phase = "dead"
        self.model = None
        if self.reply is not None:
            self.reply.note = self.tr("The engine stopped here.")
            self._end_reply("dead")
        kept = self.tr("Your conversation is kept.")
        why = f"{event.reason.rstrip('.')}. {kept}" if event.reason else kept
        self.problem.emit(Problem(self.tr("The engine stopped"), why, event.detail, action="restart"))

    def _warn(self, warnings: Sequence[str]) -> None:
        for warning in warnings:
            self.problem.emit(Problem(warning, level="warn"))

    def _stop_note(self, event: GenerationDone) -> str:
        return {
            "length": self.tr("Ended at the longest reply set in Settings."),
            "context": self.tr("The context is full. Start a new chat, or load the model with a larger context."),
            "cancelled": self.tr("Stopped."),
        }.get(event.stop_reason, "")

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id


def _joined(runs: Sequence[TextRun]) -> list[TextRun]:
    """Neighbours of one origin as one run, so that one tick makes one insertion per origin."""
    result: list[TextRun] = []
    for run in runs:
        last = result[-1] if result else None
        if last and last.origin == run.origin and last.thinking == run.thinking:
            result[-1] = TextRun(last.text + run.text, run.origin, run.thinking)
        else:
            result.append(run)
    return result
