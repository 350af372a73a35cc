"""The settings of one chat and of all of them: what is the chat's own, what it has from all, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import PacelineError
from ui.chat.json_schema import name_of
from ui.chat.layers import Layers, lines_of, stops_of
from ui.chat.sampling_form import SamplingForm
from ui.chat.schema import SchemaDialog
from ui.chat.system_prompt import PromptEditor
from ui.chat.text_views import inset
from ui.fitting_dialog import resize_within
from ui.language import local
from ui.services import ChatSettings, Conversations
from ui.speculation.parts import words as label_of
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from ui.theme.text_size import hold
from ui.theme.theme import Theme, restyle

Scope = Literal["chat", "all"]
_PROMPT_PX: Final = 96
_STOPS_PX: Final = 62
_FIELD_PX: Final = 176
_THINKING_PX: Final = 200
_LONGEST_REPLY: Final = 32768
_LARGEST_CONTEXT: Final = 1_048_576


class ChatSettingsDialog(QDialog):
    """apply: takes the settings when the dialog is accepted; what it raises in words is shown, and the dialog stays."""

    def __init__(
        self,
        layers: Layers,
        kept: Conversations,
        thinking_switch: bool | None,
        apply: Callable[[Layers], None],
        theme: Theme,
        parent: QWidget,
        scope: Scope = "chat",
    ) -> None:
        """thinking_switch: whether the loaded model's template has one; None where no model is loaded."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Chat settings"))
        self.setProperty("role", "page")
        resize_within(self, 720, 620)
        self.layers = layers
        self._apply = apply
        self._theme = theme
        self._scope: Scope = scope
        self._sections: dict[str, _Section] = {}
        self.prompt = PromptEditor(kept)
        hold(self.prompt.text, fixedHeight=_PROMPT_PX)
        self.sampling = SamplingForm(kept)
        self.reply = _ReplyForm(thinking_switch)
        self.context = _whole(self.tr("Context"), 0, _LARGEST_CONTEXT, self.tr("the model's own"))
        self.schema = QPushButton()
        self.schema.setAutoDefault(False)
        self.schema.clicked.connect(self._edit_schema)
        self._json = ""
        inside = QWidget()
        inside.setProperty("role", "page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, SPACE_M, 0)
        column.setSpacing(SPACE_M)
        for group, title, widget, note in (
            ("system", self.tr("System prompt"), self.prompt, ""),
            ("sampling", self.tr("Sampling"), self.sampling, ""),
            ("reply", self.tr("Replies"), self.reply, ""),
            ("context", self.tr("Context"), self.context, self.tr("tokens; the model is loaded again with it")),
            ("schema", self.tr("JSON schema"), self.schema, self.tr("replies keep to it")),
        ):
            section = _Section(title, widget, note, theme)
            section.reset.clicked.connect(lambda _=False, name=group: self._reset(name))
            self._sections[group] = section
            column.addWidget(section)
        self.prompt.edited.connect(lambda: self._edited("system"))
        self.sampling.edited.connect(lambda: self._edited("sampling"))
        self.reply.edited.connect(lambda: self._edited("reply"))
        self.context.valueChanged.connect(lambda _: self._edited("context"))
        column.addStretch(1)
        area = QScrollArea()
        area.setProperty("role", "page")
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.windowTitle())
        area.setWidget(inside)
        self.this_chat = QRadioButton(self.tr("This chat"))
        self.all_chats = QRadioButton(self.tr("All chats"))
        self._which = QButtonGroup(self)
        choice = QHBoxLayout()
        choice.setSpacing(SPACE_L)
        for button in (self.this_chat, self.all_chats):
            self._which.addButton(button)
            choice.addWidget(button)
        self._about = label_of("", "small", wrap=True)
        choice.addWidget(self._about, 1)
        self._wrong = QLabel()
        self._wrong.setProperty("role", "bad")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.button(standard.Ok).setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL - SPACE_M, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addLayout(choice)
        layout.addWidget(area, 1)
        layout.addWidget(self._wrong)
        layout.addWidget(buttons)
        (self.this_chat if scope == "chat" else self.all_chats).setChecked(True)
        self.this_chat.toggled.connect(self._switch)
        self._show()

    def section(self, group: str) -> _Section:
        """The part of the dialog that a group of settings is in."""
        return self._sections[group]

    def accept(self) -> None:
        try:
            self._apply(self.layers)
        except PacelineError as error:
            self._wrong.setText(local(str(error)))
            self._wrong.show()
            return
        super().accept()

    def _switch(self, this_chat: bool) -> None:
        self._scope = "chat" if this_chat else "all"
        self._show()

    def _show(self) -> None:
        """Everything as it is in the scope that is chosen."""
        here = self._scope == "chat"
        values = self.layers.in_force if here else self.layers.everybody
        self._about.setText(
            self.tr("What is not set here is as for all chats")
            if here
            else self.tr("For every chat that has no values of its own")
        )
        self.prompt.show_prompt(values.system or "")
        if values.sampling is not None:
            self.sampling.show_sampling(values.sampling)
        self.reply.show_settings(values)
        with QSignalBlocker(self.context):
            self.context.setValue(values.n_ctx or 0)
        self._show_schema(values.json_schema or "")
        for group, section in self._sections.items():
            if here:
                own = self.layers.is_own(group)
                section.show_state(self.tr("this chat's own") if own else self.tr("as for all chats"), own)
            else:
                changed = self.layers.is_changed(group)
                section.show_state(self.tr("changed") if changed else self.tr("as the program comes"), changed)

    def _show_schema(self, text: str) -> None:
        self._json = text
        name = name_of(text) if text else ""
        self.schema.setText((name or self.tr("Change…")) if text else self.tr("None; write freely…"))
        self.schema.setAccessibleName(self.tr("JSON schema: {0}").format(self.schema.text()))

    def _edited(self, group: str) -> None:
        values = ChatSettings(
            system=self.prompt.prompt,
            sampling=self.sampling.sampling,
            profile=self.sampling.profile,
            n_ctx=self.context.value(),
            json_schema=self._json,
        )
        values = self.reply.over(values)
        if self._scope == "chat":
            self.layers = self.layers.with_own(values, group)
        else:
            self.layers = self.layers.with_everybody(values, group)
        self._show()

    def _reset(self, group: str) -> None:
        if self._scope == "chat":
            self.layers = self.layers.reset_own(group)
        else:
            self.layers = self.layers.reset_everybody(group)
        self._show()

    def _edit_schema(self) -> None:
        dialog = SchemaDialog(self._json, self._theme, self)
        dialog.taken.connect(self._take_schema)
        dialog.open()

    def _take_schema(self, text: str) -> None:
        self._json = text
        self._edited("schema")


class _Section(QFrame):
    """A card with a title, whose the values are, and a way back."""

    def __init__(self, title: str, inside: QWidget, note: str, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "card")
        name = QLabel(title)
        name.setProperty("role", "title")
        self.state = QLabel()
        self.state.setProperty("role", "small")
        self.reset = QToolButton()
        self.reset.setProperty("role", "text")
        self.reset.setText(self.tr("Reset"))
        self.reset.setAccessibleName(self.tr("Reset: {0}").format(title))
        there = self.reset.sizePolicy()
        there.setRetainSizeWhenHidden(True)  # so that nothing moves while one sets something
        self.reset.setSizePolicy(there)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(name)
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addStretch(1)
        head.addWidget(self.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_S)
        layout.addLayout(head)
        if note:
            row = QHBoxLayout()
            row.setSpacing(SPACE_M)
            row.addWidget(inside)
            row.addWidget(label_of(note, "small", wrap=True), 1)
            layout.addLayout(row)
        else:
            layout.addWidget(inside)
        theme.changed.connect(self.update)

    def show_state(self, words: str, can_reset: bool) -> None:
        """Whose the values are. can_reset: whether there is a way back."""
        self.state.setText(words)
        restyle(self.state, "chip" if can_reset else "small")
        self.reset.setVisible(can_reset)


class _ReplyForm(QWidget):
    """Length, thinking and stop texts."""

    edited = Signal()

    def __init__(self, thinking_switch: bool | None) -> None:
        super().__init__()
        self.longest = _whole(self.tr("Longest reply"), 1, _LONGEST_REPLY, "")
        self.longest.valueChanged.connect(self.edited)
        self.thinking = QComboBox()
        self.thinking.setAccessibleName(self.tr("Thinking"))
        for words, value in ((self.tr("as the model does"), None), (self.tr("on"), True), (self.tr("off"), False)):
            self.thinking.addItem(words, value)
        hold(self.thinking, minimumWidth=_THINKING_PX)
        self.thinking.setEnabled(thinking_switch is not False)
        self.thinking.activated.connect(lambda _: self.edited.emit())
        self.stops = QPlainTextEdit()
        self.stops.setProperty("role", "input")
        self.stops.setAccessibleName(self.tr("Stop texts, one on each line"))
        self.stops.setPlaceholderText(self.tr("One on each line; \\n for a line break"))
        self.stops.setTabChangesFocus(True)
        hold(self.stops, fixedHeight=_STOPS_PX)
        self.stops.textChanged.connect(self.edited)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        no_switch = self.tr("this model's template has no switch for it")
        for words, field, note in (
            (self.tr("Longest reply"), self.longest, self.tr("tokens, thinking included")),
            (self.tr("Thinking"), self.thinking, no_switch if thinking_switch is False else ""),
            (self.tr("Stop texts"), self.stops, ""),
        ):
            row = QHBoxLayout()
            row.setSpacing(SPACE_M)
            label = QLabel(words)
            hold(label, minimumWidth=_FIELD_PX - SPACE_L)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field)
            if note or field is not self.stops:
                row.addWidget(label_of(note, "small", wrap=True), 1)
            layout.addLayout(row)

    def show_settings(self, values: ChatSettings) -> None:
        with QSignalBlocker(self.longest):
            self.longest.setValue(values.max_tokens or 0)
        self.thinking.setCurrentIndex(max(self.thinking.findData(values.thinking), 0))
        if stops_of(self.stops.toPlainText()) != (values.stop or ()):
            with QSignalBlocker(self.stops):
                self.stops.setPlainText(lines_of(values.stop or ()))

    def over(self, settings: ChatSettings) -> ChatSettings:
        """The settings with these values."""
        return replace(
            settings,
            max_tokens=self.longest.value(),
            thinking=self.thinking.currentData(),
            stop=stops_of(self.stops.toPlainText()),
        )


def _whole(name: str, low: int, high: int, special: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(low, high)
    box.setAccessibleName(name)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    hold(box, fixedWidth=_FIELD_PX)
    inset(box)
    if special:
        box.setSpecialValueText(special)
    return box
