"""The dialog that has the engine search which layers a copy of the model can do without, and tells what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import one_line
from engine.events import EngineDied, Event, Failed, LayerSearchDone, LayerSearchStep, LayerTrial, ModelInfo
from ui.language import local
from ui.numerals import number
from ui.speculation.parts import words
from ui.speculation.words import percent
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.theme import restyle

_COPY_TYPES: Final = ("Q8_0", "Q5_K_M", "Q4_K_M", "Q4_0")  # those that people take; the engine knows more
_STEPS: Final = 1000


class LayerSearchDialog(QDialog):
    """Give it the events of the search (`handle`). The window behind it stays in use.

    start_wanted(file type of the copies, '' as the model's): begin; answer `show_refused` when that is not possible.
    stop_wanted: the search shall end. use_wanted: the preset that drafts with the copy shall be taken.
    """

    start_wanted = Signal(str)
    stop_wanted = Signal()
    use_wanted = Signal()

    def __init__(self, model: ModelInfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = self._stopping = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Search the layers"))
        self.setProperty("role", "page")
        self.setMinimumSize(500, 430)
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
        self.phase = words("", "small")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(self.tr("Progress of the search"))
        self._figures = _Figures()
        self.verdict = words("", "title", wrap=True)
        self.detail = words("", "muted", wrap=True)
        self.start = QPushButton(self.tr("Search"))
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(self._begin)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.clicked.connect(self._end)
        self.use = QPushButton(self.tr("Use it"))
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(self._take)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.close)
        self._lay_out(about)
        self._show_buttons(over=False, usable=False)

    @property
    def searching(self) -> bool:
        """Whether the search runs."""
        return self._searching

    def show_refused(self, why: str) -> None:
        """The search cannot begin now."""
        self._finish(self.tr("The search cannot begin now"), why, "warn")

    def handle(self, event: Event) -> None:
        """Take in an event of the search."""
        match event:
            case LayerSearchStep():
                self._step(event)
            case LayerSearchDone():
                self._done(event)
            case Failed() if self._stopping:
                self._finish(self.tr("Stopped"), self.tr("Nothing of it was kept."), "")
            case Failed():
                why = local(one_line(event.what, event.why, event.next_step))
                self._finish(self.tr("The search ended early"), why, "bad")
            case EngineDied():
                self._finish(self.tr("The engine stopped during the search"), local(event.reason), "bad")
            case _:
                pass

    def done(self, result: int) -> None:
        """Closing it stops a search that runs."""
        if self._searching:
            self._searching = False
            self.stop_wanted.emit()
        super().done(result)

    def _lay_out(self, about: str) -> None:
        heading = words(self.tr("Search the layers"), "heading")
        kind = QHBoxLayout()
        kind.setSpacing(SPACE_M)
        label = words(self.tr("Type of the copy"))
        label.setBuddy(self.copy_type)
        kind.addWidget(label)
        kind.addWidget(self.copy_type)
        kind.addStretch(1)
        low = QHBoxLayout()
        low.setSpacing(SPACE_S)
        low.addStretch(1)
        for button in (self.close_button, self.stop, self.start, self.use):
            button.setAutoDefault(False)
            low.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(heading)
        layout.addWidget(words(about, "muted", wrap=True))
        layout.addLayout(kind)
        layout.addWidget(self.phase)
        layout.addWidget(self.bar)
        layout.addWidget(self._figures)
        layout.addWidget(self.verdict)
        layout.addWidget(self.detail)
        layout.addStretch(1)
        layout.addLayout(low)
        for widget in (self.phase, self.bar, self._figures, self.verdict, self.detail):
            widget.hide()

    def _begin(self) -> None:
        self._searching, self._stopping = True, False
        self.verdict.hide()
        self.detail.hide()
        self._figures.show_trial(None)
        self._figures.hide()
        self.phase.setText(self.tr("Beginning…"))
        self.bar.setValue(0)
        self.phase.show()
        self.bar.show()
        self._show_buttons(over=False, usable=False)
        self.start_wanted.emit(self.copy_type.currentData())

    def _end(self) -> None:
        self._stopping = True
        self.stop.setEnabled(False)
        self.phase.setText(self.tr("Stopping…"))
        self.stop_wanted.emit()

    def _take(self) -> None:
        self.use_wanted.emit()
        self.close()

    def _step(self, event: LayerSearchStep) -> None:
        if self._stopping:
            return
        counted = self.tr("{0}: {1} of {2}")
        name = {
            "recording": self.tr("Recording replies of the model"),
            "trying": self.tr("Copies tried"),
            "checking": self.tr("Checking the best copy on other texts"),
        }[event.phase]
        self.phase.setText(counted.format(name, event.done, event.total))
        self.bar.setValue(round(_STEPS * event.done / max(event.total, 1)))
        if event.best is not None:
            self._figures.show_trial(event.best)
            self._figures.show()

    def _done(self, event: LayerSearchDone) -> None:
        self._figures.show_trial(event.checked)
        self._figures.show()
        if event.pays:
            title = self.tr("It makes replies about {0}x as fast").format(number(event.checked.expected_speedup, 1))
        else:
            title = self.tr("It cannot pay here")
        made = _file_size(event.path)
        detail = local(event.sentence) + (" " + self.tr("It takes {0}.").format(_size(made)) if made else "")
        self._finish(title, detail, "good" if event.pays else "", usable=bool(event.path))

    def _finish(self, title: str, detail: str, tone: str, usable: bool = False) -> None:
        self._searching = False
        self.phase.hide()
        self.bar.hide()
        self.verdict.setText(title)
        self.verdict.show()
        self.detail.setText(detail)
        restyle(self.detail, tone if tone in ("bad", "warn") else "muted")
        self.detail.setVisible(bool(detail))
        self._show_buttons(over=True, usable=usable)

    def _show_buttons(self, over: bool, usable: bool) -> None:
        self.start.setVisible(not self._searching and not usable)
        self.start.setText(self.tr("Search again") if over else self.tr("Search"))
        self.stop.setVisible(self._searching)
        self.stop.setEnabled(True)
        self.use.setVisible(usable)
        self.copy_type.setEnabled(not self._searching)


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
            speed = self.tr("{0}x, with drafts of {1}").format(number(trial.expected_speedup, 2), trial.draft_length)
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
