"""The answer of a reply, laid out as it arrives: finished blocks stay as they are, only the last one is touched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from markdown_it.token import Token
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.events import TextRun
from ui.chat.conversation import Origins
from ui.chat.markdown import Block, CodeBlock, TextBlock, continues_plainly, parse
from ui.chat.segments import CodeSegment, TextSegment, Tint
from ui.chat.writer import Source
from ui.theme.palette import SPACE_M
from ui.theme.theme import Theme

Segment = TextSegment | CodeSegment
PIECE: Final = 3000  # characters that are taken in at once
LONGEST: Final = 8000  # characters of one block of text: what is longer goes on in another one
MOST_CELLS: Final = 1500  # of one table
MOST_SEGMENTS: Final = 400  # texts and pieces of code that have a widget of their own


class ReplyBody(QWidget):
    """Markdown that grows. Text comes in through `append`; `finish` when nothing more will come."""

    def __init__(self, theme: Theme, tint: Tint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tint = tint
        self._segments: list[Segment] = []
        self._text = ""
        self._origins = Origins()
        self._open = 0  # where the last block starts: everything before it is final
        self._last: Block | None = None
        self._quickly = False  # what came last was inserted without looking at the block as a whole
        self._shown = 0  # the source is on screen up to here
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_M)

    @property
    def plain_text(self) -> str:
        """The Markdown source."""
        return self._text

    def append(self, runs: Iterable[TextRun]) -> None:
        """Add the runs of one tick; those of thinking text are not for here."""
        added = []
        for run in runs:
            if not run.thinking:
                text = run.text.replace("\r", "").replace("\0", "\ufffd")
                self._origins.add(len(text), run.origin)
                added.append(text)
        addition = "".join(added)
        for start in range(0, len(addition), PIECE):
            self._take(addition[start : start + PIECE])

    def finish(self) -> None:
        """The reply is complete."""
        if self._quickly:
            self._write_open_blocks()
        self._finish_code()

    def _take(self, addition: str) -> None:
        before = len(self._text)
        self._text += addition
        self._quickly = self._extend(before, addition)
        if not self._quickly:
            self._write_open_blocks()

    def _extend(self, before: int, addition: str) -> bool:
        """The quick way: the addition goes on in the last block as it stands. False where it may change it."""
        if self._last is None or self._too_long():
            return False
        segment, end = self._segments[-1], len(self._text)
        if isinstance(self._last, CodeBlock) and isinstance(segment, CodeSegment):
            head = self._text[self._open : before]
            fenced = "\n" in head and head.startswith(("```", "~~~"))
            if self._last.closed or not fenced or "`" in addition or "~" in addition:
                return False
            end = len(self._text.rstrip("\n"))
        elif isinstance(self._last, TextBlock) and isinstance(segment, TextSegment):
            line = self._text[self._text.rfind("\n", 0, before) + 1 : before]
            paragraph = self._last.tokens[0].type == "paragraph_open"
            if not paragraph or not continues_plainly(line, addition):
                return False
        if end > self._shown:
            segment.extend(self._source(), self._shown, end)
            self._shown = end
        return True

    def _too_long(self) -> bool:
        """Whether the block that grows is longer than can be read anew with every tick. Fenced code need not be; a
        table costs by its cells."""
        if isinstance(self._last, CodeBlock) and self._text.startswith(("```", "~~~"), self._open):
            return False
        table = isinstance(self._last, TextBlock) and self._last.tokens[0].type == "table_open"
        full = table and self._text.count("|", self._open) > MOST_CELLS
        return full or len(self._text) - self._open > LONGEST

    def _close_long_block(self) -> None:
        """What is there of a block that is too long stays as it is; the rest is another block."""
        self._open, self._last = len(self._text), None
        if self._segments and isinstance(self._segments[-1], TextSegment):
            self._segments[-1].begin()

    def _write_open_blocks(self) -> None:
        self._write_blocks()
        if self._too_long():
            self._close_long_block()

    def _write_blocks(self) -> None:
        base = self._open
        blocks = parse(self._text[base:])
        if not blocks:
            return
        source = Source(self._text, self._origins, base)
        growing = isinstance(self._last, CodeBlock)
        self._reopen(blocks[0])
        for i, parsed in enumerate(blocks):
            block = parsed if i == 0 and growing else self._as_there_is_room(parsed)
            if isinstance(block, CodeBlock):
                self._code_segment(block, again=i == 0).write(block, source)
            else:
                self._text_segment(again=i == 0).write(block, source)
            self._open, self._last = base + block.start, block
        last = blocks[-1]
        if isinstance(last, CodeBlock):
            self._shown = base + last.lines[-1] + len(last.code.rsplit("\n", 1)[-1])
        else:
            self._shown = len(self._text.rstrip())

    def _as_there_is_room(self, block: Block) -> Block:
        """Code beyond very many pieces of it has no card of its own any more: cards are dear."""
        if isinstance(block, TextBlock) or len(self._segments) < MOST_SEGMENTS:
            return block
        return TextBlock(block.start, block.end, (Token("fence", "code", 0, content=block.code + "\n"),))

    def _reopen(self, first: Block) -> None:
        """Take the last block off the screen, unless it is code that only grows."""
        if self._last is None:
            return
        segment = self._segments[-1]
        if isinstance(segment, TextSegment):
            keep = segment.reopen() or isinstance(first, TextBlock)
        else:
            keep = isinstance(first, CodeBlock) and (first.language == segment.language or not segment.code)
        if not keep:
            self._segments.pop()
            self._layout.removeWidget(segment)
            segment.hide()
            segment.deleteLater()

    def _code_segment(self, block: CodeBlock, again: bool) -> CodeSegment:
        last = self._segments[-1] if self._segments else None
        if again and isinstance(last, CodeSegment) and isinstance(self._last, CodeBlock):
            last.set_language(block.language)
            return last
        self._finish_code()
        segment = CodeSegment(block.language, self._theme, self._tint.brush, self)
        self._add(segment)
        return segment

    def _text_segment(self, again: bool) -> TextSegment:
        last = self._segments[-1] if self._segments else None
        if isinstance(last, TextSegment):
            if not again:
                last.begin()
            return last
        self._finish_code()
        segment = TextSegment(self._theme, self._tint.brush, self.tr("Reply"), self)
        self._add(segment)
        return segment

    def _add(self, segment: Segment) -> None:
        self._segments.append(segment)
        self._layout.addWidget(segment)

    def _finish_code(self) -> None:
        if self._segments and isinstance(self._segments[-1], CodeSegment):
            self._segments[-1].finish()

    def _source(self) -> Source:
        return Source(self._text, self._origins)
