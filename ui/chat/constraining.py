"""Keeps the chip, the dialog and the settings of the chat on screen of one mind about its JSON schema."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.errors import PacelineError
from ui.chat.controller import ChatController
from ui.chat.problem import Problem
from ui.chat.schema import SchemaChip, SchemaDialog
from ui.theme.theme import Theme


class Constraining(QObject):
    """Lives as long as the view that it is made for. The schema counts from the next reply on."""

    def __init__(self, controller: ChatController, chip: SchemaChip, theme: Theme, view: QWidget) -> None:
        super().__init__(view)
        self._controller = controller
        self._chip = chip
        self._theme = theme
        self._view = view
        self._shown = ""
        chip.wanted.connect(self.ask)
        chip.cleared.connect(lambda: self._take(""))
        controller.switched.connect(self._show)
        controller.changed.connect(self._show)
        self._show()

    def ask(self) -> SchemaDialog:
        """Open the dialog for the chat on screen."""
        dialog = SchemaDialog(self._schema(), self._theme, self._view.window())
        dialog.taken.connect(self._take)
        dialog.open()
        return dialog

    def _schema(self) -> str:
        own = self._controller.current.settings.json_schema
        return (self._controller.defaults.json_schema or "") if own is None else own

    def _take(self, schema: str) -> None:
        controller = self._controller
        try:
            controller.set_settings(replace(controller.current.settings, json_schema=schema))
        except PacelineError as error:
            controller.problem.emit(Problem(error.what, error.why, error.next_step))
        self._show()

    def _show(self) -> None:
        schema = self._schema()
        if schema != self._shown:  # asked at every tick of a reply
            self._shown = schema
            self._chip.show_schema(schema)
