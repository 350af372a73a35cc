"""The one stylesheet. `ui.theme.theme` lists the roles that widgets may take.

It names no colours but roles of Qt's palette, so that it stays as it is when the theme changes: setting a stylesheet
again makes Qt work out the look of every widget at once, which takes a second in a long conversation. The theme's
colours outnumber the palette's roles, so some stand in roles that nothing in this program is drawn with otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QPalette

from ui.theme.palette import FONT_FIGURE_PX, FONT_SMALL_PX, RADIUS_CARD, RADIUS_CONTROL, Palette

_HEADING_PX: Final = 20
_TINY_PX: Final = 11
_HEIGHTS: Final = {"button": 18, "field": 20, "prompt": 64}  # of what holds words, at least
_PLACE: Final = re.compile(r"@(\w+)@?")
_Role = QPalette.ColorRole
# The name of a colour -> its role, and what a stylesheet calls that.
ROLES: Final[Mapping[str, tuple[QPalette.ColorRole, str]]] = {
    "background": (_Role.Window, "window"),
    "surface": (_Role.Base, "base"),
    "raised": (_Role.AlternateBase, "alternate-base"),
    "line": (_Role.Mid, "mid"),
    "text": (_Role.WindowText, "window-text"),
    "muted": (_Role.PlaceholderText, "placeholder-text"),
    "accent": (_Role.Highlight, "highlight"),
    "on_accent": (_Role.HighlightedText, "highlighted-text"),
    "bad": (_Role.BrightText, "bright-text"),
    "good": (_Role.LinkVisited, "link-visited"),  # no link of ours remembers that it was followed
    "warn": (_Role.ToolTipText, "tooltip-text"),  # the stylesheet gives tool tips their own colour
    "sunken": (_Role.Shadow, "shadow"),
    "hover": (_Role.Midlight, "midlight"),
    "handle": (_Role.Dark, "dark"),
    "faint": (_Role.Light, "light"),
    "accent_hover": (_Role.Accent, "accent"),
}


def colours_by_role(colours: Palette) -> dict[QPalette.ColorRole, str]:
    """What the palette must hold for the stylesheet, as '#rrggbb'."""
    derived = {
        "sunken": _mix(colours.background, "#000000", 0.25) if colours.dark else colours.background,
        "accent_hover": _mix(colours.accent, colours.text, 0.12),
        "hover": _mix(colours.raised, colours.text, 0.05),
        "handle": _mix(colours.line, colours.muted, 0.25),
        "faint": _mix(colours.background, colours.muted, 0.62),
    }
    return {role: derived.get(name) or getattr(colours, name) for name, (role, _) in ROLES.items()}


def stylesheet(images: Mapping[str, str], text: float = 1.0) -> str:
    """The text for Qt. images: paths of 'chevron-down', 'chevron-up' and 'check'. text: how large words are, 1 for as
    the palette has them."""
    values = {name: f"palette({word})" for name, (_, word) in ROLES.items()}
    sizes = {"small": FONT_SMALL_PX, "heading": _HEADING_PX, "figure": FONT_FIGURE_PX, "tiny": _TINY_PX, **_HEIGHTS}
    values |= {name: str(round(px * text)) for name, px in sizes.items()}
    values |= {
        "control": str(RADIUS_CONTROL),
        "card": str(RADIUS_CARD),
        "chevron_down": images["chevron-down"],
        "chevron_up": images["chevron-up"],
        "check": images["check"],
    }
    return _PLACE.sub(lambda match: values[match[1]], _sheet())


@cache
def _sheet() -> str:
    text = (Path(__file__).parent / "theme.qss").read_text(encoding="utf-8")
    return text.split("*/", 1)[1]


def _mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from first to second, both '#rrggbb'."""
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
