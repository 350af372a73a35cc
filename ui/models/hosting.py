"""Between the Models view and the chat: a model to chat with, a pair to set up, settings for the next load."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.commands import ContextOptions
from ui.chat.controller import ChatController
from ui.models.services import Collection
from ui.models.view import ModelsView
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme


class ModelsHost(QObject):
    """Owns the view. chat_wanted: bring the chat to the front. load_wanted(path): a model for the chat.
    drafts_wanted(path): look for the chat's drafts again, this one among them; answer with `drafts_shown`.
    options_chosen(ContextOptions): they are to hold for the next load. changed: other models are on disk."""

    chat_wanted = Signal()
    load_wanted = Signal(str)
    drafts_wanted = Signal(str)
    options_chosen = Signal(object)
    changed = Signal()

    def __init__(
        self,
        collection: Collection,
        controller: ChatController,
        panel: SpeculationPanel,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._collection = collection
        self._controller = controller
        self._panel = panel
        self._pair: tuple[str, str, str] | None = None  # to be set up when the target is loaded: target, draft, preset
        self.view = ModelsView(collection, self._loaded, theme)
        self.view.chat_wanted.connect(self._chat)
        self.view.draft_wanted.connect(self.pair)
        self.view.options_wanted.connect(self.options_chosen)
        self.view.changed.connect(self.changed)

    def set_machine(self, options: ContextOptions) -> None:
        """How models are put into memory; the devices are those that the engine told."""
        engine = self._controller.engine
        self._collection.set_machine(engine.devices if engine is not None else (), options)
        self.view.set_usual(options)

    def pair(self, target: str, draft: str, preset: str) -> None:
        """Have the chat speculate with this draft ('' for a head inside), the target loaded first where it is not."""
        self._pair = (target, draft, preset)
        self.chat_wanted.emit()
        if self._controller.model_path == target and self._controller.model is not None:
            self.drafts_wanted.emit(draft)
        else:
            self.load_wanted.emit(target)

    def drafts_shown(self, target: str) -> None:
        """The panel knows the drafts of a target that is loaded."""
        pair, self._pair = self._pair, None
        if pair is not None and pair[0] == target:
            _, draft, preset = pair
            self._panel.select_draft(draft)
            self._panel.select_preset(preset)

    def find_drafts(self) -> None:
        """Show the drafts for the chat's model, and look for more on the hub."""
        if self._controller.model_path:
            self.view.find_drafts(self._controller.model_path)

    def _chat(self, path: str) -> None:
        self.chat_wanted.emit()
        if path != self._controller.model_path or self._controller.model is None:
            self.load_wanted.emit(path)

    def _loaded(self) -> list[str]:
        draft = self._panel.speculation().draft_model
        loaded = [self._controller.model_path, draft or ""] if self._controller.model is not None else []
        return [path for path in loaded if path]
