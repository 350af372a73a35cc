"""A form made from what drafters declare about their options: nothing here knows any of them by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.commands import OptionSpec, OptionValue, PresetInfo
from ui.language import local
from ui.speculation.choice import Values
from ui.speculation.parts import words
from ui.theme.palette import SPACE_M, SPACE_S
from ui.theme.text_size import hold

EDITOR_WIDTH_PX: Final = 104
_NO_LIMIT: Final = 1_000_000
_FRACTION_DECIMALS: Final = 2


class _WholeNumber(QSpinBox):
    """Leaves the wheel to the scrolling panel until it is clicked into."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class _Number(QDoubleSpinBox):
    """Leaves the wheel to the scrolling panel until it is clicked into."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class _Choice(QComboBox):
    """Leaves the wheel to the scrolling panel until it is clicked into."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class OptionsForm(QWidget):
    """All options of a preset's drafters.

    edited(drafter, option, value): a person changed a value. reset: they want the preset's own values back.
    """

    edited = Signal(str, str, object)
    reset = Signal()

    def __init__(self, preset: PresetInfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editors: dict[tuple[str, str], QWidget] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        with_options = [d.name for d in preset.drafters if preset.options.get(d.name)]
        for name in with_options:
            if len(with_options) > 1:
                layout.addWidget(words(name, "title"))
            for spec in preset.options[name]:
                layout.addWidget(self._row(name, spec))
        self._reset = QPushButton(self.tr("Reset to the preset's values"))
        self._reset.setProperty("role", "plain")
        self._reset.clicked.connect(self.reset)
        layout.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignLeft)

    def editor(self, drafter: str, option: str) -> QWidget:
        """The spin box, check box or combo box of an option. KeyError for an unknown one."""
        return self._editors[drafter, option]

    def show_values(self, values: Values, can_reset: bool) -> None:
        """Put the values into the form; nothing is emitted. can_reset: they differ from the preset's own."""
        for (drafter, option), editor in self._editors.items():
            value = values[drafter][option]
            with QSignalBlocker(editor):
                # A box that holds the value already is left alone: it may be half typed.
                if isinstance(editor, QCheckBox):
                    editor.setChecked(bool(value))
                elif isinstance(editor, QSpinBox) and editor.value() != value:
                    editor.setValue(int(value))
                elif isinstance(editor, QDoubleSpinBox) and editor.value() != value:
                    editor.setValue(float(value))
                elif isinstance(editor, QComboBox):
                    editor.setCurrentText(str(value))
        self._reset.setEnabled(can_reset)

    def _row(self, drafter: str, spec: OptionSpec) -> QWidget:
        row = QWidget()
        editor = self._make_editor(spec, lambda value: self.edited.emit(drafter, spec.name, value))
        editor.setAccessibleName(spec.name)
        about = local(spec.help)
        editor.setAccessibleDescription(about)
        editor.setToolTip(about)
        self._editors[drafter, spec.name] = editor
        name = words(spec.name)
        name.setBuddy(editor)
        name.setToolTip(about)
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(name, 1)
        line.addWidget(editor, 0, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(line)
        layout.addWidget(words(about, "small", wrap=True))
        return row

    def _make_editor(self, spec: OptionSpec, changed: Callable[[OptionValue], None]) -> QWidget:
        if spec.kind == "bool":
            check = QCheckBox()
            check.toggled.connect(changed)
            return check
        if spec.kind == "choice":
            combo = _Choice()
            combo.addItems(spec.choices)
            combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            hold(combo, fixedWidth=EDITOR_WIDTH_PX)
            combo.currentTextChanged.connect(changed)
            return combo
        low = -_NO_LIMIT if spec.minimum is None else spec.minimum
        high = _NO_LIMIT if spec.maximum is None else spec.maximum
        if spec.kind == "int":
            whole = _WholeNumber()
            whole.setRange(int(low), int(high))
            whole.valueChanged.connect(changed)
            return _spin(whole)
        number = _Number()
        number.setDecimals(_FRACTION_DECIMALS)
        number.setSingleStep(0.05 if high - low <= 1 else 0.5)
        number.setRange(low, high)
        number.valueChanged.connect(changed)
        return _spin(number)


def _spin(box: QSpinBox | QDoubleSpinBox) -> QWidget:
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    hold(box, fixedWidth=EDITOR_WIDTH_PX)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    return box
