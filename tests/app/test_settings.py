"""The settings file: kept, forgiving, and never lost."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import VERSION, SettingsStore
from ui.preferences import Preferences, _text


def test_what_was_remembered_is_there_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    store = SettingsStore(file)
    store.remember({"theme": "dark"})
    store.remember({"preset": "ngram-simple"})
    store.change(model_folders=["/models"])
    again = SettingsStore(file)
    assert again.settings.window == {"theme": "dark", "preset": "ngram-simple"}
    assert again.settings.model_folders == ["/models"]
    assert again.problems == []


def test_no_temporary_file_stays_behind(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    SettingsStore(folder / "settings.json").remember({"theme": "dark"})
    assert [path.name for path in folder.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("content", ["{", "[1]", "\ufffe not json"])
def test_a_broken_file_is_set_aside_and_told(tmp_path: Path, content: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(content, encoding="utf-8")
    store = SettingsStore(file)
    assert store.settings.window == {}
    assert len(store.problems) == 1
    assert "settings.json.broken" in store.problems[0]
    assert (tmp_path / "settings.json.broken").read_text(encoding="utf-8") == content
    store.remember({"theme": "light"})
    assert SettingsStore(file).settings.window == {"theme": "light"}


def test_bad_keys_go_back_to_their_defaults_and_the_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"version": VERSION, "window": {"theme": "dark"}, "model_folders": 5, "colour": 1}))
    store = SettingsStore(file)
    assert store.settings.window == {"theme": "dark"}
    assert store.settings.model_folders == []
    *bad, last = store.problems
    assert sorted(problem.split("'")[1] for problem in bad) == ["colour", "model_folders"]
    assert "settings.json.broken" in last


def test_of_the_windows_settings_only_those_that_cannot_be_go_and_a_copy_stays(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    good = {"theme": "dark", "top_k": "7", "conversation": "12", "own": "text"}
    bad = {"temperature": "hot", "top_p": "1.5", "seed": "1.5", "min_p": "nan", "tint": "yes", "rule": "chance"}
    bad |= {"n_ctx": 9}  # type: ignore[dict-item]  # what nobody of ours would write
    content = json.dumps({"version": VERSION, "window": good | bad})
    file.write_text(content)
    store = SettingsStore(file)
    assert store.settings.window == good
    told = "\n".join(store.problems)
    assert "'temperature' (\"hot\") went back to its default: it is no number." in told
    assert "it is not between 0 and 1" in told
    assert "it is none of coupled, match, rejection" in told
    assert all(f"'{key}'" in told for key in bad), "all of them are told together"
    assert (tmp_path / "settings.json.broken").read_text() == content
    store.remember({"theme": "light"})
    again = SettingsStore(file)
    assert again.problems == []
    assert again.settings.window == good | {"theme": "light"}


def test_everything_that_the_window_writes_can_be_read(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    store.remember({field.name: _text(getattr(Preferences(), field.name)) for field in fields(Preferences)})
    assert SettingsStore(tmp_path / "settings.json").problems == []


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    content = json.dumps({"version": VERSION + 1, "window": {"theme": "dark"}, "new": True})
    file.write_text(content)
    store = SettingsStore(file)
    store.remember({"theme": "light"})
    assert store.settings.window == {"theme": "light"}
    assert file.read_text() == content
    assert "newer" in store.problems[0]


def test_a_value_of_the_wrong_kind_is_not_taken(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    with pytest.raises(ValidationError):
        store.change(model_folders="/models")
    assert store.settings.model_folders == []
