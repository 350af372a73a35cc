"""What every drafter that reads the history only must keep to, whatever the text."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import OptionValue
from engine.drafters import discover
from engine.drafters.contract import Drafter, Resources
from tests.engine.drafters.driving import NoSampler, write

if TYPE_CHECKING:
    from engine.llama.context import Context
    from engine.llama.model import Model

# These drafters declare that they need no model, and read nothing of one.
NO_MODEL = Resources(
    target=cast("Model", None),
    target_context=cast("Context", None),
    draft_model=None,
    n_ctx=512,
    threads=1,
    kv_type="f16",
    flash_attention="auto",
    cancelled=lambda: False,
)
SMALL: MappingProxyType[str, dict[str, OptionValue]] = MappingProxyType(
    {
        "ngram-simple": {"size_n": 2, "size_m": 6, "min_hits": 1},
        "ngram-map-k": {"size_n": 2, "size_m": 3, "min_hits": 1},
        "ngram-map-k4v": {"size_n": 2, "size_m": 3, "min_hits": 1},
        "ngram-mod": {"n_match": 2, "n_min": 1, "n_max": 6},
        "draft-self": {"n_max": 6, "match_min": 2, "p_min": 0.1, "factor": 2.0, "keep_tokens": 100},
    }
)

texts = st.lists(st.integers(0, 3), min_size=1, max_size=40)
names = pytest.mark.parametrize("name", sorted(SMALL))


def make(name: str) -> Drafter:
    return discover()[name].create(SMALL[name], NO_MODEL)


@pytest.fixture(scope="module")
def drafters() -> Callable[[str], Drafter]:
    """One drafter of each kind for many examples: ngram-mod's pool is slow to allocate thousands of times."""
    kept: dict[str, Drafter] = {}

    def ready(name: str) -> Drafter:
        drafter = kept.setdefault(name, make(name))
        drafter.close()
        return drafter

    return ready


@names
def test_never_more_than_the_limit_and_never_unknown_tokens(name: str, drafters: Callable[[str], Drafter]) -> None:
    @settings(deadline=None, max_examples=40)
    @given(texts, texts, st.lists(st.integers(0, 9), min_size=1, max_size=4))
    def run(prompt: list[int], reply: list[int], limits: list[int]) -> None:
        for proposal in write(drafters(name), prompt, reply, limits):
            assert set(proposal) <= {*prompt, *reply}

    run()


@names
def test_rejected_tokens_and_taken_back_ones_leave_no_trace(name: str, drafters: Callable[[str], Drafter]) -> None:
    """After a detour that is taken back, the next draft is a fresh drafter's.

    ngram-mod keeps what it learnt by design, so there only its position in the history is compared.
    """

    @settings(deadline=None, max_examples=40)
    @given(texts, texts, texts)
    def run(prompt: list[int], detour: list[int], rest: list[int]) -> None:
        drafter = drafters(name)
        drafter.begin(prompt, NoSampler())
        drafter.draft(prompt + detour, 6)
        drafter.rewind(len(prompt))
        found = drafter.draft(prompt + rest, 6).tokens
        if name != "ngram-mod":
            fresh = make(name)
            fresh.begin(prompt, NoSampler())
            assert found == fresh.draft(prompt + rest, 6).tokens

    run()


@names
def test_a_text_that_repeats_is_drafted(name: str) -> None:
    verse = [5, 6, 7, 8, 9, 4, 3, 2]
    proposals = write(make(name), verse * 3, verse * 4, [6])
    assert sum(len(proposal) for proposal in proposals) >= 16
    assert len(proposals) < len(verse) * 3


@names
def test_nothing_to_go_by_gives_no_draft(name: str) -> None:
    drafter = make(name)
    drafter.begin(list(range(50)), NoSampler())
    assert drafter.draft(list(range(60)), 6).tokens == ()
    assert drafter.draft(list(range(60)), 0).tokens == ()


@names
def test_closing_frees_and_a_closed_drafter_can_begin_again(name: str) -> None:
    drafter = make(name)
    write(drafter, [1, 2, 3] * 5, [1, 2, 3], [4])
    drafter.close()
    drafter.begin([9, 8, 7], NoSampler())
    assert drafter.draft([9, 8, 7, 1, 2], 4).tokens == ()


@names
def test_the_declared_longest_draft_follows_the_options(name: str) -> None:
    declared = discover()[name]
    longest = declared.n_max(SMALL[name])
    drafter = make(name)
    drafter.begin([1, 2, 3] * 20, NoSampler())
    assert 0 < len(drafter.draft([1, 2, 3] * 20, 100).tokens) <= longest
