"""A data folder with a real store, and the window that is open on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import shiboken6
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.conversations.store import ConversationStore
from engine.commands import EngineLink, Generate, PresetInfo
from engine.drafters import discover
from engine.presets import load_presets
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from ui.main_window import MainWindow
from ui.services import StoredConversation
from ui.theme.theme import Theme

PATIENCE_MS = 20_000


class Home:
    """A data folder, and the window that is open on it."""

    def __init__(self, folder: Path, theme: Theme, qtbot: QtBot) -> None:
        self.folder = folder
        self.settings = {"theme": "dark"}
        self._theme = theme
        self._qtbot = qtbot
        self.start()

    def start(self) -> None:
        """Open a window with a scripted engine and a loaded model."""
        self.link = ScriptedLink()
        self.open_on(self.link)
        self.window.open_model(MODEL_PATH)
        self.link.answer_load()
        self.window.tick()
        self.link.answer_prepare()
        self.window.tick()

    def open_on(self, link: EngineLink) -> None:
        presets: tuple[PresetInfo, ...] = PRESETS
        families: dict[str, str] = FAMILY_OF
        if link is not self.link:
            loaded, _ = load_presets()
            presets, families = tuple(loaded.values()), {name: kind.family for name, kind in discover().items()}
        self.store = ConversationStore(self.folder / "conversations.db")
        services = MemoryServices(self.store, settings=self.settings)
        self.window = MainWindow(link, services, presets, families, self._theme)
        self.window.show()
        self.window.activateWindow()

    def close(self) -> None:
        """The user closes the window."""
        self.window.close()
        self.store.close()
        shiboken6.delete(self.window)

    def restart(self) -> None:
        self.close()
        self.start()
        self.wait(lambda: self.window.controller.current.id != 0)

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    def sent(self) -> int:
        return sum(isinstance(command, Generate) for command in self.link.sent)

    def ask(self, question: str, answer: str) -> None:
        """Send a question and wait until its reply is complete."""
        before = self.sent()
        assert self.window.send_message(question)
        self.answer(before, answer)

    def answer(self, before: int, answer: str) -> None:
        self.wait(lambda: self.sent() > before)
        self.link.reply(answer)
        self.window.tick()

    def said(self) -> list[str]:
        """The turns on screen."""
        return [turn.text for turn in self.window.controller.current.turns]

    def titles(self) -> list[str]:
        """The list, headings and all, once all that was asked of the store is done."""
        assert self.store.flush()
        QApplication.processEvents()
        rows = self.window.chat.column.rows
        return [rows.index(i).data() for i in range(rows.rowCount())]

    def index(self, title: str) -> QModelIndex:
        self.wait(lambda: title in self.titles())
        rows = self.window.chat.column.rows
        return next(rows.index(i) for i in range(rows.rowCount()) if rows.index(i).data() == title)

    def pick(self, title: str) -> None:
        """Click on a chat in the list."""
        view = self.window.chat.column.list
        place = view.visualRect(self.index(title)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def choose(self, title: str, action: str) -> None:
        """Pick from the menu of a chat."""
        menu = self.window.chat.column.menu_of(self.index(title))
        found: QAction = next(one for one in menu.actions() if one.text() == action)
        found.trigger()
        menu.close()

    def button(self, name: str, at: int = -1) -> QAbstractButton:
        """One of the buttons of this name, counted from the top."""
        QApplication.processEvents()
        buttons = [one for one in self.window.findChildren(QAbstractButton) if one.isVisible()]
        named = [one for one in buttons if name in (one.accessibleName(), one.text())]
        return sorted(named, key=lambda one: one.mapTo(self.window, QPoint(0, 0)).y())[at]

    def words(self) -> str:
        QApplication.processEvents()
        return "\n".join(one.text() for one in self.window.findChildren(QLabel) if one.isVisible())

    def pick_file(self, path: Path) -> None:
        """Answer the file dialog that is open."""
        dialog = self.window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit(str(path))
        dialog.close()

    def stored(self) -> StoredConversation:
        """What is on disk of the chat on screen."""
        got: list[StoredConversation | None] = []
        self.store.load(self.window.controller.current.id, got.append)
        assert self.store.flush()
        assert got[0] is not None
        return got[0]
