"""Dialogs that are never larger than the screen: what has no room on it is scrolled, and the buttons stay in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QDialog, QFrame, QLayoutItem, QScrollArea, QVBoxLayout, QWidget

from ui.theme.text_size import scaled

_FRAME = QSize(16, 48)  # what a window manager puts around, at most


def room_for(widget: QWidget) -> QSize:
    """How large a window can be on the widget's screen, in pixels."""
    return widget.screen().availableSize() - _FRAME


def resize_within(dialog: QWidget, width: int, height: int) -> None:
    """As large as that, in pixels at text of 100 %, or as the screen. For what scrolls by its own means."""
    dialog.resize(QSize(scaled(width), scaled(height)).boundedTo(room_for(dialog)))


class FittingDialog(QDialog):
    """A dialog with one box layout, whose last item are its buttons. It is laid out as ever; when it is shown first,
    all but the buttons goes into a part that scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._area: _Area | None = None

    def showEvent(self, event: QShowEvent) -> None:
        if self._area is None:
            wanted = self.size() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else QSize(0, 0)
            self._area = self._wrap()
            self._fit(wanted.expandedTo(self.minimumSize()))
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._area is not None and watched is self._area.widget():
            self._grow(self._area)
        return super().eventFilter(watched, event)

    def _wrap(self) -> _Area:
        inner = self.layout()
        assert isinstance(inner, QBoxLayout), "a box layout, whose last item are the buttons"
        focus = self.focusWidget()
        margins = inner.contentsMargins()
        content = QWidget(self)
        content.setLayout(inner)  # takes it away from the dialog
        area = _Area(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area, 1)
        buttons = inner.takeAt(inner.count() - 1)
        assert buttons is not None
        if buttons.minimumSize().width() + margins.left() + margins.right() <= room_for(self).width():
            foot = QVBoxLayout()
            foot.setContentsMargins(margins.left(), 0, margins.right(), margins.bottom())
            outer.addLayout(foot)
            _put(buttons, foot)
            inner.setContentsMargins(margins.left(), margins.top(), margins.right(), inner.spacing())
        else:
            _put(buttons, inner)
        content.installEventFilter(self)
        if focus is not None:
            focus.setFocus()
        return area

    def _fit(self, wanted: QSize) -> None:
        room = room_for(self)
        outer = self.layout()
        assert outer is not None and self._area is not None
        width = min(max(wanted.width(), outer.sizeHint().width()), room.width())
        below = outer.sizeHint().height() - self._area.sizeHint().height()
        height = max(wanted.height(), self._area.height_for(width) + below)
        if height > room.height():
            width = min(width + self._area.verticalScrollBar().sizeHint().width(), room.width())
        self.setMinimumSize(self.minimumSize().boundedTo(room))
        self.resize(QSize(width, height).boundedTo(room))

    def _grow(self, area: _Area) -> None:
        """More is said than before: as high as that takes, where the screen is."""
        lacking = area.least_height() - area.viewport().height()
        if lacking > 0 and self.isVisible():
            self.resize(self.width(), min(self.height() + lacking, max(room_for(self).height(), self.height())))


class _Area(QScrollArea):
    """As large as what is in it would like, and content with less."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        self._content = content

    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._content.minimumSizeHint().boundedTo(QSize(240, 120))

    def height_for(self, width: int) -> int:
        """What the content would like at this width."""
        layout = self._content.layout()
        hint = self._content.sizeHint().height()
        return max(hint, layout.totalHeightForWidth(width)) if layout and layout.hasHeightForWidth() else hint

    def least_height(self) -> int:
        """What the content needs at the width it has."""
        layout = self._content.layout()
        least = self._content.minimumSizeHint().height()
        if layout is None or not layout.hasHeightForWidth():
            return least
        return layout.totalMinimumHeightForWidth(self.viewport().width())


def _put(item: QLayoutItem, layout: QBoxLayout) -> None:
    widget, inner = item.widget(), item.layout()
    if widget is not None:
        layout.addWidget(widget)
    elif inner is not None:
        layout.addLayout(inner)
