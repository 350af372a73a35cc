"""Writes one Markdown block into a QTextDocument, each piece tinted by the origin of its characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from markdown_it.token import Token
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from engine.events import TARGET
from ui.chat.clusters import cluster_start, joined
from ui.chat.colouring import ORIGIN, SHADE, TONE, Brushes
from ui.chat.conversation import Origins
from ui.chat.maths import readable
from ui.theme.palette import FONT_PX, SPACE_L, SPACE_S
from ui.theme.theme import Theme, Tone

LINE_HEIGHT_PERCENT = 128
QUOTE_PX = SPACE_L
_HEADING_PX = {"h1": 20, "h2": 18, "h3": 16}
QUOTE_DEPTH = int(QTextFormat.Property.UserProperty) + 1  # of a block: in how many quotes it stands
_LONGEST_ENTITY: Final = 12  # characters of the source that may say one
CODE = int(QTextFormat.Property.UserProperty) + 5  # of characters: they are code
_LINE_SEPARATOR = "\u2028"
_OVERRIDES: Final = dict.fromkeys((0x202D, 0x202E), "\ufffd")
_TURNING: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")


@dataclass(frozen=True, slots=True)
class Source:
    """The text that blocks point into. base: offset of the parsed part, which the blocks count from."""

    text: str
    origins: Origins
    base: int = 0

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """(start, end, origin) of the runs that cover start..end; a letter or sign has the origin of its beginning."""
        head = cluster_start(self.text, start)
        before = next(self.origins.pieces(head, head + 1))[2]
        for a, b, origin in self.origins.pieces(start, end):
            own = a
            while own < b and joined(self.text, own):
                own += 1
            if own > a:
                yield a, own, before
            if own < b:
                yield own, b, origin
                before = origin


class BlockWriter:
    """Appends blocks at the end of a document. brush: the tint of an origin, or None for no tint."""

    def __init__(self, cursor: QTextCursor, source: Source, theme: Theme, brush: Brushes) -> None:
        self._cursor = cursor
        self._source = source
        self._theme = theme
        self._brush = brush
        self._position = 0
        self._end = 0
        self._quotes = 0
        self._lists: list[tuple[QTextListFormat, list[QTextList]]] = []  # the list is made with its first item
        self._item_open = False
        self._inline: list[QTextCharFormat] = [self._text_format()]

    def write(self, tokens: Sequence[Token], start: int, end: int) -> None:
        """Write the tokens of one block; start, end: its place in the parsed part of the source."""
        self._position, self._end = self._source.base + start, self._source.base + end
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token.type == "table_open":
                close = next(j for j in range(i, len(tokens)) if tokens[j].type == "table_close")
                self._table(tokens[i + 1 : close])
                i = close
            else:
                self._block(token, tight=token.hidden)
            i += 1

    def insert(self, start: int, end: int, style: QTextCharFormat) -> None:
        """Insert source[start:end] as it stands, one insertion per origin run."""
        for a, b, origin in self._source.pieces(start, end):
            self._put(self._source.text[a:b], origin, style)

    def _block(self, token: Token, tight: bool) -> None:
        match token.type:
            case "paragraph_open":
                self._inline = [self._text_format()]
                self._begin(bottom=2 if tight else SPACE_S)
            case "heading_open":
                self._begin(top=SPACE_S, bottom=6)
                style = self._text_format()
                style.setFont(self._theme.font(_HEADING_PX.get(token.tag, FONT_PX), QFont.Weight.DemiBold))
                self._inline = [style]
            case "heading_close":
                self._inline = [self._text_format()]
            case "bullet_list_open" | "ordered_list_open":
                self._open_list(token)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._item_open = True
            case "list_item_close":
                if self._item_open:  # an item without text still shows its bullet
                    self._begin(bottom=2)
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "hr":
                rule = self._block_format(SPACE_S, SPACE_S)
                width = QTextLength(QTextLength.Type.PercentageLength, 100)
                rule.setProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth, width)
                self._shade(rule, "line")  # the colour that Qt draws the rule in
                self._new_block(rule)
            case "fence" | "code_block":
                self._nested_code(token)
            case "math_block":
                shape = self._block_format(SPACE_S, SPACE_S)
                shape.setLeftMargin(shape.leftMargin() + SPACE_L)
                shape.setIndent(len(self._lists))
                self._item_open = False
                self._new_block(shape)
                self._formula(token.content, self._text_format())
            case "inline":
                for child in token.children or []:
                    self._child(child)

    def _child(self, token: Token) -> None:
        style = QTextCharFormat(self._inline[-1])
        match token.type:
            case "text":
                self._words(token.content, style)
            case "softbreak" | "hardbreak":
                self._cursor.insertText(_LINE_SEPARATOR, style)
            case "math_inline" | "math_inline_double":
                self._formula(token.content, style)
            case "code_inline":
                self._words(token.content, self._code_format(style))
            case "strong_open":
                style.setFontWeight(QFont.Weight.DemiBold)
                self._inline.append(style)
            case "em_open":
                style.setFontItalic(True)
                self._inline.append(style)
            case "s_open":
                style.setFontStrikeOut(True)
                self._inline.append(style)
            case "link_open":
                self._inline.append(self._link_format(style, str(token.attrs.get("href", ""))))
            case "image":
                target = str(token.attrs.get("src", ""))
                self._words(token.content or target, self._link_format(style, target))
            case "strong_close" | "em_close" | "s_close" | "link_close":
                self._inline.pop()
            case _:
                if token.content:
                    self._words(token.content, style)

    def _words(self, text: str, style: QTextCharFormat) -> None:
        found = self._source.text.find(text, self._position, self._end)
        if found >= 0:
            self.insert(found, found + len(text), style)
            self._position = found + len(text)
            return
        for origin, group in groupby(text, self._origin_of):
            self._put("".join(group), origin, style)

    def _formula(self, latex: str, style: QTextCharFormat) -> None:
        """A formula in signs that can be read; each is tinted like the place in the source that it stands for."""
        text = readable(latex)
        found = self._source.text.find(latex, self._position, self._end)
        start = found if found >= 0 else self._position
        self._position = start + len(latex) if found >= 0 else start
        done = 0
        for _, after, origin in self._source.origins.pieces(start, start + len(latex)):
            upto = round((after - start) * len(text) / len(latex))
            self._put(text[done:upto], origin, style)
            done = upto

    def _origin_of(self, character: str) -> str:
        """Of the next character of words with entities and escapes: the source says it differently."""
        found = self._source.text.find(character, self._position, min(self._position + _LONGEST_ENTITY, self._end))
        if found >= 0:
            self._position = found + 1
        return next(self._source.origins.pieces(max(self._position - 1, 0), max(self._position, 1)))[2]

    def _put(self, text: str, origin: str, style: QTextCharFormat) -> None:
        """Marks that turn the order of letters around are shown, and not obeyed, where they could disguise something:
        in code and links all of them; in other words, where some are of use, those that turn every letter."""
        text = text.translate(_TURNING if style.isAnchor() or style.hasProperty(CODE) else _OVERRIDES)
        if origin != TARGET:
            style = QTextCharFormat(style)
            style.setProperty(ORIGIN, origin)
            brush = self._brush(origin)
            if brush is not None:
                style.setBackground(brush)
        self._cursor.insertText(text, style)

    def _begin(self, top: int = 0, bottom: int = 0) -> None:
        style = self._block_format(top, bottom)
        if self._lists and self._item_open:
            self._item_open = False
            self._new_block(style)
            style_of_list, made = self._lists[-1]
            if made:
                made[0].add(self._cursor.block())
            else:
                made.append(self._cursor.createList(style_of_list))
            return
        if self._lists:  # a second paragraph of the item
            style.setIndent(len(self._lists))
        self._new_block(style)

    def _block_format(self, top: int, bottom: int) -> QTextBlockFormat:
        style = QTextBlockFormat()
        style.setTopMargin(top)
        style.setBottomMargin(bottom)
        style.setLineHeight(LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        style.setLeftMargin(self._quotes * QUOTE_PX)
        style.setRightMargin(self._quotes * QUOTE_PX)  # there is the bar where the words run from right to left
        if self._quotes:
            style.setProperty(QUOTE_DEPTH, self._quotes)
        return style

    def _new_block(self, style: QTextBlockFormat) -> None:
        block = self._cursor.block()
        if block.textList() is not None and not self._lists:
            style.setTopMargin(max(style.topMargin(), 6))
        ruled = block.blockFormat().hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth)
        # A rule would vanish in the block of no height that Qt keeps behind a table.
        own = style.hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth) and block.position() > 0
        if block.length() <= 1 and block.textList() is None and not ruled and not own:
            self._cursor.setBlockFormat(style)
        else:
            self._cursor.insertBlock(style)
        self._cursor.setBlockCharFormat(self._text_format())

    def _open_list(self, token: Token) -> None:
        style = QTextListFormat()
        style.setIndent(len(self._lists) + 1)
        if token.type == "ordered_list_open":
            style.setStyle(QTextListFormat.Style.ListDecimal)
            style.setStart(int(token.attrs.get("start", 1)))
        else:
            styles = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle)
            style.setStyle(styles[len(self._lists) % 2])
        self._lists.append((style, []))

    def _nested_code(self, token: Token) -> None:
        for line in token.content.removesuffix("\n").split("\n"):
            style = self._block_format(0, 0)
            self._shade(style, "raised")
            style.setIndent(len(self._lists))
            self._item_open = False
            self._new_block(style)
            self._words(line, self._code_format(self._text_format(), shaded=False))

    def _table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[tuple[Token, bool]]] = []
        for i, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append((token, tokens[i - 1].type == "th_open"))
        if not rows or not rows[0]:
            return
        table = self._insert_table(len(rows), len(rows[0]))
        for r, row in enumerate(rows):
            for c, (token, head) in enumerate(row[: len(rows[0])]):
                self._cursor = table.cellAt(r, c).firstCursorPosition()
                style = self._text_format()
                style.setFontWeight(QFont.Weight.DemiBold if head else QFont.Weight.Normal)
                self._inline = [style]
                for child in token.children or []:
                    self._child(child)
        self._inline = [self._text_format()]
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def _insert_table(self, n_rows: int, n_columns: int) -> QTextTable:
        style = QTextTableFormat()
        style.setCellPadding(6)
        style.setCellSpacing(0)
        style.setBorder(1)
        style.setBorderCollapse(True)
        style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        style.setBorderBrush(self._theme.colour("line"))
        style.setTopMargin(4)
        style.setBottomMargin(SPACE_S)
        return self._cursor.insertTable(n_rows, n_columns, style)

    def _text_format(self) -> QTextCharFormat:
        style = QTextCharFormat()
        style.setFont(self._theme.font(FONT_PX))
        self._ink(style, "muted" if self._quotes else "text")
        return style

    def _code_format(self, style: QTextCharFormat, shaded: bool = True) -> QTextCharFormat:
        result = QTextCharFormat(style)
        font = self._theme.mono_font(FONT_PX - 1)
        font.setWeight(QFont.Weight(style.fontWeight()))
        result.setFont(font)
        result.setProperty(CODE, True)
        if shaded:
            self._shade(result, "raised")
        return result

    def _link_format(self, style: QTextCharFormat, target: str) -> QTextCharFormat:
        result = QTextCharFormat(style)
        result.setAnchor(True)
        result.setAnchorHref(target)
        self._ink(result, "accent")
        result.setFontUnderline(True)
        result.setToolTip(target)
        return result

    def _ink(self, style: QTextCharFormat, tone: Tone) -> None:
        style.setProperty(TONE, tone)
        style.setForeground(self._theme.colour(tone))

    def _shade(self, style: QTextFormat, tone: Tone) -> None:
        style.setProperty(SHADE, tone)
        style.setBackground(self._theme.colour(tone))
