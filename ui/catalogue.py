"""From a text on screen back to the message that it was made from, and on to the same message in another language.

A message with places for values, such as 'Loading {0}, {1}', is found by its pattern, and its values are put into the
other language's; a value that is a message itself is translated too. No Qt.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

_PLACE: Final = re.compile(r"{(\w*)}|(%n)")
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|\s*\n+")
_CLAUSES: Final = re.compile(r"(?<=:) | · ")  # looked at where no message is behind the sentence as a whole
_ENDS: Final = (".", "!", "?")
_STOPS: Final = ("", ".", ":")  # messages are written with and without
_PARAGRAPH: Final = re.compile(r"<p>(.+)</p>", re.DOTALL)  # a tooltip that is to be broken into lines
_ASIDE: Final = re.compile(r"(.+?)( \([^()]*\)\.?)", re.DOTALL)
_LEAST_LETTERS: Final = 2
_TELLING_LETTERS: Final = 6  # a pattern of fewer, such as '{0} is {1}', fits too much to be asked early
_DEEPEST: Final = 4
_FRACTION: Final = re.compile(r"-?\d+[.,]\d+\s?\S{0,3}")  # with a unit, perhaps
NO_POINTS: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Message:
    """forms: by language, one text or that for one and that for many."""

    context: str
    source: str
    forms: Mapping[str, tuple[str, ...]]

    def of(self, language: str) -> tuple[str, ...]:
        return self.forms.get(language) or (self.source,)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """anchor: its longest piece without places; a text that lacks it need not be looked at closer."""

    anchor: str
    expression: str
    names: tuple[str, ...]
    result: str
    letters: int


def read_messages(paths: Mapping[str, Path]) -> list[Message]:
    """All messages of translation files. paths: by language."""
    forms: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for language, path in paths.items():
        for context in ElementTree.parse(path).getroot().iter("context"):
            for message in context.iter("message"):
                key = context.findtext("name", ""), message.findtext("source", "")
                forms.setdefault(key, {})[language] = tuple(_forms(message))
    return [Message(context, source, found) for (context, source), found in forms.items()]


class Catalogue:
    """All messages, from one language to another."""

    def __init__(
        self, messages: Sequence[Message], before: str, now: str, points: Mapping[str, str] = NO_POINTS
    ) -> None:
        """points: the decimal point of each language, where it is another one than '.'."""
        self._points = points.get(before, "."), points.get(now, ".")
        self._exact: dict[str, dict[str, str]] = {}  # text -> context -> text in the other language
        self._patterns: dict[str, list[_Pattern]] = {}
        self._contexts = dict.fromkeys(sorted({message.context for message in messages}))
        self._found: dict[tuple[str, tuple[str, ...]], str] = {}
        for message in messages:
            olds, news = message.of(before), message.of(now)
            for i, old in enumerate(olds):
                new = news[i] if len(news) == len(olds) else news[-1]
                self._add(message.context, old, new)
                if old[:1].isspace() and old[-1:] in _ENDS:  # a sentence that is put behind another one
                    self._add(message.context, old.lstrip(), new.lstrip())
        for patterns in self._patterns.values():
            patterns.sort(key=lambda pattern: -pattern.letters)

    def translated(self, text: str, contexts: Collection[str], depth: int = 0) -> str:
        """The text in the other language; as it is where no message of these contexts is behind it. A text that is
        none as a whole is taken sentence by sentence."""
        if not text.strip() or depth > _DEEPEST:
            return text
        if paragraph := _PARAGRAPH.fullmatch(text):
            return f"<p>{self.translated(paragraph[1], contexts, depth)}</p>"
        for look in (self._as_it_is, self._by_telling_pattern, self._in_pieces, self._with_aside, self._by_any_pattern):
            found = look(text, contexts, depth)
            if found is not None:
                return found
        return text

    def translated_anywhere(self, text: str, contexts: Sequence[str]) -> str:
        """The same, with all other contexts after these."""
        if not text.strip():
            return text
        first = tuple(context for context in contexts if context in self._contexts)
        if (text, first) not in self._found:
            order = (*first, *(context for context in self._contexts if context not in first))
            self._found[text, first] = self.translated(text, order)
        return self._found[text, first]

    def _as_it_is(self, text: str, contexts: Collection[str], _depth: int) -> str | None:
        for stop in _STOPS:
            by_context = self._exact.get(text.removesuffix(stop), {}) if text.endswith(stop) else {}
            for context in contexts:
                if context in by_context:
                    return by_context[context] + stop
        whole = self._exact.get(f"{text}.", {})  # a sentence that was put into another one
        return next((whole[context].removesuffix(".") for context in contexts if context in whole), None)

    def _with_aside(self, text: str, contexts: Collection[str], depth: int) -> str | None:
        match = _ASIDE.fullmatch(text)
        new = self.translated(match[1], contexts, depth + 1) if match is not None else ""
        return f"{new}{match[2]}" if match is not None and new != match[1] else None

    def _by_telling_pattern(self, text: str, contexts: Collection[str], depth: int) -> str | None:
        return self._by_pattern(text, contexts, depth, _TELLING_LETTERS)

    def _by_any_pattern(self, text: str, contexts: Collection[str], depth: int) -> str | None:
        return self._by_pattern(text, contexts, depth, _LEAST_LETTERS)

    def _in_pieces(self, text: str, contexts: Collection[str], depth: int) -> str | None:
        for parts in (_SENTENCES, _CLAUSES):
            pieces = parts.split(text)
            if len(pieces) == 1:
                continue
            news = [self.translated(piece, contexts, depth + 1) for piece in pieces]
            if news == pieces:
                return None
            return "".join(new + gap for new, gap in zip(news, [*parts.findall(text), ""], strict=True))
        return None

    def _by_pattern(self, text: str, contexts: Collection[str], depth: int, letters: int) -> str | None:
        for stop in _STOPS:
            whole = text.removesuffix(stop)
            for context in contexts if text.endswith(stop) else ():
                for pattern in self._patterns.get(context, ()):
                    if pattern.letters < letters or pattern.anchor not in whole:
                        continue
                    match = _compiled(pattern.expression).fullmatch(whole)
                    if match is not None:
                        values = [self._value(value, contexts, depth + 1) for value in match.groups()]
                        return _filled(pattern.result, dict(zip(pattern.names, values, strict=True))) + stop
        return None

    def _value(self, text: str, contexts: Collection[str], depth: int) -> str:
        if _FRACTION.fullmatch(text):
            return text.replace(*self._points)
        return self.translated(text, contexts, depth)

    def _add(self, context: str, old: str, new: str) -> None:
        if _PLACE.search(old):
            self._add_pattern(context, old, new)
        else:
            self._exact.setdefault(old, {}).setdefault(context, new)

    def _add_pattern(self, context: str, old: str, new: str) -> None:
        literal = _PLACE.split(old)
        letters = sum(map(str.isalpha, "".join(literal[::3])))
        if letters < _LEAST_LETTERS:
            return
        names: list[str] = []
        expression = re.escape(literal[0])
        for name, count, rest in zip(literal[1::3], literal[2::3], literal[3::3], strict=True):
            key = count or name
            known = key in names
            expression += f"(?P=_{names.index(key)})" if known else f"(?P<_{len(names)}>.*?)"
            names += [] if known else [key]
            expression += re.escape(rest)
        anchor = max(literal[::3], key=len)
        pattern = _Pattern(anchor, expression, tuple(names), new, letters)
        self._patterns.setdefault(context, []).append(pattern)


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Only those are ever asked for whose anchor was in a text: making them all would take half a second."""
    return re.compile(expression, re.DOTALL)


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: values.get(place[2] or place[1], place[0]), pattern)


def _forms(message: ElementTree.Element) -> Iterator[str]:
    translation = message.find("translation")
    if translation is None or translation.get("type") == "unfinished":
        return
    many = [form.text or "" for form in translation.iter("numerusform")]
    yield from many or ([translation.text] if translation.text else [])
