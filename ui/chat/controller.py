"""The chat without its widgets: which conversation is shown, who is being answered, and what the engine said about it.

Every question is kept before the engine is asked it, and a reply as it grows. Widgets read the properties after a
signal and change nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from engine.commands import EngineLink, Generate
from engine.events import EngineDied, Event, Failed, GenerationDone, GenerationStarted, PromptProgress, RoundDone
from ui.chat.asking import generate
from ui.chat.conversation import Conversation, Reply, UserTurn
from ui.chat.engine_desk import EngineDesk, Phase
from ui.chat.homeward import Homeward
from ui.chat.problem import Problem
from ui.chat.writing import Writing
from ui.preferences import Preferences
from ui.services import ChatSettings, Conversations, StoredConversation


class ChatController(EngineDesk):
    """State of the chat, and of the engine as `EngineDesk` has it.

    switched: another conversation is shown. cut: the last turns of the one on screen are gone. arrived(message id): a
    place in it was asked for. listed: the list of conversations may be another. turn_added(turn). reply_began(reply):
    a new one or one that is continued. reply_grew(reply, runs of this tick). reply_ended(reply). taken(events): what
    counted of this tick, for the panel.
    """

    switched = Signal()
    cut = Signal()
    arrived = Signal(object)
    listed = Signal()
    turn_added = Signal(object)
    reply_began = Signal(object)
    reply_grew = Signal(object, object)
    reply_ended = Signal(object)
    taken = Signal(object)

    def __init__(
        self, link: EngineLink, kept: Conversations, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(link, preferences, parent)
        self._kept = kept
        self._home = Homeward(self)
        self.prompt: tuple[int, int] = (0, 0)
        self.current = Conversation()
        self.defaults = ChatSettings()
        self._writing: Writing | None = None
        self._answered = self.current
        self._opening = 0  # the conversation that is being read from disk, to be shown
        self._unsent: Generate | None = None  # waits until its question is kept

    @property
    def reply(self) -> Reply | None:
        """The reply that is being written."""
        return self._writing.reply if self._writing is not None else None

    @property
    def answering_here(self) -> bool:
        """Whether the reply that is being written belongs to the conversation on screen."""
        return self.busy and self._answered is self.current

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
        else:
            super().stop()

    def handle(self, events: Sequence[Event]) -> None:
        """Take in the events of one tick."""
        taken = [event for event in events if self._concerns(event)]
        for event in taken:
            self._take(event)
        self._flush()
        if taken:
            self.taken.emit(taken)
            self.changed.emit()

    def _take(self, event: Event) -> None:
        if self._take_errand(event):
            return
        match event:
            case RoundDone():
                self._round(event)
            case GenerationStarted():
                self._started(event)
            case PromptProgress():
                self.prompt = (event.done, event.total)
                self.context_used = event.done
            case GenerationDone():
                self._done(event)
            case Failed():
                self._failed(event)
            case EngineDied():
                self._died(event)
            case _:
                self._take_engine(event)

    def _started(self, event: GenerationStarted) -> None:
        self.prompt = (event.cached_tokens, event.prompt_tokens)
        if self.reply is not None:
            self.reply.prompt_tokens, self.reply.cached_tokens = event.prompt_tokens, event.cached_tokens
        self._warn(event.warnings)

    def _round(self, event: RoundDone) -> None:
        if self._writing is None:
            return
        if self.phase == "reading":
            self.phase = "writing"
        self._writing.round(event)
        self.context_used = event.n_past

    def _done(self, event: GenerationDone) -> None:
        self._warn(event.warnings)
        if self._writing is not None:
            self._writing.add(event.text)
            reply = self._writing.reply
            reply.stop_reason, reply.note = event.stop_reason, self._stop_note(event)
        self._end_reply("ready")

    def _flush(self) -> None:
        if self._writing is not None and (runs := self._writing.take()):
            reply = self._writing.reply
            self._kept.grow_reply(reply.id, runs)
            self.reply_grew.emit(reply, runs)

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
        self._writing, self._answered = Writing(reply), here
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
        reply, self._writing = self.reply, None
        self._reply_id, self.phase, self._unsent = 0, phase, None
        if reply is not None:
            reply.writing = False
            self._kept.finish_reply(reply.id, reply.figures, reply.stop_reason, reply.note)
            self.reply_ended.emit(reply)
        if phase == "ready":
            self._go_on()

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

    def _stop_note(self, event: GenerationDone) -> str:
        return {
            "length": self.tr("Ended at the longest reply set in Settings."),
            "context": self.tr("The context is full. Start a new chat, or load the model with a larger context."),
            "cancelled": self.tr("Stopped."),
        }.get(event.stop_reason, "")
