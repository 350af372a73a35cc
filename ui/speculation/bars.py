"""Bars of shares: what a round's time went into, and who holds how much of each memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.metrics import ReplyMetrics
from ui.services import MemoryReading
from ui.speculation.parts import HeadingRow
from ui.speculation.words import gigabytes, whole_percents
from ui.theme.palette import SPACE_M, SPACE_XS
from ui.theme.theme import Theme, with_alpha

BAR_PX: Final = 8


class SegmentBar(QWidget):
    """Segments side by side in a rounded track; shares of 0..1, what is left of the track stays empty."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._segments: Sequence[tuple[float, QColor]] = ()
        self.setFixedHeight(BAR_PX)
        theme.changed.connect(self.update)

    def show_segments(self, segments: Sequence[tuple[float, QColor]]) -> None:
        """(share, colour) from left to right."""
        if segments != self._segments:
            self._segments = segments
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            outline = QPainterPath()
            outline.addRoundedRect(QRectF(self.rect()), BAR_PX / 2, BAR_PX / 2)
            painter.setClipPath(outline)
            painter.fillRect(self.rect(), QColor(self._theme.palette.raised))
            x = 0.0
            for share, colour in self._segments:
                width = share * self.width()
                painter.fillRect(QRectF(x, 0, width, self.height()), colour)
                x += width


class SharesBar(QWidget):
    """Draft, verify and other as shares of the time of all rounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heading = HeadingRow(self.tr("Time per round"))
        self._bar = SegmentBar(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._heading)
        layout.addWidget(self._bar)
        self.setToolTip(
            self.tr("Verifying usually takes 42 to 95 % of a round. A draft should stay below 20 % of a target pass.")
        )
        self.setAccessibleName(self.tr("Time per round"))

    def show_figures(self, metrics: ReplyMetrics, family: str) -> None:
        """family: of the drafter whose colour the draft's share takes."""
        parts = (metrics.draft_s, metrics.verify_s, metrics.sample_s + metrics.other_s)
        total = sum(parts)
        if total <= 0:
            self._heading.set_title(self.tr("Time per round"))
            self._bar.show_segments(())
            return
        draft, verify, other = whole_percents(parts)
        text = self.tr("draft {draft} % · verify {verify} % · other {other} %")
        shares = text.format(draft=draft, verify=verify, other=other)
        self._heading.set_title(shares)
        self.setAccessibleDescription(shares)
        colours = self._theme.palette
        paints = (
            QColor(colours.family(family)),
            with_alpha(colours.accent, 0.65),
            with_alpha(colours.muted, 0.5),
        )
        self._bar.show_segments([(part / total, paint) for part, paint in zip(parts, paints, strict=True)])

    def words(self) -> str:
        """The shares as shown."""
        return self._heading.title()


class MemoryBars(QWidget):
    """One bar for each memory: ours, used by others, free."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[HeadingRow, SegmentBar]] = []
        self._readings: Sequence[MemoryReading] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_XS)
        theme.changed.connect(self._repaint)

    def show_readings(self, readings: Sequence[MemoryReading]) -> None:
        """The latest readings; a memory of unknown size is left out."""
        known = [reading for reading in readings if reading.total > 0]
        if known == self._readings:
            return
        self._readings = known
        while len(self._rows) < len(known):
            self._add_row()
        for i, (heading, bar) in enumerate(self._rows):
            heading.setVisible(i < len(known))
            bar.setVisible(i < len(known))
        self._repaint()

    def texts(self) -> list[str]:
        """What stands over each bar."""
        return [heading.accessibleName() for heading, _ in self._rows[: len(self._readings)]]

    def _add_row(self) -> None:
        heading, bar = HeadingRow(""), SegmentBar(self._theme)
        if self._rows:
            self._layout.addSpacing(SPACE_M - SPACE_XS)
        self._layout.addWidget(heading)
        self._layout.addWidget(bar)
        self._rows.append((heading, bar))

    def _repaint(self) -> None:
        ours_colour, others_colour = self._theme.colour("accent"), self._theme.colour("muted", 0.5)
        for reading, (heading, bar) in zip(self._readings, self._rows, strict=False):
            used = f"{reading.label} {gigabytes(reading.used)} / {gigabytes(reading.total)} GB"
            ours = self.tr("models {ours} GB").format(ours=gigabytes(reading.ours))
            heading.set_title(used)
            heading.set_detail(ours)
            heading.setAccessibleName(f"{used}, {ours}")
            heading.setToolTip(self.tr("Held by this program's models, by everything else, and free."))
            own = min(reading.ours, reading.used)
            shares = (own / reading.total, (reading.used - own) / reading.total)
            bar.show_segments([(shares[0], ours_colour), (shares[1], others_colour)])
