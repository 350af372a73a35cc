"""What conversations choose from: default settings, sampling profiles, and a small library of system prompts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from app.conversations.values import (
    LONGEST_PROMPT,
    SamplingValues,
    check_sampling,
    forgiving,
    read_settings,
    sampling_values,
    settings_json,
)
from engine.commands import Sampling
from engine.errors import UsageError
from ui.services import ChatSettings, SamplingProfile, SystemPrompt

LONGEST_NAME = 100

BUILT_IN_PROFILES: Final = (
    SamplingProfile("Balanced", Sampling(seed=-1), built_in=True),
    SamplingProfile("Exact", Sampling(temperature=0.0), built_in=True),
    SamplingProfile("Precise", Sampling(temperature=0.3, top_p=0.9, seed=-1), built_in=True),
    SamplingProfile("Creative", Sampling(temperature=1.1, top_k=0, top_p=0.98, min_p=0.03, seed=-1), built_in=True),
)
BUILT_IN_PROMPTS: Final = (
    SystemPrompt("Helpful", "You are a helpful assistant. Say so when you do not know something.", built_in=True),
    SystemPrompt(
        "Code",
        "You help with programming. Answer with complete code that can be run, in fenced blocks with the language "
        "named, and keep explanations short. When you change code, keep everything else as it was.",
        built_in=True,
    ),
    SystemPrompt(
        "Editor",
        "You edit texts. Return the whole text with spelling, grammar and style mended; keep its meaning, tone and "
        "language; add nothing of your own.",
        built_in=True,
    ),
    SystemPrompt(
        "Translator",
        "You translate. Return only the translation, and leave code, names and markup as they are.",
        built_in=True,
    ),
    SystemPrompt("Brief", "Answer in as few words as the question allows.", built_in=True),
)


class _PromptValues(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(default="", max_length=LONGEST_PROMPT)


def defaults(connection: sqlite3.Connection) -> ChatSettings:
    """The settings of conversations that say nothing else."""
    found = connection.execute("SELECT data FROM shelf WHERE kind = 'defaults'").fetchone()
    return read_settings(found[0]) if found else ChatSettings()


def set_defaults(connection: sqlite3.Connection, settings: ChatSettings) -> None:
    _put(connection, "defaults", "", settings_json(settings))


def profiles(connection: sqlite3.Connection) -> Sequence[SamplingProfile]:
    """Built-in ones, then the user's by name."""
    own = [
        SamplingProfile(name, forgiving(SamplingValues, data).sampling()) for name, data in _all(connection, "profile")
    ]
    return [*BUILT_IN_PROFILES, *own]


def checked_profile_name(name: str, sampling: Sampling) -> str:
    """The name without outer spaces. Raises UsageError when profile or name cannot be kept."""
    check_sampling(sampling)
    return _checked(name, {one.name for one in BUILT_IN_PROFILES}, "sampling profile")


def keep_profile(connection: sqlite3.Connection, name: str, sampling: Sampling) -> None:
    _put(connection, "profile", name, json.dumps(sampling_values(sampling)))


def prompts(connection: sqlite3.Connection) -> Sequence[SystemPrompt]:
    """Built-in ones, then the user's by name."""
    own = [SystemPrompt(name, forgiving(_PromptValues, data).text) for name, data in _all(connection, "prompt")]
    return [*BUILT_IN_PROMPTS, *own]


def checked_prompt_name(name: str, text: str) -> str:
    """The name without outer spaces. Raises UsageError when prompt or name cannot be kept."""
    if not text.strip() or len(text) > LONGEST_PROMPT:
        raise UsageError(
            f"The system prompt '{name}' cannot be kept",
            f"it has {len(text)} characters",
            f"A prompt has 1 to {LONGEST_PROMPT} characters that are not all spaces",
        )
    return _checked(name, {one.name for one in BUILT_IN_PROMPTS}, "system prompt")


def keep_prompt(connection: sqlite3.Connection, name: str, text: str) -> None:
    _put(connection, "prompt", name, json.dumps({"text": text}, ensure_ascii=False))


def drop(connection: sqlite3.Connection, kind: str, name: str) -> None:
    """Remove a 'profile' or 'prompt' of the user's own."""
    connection.execute("DELETE FROM shelf WHERE kind = ? AND name = ?", (kind, name))


def _checked(name: str, taken: set[str], what: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise UsageError(
            f"A {what} cannot have the name '{name[:LONGEST_NAME]}'", "", f"A name has 1 to {LONGEST_NAME} characters"
        )
    if name.casefold() in {one.casefold() for one in taken}:
        raise UsageError(f"The {what} '{name}' cannot be replaced", "it comes with Paceline", "Choose another name")
    return name


def _put(connection: sqlite3.Connection, kind: str, name: str, data: str) -> None:
    connection.execute(
        "INSERT INTO shelf (kind, name, data) VALUES (?, ?, ?) "
        "ON CONFLICT (kind, name) DO UPDATE SET data = excluded.data",
        (kind, name, data),
    )


def _all(connection: sqlite3.Connection, kind: str) -> Sequence[tuple[str, str]]:
    return connection.execute(
        "SELECT name, data FROM shelf WHERE kind = ? ORDER BY name COLLATE NOCASE, name", (kind,)
    ).fetchall()
