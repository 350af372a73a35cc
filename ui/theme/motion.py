"""Whether anything moves by itself: the wish, what the system says, and the one thing here that would move.

The window animates nothing of its own. What is left is Qt's fading of menus, lists and tool tips, and bars that run to
and fro while nobody knows how long something takes. Text that streams in and live graphs are what is shown, not motion.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final, Literal, cast, get_args

from PySide6.QtCore import QObject, QProcess, QSettings, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QApplication, QProgressBar, QWidget

MotionMode = Literal["system", "reduced", "full"]
_EFFECTS: Final = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)
_STEPS: Final = 1000
_PATIENCE_MS: Final = 500
_SPI_GETCLIENTAREAANIMATION: Final = 0x1042
_GNOME: Final = ("GNOME", "Unity", "Budgie", "Pantheon", "X-Cinnamon")


class Motion(QObject):
    """changed: `reduced` is another than before."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: MotionMode = "system"
        self._system: bool | None = None
        self._usual = [effect for effect in _EFFECTS if QApplication.isEffectEnabled(effect)]
        self._reduced = False
        self._apply()

    @property
    def reduced(self) -> bool:
        """Whether nothing is to move by itself."""
        return self._reduced

    def set_mode(self, mode: str) -> None:
        """Follow the system, or reduce motion, or do not. Another word counts as 'system'."""
        self._mode = cast(MotionMode, mode) if mode in get_args(MotionMode) else "system"
        self._apply()

    def _apply(self) -> None:
        before, self._reduced = self._reduced, self._mode == "reduced" or (self._mode == "system" and self._asked())
        for effect in self._usual:
            QApplication.setEffectEnabled(effect, not self._reduced)
        if self._reduced != before:
            self.changed.emit()

    def _asked(self) -> bool:
        if self._system is None:
            self._system = system_reduces_motion()
        return self._system


class BusyBar(QProgressBar):
    """How far something is, or that it is under way: a bar that runs to and fro, which stands still and pale where
    motion is reduced. name: for a screen reader."""

    def __init__(self, motion: Motion, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._motion = motion
        self._known = False
        self.setTextVisible(False)
        self.setAccessibleName(name)
        motion.changed.connect(self._show_unknown)
        self._show_unknown()

    def show_fraction(self, fraction: float | None) -> None:
        """fraction: 0..1; None while it is not known."""
        self._known = fraction is not None
        if fraction is None:
            self._show_unknown()
            return
        self._set_still(False)
        self.setRange(0, _STEPS)
        self.setValue(round(fraction * _STEPS))

    def _show_unknown(self) -> None:
        if self._known:
            return
        still = self._motion.reduced
        self._set_still(still)
        self.setRange(0, 1 if still else 0)
        self.setValue(1)

    def _set_still(self, still: bool) -> None:
        if still != (self.property("role") == "still"):
            self.setProperty("role", "still" if still else "")
            self.style().unpolish(self)
            self.style().polish(self)


def system_reduces_motion() -> bool:
    """What the user told the system, as far as the desktop's own settings say: Qt knows nothing of it."""
    if sys.platform == "win32":
        moves = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0)
        return not moves.value
    if sys.platform == "darwin":
        return _answer("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    return _plasma_stands_still() or _gnome_stands_still()


def _plasma_stands_still() -> bool:
    file = QStandardPaths.locate(QStandardPaths.StandardLocation.GenericConfigLocation, "kdeglobals")
    if not file:
        return False
    factor = QSettings(file, QSettings.Format.IniFormat).value("KDE/AnimationDurationFactor", "1")
    try:
        return float(str(factor)) == 0
    except ValueError:
        return False


def _gnome_stands_still() -> bool:
    if not set(os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")) & set(_GNOME):
        return False
    return _answer("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"


def _answer(program: str, *arguments: str) -> str:
    """What a program of the system prints; '' where there is none, or it takes long."""
    process = QProcess()
    process.start(program, list(arguments))
    if not process.waitForFinished(_PATIENCE_MS):
        process.kill()
        process.waitForFinished(_PATIENCE_MS)
        return ""
    return bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
