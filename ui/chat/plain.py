"""A reply as text without marks: what its documents say when it is laid out, for copying what is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from ui.chat.markdown import CodeBlock, parse
from ui.chat.maths import readable


def plain_texts(source: str) -> list[str]:
    """The texts of a reply in the order they are read in: flowing text, and each piece of code by itself."""
    texts: list[str] = []
    flowing: list[str] = []
    for block in parse(source):
        if isinstance(block, CodeBlock):
            if flowing:
                texts.append("\n".join(flowing))
                flowing = []
            texts.append(block.code)
        else:
            flowing += _lines(block.tokens)
    return [*texts, "\n".join(flowing)] if flowing else texts


def _lines(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        match token.type:
            case "inline":
                yield "".join(_words(child) for child in token.children or ())
            case "fence" | "code_block":
                yield token.content.removesuffix("\n")
            case "math_block":
                yield readable(token.content)
            case "hr":
                yield ""


def _words(token: Token) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "math_inline" | "math_inline_double":
            return readable(token.content)
        case "image":
            return token.content or str(token.attrs.get("src", ""))
    return token.content
