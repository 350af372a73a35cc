"""The two palettes and the measures. Text colours keep a contrast of at least 4.5:1 on their backgrounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as '#rrggbb'. ngram, mtp, draft and history are the drafters', safe for colour-blind eyes."""

    dark: bool
    background: str
    surface: str
    raised: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    good: str
    warn: str
    bad: str
    ngram: str = "#e69f00"
    mtp: str = "#56b4e9"
    draft: str = "#009e73"
    history: str = "#cc79a7"

    def family(self, name: str) -> str:
        """The colour of a drafter family; muted for one that is not known."""
        known = {"ngram": self.ngram, "mtp": self.mtp, "draft": self.draft, "history": self.history}
        return known.get(name, self.muted)


LIGHT: Final = Palette(
    dark=False, background="#f6f6f4", surface="#ffffff", raised="#f0f0ed", line="#e2e2dd", text="#1b1d1f",
    muted="#676c73", accent="#0e7c86", on_accent="#ffffff", good="#197a4f", warn="#976000", bad="#b8402f",
)
DARK: Final = Palette(
    dark=True, background="#15171a", surface="#1c1f23", raised="#24282d", line="#31363c", text="#e8eaed",
    muted="#98a0a9", accent="#45b8c4", on_accent="#10181a", good="#4cb782", warn="#e0a43b", bad="#e06c5c",
)

# Pictures inside the stylesheet are the same in both themes: these can be seen on the grounds of either.
ARROW: Final = "#7d848c"
CHECK_MARK: Final = "#10181a"
TINT_ALPHA: Final = 0.20  # of accepted drafts behind the text
SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
RADIUS_CONTROL, RADIUS_CARD = 8, 12
FONT_PX, FONT_SMALL_PX, FONT_FIGURE_PX = 14, 12, 18
