"""Between the panel that offers a search for layers, the dialog that shows it, and the engine that does it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.commands import SearchLayers
from ui.chat.controller import ChatController
from ui.speculation.layer_search import LayerSearchDialog
from ui.speculation.panel import SpeculationPanel


class LayerSearching(QObject):
    """One search at a time; the window stays in use while it runs."""

    def __init__(self, controller: ChatController, panel: SpeculationPanel, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._panel = panel
        self._window = window
        self.dialog: LayerSearchDialog | None = None
        panel.layer_search_wanted.connect(self._open)

    def _open(self, preset: str) -> None:
        model = self._controller.model
        if self.dialog is not None:
            self.dialog.raise_()
        elif model is not None:
            self.dialog = dialog = LayerSearchDialog(model, self._window)
            dialog.start_wanted.connect(self._start)
            dialog.stop_wanted.connect(self._controller.stop_errand)
            dialog.use_wanted.connect(lambda: self._panel.select_preset(preset))
            dialog.finished.connect(self._closed)
            dialog.show()

    def _start(self, file_type: str) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        begun = self._controller.run_errand(lambda n: SearchLayers(n, "if-it-pays", file_type), dialog.handle)
        if not begun:
            dialog.show_refused(self.tr("The engine has other work. Wait until it is done, or stop it."))

    def _closed(self) -> None:
        self.dialog = None
