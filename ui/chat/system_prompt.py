"""The system prompt of one conversation, written or taken from the small library."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import PacelineError
from ui.chat.homeward import Homeward
from ui.language import local
from ui.services import Conversations, SystemPrompt
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S


class PromptEditor(QWidget):
    """A text with a small library. edited: the text is another."""

    edited = Signal()

    def __init__(self, kept: Conversations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._home = Homeward(self)
        self._library: Sequence[SystemPrompt] = ()
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Take a system prompt from the library"))
        self.choice.activated.connect(self._take)
        self._save = QPushButton(self.tr("Keep in library…"))
        self._save.setAutoDefault(False)
        self._save.clicked.connect(self._ask_name)
        self._drop = QPushButton(self.tr("Remove from library"))
        self._drop.setAutoDefault(False)
        self._drop.clicked.connect(self._remove)
        self.text = QPlainTextEdit()
        self.text.setProperty("role", "input")
        self.text.setAccessibleName(self.tr("System prompt"))
        self.text.setPlaceholderText(self.tr("None: the model's own"))
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._changed)
        self._wrong = QLabel()
        self._wrong.setProperty("role", "bad")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.choice, 1)
        row.addWidget(self._save)
        row.addWidget(self._drop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        layout.addLayout(row)
        layout.addWidget(self.text)
        layout.addWidget(self._wrong)
        self._fill()

    @property
    def prompt(self) -> str:
        """What is written."""
        return self.text.toPlainText().strip()

    def show_prompt(self, text: str) -> None:
        """Show a prompt that is in force."""
        if text != self.prompt:
            with QSignalBlocker(self.text):
                self.text.setPlainText(text)
            self._refresh()

    def keep(self, name: str) -> None:
        """Keep what is written under a name."""
        try:
            self._kept.keep_prompt(name, self.text.toPlainText())
        except PacelineError as error:
            self._wrong.setText(local(str(error)))
            self._wrong.show()
            return
        self._wrong.hide()
        self._fill()

    def _fill(self) -> None:
        self._kept.prompts(self._home(self._show))

    def _show(self, library: Sequence[SystemPrompt]) -> None:
        self._library = library
        self.choice.clear()
        self.choice.addItem(self.tr("Library…"))
        self.choice.addItems([local(prompt.name) if prompt.built_in else prompt.name for prompt in library])
        self._refresh()

    def _take(self, row: int) -> None:
        if row > 0:
            self.text.setPlainText(self._library[row - 1].text)

    def _changed(self) -> None:
        self._refresh()
        self.edited.emit()

    def _refresh(self) -> None:
        """The library's name of what is written, where it has one."""
        text = self.text.toPlainText().strip()
        at = next((i for i, prompt in enumerate(self._library) if prompt.text.strip() == text), -1)
        self.choice.setCurrentIndex(at + 1)
        self._save.setEnabled(bool(text) and at < 0)
        self._drop.setEnabled(at >= 0 and not self._library[at].built_in)

    def _ask_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Keep in library"))
        dialog.setLabelText(self.tr("Name"))
        dialog.textValueSelected.connect(self.keep)
        dialog.open()

    def _remove(self) -> None:
        row = self.choice.currentIndex()
        if row > 0:
            self._kept.drop_prompt(self._library[row - 1].name)
            self._fill()


class SystemPromptDialog(QDialog):
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
        self.choice, self.text = self.editor.choice, self.editor.text
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        for widget in (hint, self.editor, buttons):
            layout.addWidget(widget)
        self.accepted.connect(lambda: self.chosen.emit(self.editor.prompt))
        self.text.setFocus()
