"""The two graphs that grow with the replies of a comparison."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from ui.compare.graphs import CurvesGraph
from ui.theme.theme import Theme

translate: Final = QCoreApplication.translate


def tokens_graph(theme: Theme) -> CurvesGraph:
    """Tokens over the seconds since the first one."""
    return CurvesGraph(
        theme,
        translate("CompareView", "Tokens over time"),
        translate("CompareView", "The curves begin with the first run."),
        "s",
        translate("CompareView", "tokens"),
        hint=translate(
            "CompareView",
            "From the first token on: the steeper, the faster. The dotted line is a drafter that always knew, the most"
            " that is possible with this model on this machine.",
        ),
    )


def acceptance_graph(theme: Theme) -> CurvesGraph:
    """Acceptance over the last rounds, in per cent."""
    return CurvesGraph(
        theme,
        translate("CompareView", "Acceptance over the reply"),
        translate("CompareView", "Accepted drafts, over the last rounds of a reply."),
        translate("CompareView", "tokens"),
        "%",
        top=100.0,
        zones=True,
        hint=translate(
            "CompareView",
            "Accepted tokens of the last 32 rounds. In the lower band, up to 40 %, drafting seldom pays; in the narrow"
            " one above it, up to 50 %, it depends.",
        ),
    )
