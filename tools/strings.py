"""Every text that the window can show, found in the sources: what `tools.translating` makes the Swedish file from.

Three kinds. The window's own: `self.tr("…")`, whose context is the class, and `translate("Context", "…")`; anything but
a literal there is a fault, because nobody could translate it. Data: what presets and the declarations of drafters say
about themselves, in the context 'presets'. And the sentences of engine and program, in the context 'engine': those
know no toolkit and stay English; an f-string becomes a pattern with {0}, {1}, … for its values, and
`ui.language.local` finds the pattern that a sentence was made from.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.compare.for_window import AppComparisons
from app.conversations.shelf import BUILT_IN_PROFILES, BUILT_IN_PROMPTS

ROOT: Final = Path(__file__).resolve().parent.parent
PRESETS: Final = "presets"
ENGINE: Final = "engine"
# Where sentences are made that reach the window. The rest of `app` speaks to a terminal only.
SPEAKING: Final = (
    "engine/chat_template.py",
    "engine/compatibility.py",
    "engine/death.py",
    "engine/draft_writer.py",
    "engine/drafters",
    "engine/gguf_format.py",
    "engine/gguf_header.py",
    "engine/layer_pattern.py",
    "engine/layer_skip.py",
    "engine/llama",
    "engine/loading.py",
    "engine/made_drafts.py",
    "engine/memory_plan.py",
    "engine/mtp_heads.py",
    "engine/presets.py",
    "engine/price.py",
    "engine/prompting.py",
    "engine/sampling.py",
    "engine/schema_gaps.py",
    "engine/scoring.py",
    "engine/session.py",
    "engine/speculating.py",
    "engine/template_budget.py",
    "engine/template_sandbox.py",
    "engine/watchdog.py",
    "app/advice/facts.py",
    "app/advice/weighing.py",
    "app/compare/for_window.py",
    "app/compare/load.py",
    "app/compare/plan.py",
    "app/compare/prompts.py",
    "app/compare/store.py",
    "app/compare/verdict.py",
    "app/conversations/exchange.py",
    "app/conversations/failures.py",
    "app/conversations/keeper.py",
    "app/conversations/markdown.py",
    "app/conversations/shelf.py",
    "app/conversations/store.py",
    "app/conversations/transfer.py",
    "app/conversations/values.py",
    "app/demo_model.py",
    "app/hub",
    "app/lent_worker.py",
    "app/library",
    "app/services.py",
    "app/settings.py",
    "app/tuning/board.py",
    "app/tuning/kept.py",
    "app/tuning/outcome.py",
    "app/tuning/tuner.py",
    "app/tuning/verdict.py",
    "ui/preferences.py",
)
_TERMINAL: Final = ("commands.py", "showing.py")  # in those folders, what speaks to a terminal
_SILENT: Final = {"debug", "info", "warning", "error", "exception", "critical", "execute", "executemany", "compile"}
# Parts of sentences that are one word, and so look like code; and what systems say when a file cannot be had.
_WORDS_ALONE: Final = (
    *("No such file or directory", "Permission denied", "No space left on device", "Read-only file system"),
    *("identical", "need", "needs", "start", "end", "target", "draft", "differs", "number"),
)
_WORDS: Final = re.compile(r"[A-Za-z]{2,}[,:;]? [A-Za-z{]|[a-z}] [a-z]{2,}")
# Code, addresses, SQL, templates, and the prompts that come with the program: what a model reads stays as it is.
_NOT_PROSE: Final = re.compile(
    r"^https?:|[_=<>]\w+\(|^[a-z_]+(, [a-z_]+)+$|<!--|^\W+$|"
    r"(SELECT|PRAGMA|INSERT|UPDATE|DELETE|CREATE|BEGIN|SAVEPOINT|ROLLBACK|RELEASE|WHERE|ORDER) |"
    r"{%|^paceline |^You |^Answer in"
)


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """One text. counted: it has a form for one and a form for many (%n)."""

    context: str
    source: str
    hint: str = ""
    counted: bool = False


class NotLiteral(Exception):
    """What is shown to people is not written out where it is translated. str: the places, one a line."""


def all_texts(root: Path = ROOT) -> list[Text]:
    """Every text, sorted. Raises NotLiteral."""
    texts: set[Text] = set()
    faults: list[str] = []
    for path in sorted((root / "ui").rglob("*.py")):
        found, wrong = window_texts(path.read_text(encoding="utf-8"))
        texts |= found
        faults += [f"{path.relative_to(root).as_posix()}:{line}" for line in wrong]
    if faults:
        raise NotLiteral("\n".join(faults))
    texts |= _preset_texts(root)
    texts |= {Text(ENGINE, word) for word in _WORDS_ALONE}
    for path in _speaking(root):
        texts |= {Text(ENGINE, pattern) for pattern in sentences(path.read_text(encoding="utf-8"))}
    return sorted(texts)


def window_texts(source: str) -> tuple[set[Text], list[int]]:
    """The texts of one module of the window, and the lines where something else than a literal is translated."""
    texts: set[Text] = set()
    faults: list[int] = []
    tree = ast.parse(source)
    constants = _constants(tree)
    for call, context in _calls(tree, ""):
        match call.func:
            case ast.Attribute(value=ast.Name(id="self"), attr="tr"):
                arguments = [ast.Constant(context), *call.args]
            case ast.Attribute(attr="tr") | ast.Name(id="tr" | "_tr"):
                faults.append(call.lineno)  # of another object's class, which nobody can know here
                continue
            case ast.Attribute(value=ast.Name(id="QCoreApplication"), attr="translate") | ast.Name(id="translate"):
                arguments = [*call.args]
            case _:
                continue
        arguments = [constants.get(one.id, one) if isinstance(one, ast.Name) else one for one in arguments]
        known = [one.value for one in arguments[:3] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(known) < min(len(arguments), 2):
            faults.append(call.lineno)
        elif len(known) >= 2:
            texts.add(Text(known[0], known[1], known[2] if len(known) > 2 else "", len(arguments) > 3))
    return texts, faults


def sentences(source: str) -> set[str]:
    """Texts of a module that are made of words and are neither documentation, nor for the log, nor for a database."""
    return {pattern for node in _shown(ast.parse(source)) if _is_prose(pattern := _pattern(node))}


def preset_words(declared: dict[str, Any]) -> Iterator[str]:
    """What a preset file says for people. A variant's title is its short name and, behind a colon, what it is."""
    yield from (declared[key] for key in ("title", "summary", "best_for", "avoid_when") if declared.get(key))
    for variant in declared.get("variants", ()):
        head, _, rest = variant["title"].partition(":")
        yield from (text.strip()[:1].upper() + text.strip()[1:] for text in (head, rest) if text.strip())


def _preset_texts(root: Path) -> set[Text]:
    texts = set()
    for path in sorted((root / "presets").glob("*.toml")):
        texts |= {Text(PRESETS, words) for words in preset_words(tomllib.loads(path.read_text(encoding="utf-8")))}
    return texts | {Text(PRESETS, name) for name in _names()}


def _names() -> Iterator[str]:
    """What comes with the program under a name: sets of prompts, system prompts, profiles."""
    yield from (found.title for found in AppComparisons().prompt_sets())
    yield from (prompt.name for prompt in BUILT_IN_PROMPTS)
    yield from (profile.name for profile in BUILT_IN_PROFILES)


def _speaking(root: Path) -> Iterator[Path]:
    for name in SPEAKING:
        path = root / name
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.py") if file.name not in _TERMINAL)
        elif path.is_file():
            yield path


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """What is assigned to names of the module, such as a context that many calls share."""
    assigned = [node for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
    return {ast.unparse(node.target): node.value for node in assigned if isinstance(node.value, ast.Constant)}


def _calls(node: ast.AST, context: str) -> Iterator[tuple[ast.Call, str]]:
    """Every call with the class that it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, context
        yield from _calls(child, child.name if isinstance(child, ast.ClassDef) else context)


def _shown(node: ast.AST) -> Iterator[ast.expr]:
    """String expressions, outermost first, without docstrings and what goes to a log or a database."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute) and child.func.attr in _SILENT:
            continue
        if isinstance(child, ast.JoinedStr) or (isinstance(child, ast.Constant) and isinstance(child.value, str)):
            yield child
            if isinstance(child, ast.JoinedStr):  # words that are chosen inside it are texts of their own
                for value in child.values:
                    yield from _shown(value)
            continue
        yield from _shown(child)


def _pattern(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    parts, n = [], 0
    for value in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{n}}}")
            n += 1
    return "".join(parts)


def _is_prose(pattern: str) -> bool:
    return len(pattern) > 5 and bool(_WORDS.search(pattern)) and not _NOT_PROSE.search(pattern)
