"""MTP heads in files of their own, on the command line and among what the window is offered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from app import paths
from app.services import AppServices
from app.settings import SettingsStore
from tests.app.shell import Shell
from tests.app.test_cli import reply
from tests.tiny_models import write_dense
from tests.tiny_mtp import write_assistant, write_lender
from ui.services import DraftChoice


@pytest.fixture
def lender() -> str:
    paths.models_dir().mkdir(parents=True, exist_ok=True)
    return str(write_lender(paths.models_dir() / "lender.gguf"))


@pytest.fixture
def assistant() -> str:
    paths.models_dir().mkdir(parents=True, exist_ok=True)
    return str(write_assistant(paths.models_dir() / "assistant.gguf"))


def test_a_reply_with_an_assistant(shell: Shell, lender: str, assistant: str) -> None:
    alone = shell.json(*reply(lender))
    drafted = shell.json(*reply(lender, "-p", "draft-mtp", "-d", assistant))
    assert drafted["token_ids"] == alone["token_ids"]
    assert drafted["accepted"] > 0
    assert drafted["draft_model"]["architecture"] == "gemma4-assistant"


def test_without_its_assistant_the_preset_is_refused_with_what_would_help(shell: Shell, lender: str) -> None:
    assert shell.run(*reply(lender, "-p", "draft-mtp")) == 3
    assert "assistant" in shell.err


def test_check_judges_a_head_as_one(shell: Shell, lender: str, assistant: str, tmp_path: Path) -> None:
    assert shell.json("check", lender, assistant)["level"] == "ok"
    assert shell.run("check", str(write_dense(tmp_path / "other.gguf")), assistant) == 3
    assert "gemma4" in shell.out


def test_heads_are_told_from_plain_drafts(lender: str, assistant: str, tmp_path: Path) -> None:
    plain = str(write_dense(paths.models_dir() / "plain.gguf", layers=1))
    services = AppServices(SettingsStore(paths.settings_file()))
    try:
        found: list[DraftChoice] = []
        done = Event()

        def take(choices: Sequence[DraftChoice]) -> None:
            found.extend(choices)
            done.set()

        services.drafts(lender, take)
        assert done.wait(60)
        assert {choice.model.path: (choice.sidecar, choice.level) for choice in found} == {
            assistant: (True, "ok"),
            plain: (False, "warn"),
        }
        elsewhere = write_assistant(tmp_path / "elsewhere.gguf")
        assert services.add_model(str(elsewhere)).path == str(elsewhere)
    finally:
        services.close()
