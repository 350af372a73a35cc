"""A theme, an engine that follows a script, and a window on a screen that nobody sees."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.home import Home
from tests.ui.scripted_engine import FAMILY_OF, MODEL_PATH, PRESETS, MemoryServices, ScriptedLink
from tests.ui.settled_store import SettledStore
from ui.main_window import MainWindow
from ui.theme.theme import Theme

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def _theme_of_all(qapp: QApplication) -> Theme:
    return Theme(qapp, "dark")


@pytest.fixture
def theme(_theme_of_all: Theme) -> Theme:
    """The one theme of the application, dark."""
    _theme_of_all.set_mode("dark")
    return _theme_of_all


@pytest.fixture
def link() -> ScriptedLink:
    return ScriptedLink()


@pytest.fixture
def conversations(tmp_path: Path) -> Iterator[SettledStore]:
    """No conversations yet."""
    store = SettledStore(tmp_path / "conversations.db")
    yield store
    store.close()


@pytest.fixture
def services(conversations: SettledStore) -> MemoryServices:
    return MemoryServices(conversations, settings={"theme": "dark"})


@pytest.fixture
def window(theme: Theme, link: ScriptedLink, services: MemoryServices) -> Iterator[MainWindow]:
    """The window at 1280x800, with no model yet. `MainWindow.tick` takes what the script says at once."""
    window = MainWindow(link, services, PRESETS, FAMILY_OF, theme)
    window.show()
    window.activateWindow()
    yield window
    window.close()
    shiboken6.delete(window)  # at once: what waits for its deletion is restyled with every theme


@pytest.fixture
def loaded(window: MainWindow, link: ScriptedLink) -> MainWindow:
    """The window with a model that is ready."""
    window.open_model(MODEL_PATH)
    link.answer_load()
    window.tick()
    link.answer_prepare()
    window.tick()
    return window


@pytest.fixture
def home(tmp_path: Path, theme: Theme, qtbot: QtBot) -> Iterator[Home]:
    made = Home(tmp_path, theme, qtbot)
    yield made
    made.close()
