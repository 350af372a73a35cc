"""JSON schemas before they become a grammar: what would end the process or be passed over is refused in words.

The converter writes every repetition out, an optional one inside the one before it. llama.cpp reads no nesting deeper
than `MOST_OPTIONAL`, and one of some ten thousands ends the process; what must be there costs text only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from engine.errors import UsageError

MOST_OPTIONAL: Final = 1000
MOST_REQUIRED: Final = 100_000
_BOUNDS: Final = (("minLength", "maxLength"), ("minItems", "maxItems"))
_ANY_VALUE: Final = {"type": ["object", "array", "string", "number", "boolean", "null"]}
_REPETITION: Final = re.compile(r"\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}")
_LITERAL: Final = re.compile(r"\\.|\[(?:[^\]\\]|\\.)*\]")  # of a pattern: escapes and sets of characters
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]')  # of a grammar: texts and sets


def checked_schema(schema: str) -> str:
    """A schema that the converter reads as it is meant: bounds of a list without `items` count, and so do references
    between parts beside a reference. Raises UsageError in words for what cannot become a grammar."""
    try:
        content = json.loads(schema)
    except json.JSONDecodeError as error:
        raise UsageError("The JSON schema is not JSON", str(error), "Check it for commas and quotes.") from error
    except RecursionError as error:
        raise refused("it is nested too deep", "Simplify it.") from error
    except ValueError as error:  # a number of thousands of digits
        raise refused(str(error), "Shorten its numbers.") from error
    if not isinstance(content, dict):
        raise UsageError("The JSON schema is not one", "a schema is a JSON object", "Begin it with {.")
    for part in _parts(content):
        _check_bounds(part)
        _check_pattern(part.get("pattern"))
        _check_reference(part.get("$ref"), content)
        if part.get("type") == "array" and "prefixItems" not in part and part.get("items", True) in (True, {}):
            part["items"] = _ANY_VALUE  # else its bounds would be passed over
    if "$ref" in content:  # beside a reference the converter resolves no others
        content["anyOf"] = [{"$ref": content.pop("$ref")}]
    return json.dumps(content)


def check_nesting(gbnf: str) -> None:
    """Raises UsageError for a grammar whose brackets go deeper than llama.cpp reads."""
    depth = deepest = 0
    for bracket in re.findall(r"[()]", _QUOTED.sub("", gbnf)):
        depth += 1 if bracket == "(" else -1
        deepest = max(deepest, depth)
    if deepest > MOST_OPTIONAL:
        raise refused(
            f"it nests {deepest} deep and {MOST_OPTIONAL} can be read", "Shorten what its patterns and lists repeat."
        )


def refused(why: str, next_step: str) -> UsageError:
    """The error of a schema that is JSON and still cannot be used."""
    return UsageError("The JSON schema cannot be made into a grammar", why, next_step)


def _parts(content: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every object in a schema's JSON, the schema first."""
    waiting: list[Any] = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting.extend(part.values())
            yield part
        elif isinstance(part, list):
            waiting.extend(part)


def _check_bounds(part: dict[str, Any]) -> None:
    for least_name, most_name in _BOUNDS:
        bounds = {}
        for name in (least_name, most_name):
            value = part.get(name)
            if isinstance(value, dict):
                continue  # a property of that name
            if value is not None and (type(value) is not int or value < 0):
                raise refused(f"{name} is {json.dumps(value)[:40]}", f"Give {name} a whole number of at least 0.")
            bounds[name] = value
        _check_repetition(bounds.get(least_name) or 0, bounds.get(most_name), least_name, most_name)


def _check_repetition(least: int, most: int | None, least_name: str, most_name: str) -> None:
    if least > MOST_REQUIRED:
        raise refused(
            f"{least_name} is {least}, and {MOST_REQUIRED} can be held to", f"Take a smaller {least_name}, or none."
        )
    if most is None:
        return
    if most < least:
        raise refused(f"{most_name} is {most} and {least_name} is {least}", f"Make {most_name} the larger one.")
    if most - least > MOST_OPTIONAL:
        raise refused(
            f"{most_name} is {most}, and at most {MOST_OPTIONAL} more than {least_name} ({least}) can be counted",
            f"Take a smaller {most_name}, or none.",
        )


def _check_pattern(pattern: object) -> None:
    """Repetitions inside one another multiply the ways in which a text can be read, each of which is followed."""
    if not isinstance(pattern, str):
        return
    ways = 1
    for least, comma, most in _REPETITION.findall(_LITERAL.sub("", pattern)):
        if len(least) > 9 or len(most) > 9:
            raise refused("a repetition of its pattern is too long", "Take smaller numbers in the pattern.")
        n_least = int(least or 0)
        n_most = None if comma and not most else int(most) if comma else n_least
        _check_repetition(n_least, n_most, "the least of a repetition in its pattern", "the most of it")
        ways *= max(1, (n_most or n_least) - n_least)
    if "(" in pattern and ways > MOST_OPTIONAL**2:
        raise refused("the repetitions of its pattern make it too large", "Take smaller numbers in the pattern.")


def _check_reference(reference: object, content: dict[str, Any]) -> None:
    if not isinstance(reference, str):
        return
    if not reference.startswith("#/"):
        raise refused(
            f"it refers to {reference!r}, and only parts of it can be referred to", "Write for example #/$defs/name."
        )
    target: Any = content
    for step in reference.split("/")[1:]:
        if not isinstance(target, dict) or step not in target:
            raise refused(f"it refers to {reference!r}, which it does not have", "Add that part, or name another.")
        target = target[step]
