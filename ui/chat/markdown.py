"""Markdown as blocks with their place in the source, so that a reply grows block by block and keeps its tint.

HTML is text here, nothing is fetched, and links are only marked as links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ui.chat.maths import with_formulas

DEEPEST: Final = 18  # of lists and quotes in each other: the parser leaves out what is a little deeper than that
_PLAIN = re.compile(r"[^\W_](?:[\w ,.;?%'\"-]*[^\W_])?|[\w ,.;?%'\"]+")
_HAS_WORD = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, heading, item of a list, quote, table or rule. start, end: offsets into the source."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Fenced or indented code, without its last line break. lines: source offset of each line's text.

    closed: whether the closing fence was seen.
    """

    start: int
    end: int
    language: str
    code: str
    lines: tuple[int, ...]
    closed: bool


Block = TextBlock | CodeBlock


def parse(source: str) -> list[Block]:
    """The blocks of a text, in order. Line breaks are '\\n'."""
    starts = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
    blocks: list[Block] = []
    for group in _by_item(_top_level(_parser().parse(source))):
        span = group[0].map
        if span is None:
            continue
        start, end = starts[span[0]], min(starts[span[1]], len(source))
        if group[0].type in ("fence", "code_block"):
            blocks.append(_code_block(group[0], source, starts, start, end))
        elif any(token.level >= DEEPEST for token in group):
            blocks.append(TextBlock(start, end, _as_it_stands(source[start:end])))
        else:
            blocks.append(TextBlock(start, end, tuple(group)))
    return blocks


def continues_plainly(line: str, addition: str) -> bool:
    """Whether `addition` behind `line`, the last line of a text block, can only be more of the same words."""
    return bool(_HAS_WORD.search(line)) and bool(_PLAIN.fullmatch(addition))


@cache
def _parser() -> MarkdownIt:
    """Definitions of links stay text: they may stand behind what they define, and a reply grows."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("reference")
    return with_formulas(parser)


def _top_level(tokens: Sequence[Token]) -> list[list[Token]]:
    groups: list[list[Token]] = []
    for token in tokens:
        if token.level == 0 and token.nesting >= 0:
            groups.append([])
        groups[-1].append(token)
    return groups


def _as_it_stands(source: str) -> tuple[Token, ...]:
    """A paragraph that shows its source, marks and all."""
    children: list[Token] = []
    for line in source.rstrip("\n").split("\n"):
        children += [Token("softbreak", "br", 0)] if children else []
        children.append(Token("text", "", 0, content=line))
    inline = Token("inline", "", 0, content=source, children=children)
    return Token("paragraph_open", "p", 1), inline, Token("paragraph_close", "p", -1)


def _by_item(groups: Iterable[list[Token]]) -> Iterator[list[Token]]:
    """Every item of a list as a list of its own that goes on counting, so that a list grows item by item."""
    for group in groups:
        if group[0].type not in ("bullet_list_open", "ordered_list_open"):
            yield group
            continue
        starts = [i for i, token in enumerate(group) if token.type == "list_item_open" and token.level == 1]
        number = int(group[0].attrs.get("start", 1))
        for at, (i, after) in enumerate(pairwise([*starts, len(group) - 1])):
            opening = copy(group[0])
            opening.map = group[i].map
            if opening.type == "ordered_list_open":
                opening.attrs = {"start": number + at}
            yield [opening, *group[i:after], group[-1]]


def _code_block(token: Token, source: str, starts: list[int], start: int, end: int) -> CodeBlock:
    code = token.content.removesuffix("\n")
    first = (token.map or [0])[0] + (token.type == "fence")
    offsets = []
    for i, line in enumerate(code.split("\n")):
        line_start = starts[min(first + i, len(starts) - 1)]
        raw_end = source.find("\n", line_start)
        raw = source[line_start : raw_end if raw_end >= 0 else len(source)]
        offsets.append(line_start + max(len(raw) - len(line), 0))
    words = token.info.split()
    n_lines = token.content.count("\n") + (token.content != "" and not token.content.endswith("\n"))
    n_spanned = token.map[1] - token.map[0] - 1 if token.map else 0
    language = words[0] if words else ""
    return CodeBlock(start, end, language, code, tuple(offsets), closed=n_lines < n_spanned)
