"""The window: rail, views, shortcuts, files that are dropped, and what is remembered.

It knows the engine by its commands and events only, and the program around it by `ui.services.Services`. For tests
and for pictures it can be driven from outside: `open_model`, `send_message`, `busy`, `reply_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QFileInfo, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from engine.commands import ContextOptions, EngineLink, PresetInfo, Speculation
from engine.events import ModelLoaded
from ui import language
from ui.advising import Advising
from ui.chat.controller import ChatController
from ui.chat.message_input import local_files
from ui.chat.sidebar import Rail
from ui.chat.view import ChatView
from ui.compare.lending import Lender
from ui.compare.view import CompareView
from ui.event_pump import EventPump
from ui.going import Going
from ui.history_clearing import HistoryClearing
from ui.layer_searching import LayerSearching
from ui.leaving import Leaving
from ui.models.hosting import ModelsHost
from ui.opening import Opening
from ui.preferences import Preferences
from ui.services import DraftChoice, Services
from ui.settings_page import SettingsPage
from ui.shortcuts import ShortcutsDialog
from ui.theme.text_size import step_from
from ui.theme.theme import Theme
from ui.trouble import Trouble
from ui.view_stack import ViewStack

MEMORY_MS: Final = 1000
LEAST_PX: Final = (480, 320)  # a screen of 1280x800 at 200 % has 640x400, less its bars
_LAST: Final = "conversation"  # the setting that names the one on screen
_ARMS: Final = "compare"  # the setting that names the presets compared last


class MainWindow(QMainWindow):
    """presets: at least one. family_of: drafter name -> colour family. The caller closes the link afterwards."""

    def __init__(
        self,
        link: EngineLink,
        services: Services,
        presets: Sequence[PresetInfo],
        family_of: Mapping[str, str],
        theme: Theme,
    ) -> None:
        super().__init__()
        self._services = services
        self._presets = tuple(presets)
        self._theme = theme
        self._preferences = Preferences.read(services)
        language.use(self._preferences.language)
        if self._preferences.theme != theme.mode:
            self._set_theme(self._preferences.theme)
        theme.motion.set_mode(self._preferences.motion)
        theme.set_text_size(self._preferences.text_size)
        self.setWindowTitle("Paceline")
        self.setMinimumSize(*LEAST_PX)
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.controller = ChatController(link, services.conversations, self._preferences, self)
        self.chat = ChatView(self.controller, services, presets, family_of, theme)
        self.settings = SettingsPage(self._preferences, theme)
        self.opening = Opening(services, self.controller, self.chat, theme, self)
        self._going = Going(services, self)
        self._clearing = HistoryClearing(services, self.controller, self.settings, self)
        self._advising = Advising(services.comparisons, self.controller, self.chat.panel, self)
        self._searching = LayerSearching(self.controller, self.chat.panel, self)
        self._rail = Rail(theme)
        self._pump = EventPump(link, self)
        self._lender = Lender(link, self._pump, self.controller, self)
        self.compare = CompareView(services.comparisons, self._lender, presets, family_of, theme)
        self._models = ModelsHost(services.collection, self.controller, self.chat.panel, theme, self)
        self.models = self._models.view
        self._views = ViewStack(self.chat, self.compare, self.models, self.settings)
        to_chat = partial(self.show_view, "chat")
        self._leaving = Leaving(self._views, self.chat, self.compare, self.models, self.controller, to_chat)
        inside = QWidget()
        inside.setProperty("role", "page")
        layout = QHBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._rail)
        layout.addWidget(self._views, 1)
        self.setCentralWidget(inside)
        self.chat.panel.select_rule(self._preferences.rule)
        self._connect()
        self._add_shortcuts()
        if any(preset.id == self._preferences.preset for preset in presets):
            self.chat.panel.select_preset(self._preferences.preset)
        self._memory = QTimer(self)
        self._memory.setInterval(MEMORY_MS)
        self._memory.timeout.connect(self._read_memory)
        self._memory.start()
        self._pump.events.connect(self.controller.handle)
        self._pump.start()
        self._start()
        self.trouble = Trouble(services, self.chat.banner, self)
        # At once, and only when another one is on screen: a window that is killed opens with it, and one whose file of
        # conversations could not be read today opens with it tomorrow.
        for signal in (self.controller.switched, self.controller.listed):
            signal.connect(lambda: self._services.remember({_LAST: str(self.controller.current.id)}))

    @property
    def busy(self) -> bool:
        """Whether a model is being loaded, a reply is being written or other work is done."""
        return self.controller.busy or self.controller.phase in ("loading", "errand")

    @property
    def reply_text(self) -> str:
        """The newest reply of the conversation on screen, as far as it is written; ''."""
        reply = self.controller.current.last_reply
        return reply.text if reply is not None else ""

    def open_model(self, path: str) -> None:
        """Load a model file. What goes wrong is said in the banner."""
        self.opening.open_model(path)

    def send_message(self, text: str) -> bool:
        """Ask in the conversation on screen; False when nothing can be asked now."""
        return self.controller.send(text)

    def tick(self) -> None:
        """Take what the engine said by now, as happens every 16 ms anyway."""
        self._pump.tick()

    def show_view(self, name: str) -> None:
        """'chat', 'compare', 'models' or 'settings'."""
        if name == "compare":
            self._tell_compare()
        if name == "settings":
            self._clearing.measure()
        if name == "models":
            self._models.set_machine(self._preferences.context_options())
        views = {"compare": self.compare, "models": self.models, "settings": self.settings}
        view = views.get(name, self.chat)
        self._views.show_view(view)
        self._rail.mark(name)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self._take_dropped(paths)

    def _take_dropped(self, paths: Sequence[str]) -> None:
        """Folders, and models dropped on their own view, join the list; else a model is for the chat, as are texts."""
        models = [path for path in paths if path.lower().endswith(".gguf")]
        folders = [path for path in paths if QFileInfo(path).isDir()]
        if folders or (models and self._views.current is self.models):
            self.show_view("models")
            self.models.take_up([*folders, *models])
        elif models:
            self.show_view("chat")
            self.open_model(models[0])
        else:
            self.show_view("chat")
            self.chat.files.attach(paths)

    def come_forward(self) -> None:
        """Show this window over all others, as a second start of the program asks for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            self._theme.follow_font()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._pump.stop()
        self._memory.stop()
        self.compare.close_down()
        self.models.close_down()
        self.chat.welcome.demo.cancel()
        self.controller.close()
        self.chat.drafts.keep()
        self._preferences.write(self._services)
        super().closeEvent(event)

    def _start(self) -> None:
        self.opening.start()
        arms = self._services.setting(_ARMS, "")
        if arms:
            self.compare.choose(arms)
        last = self._services.setting(_LAST, "")
        if last.isdecimal() and int(last):
            self.controller.open(int(last))
        self.chat.composer.input.setFocus()

    def _connect(self) -> None:
        chat = self.chat
        self._rail.chosen.connect(self.show_view)
        self._going.preset_wanted.connect(self._select_preset)
        self._going.model_wanted.connect(self._open_in_chat)
        self._going.chat_wanted.connect(self._show_chat)
        chat.top.model_wanted.connect(self._open_picker)
        chat.top.tint_toggled.connect(lambda on: self._keep(replace(self._preferences, tint=on)))
        chat.preferences_changed.connect(self._keep_all)
        chat.panel_toggled.connect(lambda opened: self._keep(replace(self._preferences, panel_open=opened)))
        chat.panel.speculation_changed.connect(
            lambda chosen: self._keep(replace(self._preferences, preset=chosen.preset, rule=chosen.rule))
        )
        chat.panel.close_wanted.connect(chat.toggle_panel)
        self.settings.changed.connect(self._take_preferences)
        self.settings.more_wanted.connect(lambda: chat.edit_settings("all"))
        self.controller.changed.connect(self._follow_engine)
        self.controller.model_loaded.connect(self._model_loaded)
        self.controller.changed.connect(self._chat_changed)
        self.compare.model_wanted.connect(lambda: self.opening.pick_under(self.compare.bar.model))
        self.compare.arms_chosen.connect(lambda arms: self._services.remember({_ARMS: arms}))
        self.compare.use_wanted.connect(self._use_in_chat)
        self.compare.preset_saved.connect(self._add_preset)
        self._advising.told.connect(lambda advice: self.compare.bar.arms_popup.show_old(advice.old))
        self._lender.changed.connect(self._advise_again)
        self._models.chat_wanted.connect(lambda: self.show_view("chat"))
        self._models.load_wanted.connect(self.open_model)
        self._models.drafts_wanted.connect(self.opening.look_for_drafts)
        self._models.options_chosen.connect(self._keep_options)
        self._models.changed.connect(self.opening.look_for_drafts)
        chat.panel.draft_hub_wanted.connect(self._find_drafts_on_hub)
        self.compare.drafts_wanted.connect(self._find_drafts_on_hub)
        self.opening.drafts_found.connect(self._show_drafts)

    def _add_shortcuts(self) -> None:
        focus = self.chat.composer.input.setFocus
        actions: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Ctrl+N", self._new_chat),
            ("Esc", self._leaving.leave),
            ("Ctrl+F", self._find),
            ("Ctrl+K", lambda: self._going.open(self._presets)),
            ("Ctrl+L", focus),
            ("/", focus),
            ("Ctrl++", lambda: self._step_text(1)),
            ("Ctrl+=", lambda: self._step_text(1)),  # the same key, without Shift
            ("Ctrl+-", lambda: self._step_text(-1)),
            ("Ctrl+0", lambda: self._set_text_size(100)),
            ("Ctrl+,", lambda: self.show_view("settings")),
            ("Ctrl+B", self._to_chats),
            ("F9", self.chat.toggle_panel),
            ("F1", lambda: ShortcutsDialog(self._preferences.enter_sends, self).open()),
        )
        for keys, action in actions:
            QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.WindowShortcut).activated.connect(action)

    def _new_chat(self) -> None:
        self.show_view("chat")
        self.chat.new_chat()

    def _to_chats(self) -> None:
        self.show_view("chat")
        self.chat.folding.toggle_chats()

    def _find(self) -> None:
        if self._views.current is self.models:
            self.models.bar.search.setFocus()
            return
        self.show_view("chat")
        self.chat.start_find()

    def _open_picker(self) -> None:
        self.show_view("chat")
        self.opening.pick_under(self.chat.top.model)

    def _show_chat(self, conversation: int) -> None:
        self.show_view("chat")
        self.controller.open(conversation)

    def _select_preset(self, preset: str) -> None:
        self.show_view("chat")
        self.chat.panel.select_preset(preset)

    def _open_in_chat(self, model: str) -> None:
        self.show_view("chat")
        self.open_model(model)

    def _show_drafts(self, target: str, found: Sequence[DraftChoice]) -> None:
        self._tell_compare()
        self.compare.set_drafts(found)
        self._models.drafts_shown(target)

    def _find_drafts_on_hub(self) -> None:
        self.show_view("models")
        self._models.find_drafts()

    def _keep_options(self, options: ContextOptions) -> None:
        self._keep(self._preferences.with_context(options))
        self.models.set_usual(options)

    def _model_loaded(self, event: ModelLoaded) -> None:
        self._keep(replace(self._preferences, model=event.model.path))
        self.opening.look_for_drafts()

    def _chat_changed(self) -> None:
        if self.compare.isVisible():  # it changes with every token
            self._tell_compare()

    def _tell_compare(self) -> None:
        chat = self.controller
        self.compare.set_model(chat.model_path, chat.title, chat.drafters, self._preferences.context_options())

    def _add_preset(self, preset: PresetInfo) -> None:
        self._presets = (*(one for one in self._presets if one.id != preset.id), preset)
        self.chat.panel.add_preset(preset)
        self._advising.ask_again()

    def _use_in_chat(self, speculation: Speculation) -> None:
        self.chat.panel.take(speculation)
        self.show_view("chat")

    def _advise_again(self) -> None:
        if not self._lender.away:
            self._advising.ask_again()

    def _follow_engine(self) -> None:
        engine = self.controller.engine
        if engine is not None:
            self.settings.show_devices(engine.devices)

    def _read_memory(self) -> None:
        self.chat.panel.set_memory(self._services.memory())

    def _take_preferences(self, preferences: Preferences) -> None:
        if preferences.theme != self._theme.mode:
            self._set_theme(preferences.theme)
        self._theme.motion.set_mode(preferences.motion)
        self._theme.set_text_size(preferences.text_size)
        if preferences.language != self._preferences.language:
            language.use(preferences.language)
        self._preferences = self.controller.preferences = preferences
        self.chat.top.tint.setChecked(preferences.tint)
        self.chat.composer.set_enter_sends(preferences.enter_sends)
        preferences.write(self._services)

    def _set_theme(self, mode: str) -> None:
        try:
            self._theme.set_mode(mode)
        except ValueError:  # a settings file that another version or a hand wrote
            self._theme.set_mode("system")

    def _step_text(self, by: int) -> None:
        self._set_text_size(step_from(self._preferences.text_size, by))

    def _set_text_size(self, percent: int) -> None:
        self._theme.set_text_size(percent)
        self._keep(replace(self._preferences, text_size=percent))

    def _keep_all(self, preferences: Preferences) -> None:
        """Values that the settings page shows too."""
        self.settings.show_values(preferences)
        self._keep(preferences)

    def _keep(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self.controller.preferences = self._preferences
        self.settings.show_preferences(self._preferences)
        self._preferences.write(self._services)
