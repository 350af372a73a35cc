"""How large text is: as large as the system's font asks for, and the user's own choice on top of that.

Sizes in this program are written for text of 100 %. What holds words and has a size of its own (a column, a field, a
row) says so with `hold` or `scaled`, and grows with them.
"""

from __future__ import annotations

import sys
from typing import Final
from weakref import WeakKeyDictionary

import shiboken6
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme.palette import FONT_PX

STEPS: Final = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent, on top of the system's
LEAST, MOST = 0.8, 3.0
_PX_PER_POINT: Final = 96 / 72
# What a system has before anybody asks for larger text. Many start with less; nobody wants it smaller for that.
_USUAL_POINTS: Final = {"win32": 9.0, "darwin": 13.0}
_USUAL_ELSEWHERE: Final = 11.0
_HELD: WeakKeyDictionary[QWidget, dict[str, int]] = WeakKeyDictionary()


def system_factor() -> float:
    """How much larger than usual the system's font is, at least 1."""
    return factor_of(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))


def factor_of(font: QFont) -> float:
    """How much larger than usual on this system a general font is, at least 1."""
    points = font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() / _PX_PER_POINT
    return max(points / _USUAL_POINTS.get(sys.platform, _USUAL_ELSEWHERE), 1.0)


def scaled(px: int) -> int:
    """A length that is px at text of 100 %, in pixels of now."""
    now = QApplication.font().pixelSize()
    return round(px * now / FONT_PX) if now > 0 else px


def hold(widget: QWidget, **sizes: int) -> None:
    """Give a widget sizes that follow the text. sizes: QWidget's setters without 'set', such as `fixedWidth`, in
    pixels at text of 100 %."""
    _HELD.setdefault(widget, {}).update(sizes)
    _apply(widget, sizes)


def apply_again() -> None:
    """Text has another size: so has what holds it."""
    for widget, sizes in list(_HELD.items()):
        if shiboken6.isValid(widget):
            _apply(widget, sizes)


def step_from(percent: int, by: int) -> int:
    """The next larger (by 1) or smaller (by -1) of the sizes on offer; the last one stays."""
    others = [step for step in STEPS if (step > percent if by > 0 else step < percent)]
    if not others:
        return percent
    return min(others) if by > 0 else max(others)


def _apply(widget: QWidget, sizes: dict[str, int]) -> None:
    for name, px in sizes.items():
        getattr(widget, f"set{name[0].upper()}{name[1:]}")(scaled(px))
