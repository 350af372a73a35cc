"""The hub token: kept in a keyring where there is one, sent to its own hub only, and never written elsewhere."""

from __future__ import annotations

from pathlib import Path

import keyring
import pytest
from huggingface_hub import constants
from keyring.backend import KeyringBackend
from keyring.errors import PasswordSetError

from app import paths
from app.hub.tokens import SERVICE, TokenStore
from engine.errors import UsageError

HUB = "https://hub.example"


class Drawer(KeyringBackend):
    """A keyring in memory. locked: it takes nothing."""

    priority = 1

    def __init__(self, locked: bool = False) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = locked

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise PasswordSetError("locked")
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def drawer() -> Drawer:
    one = Drawer()
    keyring.set_keyring(one)
    return one


def test_a_token_outlives_the_session_in_the_keyring(drawer: Drawer) -> None:
    assert TokenStore(HUB).keep(" hf_mine\n") == ""
    assert TokenStore(HUB).get() == "hf_mine"
    assert drawer.kept == {(SERVICE, "hub.example"): "hf_mine"}


def test_another_hub_gets_another_token(drawer: Drawer) -> None:
    assert drawer.kept == {}
    TokenStore(HUB).keep("hf_mine")
    assert TokenStore("https://mirror.example").get() == ""


def test_a_token_can_be_forgotten(drawer: Drawer) -> None:
    tokens = TokenStore(HUB)
    tokens.keep("hf_mine")
    tokens.forget()
    assert (tokens.get(), TokenStore(HUB).get(), drawer.kept) == ("", "", {})


@pytest.mark.parametrize("backend", ["none", "locked"])
def test_without_a_keyring_it_is_said_and_holds_for_the_session(backend: str, data: Path) -> None:
    if backend == "locked":
        keyring.set_keyring(Drawer(locked=True))
    tokens = TokenStore(HUB)
    sentence = tokens.keep("hf_mine")
    assert "until Paceline ends" in sentence
    assert tokens.get() == "hf_mine"
    assert TokenStore(HUB).get() == ""
    assert data == paths.data_dir()
    assert not [path for path in data.rglob("*") if path.is_file() and b"hf_mine" in path.read_bytes()]


def test_the_environment_comes_first(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawer.kept == {}
    tokens = TokenStore(HUB)
    tokens.keep("hf_kept")
    monkeypatch.setenv("HF_TOKEN", "hf_named")
    assert tokens.get() == "hf_named"


def test_a_login_of_the_hubs_own_tools_is_honoured_for_its_hub_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = tmp_path / "token"
    login.write_text("hf_login")
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(login))
    assert TokenStore(constants.ENDPOINT).get() == "hf_login"
    assert TokenStore(HUB).get() == ""


@pytest.mark.parametrize("text", ["", "  ", "two words", "hf_é", "x" * 600, "a\nb"])
def test_what_can_be_no_token_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        TokenStore(HUB).keep(text)
