"""The settings that are real today: look, keys, how replies are chosen, how a model is put into memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.commands import KV_TYPES
from engine.events import DeviceInfo
from ui import language
from ui.numerals import number
from ui.preferences import AUTO, Preferences
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.text_size import STEPS, hold, scaled
from ui.theme.theme import Theme

WIDTH_PX: Final = 640
_FIELD_PX: Final = 168
_NOTE_PX: Final = 80
_LINES_FROM_PX: Final = 550
_CAPTION_PX: Final = 160  # the longest name, so that the fields of all cards stand in line


class SettingsPage(QScrollArea):
    """changed(Preferences): something was set; it is in force at once, memory settings from the next load on.

    more_wanted: all that holds for every chat.
    clear_history_wanted: answer with `show_history`, as when the page is opened.
    """

    changed = Signal(object)
    more_wanted = Signal()
    clear_history_wanted = Signal()

    def __init__(self, preferences: Preferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = preferences
        self._theme = theme
        self._numbers: dict[str, QSpinBox | QDoubleSpinBox] = {}
        self._choices: dict[str, QComboBox] = {}
        self._forms: list[QFormLayout] = []
        self.setProperty("role", "page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Settings"))
        inside = QWidget()
        inside.setProperty("role", "page")
        column = QWidget()
        hold(column, maximumWidth=WIDTH_PX)
        self._layout = QVBoxLayout(column)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_M)
        heading = QLabel(self.tr("Settings"))
        heading.setProperty("role", "heading")
        self._layout.addWidget(heading)
        self._fill()
        self._layout.addStretch()
        across = QHBoxLayout(inside)
        across.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        across.addStretch(0)
        across.addWidget(column, 1)
        across.addStretch(0)
        self.setWidget(inside)
        theme.resized.connect(self._wrap)

    def show_preferences(self, preferences: Preferences) -> None:
        """Take over what was set elsewhere: the tint in the top bar, the context in a memory bill."""
        self.show_values(preferences)
        for key, choice in self._choices.items():
            with QSignalBlocker(choice):
                choice.setCurrentIndex(max(choice.findData(getattr(preferences, key)), 0))
        self._tint.blockSignals(True)
        self._tint.setChecked(preferences.tint)
        self._tint.blockSignals(False)

    def show_values(self, preferences: Preferences) -> None:
        """Take over values for all chats that were set in their dialog."""
        self._now = preferences
        for key, box in self._numbers.items():
            with QSignalBlocker(box):
                box.setValue(getattr(preferences, key))

    def show_devices(self, devices: Sequence[DeviceInfo]) -> None:
        """What the engine can compute on. A remembered device that is not there any more stays, by its name."""
        names = tuple(device.name for device in devices)
        if names != self._device_names:
            self._show_device_names(names)

    def show_history(self, n_bytes: int) -> None:
        """What past conversations take on disk."""
        self._history_size.setText(_size(n_bytes) if n_bytes else self.tr("empty"))
        self._clear_history.setEnabled(n_bytes > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        """Names stand over their fields where there is no room for both in a line."""
        policy = QFormLayout.RowWrapPolicy
        for form in self._forms:
            form.setRowWrapPolicy(policy.DontWrapRows if self.width() >= scaled(_LINES_FROM_PX) else policy.WrapAllRows)

    def _history(self, form: QFormLayout) -> None:
        self._history_size = QLabel()
        self._clear_history = QPushButton(self.tr("Clear"))
        self._clear_history.setAccessibleName(self.tr("Clear the own history"))
        self._clear_history.clicked.connect(self._clear)
        row = QWidget()
        across = QHBoxLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(SPACE_L)
        across.addWidget(self._history_size)
        across.addWidget(self._clear_history)
        across.addStretch(1)
        caption = QLabel(self.tr("On disk"))
        hold(caption, minimumWidth=_CAPTION_PX)
        form.addRow(caption, row)
        self.show_history(0)

    def _clear(self) -> None:
        self._clear_history.setEnabled(False)
        self._history_size.setText(self.tr("clearing…"))
        self.clear_history_wanted.emit()

    def _show_device_names(self, names: tuple[str, ...]) -> None:
        self._device_names = names
        chosen = self._now.draft_device
        shown = [*names, *([chosen] if chosen and chosen not in names else [])]
        with QSignalBlocker(self._devices):
            while self._devices.count() > 1:
                self._devices.removeItem(1)
            for name in shown:
                self._devices.addItem(name, name)
            self._devices.setCurrentIndex(max(self._devices.findData(chosen), 0))

    def _fill(self) -> None:
        now = self._now
        look = self._card(self.tr("Look and keys"))
        self._choice(
            look,
            self.tr("Colours"),
            "theme",
            [
                (self.tr("Like the system"), "system"),
                (self.tr("Dark"), "dark"),
                (self.tr("Light"), "light"),
            ],
        )
        sizes = [(self.tr("{0} %").format(one), one) for one in sorted({*STEPS, now.text_size})]
        self._choice(look, self.tr("Text size"), "text_size", sizes, self.tr("100 % is as large as the system's text"))
        spoken = [(name, code) for code, name in language.languages().items()]
        self._choice(look, self.tr("Language"), "language", [(self.tr("Like the system"), language.SYSTEM), *spoken])
        self._choice(
            look,
            self.tr("Reduce motion"),
            "motion",
            [(self.tr("Like the system"), "system"), (self.tr("on"), "reduced"), (self.tr("off"), "full")],
            self.tr("nothing fades or runs to and fro"),
        )
        self._tint = self._check(look, self.tr("Tint accepted drafts by drafter"), "tint", now.tint)
        enter = self.tr("Enter sends, Shift+Enter starts a new line")
        self._check(look, enter, "enter_sends", now.enter_sends)

        replies = self._card(self.tr("Replies"))
        self._real(replies, self.tr("Temperature"), "temperature", 0.0, 2.0, self.tr("0 always takes the likeliest"))
        self._whole(replies, self.tr("Top-k"), "top_k", 0, 1000, self.tr("0 keeps all"))
        self._real(replies, self.tr("Top-p"), "top_p", 0.0, 1.0, self.tr("1 keeps all"))
        self._real(replies, self.tr("Min-p"), "min_p", 0.0, 1.0, self.tr("0 keeps all"))
        self._real(replies, self.tr("Repeat penalty"), "repeat_penalty", 0.5, 2.0, self.tr("1 changes nothing"))
        self._whole(replies, self.tr("Longest reply"), "max_tokens", 16, 32768, self.tr("tokens"))
        again = self.tr("a fixed seed gives the same text again")
        self._whole(replies, self.tr("Seed"), "seed", AUTO, 2**31 - 1, again, self.tr("new each time"))
        rest = self.tr("Pause drafting where it slows the reply")
        self._check(replies, rest, "rest_when_slow", now.rest_when_slow)

        more = QPushButton(self.tr("All settings of chats…"))
        more.setToolTip(self.tr("System prompt, profiles, penalties, thinking, stop texts and more"))
        more.clicked.connect(self.more_wanted)
        left = QHBoxLayout()
        left.addWidget(more)
        left.addStretch(1)
        replies.addRow(left)

        memory = self._card(self.tr("Model in memory"), self.tr("In force when a model is loaded the next time."))
        auto = self.tr("automatic")
        own = self.tr("the model's own")
        self._whole(memory, self.tr("Context"), "n_ctx", 0, 1_048_576, self.tr("tokens, at most 8192 by itself"), own)
        self._whole(memory, self.tr("GPU layers"), "gpu_layers", AUTO, 999, self.tr("0 keeps the GPU out"), auto)
        self._whole(memory, self.tr("CPU threads"), "threads", AUTO, 512, self.tr("physical cores by itself"), auto)
        flash = [(auto, "auto"), (self.tr("on"), "on"), (self.tr("off"), "off")]
        self._choice(memory, self.tr("Flash attention"), "flash_attention", flash)
        kinds = [(kind, kind) for kind in KV_TYPES]
        self._choice(memory, self.tr("KV cache type"), "kv_type", kinds)

        draft = self._card(self.tr("Draft model in memory"), self.tr("In force when a model is loaded the next time."))
        self._devices = self._choice(
            draft, self.tr("Draft device"), "draft_device", [(auto, "")], self.tr("CPU keeps the GPU out")
        )
        no_gpu = self.tr("0 keeps the GPU out")
        self._whole(draft, self.tr("Draft GPU layers"), "draft_gpu_layers", AUTO, 999, no_gpu, auto)
        same = (self.tr("like the model"), "")
        self._choice(draft, self.tr("Draft KV cache type"), "draft_kv_type", [same, *kinds])

        words = self.tr("Tokens of past conversations, where the preset that drafts from its own history looks.")
        self._history(self._card(self.tr("Own history"), words))
        self._show_device_names(())

    def _card(self, title: str, note: str = "") -> QFormLayout:
        card = QFrame()
        card.setProperty("role", "card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(SPACE_L, SPACE_M + 2, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        for words, role in ((title, "title"), (note, "small")):
            if words:
                label = QLabel(words)
                label.setProperty("role", role)
                label.setWordWrap(True)
                layout.addWidget(label)
        form = QFormLayout()
        form.setHorizontalSpacing(SPACE_L)
        form.setVerticalSpacing(SPACE_S)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._forms.append(form)
        layout.addLayout(form)
        self._layout.addWidget(card)
        return form

    def _row(self, form: QFormLayout, name: str, field: QWidget, note: str) -> None:
        field.setAccessibleName(name)
        hold(field, fixedWidth=_FIELD_PX)
        line = field.findChild(QLineEdit)
        if line is not None:
            line.setTextMargins(6, 0, 0, 0)  # the stylesheet's padding does not reach the line in a spin box
        row = QWidget()
        across = QHBoxLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(SPACE_M)
        across.addWidget(field)
        if note:
            label = QLabel(note)
            label.setProperty("role", "small")
            label.setWordWrap(True)
            hold(label, minimumWidth=_NOTE_PX)
            across.addWidget(label, 1)
        else:
            across.addStretch(1)
        caption = QLabel(name)
        hold(caption, minimumWidth=_CAPTION_PX)
        caption.setBuddy(field)
        form.addRow(caption, row)

    def _choice(
        self, form: QFormLayout, name: str, key: str, choices: Sequence[tuple[str, str | int]], note: str = ""
    ) -> QComboBox:
        box = QComboBox()
        for words, value in choices:
            box.addItem(words, value)
        box.setCurrentIndex(max(box.findData(getattr(self._now, key)), 0))
        box.currentIndexChanged.connect(lambda _: self._set(key, box.currentData()))
        self._choices[key] = box
        self._row(form, name, box, note)
        return box

    def _check(self, form: QFormLayout, name: str, key: str, value: bool) -> QCheckBox:
        box = QCheckBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setChecked(value)
        box.toggled.connect(lambda on: self._set(key, on))
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(_CheckWords(name, box), 1)
        form.addRow(row)
        return box

    def _whole(self, form: QFormLayout, name: str, key: str, low: int, high: int, note: str, special: str = "") -> None:
        box = QSpinBox()
        box.setRange(low, high)
        if special:
            box.setSpecialValueText(special)
        box.setValue(getattr(self._now, key))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.valueChanged.connect(lambda value: self._set(key, value))
        self._numbers[key] = box
        self._row(form, name, box, note)

    def _real(self, form: QFormLayout, name: str, key: str, low: float, high: float, note: str) -> None:
        box = QDoubleSpinBox()
        box.setRange(low, high)
        box.setSingleStep(0.05)
        box.setValue(getattr(self._now, key))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.valueChanged.connect(lambda value: self._set(key, round(value, 2)))
        self._numbers[key] = box
        self._row(form, name, box, note)

    def _set(self, key: str, value: Any) -> None:
        self._now = replace(self._now, **{key: value})
        self.changed.emit(self._now)


class _CheckWords(QLabel):
    """What a box is for, on as many lines as it takes; a click on it is one on the box."""

    def __init__(self, text: str, box: QCheckBox) -> None:
        super().__init__(text)
        self._box = box
        self.setWordWrap(True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._box.toggle()


def _size(n_bytes: int) -> str:
    if n_bytes >= 100_000:
        return f"{number(n_bytes / 1e6, 1)} MB"
    return f"{number(max(n_bytes / 1e3, 1))} kB"
