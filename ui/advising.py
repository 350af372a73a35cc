"""Between the chat, the panel and whoever knows what to advise: asks anew when model, draft or temperature change."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.events import ModelLoaded
from ui.advice import Advice, Question
from ui.chat.controller import ChatController
from ui.compare.services import Comparisons
from ui.speculation.panel import SpeculationPanel


class Advising(QObject):
    """The panel has the newest answer, and none while another one is looked for. told(Advice): an answer came."""

    told = Signal(object)
    _found = Signal(object, object)  # comes from another thread

    def __init__(
        self, comparisons: Comparisons, controller: ChatController, panel: SpeculationPanel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._comparisons = comparisons
        self._controller = controller
        self._panel = panel
        self._asked: Question | None = None
        self._gpu_layers: int | None = None
        self._found.connect(self._show)
        controller.model_loaded.connect(self._loaded)
        controller.changed.connect(self.ask)
        panel.speculation_changed.connect(lambda _: self.ask())

    def ask(self) -> None:
        """Ask, where the question is another one than the last."""
        chat = self._controller
        if chat.busy or not chat.model_path or self._gpu_layers is None:
            return
        sampling = chat.settings.sampling or chat.preferences.sampling()
        question = Question(
            model=chat.model_path,
            draft=self._panel.speculation().draft_model or "",
            temperature=sampling.temperature,
            gpu_layers=self._gpu_layers,
        )
        if question != self._asked:
            self._asked = question
            self._comparisons.advise(question, chat.engine, lambda advice: self._found.emit(question, advice))

    def ask_again(self) -> None:
        """Something was measured since."""
        self._asked = None
        self.ask()

    def _loaded(self, event: ModelLoaded) -> None:
        self._gpu_layers = event.gpu_layers
        self._asked = None
        self._panel.show_advice(None)
        self.ask()

    def _show(self, question: Question, advice: Advice | None) -> None:
        if question == self._asked:
            self._panel.show_advice(advice)
            if advice is not None:
                self.told.emit(advice)
