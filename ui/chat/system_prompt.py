"""The system prompt of one conversation, written or taken from the small library."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
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


class SystemPromptDialog(QDialog):
    """chosen(text): take this one; '' for none."""

    chosen = Signal(str)

    def __init__(self, kept: Conversations, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("System prompt of this chat"))
        self.resize(560, 380)
        self._kept = kept
        self._home = Homeward(self)
        self._library: Sequence[SystemPrompt] = ()
        hint = QLabel(self.tr("What the model is told before the first message. It holds from the next reply on."))
        hint.setProperty("role", "small")
        hint.setWordWrap(True)
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Take a system prompt from the library"))
        self.choice.activated.connect(self._take)
        self._save = QPushButton(self.tr("Keep in library…"))
        self._save.clicked.connect(self._ask_name)
        self._drop = QPushButton(self.tr("Remove from library"))
        self._drop.clicked.connect(self._remove)
        self.text = QPlainTextEdit(text)
        self.text.setProperty("role", "input")
        self.text.setAccessibleName(self.tr("System prompt"))
        self.text.setPlaceholderText(self.tr("None: the model's own"))
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._refresh)
        self._wrong = QLabel()
        self._wrong.setProperty("role", "bad")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.choice, 1)
        row.addWidget(self._save)
        row.addWidget(self._drop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        for widget in (hint, self.text, self._wrong):
            layout.addWidget(widget)
        layout.insertLayout(1, row)
        layout.addWidget(buttons)
        self.accepted.connect(lambda: self.chosen.emit(self.text.toPlainText().strip()))
        self.text.setFocus()
        self._fill()

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
        self.choice.addItems([prompt.name for prompt in library])
        self._refresh()

    def _take(self, row: int) -> None:
        if row > 0:
            self.text.setPlainText(self._library[row - 1].text)

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
