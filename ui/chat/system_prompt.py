"""The system prompt of one conversation, written or taken from the small library."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from ui.chat.named_library import NamedLibrary, Shelf, Words
from ui.fitting_dialog import FittingDialog
from ui.services import Conversations, SystemPrompt
from ui.theme.palette import SPACE_L, SPACE_M


class PromptEditor(QWidget):
    """A text with a small library. edited: the text is another."""

    edited = Signal()

    def __init__(self, kept: Conversations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit()
        self.text.setProperty("role", "input")
        self.text.setAccessibleName(self.tr("System prompt"))
        self.text.setPlaceholderText(self.tr("None: the model's own"))
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._changed)
        words = Words(
            name=self.tr("Take a system prompt from the library"),
            none=self.tr("Library…"),
            keep=self.tr("Keep in library…"),
            drop=self.tr("Remove from library"),
            title=self.tr("Keep in library"),
        )
        shelf: Shelf[SystemPrompt] = Shelf(
            ask=kept.prompts,
            keep=lambda name: kept.keep_prompt(name, self.text.toPlainText()),
            drop=kept.drop_prompt,
            take=lambda prompt: self.text.setPlainText(prompt.text),
            is_shown=lambda prompt: prompt.text.strip() == self.prompt,
            can_keep=lambda: bool(self.prompt),
        )
        self.library = NamedLibrary(words, shelf)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self.library)
        layout.addWidget(self.text)

    @property
    def prompt(self) -> str:
        """What is written."""
        return self.text.toPlainText().strip()

    def show_prompt(self, text: str) -> None:
        """Show a prompt that is in force."""
        if text != self.prompt:
            with QSignalBlocker(self.text):
                self.text.setPlainText(text)
            self.library.refresh()

    def _changed(self) -> None:
        self.library.refresh()
        self.edited.emit()


class SystemPromptDialog(FittingDialog):
    """chosen(text): take this one; '' for none."""

    chosen = Signal(str)

    def __init__(self, kept: Conversations, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("System prompt of this chat"))
        self.resize(560, 380)
        hint = QLabel(self.tr("What the model is told before the first message. It holds from the next reply on."))
        hint.setProperty("role", "small")
        hint.setWordWrap(True)
        self.editor = PromptEditor(kept)
        self.editor.show_prompt(text)
        self.library, self.text = self.editor.library, self.editor.text
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.button(standard.Ok).setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        for widget in (hint, self.editor, buttons):
            layout.addWidget(widget)
        self.accepted.connect(lambda: self.chosen.emit(self.editor.prompt))
        self.text.setFocus()
