"""A data folder and a home of one's own for every test of the program: nothing of the user's is read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import paths
from tests.app.shell import Shell
from tests.tiny_models import write_dense


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test; the home folder beside it is empty."""
    home = tmp_path / "home"
    home.mkdir()
    folder = tmp_path / "data"
    monkeypatch.setenv(paths.DATA_VARIABLE, str(folder))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for name in ("HF_HOME", "HF_HUB_CACHE", "OLLAMA_MODELS"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_dense(tmp_path_factory.mktemp("models") / "target.gguf"))


@pytest.fixture(scope="module")
def draft(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_dense(tmp_path_factory.mktemp("models") / "draft.gguf", noise=1.0))
