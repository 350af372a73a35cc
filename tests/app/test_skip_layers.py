"""`paceline skip-layers` as a shell sees it, on a tiny model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import cli, paths
from tests.tiny_models import write_dense


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_dense(tmp_path_factory.mktemp("models") / "target.gguf", layers=6, embd=64))


def command(target: str, *more: str) -> tuple[str, ...]:
    return ("skip-layers", "--engine", "thread", "-m", target, "--threads", "1", "--max-skip", "1", *more)


def test_a_copy_is_made_and_the_preset_then_works(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    reply = ("generate", "--engine", "thread", "-m", target, "-p", "draft-self-layers", "--prompt", "Hello", "-n", "20")
    assert cli.main(reply) == 3
    assert "skip-layers" in capsys.readouterr().err
    assert cli.main(command(target, "--make", "--json")) == 0
    output = capsys.readouterr()
    found = json.loads(output.out)
    assert output.err == ""
    assert Path(found["path"]).parent == paths.made_drafts_dir()
    assert found["n_layer"] == 6
    assert len(found["checked"]["layers"]) == 1
    assert found["pays"] == (found["checked"]["expected_speedup"] >= 1.05)
    assert cli.main((*reply, "--json")) == 0
    assert json.loads(capsys.readouterr().out)["accepted"] > 0


def test_without_json_a_table_is_on_stderr_and_the_verdict_on_stdout(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(command(target, "--no-make")) == 0
    output = capsys.readouterr()
    assert "of 6 layers" in output.out
    assert "No copy was made" in output.out
    assert "Agreement" in output.err
    assert not list(paths.made_drafts_dir().iterdir())


def test_a_wrong_type_is_one_line_and_a_usage_error(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(command(target, "--type", "Q9")) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("paceline: Q9 is not a quantisation")
