"""The one stylesheet, built from a palette. `ui.theme.theme` lists the roles that widgets may take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from ui.theme.palette import FONT_FIGURE_PX, FONT_PX, FONT_SMALL_PX, RADIUS_CARD, RADIUS_CONTROL, Palette

_HEADING_PX: Final = 20
_PLACE: Final = re.compile(r"@(\w+)@?")


def stylesheet(colours: Palette, images: Mapping[str, str]) -> str:
    """The text for Qt. images: paths of 'chevron-down', 'chevron-up' and 'check' in the palette's colours."""
    values = {
        "background": colours.background,
        "surface": colours.surface,
        "raised": colours.raised,
        "line": colours.line,
        "text": colours.text,
        "muted": colours.muted,
        "accent": colours.accent,
        "on_accent": colours.on_accent,
        "good": colours.good,
        "warn": colours.warn,
        "bad": colours.bad,
        "sunken": _mix(colours.background, "#000000", 0.25) if colours.dark else colours.background,
        "accent_hover": _mix(colours.accent, colours.text, 0.12),
        "accent_faint": _mix(colours.surface, colours.accent, 0.14),
        "hover": _mix(colours.raised, colours.text, 0.05),
        "handle": _mix(colours.line, colours.muted, 0.25),
        "faint": _mix(colours.background, colours.muted, 0.62),
        "small": str(FONT_SMALL_PX),
        "normal": str(FONT_PX),
        "heading": str(_HEADING_PX),
        "figure": str(FONT_FIGURE_PX),
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
