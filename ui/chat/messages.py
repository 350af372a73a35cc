"""What one turn looks like: the user's card, and the model's reply with its thinking, its numbers and its actions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
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
from ui.chat.reply_parts import ReplyFoot, ThinkingFold, Waiting, tool
from ui.chat.segments import Tint
from ui.chat.text_views import FlowingText
from ui.chat.versions import Versions
from ui.language import local
from ui.numerals import number
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate
_CONTEXT: Final = "ReplyMessage"
PIECE: Final = 700  # characters of a stored message that are laid out in one go
LONG_PIECE: Final = 4000  # characters, where they are nothing but text
ENOUGH: Final = 4  # pieces of a long reply with which it is shown
STREAMED_PIECE: Final = 3000  # the same of what streams in faster than it can be laid out
MOST_IN_A_TICK: Final = 6000  # characters that are laid out at once while a reply streams in
MOST_FENCES: Final = 6  # in a piece: of code in cards, a few characters make much to lay out
_FENCE: Final = "```"


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
    ready = True  # to be looked at, as soon as it is made

    def __init__(self, turn: UserTurn, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        name = QLabel(self.tr("You"))
        name.setProperty("role", "who")
        self._versions = Versions(theme)
        self._versions.chosen.connect(self.version)
        self._edit = tool(self.tr("Edit your message"), "edit", theme)
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
        self._style = QTextCharFormat()
        self._style.setFont(theme.font(FONT_PX))  # the colour is the palette's, which follows the theme
        self._written = 0
        self.lay_out_more()
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

    def lay_out_more(self) -> bool:
        """The next piece of a long text; False when all is there."""
        piece = self.turn.text[self._written : self._written + LONG_PIECE]
        if not piece:
            return False
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(piece, self._style)
        self._written += len(piece)
        return True

    @property
    def complete(self) -> bool:
        """Whether all of the text is laid out."""
        return self._written >= len(self.turn.text)

    def update_state(self) -> None:
        """Bring the versions up to date, and whether the model is still shown it."""
        self._left_out.setVisible(self.turn.left_out)
        self._versions.show_place(self.turn.id, self.turn.siblings)

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """Whether it may be edited now, and other versions shown."""
        self._edit.setEnabled(asking)
        self._versions.allow(switching)


class ReplyMessage(QWidget):
    """A reply: name, thinking, answer, what it is waiting for, numbers and actions. regenerate(Reply): write another
    version. continued: write on at its end. version(id): show this one.

    It is made empty; `lay_out_more` brings in what there is, piece by piece. What only some replies have is made when
    it is needed. last: only the last reply can be continued.
    """

    regenerate = Signal(object)
    continued = Signal()
    version = Signal(object)

    def __init__(self, reply: Reply, theme: Theme, tint: Tint, last: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = reply
        self._last = last
        self._theme = theme
        self._tint = tint
        self._asking = self._switching = True
        name = QLabel(reply.model)
        name.setTextFormat(Qt.TextFormat.PlainText)  # a file says what it is called
        name.setProperty("role", "who")
        self._body = ReplyBody(theme, tint, self)
        self._thinking: ThinkingFold | None = None
        self._raw: RawText | None = None
        self._waiting: Waiting | None = None
        self._note: QLabel | None = None
        self._foot: ReplyFoot | None = None
        self._left_out: LeftOut | None = None
        self._head = QHBoxLayout()
        self._head.setSpacing(2 + SPACE_S)
        self._head.addWidget(name)
        self._head.addStretch(1)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._layout.addLayout(self._head)
        self._layout.addWidget(self._body)
        self._todo: deque[Sequence[TextRun]] = deque(_pieces(self.turn.runs))
        self._n_laid_out = 0
        self._settled = False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._settled:
            self.update_state(self._last)

    @property
    def ready(self) -> bool:
        """Whether so much is laid out that it can be looked at."""
        return self._settled or self._n_laid_out >= ENOUGH

    @property
    def complete(self) -> bool:
        """Whether all of the text is laid out."""
        return not self._todo

    def lay_out_more(self) -> bool:
        """The next piece, a few milliseconds of work; False when all is there."""
        if self._todo:
            self._show(self._todo.popleft())
            self._n_laid_out += 1
        elif not self._settled:
            self.update_state(self._last)
        else:
            return False
        return True

    def append(self, runs: Iterable[TextRun]) -> None:
        """Show the runs of one tick; of very many at once `lay_out_more` brings in what is left."""
        runs = list(runs)
        if self._todo or _is_much(runs):
            self._todo.extend(_pieces(runs, STREAMED_PIECE))
            self._settled = False
        elif runs:
            self._show(runs)

    def show_waiting(self, words: str, fraction: float | None) -> None:
        """Before the first word: what is going on. fraction: 0..1, or None when there is nothing to measure."""
        if self._waiting is None:
            self._waiting = Waiting()
            self._insert(self._waiting, behind=self._body)
        self._waiting.show_progress(words, fraction)

    def update_state(self, last: bool) -> None:
        """Bring everything but the text up to date. last: only the last reply can be continued."""
        reply, self._last = self.turn, last
        if not self._todo:
            self._settled = True
            if reply.over:
                self._end()
        note = note_of(reply)
        if note and self._note is None:
            self._note = QLabel()
            self._note.setProperty("role", "warn")
            self._note.setTextFormat(Qt.TextFormat.PlainText)
            self._note.setWordWrap(True)
            self._insert(self._note, behind=self._waiting or self._body)
        if self._note is not None:
            self._note.setText(note)
            self._note.setVisible(bool(note))
        if reply.left_out and self._left_out is None:
            self._left_out = LeftOut()
            self._head.insertWidget(1, self._left_out)
        if self._left_out is not None:
            self._left_out.setVisible(reply.left_out)
        if self._foot is not None:
            self._foot.setVisible(reply.over)
            self._foot.show_state(reply, last)
            self._foot.show_figures(figures(reply))

    def allow_actions(self, asking: bool, switching: bool) -> None:
        """Whether it can be written again or continued now, and other versions shown."""
        self._asking, self._switching = asking, switching
        if self._foot is not None:
            self._foot.allow(asking, switching)

    def _show(self, runs: Sequence[TextRun]) -> None:
        if self._waiting is not None:
            self._waiting.hide()
        if not self.turn.over and self._foot is not None:
            self._foot.raw.setChecked(False)
        thinking = [run for run in runs if run.thinking]
        if thinking:
            if self._thinking is None:
                self._thinking = ThinkingFold(self._theme, self._tint)
                self._layout.insertWidget(1, self._thinking)
                self._thinking.stackUnder(self._body)
            self._thinking.append(thinking)
        self._body.append(runs)
        if self._thinking is not None:
            answered = any(not run.thinking for run in runs) or bool(self._body.plain_text)
            self._thinking.show_time(self.turn.thinking_s, answered or self.turn.over)

    def _end(self) -> None:
        """All of it is there."""
        self._body.finish()
        if self._waiting is not None:
            self._waiting.hide()
        if self._thinking is not None:
            self._thinking.show_time(self.turn.thinking_s, over=True)
        if self._foot is None:
            self._foot = self._make_foot()
            self._layout.addWidget(self._foot)

    def _make_foot(self) -> ReplyFoot:
        foot = ReplyFoot(self._theme)
        foot.copy.clicked.connect(self._copy)
        foot.raw.toggled.connect(self._show_raw)
        foot.regenerate.clicked.connect(lambda: self.regenerate.emit(self.turn))
        foot.continued.connect(self.continued)
        foot.versions.chosen.connect(self.version)
        foot.allow(self._asking, self._switching)
        return foot

    def _insert(self, part: QWidget, behind: QWidget) -> None:
        """A part of the column made late. Children stand in the order they are read in, which is the order of Tab."""
        self._layout.insertWidget(self._layout.indexOf(behind) + 1, part)
        if self._foot is not None:
            part.stackUnder(self._foot)

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
            self._raw.stackUnder(self._body)
            self._raw.show()
        self._body.setVisible(not raw)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.turn.text)
        if self._foot is not None:
            self._foot.copied()


def _is_much(runs: Sequence[TextRun]) -> bool:
    """Whether more comes at once than can be laid out without holding up the window."""
    n_characters = sum(len(run.text) for run in runs)
    return n_characters > MOST_IN_A_TICK or sum(run.text.count(_FENCE) for run in runs) > MOST_FENCES


def _pieces(runs: Iterable[TextRun], size: int = PIECE) -> Iterator[list[TextRun]]:
    """The runs in pieces that are laid out in a few milliseconds each, cut between paragraphs or lines if possible."""
    piece: list[TextRun] = []
    room, fences = size, MOST_FENCES
    for run in runs:
        at = 0
        while at < len(run.text):
            text = run.text[at : at + size + 1]
            n = len(text) if len(text) <= room else _cut(text, room)
            n = min(n, _fence_end(text, fences))
            fences -= text.count(_FENCE, 0, n)
            room -= n
            at += n
            piece.append(TextRun(text[:n], run.origin, run.thinking))
            if n < len(text) or room == 0 or fences <= 0:
                yield piece
                piece, room, fences = [], size, MOST_FENCES
    if piece:
        yield piece


def _fence_end(text: str, n: int) -> int:
    """Where the n-th fence ends; the whole text has fewer."""
    end = 0
    for _ in range(n):
        found = text.find(_FENCE, end)
        if found < 0:
            return len(text)
        end = found + len(_FENCE)
    return end


def _cut(text: str, room: int) -> int:
    for mark in ("\n\n", "\n"):
        at = text.rfind(mark, room // 3, room)
        if at >= 0:
            return at + len(mark)
    return room
