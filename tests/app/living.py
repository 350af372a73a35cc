"""The whole program as its user meets it: the real window, a real engine, a data folder; driven by keys and buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app import paths
from app.engines import EngineKind
from app.services import AppServices
from app.settings import SettingsStore
from app.window import Parts, put_together
from engine.events import TextRun
from tests.tiny_models import write_endless as write_endless
from ui.chat.conversation import Reply
from ui.chat.listing import ROW
from ui.main_window import MainWindow
from ui.services import ConversationRow

PATIENCE_MS = 60_000


class Living:
    """Opens and closes the program on the data folder that the environment names."""

    def __init__(
        self, application: QApplication, qtbot: QtBot, settings: dict[str, str], engine: EngineKind = "child"
    ) -> None:
        self._application = application
        self._engine = engine
        self._qtbot = qtbot
        self.parts = self._open(settings)

    @property
    def window(self) -> MainWindow:
        return self.parts.window

    def restart(self) -> None:
        """Close everything, and open it again on what is on disk."""
        self.close()
        self.parts = self._open()

    def close(self) -> None:
        if shiboken6.isValid(self.parts.window):
            self.parts.close()
            shiboken6.delete(self.parts.window)

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    def wait_ready(self) -> None:
        """The model is loaded and nothing is being written."""
        self.wait(lambda: self.window.controller.phase == "ready")

    def type_and_send(self, text: str) -> None:
        """And wait until the reply to it, and no older one, is the newest."""
        box = self.window.chat.composer.input
        before = self.window.controller.current.last_reply
        box.setFocus()
        QTest.keyClicks(box, text)
        QTest.keyClick(box, Qt.Key.Key_Return)
        self.wait(lambda: self.window.busy and self.window.controller.current.last_reply is not before)

    def wait_for_words(self, n_characters: int) -> None:
        """So much of the newest reply is there."""
        self.wait(lambda: len(self.window.reply_text) >= n_characters)

    def stop(self) -> None:
        """Press Esc while the reply is being written, and wait until it has ended."""
        QTest.keyClick(self.window, Qt.Key.Key_Escape)
        self.wait_ready()

    def button(self, name: str, at: int = -1) -> QAbstractButton:
        """One of the buttons of this name that can be seen, counted from the top."""
        found: list[QAbstractButton] = []

        def there() -> bool:
            buttons = [one for one in self.window.findChildren(QAbstractButton) if one.isVisible()]
            found[:] = [one for one in buttons if name in (one.accessibleName(), one.text()) and one.isEnabled()]
            return bool(found)

        self.wait(there)
        return sorted(found, key=lambda one: one.mapTo(self.window, QPoint(0, 0)).y())[at]

    def words(self) -> str:
        QApplication.processEvents()
        return "\n".join(one.text() for one in self.window.findChildren(QLabel) if one.isVisible())

    def said(self) -> list[str]:
        """The turns on screen."""
        return [turn.text for turn in self.window.controller.current.turns]

    def runs(self) -> list[list[TextRun]]:
        """Of each reply on screen, what came from where."""
        return [list(turn.runs) for turn in self.window.controller.current.turns if isinstance(turn, Reply)]

    def rows(self) -> list[ConversationRow]:
        """The chats in the list, once all that was asked of the store is done."""
        assert self.parts.services.conversations.flush()
        QApplication.processEvents()
        listed = self.window.chat.column.rows
        rows = [listed.index(i).data(ROW) for i in range(listed.rowCount())]
        return [row for row in rows if row is not None]

    def titles(self) -> list[str]:
        return [row.title for row in self.rows()]

    def pick(self, title: str) -> None:
        """Click on a chat in the list."""
        self.wait(lambda: title in self.titles())
        view, listed = self.window.chat.column.list, self.window.chat.column.rows
        index = next(listed.index(i) for i in range(listed.rowCount()) if listed.index(i).data() == title)
        place = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        self.wait(lambda: self.window.controller.current.id == self.window.controller.shown != 0)

    def choose(self, title: str, action: str) -> None:
        """Pick from the menu of a chat."""
        self.wait(lambda: title in self.titles())
        listed = self.window.chat.column.rows
        index = next(listed.index(i) for i in range(listed.rowCount()) if listed.index(i).data() == title)
        menu = self.window.chat.column.menu_of(index)
        found: QAction = next(one for one in menu.actions() if one.text() == action)
        found.trigger()
        menu.close()

    def pick_file(self, path: Path) -> None:
        """Answer the file dialog that is open."""
        dialog = self.window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit(str(path))
        dialog.close()

    def _open(self, settings: Mapping[str, str] | None = None) -> Parts:
        services = AppServices(SettingsStore(paths.settings_file()))
        services.remember(settings or {})
        parts = put_together(self._application, services, self._engine, "dark")
        parts.window.show()
        parts.window.activateWindow()
        return parts
