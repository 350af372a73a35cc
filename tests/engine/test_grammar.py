"""JSON schemas on their way to llama.cpp: what is too much for it is refused in words, before it ends the process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import UsageError
from engine.json_schema import MOST_OPTIONAL, MOST_REQUIRED
from engine.llama.grammar import Grammar, grammar_of_schema
from engine.llama.model import Model
from tests import tiny_models


@pytest.mark.parametrize(
    ("schema", "culprit"),
    [
        ({"type": "string", "maxLength": 1_000_000}, "maxLength is 1000000"),
        ({"type": "array", "items": {"type": "string", "minLength": 10**12}}, "minLength is 1000000000000"),
        ({"properties": {"a": {"type": "array", "items": {}, "maxItems": MOST_OPTIONAL + 1}}}, "maxItems is 1001"),
        ({"type": "string", "minLength": 5, "maxLength": 3}, "maxLength is 3 and minLength is 5"),
        ({"type": "string", "maxLength": "many"}, 'maxLength is "many"'),
        ({"type": "string", "pattern": "^a{0,20000}$"}, "the most of it is 20000"),
        ({"type": "string", "pattern": "^a{1000000}$"}, "pattern is 1000000"),
        ({"type": "string", "pattern": "^((a{0,900}){0,900}){0,900}$"}, "too large"),
        ({"type": "string", "pattern": f"^{'(' * 3000}a{')' * 3000}$"}, "it is nested too deep"),
        ({"type": "string", "pattern": "a"}, "grammar: Pattern must start"),
        ({"$ref": "#/$defs/a"}, "refers to '#/\\$defs/a', which it does not have"),
        ({"$ref": "https://example.com/a.json"}, "only parts of it"),
        ({"type": "object", "properties": 5}, "wrong kind"),
    ],
)
def test_what_cannot_become_a_grammar_is_refused_in_words(schema: object, culprit: str) -> None:
    with pytest.raises(UsageError, match=culprit):
        grammar_of_schema(json.dumps(schema))


@pytest.mark.parametrize(
    "text", ['{"a":' * 100_000, f'{{"maxLength": {"9" * 5000}}}', '{"items":' * 500 + "{}" + "}" * 500]
)
def test_json_that_python_itself_cannot_read_is_a_fault_of_the_schema(text: str) -> None:
    with pytest.raises(UsageError, match="cannot be made into a grammar"):
        grammar_of_schema(text)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "maxLength": MOST_OPTIONAL},
        {"type": "string", "minLength": MOST_REQUIRED, "maxLength": MOST_REQUIRED + MOST_OPTIONAL},
        {"type": "array", "items": {"type": "string", "maxLength": MOST_OPTIONAL}, "maxItems": MOST_OPTIONAL},
        {"type": "string", "pattern": f"^a{{{MOST_REQUIRED}}}$"},
        {"type": "string", "pattern": r"^\(\[\"{3}$"},
        {"properties": {"maxLength": {"type": "integer"}}, "required": ["maxLength"]},
        {"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}}}},
    ],
)
def test_what_is_let_through_llama_cpp_can_read(tmp_path: Path, schema: object) -> None:
    model = Model(tiny_models.write_dense(tmp_path / "m.gguf"), gpu_layers=0, progress=lambda _: True)
    grammar = Grammar(model, grammar_of_schema(json.dumps(schema)))
    grammar.close()
    model.close()


def test_a_list_is_held_to_its_length_also_without_a_word_about_its_items() -> None:
    bounded = grammar_of_schema('{"type": "array", "minItems": 2, "maxItems": 2}')
    assert bounded != grammar_of_schema('{"type": "array"}')
    root = next(line for line in bounded.splitlines() if line.startswith("root ::="))
    assert root.count("item") == 2 and '","' in root
