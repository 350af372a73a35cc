"""What can be said of a JSON schema before an engine sees it. No Qt."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

Translate = Callable[[str, str], str]  # (context, English text) -> text in the window's language
EXAMPLE: Final = """{
  "type": "object",
  "properties": {
    "title": { "type": "string" },
    "year": { "type": "integer" },
    "tags": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["title", "year", "tags"]
}"""
_NAMES_SHOWN: Final = 3


def fault_of(text: str, translate: Translate) -> str:
    """Why this cannot be a schema, in one line with the place, or ''."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        words = translate("JsonSchema", "Not JSON at line {0}, column {1}: {2}.")
        return words.format(error.lineno, error.colno, error.msg)
    except (RecursionError, ValueError):  # a number of thousands of digits is a ValueError of its own
        return translate("JsonSchema", "It is nested too deeply, or holds a number that is too long.")
    if not isinstance(content, dict):
        return translate("JsonSchema", "A schema is an object: it begins with { and ends with }.")
    if not content:
        return translate("JsonSchema", "An empty schema allows any JSON. Say what you want, such as its properties.")
    return ""


def name_of(text: str) -> str:
    """The title of a schema, or its first properties: 'title, year, tags'; '' when it has neither."""
    content = json.loads(text)
    title = content.get("title")
    if isinstance(title, str) and title.strip():
        return " ".join(title.split())
    properties = content.get("properties")
    names = [str(name) for name in properties] if isinstance(properties, dict) else []
    return ", ".join(names[:_NAMES_SHOWN]) + (", …" if len(names) > _NAMES_SHOWN else "")
