"""Other engines beside ours: what is asked of them, what their answers must look like, and servers on the network.

A peer's answer is somebody else's word until it is checked: sizes, types and ranges first, then whether the times it
claims fit into the time that passed here. Speed is counted as ours is: the server starts its clock when the first token
is there and counts that token, so one is taken off; what the server itself makes of it (newer ones take it off too) is
kept beside it.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol
from urllib.parse import SplitResult, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.commands import Message, Sampling
from engine.errors import EngineError, PacelineError, RefusedError, UsageError

MOST_BYTES: Final = 16 * 2**20
CONNECT_S: Final = 5.0
PATIENCE_S: Final = 900.0
_CHUNK: Final = 65536
_NOT_ONE: Final = "It must be a llama-server"
_NO_SUCH_PATH: Final = (404, 405, 501)
_PROMPT_AT_FAULT: Final = (400, 413, 422)
_SLACK: Final = 1.1  # clocks differ, and a millisecond may be rounded up
_SLACK_S: Final = 0.05
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class PeerRequest:
    """One reply wanted. prompt: the messages as the target's template writes them, for servers that take raw text."""

    messages: tuple[Message, ...]
    prompt: str
    sampling: Sampling
    max_tokens: int


@dataclass(frozen=True, slots=True)
class PeerReply:
    """A checked answer. tokens_per_s: by our formula; own_tokens_per_s: by the peer's own."""

    text: str
    emitted: int
    drafted: int
    accepted: int
    prompt_tokens: int
    prompt_s: float
    decode_s: float
    tokens_per_s: float | None
    own_tokens_per_s: float | None


class Peer(Protocol):
    """Another engine, asked one thing at a time. Nothing here blocks."""

    def begin(self, request: PeerRequest) -> None:
        """Ask for a reply."""

    def poll(self) -> PeerReply | PacelineError | None:
        """The answer, once it is there; an error in words when it went wrong."""

    def cancel(self) -> None:
        """Wait for the answer no longer; `poll` then gives an error soon."""

    def close(self) -> None:
        """End it and free what it holds."""


class _Timings(BaseModel):
    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    prompt_n: int = Field(ge=0, le=10**8)
    prompt_ms: float = Field(ge=0, le=10**9)
    predicted_n: int = Field(ge=0, le=10**7)
    predicted_ms: float = Field(ge=0, le=10**9)
    predicted_per_second: float | None = Field(default=None, ge=0, le=10**9)
    draft_n: int = Field(default=0, ge=0, le=10**8)
    draft_n_accepted: int = Field(default=0, ge=0, le=10**8)


class _Completion(BaseModel):
    model_config = ConfigDict(extra="ignore")

    content: str = Field(max_length=MOST_BYTES)
    timings: _Timings


class _ChatMessage(BaseModel):
    model_config = ConfigDict(extra="ignore")

    content: str | None = Field(default=None, max_length=MOST_BYTES)


class _Choice(BaseModel):
    """text: where it answers a plain completion as OpenAI would."""

    model_config = ConfigDict(extra="ignore")

    message: _ChatMessage = _ChatMessage()
    text: str = Field(default="", max_length=MOST_BYTES)


class _Choices(BaseModel):
    model_config = ConfigDict(extra="ignore")

    choices: list[_Choice] = Field(min_length=1)
    timings: _Timings


def printable(text: str, longest: int = 200) -> str:
    """Foreign text for a terminal or a label: one line, no control characters, not long."""
    line = _UNPRINTABLE.sub(" ", text).strip()
    return line if len(line) <= longest else line[: longest - 1] + "…"


def check_reply(name: str, answer: object, *, elapsed_s: float, max_tokens: int) -> PeerReply:
    """A reply from what a llama-server answered, by either of its ways. Raises EngineError saying what is wrong."""
    kind: type[_Completion | _Choices]
    kind = _Choices if isinstance(answer, Mapping) and "choices" in answer else _Completion
    try:
        reply = kind.model_validate(answer)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise EngineError(
            f"{name} gave an answer that cannot be used",
            f"{printable(where)}: {first['msg']}",
            _NOT_ONE,
        ) from None
    if isinstance(reply, _Completion):
        text = reply.content
    else:
        text = reply.choices[0].text or reply.choices[0].message.content or ""
    timings = reply.timings
    claimed_s = (timings.prompt_ms + timings.predicted_ms) / 1000
    if claimed_s > elapsed_s * _SLACK + _SLACK_S:
        raise _untrue(name, f"it claims {claimed_s:.2f} s of work in {elapsed_s:.2f} s")
    if timings.draft_n_accepted > timings.draft_n:
        raise _untrue(name, "it accepted more tokens than it drafted")
    if timings.predicted_n > max_tokens:
        raise _untrue(name, f"it wrote {timings.predicted_n} tokens where {max_tokens} were allowed")
    n, decode_s = timings.predicted_n, timings.predicted_ms / 1000
    return PeerReply(
        text=text,
        emitted=n,
        drafted=timings.draft_n,
        accepted=timings.draft_n_accepted,
        prompt_tokens=timings.prompt_n,
        prompt_s=timings.prompt_ms / 1000,
        decode_s=decode_s,
        tokens_per_s=(n - 1) / decode_s if n > 1 and decode_s > 0 else None,
        own_tokens_per_s=timings.predicted_per_second,
    )


def _untrue(name: str, why: str) -> EngineError:
    return EngineError(f"{name} gave figures that cannot be true", why, "They are left out")


def completion_body(request: PeerRequest) -> dict[str, Any]:
    """The request for /completion: raw text, so that the server's own template plays no part."""
    return {"prompt": request.prompt, "n_predict": request.max_tokens, **_settings(request.sampling)}


def _chat_body(request: PeerRequest) -> dict[str, Any]:
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    return {"messages": messages, "max_tokens": request.max_tokens, **_settings(request.sampling)}


def _settings(sampling: Sampling) -> dict[str, Any]:
    return {
        "temperature": sampling.temperature,
        "top_k": sampling.top_k,
        "top_p": sampling.top_p,
        "min_p": sampling.min_p,
        "repeat_penalty": sampling.repeat_penalty,
        "presence_penalty": sampling.presence_penalty,
        "frequency_penalty": sampling.frequency_penalty,
        "repeat_last_n": sampling.penalty_last_n,
        "seed": sampling.seed,
        "cache_prompt": False,
        "stream": False,
    }


def check_url(given: str) -> SplitResult:
    """The parts of a server's address. Raises UsageError saying what is wrong with it."""
    fault = UsageError(
        f"--peer {printable(given)}", "it is no server's address", "Write for example http://127.0.0.1:8080"
    )
    try:
        url = urlsplit(given)
        port = url.port
    except ValueError:
        raise fault from None
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment or port == 0:
        raise fault
    if url.username or url.password:
        raise UsageError(f"--peer with a name or password for {url.hostname}", "it would be kept with the results")
    return url


class HttpPeer:
    """A llama-server at a URL. It is asked by /completion with raw text, else by /v1/chat/completions."""

    def __init__(self, url: str, *, patience_s: float = PATIENCE_S) -> None:
        """patience_s: the longest that one answer may take. Raises UsageError for what is no address."""
        self._url = check_url(url)
        self._name = printable(url)
        self._patience_s = patience_s
        self._takes_raw = True
        self._thread: threading.Thread | None = None
        self._answer: PeerReply | PacelineError | None = None
        self._connection: http.client.HTTPConnection | None = None
        self._cancelled = threading.Event()

    def begin(self, request: PeerRequest) -> None:
        self._answer = None
        self._cancelled.clear()
        self._thread = threading.Thread(target=self._ask, args=(request,), name="peer", daemon=True)
        self._thread.start()

    def poll(self) -> PeerReply | PacelineError | None:
        if self._thread is None or self._thread.is_alive():
            return None
        self._thread = None
        return self._answer

    def cancel(self) -> None:
        self._cancelled.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Nobody waits for the thread: it ends when its connection, shut now, says so."""
        self.cancel()

    def _ask(self, request: PeerRequest) -> None:
        try:
            self._answer = self._reply(request)
        except PacelineError as error:
            self._answer = error
        except (OSError, http.client.HTTPException) as error:
            if self._cancelled.is_set():
                self._answer = EngineError(f"{self._name} was not waited for")
            else:
                why = printable(str(error) or type(error).__name__)
                self._answer = EngineError(f"{self._name} did not answer", why, "Check that the server runs")

    def _reply(self, request: PeerRequest) -> PeerReply:
        began = monotonic()
        if self._takes_raw:
            status, answer = self._post("/completion", completion_body(request))
            if status in _NO_SUCH_PATH:
                self._takes_raw = False
        if not self._takes_raw:
            began = monotonic()
            status, answer = self._post("/v1/chat/completions", _chat_body(request))
        if status != 200:
            kind = RefusedError if status in _PROMPT_AT_FAULT else EngineError
            raise kind(f"{self._name} answered with status {status}", printable(_message_of(answer)))
        return check_reply(self._name, answer, elapsed_s=monotonic() - began, max_tokens=request.max_tokens)

    def _post(self, path: str, body: Mapping[str, Any]) -> tuple[int, object]:
        """(status, the JSON of the answer). Raises EngineError for what is no JSON or too much of it, and OSError."""
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._url.hostname or "", self._url.port, timeout=CONNECT_S)
        deadline = monotonic() + self._patience_s
        try:
            connection.connect()
            self._connection = connection
            if self._cancelled.is_set():
                raise OSError("cancelled")
            connection.sock.settimeout(self._patience_s)
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            connection.request("POST", self._url.path.rstrip("/") + path, json.dumps(body).encode(), headers)
            with contextlib.closing(connection.getresponse()) as response:
                body_read = self._read(response, connection, deadline)
            return response.status, self._json(body_read, response.status)
        finally:
            self._connection = None
            connection.close()

    def _read(
        self, response: http.client.HTTPResponse, connection: http.client.HTTPConnection, deadline: float
    ) -> bytes:
        """The whole body. A server that drips its bytes is not waited for beyond the deadline."""
        parts: list[bytes] = []
        size = 0
        while True:
            left = deadline - monotonic()
            if left <= 0:
                raise EngineError(f"{self._name} took longer than {self._patience_s:.0f} s to answer")
            if connection.sock is not None:
                connection.sock.settimeout(left)
            part = response.read1(_CHUNK)
            if not part:
                return b"".join(parts)
            size += len(part)
            if size > MOST_BYTES:
                raise EngineError(f"{self._name} answered with more than {MOST_BYTES // 2**20} MiB")
            parts.append(part)

    def _json(self, body: bytes, status: int) -> object:
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            if status != 200:
                return None
            raise EngineError(f"{self._name} answered with what is no JSON", "", _NOT_ONE) from None


def _message_of(answer: object) -> str:
    """What a server says about an error, if it says it as llama-server does."""
    error = answer.get("error") if isinstance(answer, Mapping) else None
    message = error.get("message") if isinstance(error, Mapping) else error
    return message if isinstance(message, str) else ""
