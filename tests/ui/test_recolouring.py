"""Another theme or tint: what is in view has its colours in the same turn, and nothing is laid out anew for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage, QTextBlock
from PySide6.QtWidgets import QApplication, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from tests.ui.scripted_engine import ScriptedLink
from ui.chat.reply_parts import ThinkingFold
from ui.chat.transcript import Transcript
from ui.main_window import MainWindow
from ui.theme.theme import Theme

PATIENCE_MS = 60_000
REPLY = """# A heading

Words with `code`, a [link](https://example.org) and **bold**.

> A quote
>
> > in a quote

- one
- two

      code in a list

***

| a | b |
|---|---|
| 1 | 2 |

```python
def total(self) -> int:
    return sum(1 for _ in "words")  # all of them
```
"""


def settle(qtbot: QtBot, transcript: Transcript) -> None:
    """Until nothing is left to be laid out."""
    for _ in range(2):
        QApplication.processEvents()
        qtbot.waitUntil(lambda: not transcript._slices.isActive(), timeout=PATIENCE_MS)


def picture(transcript: Transcript) -> QImage:
    return transcript.viewport().grab().toImage()


@pytest.fixture
def chat(loaded: MainWindow, link: ScriptedLink, qtbot: QtBot) -> MainWindow:
    """A reply of all kinds of blocks, every other word of it an accepted draft, with its thinking unfolded."""
    loaded.resize(1280, 1100)
    loaded.send_message("go")
    link.begin()
    link.say(link.round(0, "think", "Let me ", thinking=True))
    pieces = [REPLY[i : i + 7] for i in range(0, len(REPLY), 7)]
    for i, piece in enumerate(pieces, 1):
        link.say(link.round(i, piece) if i % 2 else link.round(i, "", piece))
    link.end()
    loaded.tick()
    (fold,) = loaded.findChildren(ThinkingFold)
    fold.findChildren(QToolButton)[0].setChecked(True)
    settle(qtbot, loaded.chat.transcript)
    return loaded


@pytest.mark.parametrize("what", ["theme", "tint"])
def test_what_is_in_view_has_the_new_colours_in_the_same_turn(
    chat: MainWindow, theme: Theme, qtbot: QtBot, what: str
) -> None:
    transcript = chat.chat.transcript
    before = picture(transcript)
    changes: dict[str, Callable[[], object]] = {
        "theme": lambda: theme.set_mode("light"),
        "tint": chat.chat.top.tint.toggle,
    }
    changes[what]()
    at_once = picture(transcript)
    settle(qtbot, transcript)
    assert at_once == picture(transcript)
    assert at_once != before
    first = chat.controller.current.id
    chat.chat.new_chat()
    chat.controller.open(first)
    qtbot.waitUntil(lambda: chat.controller.current.id == first)
    settle(qtbot, transcript)
    (fold,) = transcript.findChildren(ThinkingFold)
    fold.findChildren(QToolButton)[0].setChecked(True)
    settle(qtbot, transcript)
    assert at_once == picture(transcript), "as if it had been written in them"


def test_what_is_out_of_view_follows_and_what_is_selected_stays(
    loaded: MainWindow, link: ScriptedLink, theme: Theme, qtbot: QtBot
) -> None:
    transcript = loaded.chat.transcript
    for i in range(12):
        loaded.send_message(f"question {i}")
        link.reply(REPLY)
        loaded.tick()
    settle(qtbot, transcript)
    texts = transcript.findChildren(QTextBrowser)
    text = texts[-2]
    text.selectAll()
    theme.set_mode("light")
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)  # at once: what comes into view before it was its turn
    assert transcript.findChildren(QTextBrowser) == texts, "no text is made anew"
    seen = picture(transcript)
    settle(qtbot, transcript)
    assert seen == picture(transcript)
    assert text.textCursor().hasSelection()
    written = {at.fragment().charFormat().foreground().color().name() for at in _beginnings(transcript)}
    assert written == {theme.palette.text}


def _beginnings(transcript: Transcript) -> list[QTextBlock.iterator]:
    """Of the flowing texts of all replies."""
    texts = [text for text in transcript.findChildren(QTextBrowser) if text.accessibleName() == "Reply"]
    return [text.document().begin().begin() for text in texts]
