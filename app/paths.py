"""Where things lie: the user's own folders.

`PACELINE_DATA` names another data folder, which then holds the settings, the log and the caches as well, so
that a test or a portable copy touches nothing else.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

DATA_VARIABLE = "PACELINE_DATA"
_NAME = "paceline"


def _own_folder() -> Path | None:
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen).expanduser().absolute() if chosen else None


def data_dir() -> Path:
    """The user's data: models, presets, conversations."""
    return _own_folder() or platformdirs.user_data_path(_NAME, appauthor=False)


def cache_dir() -> Path:
    """What can be made again."""
    own = _own_folder()
    return own / "cache" if own else platformdirs.user_cache_path(_NAME, appauthor=False)


def models_dir() -> Path:
    """The program's own folder of GGUF files."""
    return data_dir() / "models"


def user_presets_dir() -> Path:
    """Presets that the user wrote or saved."""
    return data_dir() / "presets"


def history_dir() -> Path:
    """Tokens of past conversations, one small file per model, that the draft-self drafter drafts from."""
    return cache_dir() / "history"


def made_drafts_dir() -> Path:
    """Copies of models with layers left out, made to draft for them, with what was measured of each."""
    return data_dir() / "drafts-made"


def prices_dir() -> Path:
    """What verifying costs on this machine, one small file per model and way of loading it."""
    return cache_dir() / "prices"


def conversations_file() -> Path:
    """The user's conversations, all in one SQLite file."""
    return data_dir() / "conversations.db"


def settings_file() -> Path:
    own = _own_folder()
    return (own or platformdirs.user_config_path(_NAME, appauthor=False)) / "settings.json"


def log_file() -> Path:
    own = _own_folder()
    return (own or platformdirs.user_log_path(_NAME, appauthor=False)) / "paceline.log"


def engine_log_file() -> Path:
    """What engines in processes of their own log, beside the program's log."""
    return log_file().with_name("paceline-engine.log")


def icon_file() -> Path:
    """The program's icon, beside this module."""
    return Path(__file__).resolve().parent / "paceline.svg"
