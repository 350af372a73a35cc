"""Which preset comes first and what is said about it, from facts made by hand; and the command on a tiny model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app import requests
from app.advice.facts import advice_for
from app.advice.weighing import WORKLOADS, Facts, Family, Measured, Possible, advise
from app.compare import store
from engine.drafters import discover
from tests.app.compare.made import records
from tests.app.shell import Shell
from ui.advice import RULE_OF_THUMB, Advice, Question
from ui.comparison import Began, RunDone

BIG = Facts("Big", 30_000_000_000, 40, gpu=True, gpu_layers=41, draft_parameters=600_000_000)
SMALL = replace(BIG, title="Small", parameters=1_500_000_000)


def possible(*presets: str) -> list[Possible]:
    known = requests.known_presets()
    families = {name: kind.family for name, kind in discover().items()}

    def families_of(preset: str) -> tuple[Family, ...]:
        return tuple(dict.fromkeys(families[choice.name] for choice in known[preset].drafters))

    return [Possible(known[preset], families_of(preset)) for preset in presets]


ALL = ("auto", "baseline", "ngram-simple", "draft-model", "draft-mtp")


def order(advice: Advice) -> list[str]:
    return [one.preset for one in advice.suggestions]


def rules(advice: Advice) -> list[str]:
    return [one.rule for one in advice.remarks]


def advice_on(facts: Facts, workload: str = "", temperature: float = 0.0, known: Sequence[Measured] = ()) -> Advice:
    return advise(facts, workload, temperature, possible(*ALL), known)


def test_what_repeats_the_prompt_wants_looking_back_and_new_text_wants_a_model() -> None:
    edit, story = order(advice_on(BIG, "code-edit")), order(advice_on(BIG, "story"))
    assert edit[0] == story[0] == "auto"
    assert edit[1] == "ngram-simple"
    assert story.index("draft-mtp") < story.index("ngram-simple")
    assert story.index("draft-model") < story.index("ngram-simple")


def test_a_small_target_is_better_without_a_draft_model_and_it_is_said() -> None:
    advice = advice_on(SMALL, "chat")
    assert order(advice).index("draft-model") > order(advice).index("baseline")
    remark = next(one for one in advice.remarks if one.rule == "small target")
    assert remark.presets == ("draft-model",)
    assert remark.ground == RULE_OF_THUMB
    assert "small target" not in rules(advice_on(BIG, "chat"))


@pytest.mark.parametrize(
    ("facts", "temperature", "rule"),
    [
        (BIG, 0.8, "temperature"),
        (replace(BIG, gpu_layers=20), 0.0, "partial offload"),
        (replace(BIG, experts=True, gpu_layers=20), 0.0, "experts on the processor"),
        (replace(BIG, experts=True, gpu=False, gpu_layers=0), 0.0, "experts on the processor"),
    ],
)
def test_each_rule_of_the_trade_speaks_where_it_applies_and_only_there(
    facts: Facts, temperature: float, rule: str
) -> None:
    assert rule in rules(advice_on(facts, "chat", temperature))
    assert rule not in rules(advice_on(BIG, "chat", 0.7))


def test_forty_per_cent_is_always_said_and_auto_is_spared() -> None:
    remark = next(one for one in advice_on(BIG).remarks if one.rule == "acceptance")
    assert "40 %" in remark.text
    assert "auto" not in remark.presets and "baseline" not in remark.presets


def test_a_measurement_of_this_machine_wins_over_every_rule() -> None:
    measured = [
        Measured("draft-model", 2.4, 2.2, 2.6, "2026-11-29"),
        Measured("ngram-simple", 0.8, 0.7, 0.9, "2026-11-29"),
        Measured("draft-model", 0.5, 0.4, 0.6, "2026-11-01"),
    ]
    advice = advice_on(SMALL, "code-edit", 0.0, measured)
    first, last = advice.suggestions[0], advice.suggestions[-1]
    assert (first.preset, first.ground, first.speedup) == ("draft-model", "measured here on 2026-11-29", 2.4)
    assert (last.preset, last.speedup) == ("ngram-simple", 0.8)
    remark = next(one for one in advice.remarks if one.rule == "small target")
    assert "paid all the same: 2.40×" in remark.text
    assert remark.ground == "measured here on 2026-11-29"


def test_of_the_same_kind_of_work_counts_before_any_other() -> None:
    measured = [Measured("ngram-simple", 1.1, 1.0, 1.2, "2026-11-29"),
                Measured("ngram-simple", 3.0, 2.8, 3.2, "2026-11-28", "code-edit")]  # fmt: skip
    assert advice_on(BIG, "code-edit", 0.0, measured).suggestions[0].speedup == 3.0
    found = next(one for one in advice_on(BIG, "story", 0.0, measured).suggestions if one.preset == "ngram-simple")
    assert found.speedup == 1.1


def test_every_sentence_has_its_ground() -> None:
    for workload in WORKLOADS:
        advice = advice_on(replace(SMALL, experts=True, gpu_layers=3), workload, 1.0)
        grounds = [*(one.ground for one in advice.suggestions), *(one.ground for one in advice.remarks)]
        assert all(ground == RULE_OF_THUMB or ground.startswith("measured here on ") for ground in grounds)


def test_stored_comparisons_of_this_file_are_read_and_damaged_ones_passed_over(target: str) -> None:
    began, *rest = records()
    assert isinstance(began, Began)
    plan = replace(began.setting.plan, model=target)
    recorder = store.Recorder(store.comparisons_dir())
    recorder.take([Began(replace(began.setting, plan=plan)), *rest])
    (store.comparisons_dir() / "20991231-000000-ffffff.jsonl").write_text(f'{{"{Path(target).name}')
    advice = advice_for(Question(target), requests.known_presets(), None)
    first = advice.suggestions[0]
    assert (first.preset, first.ground) == ("ngram-simple", "measured here on 2026-11-29")
    assert first.speedup == pytest.approx(2.5)


def test_single_runs_say_nothing_yet(target: str) -> None:
    began, *rest = records()
    assert isinstance(began, Began)
    plan = replace(began.setting.plan, model=target)
    once = [record for record in rest if not (isinstance(record, RunDone) and record.run.repetition)]
    store.Recorder(store.comparisons_dir()).take([Began(replace(began.setting, plan=plan)), *once])
    advice = advice_for(Question(target), requests.known_presets(), None)
    assert {one.ground for one in advice.suggestions} == {RULE_OF_THUMB}


def test_the_command_gives_plain_data_and_a_table(shell: Shell, target: str, draft: str) -> None:
    content = shell.json("advice", "-m", target, "-d", draft, "--workload", "code-edit", "--engine", "thread")
    presets = [one["preset"] for one in content["suggestions"]]
    assert presets[0] == "auto"
    assert "draft-model" in presets and "draft-mtp" not in presets
    assert {"small target", "acceptance"} == {one["rule"] for one in content["remarks"]}
    assert json.dumps(content)
    assert shell.run("advice", "-m", target, "--temperature", "1", "--engine", "thread") == 0
    assert "rule of thumb" in shell.out and "Above temperature" in shell.out


def test_an_unknown_kind_of_work_is_refused_with_those_known(shell: Shell, target: str) -> None:
    assert shell.run("advice", "-m", target, "--workload", "poems") == 2
    assert "code-edit" in shell.err
