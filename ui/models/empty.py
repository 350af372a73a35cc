"""What stands in place of the table when there is nothing to show in it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.centred_page import CentredPage
from ui.flow_layout import FlowLayout
from ui.models.parts import button
from ui.speculation.parts import words as label
from ui.theme.motion import BusyBar
from ui.theme.palette import SPACE_L
from ui.theme.theme import Theme

_WIDTH_PX = 460


class EmptyShelf(CentredPage):
    """add_wanted: look into a folder; get_wanted: from the hub; all_wanted: without search and filter."""

    add_wanted = Signal()
    get_wanted = Signal()
    all_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_WIDTH_PX, parent)
        self._head = label("", "heading", wrap=True)
        self._text = label("", "muted", wrap=True)
        self._busy = BusyBar(theme.motion, self.tr("Looking for models"))
        self._get = button(self.tr("Get a model…"), self.tr("Get a model from the hub"), "primary")
        theme.bind_icon(self._get, "download", "on_accent")
        self._get.clicked.connect(self.get_wanted)
        self._add = button(self.tr("Add folder…"), self.tr("Look for models in another folder too"))
        self._add.clicked.connect(self.add_wanted)
        self._all = button(self.tr("Show all"), self.tr("Show all models"))
        self._all.clicked.connect(self.all_wanted)
        inside = self.inside
        buttons = FlowLayout()
        for control in (self._get, self._add, self._all):
            buttons.addWidget(control)
        inside.addWidget(self._head)
        inside.addWidget(self._text)
        inside.addWidget(self._busy)
        inside.addSpacing(SPACE_L)
        inside.addLayout(buttons)

    def show_why(self, there_are_some: bool, looking: bool) -> None:
        """there_are_some: models that search and filter hide. looking: a scan is under way."""
        if there_are_some:
            self._head.setText(self.tr("No model like that"))
            self._text.setText(self.tr("Nothing on this computer matches the search and the filter."))
        elif looking:
            self._head.setText(self.tr("Looking for models"))
            self._text.setText(self.tr("The headers of the GGUF files in all folders are being read."))
        else:
            self._head.setText(self.tr("No models on this computer yet"))
            self._text.setText(
                self.tr(
                    "Drop a GGUF file or a folder on the window, add a folder that has some, or get one from the hub."
                    " The folders of Hugging Face, LM Studio and Ollama are looked into by themselves."
                )
            )
        self._busy.setVisible(looking and not there_are_some)
        self._all.setVisible(there_are_some)
        self._get.setVisible(not there_are_some and not looking)
        self._add.setVisible(not there_are_some and not looking)
