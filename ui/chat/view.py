"""The chat as one view: conversations, top bar, banner, transcript or welcome, composer, and the panel at its right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.commands import PresetInfo, Speculation
from engine.errors import PacelineError
from engine.events import TextRun
from ui.chat.asking_first import AskingFirst
from ui.chat.banner import Banner
from ui.chat.column import ConversationColumn
from ui.chat.composer import Composer
from ui.chat.constraining import Constraining
from ui.chat.controller import ChatController
from ui.chat.conversation import Reply, Turn, UserTurn
from ui.chat.drafting import Drafting
from ui.chat.exchange import Exchange
from ui.chat.file_picking import FilePicking
from ui.chat.fit_bar import FitBar
from ui.chat.folding import Folding
from ui.chat.homeward import Homeward
from ui.chat.layers import Layers, complete, divided
from ui.chat.left_out import LeftOutLine
from ui.chat.problem import Problem
from ui.chat.segments import Tint
from ui.chat.settings_dialog import ChatSettingsDialog, Scope
from ui.chat.system_prompt import SystemPromptDialog
from ui.chat.token_gauge import TokenGauge
from ui.chat.top_bar import TopBar
from ui.chat.transcript import COLUMN_PX, SCROLL_BAR_PX, Transcript
from ui.chat.welcome import Welcome
from ui.services import Draft, SearchHit, Services, StorageNotice
from ui.speculation.panel import PANEL_WIDTH_PX, SpeculationPanel
from ui.theme.palette import SPACE_L, SPACE_S, SPACE_XL
from ui.theme.text_size import hold
from ui.theme.theme import Theme


class ChatView(QWidget):
    """Puts the controller's state on screen and hands the user's wishes to it. panel_toggled(open): by the user.
    preferences_changed(Preferences): other values for all chats."""

    panel_toggled = Signal(bool)
    preferences_changed = Signal(object)

    def __init__(
        self,
        controller: ChatController,
        services: Services,
        presets: Sequence[PresetInfo],
        family_of: Mapping[str, str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._services = services
        self._theme = theme
        self._presets = {preset.id: preset for preset in presets}
        self.tint = Tint(dict(family_of), theme)
        self.tint.on = controller.preferences.tint
        self._words: tuple[str, ...] = ()  # to be marked where one arrives
        self.column = ConversationColumn(services.conversations, theme)
        self.top = TopBar(presets, theme)
        self.banner = Banner(theme)
        self.transcript = Transcript(theme, self.tint)
        self.welcome = Welcome(services, theme)
        self.composer = Composer(theme)
        self.fit = FitBar(theme)
        self.left_out = LeftOutLine(theme)
        self.gauge = TokenGauge(controller, self.composer, self.top.context)
        self.drafts = Drafting(controller, services.conversations, self.composer)
        self.exchange = Exchange(services.conversations, self)
        self.panel = SpeculationPanel(presets, family_of, theme)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.transcript)
        Constraining(controller, self.composer.schema, theme, self)
        AskingFirst(controller, self.composer, self.fit)
        self.files = FilePicking(services, self.composer, self.banner)
        self._middle = self._lay_out()
        self.folding = Folding(self, self.column, self._middle, self.panel, self.top, theme)
        self._connect()
        self.top.tint.setChecked(self.tint.on)
        self.folding.want_panel(controller.preferences.panel_open)
        self._take_speculation(self.panel.speculation())
        self._switched()
        self._refresh()
        services.conversations.listen(Homeward(self)(self._take_notice))

    def toggle_panel(self) -> None:
        """Open or close the panel, as its button does."""
        self.top.panel.toggle()

    def minimumSizeHint(self) -> QSize:
        return self._middle.minimumSizeHint()  # before it is as narrow as that, what is beside it folds

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.folding.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.top.show_preset(self._controller.speculation.preset)
            self.column.rows.refresh()
            self._refresh()

    def _lay_out(self) -> QWidget:
        middle = QWidget()
        middle.setProperty("role", "page")
        composing = QWidget()
        composing.setMaximumWidth(COLUMN_PX)
        below = QVBoxLayout(composing)
        below.setContentsMargins(0, 0, 0, SPACE_L)
        below.setSpacing(SPACE_S)
        for low in (self.fit, self.left_out, self.composer):
            below.addWidget(low)
        strip = QVBoxLayout()
        strip.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)  # what scrolls ends visibly below it
        strip.addWidget(self.banner)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addLayout(strip)
        column.addWidget(self._pages, 1)
        across = QHBoxLayout()
        across.setContentsMargins(SPACE_XL, 0, SPACE_XL + SCROLL_BAR_PX, 0)  # in line with the transcript's column
        across.addStretch(0)
        across.addWidget(composing, 1)
        across.addStretch(0)
        column.addLayout(across)
        hold(self.panel, fixedWidth=PANEL_WIDTH_PX)
        return middle

    def _connect(self) -> None:
        controller = self._controller
        controller.changed.connect(self._refresh)
        controller.switched.connect(self._switched)
        controller.settled.connect(self._settled)
        controller.cut.connect(lambda: self.transcript.cut(controller.current))
        controller.arrived.connect(self._arrived)
        controller.listed.connect(self.column.rows.refresh)
        controller.turn_added.connect(self._turn_added)
        controller.reply_began.connect(self._reply_began)
        controller.reply_grew.connect(self._grew)
        controller.reply_ended.connect(lambda _: self.transcript.update_turns())
        controller.problem.connect(self.banner.show_problem)
        controller.taken.connect(self.panel.handle)
        self.panel.speculation_changed.connect(self._take_speculation)
        self.top.preset_picked.connect(self.panel.select_preset)
        self.top.tint_toggled.connect(self._set_tint)
        self.folding.panel_toggled.connect(self.panel_toggled)
        self.folding.left.connect(self.composer.input.setFocus)
        self.column.new_wanted.connect(self.new_chat)
        self.column.chosen.connect(controller.open)
        self.column.found.connect(self._open_hit)
        self.column.left.connect(self.composer.input.setFocus)
        self.column.deleted.connect(controller.forget)
        self.column.restored.connect(controller.open)
        self.column.system_wanted.connect(self.edit_system_prompt)
        self.top.settings.clicked.connect(lambda: self.edit_settings())
        self.column.export_wanted.connect(self.exchange.export)
        self.column.import_wanted.connect(self.exchange.import_file)
        self.exchange.told.connect(self.banner.show_problem)
        self.exchange.imported.connect(self._imported)
        self.composer.submitted.connect(self._submit)
        self.composer.stop_wanted.connect(controller.stop)
        self.left_out.taken_in.connect(controller.take_in)
        self.transcript.regenerate.connect(controller.regenerate)
        self.transcript.edit.connect(self._edit)
        self.transcript.continued.connect(controller.continue_reply)
        self.transcript.version.connect(controller.show_version)
        self.welcome.prompt_chosen.connect(self._ask_example)
        self.welcome.cancel_load.clicked.connect(controller.cancel_load)
        self.banner.acted.connect(self._act)
        self.banner.left.connect(self.composer.input.setFocus)

    def new_chat(self) -> None:
        """An empty page, with the cursor where one writes."""
        self._controller.new_conversation()
        self.composer.input.setFocus()

    def start_find(self) -> None:
        """The cursor where one finds things in all chats; the column is brought up where it had to make room."""
        self.folding.bring_chats()
        self.column.start_find()

    def edit_system_prompt(self) -> None:
        """A dialog for the system prompt of the conversation on screen."""
        settings = self._controller.current.settings
        shown = settings.over(self._controller.defaults).system or ""
        dialog = SystemPromptDialog(self._services.conversations, shown, self)
        dialog.chosen.connect(self._take_system_prompt)
        dialog.open()

    def edit_settings(self, scope: Scope = "chat") -> ChatSettingsDialog:
        """A dialog for the settings of the conversation on screen, and of all."""
        controller = self._controller
        layers = Layers(controller.current.settings, complete(controller.preferences, controller.defaults))
        switch = controller.model.thinking_switch if controller.model is not None else None
        kept = self._services.conversations
        dialog = ChatSettingsDialog(layers, kept, switch, self._take_settings, self._theme, self.window(), scope)
        dialog.open()
        return dialog

    def _take_settings(self, layers: Layers) -> None:
        preferences, defaults = divided(layers.everybody, self._controller.preferences)
        self._controller.set_settings(layers.own)
        self._controller.set_defaults(defaults)
        if preferences != self._controller.preferences:
            self.preferences_changed.emit(preferences)

    def _take_system_prompt(self, text: str) -> None:
        try:
            self._controller.set_settings(replace(self._controller.current.settings, system=text))
        except PacelineError as error:
            self.banner.show_problem(Problem(error.what, error.why, error.next_step))

    def _submit(self, draft: Draft, instead_of: UserTurn | None) -> None:
        if not self._controller.send(draft.text, instead_of, draft.files):
            self.composer.put(draft, instead_of)

    def _ask_example(self, prompt: str) -> None:
        self._controller.send(prompt)
        self.composer.input.setFocus()

    def _edit(self, turn: UserTurn) -> None:
        if self._controller.phase == "ready":
            self.composer.edit(turn)

    def _open_hit(self, hit: SearchHit) -> None:
        self._words = tuple(hit.excerpt[start:end] for start, end in hit.marks)
        self._controller.open(hit.conversation.id, hit.message or 0)

    def _arrived(self, message: int) -> None:
        self.transcript.go_to(message, self._words)
        self._words = ()

    def _imported(self, conversations: Sequence[int]) -> None:
        self.column.rows.refresh()
        if conversations:
            self._controller.open(conversations[0])

    def _act(self, action: str) -> None:
        if action == "save":
            self._services.conversations.retry()
        else:
            self._controller.restart_engine()

    def _take_notice(self, notice: StorageNotice) -> None:
        if notice.kind == "saved":
            self.banner.settle("save")
        if notice.kind in ("memory", "saved"):
            self.column.show_unsaved(notice.kind == "memory")
            self.column.rows.refresh()  # what could not be read before may be there now
        level: Literal["bad", "info"] = "info" if notice.kind in ("saved", "recovered") else "bad"
        action: Literal["", "save"] = "save" if notice.kind == "memory" else ""
        lasting = notice.kind != "saved"
        self.banner.show_problem(Problem(notice.what, notice.why, notice.next_step, level, action, lasting))

    def _take_speculation(self, speculation: Speculation) -> None:
        preset = self._presets.get(speculation.preset)
        complete = preset is None or not preset.needs_draft_model or speculation.draft_model is not None
        self._controller.set_speculation(speculation, self.top.show_preset(speculation.preset), complete)

    def _turn_added(self, turn: Turn) -> None:
        self._pages.setCurrentWidget(self.transcript)
        self.transcript.add(turn)
        self._settled()

    def _grew(self, reply: Reply, runs: Sequence[TextRun]) -> None:
        self.transcript.append(reply, runs)

    def _reply_began(self, _reply: Reply) -> None:
        self.banner.move_on()
        self.panel.begin_reply()
        self.transcript.update_turns()

    def _switched(self) -> None:
        self.banner.move_on()
        self.transcript.show_conversation(self._controller.current)
        self._settled()

    def _settled(self) -> None:
        """What the model is shown may be another, and what was asked so far."""
        self.transcript.update_turns()
        turns = self._controller.current.turns
        self.composer.input.set_earlier([turn.text for turn in turns if isinstance(turn, UserTurn) and turn.text])

    def _set_tint(self, on: bool) -> None:
        if self.tint.on != on:
            self.tint.on = on
            self.transcript.restyle()

    def _refresh(self) -> None:
        controller = self._controller
        name = controller.title
        self.transcript.allow_actions(controller.phase == "ready", not controller.answering_here)
        self.column.show_current(controller.shown)
        percent = f"{controller.fraction * 100:.0f} %"
        if controller.phase == "loading":
            self.top.model.set_value(self.tr("Loading {0}").format(percent))
        else:
            self.top.model.set_value(name or self.tr("Choose a model"))
        self.gauge.refresh()
        self.left_out.show_state(controller.current, not controller.answering_here)
        self.top.set_statuses(controller.drafters)
        self._refresh_composer(name, percent)
        if controller.current.turns:
            self._pages.setCurrentWidget(self.transcript)
            if controller.phase == "reading" and controller.reply is not None:
                self._show_reading(controller.reply)
        else:
            self._show_welcome(name)

    def _refresh_composer(self, name: str, percent: str) -> None:
        controller, composer = self._controller, self.composer
        match controller.phase:
            case "ready" if controller.busy:
                composer.set_state("writing", self.tr("Counting the tokens of this chat…"))
            case "ready":
                composer.set_state("ready", self.tr("Message {0}").format(name))
            case "reading" | "writing" if controller.answering_here:
                composer.set_state("writing", self.tr("You can write the next message while this one is answered"))
            case "reading" | "writing":
                composer.set_state("writing", self.tr("A reply is being written in another chat"))
            case "stopping":
                composer.set_state("stopping", self.tr("Stopping…"))
            case "loading":
                composer.set_state("blocked", self.tr("Loading {0}, {1}").format(name, percent))
            case "dead":
                composer.set_state("blocked", self.tr("The engine stopped. Restart it to go on."))
            case "lent":
                composer.set_state("blocked", self.tr("Busy with a comparison; the chat goes on after it"))
            case "errand":
                composer.set_state("blocked", self.tr("The engine does other work; the chat goes on after it"))
            case _:
                composer.set_state("blocked", self.tr("Load a model first"))

    def _show_welcome(self, name: str) -> None:
        phase = self._controller.phase
        self._pages.setCurrentWidget(self.welcome)
        if phase == "loading":
            self.welcome.show_loading(name, self._controller.fraction)
        elif phase in ("empty", "dead"):
            self.welcome.show_start(self._services.models())
        else:
            self.welcome.show_prompts(name)

    def _show_reading(self, reply: Reply) -> None:
        done, total = self._controller.prompt
        if total:
            words = self.tr("Reading the prompt {0} / {1}").format(done, total)
            self.transcript.show_waiting(reply, words, done / total)
        else:
            self.transcript.show_waiting(reply, self.tr("Waiting for the engine…"), None)
