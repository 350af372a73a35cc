"""Read-only texts that are as tall as what they say, so that only the transcript around them scrolls."""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDesktopServices,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFrame,
    QLineEdit,
    QMessageBox,
    QSizePolicy,
    QTextBrowser,
    QWidget,
)

from ui.chat.spreading import spread_of


class FlowingText(QTextBrowser):
    """A text that grows with its document, loads nothing, and opens links only after asking.

    wrap: False for code, which then scrolls sideways.
    """

    def __init__(self, name: str, wrap: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wrap = wrap
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if wrap:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        else:
            self.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._ask)

    def loadResource(self, _type: int, _name: QUrl | str) -> object:
        """Nothing is ever loaded: pictures in a reply are shown as links."""
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spread = spread_of(self)
        if spread is not None and event.button() == Qt.MouseButton.LeftButton:
            spread.begin(self)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outside of this text the conversation goes on with the selection. Qt is not told then: it would scroll by a
        timer of its own, by what it takes for the place of the mouse."""
        spread = spread_of(self) if event.buttons() & Qt.MouseButton.LeftButton else None
        outside = not self.viewport().rect().contains(event.position().toPoint())
        if spread is not None and (outside or spread.drawing):
            spread.draw_to(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        spread = spread_of(self)
        if spread is not None:
            spread.let_go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select all and copy are about the whole conversation, where the text stands in one."""
        spread = spread_of(self)
        if spread is None or not spread.takes(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        spread = spread_of(self)
        for action in menu.actions():
            if spread is not None and action.objectName() == "select-all":
                action.triggered.disconnect()
                action.triggered.connect(spread.select_all)
            elif spread is not None and spread.several and action.objectName() == "edit-copy":
                action.triggered.disconnect()
                action.triggered.connect(spread.copy)
        menu.popup(event.globalPos())

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied: all that is selected, in this text and in the others."""
        spread = spread_of(self)
        if spread is None or not spread.several:
            return super().createMimeDataFromSelection()
        data = QMimeData()
        data.setText(spread.text)
        return data

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave vertical scrolling to the transcript; code takes sideways scrolling."""
        sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if sideways and not self._wrap:
            super().wheelEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def settle(self) -> None:
        """After an insertion at the end, which took the view's own cursor along: where that is Qt scrolls to when it
        lays out the next time."""
        cursor = self.textCursor()
        if cursor.position() and not cursor.hasSelection():
            seen = self.horizontalScrollBar().value()
            cursor.setPosition(0)
            self.setTextCursor(cursor)
            self.horizontalScrollBar().setValue(seen)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 0)

    def _fit(self) -> None:
        height = math.ceil(self.document().size().height())
        bar = self.horizontalScrollBar()
        if not self._wrap and math.ceil(self.document().idealWidth()) > self.viewport().width() > 0:
            height += bar.sizeHint().height()
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def _ask(self, url: QUrl) -> None:
        scheme = url.scheme().lower()
        if scheme not in ("http", "https", "mailto"):
            return
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Open a link"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("The model wrote this link. Open it in your browser?"))
        box.setInformativeText(_plainly(url))
        box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.accepted.connect(lambda: QDesktopServices.openUrl(url))
        box.open()


def inset(box: QAbstractSpinBox) -> None:
    """Room in front of the number: the stylesheet's padding does not reach the line in a spin box."""
    line = box.findChild(QLineEdit)
    if line is not None:
        line.setTextMargins(6, 0, 0, 0)


def _plainly(url: QUrl) -> str:
    """A link so that nothing in it can pass for something else: no other letters than ASCII, and the host apart."""
    full = bytes(url.toEncoded().data()).decode("ascii", "replace")
    host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    return f"{host}\n\n{full}" if host else full


def elide(text: str, widget: QWidget, width: int) -> str:
    """The text cut with an ellipsis to so many pixels of the widget's font."""
    metrics = QFontMetricsF(widget.font())
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


def below(widget: QWidget, gap: int = 4, width: int = 0) -> QPoint:
    """The global point under a widget's lower left corner; further left where something of this width would reach out
    of the window."""
    corner = widget.mapToGlobal(QPoint(0, widget.height() + gap))
    window = widget.window()
    left, right = (window.mapToGlobal(QPoint(x, 0)).x() for x in (gap, window.width() - gap))
    corner.setX(max(left, min(corner.x(), right - width)))
    return corner
