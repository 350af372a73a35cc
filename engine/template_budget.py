"""What one rendering of a stranger's chat template may cost, and the errors that end it when it wants
more."""

from __future__ import annotations

import time
from collections.abc import ItemsView, Iterable, Iterator, KeysView, ValuesView
from typing import Any

from jinja2 import TemplateError
from jinja2.utils import Namespace

CHARS_PER_STEP = 16
CLOCK_EVERY_STEPS = 4096


class TemplateRefusalError(TemplateError):
    """The template itself refused the conversation, by calling raise_exception."""


class TemplateLimitError(Exception):
    """The template wants more than a chat template may have. The message completes 'it ...'."""


class Budget:
    """What one rendering may spend.

    steps: units of work; a step is a loop turn, a call, an element, or 16 characters. chars: the longest text
    that may come into being. seconds: wall clock, a second net under the steps.
    """

    def __init__(self, steps: int, chars: int, seconds: float) -> None:
        self.chars = chars
        self._steps = steps
        self._deadline = time.monotonic() + seconds
        self._next_look = steps - CLOCK_EVERY_STEPS

    def charge(self, steps: int) -> None:
        """Pay. TemplateLimitError when the budget is spent."""
        self._steps -= steps
        if self._steps < self._next_look:
            if self._steps < 0:
                raise TemplateLimitError("does not come to an end within its budget of work")
            if time.monotonic() > self._deadline:
                raise TemplateLimitError("takes too long")
            self._next_look = self._steps - CLOCK_EVERY_STEPS

    def fit(self, n_chars: int) -> None:
        """Refuse text that would become longer than allowed, before it does."""
        if n_chars > self.chars:
            raise TemplateLimitError(f"makes a text of more than {self.chars:,} characters")

    def weigh(self, value: object) -> None:
        """Pay for a value by all it holds, however deep and however often the same part comes again."""
        pending: list[object] = [value]
        while pending:
            item = pending.pop()
            if isinstance(item, str):
                self.charge(1 + len(item) // CHARS_PER_STEP)
            elif isinstance(item, (list, tuple)):
                self.charge(1 + len(item))
                pending.extend(item)
            elif isinstance(item, dict):
                self.charge(1 + 2 * len(item))
                pending.extend(item.keys())
                pending.extend(item.values())
            elif isinstance(item, (KeysView, ItemsView, ValuesView)):
                self.charge(1 + len(item))
                pending.extend(item)
            else:
                self.charge(1)
                if isinstance(item, Namespace) and item is not value:
                    raise TemplateLimitError("puts a namespace into a list")

    def counted(self, values: Iterable[Any], steps_each: int = 1) -> Iterator[Any]:
        """The same values, each paid for as it is taken."""
        for value in values:
            self.charge(steps_each)
            yield value
