"""The verdict at the foot of the panel: the sentence, what the figures belong to, and at most two buttons."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.speculation.parts import words
from ui.speculation.verdict import Verdict, VerdictLevel
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.theme import restyle

_ROLES: Final[dict[VerdictLevel, str]] = {
    "neutral": "raised",
    "good": "raised",
    "warn": "banner-warn",
    "bad": "banner-bad",
}


class VerdictCard(QFrame):
    """preset_wanted(id): a person pressed one of the buttons."""

    preset_wanted = Signal(str)

    def __init__(self, baseline_preset: str, parent: QWidget | None = None) -> None:
        """baseline_preset: id of the preset that switches speculation off, or ''."""
        super().__init__(parent)
        self._baseline_preset = baseline_preset
        self._suggestion = ""
        self._level: VerdictLevel = "neutral"
        self.setProperty("role", _ROLES["neutral"])
        self.setAccessibleName(self.tr("Verdict"))
        self._sentence = words("", wrap=True)
        self._note = words("", "small", wrap=True)
        self._use = QPushButton()
        self._off = QPushButton(self.tr("Switch off"))
        self._use.clicked.connect(lambda: self.preset_wanted.emit(self._suggestion))
        self._off.clicked.connect(lambda: self.preset_wanted.emit(self._baseline_preset))
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._use)
        buttons.addWidget(self._off)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._sentence)
        layout.addWidget(self._note)
        layout.addLayout(buttons)

    def show_verdict(self, verdict: Verdict, suggestion_title: str, chosen: str, note: str = "") -> None:
        """chosen: id of the preset in force, which is not offered again. note: a quieter line, or ''."""
        self._suggestion = verdict.suggestion
        if verdict.text != self._sentence.text():
            self._sentence.setText(verdict.text)
            self.setAccessibleDescription(verdict.text)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._use.setText(self.tr("Use {preset}").format(preset=suggestion_title))
        self._use.setVisible(verdict.suggestion not in ("", chosen))
        self._off.setVisible(verdict.switch_off and self._baseline_preset not in ("", chosen))
        if verdict.level != self._level:
            self._level = verdict.level
            restyle(self, _ROLES[verdict.level])

    def text(self) -> str:
        """The sentence as shown."""
        return self._sentence.text()

    def note(self) -> str:
        """The quieter line as shown."""
        return self._note.text()

    def use_button(self) -> QPushButton:
        """Takes the suggested preset; hidden when there is none."""
        return self._use

    def off_button(self) -> QPushButton:
        """Switches speculation off; hidden when that is not the advice."""
        return self._off
