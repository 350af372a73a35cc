"""Reading a text file that goes with a message: bounded, its encoding found out, refused in words when it is none."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final

from charset_normalizer import from_bytes

from engine.errors import UsageError
from ui.services import TextFile

LARGEST: Final = 8 * 2**20  # more than any context of today holds
_SAMPLE: Final = 256 * 1024  # enough to tell an encoding by, and little enough to be quick
_USUAL: Final = "cp1252"
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_KINDS: Final = (
    (b"%PDF-", "it is a PDF; copy its text into a text file"),
    (b"PK\x03\x04", "it is an archive or an office document; save it as plain text"),
    (b"\xd0\xcf\x11\xe0", "it is an office document; save it as plain text"),
    (b"\x89PNG", "it is a picture"),
    (b"\xff\xd8\xff", "it is a picture"),
    (b"GIF8", "it is a picture"),
    (b"GGUF", "it is a model; open it with the Model button"),
)
# White space, and what terminals write between words.
_ALLOWED: Final = frozenset("\t\n\r\f\v\x1b\x08")


def read(path: str) -> TextFile:
    """The file. Raises UsageError in words when it cannot be read or is no text."""
    file = Path(path)
    try:
        if not file.is_file():
            raise UsageError(f"{file.name or path} cannot be attached", "it is no file")
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{file.name} cannot be attached", error.strerror or str(error)) from None
    if len(content) > LARGEST:
        why = f"it is larger than {LARGEST // 2**20} MiB"
        raise UsageError(f"{file.name} cannot be attached", why, "Attach the part of it that matters")
    text, encoding = _decoded(content, file.name)
    return TextFile(file.name, text.replace("\r\n", "\n").replace("\r", "\n"), encoding)


def _decoded(content: bytes, name: str) -> tuple[str, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return content.decode(encoding), encoding
            except UnicodeDecodeError:
                raise _no_text(content, name) from None
    try:
        text, encoding = content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        if b"\0" in content[:_SAMPLE] or _kind(content):
            raise _no_text(content, name) from None
        encoding = _encoding(content[:_SAMPLE])
        if not encoding:
            raise _no_text(content, name) from None
        text = content.decode(encoding, "replace")
    if _kind(content) or any(not character.isprintable() and _is_control(character) for character in text):
        raise _no_text(content, name)
    return text, encoding


def _encoding(sample: bytes) -> str:
    """The likeliest encoding, '' where none makes sense; of several that are as likely, the most usual one."""
    found = from_bytes(sample)
    best = found.best()
    if best is None:
        return ""
    likely = [one for one in found if (one.chaos, one.coherence) == (best.chaos, best.coherence)]
    names = {name for one in likely for name in (one.encoding, *one.could_be_from_charset)}
    return _USUAL if _USUAL in names else best.encoding


def _is_control(character: str) -> bool:
    return ord(character) < 32 and character not in _ALLOWED


def _kind(content: bytes) -> str:
    return next((why for mark, why in _KINDS if content.startswith(mark)), "")


def _no_text(content: bytes, name: str) -> UsageError:
    why = _kind(content) or "it is no text"
    return UsageError(f"{name} cannot be attached", why, "Only text files can be attached")
