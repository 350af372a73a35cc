"""What one turn looks like: the user's card, and the model's reply with its thinking, its numbers and its actions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal
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
from ui.chat.attached import AttachedFile
from ui.chat.conversation import Reply, UserTurn
from ui.chat.left_out import LeftOut
from ui.chat.notes import note_of
from ui.chat.raw_text import RawText
from ui.chat.reply_body import ReplyBody
from ui.chat.segments import COPIED_MS, Tint
from ui.chat.text_views import FlowingText
from ui.chat.versions import Versions
from ui.language import local
from ui.numerals import number
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S, SPACE_XS
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
_CONTEXT: Final = "ReplyMessage"
CHUNK: Final = 3000  # characters of a stored reply that are laid out in one go


def figures(reply: Reply) -> list[str]:
    """The numbers under a reply, as short phrases; those that are not known are left out."""
    took, parts = reply.figures, []
    if took.tokens_per_s is not None:
        speed = took.tokens_per_s
        parts.append(translate(_CONTEXT, "{0} tok/s").format(number(speed, 0 if speed >= 10 else 1)))
    if took.acceptance_rate is not None:
        parts.append(translate(_CONTEXT, "{0} % accepted").format(number(took.acceptance_rate * 100)))
        if took.tokens_per_round is not None:
            parts.append(translate(_CONTEXT, "{0} per round").format(number(took.tokens_per_round, 1)))
    if took.ttft_s is not None:
        parts.append(translate(_CONTEXT, "{0} s to first token").format(number(took.ttft_s, 1)))
    if reply.preset:
        parts.append(local(reply.preset))
    if took.cached_tokens:
        parts.append(translate(_CONTEXT, "{0} cached").format(number(took.cached_tokens)))
    return parts


class UserMessage(QWidget):
    """What the user asked. edit(UserTurn): as another version. version(id): show this one."""

    edit = Signal(object)
    version = Signal(object)

    def __init__(self, turn: UserTurn, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        name = QLabel(self.tr("You"))
        name.setProperty("role", "who")
        self._versions = Versions(theme)
        self._versions.chosen.connect(self.version)
        self._edit = _action(self.tr("Edit your message"), "edit", theme)
        self._edit.setIconSize(QSize(16, 16))
        self._edit.clicked.connect(lambda: self.edit.emit(turn))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(2)
        self._left_out = LeftOut()
        head.addWidget(name)
        head.addSpacing(SPACE_S)
        head.addWidget(self._left_out)
        head.addStretch(1)
        head.addWidget(self._versions)
        head.addWidget(self._edit)
        card = QFrame()
        card.setProperty("role", "asked")
        self._text = FlowingText(self.tr("Your message"))
        self._write(turn.text, theme)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(SPACE_M + 2, 10, SPACE_M + 2, 10)
        for file in turn.files:
            inside.addWidget(AttachedFile(file, theme))
        inside.addWidget(self._text)
        self._text.setVisible(bool(turn.text))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(card)
        self.update_state()

    def update_state(self) -> None:
        """Bring the versions up to date, and whether the model is still shown it."""
        self._left_out.setVisible(self.turn.left_out)
        self._versions.show_place(self.turn.id, self.turn.siblings)

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """Whether it may be edited now, and other versions shown."""
        self._edit.setEnabled(asking)
        self._versions.allow(switching)

    def _write(self, text: str, theme: Theme) -> None:
        style = QTextCharFormat()
        style.setFont(theme.font(FONT_PX))  # the colour is the palette's, which follows the theme
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
    """A reply: name, thinking, answer, what it is waiting for, numbers and actions. regenerate(Reply): write another
    version. continued: write on at its end. version(id): show this one."""

    regenerate = Signal(object)
    continued = Signal()
    version = Signal(object)

    def __init__(self, reply: Reply, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = reply
        self._last = True
        self._theme = theme
        self._tint = tint
        name = QLabel(reply.model)
        name.setTextFormat(Qt.TextFormat.PlainText)  # a file says what it is called
        name.setProperty("role", "who")
        self._thinking: ThinkingFold | None = None
        self._raw: RawText | None = None
        self._body = ReplyBody(theme, tint)
        self._todo: deque[Sequence[TextRun]] = deque()  # what of a long reply is not laid out yet
        self._waiting = _Waiting()
        self._note = QLabel()
        self._note.setProperty("role", "warn")
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self._note.hide()
        self._foot = _Foot(theme)
        self._foot.copy.clicked.connect(self._copy)
        self._foot.raw.toggled.connect(self._show_raw)
        self._foot.regenerate.clicked.connect(lambda: self.regenerate.emit(reply))
        self._foot.go_on.clicked.connect(self.continued)
        self._foot.versions.chosen.connect(self.version)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._left_out = LeftOut()
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(name)
        head.addSpacing(SPACE_S)
        head.addWidget(self._left_out)
        head.addStretch(1)
        self._layout.addLayout(head)
        for widget in (self._body, self._waiting, self._note, self._foot):
            self._layout.addWidget(widget)
        self.rewrite()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update_state(self._last)

    def rewrite(self) -> None:
        """Lay the reply out again, in the theme and tint of now: its beginning, and more by `lay_out_more`."""
        body = ReplyBody(self._theme, self._tint)
        self._layout.replaceWidget(self._body, body)
        self._body.hide()
        self._body.deleteLater()
        self._body = body
        body.setVisible(self._raw is None)
        if self._thinking is not None:
            self._thinking.hide()
            self._thinking.deleteLater()
            self._thinking = None
        self._todo = deque(_chunks(self.turn.runs))
        if not self.lay_out_more():
            self.update_state(self._last)

    def lay_out_more(self) -> bool:
        """The next piece of a long reply; False when there is none."""
        if not self._todo:
            return False
        self._show(self._todo.popleft())
        if not self._todo:
            self.update_state(self._last)
        return True

    def append(self, runs: Iterable[TextRun]) -> None:
        """Show the runs of one tick."""
        runs = list(runs)
        if self._todo:
            self._todo.append(runs)
        elif runs:
            self._show(runs)

    def _show(self, runs: Sequence[TextRun]) -> None:
        self._waiting.hide()
        if not self.turn.over:
            self._foot.raw.setChecked(False)
        thinking = [run for run in runs if run.thinking]
        if thinking:
            if self._thinking is None:
                self._thinking = ThinkingFold(self._theme, self._tint)
                self._layout.insertWidget(1, self._thinking)
            self._thinking.append(thinking)
        self._body.append(runs)
        if self._thinking is not None:
            answered = any(not run.thinking for run in runs) or bool(self._body.plain_text)
            self._thinking.show_time(self.turn.thinking_s, answered or self.turn.over)

    def show_waiting(self, words: str, fraction: float | None) -> None:
        """Before the first word: what is going on. fraction: 0..1, or None when there is nothing to measure."""
        self._waiting.show_progress(words, fraction)

    def update_state(self, last: bool) -> None:
        """Bring everything but the text up to date. last: only the last reply can be continued."""
        reply, self._last = self.turn, last
        if reply.over and not self._todo:
            self._body.finish()
            self._waiting.hide()
            if self._thinking is not None:
                self._thinking.show_time(reply.thinking_s, over=True)
        note = note_of(reply)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._foot.setVisible(reply.over)
        self._left_out.setVisible(reply.left_out)
        self._foot.go_on.setVisible(last and reply.cut)
        self._foot.versions.show_place(reply.id, reply.siblings)
        self._foot.show_figures(figures(reply))

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """Whether it can be written again or continued now, and other versions shown."""
        self._foot.regenerate.setEnabled(asking)
        self._foot.go_on.setEnabled(asking)
        self._foot.versions.allow(switching)

    def _show_raw(self, raw: bool) -> None:
        """The text as the model wrote it in place of how it looks, or back."""
        if self._raw is not None:
            self._layout.removeWidget(self._raw)
            self._raw.hide()
            self._raw.deleteLater()
            self._raw = None
        if raw:
            self._raw = RawText(self.turn.text, self._theme, self)
            self._layout.insertWidget(self._layout.indexOf(self._body), self._raw)
            self._raw.show()
        self._body.setVisible(not raw)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.turn.text)
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
        self._figures = QLabel()
        self._figures.setProperty("role", "small")
        self._figures.setTextFormat(Qt.TextFormat.PlainText)
        self._figures.setWordWrap(True)
        self._figures.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.copy = _action(self.tr("Copy"), "copy", theme)
        self.raw = _action(self.tr("As the model wrote it"), "raw", theme)
        self.raw.setCheckable(True)
        self.regenerate = _action(self.tr("Regenerate"), "refresh", theme)
        self.go_on = _action(self.tr("Continue the reply"), "play", theme)
        self.versions = Versions(theme)
        self._theme = theme
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: theme.bind_icon(self.copy, "copy", "muted"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._figures, 1)
        for widget in (self.versions, self.go_on, self.raw, self.copy, self.regenerate):
            layout.addWidget(widget)

    def show_figures(self, parts: list[str]) -> None:
        self._figures.setText((" " * 3).join(part.replace(" ", "\u00a0") for part in parts))

    def copied(self) -> None:
        self._theme.bind_icon(self.copy, "check", "good")
        self._copied.start()


def _action(name: str, icon: str, theme: Theme) -> QToolButton:
    button = QToolButton()
    button.setToolTip(name)
    button.setAccessibleName(name)
    theme.bind_icon(button, icon, "muted")
    return button


def _chunks(runs: Iterable[TextRun]) -> Iterator[list[TextRun]]:
    """The runs in pieces that are laid out in a few milliseconds each."""
    chunk: list[TextRun] = []
    room = CHUNK
    for run in runs:
        text = run.text
        while text:
            chunk.append(TextRun(text[:room], run.origin, run.thinking))
            text, room = text[room:], room - len(text[:room])
            if not room:
                yield chunk
                chunk, room = [], CHUNK
    if chunk:
        yield chunk
