"""Dialogs that are never larger than the screen: what has no room on it is scrolled, and the buttons stay in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QDialog, QFrame, QLayoutItem, QScrollArea, QVBoxLayout, QWidget

from ui.theme.palette import SPACE_XS
from ui.theme.text_size import scaled

_FRAME = QSize(16, 48)  # what a window manager puts around, at most


def room_for(widget: QWidget) -> QSize:
    """How large a window can be on the widget's screen, in pixels."""
    return widget.screen().availableSize() - _FRAME


def resize_within(dialog: QWidget, width: int, height: int) -> None:
    """As large as that, in pixels at text of 100 %, or as the screen. For what scrolls by its own means."""
    dialog.resize(QSize(scaled(width), scaled(height)).boundedTo(room_for(dialog)))


def popup_width(anchor: QWidget, width: int) -> int:
    """What a popup of that width, in pixels at text of 100 %, has below a button: no more than the window."""
    return min(scaled(width), anchor.window().width() - 2 * SPACE_XS)


class FittingDialog(QDialog):
    """A dialog with one box layout, whose last item are its buttons. It is laid out as ever; when it is shown first,
    all but the buttons goes into a part that scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._area: _Area | None = None

    def setVisible(self, visible: bool) -> None:
        if visible and self._area is None:
            wanted = self.size() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else QSize(0, 0)
            self._area = self._wrap()
            self._fit(self._area, wanted.expandedTo(self.minimumSize()))
        super().setVisible(visible)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._area is not None:
            self._grow(self._area)
        return done

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
        self._outer = outer = QVBoxLayout(self)
        outer.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area, 1)
        area.show()  # what is hidden counts for nothing in a layout's size
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

    def _fit(self, area: _Area, wanted: QSize) -> None:
        room, hint = room_for(self), self._outer.sizeHint()
        width = min(max(wanted.width(), hint.width()), room.width())
        height = max(wanted.height(), area.height_for(width) + hint.height() - area.sizeHint().height())
        if height > room.height():
            width = min(width + area.verticalScrollBar().sizeHint().width(), room.width())
        self.setMinimumSize(self._outer.minimumSize().boundedTo(room))
        self.resize(QSize(width, height).boundedTo(room))

    def _grow(self, area: _Area) -> None:
        """More is said than before: as large as that takes, where the screen is."""
        if self.isVisible():
            lacking = max(area.least_height() - area.viewport().height(), 0)
            wanted = QSize(self._outer.minimumSize().width(), self.height() + lacking).boundedTo(room_for(self))
            self.resize(self.size().expandedTo(wanted))


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
        """What the content would like at this width. Wrapped words ask for the height of a far narrower dialog in
        their size hint."""
        layout = self._content.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._content.sizeHint().height()
        return max(layout.totalHeightForWidth(width), layout.totalMinimumHeightForWidth(width))

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
