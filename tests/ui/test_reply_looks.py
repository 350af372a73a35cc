"""How replies look where a document alone cannot tell: bars beside quotes, code that does not run away sideways."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtWidgets import QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from engine.events import TextRun
from ui.chat.conversation import UserTurn
from ui.chat.messages import UserMessage
from ui.chat.reply_body import ReplyBody
from ui.chat.reply_parts import ThinkingFold
from ui.chat.segments import CodeSegment, TextSegment, Tint
from ui.theme.theme import Theme


def test_code_that_grows_stays_at_the_start_of_its_lines(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    body = ReplyBody(theme, Tint({}, theme), window)
    body.resize(300, 200)
    window.show()
    for piece in ("```python\n", "a = " + "1 + " * 40 + "1\n", "b = " + "2 + " * 40 + "2\n", "```\n"):
        body.append([TextRun(piece, "target")])
    body.finish()
    (segment,) = body.findChildren(CodeSegment)
    (text,) = segment.findChildren(QTextBrowser)
    body.resize(260, 220)
    qtbot.wait(1)
    assert text.horizontalScrollBar().maximum() > 0
    assert text.horizontalScrollBar().value() == 0
    assert not text.textCursor().hasSelection()


def test_every_quote_has_a_bar_and_an_inner_quote_one_more(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    body = ReplyBody(theme, Tint({}, theme), window)
    body.append([TextRun("before\n\n> one\n>\n> two\n>\n> > inner\n\nbetween\n\n> another\n", "target")])
    body.finish()
    body.resize(300, 300)
    window.show()
    qtbot.wait(1)
    (segment,) = body.findChildren(TextSegment)
    bars = segment._quote_bars()
    assert [round(bar.x() / 16) for bar in bars] == [0, 1, 0]
    assert bars[0].bottom() == bars[1].bottom() > bars[1].top() > bars[0].top()
    assert bars[2].top() > bars[0].bottom()
    image = segment.grab().toImage()
    seen = image.pixelColor(1, round(bars[0].center().y())).name()
    assert seen == theme.palette.line


def test_a_reply_looks_at_every_word_as_if_it_had_been_written_at_once(theme: Theme) -> None:
    said = "Use `foo` and so on, **bold** words, a [link](https://x.example).\n\n> A *quote* goes on `x` and\n\nend"
    pieces = re.findall(r"\s?\w+|\W", said)
    growing = ReplyBody(theme, Tint({}, theme))
    for n, piece in enumerate(pieces, 1):
        growing.append([TextRun(piece, "target")])
        at_once = ReplyBody(theme, Tint({}, theme))
        at_once.append([TextRun("".join(pieces[:n]), "target")])
        assert looks(growing) == looks(at_once), "".join(pieces[:n])


def looks(body: ReplyBody) -> list[tuple[str, int, bool, bool, list[str], str]]:
    """Each stretch of one look: text, weight, italic, link, font and colour."""
    found: list[tuple[str, int, bool, bool, list[str], str]] = []
    for text in body.findChildren(QTextBrowser):
        block = text.document().begin()
        while block.isValid():
            at = block.begin()
            while not at.atEnd():
                style, words = at.fragment().charFormat(), at.fragment().text()
                look = (style.fontWeight(), style.fontItalic(), style.isAnchor(), list(style.fontFamilies()))
                colour = style.foreground().color().name()
                if found and found[-1][1:] == (*look, colour):
                    words = found.pop()[0] + words
                found.append((words.rstrip(), *look, colour))
                at += 1
            block = block.next()
    return found


@pytest.mark.parametrize("sign", ["👩‍👩‍👧‍👦", "🇸🇪", "👍🏽", "1️⃣", "❤️‍🔥", "بِّ", "क्षि", "न्द्र", "e\u0301\u0302", "각", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
def test_a_tint_cuts_no_sign_in_two(theme: Theme, sign: str) -> None:
    """Whatever the drafter gave of it; Qt would shape the halves apart."""
    brush = Tint({"ngram": "ngram"}, theme)
    for place in range(1, len(sign)):
        body = ReplyBody(theme, brush)
        fold = ThinkingFold(theme, brush)
        runs = [TextRun("A" + sign[:place], "target"), TextRun(sign[place:] + "Z", "ngram"), TextRun("!", "target")]
        for run in runs:
            body.append([run])
            fold.append([run])
        body.finish()
        for text in (*body.findChildren(QTextBrowser), *fold.findChildren(QTextBrowser)):
            assert [piece for piece, _ in fragments(text)] == ["A" + sign, "Z", "!"]


def test_colours_of_code_stand_where_its_words_do_behind_emoji(theme: Theme) -> None:
    body = ReplyBody(theme, Tint({}, theme))
    body.append([TextRun('```python\ns = "👩‍👩‍👧‍👦 漢字"; x = 1\n```\n', "target")])
    body.finish()
    (text,) = body.findChildren(QTextBrowser)
    line = text.document().begin()
    written = line.text().encode("utf-16-le")
    parts = [
        written[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le") for one in line.layout().formats()
    ]
    assert "".join(parts) == '"👩‍👩‍👧‍👦 漢字"1'


def test_marks_that_turn_letters_around_are_shown_where_they_could_disguise_something(theme: Theme) -> None:
    body = ReplyBody(theme, Tint({}, theme))
    said = (
        "a \u202egnp.exe\u202c \u2067b\u2069 `c\u2066.exe` [\u202bd](https://x.example)\n\n```\nif x:\u2067 # y\n```\n"
    )
    body.append([TextRun(said, "target")])
    body.finish()
    words, code = (text.toPlainText() for text in body.findChildren(QTextBrowser))
    assert words == "a \ufffdgnp.exe\u202c \u2067b\u2069 c\ufffd.exe \ufffdd"
    assert code == "if x:\ufffd # y"
    assert body.plain_text == said


def fragments(text: QTextBrowser) -> list[tuple[str, QTextCharFormat]]:
    found = []
    at = text.document().begin().begin()
    while not at.atEnd():
        found.append((at.fragment().text(), at.fragment().charFormat()))
        at += 1
    return found


def test_the_bar_of_a_quote_stands_where_its_lines_begin(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    body = ReplyBody(theme, Tint({}, theme), window)
    body.append([TextRun("> שלום עולם\n>\n> > בפנים\n", "target")])
    body.finish()
    body.resize(300, 200)
    window.show()
    qtbot.wait(1)
    (segment,) = body.findChildren(TextSegment)
    bars = segment._quote_bars()
    assert [round((segment.viewport().width() - bar.right()) / 16) for bar in bars] == [0, 1]
    block = segment.document().begin()
    layout = block.layout().lineAt(0)
    assert layout.naturalTextRect().right() + block.layout().position().x() < bars[0].left()


@pytest.mark.parametrize(("before", "after"), [("dark", "light"), ("light", "dark")])
def test_a_question_is_readable_after_the_theme_was_switched(
    theme: Theme, qtbot: QtBot, before: str, after: str
) -> None:
    theme.set_mode(before)
    window = QWidget()
    qtbot.addWidget(window)
    asked = UserMessage(UserTurn("WWWWWWWW"), theme, window)
    asked.resize(300, 80)
    window.show()
    theme.set_mode(after)
    (text,) = asked.findChildren(QTextBrowser)
    image = window.grab(QRect(text.mapTo(window, QPoint(0, 0)), text.size())).toImage()
    seen = [image.pixelColor(x, y).lightness() for x in range(image.width()) for y in range(image.height())]
    wanted = QColor(theme.palette.text).lightness()
    assert min(abs(lightness - wanted) for lightness in seen) < 32
    theme.set_mode("dark")  # as the theme of all tests has it
