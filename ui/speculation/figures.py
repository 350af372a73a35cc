"""The four big figures of a reply: speed, speedup, acceptance, tokens per round."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.metrics import ReplyMetrics
from ui.speculation import words as say
from ui.speculation.parts import words
from ui.speculation.state import Baseline
from ui.speculation.verdict import VerdictLevel, speedup_level
from ui.theme.palette import FONT_FIGURE_PX, SPACE_XS
from ui.theme.theme import Theme, restyle

# The room of one figure. '100 %' and '0.65×' fit at FONT_FIGURE_PX in a wide font such as DejaVu Sans too.
COLUMN_PX: Final = 64


class Figure(QWidget):
    """A big number and the word for it below, which does not move while digits change."""

    def __init__(self, theme: Theme, caption: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = words(caption, "small")
        self._level: VerdictLevel = "neutral"
        self._value = words(say.UNKNOWN, "figure")
        theme.bind_font(self._value, lambda: theme.font(FONT_FIGURE_PX, QFont.Weight.Bold, tabular=True))
        self.setMinimumWidth(COLUMN_PX)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._value)
        layout.addWidget(self._caption)

    def show_value(self, text: str, level: VerdictLevel = "neutral") -> None:
        """Change the number, and its colour by what it means."""
        if text != self._value.text():
            self._value.setText(text)
            self._name()
        if level != self._level:
            self._level = level
            restyle(self._value, "figure" if level == "neutral" else f"figure-{level}")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._name()

    def text(self) -> str:
        """The number as shown."""
        return self._value.text()

    @property
    def level(self) -> VerdictLevel:
        """What its colour says."""
        return self._level

    def _name(self) -> None:
        self.setAccessibleName(f"{self._value.text()} {self._caption.text()}")


class FiguresRow(QWidget):
    """The four figures side by side in equal columns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.speed = Figure(theme, self.tr("tok/s"))
        self.speedup = Figure(theme, self.tr("baseline"))
        self.accepted = Figure(theme, self.tr("accepted"))
        self.per_round = Figure(theme, self.tr("per round"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        for figure in (self.speed, self.speedup, self.accepted, self.per_round):
            layout.addWidget(figure, 1)
        self.speed.setToolTip(self.tr("Tokens per second after the first round of the reply; the prompt is not in it."))
        self.accepted.setToolTip(self.tr("Drafted tokens that were kept. n/a: nothing was drafted."))
        self.per_round.setToolTip(self.tr("Tokens given out per round, the one that the model itself adds included."))

    def show_figures(
        self, metrics: ReplyMetrics, speedup: float | None, baseline: Baseline | None, is_baseline: bool
    ) -> None:
        """speedup: against `baseline`; is_baseline: the reply itself runs without drafters."""
        self.speed.show_value(say.speed(metrics.tokens_per_s))
        level: VerdictLevel = "neutral" if speedup is None or is_baseline else speedup_level(speedup)
        self.speedup.show_value(say.times(speedup), level)
        self.speedup.setToolTip(self._speedup_words(speedup, baseline, is_baseline))
        unknown = self.tr("n/a") if metrics.rounds else say.UNKNOWN
        self.accepted.show_value(say.percent(metrics.acceptance_rate, unknown))
        self.per_round.show_value(say.per_round(metrics.tokens_per_round))

    def _speedup_words(self, speedup: float | None, baseline: Baseline | None, is_baseline: bool) -> str:
        if is_baseline:
            return self.tr("Speculation is off: this reply is the baseline.")
        if baseline is None:
            return self.tr("The speed without speculation is not known yet. A reply with it off measures it.")
        figures = self.tr("Baseline {speed} tok/s, {source}.").format(
            speed=say.speed(baseline.tokens_per_s), source=baseline.source_words
        )
        if speedup is None or baseline.measured:
            return figures
        return self.tr("An estimate. {figures} A reply with speculation off measures it.").format(figures=figures)
