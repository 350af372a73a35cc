"""Formulas: what LaTeX becomes, what counts as a formula in a reply, and that no formula can break a reply."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.events import TARGET, TextRun
from ui.chat.maths import LONGEST, readable
from ui.chat.reply_body import ReplyBody
from ui.chat.segments import TextSegment, Tint
from ui.theme.theme import Theme

SAID = {
    r"\frac{a+b}{2}": "(a+b)/2",
    r"\frac12": "1/2",
    r"\frac{\frac{a}{b}}{c}": "(a/b)/c",
    r"x_{1} = \frac{-b - \sqrt{b^2-4ac}}{2a}": "x₁ = (-b - √(b²-4ac))/(2a)",
    r"\int_0^1 x^2\,dx": "∫₀¹ x² dx",
    r"\sum_{i=1}^n i": "∑ᵢ₌₁ⁿ i",
    r"e^{i\pi}+1=0": "e^(iπ)+1=0",
    r"\lim_{x\to\infty} f(x)": "lim_(x→∞) f(x)",
    r"\mathbb{R}^n": "ℝⁿ",
    r"\sqrt[3]{x}": "∛(x)",
    r"\binom{n}{k}": "C(n, k)",
    r"a\_b": "a_b",
    "f'(x)": "f'(x)",
}


@pytest.mark.parametrize("latex", SAID)
def test_a_formula_can_be_read_on_one_line(latex: str) -> None:
    assert readable(latex) == SAID[latex]


@pytest.mark.parametrize(
    "latex", [r"\frac{", "^", "x^", "{" * 900 + "}" * 900, "^" * 900, r"\frac{" * 300, r"\input{/etc/passwd}"]
)
def test_what_cannot_be_read_stays_as_it_is(latex: str) -> None:
    assert readable(latex) == latex


def test_a_very_long_formula_is_left_alone() -> None:
    latex = r"\alpha " * LONGEST
    assert readable(latex) == latex.strip()


@pytest.fixture
def body(theme: Theme, qtbot: QtBot) -> ReplyBody:
    body = ReplyBody(theme, Tint({"ngram-simple": "ngram"}, theme))
    qtbot.addWidget(body)
    return body


def text_of(body: QWidget) -> str:
    return "\n".join(segment.toPlainText() for segment in body.findChildren(TextSegment))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (r"The sum is $\frac{a}{2}$ here.", "The sum is a/2 here."),
        (r"It is \(x^2\), so", "It is x², so"),
        ("Before\n\n$$\nx^2\n$$\n\nafter", "Before\nx²\nafter"),
        ("Before\n\\[\nx^2\n+ 1\n\\]\nafter", "Before\nx² + 1\nafter"),
        ("So\n$$\na\n- b\n$$\nthen", "So\na - b\nthen"),
        ("$$a$$ and more\n\n$$b$$\nlast", "a and more\nb\nlast"),
        ("It costs $5 and $6 today.", "It costs $5 and $6 today."),
        ("In `$x^2$` nothing is one.", "In $x^2$ nothing is one."),
        (r"Open $$x^2 and \(y and \[z", r"Open $$x^2 and (y and [z"),
        ("- $a^2$\n- \\[b^2\\]", "a²\nb²"),
        ("\\[\n\n\\]", "[\n]"),
    ],
)
def test_formulas_in_a_reply(body: ReplyBody, said: str, shown: str) -> None:
    for start in range(0, len(said), 3):
        body.append([TextRun(said[start : start + 3], TARGET)])
    body.finish()
    assert [line.strip() for line in text_of(body).splitlines() if line.strip()] == shown.splitlines()


def test_the_tint_of_drafts_survives_in_a_formula(body: ReplyBody) -> None:
    body.append([TextRun(r"So $\frac{a}{", TARGET), TextRun("b}$ is", "ngram-simple"), TextRun(" it.", TARGET)])
    body.finish()
    (segment,) = body.findChildren(TextSegment)
    assert segment.toPlainText() == "So a/b is it."
    cursor = segment.textCursor()
    tinted = ""
    for at, character in enumerate(segment.toPlainText()):
        cursor.setPosition(at + 1)
        if cursor.charFormat().background().style().value:
            tinted += character
    assert tinted == "b is"
