"""The server in a process of its own: whatever happens there, here it is an answer or an error in words."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.compare.peers import PeerReply, PeerRequest
from app.compare.xllamacpp_peer import Shape, XllamacppPeer
from engine.commands import DrafterChoice, Message, Sampling, Speculation
from engine.errors import PacelineError, RefusedError
from tests.tiny_models import write_dense

PROMPT = "<|im_start|>user\nhello there<|im_end|>\n<|im_start|>assistant\n"
REQUEST = PeerRequest((Message("user", "hello there"),), PROMPT, Sampling(temperature=0.0), 70)
INSTALLED = importlib.util.find_spec("xllamacpp") is not None
needs_it = pytest.mark.skipif(not INSTALLED, reason="the extra 'bench' is not installed")


def crash(connection: Connection, _shape: Shape) -> None:
    connection.recv()
    os.abort()


def complain(connection: Connection, _shape: Shape) -> None:
    connection.recv()
    connection.send("no\x1b[31m room\nat all")
    connection.recv()


def lie(connection: Connection, _shape: Shape) -> None:
    while True:
        connection.recv()
        connection.send({"content": "x", "timings": {"prompt_n": 1}})


def hang(connection: Connection, _shape: Shape) -> None:
    connection.recv()
    connection.recv()


def shape(model: str = "m.gguf", *drafters: DrafterChoice, draft: str | None = None) -> Shape:
    return Shape(model, Speculation("x", drafters, draft), n_ctx=512, threads=1, kv_type="f16")


def answer_of(peer: XllamacppPeer) -> PeerReply | PacelineError:
    peer.begin(REQUEST)
    connection = peer._connection
    assert connection is not None
    assert connection.poll(60)
    answer = peer.poll()
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("serve", "words"), [(crash, "ended: exit code -6"), (complain, "no [31m room at all"), (lie, "prompt_ms")]
)
def test_what_goes_wrong_there_is_an_error_here(serve: Callable[[Connection, Shape], None], words: str) -> None:
    peer = XllamacppPeer(shape(), serve)
    try:
        answer = answer_of(peer)
        assert isinstance(answer, PacelineError)
        assert words in str(answer)
    finally:
        peer.close()


def test_cancelling_ends_the_process_and_the_next_request_starts_another() -> None:
    peer = XllamacppPeer(shape(), hang)
    peer.begin(REQUEST)
    first = peer._process
    assert peer.poll() is None
    peer.cancel()
    assert isinstance(peer.poll(), PacelineError)
    peer.begin(REQUEST)
    assert peer._process is not first and peer._process.is_alive()
    peer.close()
    peer.close()


def test_drafters_that_it_does_not_have_are_refused() -> None:
    with pytest.raises(RefusedError, match="nothing like draft-self"):
        XllamacppPeer(shape("m.gguf", DrafterChoice("draft-self", {})), hang)


@pytest.mark.skipif(INSTALLED, reason="the extra 'bench' is installed")
def test_without_the_wheel_it_says_how_to_get_it() -> None:
    with pytest.raises(RefusedError, match="pip install"):
        XllamacppPeer(shape())


@needs_it
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("", {}),
        ("ngram-simple", {"size_n": 2, "size_m": 8, "min_hits": 1}),
        ("ngram-map-k", {"size_n": 2, "size_m": 8, "min_hits": 1}),
        ("ngram-map-k4v", {"size_n": 2, "size_m": 8, "min_hits": 1}),
        ("ngram-mod", {"n_match": 16, "n_min": 1, "n_max": 8}),
        ("draft-model", {"n_max": 3, "n_min": 0, "p_min": 0.0}),
    ],
)
def test_the_real_server_runs_our_presets(tmp_path: Path, name: str, options: dict[str, int | float]) -> None:
    target = str(write_dense(tmp_path / "target.gguf"))
    draft = str(write_dense(tmp_path / "draft.gguf", noise=1.0)) if name == "draft-model" else None
    peer = XllamacppPeer(shape(target, *([DrafterChoice(name, options)] if name else []), draft=draft))
    try:
        answer = answer_of(peer)
    finally:
        peer.close()
    assert isinstance(answer, PeerReply), answer
    assert answer.emitted == 70 and answer.tokens_per_s is not None and answer.own_tokens_per_s is not None
    assert answer.tokens_per_s == pytest.approx(answer.own_tokens_per_s, rel=0.01)
    assert (answer.drafted > 0) == (name == "draft-model") or name.startswith("ngram")


@needs_it
def test_a_model_that_the_real_server_cannot_load(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(64))
    peer = XllamacppPeer(shape(str(broken)))
    try:
        answer = answer_of(peer)
    finally:
        peer.close()
    assert isinstance(answer, PacelineError)
