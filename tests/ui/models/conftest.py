"""A window on the real services over a data folder of the test's own, with a hub on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app import paths
from app.hub.client import Hub
from app.library import Library, folders_of
from app.models_for_window import AppCollection
from app.services import AppServices
from app.settings import SettingsStore
from engine.commands import EngineLink
from engine.drafters import discover
from engine.presets import load_presets
from tests.app.conftest import data
from tests.app.hub.conftest import alone, fake, hub
from tests.tiny_models import write_endless
from ui.main_window import MainWindow
from ui.models.view import ModelsView
from ui.services import MemoryReading
from ui.theme.theme import Theme

__all__ = ["alone", "data", "fake", "hub"]
PATIENCE_MS = 60_000
REPO = "maker/SmolLM2-1.7B-Instruct-GGUF"  # the built-in list names drafts for it
LISTED = "bartowski/SmolLM2-135M-Instruct-GGUF"
Opener = Callable[[EngineLink], MainWindow]


@pytest.fixture
def folder(data: Path) -> Path:
    """The program's own models folder."""
    assert data == paths.data_dir()
    paths.models_dir().mkdir(parents=True)
    return paths.models_dir()


@pytest.fixture
def target(folder: Path) -> Path:
    """A model that writes the same 24 words again and again, and for which the built-in list knows a draft."""
    place = folder / REPO
    place.mkdir(parents=True)
    return write_endless(place / "SmolLM2-1.7B-Instruct-F32.gguf", n_ctx=4096, layers=40, name="SmolLM2 1.7B Instruct")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A draft for it that agrees nearly always."""
    path = tmp_path_factory.mktemp("small") / "SmolLM2-135M-Instruct-F32.gguf"
    return write_endless(path, n_ctx=4096, layers=1, name="SmolLM2 135M Instruct")


@pytest.fixture
def open_window(theme: Theme, hub: Hub) -> Iterator[Opener]:
    """Opens a window on an engine, with the real program around it."""
    made: list[tuple[MainWindow, EngineLink, AppServices]] = []

    def open_it(link: EngineLink) -> MainWindow:
        presets, _ = load_presets()
        services = AppServices(SettingsStore(paths.settings_file()), make_hub=lambda: hub)
        services.remember({"theme": "dark", "temperature": "0", "max_tokens": "120"})
        families: Mapping[str, str] = {name: kind.family for name, kind in discover().items()}
        window = MainWindow(link, services, list(presets.values()), families, theme)
        made.append((window, link, services))
        window.show()
        return window

    yield open_it
    for window, link, services in made:
        window.close()
        link.close()
        services.close()
        QTest.qWait(1)  # what background threads still had to say
        shiboken6.delete(window)


@pytest.fixture
def collection(hub: Hub) -> Iterator[AppCollection]:
    """The real collection on a machine with 8 GB of which 6 are free."""
    store = SettingsStore(paths.settings_file())
    made = AppCollection(
        store,
        Library(folders_of(store.settings), store.settings.model_files),
        lambda: [MemoryReading("RAM", 2 * 10**9, 0, 8 * 10**9)],
        lambda: hub,
    )
    yield made
    made.close()


@pytest.fixture
def opened(qtbot: QtBot, theme: Theme, collection: AppCollection) -> Iterator[Callable[[], ModelsView]]:
    """Opens the view by itself, and waits for the first scan."""
    made: list[tuple[QMainWindow, ModelsView]] = []

    def open_it() -> ModelsView:
        window, view = QMainWindow(), ModelsView(collection, lambda: (), theme)
        made.append((window, view))
        window.setCentralWidget(view)
        window.setMinimumSize(800, 560)
        window.resize(1208, 800)
        window.show()
        qtbot.waitUntil(lambda: view.is_settled, timeout=PATIENCE_MS)
        return view

    yield open_it
    for window, view in made:
        view.close_down()
        window.close()
        shiboken6.delete(window)
