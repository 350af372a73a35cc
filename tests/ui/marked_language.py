"""A language in which every text stands in brackets, and a look at whether all that a window shows does."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tools.translating import FOLDER, make_qm

OPEN, CLOSE = "⟦", "⟧"
_WORD = re.compile(r"(?<!\w)[A-Za-z_]{3,}")
_NOT_SHOWN = re.compile(r"<[^>]*>|&nbsp;|\w*…\w*")  # markup, and words that are cut


def write_marked(folder: Path) -> Path:
    """The Swedish files again, with every text in brackets instead of in Swedish, and the English ones as they are."""
    tree = ElementTree.parse(FOLDER / "paceline_sv.ts")
    for message in tree.getroot().iter("message"):
        translation = message.find("translation")
        source = message.findtext("source", "")
        assert translation is not None
        translation.attrib.pop("type", None)
        forms = list(translation.iter("numerusform"))
        for form in forms:
            form.text = f"{OPEN}{source}{CLOSE}"
        if not forms:
            translation.text = f"{OPEN}{source}{CLOSE}"
    tree.write(folder / "paceline_sv.ts", encoding="utf-8", xml_declaration=True)
    (folder / "paceline_en.ts").write_bytes((FOLDER / "paceline_en.ts").read_bytes())
    for language in ("sv", "en"):
        make_qm(folder / f"paceline_{language}.ts", folder / f"paceline_{language}.qm")
    return folder


def unmarked(root: QWidget, data: frozenset[str]) -> list[str]:
    """Words outside brackets in what a widget and all that is visible in it shows. data: words that are no language."""
    return [
        f"{type(widget).__name__} in {_place(widget)}: {text!r}"
        for widget in (root, *root.findChildren(QWidget))
        if widget.isVisible()
        for text in (*_texts(widget), *(action.text() for action in _actions(widget)))
        if _words_outside(text) - data
    ]


def menu_texts(menu: QMenu) -> list[str]:
    """What stands in a menu and the menus in it."""
    return [text for action in menu.actions() for text in (action.text(), *_inside(action))]


def words_outside(text: str, data: frozenset[str]) -> set[str]:
    """Words that stand in no brackets and are not data."""
    return _words_outside(text) - data


def _inside(action: QAction) -> list[str]:
    menu = action.menu()
    return menu_texts(menu) if isinstance(menu, QMenu) else []


def _words_outside(text: str) -> set[str]:
    depth, outside = 0, ""
    for character in _NOT_SHOWN.sub(" ", text):
        depth += (character == OPEN) - (character == CLOSE)
        outside += character if depth == 0 else " "
    return set(_WORD.findall(outside))


def _texts(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit) and not isinstance(widget.parentWidget(), QAbstractSpinBox):
        yield widget.placeholderText()
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QAbstractSpinBox):
        yield widget.text()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(i) for i in range(widget.count()))


def _actions(widget: QWidget) -> list[QAction]:
    return [action for action in widget.actions() if action.text()]


def _place(widget: QWidget) -> str:
    names: list[str] = []
    inside = widget.parentWidget()
    while inside is not None and len(names) < 4:
        names.append(type(inside).__name__)
        inside = inside.parentWidget()
    return " < ".join(names)
