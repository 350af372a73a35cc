"""Who is ahead, who falls out and what is shown of it, from replies made by hand."""

from __future__ import annotations

import pytest

from app.tuning.board import Board, Reply, on_the_same_prompts
from app.tuning.candidates import Candidate
from engine.commands import DrafterChoice, Speculation
from ui.tuning import TuneGrid


def setting(preset: str, n: int) -> Candidate:
    return Candidate(f"{preset} {n}", Speculation(preset, (DrafterChoice("ngram-simple", {"size_n": n}),)))


AUTO = Candidate("auto", Speculation("auto"))
FIRST, SECOND, OTHER = setting("ngram", 1), setting("ngram", 2), setting("edit", 1)


def board(speeds: dict[str, dict[str, float]], number: int = 0) -> Board:
    """speeds: by prompt, of every arm; one run each."""
    grid = TuneGrid("ngram", "size_n", (1, 2), "size_m", (1,), ((FIRST.name, SECOND.name),))
    found = Board((AUTO, FIRST, SECOND, OTHER), (grid,))
    found.replies = [
        Reply(number, arm, case, 0, speed, 10, 5) for case, arms in speeds.items() for arm, speed in arms.items()
    ]
    return found


def test_a_prompt_is_whole_when_everybody_who_is_in_the_race_had_it() -> None:
    all_of_them = {"baseline": 10.0, "auto": 20.0, FIRST.name: 20.0, SECOND.name: 20.0, OTHER.name: 20.0}
    some = {"baseline": 10.0, "auto": 20.0, SECOND.name: 20.0, OTHER.name: 20.0}
    found = board({"a": all_of_them, "b": some})
    assert found.whole_cases(0) == {"a"}
    found.drop({FIRST.name})
    assert found.whole_cases(0) == {"a", "b"}
    assert found.whole_cases(1) == set()


def test_who_falls_far_behind_its_own_preset_is_given_up_and_other_presets_are_left_alone() -> None:
    found = board({"a": {"baseline": 10.0, "auto": 30.0, FIRST.name: 30.0, SECOND.name: 15.0, OTHER.name: 5.0}})
    assert set(found.hopeless(n_prompts=3)) == {SECOND.name}
    near = board({"a": {"baseline": 10.0, "auto": 30.0, FIRST.name: 30.0, SECOND.name: 25.0, OTHER.name: 5.0}})
    assert near.hopeless(n_prompts=3) == {}, "it can still catch up"
    assert found.hopeless(n_prompts=1) == {}, "after the last prompt of a round the ranks decide"


def test_who_is_far_slower_than_the_baseline_is_given_up_at_once() -> None:
    found = board({"a": {"baseline": 10.0, "auto": 12.0, FIRST.name: 3.0, SECOND.name: 10.0}})
    assert set(found.far_behind(0, runs=1)) == {FIRST.name}
    lucky = board({"a": {"baseline": 10.0, "auto": 3.0, FIRST.name: 3.0, SECOND.name: 3.5}})
    assert lucky.far_behind(0, runs=1) == {}, "it is the baseline that is out of line"
    assert found.far_behind(0, runs=2) == found.far_behind(1, runs=1) == {}
    assert found.unheard(0) == [OTHER.name]


def test_those_in_the_race_stand_before_those_that_fell_out_whatever_their_figures_were() -> None:
    found = board(
        {
            "easy": {"baseline": 10.0, "auto": 40.0, FIRST.name: 40.0, SECOND.name: 20.0, OTHER.name: 30.0},
            "hard": {"baseline": 10.0, "auto": 9.0, FIRST.name: 9.0, OTHER.name: 10.0},
        }
    )
    found.drop({SECOND.name})
    rows = found.rows()
    assert [row.name for row in rows][-1] == SECOND.name
    last = rows[-1]
    assert (last.state, last.prompts, last.rounds) == ("dropped", 1, 1)
    by_name = {row.name: row for row in rows}
    best = by_name[FIRST.name]
    assert last.speedup is not None and best.speedup is not None
    assert last.speedup.estimate > best.speedup.estimate, "it only had the easy prompt"
    assert last.level is not None and best.level is not None
    assert last.level == pytest.approx(best.level / 2), "in the map it is half as fast, as it was there"
    assert by_name["auto"].level is None, "it is in no grid"


def test_figures_stay_as_they_are_where_all_had_the_same_prompts() -> None:
    pairs = {"a": {"x": [(20.0, 10.0)], "y": [(10.0, 10.0)]}, "b": {"x": [(10.0, 10.0)], "y": [(40.0, 10.0)]}, "c": {}}
    assert on_the_same_prompts(pairs) == pytest.approx({"a": 2**0.5, "b": 2.0})
    assert on_the_same_prompts({}) == {}


def test_the_best_stay_without_who_failed_or_is_clearly_behind() -> None:
    found = board({"a": {"baseline": 10.0, "auto": 5.0, FIRST.name: 20.0, SECOND.name: 30.0, OTHER.name: 40.0}})
    assert [one.name for one in found.ranked()] == [OTHER.name], "three quarters of the best is too little"
    found.failed[OTHER.name] = "It died."
    assert [one.name for one in found.ranked()] == [SECOND.name]
    found.keep(found.ranked())
    assert [one.name for one in found.alive] == ["auto", SECOND.name], "auto stays whatever it did"
