"""Which characters make one letter or sign for the reader: a tint must not cut an emoji or a letter from its marks.

Qt shapes the pieces of a text that have different formats apart. No Qt here.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
_TAGS: Final = range(0xE0020, 0xE0080)
_JAMO_BEHIND: Final = range(0x1160, 0x1200)  # vowels and final consonants of a Hangul syllable
_VIRAMA: Final = 9  # its combining class: it ties consonants together
_FARTHEST: Final = 64  # characters that are looked back: a longer cluster is somebody's joke


def joined(text: str, at: int) -> bool:
    """Whether the character at this place belongs to the one in front of it."""
    if not 0 < at < len(text):
        return False
    before, here = text[at - 1], text[at]
    if here < "\u0300":  # by far the most
        return False
    code = ord(here)
    if unicodedata.category(here) in ("Mn", "Mc", "Me") or here == _JOINER or code in _SKIN_TONES or code in _TAGS:
        return before not in "\n\t "
    if code in _FLAG_LETTERS:
        return _n_flag_letters(text, at) % 2 == 1
    return before == _JOINER or code in _JAMO_BEHIND or unicodedata.combining(before) == _VIRAMA


def cluster_start(text: str, at: int) -> int:
    """Where that begins which the character at this place belongs to."""
    least = max(0, at - _FARTHEST)
    while at > least and joined(text, at):
        at -= 1
    return at


def _n_flag_letters(text: str, at: int) -> int:
    """How many of them stand in front of this place: two make a flag."""
    n = 0
    while n < min(at, _FARTHEST) and ord(text[at - 1 - n]) in _FLAG_LETTERS:
        n += 1
    return n


def n_units(text: str) -> int:
    """How many characters a text has for Qt, which counts in halves of UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_units(text: str, start: int, end: int) -> str:
    """text[start:end] where both are counted as Qt does."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "replace")
