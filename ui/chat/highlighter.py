"""Colours for code, by Pygments: the tail while it streams in, all of it in small slices when it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from time import perf_counter
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound
from PySide6.QtCore import QTimer
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from ui.chat.clusters import n_units
from ui.theme.theme import Theme, Tone

SLICE_S: Final = 0.006
TAIL_LINES: Final = 16
_TONES: Final[tuple[tuple[_TokenType, Tone], ...]] = (
    (Comment, "muted"),
    (Keyword, "accent"),
    (Name.Builtin, "accent"),
    (Name.Tag, "accent"),
    (Name.Decorator, "warn"),
    (String, "good"),
    (Number, "warn"),
)
Span = tuple[int, int, Tone]
KEPT: Final = 256  # pieces of code whose colours are remembered
_finished: dict[tuple[str, str], list[list[Span]]] = {}  # (language, code) -> spans by line, oldest first


class CodeHighlighter(QSyntaxHighlighter):
    """Highlights a document in a language. An unknown language stays plain."""

    def __init__(self, document: QTextDocument, language: str, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._language = language.lower()
        self._lexer = lexer_for(language.lower())
        self._lines: dict[int, list[Span]] = {}
        self._pass: Iterator[tuple[int, list[Span]]] = iter(())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._advance)

    def set_language(self, language: str) -> None:
        """Highlight what comes from now on as another language."""
        self._language = language.lower()
        self._lexer = lexer_for(self._language)

    def highlightBlock(self, _text: str) -> None:
        for start, length, tone in self._lines.get(self.currentBlock().blockNumber(), ()):
            style = QTextCharFormat()
            style.setForeground(self._theme.colour(tone))
            self.setFormat(start, length, style)

    def tail(self, lines: list[str]) -> None:
        """Colour the last lines of code that is still growing, from a blank line on: a good guess, and cheap."""
        if self._lexer is None:
            return
        if self._repeat("\n".join(lines)):
            return
        first = max(len(lines) - TAIL_LINES, 0)
        if first:
            first = next((i for i in range(first, len(lines)) if not lines[i].strip()), first)
        for number, spans in spans_by_line(self._lexer, "\n".join(lines[first:])):
            self._show(first + number, spans)

    def whole(self, code: str) -> None:
        """Colour all of it, a few milliseconds at a time."""
        if self._lexer is not None and not self._repeat(code):
            self._pass = self._first_time(self._lexer, code)
            self._advance()

    def _repeat(self, code: str) -> bool:
        """Colour code that was coloured before, as happens with every other theme or tint, without reading it again."""
        known = _finished.get((self._language, code))
        if known is None:
            return False
        self._pass = iter(enumerate(known))
        self._advance()
        return True

    def _first_time(self, lexer: Lexer, code: str) -> Iterator[tuple[int, list[Span]]]:
        found = []
        for number, spans in spans_by_line(lexer, code):
            found.append(spans)
            yield number, spans
        while len(_finished) >= KEPT:
            del _finished[next(iter(_finished))]
        _finished[self._language, code] = found

    def _advance(self) -> None:
        deadline = perf_counter() + SLICE_S
        for number, spans in self._pass:
            self._show(number, spans)
            if perf_counter() > deadline:
                self._timer.start(0)
                return

    def _show(self, number: int, spans: list[Span]) -> None:
        if self._lines.get(number) == spans:
            return
        self._lines[number] = spans
        block = self.document().findBlockByNumber(number)
        if block.isValid():
            self.rehighlightBlock(block)


@lru_cache(maxsize=32)
def lexer_for(language: str) -> Lexer | None:
    """The lexer of a language as written behind a fence; None when there is none."""
    if not language:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def spans_by_line(lexer: Lexer, code: str) -> Iterator[tuple[int, list[Span]]]:
    """(line number, spans of it that have a colour) for every line that is complete in itself."""
    number, column = 0, 0
    spans: list[Span] = []
    for kind, text in lexer.get_tokens(code):
        tone = next((tone for known, tone in _TONES if kind is known or kind[: len(known)] == known), None)
        for i, part in enumerate(text.split("\n")):
            if i:
                yield number, spans
                number, column, spans = number + 1, 0, []
            length = n_units(part)
            if part and tone is not None:
                spans.append((column, length, tone))
            column += length
    yield number, spans
