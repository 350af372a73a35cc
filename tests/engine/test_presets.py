"""Presets: the shipped ones load, faulty ones are named to the key, values are resolved and saved as said."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from engine.commands import DrafterChoice, OptionSpec, OptionValue, PresetInfo, PresetVariant, Speculation
from engine.drafters import discover
from engine.errors import UsageError
from engine.option_values import check_value, parse_value
from engine.preset_files import PresetError
from engine.presets import built_in_folder, export_arguments, load_presets, resolve, save_user_preset

GOOD = """
id = "mine"
title = "Mine"
summary = "For tests."

[[drafters]]
name = "ngram-simple"
options = { size_n = 5 }

[[variants]]
id = "short"
title = "Short"
options = { ngram-simple = { size_m = 7 } }

[exports]
llama-server = ["--spec-ngram-simple-size-n", "{size_n}", "--parallel", "1"]
"""


def load(folder: Path, text: str, name: str = "mine.toml") -> PresetInfo:
    """The one preset of a folder that holds this text; its fault is raised."""
    (folder / name).write_text(text, encoding="utf-8")
    presets, problems = load_presets([folder])
    if problems:
        raise problems[0]
    (info,) = presets.values()
    return info


# What is shipped


def test_all_shipped_presets_load() -> None:
    presets, problems = load_presets()
    assert problems == ()
    files = {entry.name for entry in built_in_folder().iterdir() if entry.name.endswith(".toml")}
    assert {f"{name}.toml" for name in presets} == files
    assert list(presets)[:2] == ["auto", "baseline"]
    assert all(info.built_in and info.summary.endswith(".") and info.best_for for info in presets.values())


def test_every_drafter_has_a_preset_and_every_option_a_value() -> None:
    presets, _ = load_presets()
    used = {choice.name for info in presets.values() for choice in info.drafters}
    assert used == set(discover())
    for info in presets.values():
        for choice in info.drafters:
            assert set(choice.options) == {spec.name for spec in discover()[choice.name].options}


def test_shipped_variants_and_exports_can_be_resolved() -> None:
    for info in load_presets()[0].values():
        for variant in [None, *(variant.id for variant in info.variants)]:
            speculation = resolve(info, variant, draft_model="small.gguf")
            assert speculation.preset == info.id
            for engine in info.exports:
                arguments = export_arguments(info, speculation, engine)
                assert "{" not in "".join(arguments)
                assert arguments[arguments.index("--parallel") + 1] == "1"


def test_ngram_simple_says_what_was_agreed() -> None:
    info = load_presets()[0]["ngram-simple"]
    assert resolve(info, "code").drafters[0].options == {"size_n": 12, "size_m": 48, "min_hits": 1}
    text = resolve(info, "text")
    assert text.drafters[0].options == {"size_n": 8, "size_m": 32, "min_hits": 2}
    assert export_arguments(info, text, "llama-server") == (
        *("--spec-type", "ngram-simple"),
        *("--spec-ngram-simple-size-n", "8"),
        *("--spec-ngram-simple-size-m", "32"),
        *("--spec-ngram-simple-min-hits", "2"),
        *("--parallel", "1"),
    )


def test_needs_follow_from_the_drafters() -> None:
    presets, _ = load_presets()
    assert presets["draft-model"].needs_draft_model
    assert not presets["ngram-simple"].needs_draft_model
    assert presets["mtp-ngram"].needs_mtp_head


# One file, good or faulty


def test_a_good_file(tmp_path: Path) -> None:
    info = load(tmp_path, GOOD)
    assert not info.built_in
    assert info.drafters == (DrafterChoice("ngram-simple", {"size_n": 5, "size_m": 48, "min_hits": 1}),)
    assert info.variants == (PresetVariant("short", "Short", {"ngram-simple": {"size_m": 7}}),)


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ('title = "Mine"\n', "", ["'title' is missing"]),
        ('title = "Mine"', "title = 3", ["'title' must be text"]),
        ('title = "Mine"', 'title = ""', ["'title' must be text that is not empty"]),
        ('title = "Mine"', 'titel = "Mine"', ["unknown key 'titel'", "allowed: id, title,", "'title' is missing"]),
        ('id = "mine"', 'id = "other"', ["id 'other' must be the file's name, 'mine'"]),
        ('name = "ngram-simple"', 'name = "magic"', ["drafters[1].name: unknown drafter 'magic'", "ngram-simple"]),
        ('name = "ngram-simple"', 'nam = "x"', ["unknown key 'drafters[1].nam' (allowed: name, options, optional)"]),
        ("size_n = 5", "size_x = 5", ["'drafters[1].options.size_x'", "allowed: size_n, size_m, min_hits"]),
        ("size_n = 5", "size_n = 65", ["'drafters[1].options.size_n' must be a whole number from 1 to 64, not 65"]),
        ("size_n = 5", "size_n = 0", ["a whole number from 1 to 64, not 0"]),
        ("size_n = 5", "size_n = 5.0", ["a whole number from 1 to 64, not 5.0"]),
        ("size_n = 5", "size_n = true", ["a whole number from 1 to 64, not True"]),
        ("size_n = 5", 'size_n = "5"', ["a whole number from 1 to 64, not '5'"]),
        ("size_n = 5", "size_n = [5]", ["'drafters[1].options.size_n' must be true or false, a number or text"]),
        ("{ ngram-simple = { size_m = 7 } }", "{ ngram-mod = { n_max = 7 } }", ["'ngram-mod' is no drafter"]),
        ("size_m = 7", "size_m = 700", ["'variants[1].options.ngram-simple.size_m' must be"]),
        ("{size_n}", "{size_q}", ["nothing fills '{size_q}'", "min_hits"]),
        ("{size_n}", "{draft}", ["nothing fills '{draft}'"]),
        ('"--parallel", "1"', '"--parallel", "4"', ["'--parallel' must be followed by '1'"]),
        ('"--parallel", "1"', '"--parallel=4"', ["'--parallel=4' must be followed by '1'"]),
        ('"--parallel", "1"', '"-np"', ["'-np' must be followed by '1'"]),
        (', "--parallel", "1"', "", ["'--parallel', '1' is missing"]),
        ("[exports]", "[exports", ["it cannot be read as TOML"]),
    ],
)  # fmt: skip
def test_a_fault_names_the_file_the_key_and_what_is_allowed(
    tmp_path: Path, change: str, to: str, said: list[str]
) -> None:
    assert change in GOOD
    with pytest.raises(PresetError) as caught:
        load(tmp_path, GOOD.replace(change, to))
    line = str(caught.value)
    assert str(tmp_path / "mine.toml") in line
    assert "\n" not in line
    for part in said:
        assert part in line


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = (
        GOOD.replace("size_n = 5", "size_n = 99, size_x = 1")
        .replace("size_m = 7", "size_m = 0")
        .replace("{size_n}", "{q}")
    )
    with pytest.raises(PresetError) as caught:
        load(tmp_path, text)
    assert len(caught.value.faults) == 4


def test_a_drafter_twice_and_a_variant_twice(tmp_path: Path) -> None:
    again = '[[drafters]]\nname = "ngram-simple"\n[[variants]]\nid = "short"\ntitle = "S"\noptions = {}\n[exports]'
    with pytest.raises(PresetError) as caught:
        load(tmp_path, GOOD.replace("[exports]", again))
    assert len(caught.value.faults) == 2


def test_an_id_that_is_no_file_name(tmp_path: Path) -> None:
    with pytest.raises(PresetError, match="small letters, digits and hyphens"):
        load(tmp_path, GOOD.replace('id = "mine"', 'id = "My preset"'), "My preset.toml")


def test_a_faulty_preset_costs_only_itself(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.txt").write_text("not a preset", encoding="utf-8")
    presets, problems = load_presets([built_in_folder(), tmp_path, tmp_path / "nowhere"])
    assert "mine" in presets
    assert "baseline" in presets
    assert len(problems) == 1
    assert "bad.toml" in problems[0].what


def test_an_id_belongs_to_the_first_folder_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "baseline.toml").write_text(GOOD.replace("mine", "baseline"), encoding="utf-8")
    presets, problems = load_presets([built_in_folder(), tmp_path])
    assert presets["baseline"].built_in
    assert "id 'baseline' is taken" in str(problems[0])


# Values


def test_overrides_win_over_the_variant_and_the_variant_over_the_preset(tmp_path: Path) -> None:
    info = load(tmp_path, GOOD)
    assert resolve(info).drafters[0].options == {"size_n": 5, "size_m": 48, "min_hits": 1}
    assert resolve(info, "short", {"ngram-simple.min_hits": "2", "size_n": 6}) == Speculation(
        "mine", (DrafterChoice("ngram-simple", {"size_n": 6, "size_m": 7, "min_hits": 2}),)
    )
    assert info.drafters[0].options["size_n"] == 5


@pytest.mark.parametrize(
    ("variant", "overrides", "said"),
    [
        ("long", {}, "Variant 'long' of preset 'mine': there is no such variant. Allowed: short."),
        (None, {"size_x": "1"}, "there is no such option. Allowed: size_n, size_m, min_hits."),
        (None, {"size_n": "many"}, "must be a whole number from 1 to 64, not 'many'."),
        (None, {"size_n": "4.5"}, "must be a whole number from 1 to 64, not '4.5'."),
        (None, {"size_n": "65"}, "must be a whole number from 1 to 64, not '65'."),
        (None, {"size_n": 65}, "must be a whole number from 1 to 64, not 65."),
    ],
)
def test_wrong_values_name_what_is_allowed(
    tmp_path: Path, variant: str | None, overrides: dict[str, str | OptionValue], said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        resolve(load(tmp_path, GOOD), variant, overrides)
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


def test_an_option_of_two_drafters_must_be_said_in_full(tmp_path: Path) -> None:
    info = load(
        tmp_path,
        GOOD.replace("[[variants]]", '[[drafters]]\nname = "ngram-map-k"\n[[variants]]').replace(
            "{size_n}", "{ngram-map-k.size_n}"
        ),
    )
    with pytest.raises(UsageError, match=r"Say which: ngram-simple.size_n, ngram-map-k.size_n"):
        resolve(info, overrides={"size_n": "4"})
    speculation = resolve(info, overrides={"ngram-map-k.size_n": "4"})
    assert [choice.options["size_n"] for choice in speculation.drafters] == [5, 4]
    assert "4" in export_arguments(info, speculation, "llama-server")


def test_a_preset_that_needs_a_draft_model_says_so_and_others_drop_it() -> None:
    presets, _ = load_presets()
    with pytest.raises(UsageError, match="needs a draft model"):
        resolve(presets["draft-model"])
    assert resolve(presets["draft-model"], draft_model="d.gguf").draft_model == "d.gguf"
    assert resolve(presets["ngram-simple"], draft_model="d.gguf").draft_model is None
    exported = export_arguments(
        presets["draft-model"], resolve(presets["draft-model"], draft_model="d.gguf"), "llama-server"
    )
    assert exported[exported.index("--spec-draft-model") + 1] == "d.gguf"


def test_a_head_in_a_file_of_its_own_is_exported_and_the_one_inside_is_not() -> None:
    info = load_presets()[0]["draft-mtp"]
    assert info.takes_sidecar
    inside = export_arguments(info, resolve(info), "llama-server")
    apart = export_arguments(info, resolve(info, draft_model="head.gguf"), "llama-server")
    assert apart[apart.index("--spec-draft-model") + 1] == "head.gguf"
    assert [argument for argument in apart if argument not in ("--spec-draft-model", "head.gguf")] == list(inside)


def test_an_engine_without_such_a_thing(tmp_path: Path) -> None:
    info = load(tmp_path, GOOD)
    with pytest.raises(UsageError, match="Engines that do: llama-server"):
        export_arguments(info, resolve(info), "other")


NUMBER = OptionSpec("n", "float", 0.0, "", 0.0, 1.0)
SWITCH = OptionSpec("s", "bool", False, "")
CHOICE = OptionSpec("c", "choice", "a", "", choices=("a", "b"))


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [(NUMBER, "0.5", 0.5), (NUMBER, "1", 1.0), (SWITCH, "on", True), (SWITCH, "False", False), (CHOICE, "b", "b")],
)
def test_values_as_typed(spec: OptionSpec, text: str, value: OptionValue) -> None:
    assert parse_value(spec, text) == value
    assert type(parse_value(spec, text)) is type(value)


@pytest.mark.parametrize(
    ("spec", "text", "said"),
    [
        (NUMBER, "nan", "a number from 0 to 1"),
        (NUMBER, "1.5", "a number from 0 to 1"),
        (SWITCH, "maybe", "true or false"),
        (CHOICE, "c", "one of a, b"),
        (OptionSpec("n", "int", 1, "", 1), "0", "a whole number of at least 1"),
        (OptionSpec("n", "int", 1, "", None, 9), "10", "a whole number of at most 9"),
        (OptionSpec("n", "int", 1, ""), "x", "a whole number, not 'x'"),
    ],
)
def test_values_that_do_not_fit(spec: OptionSpec, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_value(spec, text)


def test_a_switch_is_no_number() -> None:
    with pytest.raises(ValueError, match="must be a number from 0 to 1, not True"):
        check_value(NUMBER, True)


# A person's own


def test_a_saved_preset_comes_back_as_it_was(tmp_path: Path) -> None:
    odd = 'He said "a\\b",\n\ttwice: \x7f \u2603'
    info = dataclasses.replace(load(tmp_path, GOOD), id="kept", title=odd, best_for=odd)
    path = save_user_preset(tmp_path / "deep" / "presets", info)
    assert path.name == "kept.toml"
    presets, problems = load_presets([path.parent])
    assert problems == ()
    assert presets["kept"] == info
    assert [entry.name for entry in path.parent.iterdir()] == ["kept.toml"]


def test_saving_again_replaces(tmp_path: Path) -> None:
    info = load(tmp_path, GOOD)
    path = save_user_preset(tmp_path, dataclasses.replace(info, title="New"))
    assert load_presets([tmp_path])[0]["mine"].title == "New"
    assert path == tmp_path / "mine.toml"


def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "presets").write_text("in the way")
    with pytest.raises(UsageError, match=r"mine\.toml cannot be written"):
        save_user_preset(tmp_path / "presets", load(tmp_path, GOOD))


@pytest.mark.parametrize("name", ["baseline", "../escape", "Two words", ""])
def test_names_that_cannot_be_saved(tmp_path: Path, name: str) -> None:
    info = dataclasses.replace(load(tmp_path, GOOD), id=name)
    with pytest.raises(PresetError):
        save_user_preset(tmp_path / "own", info)
    assert not (tmp_path / "own").exists()


def test_values_that_could_not_be_loaded_are_not_saved(tmp_path: Path) -> None:
    info = dataclasses.replace(load(tmp_path, GOOD), drafters=(DrafterChoice("ngram-simple", {"size_n": 900}),))
    with pytest.raises(PresetError, match="from 1 to 64, not 900"):
        save_user_preset(tmp_path / "own", info)
