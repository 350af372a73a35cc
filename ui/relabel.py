"""Putting the words of widgets that are there already into another language.

Each text that a widget shows by its own means is looked up among the messages of the classes that it stands in, and
then among all others. What a widget paints or composes it says anew itself when Qt tells it that the language changed
(`QEvent.LanguageChange`), which comes after this.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import shiboken6
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from ui.catalogue import Catalogue

_TEXTS: Final[tuple[tuple[type[Any], tuple[tuple[str, str], ...]], ...]] = (
    (
        QWidget,
        (
            ("toolTip", "setToolTip"),
            ("accessibleName", "setAccessibleName"),
            ("accessibleDescription", "setAccessibleDescription"),
            ("windowTitle", "setWindowTitle"),
        ),
    ),
    (QLabel, (("text", "setText"),)),
    (QAbstractButton, (("text", "setText"),)),
    (QMenu, (("title", "setTitle"),)),
    (QLineEdit, (("placeholderText", "setPlaceholderText"),)),
    (QPlainTextEdit, (("placeholderText", "setPlaceholderText"),)),
    (QTextEdit, (("placeholderText", "setPlaceholderText"),)),
    (QSpinBox, (("prefix", "setPrefix"), ("suffix", "setSuffix"), ("specialValueText", "setSpecialValueText"))),
    (QDoubleSpinBox, (("prefix", "setPrefix"), ("suffix", "setSuffix"), ("specialValueText", "setSpecialValueText"))),
)
_ACTION: Final = (("text", "setText"), ("toolTip", "setToolTip"))


def relabel(widgets: Iterable[QWidget], catalogue: Catalogue) -> None:
    """Translate what these widgets show."""
    known: dict[QWidget, tuple[str, ...]] = {}
    for widget in widgets:
        if shiboken6.isValid(widget):
            contexts = _contexts(widget, known)
            for kind, texts in _TEXTS:
                if isinstance(widget, kind):
                    _translate(widget, texts, catalogue, contexts)
            if isinstance(widget, QComboBox):
                for i in range(widget.count()):
                    if widget.itemData(i) is not None:  # else the text itself is the value
                        widget.setItemText(i, catalogue.translated_anywhere(widget.itemText(i), contexts))
            for action in widget.actions():
                _translate(action, _ACTION, catalogue, contexts)


def _translate(
    thing: QWidget | QAction, texts: Iterable[tuple[str, str]], catalogue: Catalogue, contexts: tuple[str, ...]
) -> None:
    for read, write in texts:
        before: str = getattr(thing, read)()
        now = catalogue.translated_anywhere(before, contexts)
        if now != before:
            getattr(thing, write)(now)


def _contexts(widget: QWidget, known: dict[QWidget, tuple[str, ...]]) -> tuple[str, ...]:
    """Names of the classes that the widget is of or stands in, the nearest first."""
    if widget not in known:
        own = tuple(kind.__name__ for kind in type(widget).__mro__ if not kind.__module__.startswith("PySide6"))
        around = widget.parentWidget()
        known[widget] = own if around is None else tuple(dict.fromkeys((*own, *_contexts(around, known))))
    return known[widget]
