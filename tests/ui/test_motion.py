"""Nothing moves by itself where the user, or the system, does not want it to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QProgressBar
from pytestqt.qtbot import QtBot

from tests.ui.scripted_engine import MemoryServices
from ui.main_window import MainWindow
from ui.theme.motion import BusyBar, Motion, system_reduces_motion

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the desktop's files are Linux's")


def _runs(bar: QProgressBar) -> bool:
    return bar.minimum() == bar.maximum()


def test_a_busy_bar_stands_still_where_motion_is_reduced(qtbot: QtBot) -> None:
    motion = Motion()
    motion.set_mode("full")
    bar = BusyBar(motion, "Looking")
    qtbot.addWidget(bar)
    assert _runs(bar)
    motion.set_mode("reduced")
    assert not _runs(bar)
    bar.show_fraction(0.5)
    motion.set_mode("full")
    assert bar.value() == bar.maximum() // 2  # a known share is none of motion's business
    bar.show_fraction(None)
    assert _runs(bar)


@pytest.mark.usefixtures("qapp")
def test_reduced_motion_ends_what_qt_fades() -> None:
    fade = Qt.UIEffect.UI_FadeMenu
    before = QApplication.isEffectEnabled(fade)
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, True)
    QApplication.setEffectEnabled(fade, True)
    try:
        motion = Motion()
        motion.set_mode("reduced")
        assert not QApplication.isEffectEnabled(fade)
        motion.set_mode("full")
        assert QApplication.isEffectEnabled(fade)
    finally:
        QApplication.setEffectEnabled(fade, before)
        QApplication.setEffectEnabled(Qt.UIEffect.UI_General, False)


def test_the_setting_holds_for_every_bar_of_the_window(window: MainWindow, services: MemoryServices) -> None:
    choice = next(box for box in window.settings.findChildren(QComboBox) if box.accessibleName() == "Reduce motion")
    choice.setCurrentIndex(choice.findData("full"))
    assert any(map(_runs, window.findChildren(QProgressBar)))
    choice.setCurrentIndex(choice.findData("reduced"))
    assert not any(map(_runs, window.findChildren(QProgressBar)))
    assert services.setting("motion", "") == "reduced"
    choice.setCurrentIndex(choice.findData("system"))


@on_linux
@pytest.mark.usefixtures("qapp")
def test_the_desktop_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    assert not system_reduces_motion()
    assert QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation) == str(tmp_path)
    (tmp_path / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0\n")
    assert system_reduces_motion()
    (tmp_path / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0.5\n")
    assert not system_reduces_motion()


@on_linux
@pytest.mark.usefixtures("qapp")
def test_gnome_is_asked_by_its_own_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "gsettings"
    program.write_text('#!/bin/sh\n[ "$3" = enable-animations ] && echo false\n')
    program.chmod(0o755)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    assert system_reduces_motion()
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "sway")
    assert not system_reduces_motion()
