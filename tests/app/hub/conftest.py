"""A hub of one's own for every test, and no user's token, keyring or proxy in sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import keyring
import pytest
from huggingface_hub.utils import close_session
from keyring.backends.fail import Keyring as NoKeyring

from app import paths
from app.hub.client import Hub
from app.hub.downloads import Downloads
from app.hub.ranges import Patience
from tests.app.hub.fake_hub import FakeHub

AT_ONCE = Patience(tries=4, first_s=0.0, longest_s=0.0, longest_asked_s=1.0)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    names = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
    for name in (*names, "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(huggingface_hub.constants, "HF_TOKEN_PATH", str(tmp_path / "no-token"))
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)
    close_session()


@pytest.fixture
def fake() -> Iterator[FakeHub]:
    with FakeHub() as hub:
        yield hub


@pytest.fixture
def hub(fake: FakeHub) -> Hub:
    return Hub(fake.endpoint, answer_s=100)  # however slow the machine


@pytest.fixture
def folder(data: Path) -> Path:
    """The models folder."""
    assert data == paths.data_dir()
    paths.models_dir().mkdir(parents=True)
    return paths.models_dir()


@pytest.fixture
def queue(hub: Hub, folder: Path) -> Iterator[Downloads]:
    downloads = Downloads(hub, folder, AT_ONCE)
    yield downloads
    downloads.close()


def refused_port() -> str:
    """An address where nobody listens."""
    with FakeHub() as gone:
        return gone.endpoint


