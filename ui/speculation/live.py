"""The live part of the panel below the big figures: curves, bars and the strip of rounds of the reply on
show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.services import MemoryReading
from ui.speculation import words as say
from ui.speculation.bars import MemoryBars, SharesBar
from ui.speculation.columns import PositionBars, RoundStrip
from ui.speculation.graphs import LineGraph
from ui.speculation.parts import HeadingRow
from ui.speculation.state import Baseline, SpeculationState, drafters_in_play
from ui.theme.palette import SPACE_L, SPACE_XS
from ui.theme.theme import Theme


class LiveView(QWidget):
    """Shows a `SpeculationState`; draws only what is its own and keeps nothing."""

    def __init__(self, theme: Theme, family_of: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._family_of = family_of
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_L)
        self.speed = LineGraph(
            theme,
            self.tr("Tokens per second over the reply"),
            self.tr("The speed of the reply, with the baseline as a dashed line."),
            "accent",
        )
        self._speed_heading = self._add(self.tr("Tokens per second"), self.speed)
        self.acceptance = LineGraph(
            theme,
            self.tr("Acceptance over the reply"),
            self.tr("How much of what was drafted is kept. Below 40 % it seldom pays."),
            "good",
            top=100.0,
            zones=True,
        )
        self._add(self.tr("Acceptance"), self.acceptance).set_detail(self.tr("last 32 rounds"))
        self.positions = PositionBars(theme)
        self._positions_heading = self._add(self.tr("Acceptance by position"), self.positions)
        self.rounds = RoundStrip(theme, family_of)
        self._rounds_heading = self._add(self.tr("Rounds"), self.rounds)
        self.shares = SharesBar(theme)
        self._layout.addWidget(self.shares)
        self.memory = MemoryBars(theme)
        self.memory.hide()
        self._layout.addWidget(self.memory)

    def show_state(self, state: SpeculationState, baseline: Baseline | None) -> None:
        """Draw the reply as it stands."""
        metrics = state.metrics
        self.speed.set_reference(baseline.tokens_per_s if baseline else None)
        self.speed.show_trace(state.speed)
        words = self.tr("baseline {speed}").format(speed=say.speed(baseline.tokens_per_s)) if baseline else ""
        self._speed_heading.set_detail(words)
        self.acceptance.show_trace(state.acceptance)
        self.positions.show_figures(metrics)
        n = self.positions.count()
        self._positions_heading.set_detail("" if n == 0 else "1" if n == 1 else f"1 – {n}")
        self.rounds.show_rounds(tuple(state.recent))
        families = self._families(state)
        self._rounds_heading.set_detail(self._legend(families), rich=True)
        self.shares.show_figures(metrics, families[0] if families else "")
        if state.phase == "done":
            self._describe(state)

    def show_memory(self, readings: Sequence[MemoryReading]) -> None:
        """The latest memory readings."""
        self.memory.show_readings(readings)
        self.memory.setVisible(bool(self.memory.texts()))

    def legend(self) -> str:
        """The families in use, as Qt's HTML."""
        return self._rounds_heading.detail()

    def _families(self, state: SpeculationState) -> list[str]:
        """Families of the drafters that take part, then of those that proposed without being listed; each once."""
        names = [*drafters_in_play(state), *state.metrics.by_drafter]
        return list(dict.fromkeys(self._family_of.get(name, "") for name in names))

    def _legend(self, families: Sequence[str]) -> str:
        colours = self._theme.palette
        titles = {
            "ngram": self.tr("n-gram"),
            "mtp": self.tr("MTP"),
            "draft": self.tr("draft model"),
            "history": self.tr("history"),
        }
        parts = (
            f'<span style="color:{colours.family(family)}">■</span> {titles.get(family, self.tr("other"))}'
            for family in families
        )
        return "&nbsp;&nbsp;".join(parts)

    def _describe(self, state: SpeculationState) -> None:
        """Say to a screen reader where the curves ended."""
        self.speed.setAccessibleDescription(self.tr("{0} tok/s").format(say.speed(state.metrics.tokens_per_s)))
        self.acceptance.setAccessibleDescription(say.percent(state.metrics.acceptance_rate))
        self.positions.tell()
        self.rounds.tell()

    def _add(self, title: str, widget: QWidget) -> HeadingRow:
        heading = HeadingRow(title)
        block = QVBoxLayout()
        block.setSpacing(SPACE_XS)
        block.addWidget(heading)
        block.addWidget(widget)
        self._layout.addLayout(block)
        return heading
