"""What one turn looks like: the user's card, and the model's reply with its thinking, its numbers and its actions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.events import TextRun
from ui.chat.conversation import Reply, UserTurn
from ui.chat.reply_body import ReplyBody
from ui.chat.segments import COPIED_MS, Tint
from ui.chat.text_views import FlowingText
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_XS
from ui.theme.theme import Theme


def figures(reply: Reply) -> list[str]:
    """The numbers under a reply, as short phrases; those that are not known are left out."""
    metrics, parts = reply.metrics, []
    if metrics.tokens_per_s is not None:
        speed = metrics.tokens_per_s
        parts.append(_tr("{0} tok/s").format(f"{speed:.0f}" if speed >= 10 else f"{speed:.1f}"))
    if metrics.acceptance_rate is not None:
        parts.append(_tr("{0} % accepted").format(f"{metrics.acceptance_rate * 100:.0f}"))
        if metrics.tokens_per_round is not None:
            parts.append(_tr("{0} per round").format(f"{metrics.tokens_per_round:.1f}"))
    if metrics.first_at_s is not None:
        parts.append(_tr("{0} s to first token").format(f"{metrics.first_at_s:.1f}"))
    if reply.preset:
        parts.append(reply.preset)
    if reply.cached_tokens:
        parts.append(_tr("{0} cached").format(f"{reply.cached_tokens:,}".replace(",", "\u202f")))
    return parts


class UserMessage(QWidget):
    """What the user asked."""

    def __init__(self, turn: UserTurn, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = QLabel(self.tr("You"))
        name.setProperty("role", "who")
        card = QFrame()
        card.setProperty("role", "asked")
        self._text = FlowingText(self.tr("Your message"))
        self._write(turn.text, theme)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(SPACE_M + 2, 10, SPACE_M + 2, 10)
        inside.addWidget(self._text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(name)
        layout.addWidget(card)

    def _write(self, text: str, theme: Theme) -> None:
        style = QTextCharFormat()
        style.setFont(theme.font(FONT_PX))
        style.setForeground(theme.colour("text"))
        QTextCursor(self._text.document()).insertText(text, style)


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
        self._head.setText(words.format(f"{seconds:.1f}"))
        self._head.setAccessibleName(self._head.text())

    def append(self, runs: Iterable[TextRun]) -> None:
        """More thinking text."""
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for run in runs:
            text = run.text if cursor.position() else run.text.lstrip()
            style = QTextCharFormat()
            style.setFont(self._theme.font(FONT_PX - 1))
            style.setForeground(self._theme.colour("muted"))
            brush = self._tint.brush(run.origin)
            if brush is not None:
                style.setBackground(brush)
            cursor.insertText(text, style)

    def _open(self, opened: bool) -> None:
        self._text.setVisible(opened)
        self._theme.bind_icon(self._head, "chevron-down" if opened else "chevron-right", "muted")
        self._head.setIconSize(QSize(14, 14))


class ReplyMessage(QWidget):
    """A reply: name, thinking, answer, what it is waiting for, numbers and actions."""

    regenerate = Signal()
    edit = Signal()

    def __init__(self, reply: Reply, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reply = reply
        self._theme = theme
        self._tint = tint
        name = QLabel(reply.model)
        name.setProperty("role", "who")
        self._thinking: ThinkingFold | None = None
        self._body = ReplyBody(theme, tint)
        self._waiting = _Waiting()
        self._note = QLabel()
        self._note.setProperty("role", "warn")
        self._note.setWordWrap(True)
        self._note.hide()
        self._foot = _Foot(theme)
        self._foot.copy.clicked.connect(self._copy)
        self._foot.regenerate.clicked.connect(self.regenerate)
        self._foot.edit.clicked.connect(self.edit)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        for widget in (name, self._body, self._waiting, self._note, self._foot):
            self._layout.addWidget(widget)
        self.rewrite()

    def rewrite(self) -> None:
        """Lay the whole reply out again, in the theme and tint of now."""
        body = ReplyBody(self._theme, self._tint)
        self._layout.replaceWidget(self._body, body)
        self._body.hide()
        self._body.deleteLater()
        self._body = body
        if self._thinking is not None:
            self._thinking.hide()
            self._thinking.deleteLater()
            self._thinking = None
        self.append(self.reply.runs)
        self.update_state(last=not self._foot.older)

    def append(self, runs: Iterable[TextRun]) -> None:
        """Show the runs of one tick."""
        runs = list(runs)
        if not runs:
            return
        self._waiting.hide()
        thinking = [run for run in runs if run.thinking]
        if thinking:
            if self._thinking is None:
                self._thinking = ThinkingFold(self._theme, self._tint)
                self._layout.insertWidget(1, self._thinking)
            self._thinking.append(thinking)
        self._body.append(runs)
        if self._thinking is not None:
            answered = any(not run.thinking for run in runs) or bool(self._body.plain_text)
            self._thinking.show_time(self.reply.thinking_s, answered or self.reply.over)

    def show_waiting(self, words: str, fraction: float | None) -> None:
        """Before the first word: what is going on. fraction: 0..1, or None when there is nothing to measure."""
        self._waiting.show_progress(words, fraction)

    def update_state(self, last: bool) -> None:
        """Bring everything but the text up to date. last: only the last reply can be written again or edited."""
        reply = self.reply
        if reply.over:
            self._body.finish()
            self._waiting.hide()
            if self._thinking is not None:
                self._thinking.show_time(reply.thinking_s, over=True)
        self._note.setText(reply.note)
        self._note.setVisible(bool(reply.note))
        self._foot.setVisible(reply.over)
        self._foot.show_figures(figures(reply), last)

    def allow_actions(self, allowed: bool) -> None:
        """Whether writing it again or editing is possible now."""
        self._foot.regenerate.setEnabled(allowed)
        self._foot.edit.setEnabled(allowed)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.reply.text)
        self._foot.copied()


class _Waiting(QWidget):
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
        self._words.setText(words)
        self._bar.setAccessibleName(words)
        self._bar.setVisible(fraction is not None)
        self._bar.setValue(round((fraction or 0.0) * 1000))
        self.show()


class _Foot(QWidget):
    """Numbers on the left, actions on the right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.older = False
        self._figures = QLabel()
        self._figures.setProperty("role", "small")
        self._figures.setWordWrap(True)
        self._figures.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.copy = _action(self.tr("Copy"), "copy", theme)
        self.regenerate = _action(self.tr("Regenerate"), "refresh", theme)
        self.edit = _action(self.tr("Edit your message"), "edit", theme)
        self._theme = theme
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: theme.bind_icon(self.copy, "copy", "muted"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._figures, 1)
        for button in (self.copy, self.regenerate, self.edit):
            layout.addWidget(button)

    def show_figures(self, parts: list[str], last: bool) -> None:
        self._figures.setText((" " * 3).join(part.replace(" ", "\u00a0") for part in parts))
        self.older = not last
        self.regenerate.setVisible(last)
        self.edit.setVisible(last)

    def copied(self) -> None:
        self._theme.bind_icon(self.copy, "check", "good")
        self._copied.start()


def _action(name: str, icon: str, theme: Theme) -> QToolButton:
    button = QToolButton()
    button.setToolTip(name)
    button.setAccessibleName(name)
    theme.bind_icon(button, icon, "muted")
    return button


def _tr(text: str) -> str:
    return QCoreApplication.translate("messages", text)
