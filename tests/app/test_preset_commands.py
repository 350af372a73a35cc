"""Presets said to another engine, and kept with options of one's own."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from app import cli, paths


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.DATA_VARIABLE, str(tmp_path))


def test_an_export_says_the_options_and_parallel_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "-m", "big.gguf", "-p", "ngram-simple", "--variant", "text", "--set", "size_m=20"]) == 0
    words = shlex.split(capsys.readouterr().out)
    assert words[:3] == ["llama-server", "-m", "big.gguf"]
    assert words[words.index("--spec-ngram-simple-size-n") + 1] == "8"
    assert words[words.index("--spec-ngram-simple-size-m") + 1] == "20"
    assert words[words.index("--parallel") + 1] == "1"
    assert cli.main(["export", "-m", "b.gguf", "-d", "s.gguf", "-p", "draft-model", "--json"]) == 0
    command = json.loads(capsys.readouterr().out)["command"]
    assert command[command.index("--spec-draft-model") + 1] == "s.gguf"


def test_what_another_engine_cannot_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "-m", "b.gguf", "-p", "draft-self"]) == 2
    assert cli.main(["export", "-m", "b.gguf", "-p", "ngram-simple", "--engine", "abacus"]) == 2
    assert "llama-server" in capsys.readouterr().err


def test_a_saved_preset_is_listed_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["save-preset", "mine", "-p", "ngram-simple", "--set", "size_n=5", "--title", "Mine"]) == 0
    assert Path(capsys.readouterr().out.strip()).is_file()
    assert cli.main(["presets", "--json"]) == 0
    listed = {preset["id"]: preset for preset in json.loads(capsys.readouterr().out)["presets"]}
    assert listed["mine"]["title"] == "Mine"
    options = {option["name"]: option["value"] for option in listed["mine"]["drafters"][0]["options"]}
    assert options["size_n"] == 5
    assert cli.main(["save-preset", "eager", "-p", "draft-model", "--set", "n_max=8"]) == 0


def test_a_built_in_presets_name_and_a_wrong_option_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["save-preset", "baseline", "-p", "ngram-simple"]) == 2
    assert cli.main(["save-preset", "mine", "-p", "ngram-simple", "--set", "colour=red"]) == 2
    assert "size_n" in capsys.readouterr().err
    assert cli.main(["save-preset", "mine", "-p", "crystal-ball"]) == 2
