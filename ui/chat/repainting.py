"""Another theme or tint for a conversation: what is in view has the colours of now at once, the rest has them soon."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QTextBrowser

from ui.chat.colouring import Recolouring, recolour_seen
from ui.chat.segments import Tint
from ui.chat.slots import Slot
from ui.theme.theme import Theme


class Repainting:
    """Begins anew with every change, and goes on by steps of a few blocks."""

    def __init__(self, theme: Theme, tint: Tint) -> None:
        self._theme = theme
        self._tint = tint
        self._stale: list[Recolouring] = []  # what may still be in the colours of before, the most urgent last

    def begin(self, live: Sequence[Slot], seen: Sequence[Slot]) -> None:
        """The colours changed. live: what is laid out; seen: what of all is in view."""
        far = [slot for slot in live if slot not in seen]
        self._stale = [Recolouring(_texts(slot), self._tint.colours) for slot in (*far, *seen)]
        self._recolour(seen)

    def step(self) -> bool:
        """A little of it; False when nothing is left to do."""
        if self._stale and not self._stale[-1].step():
            self._stale.pop()
        return bool(self._stale)

    def hasten(self, seen: Sequence[Slot]) -> None:
        """This came into view."""
        if self._stale:
            self._recolour(seen)
            for slot in seen:
                if slot.message is not None:
                    self._theme.hasten(slot.message)

    def forget(self) -> None:
        """What was laid out is gone."""
        self._stale.clear()

    def _recolour(self, seen: Sequence[Slot]) -> None:
        for slot in seen:
            for text in _texts(slot):
                recolour_seen(text, self._tint.colours)


def _texts(slot: Slot) -> Sequence[QTextBrowser]:
    return slot.message.findChildren(QTextBrowser) if slot.message is not None else ()
