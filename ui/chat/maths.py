"""Formulas in a reply as a line that can be read: LaTeX becomes Unicode, what has no sign of its own is spelled out.

`pylatexenc` knows the signs; fractions, roots and scripts are written here, with brackets where a line needs them. A
formula that cannot be read stays as the model wrote it. No Qt.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec
from pylatexenc.latex2text import get_default_latex_context_db as sign_db
from pylatexenc.latexwalker import LatexWalkerError
from pylatexenc.latexwalker import get_default_latex_context_db as shape_db
from pylatexenc.macrospec import std_macro

_BLOCKS: Final = {"\\[": "\\]", "$$": "$$"}
_FRACTIONS: Final = ("frac", "dfrac", "tfrac", "cfrac")
_CHOICES: Final = ("binom", "dbinom", "tbinom")
_UP, _LOW = "pacelineup", "pacelinelow"  # what `^` and `_` become, so that they take an argument
LONGEST: Final = 2000  # characters; a longer formula is shown as it stands
DEEPEST: Final = 8  # braces in each other: of those left open every one doubles the parser's time, here to 50 ms
_SUPER: Final = str.maketrans("0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_SUB: Final = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # a formula of a model is nobody's configuration


def with_formulas(parser: MarkdownIt) -> MarkdownIt:
    """A parser that knows formulas between dollars, and between the brackets of LaTeX; amounts of money are text."""
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.block.ruler.disable("math_block")
    parser.block.ruler.before("fence", "formula", _formula_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.inline.ruler.before("escape", "formula", _bracketed_inline)
    return parser


@lru_cache(maxsize=512)
def readable(latex: str) -> str:
    """A formula on one line.

    >>> readable(r"x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}")
    'x_(1,2) = (-b ± √(b² - 4ac))/(2a)'
    """
    if len(latex) > LONGEST or _depth(latex) > DEEPEST:
        return latex.strip()
    try:
        text = str(_converter().latex_to_text(_scripts_marked(latex), latex_context=_shapes()))
    except (LatexWalkerError, RecursionError, ValueError, TypeError, IndexError, AttributeError):
        return latex.strip()
    return " ".join(text.split()) or latex.strip()


def _depth(latex: str) -> int:
    """How many braces are open at once, at most."""
    depths = accumulate({"{": 1, "}": -1}.get(character, 0) for character in latex)
    return max(depths, default=0)


def _formula_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    r"""A formula between `\[` or `$$` at the beginning of a line and its counterpart at the end of one, with no empty
    line in it. One that is still being written reaches to the end of the text, as open code does."""
    first = state.bMarks[start] + state.tShift[start]
    closer = _BLOCKS.get(state.src[first : first + 2])
    if closer is None:
        return False
    line, closed = start, False
    while line < end and not closed:
        if state.isEmpty(line) or (line > start and state.sCount[line] < state.blkIndent):
            return False
        text = state.src[max(first + 2, state.bMarks[line]) : state.eMarks[line]].rstrip()
        closed = text.endswith(closer)
        if closer in text.removesuffix(closer):
            return False  # it ends in the middle of a line
        line += 1
    if not silent:
        token = state.push("math_block", "math", 0)
        token.content = state.src[first + 2 : state.eMarks[line - 1]].rstrip().removesuffix(closer)
        token.map = [start, line]
        token.block = True
        state.line = line
    return True


def _bracketed_inline(state: StateInline, silent: bool) -> bool:
    r"""A formula between `\(` and `\)`."""
    if not state.src.startswith("\\(", state.pos):
        return False
    end = state.src.find("\\)", state.pos + 2, state.posMax)
    if end < 0 or not state.src[state.pos + 2 : end].strip():
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = state.src[state.pos + 2 : end]
    state.pos = end + 2
    return True


def _fraction(node: Any, l2tobj: Any) -> str:
    above, below = _arguments(node, l2tobj)
    return f"{_held(above)}/{_held(below)}"


def _root(node: Any, l2tobj: Any) -> str:
    degree, inside = _arguments(node, l2tobj)
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree, f"{_scripted(degree, _SUPER, '^')}√")
    return f"{sign}{_held(inside, always=True)}"


def _choose(node: Any, l2tobj: Any) -> str:
    above, below = _arguments(node, l2tobj)
    return f"C({above}, {below})"


def _upper(node: Any, l2tobj: Any) -> str:
    return _scripted(_arguments(node, l2tobj)[0], _SUPER, "^")


def _lower(node: Any, l2tobj: Any) -> str:
    return _scripted(_arguments(node, l2tobj)[0], _SUB, "_")


def _arguments(node: Any, l2tobj: Any) -> list[str]:
    return [" ".join(str(l2tobj.nodelist_to_text([one])).split()) if one else "" for one in node.nodeargd.argnlist]


def _held(text: str, always: bool = False) -> str:
    """In brackets, unless it is one sign or number, or in brackets already."""
    whole = text.startswith("(") and text.endswith(")") and ")" not in text[1:-1]
    plain = whole or (not always and (len(text) == 1 or text.isdecimal()))
    return text if plain else f"({text})"


def _scripted(text: str, table: dict[int, int], mark: str) -> str:
    """Raised or lowered where every character can be, else behind a mark."""
    if text and all(ord(character) in table for character in text):
        return text.translate(table)
    return f"{mark}{_held(text)}"


def _scripts_marked(latex: str) -> str:
    r"""`^` and `_` as macros, so that they take their argument as LaTeX has it."""
    parts: list[str] = []
    escaped = False
    for character in latex:
        if character in "^_" and not escaped:
            parts.append(f"\\{_UP if character == '^' else _LOW} ")
        else:
            parts.append(character)
        escaped = character == "\\" and not escaped
    return "".join(parts)


@cache
def _converter() -> LatexNodes2Text:
    signs = sign_db()
    macros = [
        *(MacroTextSpec(name, simplify_repl=_fraction) for name in _FRACTIONS),
        *(MacroTextSpec(name, simplify_repl=_choose) for name in _CHOICES),
        MacroTextSpec("sqrt", simplify_repl=_root),
        MacroTextSpec(_UP, simplify_repl=_upper),
        MacroTextSpec(_LOW, simplify_repl=_lower),
    ]
    signs.add_context_category("paceline", prepend=True, macros=macros)
    return LatexNodes2Text(latex_context=signs, math_mode="text", strict_latex_spaces=False)


@cache
def _shapes() -> Any:
    """How many arguments each of them takes."""
    shapes = shape_db()
    macros = [
        *(std_macro(name, False, 2) for name in (*_FRACTIONS, *_CHOICES)),
        std_macro("sqrt", True, 1),
        std_macro(_UP, False, 1),
        std_macro(_LOW, False, 1),
    ]
    shapes.add_context_category("paceline", prepend=True, macros=macros)
    return shapes
