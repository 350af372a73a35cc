"""Servers beside ours: what is asked of them, and that nothing they answer is believed without a look."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

import pytest

from app.compare import peers
from app.compare.peers import HttpPeer, PeerReply, PeerRequest, check_reply, check_url, printable
from engine.commands import Message, Sampling
from engine.errors import PacelineError, UsageError

REQUEST = PeerRequest((Message("user", "hi"),), "<user>hi", Sampling(temperature=0.0, seed=4), 100)
TIMINGS = {
    "prompt_n": 20, "prompt_ms": 0.5, "predicted_n": 101 - 1, "predicted_ms": 1.98, "predicted_per_second": 50505.0,
    "draft_n": 30, "draft_n_accepted": 12, "cache_n": 0,
}  # fmt: skip
COMPLETION = {"content": "hello", "stop": True, "timings": TIMINGS}
CHAT = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "hello"}}], "timings": TIMINGS}

Answer = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


class Server(ThreadingHTTPServer):
    """Answers as it is told to; keeps what it was asked. silence: what a handler that says nothing waits for."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.reached = threading.Event()
        self.silence = threading.Event()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = cast(Server, self.server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.asked.append((self.path, body))
        server.reached.set()
        server.answer(self, body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing on stderr."""


def send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, location: str = "") -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    if location:
        handler.send_header("Location", location)
    handler.end_headers()
    handler.wfile.write(body)


def answering(content: object, status: int = 200) -> Answer:
    return lambda handler, _body: send(handler, json.dumps(content).encode(), status)


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], tuple[Server, str]]]:
    servers: list[tuple[Server, threading.Thread]] = []

    def start(answer: Answer) -> tuple[Server, str]:
        server = Server(answer)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        servers.append((server, thread))
        return server, f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server, thread in servers:
        server.silence.set()
        server.shutdown()
        server.server_close()
        thread.join()


Serve = Callable[[Answer], tuple[Server, str]]


def reply_of(peer: HttpPeer) -> PeerReply | PacelineError:
    """Begin and wait for the answer."""
    peer.begin(REQUEST)
    thread = peer._thread
    assert thread is not None
    thread.join(30)
    answer = peer.poll()
    assert answer is not None
    assert peer.poll() is None
    return answer


def failure_of(peer: HttpPeer) -> str:
    answer = reply_of(peer)
    assert isinstance(answer, PacelineError)
    return str(answer)


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers here claim a few milliseconds of work, and do none."""
    monkeypatch.setattr(peers, "_SLACK_S", 60.0)


def test_raw_text_is_asked_for_with_nothing_cached(serve: Serve) -> None:
    server, url = serve(answering(COMPLETION))
    answer = reply_of(HttpPeer(url + "/"))
    assert isinstance(answer, PeerReply)
    ((path, body),) = server.asked
    assert path == "/completion"
    assert body["prompt"] == "<user>hi" and body["n_predict"] == 100
    assert (body["temperature"], body["seed"], body["cache_prompt"], body["stream"]) == (0.0, 4, False, False)
    assert (answer.text, answer.emitted, answer.drafted, answer.accepted) == ("hello", 100, 30, 12)
    assert answer.tokens_per_s == pytest.approx(99 / 0.00198)  # the first token is there before the clock starts
    assert answer.own_tokens_per_s == 50505.0
    assert answer.prompt_tokens / answer.prompt_s == pytest.approx(40_000)


def test_a_server_without_raw_text_is_asked_as_openai_would_be(serve: Serve) -> None:
    def answer(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        known = handler.path == "/api/v1/chat/completions"
        answering(CHAT if known else {"error": "no"}, 200 if known else 404)(handler, body)

    server, url = serve(answer)
    peer = HttpPeer(f"{url}/api")
    assert isinstance(reply_of(peer), PeerReply)
    assert isinstance(reply_of(peer), PeerReply)
    assert [path for path, _ in server.asked] == [
        "/api/completion", "/api/v1/chat/completions", "/api/v1/chat/completions",
    ]  # fmt: skip
    assert server.asked[1][1]["messages"] == [{"role": "user", "content": "hi"}]
    assert server.asked[1][1]["max_tokens"] == 100


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"content": "x"}, "timings"),
        ({"content": "x", "timings": None}, "timings"),
        ({"content": ["x"], "timings": TIMINGS}, "content"),
        ({"choices": [], "timings": TIMINGS}, "choices"),
        ({"choices": {"0": 1}, "timings": TIMINGS}, "choices"),
        ([COMPLETION], "cannot be used"),
        ("text", "cannot be used"),
        (None, "cannot be used"),
        ({"content": "x", "timings": TIMINGS | {"predicted_n": -1}}, "predicted_n"),
        ({"content": "x", "timings": TIMINGS | {"predicted_n": 10**30}}, "predicted_n"),
        ({"content": "x", "timings": TIMINGS | {"predicted_ms": float("nan")}}, "predicted_ms"),
        ({"content": "x", "timings": TIMINGS | {"prompt_ms": float("inf")}}, "prompt_ms"),
        ({"content": "x", "timings": TIMINGS | {"predicted_n": 101}}, "101 tokens where 100 were allowed"),
        ({"content": "x", "timings": TIMINGS | {"draft_n_accepted": 31}}, "more tokens than it drafted"),
        ({"content": "x", "timings": TIMINGS | {"predicted_ms": 10**8}}, "s of work in"),
    ],
)
def test_answers_that_cannot_be(serve: Serve, content: object, words: str) -> None:
    _, url = serve(answering(content))
    assert words in failure_of(HttpPeer(url))


@pytest.mark.parametrize("body", [b"", b"<html>", b"[" * 200_000, b"\xff\xfe", b'{"content": "x"'])
def test_what_is_no_json_is_said_to_be_none(serve: Serve, body: bytes) -> None:
    _, url = serve(lambda handler, _body: send(handler, body))
    assert "no JSON" in failure_of(HttpPeer(url))


def test_errors_are_passed_on_as_one_clean_line(serve: Serve) -> None:
    message = "no\n\x1b[31mroom\u202e left" + "!" * 500
    _, url = serve(answering({"error": {"message": message, "code": 500}}, 500))
    text = failure_of(HttpPeer(url))
    assert "status 500" in text and "no [31mroom  left!!!" in text
    assert text.isprintable() and len(text) < 400
    _, url = serve(lambda handler, _body: send(handler, b"<html>", 502))
    assert "status 502" in failure_of(HttpPeer(url))


def test_a_prompt_that_the_server_refuses_is_told_from_a_server_that_fails(serve: Serve) -> None:
    for status, kind in ((400, "refused"), (503, "engine")):
        _, url = serve(answering({"error": {"message": "too long"}}, status))
        answer = reply_of(HttpPeer(url))
        assert isinstance(answer, PacelineError) and answer.kind == kind


def test_redirects_are_not_followed(serve: Serve) -> None:
    elsewhere, other = serve(answering(COMPLETION))
    _, url = serve(lambda handler, _body: send(handler, b"{}", 302, f"{other}/completion"))
    assert "status 302" in failure_of(HttpPeer(url))
    assert elsewhere.asked == []


def test_an_endless_answer_is_cut_off(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "MOST_BYTES", 2**20)

    def flood(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b" " * 65536)
        except OSError:
            handler.close_connection = True

    _, url = serve(flood)
    assert "more than 1 MiB" in failure_of(HttpPeer(url))


def test_a_server_that_says_nothing_is_given_up(serve: Serve) -> None:
    def wait(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        cast(Server, handler.server).silence.wait(30)
        handler.close_connection = True

    _, url = serve(wait)
    assert "did not answer" in failure_of(HttpPeer(url, patience_s=0.2))


def test_a_server_that_drips_is_given_up_at_the_deadline(serve: Serve) -> None:
    def drip(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while not cast(Server, handler.server).silence.wait(0.02):
                handler.wfile.write(b" ")
        except OSError:
            pass
        handler.close_connection = True

    _, url = serve(drip)
    text = failure_of(HttpPeer(url, patience_s=0.5))
    assert "longer than" in text or "did not answer" in text


def test_waiting_can_be_cancelled(serve: Serve) -> None:
    def wait(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        cast(Server, handler.server).silence.wait(30)
        handler.close_connection = True

    server, url = serve(wait)
    peer = HttpPeer(url)
    peer.begin(REQUEST)
    assert peer.poll() is None
    assert server.reached.wait(10)
    thread = peer._thread
    assert thread is not None
    peer.cancel()
    thread.join(10)
    answer = peer.poll()
    assert isinstance(answer, PacelineError) and "not waited for" in str(answer)
    peer.close()


def test_nobody_there_is_said_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: refused
        text = failure_of(HttpPeer(f"http://127.0.0.1:{taken.getsockname()[1]}"))
    assert "did not answer" in text and "Check that the server runs" in text


@pytest.mark.parametrize(
    "url",
    ["", "127.0.0.1:8080", "ftp://h", "file:///etc/passwd", "http://", "http://h:99999", "http://h:0", "http://h?x=1",
     "http://[", "http://h/#x"],
)  # fmt: skip
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(UsageError, match="no server's address"):
        check_url(url)


def test_passwords_do_not_get_into_results() -> None:
    with pytest.raises(UsageError) as caught:
        check_url("http://me:secret@h:1")
    assert "secret" not in str(caught.value)


def test_figures_must_fit_into_the_time_that_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "_SLACK_S", 0.0)
    answer = {"content": "", "timings": TIMINGS | {"prompt_ms": 400.0, "predicted_ms": 600.0}}
    assert check_reply("it", answer, elapsed_s=1.0, max_tokens=100).decode_s == pytest.approx(0.6)
    with pytest.raises(PacelineError, match=r"1\.00 s of work in 0\.50 s"):
        check_reply("it", answer, elapsed_s=0.5, max_tokens=100)


def test_a_reply_of_one_token_has_no_speed() -> None:
    answer = {"content": "", "timings": TIMINGS | {"predicted_n": 1}}
    reply = check_reply("it", answer, elapsed_s=9.0, max_tokens=100)
    assert reply == replace(reply, tokens_per_s=None, emitted=1)


def test_foreign_text_becomes_one_printable_line() -> None:
    assert printable("a\x00\r\n\tb\x1b[2J") == "a b [2J"
    assert len(printable("x" * 10_000)) == 200
