"""Numbers and dates as the window's language writes them: Qt's default locale is that of the language in force."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

_TIMES: Final = re.compile(r"(?<=\d)x\b")


def number(value: float, decimals: int = 0) -> str:
    """1234.5 with one decimal: '1,234.5' in English, '1 234,5' in Swedish."""
    return QLocale().toString(round(float(value), decimals), "f", decimals)


def moment(when: datetime) -> str:
    """Day and minute in their short forms."""
    day, time = QDate(when.year, when.month, when.day), QTime(when.hour, when.minute)
    return QLocale().toString(QDateTime(day, time), QLocale.FormatType.ShortFormat)


def with_times_signs(text: str) -> str:
    """'1.49x as fast', as a terminal shows it, with the sign that the rest of the window has: '1.49× as fast'."""
    return _TIMES.sub("×", text)
