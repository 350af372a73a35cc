"""How tokens are chosen: a named profile, and its values one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from engine.commands import Sampling
from ui.chat.named_library import NamedLibrary, Shelf, Words
from ui.chat.text_views import inset
from ui.preferences import AUTO
from ui.services import Conversations, SamplingProfile
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.text_size import hold

_FIELD_PX: Final = 148


class SamplingForm(QWidget):
    """Values in two columns, or in one where there is no room for two. edited: a value is another."""

    edited = Signal()

    def __init__(self, kept: Conversations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sampling = Sampling(seed=AUTO)
        words = Words(
            name=self.tr("Sampling profile"),
            none=self.tr("Values of its own"),
            keep=self.tr("Keep as profile…"),
            drop=self.tr("Remove profile"),
            title=self.tr("Keep as profile"),
        )
        shelf: Shelf[SamplingProfile] = Shelf(
            ask=kept.profiles,
            keep=lambda name: kept.keep_profile(name, self._sampling),
            drop=kept.drop_profile,
            take=self._take,
            is_shown=lambda profile: replace(profile.sampling, seed=AUTO) == replace(self._sampling, seed=AUTO),
        )
        self.library = NamedLibrary(words, shelf)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_L)
        self._grid.setVerticalSpacing(SPACE_S)
        self._columns = 2
        self._pairs: list[tuple[QLabel, QSpinBox | QDoubleSpinBox]] = []
        self.reals: dict[str, QDoubleSpinBox] = {}
        self.wholes: dict[str, QSpinBox] = {}
        self._fill_grid()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self.library)
        layout.addLayout(self._grid)
        self._place()

    def minimumSizeHint(self) -> QSize:
        least = max(self._width(1), self.library.minimumSizeHint().width())
        return QSize(least, super().minimumSizeHint().height())  # before it is narrower, it has one column

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange):
            self._fit()

    @property
    def sampling(self) -> Sampling:
        """The values as they stand."""
        return self._sampling

    @property
    def profile(self) -> str:
        """The name of the profile that has these values; '' for none."""
        profile = self.library.shown
        return profile.name if profile else ""

    def show_sampling(self, sampling: Sampling) -> None:
        """Show the values that are in force."""
        self._sampling = sampling
        for boxes in (self.reals, self.wholes):
            for name, box in boxes.items():
                with QSignalBlocker(box):
                    box.setValue(getattr(sampling, name))
        self.library.refresh()

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
        self._add(box, words, hint)

    def _whole(self, name: str, words: str, low: int, high: int, hint: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(low, high)
        box.valueChanged.connect(lambda value: self._set(name, value))
        self.wholes[name] = box
        self._add(box, words, hint)
        return box

    def _add(self, box: QSpinBox | QDoubleSpinBox, words: str, hint: str) -> None:
        box.setAccessibleName(words)
        box.setToolTip(hint)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        hold(box, fixedWidth=_FIELD_PX)
        inset(box)
        label = QLabel(words)
        label.setBuddy(box)
        label.setToolTip(hint)
        self._pairs.append((label, box))

    def _width(self, columns: int) -> int:
        """Pixels that so many columns take."""
        captions = (max(label.sizeHint().width() for label, _ in self._pairs[i::columns]) for i in range(columns))
        return sum(captions) + columns * self._pairs[0][1].maximumWidth() + (2 * columns - 1) * SPACE_L

    def _fit(self) -> None:
        columns = 2 if self.width() >= self._width(2) else 1
        if columns != self._columns:
            self._columns = columns
            self._place()

    def _place(self) -> None:
        for i, (label, box) in enumerate(self._pairs):
            row, column = divmod(i, self._columns)
            self._grid.addWidget(label, row, 2 * column)
            self._grid.addWidget(box, row, 2 * column + 1)
        for column in range(5):  # what is left over stands behind the last one
            self._grid.setColumnStretch(column, int(column == 2 * self._columns))

    def _set(self, name: str, value: Any) -> None:
        self._sampling = replace(self._sampling, **{name: value})
        self.library.refresh()
        self.edited.emit()

    def _take(self, profile: SamplingProfile) -> None:
        """Its values; the seed stays."""
        self.show_sampling(replace(profile.sampling, seed=self._sampling.seed))
        self.edited.emit()
