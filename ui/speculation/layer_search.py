"""The dialog that has the engine search which layers a copy of the model can do without, and tells what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QWidget

from engine.errors import one_line
from engine.events import EngineDied, Event, Failed, LayerSearchDone, LayerSearchStep, LayerTrial, ModelInfo
from ui.job_dialog import JobDialog
from ui.language import local
from ui.numerals import number
from ui.speculation.parts import words
from ui.speculation.words import percent
from ui.theme.palette import SPACE_L, SPACE_M
from ui.theme.text_size import scaled

_COPY_TYPES: Final = ("Q8_0", "Q5_K_M", "Q4_K_M", "Q4_0")  # those that people take; the engine knows more


class LayerSearchDialog(JobDialog):
    """Give it the events of the search (`handle`).

    start_wanted(file type of the copies, '' as the model's): begin; answer `show_refused` when that is not possible.
    use_wanted: the preset that drafts with the copy shall be taken.
    """

    start_wanted = Signal(str)

    def __init__(self, model: ModelInfo, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Search the layers"),
            self.tr("Search"),
            self.tr("Search again"),
            self.tr("The search cannot begin now"),
            parent,
        )
        self.resize(scaled(500), scaled(430))
        about = self.tr(
            "With some layers left out, a model can draft for itself, where that pays. Copies of {name} are made and"
            " measured against it, and the best one is kept only if it makes replies faster. That takes some minutes,"
            " in which the engine writes no replies, and up to {size} on the disk."
        ).format(name=model.name, size=_size(model.size))
        self.copy_type = QComboBox()
        self.copy_type.setAccessibleName(self.tr("Type of the copy"))
        self.copy_type.addItem(self.tr("as the model ({0})").format(model.quantisation), "")
        for kind in _COPY_TYPES:
            if kind != model.quantisation:
                self.copy_type.addItem(kind, kind)
        self._figures = _Figures()
        self._figures.hide()
        choice = QHBoxLayout()
        choice.setSpacing(SPACE_M)
        label = words(self.tr("Type of the copy"))
        label.setBuddy(self.copy_type)
        choice.addWidget(label)
        choice.addWidget(self.copy_type)
        choice.addStretch(1)
        self.lay_out(about, choice, (self.copy_type,), ((self._figures, 0),))

    def begin(self) -> None:
        self._figures.show_trial(None)
        self._figures.hide()
        self.start_wanted.emit(self.copy_type.currentData())

    def handle(self, event: Event) -> None:
        """Take in an event of the search."""
        match event:
            case LayerSearchStep():
                self._step(event)
            case LayerSearchDone():
                self._done(event)
            case Failed() if self.stopping:
                self.finish(self.tr("Stopped"), self.tr("Nothing of it was kept."), "")
            case Failed():
                why = local(one_line(event.what, event.why, event.next_step))
                self.finish(self.tr("The search ended early"), why, "bad")
            case EngineDied():
                why = local(one_line(event.reason, "", event.next_step))
                self.finish(self.tr("The engine stopped during the search"), why, "bad")
            case _:
                pass

    def _step(self, event: LayerSearchStep) -> None:
        if self.stopping:
            return
        counted = self.tr("{0}: {1} of {2}")
        name = {
            "recording": self.tr("Recording replies of the model"),
            "trying": self.tr("Copies tried"),
            "checking": self.tr("Checking the best copy on other texts"),
        }[event.phase]
        self.show_progress(event.done / max(event.total, 1), counted.format(name, event.done, event.total))
        if event.best is not None:
            self._figures.show_trial(event.best)
            self._figures.show()

    def _done(self, event: LayerSearchDone) -> None:
        self._figures.show_trial(event.checked)
        self._figures.show()
        if event.pays:
            title = self.tr("It makes replies about {0}× as fast").format(number(event.checked.expected_speedup, 1))
        else:
            title = self.tr("It cannot pay here")
        made = _file_size(event.path)
        detail = local(event.sentence) + (" " + self.tr("It takes {0}.").format(_size(made)) if made else "")
        self.finish(title, detail, "good" if event.pays else "", use=self.tr("Use it") if event.path else "")


class _Figures(QWidget):
    """The best copy so far, in four figures."""

    def __init__(self) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self._values: list[QLabel] = []
        names = (
            self.tr("Layers left out"),
            self.tr("Tokens it proposes as the model does"),
            self.tr("Cost of a pass, in passes of the model"),
            self.tr("Expected speed"),
        )
        for row, name in enumerate(names):
            value = words("", wrap=True)
            grid.addWidget(words(name, "small"), row, 0)
            grid.addWidget(value, row, 1)
            self._values.append(value)

    def show_trial(self, trial: LayerTrial | None) -> None:
        """None empties it."""
        texts = ("", "", "", "")
        if trial is not None:
            layers = ", ".join(map(str, trial.layers)) or self.tr("none")
            speed = self.tr("{0}×, with drafts of {1}").format(number(trial.expected_speedup, 2), trial.draft_length)
            texts = (layers, percent(trial.agreement), number(trial.cost_ratio, 2), speed)
        for value, text in zip(self._values, texts, strict=True):
            value.setText(text)


def _size(n_bytes: int) -> str:
    if n_bytes >= 1e9:
        return f"{number(n_bytes / 1e9, 1)} GB"
    return f"{number(max(n_bytes / 1e6, 1))} MB"


def _file_size(path: str) -> int:
    try:
        return Path(path).stat().st_size if path else 0
    except OSError:
        return 0
