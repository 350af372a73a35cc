"""The two kinds of pieces that a reply is laid out in: flowing text, and a card of code with its copy button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from ui.chat.colouring import TONE, Brushes, Colours
from ui.chat.highlighter import CodeHighlighter
from ui.chat.markdown import CodeBlock, TextBlock
from ui.chat.text_views import FlowingText
from ui.chat.writer import CODE, QUOTE_DEPTH, QUOTE_PX, BlockWriter, Source
from ui.theme.palette import FONT_PX, SPACE_M, SPACE_S, TINT_ALPHA
from ui.theme.theme import Theme, with_alpha

CODE_LINE_PERCENT = 125
COPIED_MS = 1200
BAR_PX = 3  # beside a quote
LONGEST_LINE = 4000  # characters of code that are shown in one line; a longer one is broken on screen only


class Tint:
    """Which colour stands behind the text of an origin. family_of: drafter name -> family."""

    def __init__(self, family_of: dict[str, str], theme: Theme) -> None:
        self.on = True
        self._family_of = family_of
        self._theme = theme

    @property
    def colours(self) -> Colours:
        """What the names of colours come to."""
        return Colours(self._theme, self.brush)

    def brush(self, origin: str) -> QBrush | None:
        """The background of an accepted draft; None for the target's own tokens or when switched off."""
        family = self._family_of.get(origin)
        if not self.on or family is None:
            return None
        return QBrush(with_alpha(self._theme.palette.family(family), TINT_ALPHA))


class TextSegment(FlowingText):
    """Blocks of text. The last one can be written again while it grows."""

    def __init__(self, theme: Theme, brush: Brushes, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self._theme = theme
        self._brush = brush
        self._open_at, self._open_format = 0, QTextBlockFormat()

    def begin(self) -> None:
        """The next block starts here: what is there now is final."""
        cursor = self._end()
        self._open_at, self._open_format = cursor.position(), cursor.blockFormat()

    def reopen(self) -> bool:
        """Take the last block away; False when nothing is left."""
        cursor = self._end()
        cursor.setPosition(self._open_at, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if cursor.block().length() <= 1:
            cursor.setBlockFormat(self._open_format)  # a rule is nothing but a format
        return self._open_at > 0

    def write(self, block: TextBlock, source: Source) -> None:
        """Append a block."""
        cursor = self._end()
        cursor.beginEditBlock()
        BlockWriter(cursor, source, self._theme, self._brush).write(block.tokens, block.start, block.end)
        cursor.endEditBlock()

    def extend(self, source: Source, start: int, end: int) -> None:
        """More words of the last block, as they stand."""
        cursor = self._end()
        plain = cursor.blockCharFormat()  # the last word may be bold, code or a link
        cursor.beginEditBlock()
        BlockWriter(cursor, source, self._theme, self._brush).insert(start, end, plain)
        cursor.endEditBlock()

    def paintEvent(self, event: QPaintEvent) -> None:
        bars = self._quote_bars()
        if bars:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("line"))
            for bar in bars:
                painter.drawRoundedRect(bar, BAR_PX / 2, BAR_PX / 2)
            painter.end()
        super().paintEvent(event)

    def _quote_bars(self) -> list[QRectF]:
        """A bar at the beginning of the lines of every quote, and of a quote inside it; one for all paragraphs that
        follow each other."""
        layout, right = self.document().documentLayout(), self.viewport().width()
        bars: list[QRectF] = []
        open_bars: list[QRectF] = []
        block = self.document().begin()
        while block.isValid():
            depth = int(block.blockFormat().property(QUOTE_DEPTH) or 0)
            del open_bars[depth:]
            if depth:
                rect = layout.blockBoundingRect(block)
                for bar in open_bars:
                    bar.setBottom(rect.bottom())
                backwards = block.textDirection() == Qt.LayoutDirection.RightToLeft
                while len(open_bars) < depth:
                    x = len(open_bars) * QUOTE_PX
                    x = right - x - BAR_PX if backwards else x
                    open_bars.append(QRectF(x, rect.top(), BAR_PX, rect.height()))
                    bars.append(open_bars[-1])
            block = block.next()
        return bars

    def _end(self) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return cursor


class CodeSegment(QFrame):
    """A block of code in its own card."""

    copied = Signal()

    def __init__(self, language: str, theme: Theme, brush: Brushes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.language = language
        self._theme = theme
        self._brush = brush
        self.code = ""
        self.setProperty("role", "code")
        self._text = FlowingText(self.tr("Code"), wrap=False)
        self._highlighter = CodeHighlighter(self._text.document(), language, theme)
        self._in_line = 0  # characters of the last line on screen
        self._broken = False  # lines on screen are no longer those of the code
        self._label = QLabel(language or self.tr("code"))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", "small")
        self._copy = QToolButton()
        self._copy.setProperty("role", "text")
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy this code"))
        self._copy.clicked.connect(self._copy_code)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: self._copy.setText(self.tr("Copy")))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self._label)
        head.addStretch()
        head.addWidget(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M + 2, 6, SPACE_S, SPACE_S + 2)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self._text)

    def set_language(self, language: str) -> None:
        """The word behind the fence, which may still be growing."""
        if language != self.language:
            self.language = language
            self._label.setText(language or self.tr("code"))
            self._highlighter.set_language(language)

    def write(self, block: CodeBlock, source: Source) -> None:
        """Show the code of a block; only what is new is inserted when it goes on from what is shown."""
        if not block.code.startswith(self.code):
            self._text.clear()
            self.code, self._in_line, self._broken = "", 0, False
        known = len(self.code)
        cursor = self._begin_edit()
        writer = BlockWriter(cursor, source, self._theme, self._brush)
        position = 0
        for line, offset in zip(block.code.split("\n"), block.lines, strict=True):
            if position > known:
                self._break(cursor)
            if position + len(line) > known:
                skip = max(known - position, 0)
                self._insert(cursor, writer, source.base + offset + skip, source.base + offset + len(line))
            position += len(line) + 1
        cursor.endEditBlock()
        self._text.settle()
        self.code = block.code
        self._colour_tail()

    def extend(self, source: Source, start: int, end: int) -> None:
        """More code, as it stands in source[start:end]."""
        cursor = self._begin_edit()
        writer = BlockWriter(cursor, source, self._theme, self._brush)
        added = source.text[start:end]
        at = start
        for i, line in enumerate(added.split("\n")):
            if i:
                self._break(cursor)
            self._insert(cursor, writer, at, at + len(line))
            at += len(line) + 1
        cursor.endEditBlock()
        self._text.settle()
        self.code += added
        if "\n" in added:
            self._colour_tail()

    def finish(self) -> None:
        """The code is complete: colour it as a whole."""
        if not self._broken:
            self._highlighter.whole(self.code)

    def _colour_tail(self) -> None:
        if not self._broken:
            self._highlighter.tail(self.code.split("\n"))

    def _break(self, cursor: QTextCursor) -> None:
        cursor.insertText("\n", self._style())
        self._in_line = 0

    def _insert(self, cursor: QTextCursor, writer: BlockWriter, start: int, end: int) -> None:
        """More of a line: source[start:end]."""
        while start < end:
            if self._in_line == LONGEST_LINE:
                self._break(cursor)
                self._broken = True
            stop = min(end, start + LONGEST_LINE - self._in_line)
            writer.insert(start, stop, self._style())
            self._in_line += stop - start
            start = stop

    def _begin_edit(self) -> QTextCursor:
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        if not self.code:
            style = QTextBlockFormat()
            style.setLineHeight(CODE_LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(style)
        return cursor

    def _style(self) -> QTextCharFormat:
        style = QTextCharFormat()
        style.setFont(self._theme.mono_font(FONT_PX - 1))
        style.setProperty(CODE, True)
        style.setProperty(TONE, "text")
        style.setForeground(self._theme.colour("text"))
        return style

    def _copy_code(self) -> None:
        QGuiApplication.clipboard().setText(self.code)
        self._copy.setText(self.tr("Copied"))
        self._copied.start()
