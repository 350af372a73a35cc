"""The chat without its widgets: which conversation is shown, who is being answered, and what the engine said about it.

Every question is kept before the engine is asked it, and a reply as it grows. Before anything is asked that may be too
long for the context, its tokens are counted, and nothing is left out without asking. Widgets read the properties after
a signal and change nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.commands import ContextOptions, EngineLink
from engine.events import (
    EngineDied,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    ModelLoaded,
    Noticed,
    PromptProgress,
    RoundDone,
    TokensCounted,
)
from ui.chat.asking import count, room, surely_fits, surely_goes_behind
from ui.chat.conversation import Conversation, Reply, Turn, UserTurn
from ui.chat.fitting import Overfull, Wish, overfull
from ui.chat.problem import Problem
from ui.chat.reply_desk import ReplyDesk
from ui.preferences import Preferences
from ui.services import ChatSettings, Conversations, Draft, StoredConversation, TextFile


class ChatController(ReplyDesk):
    """State of the chat; of its replies as `ReplyDesk` has it, and of the engine as `EngineDesk`.

    switched: another conversation is shown. arrived(message id): a place in it was asked for. taken(events): what
    counted of this tick, for the panel. overfull(Overfull): a wish does not fit; `leave_out` and `enlarge` fulfil it.
    given_back(Draft, UserTurn or None): what was to be sent was not. settled: what the model is told is another.
    """

    switched = Signal()
    arrived = Signal(object)
    taken = Signal(object)
    overfull = Signal(object)
    given_back = Signal(object, object)
    settled = Signal()

    def __init__(
        self, link: EngineLink, kept: Conversations, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(link, kept, preferences, parent)
        self._opening = 0  # the conversation that is being read from disk, to be shown
        self._wish: Wish | None = None  # is being counted, or waits for a model with another context
        self._own_context: int | None = None  # of the conversation that the model was loaded for
        self._state = 0  # rises with everything that changes what the model is told
        self.told_tokens: int | None = 0  # of the conversation on screen, None until they are counted
        for signal in (self.settled, self.turn_added, self.reply_began, self.reply_ended, self.cut, self.model_loaded):
            signal.connect(lambda *_: self._changed_telling())
        self._before: ChatSettings | None = None  # what to go back to when there is no memory for a larger context
        self._kept.defaults(self._home(self._take_defaults))

    @property
    def busy(self) -> bool:
        """Whether a reply is being written, or it is being found out whether it can be."""
        return super().busy or self._wish is not None

    @property
    def free(self) -> bool:
        """Whether anything can be asked now."""
        return self.phase == "ready" and not self._opening and self._wish is None

    @property
    def shown(self) -> int:
        """The id of the conversation that is on screen or will be as soon as it is read; 0 for an empty page."""
        return self._opening or self.current.id

    @property
    def settings(self) -> ChatSettings:
        """What holds for the conversation on screen; None where only the preferences say something."""
        return self.current.settings.over(self.defaults)

    def context_options(self) -> ContextOptions:
        options = super().context_options()
        self._own_context = self.settings.n_ctx
        return options if self._own_context is None else replace(options, n_ctx=self._own_context)

    def load(self, path: str) -> None:
        """Load a model; a reply that runs is stopped first."""
        self._drop_wish()
        super().load(path)

    def cancel_load(self) -> None:
        """Stop reading a model file."""
        self._drop_wish()
        super().cancel_load()

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

    def send(self, text: str, instead_of: UserTurn | None = None, files: Sequence[TextFile] = ()) -> bool:
        """Ask. instead_of: as a new version of this question. False when nothing can be asked now."""
        draft = Draft(text.strip(), tuple(files))
        if not self.free or not draft:
            return False
        self._want(Wish(self.current, draft, instead_of))
        return True

    def regenerate(self, reply: Reply) -> None:
        """Write another version of a reply."""
        if self.free and any(turn is reply for turn in self.current.turns[1:]):
            self._want(Wish(self.current, again=reply))

    def continue_reply(self) -> None:
        """Write on at the end of a reply that was cut."""
        reply = self.current.last_reply
        if self.free and reply is not None and reply.cut:
            self._want(Wish(self.current))

    def leave_out(self, full: Overfull) -> None:
        """Do what was wished for without the oldest turns; they stay on disk and on screen."""
        if self.free and full.wish.where is self.current:
            self._mark(full.turns, True)
            self._want(full.wish)

    def take_in(self) -> None:
        """Show the model again what was left out of the conversation on screen."""
        if not self.answering_here:
            self._mark([turn for turn in self.current.turns if turn.left_out], False)

    def enlarge(self, full: Overfull) -> None:
        """Do what was wished for with a larger context, which the conversation keeps from now on."""
        if self.free and full.wish.where is self.current and full.larger:
            before = self.current.settings
            self.set_settings(replace(before, n_ctx=full.larger))
            self._before = before
            self._want(replace(full.wish))

    def forget(self, conversation: int) -> None:
        """A conversation was deleted: end the reply in it, and take it off the screen."""
        if self.busy and self._answered.id == conversation:
            self.stop()
        if self.shown == conversation:
            self.new_conversation()

    def set_settings(self, settings: ChatSettings) -> None:
        """Other settings for the conversation on screen. Raises engine.errors.UsageError for values out of range."""
        self._kept.check_settings(settings)
        if self.current.id:
            self._kept.set_settings(self.current.id, settings)
        self.current.settings = settings
        self.settled.emit()
        self.changed.emit()

    def set_defaults(self, settings: ChatSettings) -> None:
        """Other settings for all conversations that say nothing else. Raises engine.errors.UsageError as above."""
        self._kept.set_defaults(settings)
        self._take_defaults(settings)
        self.settled.emit()
        self.changed.emit()

    def count(self, texts: Sequence[str], told: Callable[[TokensCounted | None], None]) -> bool:
        """Count the tokens of some texts, each by itself, and of the conversation on screen where they are not known.
        False when the engine is busy with something else."""
        if self.phase != "ready" or self._opening:
            return False
        asked = self._asked(self._next_id(), self.current)
        if self.told_tokens is not None:
            asked = replace(asked, messages=())
        state = self._state

        def counted(answer: TokensCounted | None) -> None:
            if answer is not None and asked.messages and state == self._state:
                self.told_tokens = answer.prompt_tokens
            told(answer)

        self._counts.ask(count(asked, (1, 1), tuple(texts)), counted)
        return True

    def _changed_telling(self) -> None:
        self._state += 1
        self.told_tokens = None if self.current.turns or self.settings.system else 0

    def stop(self) -> None:
        """End the reply that runs or is about to; what is written stays."""
        if self._wish is None:
            super().stop()
            return
        self._drop_wish()
        self.changed.emit()
        if self.phase == "ready":
            self._go_on()

    def handle(self, events: Sequence[Event]) -> None:
        """Take in the events of one tick."""
        taken = [event for event in events if self._concerns(event)]
        for event in taken:
            self._take(event)
        self._flush()
        if taken:
            self.taken.emit(taken)
            self.changed.emit()

    def _want(self, wish: Wish, cut: bool = False) -> None:
        """Do it where it fits for sure; count where it may not, and load the model anew where the conversation has a
        context of its own. cut: tell only what can be done, for a reply that has filled the context."""
        if self.settings.n_ctx != self._own_context:
            super().load(self.model_path)
            self._wish = wish
            return
        rooms = room(self.settings, self.preferences, self.n_ctx)
        asked = self._asked(self._next_id(), wish.preview())
        if not cut and (surely_fits(asked, self.n_ctx, rooms[0]) or self._goes_behind(wish, rooms[0])):
            self._do(wish)
            return
        self._wish = wish
        self._counts.ask(count(asked, rooms), lambda counted: self._judged(wish, counted, rooms[1], cut))
        self.changed.emit()

    def _goes_behind(self, wish: Wish, least_room: int) -> bool:
        """Whether a new message surely fits behind a conversation whose tokens are known."""
        if wish.draft is None or wish.instead_of is not None or self.told_tokens is None or not self.current.turns:
            return False
        return surely_goes_behind(self.told_tokens, wish.draft, self.n_ctx, least_room)

    def _judged(self, wish: Wish, counted: TokensCounted | None, wanted_room: int, cut: bool) -> None:
        if self._wish is not wish:
            return
        self._wish = None
        if self.phase != "ready":
            self._give_back(wish)
        elif counted is not None and not counted.fits:
            self._give_back(wish)
            n_train = self.model.n_ctx_train if self.model is not None else 0
            self.overfull.emit(overfull(wish, counted, wanted_room, n_train, cut))
        elif not cut:
            self._do(wish)  # what could not be counted the engine refuses in words

    def _drop_wish(self) -> None:
        """What waits to be asked goes back to where it was written."""
        wish, before, self._wish, self._before = self._wish, self._before, None, None
        if wish is not None:
            self._give_back(wish)
            if before is not None:
                self.set_settings(before)

    def _give_back(self, wish: Wish) -> None:
        if wish.draft is not None:
            self.given_back.emit(wish.draft, wish.instead_of)

    def _do(self, wish: Wish) -> None:
        if wish.draft is not None:
            self._ask(wish.draft, wish.instead_of)
        elif wish.again is not None:
            self._ask_again(wish.again)
        else:
            self._go_on_writing()

    def _mark(self, turns: Sequence[Turn], left_out: bool) -> None:
        for turn in turns:
            turn.left_out = left_out
        self._kept.leave_out([turn.id for turn in turns], left_out)
        self.settled.emit()
        self.changed.emit()

    def _take(self, event: Event) -> None:
        if isinstance(event, EngineDied):
            self._drop_wish()
        if self._counts.owns(event) or isinstance(event, EngineDied):
            self._counts.take(event)
            if not isinstance(event, EngineDied):
                return
        if self._take_errand(event):
            return
        match event:
            case RoundDone() | GenerationStarted() | PromptProgress() | Noticed():
                self._take_reply(event)
            case GenerationDone():
                self._take_reply(event)
                if event.stop_reason == "context" and self.free and self._answered is self.current:
                    self._want(Wish(self.current), cut=True)
            case Failed():
                self._failed(event)
            case EngineDied():
                self._died(event)
            case ModelLoaded():
                self._take_engine(event)
                self._loaded()
            case _:
                self._take_engine(event)

    def _loaded(self) -> None:
        wish, self._wish, self._before = self._wish, None, None
        if wish is not None:
            self._want(wish)

    def _show(self, conversation: Conversation) -> None:
        self._drop_wish()
        self.current = conversation
        self._kept.defaults(self._home(self._take_defaults))
        self.switched.emit()
        if self.answering_here:
            self._warn(self._noticed, passing=True)
        self.settled.emit()
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

    def _failed(self, event: Failed) -> None:
        what, why, next_step = event.what, event.why, event.next_step
        of_reply = event.request_id == self._reply_id
        if event.request_id == self._load_id:
            self._not_loaded()
        elif of_reply and self.reply is not None:
            self.reply.note = self.tr("No reply: {0}").format(what) if not self.reply.text else what
            self._end_reply("ready")
        self.problem.emit(Problem(what, why, next_step, passing=of_reply))

    def _not_loaded(self) -> None:
        path, again = self.model_path, self._before is not None
        self.model, self.model_path, self.phase = None, "", "empty"
        self._drop_wish()
        if again:  # there is no memory for the larger context: back to what worked
            self.load(path)

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
        advice = "\n".join(filter(None, (event.next_step, event.detail)))
        self.problem.emit(Problem(self.tr("The engine stopped"), why, advice, action="restart"))
