"""How a conversation and a place found look in their lists: painted, because there may be thousands."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.chat.clusters import n_units
from ui.chat.listing import ROW, Index
from ui.services import SearchHit
from ui.theme.palette import FONT_PX, FONT_SMALL_PX, RADIUS_CONTROL, SPACE_S
from ui.theme.text_size import scaled
from ui.theme.theme import Theme, pixmap

ROW_PX: Final = 34
FOUND_PX: Final = 66
EXCERPT_LINES: Final = 2
_PIN_PX: Final = 14
_LIT: Final = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver


class ConversationPainter(QStyledItemDelegate):
    """One line: the title, with a pin where it is pinned; or the heading of a group."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, scaled(ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flags = Qt.AlignmentFlag.AlignLeft
        if row is None:
            painter.setFont(self._theme.font(FONT_SMALL_PX, QFont.Weight.DemiBold))
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(
                rect.adjusted(SPACE_S, 0, -SPACE_S, -6), flags | Qt.AlignmentFlag.AlignBottom, index.data()
            )
        else:
            _light(painter, option, self._theme)
            inner = rect.adjusted(SPACE_S, 0, -SPACE_S, 0)
            if row.pinned:
                scale = painter.device().devicePixelRatio()
                pin = pixmap("pin", self._theme, "muted", _PIN_PX, scale)
                painter.drawPixmap(inner.right() - _PIN_PX, inner.center().y() - _PIN_PX // 2 + 1, pin)
                inner.setRight(inner.right() - _PIN_PX - SPACE_S)
            painter.setFont(self._theme.font(FONT_PX))
            painter.setPen(self._theme.colour("text"))
            text = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, flags | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        line = QLineEdit(parent)
        line.setAccessibleName(self.tr("Title of the chat"))
        line.setMaxLength(200)
        return line

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(0, 1, 0, -1))


class FoundPainter(QStyledItemDelegate):
    """Three lines: the title, and two of the text around what was found, with the words in bold."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, scaled(FOUND_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit: SearchHit = index.data(ROW)
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _light(painter, option, self._theme)
        inner = rect.adjusted(SPACE_S, 7, -SPACE_S, -5)
        painter.setFont(self._theme.font(FONT_PX))
        painter.setPen(self._theme.colour("text"))
        title = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        if hit.message is not None:
            top = inner.top() + painter.fontMetrics().height() + 2
            self._paint_excerpt(painter, hit, QPointF(inner.left(), top), inner.width())
        painter.restore()

    def _paint_excerpt(self, painter: QPainter, hit: SearchHit, corner: QPointF, width: int) -> None:
        layout = QTextLayout(hit.excerpt, self._theme.font(FONT_SMALL_PX))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        bold.setForeground(self._theme.colour("text"))
        ranges = []
        for start, end in hit.marks:
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = n_units(hit.excerpt[:start]), n_units(hit.excerpt[start:end]), bold
            ranges.append(one)
        layout.setFormats(ranges)
        layout.beginLayout()
        y = 0.0
        for _ in range(EXCERPT_LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        painter.setPen(self._theme.colour("muted"))
        layout.draw(painter, corner)


def _light(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
    state: QStyle.StateFlag = option.state
    if state & _LIT:
        rect: QRect = option.rect
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), RADIUS_CONTROL, RADIUS_CONTROL)
    if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
        painter.setPen(theme.colour("accent"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        rect = option.rect
        painter.drawRoundedRect(rect.adjusted(0, 1, -1, -2), RADIUS_CONTROL, RADIUS_CONTROL)
