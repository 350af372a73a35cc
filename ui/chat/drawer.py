"""A column beside the chat which lies over it, like a drawer, where there is no room for both."""

from __future__ import annotations

from typing import Final, cast

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme.theme import Theme

_VEIL: Final = 0.7  # of what lies behind


class Drawer(QObject):
    """Opens over the host from one side; a click beside it, or the focus going elsewhere, closes it. shown(open)."""

    shown = Signal(bool)

    def __init__(self, column: QWidget, host: QWidget, from_right: bool, theme: Theme) -> None:
        """column: a child of the host, which is in no layout while it lies over it."""
        super().__init__(host)
        self._column = column
        self._host = host
        self._from_right = from_right
        self._over = False
        self._before: QWidget | None = None  # had the focus
        self._veil = _Veil(theme, host)
        self._veil.hide()
        self._veil.pressed.connect(self.close)
        host.installEventFilter(self)
        cast(QApplication, QApplication.instance()).focusChanged.connect(self._focus_moved)

    @property
    def over(self) -> bool:
        """Whether it lies over the host, and not beside."""
        return self._over

    @property
    def is_open(self) -> bool:
        """Whether it lies over the host and is open."""
        return self._over and not self._column.isHidden()

    def lie_over(self, over: bool) -> None:
        """Called when the column was taken out of its layout, or is going back into it."""
        self._over, self._before = over, None
        self._veil.hide()
        if over:
            self._column.hide()

    def open(self) -> None:
        """Show it, with the focus in it."""
        self._before = self._host.window().focusWidget()
        self._fit()
        self._veil.show()
        self._veil.raise_()
        self._column.show()
        self._column.raise_()
        self._first().setFocus(Qt.FocusReason.OtherFocusReason)
        self.shown.emit(True)

    def close(self) -> None:
        """Away with it; the focus goes back to where it was."""
        if not self.is_open:
            return
        inside = self._column.isAncestorOf(self._host.window().focusWidget() or self._host)
        before, self._before = self._before, None
        self._veil.hide()
        self._column.hide()
        if inside and before is not None and shiboken6.isValid(before) and before.isVisible():
            before.setFocus()
        self.shown.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._host and event.type() == QEvent.Type.Resize and self.is_open:
            self._fit()
        return super().eventFilter(watched, event)

    def _first(self) -> QWidget:
        """Where Tab would come to first."""
        column = self._column
        one = column.nextInFocusChain()
        while one is not None and one is not column:
            if column.isAncestorOf(one) and one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
                return one
            one = one.nextInFocusChain()
        return column

    def _fit(self) -> None:
        room = self._host.rect()
        self._veil.setGeometry(room)
        width = min(self._column.maximumWidth(), room.width())
        left = room.width() - width if self._from_right else 0
        self._column.setGeometry(left, 0, width, room.height())

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        if not self.is_open or now is None or now.window() is not self._host.window():
            return  # menus and dialogs of its own are other windows
        column = self._column
        if before is not None and column.isAncestorOf(before) and not column.isAncestorOf(now):
            self._before = None
            self.close()


class _Veil(QWidget):
    """Over what cannot be used now."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.colour("background", _VEIL))

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()
