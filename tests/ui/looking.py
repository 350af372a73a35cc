"""What can be seen and pressed in a window, by the words on it."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from tests.ui.scripted_engine import ScriptedLink
from ui.main_window import MainWindow


def words_on(window: MainWindow) -> str:
    """All words of labels and buttons that can be seen."""
    QApplication.processEvents()
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    pressable = [one.text() for one in window.findChildren(QAbstractButton) if one.isVisible()]
    return "\n".join(labels + pressable)


def buttons(window: MainWindow, name: str) -> list[QAbstractButton]:
    """The visible buttons of an accessible name or text."""
    QApplication.processEvents()
    found = window.findChildren(QAbstractButton)
    return [one for one in found if one.isVisible() and name in (one.accessibleName(), one.text())]


def button(window: MainWindow, name: str) -> QAbstractButton:
    """The first of them."""
    found = buttons(window, name)
    assert found, f"no button {name!r} can be seen"
    return found[0]


def ask(window: MainWindow, link: ScriptedLink, question: str, answer: str) -> None:
    """A question with its whole reply."""
    window.send_message(question)
    link.reply(answer)
    window.tick()
