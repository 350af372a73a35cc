"""Tiny models, an engine that is listened to, and what a plan needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.compare.provisions import Provisions, provide
from engine.host import ThreadEngine
from tests.app.compare.running import Recorded
from tests.tiny_models import write_dense
from ui.comparison import (
    Plan,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def target(folder: Path) -> str:
    return str(write_dense(folder / "target.gguf"))


@pytest.fixture(scope="module")
def draft(folder: Path) -> str:
    return str(write_dense(folder / "draft.gguf", noise=1.0))


@pytest.fixture
def link() -> Iterator[Recorded]:
    engine = Recorded(ThreadEngine())
    yield engine
    engine.close()


@pytest.fixture
def supplies() -> Iterator[Callable[[Plan], Provisions]]:
    made: list[Provisions] = []

    def make(plan: Plan) -> Provisions:
        made.append(provide(plan))
        return made[-1]

    yield make
    for provisions in made:
        provisions.close()
