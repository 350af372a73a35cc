"""How tokens are chosen: a named profile, and its values one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.commands import Sampling
from engine.errors import PacelineError
from ui.chat.homeward import Homeward
from ui.chat.text_views import inset
from ui.language import local
from ui.preferences import AUTO
from ui.services import Conversations, SamplingProfile
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S

_FIELD_PX: Final = 132


class SamplingForm(QWidget):
    """edited: a value is another."""

    edited = Signal()

    def __init__(self, kept: Conversations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._home = Homeward(self)
        self._sampling = Sampling(seed=AUTO)
        self._library: Sequence[SamplingProfile] = ()
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Sampling profile"))
        self.choice.activated.connect(self._take)
        self._save = QPushButton(self.tr("Keep as profile…"))
        self._save.setAutoDefault(False)
        self._save.clicked.connect(self._ask_name)
        self._drop = QPushButton(self.tr("Remove profile"))
        self._drop.setAutoDefault(False)
        self._drop.clicked.connect(self._remove)
        self._wrong = QLabel()
        self._wrong.setProperty("role", "bad")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.choice, 1)
        row.addWidget(self._save)
        row.addWidget(self._drop)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_L)
        self._grid.setVerticalSpacing(SPACE_S)
        self._grid.setColumnStretch(4, 1)
        self.reals: dict[str, QDoubleSpinBox] = {}
        self.wholes: dict[str, QSpinBox] = {}
        self._fill_grid()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        layout.addLayout(row)
        layout.addLayout(self._grid)
        layout.addWidget(self._wrong)
        self._fill()

    @property
    def sampling(self) -> Sampling:
        """The values as they stand."""
        return self._sampling

    @property
    def profile(self) -> str:
        """The name of the profile that has these values; '' for none."""
        plain = replace(self._sampling, seed=AUTO)
        return next((one.name for one in self._library if replace(one.sampling, seed=AUTO) == plain), "")

    def show_sampling(self, sampling: Sampling) -> None:
        """Show the values that are in force."""
        self._sampling = sampling
        for boxes in (self.reals, self.wholes):
            for name, box in boxes.items():
                with QSignalBlocker(box):
                    box.setValue(getattr(sampling, name))
        self._refresh()

    def keep(self, name: str) -> None:
        """Keep the values as a profile."""
        try:
            self._kept.keep_profile(name, self._sampling)
        except PacelineError as error:
            self._wrong.setText(local(str(error)))
            self._wrong.show()
            return
        self._wrong.hide()
        self._fill()

    def _fill_grid(self) -> None:
        self._real("temperature", self.tr("Temperature"), 0.0, 2.0, self.tr("0 always takes the likeliest token"))
        self._whole("top_k", self.tr("Top-k"), 0, 1000, self.tr("0 keeps all tokens"))
        self._real("top_p", self.tr("Top-p"), 0.0, 1.0, self.tr("1 keeps all tokens"))
        self._real("min_p", self.tr("Min-p"), 0.0, 1.0, self.tr("0 keeps all tokens"))
        self._real("repeat_penalty", self.tr("Repeat penalty"), 0.5, 2.0, self.tr("1 changes nothing"))
        self._real("presence_penalty", self.tr("Presence penalty"), -2.0, 2.0, self.tr("0 changes nothing"))
        self._real("frequency_penalty", self.tr("Frequency penalty"), -2.0, 2.0, self.tr("0 changes nothing"))
        last = self._whole("penalty_last_n", self.tr("Penalties look back"), -1, 32768, self.tr("tokens; -1 for all"))
        last.setSpecialValueText(self.tr("all"))
        seed = self._whole("seed", self.tr("Seed"), AUTO, 2**31 - 1, self.tr("a fixed seed gives the same text again"))
        seed.setSpecialValueText(self.tr("new each time"))

    def _real(self, name: str, words: str, low: float, high: float, hint: str) -> None:
        box = QDoubleSpinBox()
        box.setRange(low, high)
        box.setSingleStep(0.05)
        box.valueChanged.connect(lambda value: self._set(name, round(value, 2)))
        self.reals[name] = box
        self._place(box, words, hint)

    def _whole(self, name: str, words: str, low: int, high: int, hint: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(low, high)
        box.valueChanged.connect(lambda value: self._set(name, value))
        self.wholes[name] = box
        self._place(box, words, hint)
        return box

    def _place(self, box: QSpinBox | QDoubleSpinBox, words: str, hint: str) -> None:
        box.setAccessibleName(words)
        box.setToolTip(hint)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.setFixedWidth(_FIELD_PX)
        inset(box)
        label = QLabel(words)
        label.setBuddy(box)
        label.setToolTip(hint)
        row, column = divmod(len(self.reals) + len(self.wholes) - 1, 2)
        self._grid.addWidget(label, row, 2 * column)
        self._grid.addWidget(box, row, 2 * column + 1)

    def _set(self, name: str, value: Any) -> None:
        self._sampling = replace(self._sampling, **{name: value})
        self._refresh()
        self.edited.emit()

    def _fill(self) -> None:
        self._kept.profiles(self._home(self._show))

    def _show(self, library: Sequence[SamplingProfile]) -> None:
        self._library = library
        self.choice.clear()
        self.choice.addItem(self.tr("Values of its own"))
        self.choice.addItems([local(profile.name) if profile.built_in else profile.name for profile in library])
        self._refresh()

    def _take(self, row: int) -> None:
        if row > 0:
            seed = self._sampling.seed
            self.show_sampling(replace(self._library[row - 1].sampling, seed=seed))
            self.edited.emit()

    def _refresh(self) -> None:
        name = self.profile
        at = next((i for i, one in enumerate(self._library) if one.name == name), -1)
        self.choice.setCurrentIndex(at + 1)
        self._save.setEnabled(at < 0)
        self._drop.setEnabled(at >= 0 and not self._library[at].built_in)

    def _ask_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Keep as profile"))
        dialog.setLabelText(self.tr("Name"))
        dialog.textValueSelected.connect(self.keep)
        dialog.open()

    def _remove(self) -> None:
        row = self.choice.currentIndex()
        if row > 0:
            self._kept.drop_profile(self._library[row - 1].name)
            self._fill()
