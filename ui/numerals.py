"""Numbers and dates as the window's language writes them: Qt's default locale is that of the language in force."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime


def number(value: float, decimals: int = 0) -> str:
    """1234.5 with one decimal: '1,234.5' in English, '1 234,5' in Swedish."""
    return QLocale().toString(round(float(value), decimals), "f", decimals)


def moment(when: datetime) -> str:
    """Day and minute in their short forms."""
    day, time = QDate(when.year, when.month, when.day), QTime(when.hour, when.minute)
    return QLocale().toString(QDateTime(day, time), QLocale.FormatType.ShortFormat)
