"""Painted columns that tell about themselves: hover one with the mouse, or walk along them with the arrow
keys.

`RoundStrip` shows the last rounds of a reply, one column each, `PositionBars` the acceptance by position in
the draft.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from engine.events import RoundDone
from engine.metrics import ReplyMetrics
from ui.speculation.words import milliseconds, percent
from ui.theme.palette import FONT_SMALL_PX
from ui.theme.theme import Theme, with_alpha

COLUMN_PX: Final = 6
GAP_PX: Final = 1
STRIP_HEIGHT_PX: Final = 40
BARS_HEIGHT_PX: Final = 40
MIN_ROWS: Final = 4
CELL_FROM_PX: Final = 4.0  # below this a column is drawn solid instead of in cells
FEW_SAMPLES: Final = 5


class ColumnChart(QWidget):
    """Base of the two: an empty state in words, hover, and a cursor for the keyboard.

    The metaclass of Qt's classes knows nothing of abstract methods; the type checker does.
    """

    def __init__(self, theme: Theme, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cursor = -1
        self.setFixedHeight(height)
        self.setMinimumWidth(120)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    @abstractmethod
    def empty_words(self) -> str:
        """What stands in the place of columns while there are none."""

    @abstractmethod
    def count(self) -> int:
        """How many columns there are."""

    @abstractmethod
    def column(self, i: int) -> QRectF:
        """Where column i stands, over the full height."""

    @abstractmethod
    def describe(self, i: int) -> str:
        """Column i in a sentence."""

    @abstractmethod
    def summary(self) -> str:
        """All columns in a sentence, for those who do not see them; '' while there are none."""

    @abstractmethod
    def paint_columns(self, painter: QPainter) -> None:
        """Paint all columns."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.count() == 0:
                painter.setPen(self._theme.colour("muted"))
                painter.setFont(self._theme.font(FONT_SMALL_PX))
                place = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
                painter.drawText(self.rect(), place, self.empty_words())
            else:
                self.paint_columns(painter)
            if self.hasFocus():
                self._paint_focus(painter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        columns = map(self.column, range(self.count()))
        hit = next((i for i, column in enumerate(columns) if column.left() <= x <= column.right()), -1)
        text = self.describe(hit) if hit >= 0 else ""
        QToolTip.showText(event.globalPosition().toPoint(), text, self)
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self.count() - 1
        start = last if self._cursor < 0 else min(self._cursor, last)
        moves = {
            Qt.Key.Key_Left: max(0, start - 1) if self._cursor >= 0 else last,
            Qt.Key.Key_Right: min(last, start + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if last < 0 or event.key() not in moves:
            super().keyPressEvent(event)
            return
        self._cursor = moves[Qt.Key(event.key())]
        text = self.describe(self._cursor)
        self.setAccessibleDescription(text)
        foot = QPoint(int(self.column(self._cursor).center().x()), self.height())
        QToolTip.showText(self.mapToGlobal(foot), text, self)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.tell()
        super().focusInEvent(event)

    def tell(self) -> None:
        """Have a screen reader say the whole. Not with every round: that would be heard as a stammer."""
        self.setAccessibleDescription(self.summary() or self.empty_words())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._cursor = -1
        QToolTip.hideText()
        super().focusOutEvent(event)

    def _paint_focus(self, painter: QPainter) -> None:
        painter.setPen(QPen(self._theme.colour("accent"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if 0 <= self._cursor < self.count():
            painter.drawRect(self.column(self._cursor).adjusted(-0.5, 0.5, 0.5, -0.5))
        else:
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class RoundStrip(ColumnChart):
    """The last rounds, newest at the right: accepted cells in the drafter's colour from the bottom up,
    rejected ones muted above them, a dot for a round without a draft. The tallest draft in sight fills the
    height."""

    def __init__(self, theme: Theme, family_of: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(theme, STRIP_HEIGHT_PX, parent)
        self.setAccessibleName(self.tr("Rounds, newest last"))
        self._family_of = family_of
        self._rounds: Sequence[RoundDone] = ()

    def empty_words(self) -> str:
        return self.tr("One column for each round, once a reply runs.")

    def show_rounds(self, rounds: Sequence[RoundDone]) -> None:
        """rounds: oldest first; as many of the newest as fit are painted."""
        self._rounds = rounds
        self.update()

    def count(self) -> int:
        return min(len(self._rounds), (self.width() + GAP_PX) // (COLUMN_PX + GAP_PX))

    def column(self, i: int) -> QRectF:
        from_right = self.count() - i
        return QRectF(self.width() + GAP_PX - from_right * (COLUMN_PX + GAP_PX), 0, COLUMN_PX, self.height())

    def describe(self, i: int) -> str:
        done = self._rounds[len(self._rounds) - self.count() + i]
        if done.drafted:
            head = self.tr("Round {n}: {drafted} proposed, {accepted} accepted").format(
                n=done.index + 1, drafted=len(done.drafted), accepted=done.n_accepted
            )
        else:
            head = self.tr("Round {n}: nothing proposed").format(n=done.index + 1)
        times = self.tr("draft {draft}, verify {verify}, other {other}").format(
            draft=milliseconds(done.draft_s),
            verify=milliseconds(done.verify_s),
            other=milliseconds(done.sample_s + done.other_s),
        )
        return f"{head}\n{times}"

    def summary(self) -> str:
        visible = self._rounds[len(self._rounds) - self.count() :]
        drafted = sum(len(done.drafted) for done in visible)
        if not visible:
            return ""
        words = self.tr("The last {0} rounds: {1} tokens proposed, {2} accepted. The arrow keys go through them.")
        return words.format(len(visible), drafted, sum(done.n_accepted for done in visible))

    def paint_columns(self, painter: QPainter) -> None:
        n = self.count()
        visible = [self._rounds[i] for i in range(len(self._rounds) - n, len(self._rounds))]
        rows = max(MIN_ROWS, *(len(done.drafted) for done in visible))
        unit = self.height() / rows
        colours = self._theme.palette
        muted, rejected = QColor(colours.muted), QColor(colours.line)
        painter.setPen(Qt.PenStyle.NoPen)
        for i, done in enumerate(visible):
            x = self.column(i).left()
            if not done.drafted:
                painter.setBrush(muted)
                painter.drawEllipse(QPointF(x + COLUMN_PX / 2, self.height() - 2.0), 1.25, 1.25)
                continue
            y = float(self.height())
            for name, run in groupby(done.drafted_by[: done.n_accepted]):
                height = unit * sum(1 for _ in run)
                y -= height
                colour = QColor(colours.family(self._family_of.get(name, "")))
                painter.fillRect(QRectF(x, y, COLUMN_PX, height), colour)
            height = unit * (len(done.drafted) - done.n_accepted)
            painter.fillRect(QRectF(x, y - height, COLUMN_PX, height), rejected)
        if unit >= CELL_FROM_PX:
            surface = QColor(colours.surface)
            for row in range(1, rows):
                painter.fillRect(QRectF(0, round(row * unit), self.width(), 1), surface)


class PositionBars(ColumnChart):
    """Acceptance by position in the draft: of the rounds that got so far, the share that accepted the token
    there. Positions that few rounds reached are pale."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, BARS_HEIGHT_PX, parent)
        self.setAccessibleName(self.tr("Acceptance by position in the draft"))
        self._rates: Sequence[float | None] = ()
        self._reached: Sequence[int] = ()

    def empty_words(self) -> str:
        return self.tr("How often each token of a draft is kept.")

    def show_figures(self, metrics: ReplyMetrics) -> None:
        """Take the figures of the reply so far."""
        self._rates = metrics.acceptance_at()
        self._reached = tuple(metrics.drafted_by_position)
        self.update()

    def count(self) -> int:
        return len(self._rates)

    def column(self, i: int) -> QRectF:
        places = max(8, self.count())
        gap = min(8.0, 0.25 * self.width() / places)
        pitch = (self.width() + gap) / places
        return QRectF(i * pitch, 0, pitch - gap, self.height())

    def describe(self, i: int) -> str:
        text = self.tr("Token {i} of a draft: {share} accepted in the {n} rounds that got so far")
        return text.format(i=i + 1, share=percent(self._rates[i]), n=self._reached[i])

    def summary(self) -> str:
        return ", ".join(f"{i}: {percent(rate)}" for i, rate in enumerate(self._rates, 1))

    def paint_columns(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colours = self._theme.palette
        track = QColor(colours.raised)
        for i, rate in enumerate(self._rates):
            column = self.column(i)
            radius = min(3.0, column.width() / 2)
            painter.setBrush(track)
            painter.drawRoundedRect(column, radius, radius)
            if not rate:
                continue
            bar = column.adjusted(0, (1 - rate) * self.height(), 0, 0)
            painter.setBrush(with_alpha(colours.accent, 0.45 if self._reached[i] < FEW_SAMPLES else 0.9))
            painter.drawRoundedRect(bar, radius, radius)
