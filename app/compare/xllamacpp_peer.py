"""llama.cpp's own server from the wheel `xllamacpp`, in a process of its own: a native crash there ends only that.

It gets the same file, context, threads and raw prompts as our engine, and runs the same preset where it has one.
"""

from __future__ import annotations

import contextlib
import importlib.util
import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final

from app.compare.peers import PeerReply, PeerRequest, check_reply, completion_body, printable
from engine.commands import DrafterChoice, Speculation
from engine.errors import EngineError, PacelineError, RefusedError

NAME: Final = "xllamacpp"
CLOSE_TIMEOUT_S: Final = 5.0
KNOWN_DRAFTERS: Final = ("draft-model", "draft-mtp", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-simple")


@dataclass(frozen=True, slots=True)
class Shape:
    """How the server is set up. Everything that changes speed is the same as ours."""

    model: str
    speculation: Speculation
    n_ctx: int
    threads: int
    kv_type: str


class XllamacppPeer:
    """See `app.compare.peers.Peer`. The process starts with the first request."""

    def __init__(self, shape: Shape, serve: Callable[[Connection, Shape], None] | None = None) -> None:
        """serve: what the process runs; a module-level function. Raises RefusedError where the wheel is not installed,
        or has nothing like a drafter."""
        if serve is None and importlib.util.find_spec(NAME) is None:
            raise RefusedError(f"{NAME} is not installed", "", 'Install it with: pip install "paceline[bench]"')
        unknown = [choice.name for choice in shape.speculation.drafters if choice.name not in KNOWN_DRAFTERS]
        if unknown:
            raise RefusedError(f"{NAME} has nothing like {', '.join(unknown)}")
        self._shape = shape
        self._serve = serve or serve_requests
        self._process: Any = None
        self._connection: Connection | None = None
        self._began = 0.0
        self._max_tokens = 0

    def begin(self, request: PeerRequest) -> None:
        connection = self._connection or self._start()
        self._began, self._max_tokens = monotonic(), request.max_tokens
        with contextlib.suppress(OSError):  # poll finds the process gone, and says so
            connection.send(completion_body(request))

    def poll(self) -> PeerReply | PacelineError | None:
        connection = self._connection
        if connection is None:
            return EngineError(f"{NAME} was not waited for")
        try:
            if not connection.poll(0):
                return None
            answer = connection.recv()
        except (EOFError, OSError):
            return self._death()
        if isinstance(answer, str):
            return EngineError(f"{NAME} cannot do it", printable(answer))
        elapsed = monotonic() - self._began
        try:
            return check_reply(NAME, answer, elapsed_s=elapsed, max_tokens=self._max_tokens)
        except PacelineError as error:
            return error

    def cancel(self) -> None:
        """Ends the process: the server knows no other way. The next request starts another."""
        self._kill()

    def close(self) -> None:
        self._kill()

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=self._serve, args=(theirs, self._shape), name="paceline-peer", daemon=True
        )
        self._process.start()
        theirs.close()
        self._connection = ours
        return ours

    def _death(self) -> EngineError:
        process = self._process
        process.join(CLOSE_TIMEOUT_S)
        code = process.exitcode
        self._kill()
        return EngineError(f"The process of {NAME} ended", f"exit code {code}" if code is not None else "")

    def _kill(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join(CLOSE_TIMEOUT_S)
            process.close()


def serve_requests(connection: Connection, shape: Shape) -> None:
    """The process's whole life: bodies of /completion come in, its answers go back, a string for what went wrong."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        server = _server(shape)
    except Exception as error:
        connection.recv()
        connection.send(f"the server did not start: {error}")
        return
    with contextlib.suppress(EOFError, OSError):
        while True:
            body = connection.recv()
            try:
                connection.send(server.handle_completions(body))
            except RuntimeError as error:
                connection.send(str(error))


def _server(shape: Shape) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = shape.model
    params.n_ctx = shape.n_ctx
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = shape.threads
    params.cache_type_k = params.cache_type_v = _cache_type(xllamacpp, shape.kv_type)
    params.fit_params = False
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.verbosity = -1
    kinds = xllamacpp.common_speculative_type
    params.speculative.types = [_set_up(params, choice, kinds, shape) for choice in shape.speculation.drafters] or [
        kinds.COMMON_SPECULATIVE_TYPE_NONE
    ]
    return xllamacpp.Server(params)


def _cache_type(xllamacpp: Any, kv_type: str) -> Any:
    return getattr(xllamacpp.ggml_type, f"GGML_TYPE_{kv_type.upper()}")


def _set_up(params: Any, choice: DrafterChoice, kinds: Any, shape: Shape) -> Any:
    """Hand a drafter's options over; returns the server's name for it."""
    options = choice.options
    if choice.name in ("draft-model", "draft-mtp"):
        draft = params.speculative.draft
        for name in ("n_max", "n_min", "p_min"):
            if name in options:
                setattr(draft, name, options[name])
        if choice.name == "draft-mtp":
            return kinds.COMMON_SPECULATIVE_TYPE_DRAFT_MTP
        draft.mparams.path = shape.speculation.draft_model or ""
        draft.n_gpu_layers = 0
        draft.cpuparams.n_threads = draft.cpuparams_batch.n_threads = shape.threads
        return kinds.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE
    key = choice.name.replace("-", "_")
    settings = getattr(params.speculative, key)
    for name, value in options.items():
        setattr(settings, name, value)
    return getattr(kinds, f"COMMON_SPECULATIVE_TYPE_{key.upper()}")
