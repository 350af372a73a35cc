"""The views of the window, of which one is on screen: moved about where the screen has no room for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


class ViewStack(QScrollArea):
    """Takes views as a QStackedWidget does."""

    def __init__(self, *views: QWidget) -> None:
        super().__init__()
        self._stack = _Stack()
        for view in views:
            self._stack.addWidget(view)
        self.setProperty("role", "page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._stack)

    @property
    def current(self) -> QWidget | None:
        """The view on screen."""
        return self._stack.currentWidget()

    def show_view(self, view: QWidget) -> None:
        """Bring one of the views to the screen."""
        self._stack.setCurrentWidget(view)


class _Stack(QStackedWidget):
    """Needs no more than the view on screen does; a plain stack needs what the largest one does."""

    def minimumSizeHint(self) -> QSize:
        view = self.currentWidget()
        return view.minimumSizeHint() if view is not None else super().minimumSizeHint()
