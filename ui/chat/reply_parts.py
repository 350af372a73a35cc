"""What a message has besides its text: the fold of thinking, what a reply waits for, its numbers and actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.events import TextRun
from ui.chat.clusters import joined
from ui.chat.colouring import ORIGIN, TONE
from ui.chat.conversation import Reply
from ui.chat.segments import COPIED_MS, Tint
from ui.chat.text_views import FlowingText
from ui.chat.versions import Versions
from ui.numerals import number
from ui.theme.palette import FONT_PX, SPACE_XS
from ui.theme.theme import Theme

_TAIL: Final = 64  # characters


class ThinkingFold(QWidget):
    """Thinking text behind one line; closed until the reader opens it."""

    def __init__(self, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tint = tint
        self._head = QToolButton()
        self._head.setProperty("role", "fold")
        self._head.setCheckable(True)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.toggled.connect(self._open)
        self._text = FlowingText(self.tr("Thinking text"))
        self._text.hide()
        self._tail = ""  # of the text
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._head)
        layout.addWidget(self._text)
        self.show_time(0.0, over=False)
        self._open(False)

    def show_time(self, seconds: float, over: bool) -> None:
        """How long it thought, or has been thinking."""
        words = self.tr("Thought for {0} s") if over else self.tr("Thinking… {0} s")
        self._head.setText(words.format(number(seconds, 1)))
        self._head.setAccessibleName(self._head.text())

    def append(self, runs: Iterable[TextRun]) -> None:
        """More thinking text."""
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for run in runs:
            text = run.text if cursor.position() else run.text.lstrip()
            style = QTextCharFormat()
            style.setFont(self._theme.font(FONT_PX - 1))
            style.setProperty(TONE, "muted")
            style.setProperty(ORIGIN, run.origin)
            n_joined = self._n_joined(text)
            cursor.insertText(text[:n_joined])  # as what they belong to
            cursor.insertText(text[n_joined:], self._tint.colours.of(style))
            self._tail = (self._tail + text)[-_TAIL:]

    def _n_joined(self, text: str) -> int:
        """How many characters at its beginning belong to the letter or sign before it."""
        whole, n = self._tail + text, 0
        while n < len(text) and joined(whole, len(self._tail) + n):
            n += 1
        return n

    def _open(self, opened: bool) -> None:
        self._text.setVisible(opened)
        self._theme.bind_icon(self._head, "chevron-down" if opened else "chevron-right", "muted")
        self._head.setIconSize(QSize(14, 14))


class Waiting(QWidget):
    """A thin bar with words, while there is nothing to read yet."""

    def __init__(self) -> None:
        super().__init__()
        self._words = QLabel()
        self._words.setProperty("role", "small")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 1000)
        self._bar.setMaximumWidth(280)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_XS, 0, SPACE_XS)
        layout.setSpacing(6)
        layout.addWidget(self._words)
        layout.addWidget(self._bar)
        self.hide()

    def show_progress(self, words: str, fraction: float | None) -> None:
        """fraction: 0..1, or None when there is nothing to measure."""
        self._words.setText(words)
        self._bar.setAccessibleName(words)
        self._bar.setVisible(fraction is not None)
        self._bar.setValue(round((fraction or 0.0) * 1000))
        self.show()


class ReplyFoot(QWidget):
    """Numbers on the left, actions on the right. continued: the reply shall be continued."""

    continued = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._figures = QLabel()
        self._figures.setProperty("role", "small")
        self._figures.setTextFormat(Qt.TextFormat.PlainText)
        self._figures.setWordWrap(True)
        self._figures.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.copy = tool(self.tr("Copy"), "copy", theme)
        self.raw = tool(self.tr("As the model wrote it"), "raw", theme)
        self.raw.setCheckable(True)
        self.regenerate = tool(self.tr("Regenerate"), "refresh", theme)
        self.versions = Versions(theme)
        self._go_on: QToolButton | None = None
        self._asking = True
        self._theme = theme
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: theme.bind_icon(self.copy, "copy", "muted"))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._layout.addWidget(self._figures, 1)
        for widget in (self.versions, self.raw, self.copy, self.regenerate):
            self._layout.addWidget(widget)

    def show_state(self, reply: Reply, last: bool) -> None:
        """Which version this is, and whether it can be continued."""
        can_go_on = last and reply.cut
        if can_go_on and self._go_on is None:
            self._go_on = tool(self.tr("Continue the reply"), "play", self._theme)
            self._go_on.setEnabled(self._asking)
            self._go_on.clicked.connect(self.continued)
            self._layout.insertWidget(self._layout.indexOf(self.raw), self._go_on)
            self._go_on.stackUnder(self.raw)
        if self._go_on is not None:
            self._go_on.setVisible(can_go_on)
        self.versions.show_place(reply.id, reply.siblings)

    def show_figures(self, parts: list[str]) -> None:
        """Short phrases, which are never broken in themselves."""
        self._figures.setText((" " * 3).join(part.replace(" ", "\u00a0") for part in parts))

    def allow(self, asking: bool, switching: bool) -> None:
        """Whether anything may be asked now, and other versions shown."""
        self._asking = asking
        self.regenerate.setEnabled(asking)
        if self._go_on is not None:
            self._go_on.setEnabled(asking)
        self.versions.allow(switching)

    def copied(self) -> None:
        """Say that the text is in the clipboard."""
        self._theme.bind_icon(self.copy, "check", "good")
        self._copied.start()


def tool(name: str, icon: str, theme: Theme) -> QToolButton:
    """A button that is only an icon."""
    button = QToolButton()
    button.setToolTip(name)
    button.setAccessibleName(name)
    theme.bind_icon(button, icon, "muted")
    return button
