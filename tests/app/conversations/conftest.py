"""A store in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.conversations.store import ConversationStore
from tests.app.conversations.talking import opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "conversations.db"


@pytest.fixture
def store(file: Path) -> Iterator[ConversationStore]:
    with opened(file) as store:
        yield store
