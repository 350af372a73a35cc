"""The chat without its widgets: what is loaded, who is being answered, and what the engine said about it.

Commands go out with rising request ids; events of any other request than the three that count (the load, the
preparation, the reply) are dropped. Every question is kept before the engine is asked it, and a reply as it grows.
Widgets read the properties after a signal and change nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.commands import Cancel, Command, EngineLink, Generate, LoadModel, Prepare, Speculation
from engine.events import (
    DrafterStatus,
    EngineDied,
    EngineInfo,
    EngineReady,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    LayerSearchDone,
    Loading,
    ModelInfo,
    ModelLoaded,
    Prepared,
    PromptProgress,
    RoundDone,
    TextRun,
    Unloaded,
)
from ui.chat.asking import generate
from ui.chat.conversation import Conversation, Reply, UserTurn
from ui.chat.errand import Errand
from ui.chat.homeward import Homeward
from ui.preferences import Preferences
from ui.services import ChatSettings, Conversations, StoredConversation

Phase = Literal["empty", "loading", "ready", "reading", "writing", "stopping", "dead", "lent", "errand"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to tell the user. action: what a button may do about it."""

    what: str
    why: str = ""
    next_step: str = ""
    level: Literal["bad", "warn", "info"] = "bad"
    action: Literal["", "restart", "save"] = ""


class ChatController(QObject):
    """State of the chat.

    changed: phase, model, context or progress are others. switched: another conversation is shown. cut: the last turns
    of the one on screen are gone. arrived(message id): a place in it was asked for. listed: the list of conversations
    may be another. turn_added(turn). reply_began(reply): a new one or one that is continued. reply_grew(reply, runs of
    this tick). reply_ended(reply). problem(Problem). taken(events): what counted of this tick, for the panel.
    """

    changed = Signal()
    switched = Signal()
    cut = Signal()
    arrived = Signal(object)
    listed = Signal()
    turn_added = Signal(object)
    reply_began = Signal(object)
    reply_grew = Signal(object, object)
    reply_ended = Signal(object)
    model_loaded = Signal(object)
    problem = Signal(object)
    taken = Signal(object)

    def __init__(
        self, link: EngineLink, kept: Conversations, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._link = link
        self._kept = kept
        self._home = Homeward(self)
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
        self.current = Conversation()
        self.defaults = ChatSettings()
        self._answered = self.current
        self._opening = 0  # the conversation that is being read from disk, to be shown
        self._unsent: Generate | None = None  # waits until its question is kept
        self._last_id = 0
        self._load_id = self._prepare_id = self._reply_id = 0
        self._wanted = ""  # a model to load as soon as the reply that runs has stopped
        self._unprepared = False
        self._complete = True
        self._prompt_s = self._thought_s = 0.0
        self._new_runs: list[TextRun] = []
        self._errand = Errand(link)

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
        if self.phase == "errand":
            self._wanted = path
            self._errand.stop()
            return
        self._wanted = ""
        if self.phase == "lent":  # as soon as the engine is back
            self.model_path = path
            return
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

    @property
    def shown(self) -> int:
        """The id of the conversation that is on screen or will be as soon as it is read; 0 for an empty page."""
        return self._opening or self.current.id

    def new_conversation(self) -> None:
        """Start with an empty page; a conversation that is empty already is kept."""
        self._opening = 0
        if self.current.id:
            self._show(Conversation())
        else:
            self.changed.emit()

    def open(self, conversation: int, message: int = 0) -> None:
        """Put another conversation on screen as soon as it is read. message: on the branch of this one, and there."""
        live = self.busy and self._answered.id == conversation
        if live or (conversation == self.current.id and not message):
            self._opening = 0
            if self.current.id != conversation:
                self._show(self._answered)
            if message:
                self.arrived.emit(message)
            self.changed.emit()
            return
        if message:
            self._kept.show_branch(message)
        self._opening = conversation
        self._kept.load(conversation, self._home(lambda stored: self._opened(conversation, stored, message)))
        self.changed.emit()

    def show_version(self, version: int) -> None:
        """Show another version of a turn, with what followed it. version: one of the turn's siblings."""
        if not self.answering_here and self.current.id:
            self.open(self.current.id, version)

    def send(self, text: str, instead_of: UserTurn | None = None) -> bool:
        """Ask. instead_of: as a new version of this question. False when nothing can be asked now."""
        here = self.current
        if self.phase != "ready" or self._opening or not text.strip():
            return False
        if instead_of is not None:
            here.cut_before(instead_of)
            self.cut.emit()
        parent = here.turns[-1].id if here.turns else None
        if not here.id:
            here.id = self._kept.create(here.settings)
        turn = UserTurn(text.strip())
        here.turns.append(turn)
        self.turn_added.emit(turn)
        request = self._begin(Reply(self.title, self.preset_title))
        self._unsent = request
        turn.id = self._kept.ask(here.id, parent, turn.text, self._home(lambda _: self._send(request)))
        turn.siblings = (*(instead_of.siblings if instead_of else ()), turn.id)
        self._keep_reply(turn.id, ())
        self.listed.emit()
        return True

    def regenerate(self, reply: Reply) -> None:
        """Write another version of a reply."""
        turns = self.current.turns
        at = next((i for i, turn in enumerate(turns) if turn is reply), 0)
        if self.phase != "ready" or self._opening or not at:
            return
        question = turns[at - 1]
        self.current.cut_before(reply)
        self.cut.emit()
        request = self._begin(Reply(self.title, self.preset_title))
        self._keep_reply(question.id, reply.siblings)
        self._link.send(request)
        self.listed.emit()

    def continue_reply(self) -> None:
        """Write on at the end of a reply that was cut."""
        reply = self.current.last_reply
        if self.phase == "ready" and not self._opening and reply is not None and reply.cut:
            reply.reopen()
            self._kept.continue_reply(reply.id)
            self._link.send(self._begin(reply))

    def forget(self, conversation: int) -> None:
        """A conversation was deleted: end the reply in it, and take it off the screen."""
        if self.busy and self._answered.id == conversation:
            self.stop()
        if self.shown == conversation:
            self.new_conversation()

    def set_settings(self, settings: ChatSettings) -> None:
        """Other settings for the conversation on screen. Raises engine.errors.UsageError for values out of range."""
        if self.current.id:
            self._kept.set_settings(self.current.id, settings)
        self.current.settings = settings

    def close(self) -> None:
        """The window closes: a reply that is still written ends here."""
        if self.reply is not None:
            self._stopped(self.reply)

    def stop(self) -> None:
        """End the reply that runs; what is written stays."""
        if self._unsent is not None and self.reply is not None:  # the engine knows nothing of it yet
            self._stopped(self.reply)
            self.changed.emit()
        elif self.phase in ("reading", "writing"):
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

    def lend(self) -> int:
        """Let go of the engine until `take_back`, for a comparison; a request id that is free. Not while busy."""
        if self.phase == "dead":
            self._link.restart()
        elif self.phase == "loading":
            self._link.send(Cancel(self._load_id))
        self._load_id = self._prepare_id = 0
        self.model, self.phase, self.context_used = None, "lent", 0
        self.changed.emit()
        return self._next_id()

    def run_errand(self, make: Callable[[int], Command], told: Callable[[Event], None]) -> bool:
        """Have the loaded model do other work than replies: make(request id) is sent, and `told` hears its events.
        False while it cannot. Afterwards the drafters are made ready anew."""
        if self.phase != "ready":
            return False
        self.phase = "errand"
        self.changed.emit()
        request_id = self._next_id()
        self._errand.begin(request_id, make(request_id), told)
        return True

    def stop_errand(self) -> None:
        """End the other work early."""
        self._errand.stop()

    def take_back(self, next_id: int, died: bool) -> None:
        """The engine is the chat's again, whatever it holds. next_id: free from here on. died: it needs a fresh one."""
        self._last_id = max(self._last_id, next_id)
        self.phase = "empty"
        if died:
            self.restart_engine()
        elif self.model_path:
            self.load(self.model_path)
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
        ids = (self._load_id, self._prepare_id, self._reply_id, self._errand.current)
        return event.request_id != 0 and event.request_id in ids

    def _take(self, event: Event) -> None:
        if self._errand.owns(event):
            if self._errand.take(event):
                self._errand_over(event)
            if not isinstance(event, EngineDied):
                return
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
            self._thought_s = reply.thinking_s
        if any(run.thinking for run in event.text):
            reply.thinking_s = self._thought_s + event.at_s - self._prompt_s
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
            self._kept.grow_reply(self.reply.id, runs)
            self.reply_grew.emit(self.reply, runs)

    def _show(self, conversation: Conversation) -> None:
        self.current = conversation
        self._kept.defaults(self._home(self._take_defaults))
        self.switched.emit()
        self.changed.emit()

    def _take_defaults(self, defaults: ChatSettings) -> None:
        self.defaults = defaults

    def _opened(self, conversation: int, stored: StoredConversation | None, message: int) -> None:
        if conversation != self._opening:
            return
        self._opening = 0
        if stored is None:
            self.changed.emit()
            return
        self._show(Conversation.of(stored))
        if message:
            self.arrived.emit(message)

    def _begin(self, reply: Reply) -> Generate:
        """The state of a reply that is being written, new or continued, and what to ask the engine for."""
        here = self.current
        self._reply_id = self._next_id()
        request = generate(self._reply_id, here, self.defaults, self.preferences, self.speculation)
        if here.last_reply is not reply:
            here.turns.append(reply)
            self.turn_added.emit(reply)
        self.reply, self._answered = reply, here
        self.phase, self.prompt = "reading", (0, 0)
        self.reply_began.emit(reply)
        self.changed.emit()
        return request

    def _keep_reply(self, question: int, siblings: tuple[int, ...]) -> None:
        reply = self.reply
        if reply is not None:
            reply.id = self._kept.start_reply(self.current.id, question, reply.model, reply.preset)
            reply.siblings = (*siblings, reply.id)

    def _send(self, request: Generate) -> None:
        """The question is kept: now the engine may see it."""
        if self._unsent is request:
            self._unsent = None
            self._link.send(request)

    def _stopped(self, reply: Reply) -> None:
        reply.stop_reason, reply.note = "cancelled", self.tr("Stopped.")
        self._end_reply("ready")

    def _end_reply(self, phase: Phase) -> None:
        self._flush()
        reply, self.reply = self.reply, None
        self._reply_id, self.phase, self._unsent = 0, phase, None
        if reply is not None:
            reply.writing = False
            self._kept.finish_reply(reply.id, reply.figures, reply.stop_reason, reply.note)
            self.reply_ended.emit(reply)
        if phase == "ready" and self._wanted:
            self.load(self._wanted)
        elif phase == "ready":
            self._prepare()

    def _errand_over(self, last: Event) -> None:
        self.phase, self.context_used, self._unprepared = "ready", 0, True
        if isinstance(last, LayerSearchDone):
            self.drafters = last.drafters
        if isinstance(last, EngineDied):
            return
        if self._wanted:
            self.load(self._wanted)
        else:
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
