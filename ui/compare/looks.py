"""Which colour and stroke stands for which arm, the same in panes, graphs and legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from ui.comparison import Arm
from ui.theme.theme import Theme

_STROKES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine)


@dataclass(frozen=True, slots=True)
class Look:
    """family: of the arm's drafters; 'plain' without any, 'mixed' for several. stroke: parts arms of one family."""

    family: str
    stroke: Qt.PenStyle = Qt.PenStyle.SolidLine

    def colour(self, theme: Theme) -> QColor:
        """In the palette in force."""
        if self.family == "mixed":
            return theme.colour("accent")
        return QColor(theme.palette.family(self.family))


def looks_of(arms: Sequence[Arm], family_of: Mapping[str, str]) -> dict[str, Look]:
    """A look for every arm, by its name. Peers are drawn in the neutral tone, in a stroke of their own."""
    used: Counter[str] = Counter()
    looks: dict[str, Look] = {}
    for arm in arms:
        families = {family_of.get(drafter.name, "mixed") for drafter in arm.speculation.drafters}
        family = "plain" if not families else families.pop() if len(families) == 1 else "mixed"
        looks[arm.name] = Look(family, _STROKES[used[family] % len(_STROKES)])
        used[family] += 1
    return looks
