"""Replies: asking for one, keeping it as it grows, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.commands import EngineLink, Generate
from engine.events import Event, GenerationDone, GenerationStarted, Noticed, PromptProgress, RoundDone
from ui.chat.asking import generate
from ui.chat.conversation import Conversation, Reply, UserTurn
from ui.chat.engine_desk import EngineDesk, Phase
from ui.chat.homeward import Homeward
from ui.chat.notes import note_of
from ui.chat.writing import Writing
from ui.preferences import Preferences
from ui.services import ChatSettings, Conversations, Draft


class ReplyDesk(EngineDesk):
    """Answers in one conversation at a time. Every question is kept before the engine is asked it.

    current: the conversation on screen. cut: its last turns are gone. turn_added(turn). reply_began(reply): a new one
    or one that is continued. reply_grew(reply, runs of this tick). reply_ended(reply). listed: the list of
    conversations may be another.
    """

    cut = Signal()
    listed = Signal()
    turn_added = Signal(object)
    reply_began = Signal(object)
    reply_grew = Signal(object, object)
    reply_ended = Signal(object)

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
        self._noticed: list[str] = []  # about the reply that is being written
        self._unsent: Generate | None = None  # waits until its question is kept

    @property
    def reply(self) -> Reply | None:
        """The reply that is being written."""
        return self._writing.reply if self._writing is not None else None

    @property
    def answering_here(self) -> bool:
        """Whether the reply that is being written belongs to the conversation on screen."""
        return self.busy and self._answered is self.current

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

    def _asked(self, request_id: int, conversation: Conversation) -> Generate:
        return generate(request_id, conversation, self.defaults, self.preferences, self.speculation)

    def _ask(self, draft: Draft, instead_of: UserTurn | None) -> None:
        here = self.current
        if instead_of is not None:
            here.cut_before(instead_of)
            self.cut.emit()
        parent = here.turns[-1].id if here.turns else None
        if not here.id:
            here.id = self._kept.create(here.settings)
        turn = UserTurn(draft.text, files=draft.files)
        here.turns.append(turn)
        self.turn_added.emit(turn)
        request = self._begin(Reply(self.title, self.preset_title))
        self._unsent = request
        saved = self._home(lambda _: self._send(request))
        turn.id = self._kept.ask(here.id, parent, turn.text, saved, turn.files)
        turn.siblings = (*(instead_of.siblings if instead_of else ()), turn.id)
        self._keep_reply(turn.id, ())
        self.listed.emit()

    def _ask_again(self, reply: Reply) -> None:
        turns = self.current.turns
        question = turns[next(i for i, turn in enumerate(turns) if turn is reply) - 1]
        self.current.cut_before(reply)
        self.cut.emit()
        request = self._begin(Reply(self.title, self.preset_title))
        self._keep_reply(question.id, reply.siblings)
        self._link.send(request)
        self.listed.emit()

    def _go_on_writing(self) -> None:
        reply = self.current.last_reply
        if reply is not None:
            asked = self._asked(0, self.current)  # while it counts as cut
            reply.reopen()
            self._kept.continue_reply(reply.id)
            self._link.send(replace(asked, request_id=self._begin(reply).request_id))

    def _take_reply(self, event: Event) -> None:
        """What the engine says of the reply that is written."""
        match event:
            case RoundDone():
                self._round(event)
            case GenerationStarted():
                self._started(event)
            case PromptProgress():
                self.prompt = (event.done, event.total)
                self.context_used = event.done
            case Noticed():
                self._notice((event.text,))
            case GenerationDone():
                self._done(event)

    def _started(self, event: GenerationStarted) -> None:
        self.prompt = (event.cached_tokens, event.prompt_tokens)
        if self.reply is not None:
            self.reply.prompt_tokens, self.reply.cached_tokens = event.prompt_tokens, event.cached_tokens
        self._notice(event.warnings)

    def _notice(self, words: Sequence[str]) -> None:
        """What is noticed about the reply is told beside it: at once, or when its conversation is on screen again while
        it is written."""
        self._noticed += words
        if self.answering_here:
            self._warn(words, passing=True)

    def _round(self, event: RoundDone) -> None:
        if self._writing is None:
            return
        if self.phase == "reading":
            self.phase = "writing"
        self._writing.round(event)
        self.context_used = event.n_past

    def _done(self, event: GenerationDone) -> None:
        self._notice(event.warnings)
        if self._writing is not None:
            self._writing.add(event.text)
            reply = self._writing.reply
            reply.stop_reason = event.stop_reason
            reply.note = note_of(reply)
        self._end_reply("ready")

    def _flush(self) -> None:
        if self._writing is not None and (runs := self._writing.take()):
            reply = self._writing.reply
            self._kept.grow_reply(reply.id, runs)
            self.reply_grew.emit(reply, runs)

    def _begin(self, reply: Reply) -> Generate:
        """The state of a reply that is being written, new or continued, and what to ask the engine for."""
        here = self.current
        self._reply_id = self._next_id()
        request = self._asked(self._reply_id, here)
        if here.last_reply is not reply:
            here.turns.append(reply)
            self.turn_added.emit(reply)
        self._writing, self._answered, self._noticed = Writing(reply), here, []
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
        reply.stop_reason = "cancelled"
        reply.note = note_of(reply)
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
