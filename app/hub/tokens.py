"""The user's hub token: from HF_TOKEN, from what was typed, from the system's keyring, or from `hf auth login`.

Nobody is asked for one until a gated repository needs it. A token belongs to the hub that it was given for: one for a
mirror is not sent to huggingface.co, nor the other way round.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Final
from urllib.parse import urlsplit

import keyring
from huggingface_hub import constants, get_token
from keyring.errors import NoKeyringError

from engine.errors import UsageError

SERVICE: Final = "paceline"
_LONGEST: Final = 512
log = logging.getLogger(__name__)


class TokenStore:
    """The token for one hub. Any thread may ask."""

    def __init__(self, endpoint: str) -> None:
        self._account = _host(endpoint)
        self._lock = threading.Lock()
        self._typed = ""
        self._kept: str | None = None  # of the keyring; None: not asked yet

    def get(self) -> str:
        """The token to send; '' for none. May wait for a keyring that wants to be unlocked."""
        if named := os.environ.get("HF_TOKEN", "").strip():
            return named
        with self._lock:
            if self._typed:
                return self._typed
            if self._kept is None:
                self._kept = self._from_keyring()
            if self._kept:
                return self._kept
        if constants.HF_HUB_DISABLE_IMPLICIT_TOKEN or self._account != _host(constants.ENDPOINT):
            return ""
        return get_token() or ""

    def keep(self, token: str) -> str:
        """Use this token from now on and keep it in the system's keyring.

        Returns '' when it is kept, or a sentence when it is for this session only. Raises UsageError for a text that
        can be no token.
        """
        token = token.strip()
        if not token or len(token) > _LONGEST or not token.isascii() or not token.isprintable() or " " in token:
            raise UsageError("this is no token", "a token is one word, such as hf_...", "Copy it again from the hub")
        with self._lock:
            self._typed = token
            try:
                keyring.set_password(SERVICE, self._account, token)
            except NoKeyringError:
                return "This system has no keyring: the token is used until Paceline ends and is written nowhere."
            except Exception as error:  # backends raise what the system's own libraries raise
                log.info("The keyring did not take the token: %s", type(error).__name__)
                return (
                    f"The system's keyring did not take the token ({type(error).__name__}): it is used until "
                    "Paceline ends and is written nowhere."
                )
            self._kept = token
            return ""

    def forget(self) -> None:
        """Remove what `keep` kept."""
        with self._lock:
            self._typed, self._kept = "", ""
            try:
                if keyring.get_password(SERVICE, self._account) is not None:
                    keyring.delete_password(SERVICE, self._account)
            except Exception as error:
                log.info("The keyring did not give up the token: %s", type(error).__name__)

    def _from_keyring(self) -> str:
        try:
            return keyring.get_password(SERVICE, self._account) or ""
        except Exception as error:
            log.info("The keyring could not be read: %s", type(error).__name__)
            return ""


def _host(endpoint: str) -> str:
    """'https://huggingface.co' -> 'huggingface.co'; what is no address stays as it is."""
    try:
        return urlsplit(endpoint).netloc or endpoint
    except ValueError:
        return endpoint
