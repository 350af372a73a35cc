"""Picking the second file of a preset, a draft model or an MTP head: every candidate with its verdict, refused
ones greyed out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QRadioButton, QVBoxLayout, QWidget

from ui.language import local
from ui.services import DraftChoice, ModelChoice
from ui.speculation.parts import one_tab_stop, words
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XL

_ROLES = {"ok": "good", "warn": "warn", "refuse": "bad"}


class DraftPicker(QWidget):
    """picked(path): a person chose this draft, or with '' the head inside the model. file_wanted: they want to look
    for a file themselves. hub_wanted: the hub is to be asked for more."""

    picked = Signal(str)
    file_wanted = Signal()
    hub_wanted = Signal()

    def __init__(
        self, parent: QWidget | None = None, *, for_heads: bool = False, can_go_without: bool = False
    ) -> None:
        """for_heads: it picks MTP heads. can_go_without: none is a choice too, which goes by '' and comes first."""
        super().__init__(parent)
        self._can_go_without = can_go_without
        self._radios: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        self._rows: list[QWidget] = []
        none = (
            self.tr("No MTP head for this model was found.")
            if for_heads
            else self.tr("No other model was found on this machine.")
        )
        self._empty = words(none, "small", wrap=True)
        self._file = QPushButton(self.tr("Choose a file…"))
        self._file.clicked.connect(self.file_wanted)
        self._hub = QPushButton(self.tr("Find one on the hub"))
        self._hub.clicked.connect(self.hub_wanted)
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACE_M)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(words(self.tr("MTP head") if for_heads else self.tr("Draft model"), "title"))
        layout.addWidget(self._empty)
        layout.addLayout(self._list)
        layout.addWidget(self._file, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._hub, 0, Qt.AlignmentFlag.AlignLeft)

    def show_choices(self, choices: Sequence[DraftChoice], chosen: str, *, inside: bool = False) -> None:
        """All candidates, best first, and the path of the one in force ('' for none). inside: the model has a head of
        its own, which goes by '' and comes first."""
        if self._can_go_without and choices:
            choices = (_without(self.tr("None")), *choices)
        if inside:
            choices = (_head_inside(self.tr("The head inside the model")), *choices)
        for radio in self._radios.values():
            self._group.removeButton(radio)
        for row in self._rows:
            self._list.removeWidget(row)
            row.setParent(None)
            row.deleteLater()
        self._radios, self._rows = {}, []
        before = _focusable_before(self._file)
        for choice in choices:
            row = self._row(choice)
            self._list.addWidget(row)
            self._rows.append(row)
            radio = self._radios[choice.model.path]
            radio.setChecked(choice.model.path == chosen)
            # Rows are made anew, long after what follows them: without this, Tab would come here last.
            QWidget.setTabOrder(before, radio)
            before = radio
        one_tab_stop(list(self._radios.values()))
        self._empty.setVisible(not choices)

    def radio(self, path: str) -> QRadioButton:
        """The button of a candidate. KeyError for an unknown path."""
        return self._radios[path]

    def file_button(self) -> QPushButton:
        """'Choose a file…'"""
        return self._file

    def hub_button(self) -> QPushButton:
        """'Find one on the hub'."""
        return self._hub

    def _row(self, choice: DraftChoice) -> QWidget:
        row = QWidget()
        radio = QRadioButton(choice.model.title)
        radio.setEnabled(choice.level != "refuse")
        sentence = local(choice.sentence)
        radio.setAccessibleDescription(sentence)
        radio.setToolTip(choice.model.path or sentence)
        path = choice.model.path
        radio.clicked.connect(lambda: self.picked.emit(path))
        self._group.addButton(radio)
        self._radios[path] = radio
        layout = QVBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(radio)
        for text, role in ((local(choice.model.detail), "small"), (sentence, _ROLES[choice.level])):
            if text:
                label = words(text, role, wrap=True)
                label.setContentsMargins(SPACE_XL, 0, 0, 0)
                layout.addWidget(label)
        return row


def _head_inside(title: str) -> DraftChoice:
    return DraftChoice(ModelChoice("", title, ""), "ok", "", sidecar=True)


def _without(title: str) -> DraftChoice:
    return DraftChoice(ModelChoice("", title, ""), "ok", "")


def _focusable_before(widget: QWidget) -> QWidget:
    """What Tab reaches before this widget; the widget itself when it is alone."""
    before = widget.previousInFocusChain()
    while before is not None and before is not widget and not before.focusPolicy() & Qt.FocusPolicy.TabFocus:
        before = before.previousInFocusChain()
    return before or widget
