"""Arms, their names, and the order in which they run."""

from __future__ import annotations

from collections import Counter

import pytest

from app.compare.plan import draft_files, make_plan
from engine.commands import DrafterChoice, Speculation
from engine.errors import UsageError
from ui.comparison import Case, Task

TASKS = (Task("a", "own", ("one",)), Task("b", "own", ("one", "two")))
NGRAM = ("ngram-simple", Speculation("ngram-simple", (DrafterChoice("ngram-simple", {"size_n": 12}),)))
PLAIN = ("baseline", Speculation())


def test_the_baseline_is_always_first_and_only_once() -> None:
    assert [arm.name for arm in make_plan("m", [NGRAM], TASKS).arms] == ["baseline", "ngram-simple"]
    assert [arm.name for arm in make_plan("m", [NGRAM, PLAIN], TASKS).arms] == ["baseline", "ngram-simple"]


def test_the_baseline_named_twice_is_two_arms() -> None:
    plan = make_plan("m", [PLAIN, PLAIN], TASKS)
    assert [arm.name for arm in plan.arms] == ["baseline", "baseline #2"]
    assert plan.arms[0].speculation == plan.arms[1].speculation == Speculation()


def test_who_goes_first_changes_with_every_repetition_and_is_shared_evenly() -> None:
    plan = make_plan("m", [NGRAM, ("other", Speculation("other"))], TASKS, runs=3)
    for case_index in range(3):
        orders = [[arm.name for arm in plan.order(case_index, repetition)] for repetition in range(3)]
        assert all(sorted(order) == sorted(orders[0]) for order in orders)
        assert Counter(order[0] for order in orders) == {"baseline": 1, "ngram-simple": 1, "other": 1}
    pair = make_plan("m", [NGRAM], TASKS, runs=3)
    firsts = Counter(pair.order(case, repetition)[0].name for case in range(2) for repetition in range(3))
    assert firsts == {"baseline": 3, "ngram-simple": 3}


def test_every_turn_of_a_task_is_a_case() -> None:
    cases = make_plan("m", [NGRAM], TASKS).cases
    assert cases == (Case(TASKS[0], 0), Case(TASKS[1], 0), Case(TASKS[1], 1))
    assert [case.id for case in cases] == ["a", "b/1", "b/2"]


def test_peers_stand_beside_our_arms() -> None:
    plan = make_plan("m", [NGRAM], TASKS, peers=["xllamacpp", "http://127.0.0.1:8080"])
    assert [(arm.name, arm.peer) for arm in plan.arms] == [
        ("baseline", ""),
        ("ngram-simple", ""),
        ("xllamacpp baseline", "xllamacpp"),
        ("xllamacpp ngram-simple", "xllamacpp"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ]
    assert plan.arms[3].speculation == NGRAM[1]
    with pytest.raises(UsageError, match="named twice"):
        make_plan("m", [NGRAM], TASKS, peers=["http://h:1", "http://h:1"])


def test_draft_models_are_listed_once() -> None:
    drafts = [("a", Speculation("a", draft_model="d.gguf")), ("b", Speculation("b", draft_model="d.gguf"))]
    assert draft_files(make_plan("m", [*drafts, NGRAM], TASKS)) == ["d.gguf"]


def test_what_makes_no_plan_is_refused() -> None:
    with pytest.raises(UsageError, match="no prompts"):
        make_plan("m", [NGRAM], [])
    with pytest.raises(UsageError, match="1 to 100"):
        make_plan("m", [NGRAM], TASKS, runs=0)
    with pytest.raises(UsageError, match="at least 1 token"):
        make_plan("m", [NGRAM], TASKS, max_tokens=0)
