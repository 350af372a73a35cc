"""Sampling profiles and system prompts: kept, checked, and the built-in ones untouchable."""

from __future__ import annotations

import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest

from app.conversations.shelf import BUILT_IN_PROFILES, BUILT_IN_PROMPTS
from app.conversations.store import ConversationStore
from app.conversations.values import FigureValues, SamplingValues, SettingsValues, check_sampling
from engine.commands import Sampling
from engine.errors import UsageError
from tests.app.conversations.talking import answer, opened
from ui.services import ChatSettings, ReplyFigures, SamplingProfile, SystemPrompt


@pytest.mark.parametrize(
    ("checked", "plain"), [(SamplingValues, Sampling), (SettingsValues, ChatSettings), (FigureValues, ReplyFigures)]
)
def test_what_is_checked_has_the_fields_that_are_used(
    checked: type[SamplingValues | SettingsValues | FigureValues],
    plain: type[Sampling | ChatSettings | ReplyFigures],
) -> None:
    assert list(checked.model_fields) == [one.name for one in fields(plain)]
    assert checked().model_dump() == {
        name: ({} if name == "logit_bias" else getattr(plain(), name)) for name in checked.model_fields
    }


def test_profiles_and_prompts_are_kept_after_the_built_in_ones(file: Path) -> None:
    with opened(file) as store:
        store.keep_profile(" my  own ", Sampling(temperature=0.2, logit_bias={5: 2.0}))
        store.keep_profile("Another", Sampling(temperature=0.1))
        store.keep_profile("Another", Sampling(temperature=0.7))
        store.keep_prompt("Pirate", "Speak like a pirate.")
        store.keep_prompt("Gone", "x")
        store.drop_prompt("Gone")
        store.drop_profile("not there")
    with opened(file) as store:
        profiles, prompts = answer(store.profiles), answer(store.prompts)
    assert profiles[: len(BUILT_IN_PROFILES)] == list(BUILT_IN_PROFILES)
    assert profiles[len(BUILT_IN_PROFILES) :] == [
        SamplingProfile("Another", Sampling(temperature=0.7)),
        SamplingProfile("my own", Sampling(temperature=0.2, logit_bias={5: 2.0})),
    ]
    assert prompts[len(BUILT_IN_PROMPTS) :] == [SystemPrompt("Pirate", "Speak like a pirate.")]
    assert all(one.built_in for one in prompts[: len(BUILT_IN_PROMPTS)])


def test_a_dropped_profile_is_gone(store: ConversationStore) -> None:
    store.keep_profile("Mine", Sampling())
    store.drop_profile("Mine")
    assert answer(store.profiles) == list(BUILT_IN_PROFILES)


@pytest.mark.parametrize("profile", BUILT_IN_PROFILES, ids=lambda profile: profile.name)
def test_built_in_profiles_are_in_range(profile: SamplingProfile) -> None:
    check_sampling(profile.sampling)


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "exact", "bad\x07name"])
def test_names_that_cannot_be_had(store: ConversationStore, name: str) -> None:
    with pytest.raises(UsageError):
        store.keep_profile(name, Sampling())


def test_what_cannot_be_kept_is_refused_by_name(store: ConversationStore) -> None:
    with pytest.raises(UsageError, match="top_p"):
        store.keep_profile("Mine", Sampling(top_p=1.5))
    with pytest.raises(UsageError, match="comes with Paceline"):
        store.keep_prompt("HELPFUL", "x")
    with pytest.raises(UsageError, match="Empty"):
        store.keep_prompt("Empty", "  ")
    assert answer(store.prompts) == list(BUILT_IN_PROMPTS)


def test_a_spoilt_entry_falls_back_and_the_others_stay(file: Path) -> None:
    with opened(file) as store:
        store.keep_profile("Mine", Sampling(temperature=0.2, top_k=7))
        store.keep_profile("Other", Sampling(temperature=0.3))
    connection = sqlite3.connect(file)
    connection.execute("UPDATE shelf SET data = json_set(data, '$.temperature', -4) WHERE name = 'Mine'")
    connection.commit()
    connection.close()
    with opened(file) as store:
        own = answer(store.profiles)[len(BUILT_IN_PROFILES) :]
    assert own == [SamplingProfile("Mine", Sampling(top_k=7)), SamplingProfile("Other", Sampling(temperature=0.3))]
