"""`paceline drafts` and `paceline get`, as they are typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app import paths
from tests.app.hub.fake_hub import FakeHub, until
from tests.app.shell import Shell
from tests.tiny_models import write_dense

REPO = "bartowski/SmolLM2-135M-Instruct-GGUF"


@pytest.fixture(autouse=True)
def named(fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", fake.endpoint)


@pytest.fixture
def small(fake: FakeHub, tmp_path: Path) -> Path:
    path = write_dense(tmp_path / "small-Q8_0.gguf", layers=1, name="SmolLM2 135M")
    fake.add(REPO, {path.name: path, "small-Q4_K_M.gguf": path.read_bytes() + b"4", "mmproj-small-F16.gguf": b"GGUF"})
    return path


@pytest.fixture
def target(tmp_path: Path) -> str:
    return str(write_dense(tmp_path / "SmolLM2-1.7B.gguf", layers=40, name="SmolLM2 1.7B"))


def test_drafts_then_get_then_it_is_here(shell: Shell, fake: FakeHub, small: Path, target: str) -> None:
    found = shell.json("drafts", target, "--engine", "thread")
    (draft,) = found["drafts"]
    assert (draft["place"], draft["level"], draft["repo"], draft["file"]) == ("catalogue", "ok", REPO, small.name)
    assert draft["expected"]["speedup"] > 1
    assert draft["memory"]["fits"] is True
    assert any("SmolLM2-360M" in problem["what"] for problem in found["problems"])
    got = shell.json("get", draft["repo"], draft["file"])
    assert Path(got["path"]).read_bytes() == small.read_bytes()
    assert Path(got["path"]) == paths.models_dir() / REPO / small.name
    sent = fake.sent
    assert shell.json("get", REPO, "Q8_0")["path"] == got["path"]
    assert fake.sent == sent
    assert shell.run("drafts", target, "--offline", "--engine", "thread") == 0
    assert "here" in shell.out
    assert "Use it with" in shell.out
    assert "offline mode is on" in shell.err


def test_drafts_for_a_person(shell: Shell, small: Path, target: str) -> None:
    assert small.is_file()
    assert shell.run("drafts", target, "--engine", "thread") == 0
    assert f"paceline get {REPO} {small.name}" in shell.out
    assert "Expected to be about" in shell.out
    assert "note: " in shell.err


def test_drafts_for_a_model_that_is_still_on_the_hub(
    shell: Shell, fake: FakeHub, small: Path, target: str
) -> None:
    fake.add("maker/SmolLM2-1.7B-GGUF", {"big.gguf": Path(target)})
    found = shell.json("drafts", "maker/SmolLM2-1.7B-GGUF/big.gguf", "--engine", "thread")
    assert [draft["file"] for draft in found["drafts"]] == [small.name]


def test_without_a_file_what_there_is_is_listed(shell: Shell, fake: FakeHub, small: Path) -> None:
    content = shell.json("get", REPO, "--engine", "thread")
    assert [model["file"] for model in content["models"]] == [
        "mmproj-small-F16.gguf",
        small.name,
        "small-Q4_K_M.gguf",
    ]
    assert {model["fits"] for model in content["models"]} == {"RAM"}
    assert (content["licence"], content["gated"]) == ("apache-2.0", False)
    assert shell.run("get", REPO, "--engine", "thread") == 0
    assert small.name in shell.out
    assert fake.sent == 0


def test_any_shard_names_the_whole_model(shell: Shell, fake: FakeHub) -> None:
    fake.add(REPO, {f"Q4/x-{number:05d}-of-00002.gguf": b"GGUF%d" % number for number in (1, 2)})
    got = shell.json("get", REPO, "x-00002-of-00002.gguf")
    assert (Path(got["path"]).name, got["size"]) == ("x-00001-of-00002.gguf", 10)
    assert len(list((paths.models_dir() / REPO / "Q4").iterdir())) == 2


def test_a_name_that_is_not_one_file_is_told_with_those_there_are(shell: Shell, small: Path) -> None:
    assert shell.run("get", REPO, "small") == 2
    assert small.name in shell.err
    assert shell.run("get", REPO, "Q9") == 2
    assert "Q4_K_M" in shell.err


def test_exit_codes(shell: Shell, fake: FakeHub, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell.run("get", "nobody/Nothing", "x") == 4
    assert "no such repository" in shell.err
    assert shell.run("get", "no name", "x") == 2
    fake.repos[REPO].gated = "auto"
    assert shell.run("get", REPO, small.name) == 3
    assert "gated" in shell.err
    assert "HF_TOKEN" in shell.err
    fake.repos[REPO].opens_for = ("hf_mine",)
    monkeypatch.setenv("HF_TOKEN", "hf_mine")
    assert shell.run("get", REPO, small.name) == 0
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert shell.run("get", REPO, small.name) == 4
    assert "offline" in shell.err


def test_names_that_lead_elsewhere_are_not_even_listed(shell: Shell, fake: FakeHub) -> None:
    bad = ["../out.gguf", "/abs.gguf", "a\\b.gguf", "con.gguf", "x/../../y.gguf", "nul\0l.gguf", "a:b.gguf", ".h.gguf"]
    fake.add(REPO, {**{name: b"GGUF" + name.encode() for name in bad}, "good.gguf": b"GGUF"})
    content = shell.json("get", REPO, "--engine", "thread")
    assert [model["file"] for model in content["models"]] == ["good.gguf"]


@pytest.mark.timeout(600)
@pytest.mark.skipif(os.name != "posix", reason="a signal to one process")
def test_ctrl_c_keeps_the_part(fake: FakeHub, data: Path, small: Path) -> None:
    fake.fault("storage", times=99, slow=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "get", REPO, small.name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: len(fake.requests("storage")) >= 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 130
    assert "goes on from there" in err
    assert [path.name for path in (data / "models").rglob("*.part.json")] == [f"{small.name}.part.json"]
    assert not list((data / "models").rglob("*.gguf"))
