"""What a reply is not held to: told of just those keywords without which the grammar would be the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.llama.grammar import grammar_of_schema
from engine.schema_gaps import gaps

SENTENCE = "Replies are not held to all that the JSON schema asks for: "
INTEGER = {"type": "integer"}


def named(schema: object) -> list[str]:
    said = gaps(json.dumps(schema))
    assert not said or (said.startswith(SENTENCE) and said.endswith("."))
    return said.removeprefix(SENTENCE).removesuffix(".").split(", ") if said else []


def without(schema: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != name}


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"type": "integer", "minimum": 3}, "minimum"),
        ({"type": "number", "maximum": 3}, "maximum"),
        ({"type": "number", "exclusiveMinimum": 3}, "exclusiveMinimum"),
        ({"type": "number", "multipleOf": 3}, "multipleOf"),
        ({"type": "array", "items": INTEGER, "uniqueItems": True}, "uniqueItems"),
        ({"type": "array", "items": INTEGER, "contains": {"const": 1}}, "contains"),
        ({"type": "array", "prefixItems": [INTEGER], "minItems": 1}, "minItems"),
        ({"type": "array", "items": INTEGER, "prefixItems": [INTEGER]}, "prefixItems"),
        ({"type": "string", "format": "email"}, "format"),
        ({"type": "string", "format": "date", "minLength": 3}, "minLength"),
        ({"type": "string", "pattern": "^a$", "maxLength": 3}, "maxLength"),
        ({"type": ["string", "null"], "maxLength": 3}, "maxLength"),
        ({"type": "object", "minProperties": 1}, "minProperties"),
        ({"type": "object", "patternProperties": {"^a": INTEGER}}, "patternProperties"),
        ({"type": "object", "required": ["a"]}, "required"),
        ({"type": "object", "properties": {"a": INTEGER}, "required": ["b"]}, "required"),
        ({"type": "object", "properties": {"a": INTEGER}, "allOf": [{"properties": {"b": INTEGER}}]}, "allOf"),
        ({"type": "object", "properties": {"a": INTEGER}, "not": {"required": ["a"]}}, "not"),
        ({"type": "object", "properties": {"a": INTEGER}, "if": {}, "then": {}, "else": {}}, "if"),
        ({"anyOf": [INTEGER], "properties": {"a": INTEGER}}, "properties"),
        ({"anyOf": [INTEGER], "oneOf": [INTEGER]}, "anyOf"),
    ],
)
def test_what_is_passed_over_is_named(schema: dict[str, Any], name: str) -> None:
    assert name in named(schema)
    assert grammar_of_schema(json.dumps(schema)) == grammar_of_schema(json.dumps(without(schema, name)))
    inside = {"type": "object", "properties": {"p": {"type": "array", "items": {"anyOf": [schema]}}}}
    assert named(inside) == named(schema)


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"type": "object", "properties": {"a": INTEGER}, "required": ["a"]}, "required"),
        ({"type": "object", "properties": {"a": INTEGER}, "additionalProperties": INTEGER}, "additionalProperties"),
        ({"type": "object", "properties": {"a": INTEGER}, "additionalProperties": False}, "properties"),
        ({"type": "object", "allOf": [{"properties": {"a": INTEGER}}]}, "allOf"),
        ({"type": "array", "items": INTEGER}, "items"),
        ({"type": "array", "items": INTEGER, "minItems": 2}, "minItems"),
        ({"type": "array", "maxItems": 2}, "maxItems"),
        ({"type": "array", "prefixItems": [INTEGER]}, "prefixItems"),
        ({"type": "string", "maxLength": 2}, "maxLength"),
        ({"type": "string", "pattern": "^a$"}, "pattern"),
        ({"type": "string", "format": "date-time"}, "format"),
        ({"type": "string", "format": "uuid"}, "format"),
        ({"type": "string", "enum": ["a"]}, "enum"),
        ({"type": "string", "const": "a"}, "const"),
        ({"type": "object", "oneOf": [INTEGER]}, "oneOf"),
    ],
)
def test_what_counts_is_not_named(schema: dict[str, Any], name: str) -> None:
    assert named(schema) == []
    assert grammar_of_schema(json.dumps(schema)) != grammar_of_schema(json.dumps(without(schema, name)))


def test_properties_that_are_called_as_keywords_are_none() -> None:
    names = ("minimum", "format", "not", "uniqueItems")
    assert named({"type": "object", "properties": {name: {"type": "string"} for name in names}}) == []


def test_what_only_describes_is_nothing_that_is_asked_for() -> None:
    words = {"title": "t", "description": "d", "default": 1, "examples": [1], "$comment": "c", "$schema": "s"}
    assert named(INTEGER | words) == []


def test_parts_are_looked_at_where_they_are_referred_to_also_in_a_circle() -> None:
    defs = {"used": {"type": "array", "items": {"$ref": "#/$defs/used"}, "uniqueItems": True}, "idle": {"minimum": 1}}
    assert named({"$ref": "#/$defs/used", "$defs": defs}) == ["uniqueItems"]
    assert named({"type": "object", "allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"minProperties": 1}}}) == [
        "minProperties"
    ]


def test_what_is_put_together_of_parts_is_looked_at_in_every_depth() -> None:
    schema: dict[str, Any] = INTEGER | {"minimum": 1}
    for _ in range(8):
        schema = {"allOf": [{"properties": {"a": schema}}]}
        assert named(schema) == ["minimum"]


def test_many_are_named_in_part_and_each_once() -> None:
    schema = {f"p{i}": INTEGER | {name: 1} for i, name in enumerate(("minimum", "maximum", "multipleOf", "minimum"))}
    assert named({"type": "object", "properties": schema}) == ["minimum", "maximum", "multipleOf"]
    nine = ("minimum", "maximum", "multipleOf", "contains", "not", "if", "then", "else", "uniqueItems")
    assert named(INTEGER | dict.fromkeys(nine, 1)) == [*nine[:-1], "…"]


NO_SCHEMAS = (
    "",
    "{",
    "[]",
    "3",
    "[" * 100_000,
    '{"$ref": "#/nowhere"}',
    '{"items": 3}',
    '{"type": "array", "items": 3}',
)


@pytest.mark.parametrize("text", NO_SCHEMAS)
def test_what_is_no_schema_is_judged_elsewhere(text: str) -> None:
    assert gaps(text) == ""


def test_one_nested_as_deep_as_json_is_read_ends() -> None:
    depth = 300
    assert gaps('{"type":"array","items":' * depth + '{"type":"integer","minimum":1}' + "}" * depth)
