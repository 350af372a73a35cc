"""Replies as documents: what Markdown becomes, that growing gives what writing at once gives, whose text is tinted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QTextBlock, QTextDocument, QTextListFormat
from PySide6.QtWidgets import QLabel, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from engine.events import TARGET, TextRun
from tests.ui.hostile_replies import REPLIES
from ui.chat.conversation import Origins
from ui.chat.markdown import CodeBlock, parse
from ui.chat.reply_body import ReplyBody
from ui.chat.segments import Tint
from ui.theme.theme import Theme

SAMPLE = """Here **it** is, with `code` and [a link](https://example.org/x):

```python
def f(x):
    return x  # \u00e5

def g():
    pass
```

## A heading

1. one
2. two
   - inner &amp; escaped \\*

> quoted
> words

| A | B |
|---|---|
| 1 | <b>2</b> |

---

The end, at *last*.
"""
LENGTH, CUTS = 400, 60  # characters of a hostile reply, and pieces that it comes in
ORIGINS = (TARGET, "ngram-simple", "draft-model")


def _tint(theme: Theme) -> Tint:
    return Tint({"ngram-simple": "ngram", "draft-model": "draft"}, theme)


def _body(theme: Theme, qtbot: QtBot, runs: list[TextRun]) -> ReplyBody:
    body = ReplyBody(theme, _tint(theme))
    qtbot.addWidget(body)
    for run in runs:
        body.append([run])
    body.finish()
    return body


def _documents(body: ReplyBody) -> list[QTextDocument]:
    layout = body.layout()
    assert layout is not None
    items = (layout.itemAt(i) for i in range(layout.count()))
    parts = [item.widget() for item in items if item is not None]
    texts = [part if isinstance(part, QTextBrowser) else part.findChild(QTextBrowser) for part in parts if part]
    return [text.document() for text in texts if text is not None]


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _picture(body: ReplyBody) -> list[tuple[str, list[tuple[str, str]]]]:
    """What can be seen: for every document its text, its paragraphs' looks and its pieces' backgrounds."""
    seen = []
    for document in _documents(body):
        pieces: list[tuple[str, str]] = []
        for block in _blocks(document):
            look = block.blockFormat()
            listed = block.textList().format().style().name if block.textList() else ""
            pieces.append(
                (listed, f"{look.topMargin()} {look.bottomMargin()} {look.indent()} {len(look.properties())}")
            )
            iterator = block.begin()
            while not iterator.atEnd():
                fragment = iterator.fragment()
                brush = fragment.charFormat().background()
                colour = brush.color().name(QColor.NameFormat.HexArgb) if brush.style() != Qt.BrushStyle.NoBrush else ""
                pieces.append((fragment.text(), colour))
                iterator += 1
        seen.append((document.toPlainText(), pieces))
    return seen


def _tinted(body: ReplyBody, theme: Theme, family: str) -> str:
    wanted = QColor(theme.palette.family(family)).rgb() & 0xFFFFFF
    pieces = (piece for _, pieces in _picture(body) for piece in pieces)
    return "".join(
        text for text, colour in pieces if colour.startswith("#") and QColor(colour).rgb() & 0xFFFFFF == wanted
    )


def test_blocks_know_their_place_in_the_source() -> None:
    blocks = parse(SAMPLE)
    assert [SAMPLE[b.start : b.start + 4] for b in blocks] == [
        "Here",
        "```p",
        "## A",
        "1. o",
        "2. t",
        "> qu",
        "| A ",
        "---\n",
        "The ",
    ]
    code = blocks[1]
    assert isinstance(code, CodeBlock)
    assert code.language == "python"
    assert code.closed
    for offset, line in zip(code.lines, code.code.split("\n"), strict=True):
        assert SAMPLE[offset : offset + len(line)] == line


@pytest.mark.parametrize(
    ("source", "closed"), [("```\na", False), ("```\na\n", False), ("```\na\n```", True), ("```\n```", True)]
)
def test_an_open_fence_is_told_from_a_closed_one(source: str, closed: bool) -> None:
    block = parse(source)[0]
    assert isinstance(block, CodeBlock)
    assert block.closed is closed


def test_markdown_becomes_text_without_its_marks(theme: Theme, qtbot: QtBot) -> None:
    body = _body(theme, qtbot, [TextRun(SAMPLE, TARGET)])
    first, code, rest = _documents(body)
    assert first.toPlainText() == "Here it is, with code and a link:"
    assert code.toPlainText() == "def f(x):\n    return x  # å\n\ndef g():\n    pass"
    assert "inner & escaped *" in rest.toPlainText()
    assert "The end, at last." in rest.toPlainText()
    lists = [(block.textList().format().style(), block.text()) for block in _blocks(rest) if block.textList()]
    assert lists[0] == (QTextListFormat.Style.ListDecimal, "one")
    numbers = [block.textList().itemText(block) for block in _blocks(rest) if block.text() in ("one", "two")]
    assert numbers == ["1.", "2."]


def test_html_in_a_reply_is_text_and_nothing_is_loaded(theme: Theme, qtbot: QtBot) -> None:
    source = '<script>alert(1)</script>\n\n<img src="http://example.org/a.png"> ![dot](http://example.org/b.png)'
    body = _body(theme, qtbot, [TextRun(source, TARGET)])
    document = _documents(body)[0]
    assert "<script>alert(1)</script>" in document.toPlainText()
    assert '<img src="http://example.org/a.png"> dot' in document.toPlainText()
    assert document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl("http://example.org/b.png")) is None


@given(st.lists(st.tuples(st.integers(1, 9), st.sampled_from(ORIGINS)), min_size=1, max_size=60))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_growing_gives_what_writing_at_once_gives(theme: Theme, qtbot: QtBot, cuts: list[tuple[int, str]]) -> None:
    runs, position, i = [], 0, 0
    while position < len(SAMPLE):
        size, origin = cuts[i % len(cuts)]
        runs.append(TextRun(SAMPLE[position : position + size], origin))
        position, i = position + size, i + 1
    grown = _body(theme, qtbot, runs)
    at_once = ReplyBody(theme, _tint(theme))
    qtbot.addWidget(at_once)
    at_once.append(runs)
    at_once.finish()
    assert _picture(grown) == _picture(at_once)


@pytest.mark.parametrize("reply", [reply[:LENGTH] for reply, _ in REPLIES.values()], ids=REPLIES.keys())
def test_a_hostile_reply_in_pieces_is_what_it_is_as_a_whole(theme: Theme, qtbot: QtBot, reply: str) -> None:
    chance = Random(len(reply))
    cuts = sorted({0, len(reply), *(chance.randrange(len(reply)) for _ in range(CUTS))})
    grown = _body(theme, qtbot, [TextRun(reply[start:end], TARGET) for start, end in pairwise(cuts)])
    assert _picture(grown) == _picture(_body(theme, qtbot, [TextRun(reply, TARGET)]))


def test_the_tint_stands_behind_what_a_drafter_wrote_and_nothing_else(theme: Theme, qtbot: QtBot) -> None:
    runs = [
        TextRun("The **cat", TARGET),
        TextRun("alogue** of", "ngram-simple"),
        TextRun(" pens\n\n```py\nx = ", TARGET),
        TextRun("1\ny", "draft-model"),
        TextRun(" = 2\n```\n", TARGET),
    ]
    body = _body(theme, qtbot, runs)
    assert _tinted(body, theme, "ngram") == "alogue of"
    assert _tinted(body, theme, "draft") == "1y"


def test_without_the_tint_no_drafter_shows(theme: Theme, qtbot: QtBot) -> None:
    tint = _tint(theme)
    tint.on = False
    body = ReplyBody(theme, tint)
    qtbot.addWidget(body)
    body.append([TextRun("all drafted", "ngram-simple")])
    body.finish()
    assert _tinted(body, theme, "ngram") == ""


def test_code_is_coloured_and_can_be_copied(theme: Theme, qtbot: QtBot) -> None:
    body = _body(theme, qtbot, [TextRun("```python\ndef f():\n    return 1\n```\n", TARGET)])
    document = _documents(body)[0]
    colours = {f.format.foreground().color().name() for f in document.begin().layout().formats()}
    assert theme.palette.accent in colours
    copy = next(b for b in body.findChildren(QToolButton) if b.accessibleName() == "Copy this code")
    copy.click()
    assert QGuiApplication.clipboard().text() == "def f():\n    return 1"
    assert any(label.text() == "python" for label in body.findChildren(QLabel))


def test_finished_blocks_are_left_alone(theme: Theme, qtbot: QtBot) -> None:
    body = ReplyBody(theme, _tint(theme))
    qtbot.addWidget(body)
    body.append([TextRun("one\n\n```\ncode\n```\n\ntwo ", TARGET)])
    first, code, _ = _documents(body)
    changes: list[int] = []
    first.contentsChange.connect(lambda *_: changes.append(1))
    code.contentsChange.connect(lambda *_: changes.append(2))
    for word in ("and *more*", " words\n\n", "- a list\n", "- goes on"):
        body.append([TextRun(word, TARGET)])
    body.finish()
    assert changes == []


def test_origins_name_every_piece_of_a_span() -> None:
    origins = Origins()
    origins.add(3, TARGET)
    origins.add(2, "ngram-simple")
    origins.add(2, "ngram-simple")
    origins.add(1, TARGET)
    assert list(origins.pieces(1, 8)) == [(1, 3, TARGET), (3, 7, "ngram-simple"), (7, 8, TARGET)]
    assert list(origins.pieces(6, 12)) == [(6, 7, "ngram-simple"), (7, 8, TARGET), (8, 12, TARGET)]
    assert list(Origins().pieces(0, 2)) == [(0, 2, TARGET)]


def test_marks_take_effect_while_the_reply_still_grows(theme: Theme, qtbot: QtBot) -> None:
    body = ReplyBody(theme, _tint(theme))
    qtbot.addWidget(body)
    for text in ("plain words", " and more, **bold", "** ends"):
        body.append([TextRun(text, TARGET)])
    assert _documents(body)[0].toPlainText() == "plain words and more, bold ends"
    body.append([TextRun("\n\n- item", TARGET)])
    assert _documents(body)[0].toPlainText() == "plain words and more, bold ends\nitem"
