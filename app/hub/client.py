"""Asking a hub: what is in a repository, which repositories there are, what a file's header says.

Built on huggingface_hub: addresses, headers, HTTP client, proxies, errors. Three of its habits are avoided. It takes in
an answer of any size, and `list_models` waits without a limit and tries again for half a minute before it says a word:
so what is answered in JSON is asked for here, with a bound on both. And its user agent asks the hub for a list of other
programs, so that is switched off with the rest of its telemetry.
"""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx2
from huggingface_hub import constants, get_hf_file_metadata, get_session, hf_hub_url, hf_raise_for_status
from huggingface_hub.errors import OfflineModeIsEnabled
from huggingface_hub.utils import build_hf_headers
from pydantic import BaseModel, Field

from app.hub.errors import HubError, in_words, offline
from app.hub.names import repo_parts, safe_parts
from app.hub.tokens import TokenStore
from app.hub.values import RemoteFile, RemoteModel, Repository
from engine.errors import PacelineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LIBRARY: Final = "paceline"
ANSWER_S: Final = 10.0  # longest silence of the hub
SEARCHED: Final = 60  # repositories that one search is answered with
LONGEST_ANSWER: Final = 32 << 20  # bytes of JSON: some 100,000 files, and no repository of models has as many
log = logging.getLogger(__name__)
_OF_THE_TRANSFER: Final = frozenset(["content-encoding", "content-length", "transfer-encoding"])
_YES: Final = frozenset(["1", "ON", "YES", "TRUE"])
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_COMMIT: Final = re.compile(r"[0-9a-f]{5,64}")
_SHARD: Final = re.compile(r"(?P<stem>.*)-(?P<no>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Location:
    """Where the bytes of a file can be had for now. headers: to send along; the token only where it belongs."""

    url: str
    headers: dict[str, str]


class _Lfs(BaseModel):
    sha256: str


class _Sibling(BaseModel):
    rfilename: str
    size: object = None
    lfs: _Lfs | None = None


class _Listing(BaseModel):
    """What is taken from a hub's answer about a repository."""

    sha: str
    gated: bool | str = False
    siblings: list[_Sibling] = []
    downloads: object = 0
    card: object = Field(None, alias="cardData")


class Hub:
    """One hub. Nothing is asked before a method is called. Every method raises HubError in words. Any thread."""

    def __init__(self, endpoint: str | None = None, *, offline: bool = False, answer_s: float = ANSWER_S) -> None:
        """endpoint: instead of HF_ENDPOINT. offline: ask nothing, as with HF_HUB_OFFLINE. answer_s: longest silence."""
        constants.HF_HUB_DISABLE_TELEMETRY = True
        self.endpoint = (endpoint or os.environ.get("HF_ENDPOINT") or constants.ENDPOINT).rstrip("/")
        self.tokens = TokenStore(self.endpoint)
        self.answer_s = answer_s
        named = (os.environ.get("HF_HUB_OFFLINE") or os.environ.get("TRANSFORMERS_OFFLINE") or "").upper()
        self.offline = offline or named in _YES or constants.is_offline_mode()

    def repository(self, repo: str) -> Repository:
        """The GGUF models of a repository, each with all its shards, sizes and checksums."""
        what = f"{repo} cannot be listed"
        repo_parts(repo)
        token = self._token(what)
        try:
            answer = self._ask(f"/api/models/{repo}", {"blobs": "true"}, token, what)
            return _repository(repo, _Listing.model_validate(answer))
        except Exception as error:
            raise self.in_words(error, what, repo, token) from error

    def search(self, words: str, *, limit: int = 10, parameters: int | None = None) -> tuple[str, ...]:
        """Repositories with GGUF files whose names hold these words, most downloaded first.

        parameters: none that says it has more.
        """
        what = f"the hub cannot be searched for '{words}'"
        token = self._token(what)
        params: dict[str, str | int] = {"search": words, "filter": "gguf", "expand": "gguf"}
        params |= {"sort": "downloads", "limit": SEARCHED}
        try:
            return tuple(_names(self._ask("/api/models", params, token, what), parameters))[:limit]
        except Exception as error:
            raise self.in_words(error, what, "", token) from error

    def locate(self, model: RemoteModel, file: RemoteFile) -> Location:
        """Where a file lies at this moment. Raises HubError also when the hub has another file there than it listed."""
        what = f"{file.name} of {model.repo} cannot be fetched"
        token = self._token(what)
        safe_parts(file.name)
        url = hf_hub_url(model.repo, file.name, revision=model.commit, endpoint=self.endpoint)
        try:
            found = get_hf_file_metadata(
                url, token=token or False, timeout=self.answer_s, library_name=LIBRARY, endpoint=self.endpoint
            )
        except Exception as error:
            raise self.in_words(error, what, model.repo, token) from error
        listed = file.sha256 or found.etag
        if found.size not in (None, file.size) or (found.etag and _is_sum(found.etag) and found.etag != listed):
            raise HubError(what, "the hub has another file under this name by now", "List the repository again.")
        return Location(found.location, self.headers(token if self._is_ours(found.location) else ""))

    def headers(self, token: str) -> dict[str, str]:
        """What every request carries. Bytes are wanted as they are: compressed ones could not be counted."""
        headers: dict[str, str] = build_hf_headers(token=token or False, library_name=LIBRARY)
        return {**headers, "Accept-Encoding": "identity"}

    def in_words(self, error: Exception, what: str, repo: str, token: str = "") -> PacelineError:
        """The error that stands for what a request raised."""
        return in_words(error, what, endpoint=self.endpoint, repo=repo, has_token=bool(token))

    def _ask(self, path: str, params: Mapping[str, str | int], token: str, what: str) -> object:
        """An answer in JSON, no larger than any that makes sense. what: for the error."""
        headers, limit = self.headers(token), LONGEST_ANSWER
        with get_session().stream(
            "GET", self.endpoint + path, params=params, headers=headers, timeout=self.answer_s
        ) as response:
            body = bytearray()
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > limit:
                    why = f"the answer of {self.endpoint} is larger than {limit >> 20} MB, which no listing is"
                    raise HubError(what, why, "Check HF_ENDPOINT, and whether this is the repository that you mean.")
            whole = httpx2.Response(
                response.status_code,
                headers=[pair for pair in response.headers.items() if pair[0].lower() not in _OF_THE_TRANSFER],
                content=bytes(body),
                request=response.request,
            )
        hf_raise_for_status(whole)
        try:
            return json.loads(whole.content)
        except RecursionError:
            raise ValueError("its answer is nested too deep") from None

    def _token(self, what: str) -> str:
        if self.offline:
            raise offline(what)
        try:
            return self.tokens.get()
        except (OfflineModeIsEnabled, httpx2.HTTPError, OSError) as error:  # refreshing a login may need the network
            raise self.in_words(error, what, "") from error

    def _is_ours(self, url: str) -> bool:
        """Whether an address is the hub's own: only there the token may go."""
        one, other = urlsplit(url), urlsplit(self.endpoint)
        return (one.scheme, one.netloc) == (other.scheme, other.netloc)


def _repository(repo: str, info: _Listing) -> Repository:
    commit = info.sha
    if not _COMMIT.fullmatch(commit):
        raise ValueError("no commit")
    gated = bool(info.gated)
    files = [_file(sibling) for sibling in info.siblings if _has_a_place(sibling.rfilename)]
    models = [RemoteModel(repo, commit, group, gated) for group in _grouped(files)]
    licence = info.card.get("license") if isinstance(info.card, dict) else None
    return Repository(
        repo,
        commit,
        tuple(sorted(models, key=lambda model: (model.size, model.name))),
        gated,
        licence if isinstance(licence, str) else "",
        info.downloads if isinstance(info.downloads, int) else 0,
    )


def _has_a_place(name: str) -> bool:
    """Whether a file is a GGUF whose name could lie in the models folder; others are not even shown."""
    try:
        safe_parts(name)
    except PacelineError as error:
        if name.lower().endswith(".gguf"):
            log.warning("%s", error)
        return False
    return True


def _file(sibling: _Sibling) -> RemoteFile:
    sha256 = sibling.lfs.sha256 if sibling.lfs else ""
    size = sibling.size
    if not isinstance(size, int) or size < 0:
        raise ValueError("no size")
    return RemoteFile(sibling.rfilename, size, sha256 if _is_sum(sha256) else "")


def _grouped(files: Sequence[RemoteFile]) -> Iterator[tuple[RemoteFile, ...]]:
    """Single files, and the shards of one model together. Models of which shards are missing are left out."""
    shards: dict[tuple[str, int], dict[int, RemoteFile]] = {}
    for file in files:
        match = _SHARD.fullmatch(file.name)
        if match is None:
            yield (file,)
        else:
            shards.setdefault((match["stem"], int(match["count"])), {})[int(match["no"])] = file
    for (_, count), found in shards.items():
        if sorted(found) == list(range(1, count + 1)):
            yield tuple(found[number] for number in range(1, count + 1))


def _names(rows: object, parameters: int | None) -> Iterator[str]:
    """The names in an answer to a search. Raises TypeError, KeyError or AttributeError for what is none."""
    if not isinstance(rows, list):
        raise TypeError("no list")
    for row in rows:
        name, said = row["id"], row.get("gguf")
        total = said.get("total") if isinstance(said, dict) else None
        too_large = parameters is not None and isinstance(total, int) and total > parameters
        if isinstance(name, str) and name.count("/") == 1 and not too_large:
            yield name


def _is_sum(text: object) -> bool:
    return isinstance(text, str) and _SHA256.fullmatch(text) is not None
