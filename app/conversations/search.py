"""Full-text search over titles and messages: the index, the query, and the excerpt with its marks.

The index is FTS5 without its own copy of the text; what belongs to an id is handed in when it is added and again when
it is taken out. Scripts written without spaces are indexed character by character, so that parts of a sentence are
found. Matching ignores case and diacritics.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ui.services import ConversationRow, SearchHit, SearchPage

EXCERPT_BEFORE = 40
EXCERPT_LENGTH = 160
MAX_WORDS = 16
MAX_WORD_LENGTH = 100
# Kana, CJK ideographs and their extensions, Thai, Lao, Khmer, Myanmar.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED_CHARACTER = re.compile(f"([{_UNSPACED}])")
_QUERY_PART = re.compile(r'"([^"]+)"|(\S+)')
_COMBINING = "[\u0300-\u036f]*"


def add(connection: sqlite3.Connection, key: int, text: str) -> None:
    """Make a text findable."""
    if text:
        connection.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (key, _spaced(text)))


def remove(connection: sqlite3.Connection, key: int, text: str) -> None:
    """Take a text out again; it must be the one that was added."""
    if text:
        connection.execute("INSERT INTO words (words, rowid, body) VALUES ('delete', ?, ?)", (key, _spaced(text)))


def fill(connection: sqlite3.Connection) -> None:
    """Make the index of an emptied or new `words` from every complete message and every title of the user's own."""
    titles = connection.execute("SELECT id, title FROM conversations WHERE renamed = 1").fetchall()
    for key, text in titles:
        add(connection, key, text)
    for key, text in connection.execute("SELECT id, content FROM messages WHERE state <> 'writing' ORDER BY id"):
        add(connection, key, text)


def find(connection: sqlite3.Connection, query: str, before: int | None, limit: int) -> SearchPage:
    """The newest places that hold all of the query, older than the id `before`."""
    parts = _parts(query)
    match = _match(parts)
    if not match or limit < 1:
        return SearchPage((), None)
    keys = [
        row[0]
        for row in connection.execute(
            """SELECT rowid FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?""",
            (match, before if before is not None else 2**62, limit + 1),
        )
    ]
    pattern = _pattern(tuple(parts))
    hits = [hit for key in keys[:limit] if (hit := _hit(connection, key, pattern)) is not None]
    return SearchPage(tuple(hits), keys[limit - 1] if len(keys) > limit else None)


def excerpt_of(text: str, pattern: re.Pattern[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """(about 160 characters around the first match on one line, the matches in it as (start, end))."""
    folded = text.translate(_FOLDING)
    first = pattern.search(folded)
    start = max(first.start() - EXCERPT_BEFORE, 0) if first else 0
    if start:  # begin with a whole word where one is near
        space = text.rfind(" ", max(start - 12, 0), start)
        start = space + 1 if space >= 0 else start
    end = min(start + EXCERPT_LENGTH, len(text))
    lead, tail = "…" if start else "", "…" if end < len(text) else ""
    line = "".join(" " if c.isspace() or unicodedata.category(c) == "Cc" else c for c in text[start:end])
    shift = len(lead) - start
    marks = tuple(
        (found.start() + shift, min(found.end(), end) + shift)
        for found in pattern.finditer(folded, start, end)
        if found.end() > found.start()
    )
    return lead + line + tail, marks


def row_of(columns: Sequence[Any]) -> ConversationRow:
    """A row of the list from (id, title, created, updated, pinned)."""
    key, title, created, updated, pinned = columns
    return ConversationRow(key, title, created, updated, bool(pinned))


def _hit(connection: sqlite3.Connection, key: int, pattern: re.Pattern[str]) -> SearchHit | None:
    columns = "c.id, c.title, c.created, c.updated, c.pinned"
    found = connection.execute(
        f"SELECT {columns}, m.content FROM messages m JOIN conversations c ON c.id = m.conversation "
        "WHERE m.id = ? AND c.deleted IS NULL",
        (key,),
    ).fetchone()
    message: int | None = key
    if found is None:
        message = None
        found = connection.execute(
            f"SELECT {columns}, c.title FROM conversations c WHERE c.id = ? AND c.deleted IS NULL", (key,)
        ).fetchone()
    if found is None:
        return None
    *row, text = found
    return SearchHit(row_of(row), message, *excerpt_of(text, pattern))


def _spaced(text: str) -> str:
    return _UNSPACED_CHARACTER.sub(r" \1 ", text)


def _parts(query: str) -> list[tuple[str, bool]]:
    """(words that stand together, whether the last of them may be unfinished)."""
    parts = []
    for quoted, word in _QUERY_PART.findall(query.replace("\0", " "))[:MAX_WORDS]:
        text = (quoted or word.replace('"', ""))[:MAX_WORD_LENGTH]
        if any(c.isalnum() for c in text):
            parts.append((text, not quoted))
    return parts


def _match(parts: list[tuple[str, bool]]) -> str:
    return " ".join(f'"{_spaced(text)}"' + ("*" if unfinished else "") for text, unfinished in parts)


@lru_cache(maxsize=8)
def _pattern(parts: tuple[tuple[str, bool], ...]) -> re.Pattern[str]:
    """Finds in folded text what FTS5 found in its words."""
    alternatives = []
    for text, unfinished in parts:
        folded = unicodedata.normalize("NFC", text).translate(_FOLDING)
        words = re.findall(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+", folded)
        if words:
            spelled = [_COMBINING.join(re.escape(c) for c in word) + _COMBINING for word in words]
            before = rf"(?<![^\W_{_UNSPACED}])" if not re.match(f"[{_UNSPACED}]", words[0]) else ""
            after = "" if unfinished or re.match(f"[{_UNSPACED}]", words[-1]) else rf"(?![^\W_{_UNSPACED}])"
            alternatives.append(before + r"[\W_]*".join(spelled) + after)
    return re.compile("|".join(alternatives) or r"(?!)")


class _Folding(dict[int, str]):
    """Each character as one character without case and diacritics, so that offsets stay."""

    def __missing__(self, code: int) -> str:
        folded = unicodedata.normalize("NFKD", chr(code))[0].lower()
        self[code] = folded if len(folded) == 1 else chr(code)
        return self[code]


_FOLDING = _Folding()
