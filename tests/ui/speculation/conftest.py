"""A theme for the widgets of this folder, on a screen that nobody sees unless the platform is chosen otherwise."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.speculation.scripted import FAMILY_OF, PRESETS
from ui.speculation.panel import SpeculationPanel
from ui.theme.theme import Theme

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def look(qapp: QApplication) -> Theme:
    """One for all tests: making another restyles everything."""
    return Theme(qapp, "dark")


@pytest.fixture
def theme(look: Theme) -> Theme:
    if look.mode != "dark":
        look.set_mode("dark")
    return look


@pytest.fixture
def panel(theme: Theme) -> Iterator[SpeculationPanel]:
    """The panel in a window of its own, shown at 320x800."""
    window = QWidget()
    window.resize(320, 800)
    panel = SpeculationPanel(PRESETS, FAMILY_OF, theme, window)
    panel.resize(320, 800)
    window.show()
    window.activateWindow()
    yield panel
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
