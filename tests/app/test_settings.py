"""The settings file: kept, forgiving, and never lost."""

from __future__ import annotations

import json
import os
import sys
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


@pytest.mark.parametrize("content", ["{", "[1]", "\ufffe not json", "", "[" * 100_000, '{"window":' * 900 + "1"])
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


@pytest.mark.parametrize("version", ["abc", True, 0, -1, None, 1.5, []])
def test_a_version_that_never_was_is_told_and_the_rest_stays(tmp_path: Path, version: object) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"version": version, "window": {"theme": "dark"}}))
    store = SettingsStore(file)
    assert store.settings.window == {"theme": "dark"}
    assert "'version'" in store.problems[0]
    assert (tmp_path / "settings.json.broken").exists()


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
def test_text_that_no_file_can_hold_goes_back_to_its_default(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"window": {"model": text, "theme": "dark"}, "model_folders": ["/models", text]}))
    store = SettingsStore(file)
    assert store.settings.window == {"theme": "dark"}
    assert store.settings.model_folders == []
    assert len(store.problems) == 3
    "".join(store.problems).encode()
    store.remember({"theme": "light"})
    assert SettingsStore(file).settings.window == {"theme": "light"}


def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.mkdir()
    store = SettingsStore(file)
    assert "it is a folder" in store.problems[0]
    store.remember({"theme": "light"})
    assert SettingsStore(file).settings.window == {"theme": "light"}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with a name and links are POSIX")
def test_a_pipe_in_the_place_of_the_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    os.mkfifo(file)
    assert "it is no file" in SettingsStore(file).problems[0]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with a name and links are POSIX")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, real = tmp_path / "settings.json", tmp_path / "elsewhere" / "own.json"
    file.symlink_to(real)
    for theme in ("dark", "light"):  # at first it leads nowhere
        SettingsStore(file).remember({"theme": theme})
        assert file.is_symlink()
        assert json.loads(real.read_text())["window"] == {"theme": theme}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with a name and links are POSIX")
def test_a_link_to_itself_is_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.symlink_to(file)
    assert "cannot be read" in SettingsStore(file).problems[0]


@pytest.mark.parametrize("background", [False, True])
def test_what_cannot_be_saved_is_told_once_until_it_can(tmp_path: Path, background: bool) -> None:
    file = tmp_path / "in the way" / "settings.json"
    store = SettingsStore(file)
    (tmp_path / "in the way").touch()
    told: list[str] = []
    store.when_unsaved(told.append)
    if background:
        store.in_background()
    store.remember({"theme": "light"})
    store.remember({"theme": "dark"})
    store.close()
    assert len(told) == 1
    assert str(file) in told[0]
    (tmp_path / "in the way").unlink()
    store.remember({"theme": "dark"})
    assert SettingsStore(file).settings.window == {"theme": "dark"}


def test_saving_in_the_background_is_over_when_it_is_closed(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    store.in_background()
    for i in range(50):
        store.remember({"own": str(i)})
        assert store.settings.window == {"own": str(i)}
    store.close()
    assert SettingsStore(tmp_path / "settings.json").settings.window == {"own": "49"}
