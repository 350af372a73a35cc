"""The worked examples in the docstrings of the indexes and the drafters that read the history are true."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "engine.expectations",
        "engine.ngram_index",
        "engine.suffix_index",
        "engine.drafters.ngram_simple",
        "engine.drafters.ngram_map_k4v",
        "engine.drafters.ngram_mod",
        "engine.drafters.draft_self",
    ],
)
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
