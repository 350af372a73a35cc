"""Models that the user opens: picked from the list, from a file, or dropped; and drafts for the one that is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import PacelineError
from ui.chat.controller import ChatController
from ui.chat.model_picker import ModelPicker
from ui.chat.problem import Problem
from ui.chat.view import ChatView
from ui.services import DraftChoice, ModelChoice, Services
from ui.theme.theme import Theme


class Opening(QObject):
    """Owns the list of models. drafts_found(target, choices): the panel shows them already."""

    drafts_found = Signal(str, object)
    _models_found = Signal(object)  # these come from whatever thread looked for them
    _drafts_arrived = Signal(str, object, str)

    def __init__(
        self, services: Services, controller: ChatController, chat: ChatView, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._services = services
        self._chat = chat
        self._controller = controller
        self._window = window
        self.picker = ModelPicker(theme, window)
        self.picker.picked.connect(self.open_model)
        self.picker.file_wanted.connect(self.pick_model_file)
        self.picker.rescan_wanted.connect(self.rescan)
        chat.welcome.open_file_wanted.connect(self.pick_model_file)
        chat.welcome.model_chosen.connect(self.open_model)
        chat.panel.draft_file_wanted.connect(self._pick_draft_file)
        self._models_found.connect(self._show_models)
        self._drafts_arrived.connect(self._show_drafts)

    def start(self) -> None:
        """Load the model of the last time, or the only one there is, and look for others."""
        remembered = self._controller.preferences.model
        known = [choice for choice in self._services.models() if choice.usable]
        chosen = next((choice for choice in known if choice.path == remembered), None)
        if chosen is None and len(known) == 1:
            chosen = known[0]
        if chosen is not None:
            self._controller.load(chosen.path)
        self.rescan()

    def rescan(self) -> None:
        """Look for models on this computer."""
        self._services.rescan(self._models_found.emit)

    def open_model(self, path: str) -> None:
        """Load a model file. What goes wrong is said in the banner."""
        choice = self._taken_up(path)
        if choice is None:
            return
        if not choice.usable:
            title = self.tr("{0} cannot be chatted with").format(choice.title)
            self._chat.banner.show_problem(Problem(title, choice.reason))
            return
        self._chat.banner.make_room()
        self._controller.load(choice.path)

    def pick_under(self, button: QWidget) -> None:
        """Open the list of models below a button."""
        self.picker.show_under(button, self._services.models(), self._controller.model_path)

    def pick_model_file(self) -> None:
        """Ask for a file, and load it."""
        self._pick_file(self.tr("Open a model"), self.open_model)

    def look_for_drafts(self, select: str = "") -> None:
        """See anew what can draft for the chat's model. select: the path of the one to choose then."""
        target = self._controller.model_path
        if target:
            self._services.drafts(target, lambda found: self._drafts_arrived.emit(target, found, select))

    def _pick_draft_file(self) -> None:
        self._pick_file(self.tr("Choose a draft model"), self._add_draft)

    def _pick_file(self, title: str, then: Callable[[str], None]) -> None:
        dialog = QFileDialog(self._window, title, "", self.tr("GGUF models (*.gguf);;All files (*)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(then)
        dialog.open()

    def _taken_up(self, path: str) -> ModelChoice | None:
        try:
            return self._services.add_model(path)
        except PacelineError as error:
            self._chat.banner.show_problem(Problem(error.what, error.why, error.next_step))
            return None

    def _add_draft(self, path: str) -> None:
        choice = self._taken_up(path)
        if choice is not None:
            self.look_for_drafts(choice.path)

    def _show_drafts(self, target: str, found: Sequence[DraftChoice], select: str) -> None:
        if target == self._controller.model_path:
            self._chat.panel.set_draft_choices(found)
            if select:
                self._chat.panel.select_draft(select)
            self.drafts_found.emit(target, found)

    def _show_models(self, found: Sequence[ModelChoice]) -> None:
        if self.picker.isVisible():
            self.picker.set_choices(found)
        remembered = self._controller.preferences.model
        nothing = self._controller.phase == "empty" and not self._controller.model_path
        if nothing and any(choice.usable and choice.path == remembered for choice in found):
            self._controller.load(remembered)  # it was not known when the window opened
        self._controller.changed.emit()
