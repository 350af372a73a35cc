"""What a JSON schema asks for that a grammar made of it does not hold a reply to: said, for nobody would see it.

The converter looks at some keywords of a part, by what kind of part it takes it for, and passes over the others
without a word (`llama_cpp.llama_grammar`). Here the same is decided the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_ASKING: Final = frozenset(
    (
        *("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "const", "enum", "format", "pattern"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
        *("items", "prefixItems", "additionalItems", "unevaluatedItems", "minItems", "maxItems", "uniqueItems"),
        *("contains", "minContains", "maxContains", "minProperties", "maxProperties", "propertyNames", "required"),
        *("properties", "patternProperties", "additionalProperties", "unevaluatedProperties"),
        *("dependencies", "dependentRequired", "dependentSchemas"),
    )
)
_NAMES_AT_MOST: Final = 8
_UUID: Final = re.compile(r"uuid[1-5]?")
_DATES: Final = ("date", "time", "date-time")
_Part = Mapping[str, Any]


def gaps(schema: str) -> str:
    """A sentence that names them, or '' where a reply is held to the whole schema, or the text is no schema.

    >>> gaps('{"type": "integer", "minimum": 1}')
    'Replies are not held to all that the JSON schema asks for: minimum.'
    """
    try:
        content = json.loads(schema)
    except (ValueError, RecursionError):
        return ""
    names = list(dict.fromkeys(_unheld(content))) if isinstance(content, dict) else []
    if not names:
        return ""
    shown = ", ".join(names[:_NAMES_AT_MOST]) + (", …" if len(names) > _NAMES_AT_MOST else "")
    return f"Replies are not held to all that the JSON schema asks for: {shown}."


def _unheld(content: _Part) -> Iterator[str]:
    """Keywords that are passed over, of the schema and of its parts as far as they are used."""
    waiting: list[object] = [content]
    seen: dict[int, _Part] = {}  # by id, and kept, for the id of a part that is gone may be another's
    while waiting:
        part = waiting.pop()
        if not isinstance(part, dict) or id(part) in seen:
            continue
        seen[id(part)] = part
        held, parts = _held(part, content)
        yield from (name for name in part if name in _ASKING and name not in held)
        waiting += reversed(parts)


def _held(part: _Part, content: _Part) -> tuple[set[str], list[object]]:
    """(keywords of a part that count, the parts in it that are looked at)."""
    kind = part.get("type")
    if "$ref" in part:
        return set(), [_referred(part["$ref"], content)]
    for union in ("oneOf", "anyOf"):
        if part.get(union):
            return {union}, _listed(part[union])
    if isinstance(kind, list):
        return set(), []
    if "const" in part or "enum" in part:
        return set(_ASKING), []  # the values themselves are given, and what else is said is said of them
    if kind in (None, "object") and ("properties" in part or part.get("additionalProperties", True) is not True):
        return _held_of_object(part)
    if kind in (None, "object") and "allOf" in part:
        return {"allOf"}, [component for one in _listed(part["allOf"]) for component in _components(one, content)]
    if kind == "array" or (kind is None and ("items" in part or "prefixItems" in part)):
        return _held_of_array(part)
    return _held_of_string(part) if kind in (None, "string") else (set(), [])


def _held_of_object(part: _Part) -> tuple[set[str], list[object]]:
    known = part.get("properties")
    properties = known if isinstance(known, dict) else {}
    wanted = part.get("required")
    held = {"properties", "additionalProperties"}
    if isinstance(wanted, list) and all(isinstance(name, str) and name in properties for name in wanted):
        held.add("required")
    return held, [*properties.values(), part.get("additionalProperties")]


def _components(one: object, content: _Part) -> Iterator[object]:
    """What of a part of allOf is looked at: its properties, or those of each part of an anyOf in it. All must be there,
    or may be."""
    if not isinstance(one, dict):
        return
    for component in _listed(one["anyOf"]) if "anyOf" in one else [one]:
        if isinstance(component, dict) and "$ref" in component:
            component = _referred(component["$ref"], content)
        if isinstance(component, dict):
            yield {"properties": {}} | {name: value for name, value in component.items() if name != "required"}


def _held_of_array(part: _Part) -> tuple[set[str], list[object]]:
    """`engine.json_schema` gives a list without items such of any kind, so that its bounds count."""
    first = "items" if part.get("items") else "prefixItems"
    items = part.get(first)
    if isinstance(items, list):
        return {first}, list(items)
    return {first, "minItems", "maxItems"}, [items]


def _held_of_string(part: _Part) -> tuple[set[str], list[object]]:
    wanted = part.get("format")
    if "pattern" in part:
        return {"pattern"}, []
    if isinstance(wanted, str) and (_UUID.fullmatch(wanted) or wanted in _DATES):
        return {"format"}, []
    return {"minLength", "maxLength"}, []


def _listed(parts: object) -> list[object]:
    return list(parts) if isinstance(parts, list) else []


def _referred(reference: object, content: _Part) -> object:
    """The part that a reference names; None for one that is not there, which is refused elsewhere."""
    part: object = content
    for step in str(reference).split("/")[1:]:
        part = part.get(step) if isinstance(part, dict) else None
    return part
