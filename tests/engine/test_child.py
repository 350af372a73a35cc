"""The engine in a child process and in a thread: same interface, and what happens when the child dies."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import psutil
import pytest

from engine import child
from engine.commands import Cancel, ContextOptions, EngineLink, Generate, LoadModel, Message, Sampling, Unload
from engine.events import (
    EngineDied,
    EngineReady,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    ModelLoaded,
    PromptProgress,
    RoundDone,
    Unloaded,
)
from engine.folders import EngineFolders
from engine.host import ThreadEngine
from tests import tiny_models

PATIENCE_S = 60.0
HELLO = (Message("user", "hello"),)
GREEDY = Sampling(temperature=0.0)
ENDLESS = 100_000


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.write_dense(tmp_path_factory.mktemp("models") / "dense.gguf", n_ctx=200_000)


@pytest.fixture(params=[child.ChildEngine, ThreadEngine], ids=["child", "thread"])
def engine(request: pytest.FixtureRequest) -> Iterator[EngineLink]:
    link = request.param()
    yield link
    link.close()


@pytest.fixture
def child_engine() -> Iterator[child.ChildEngine]:
    link = child.ChildEngine()
    yield link
    link.close()


def collect(link: EngineLink, enough: Callable[[Event], bool]) -> list[Event]:
    """Events up to the first that is enough; fails when the engine falls silent."""
    events: list[Event] = []
    while not any(enough(event) for event in events):
        assert link.wait(PATIENCE_S), f"the engine fell silent after {events[-3:]}"
        events += link.poll()
    return events


def is_a(*kinds: type) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kinds)


def load(link: EngineLink, path: Path, n_ctx: int = 1024) -> ModelLoaded:
    link.send(LoadModel(1, str(path), ContextOptions(n_ctx=n_ctx, threads=1)))
    events = collect(link, is_a(ModelLoaded, Failed))
    assert isinstance(events[0], EngineReady)
    assert isinstance(events[-1], ModelLoaded), events[-1]
    return events[-1]


def generate(request_id: int, max_tokens: int = 20) -> Generate:
    return Generate(request_id, messages=HELLO, sampling=GREEDY, max_tokens=max_tokens)


def test_a_reply_comes_round_by_round(engine: EngineLink, model: Path) -> None:
    assert load(engine, model).model.architecture == "llama"
    engine.send(generate(2))
    events = collect(engine, is_a(GenerationDone))
    assert isinstance(events[0], GenerationStarted)
    assert isinstance(events[1], PromptProgress)
    rounds = [event for event in events if isinstance(event, RoundDone)]
    assert [done.index for done in rounds] == list(range(1, 21))
    assert all(event.request_id == 2 for event in events if not isinstance(event, EngineReady | EngineDied))


def test_a_cancelled_reply_ends_within_a_round_and_the_next_one_runs(engine: EngineLink, model: Path) -> None:
    load(engine, model, n_ctx=100_000)
    engine.send(generate(2, ENDLESS))
    engine.send(generate(3))  # waits for its turn
    collect(engine, is_a(RoundDone))
    engine.send(Cancel(2))
    events = collect(engine, lambda event: isinstance(event, GenerationDone) and event.request_id == 3)
    reasons = {event.request_id: event.stop_reason for event in events if isinstance(event, GenerationDone)}
    assert reasons == {2: "cancelled", 3: "length"}


def test_a_request_is_cancelled_while_it_still_waits(engine: EngineLink, model: Path) -> None:
    load(engine, model, n_ctx=100_000)
    engine.send(generate(2, ENDLESS))
    engine.send(generate(3, ENDLESS))
    engine.send(Cancel(3))
    engine.send(Cancel(2))
    events = collect(engine, lambda event: isinstance(event, GenerationDone) and event.request_id == 3)
    assert not any(isinstance(event, RoundDone) and event.request_id == 3 for event in events)


def test_a_long_prompt_is_cancelled_between_two_operations_of_a_pass(engine: EngineLink, model: Path) -> None:
    load(engine, model, n_ctx=100_000)
    engine.send(Generate(2, prompt="word " * 15_000, sampling=GREEDY))
    collect(engine, is_a(PromptProgress))
    engine.send(Cancel(2))
    events = collect(engine, is_a(GenerationDone))
    assert [event.stop_reason for event in events if isinstance(event, GenerationDone)] == ["cancelled"]
    assert not any(isinstance(event, RoundDone) for event in events)


def test_closing_stops_a_reply_that_would_go_on(engine: EngineLink, model: Path) -> None:
    load(engine, model, n_ctx=100_000)
    engine.send(generate(2, ENDLESS))
    collect(engine, is_a(RoundDone))
    engine.close()


def test_a_restart_gives_an_empty_engine(engine: EngineLink, model: Path) -> None:
    load(engine, model)
    engine.restart()
    engine.send(generate(2))
    events = collect(engine, is_a(Failed))
    assert isinstance(events[-1], Failed)
    assert events[-1].what == "No model is loaded"


def test_a_killed_child_is_told_once_remembered_and_replaced(child_engine: child.ChildEngine, model: Path) -> None:
    load(child_engine, model, n_ctx=100_000)
    child_engine.send(generate(2, ENDLESS))
    collect(child_engine, is_a(RoundDone))
    pid = child_engine.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    events = collect(child_engine, is_a(EngineDied))
    assert isinstance(events[-1], EngineDied)
    assert "killed" in events[-1].reason
    assert "memory" in events[-1].reason

    child_engine.send(generate(3))
    assert collect(child_engine, is_a(EngineDied)) == [events[-1]]

    child_engine.restart()
    load(child_engine, model)
    child_engine.send(generate(4))
    assert isinstance(collect(child_engine, is_a(GenerationDone))[-1], GenerationDone)


def serve_and_fail_an_assert(connection: Connection, stderr_path: str, folders: EngineFolders) -> None:
    """A child whose native library fails an assert as soon as a command arrives."""
    del folders
    child._redirect_stderr(stderr_path)
    connection.recv()
    from engine.llama.backend import _base_library

    _base_library().ggml_abort(b"ggml-test.c", ctypes.c_int(7), b"GGML_ASSERT(%s) failed", b"tokens_fit")


def test_a_failed_assert_in_the_native_library_is_told_in_its_own_words() -> None:
    link = child.ChildEngine(entry=serve_and_fail_an_assert)
    link.send(Unload(1))
    died = collect(link, is_a(EngineDied))[-1]
    link.close()
    assert isinstance(died, EngineDied)
    assert "SIGABRT" in died.reason
    assert "GGML_ASSERT(tokens_fit) failed" in died.detail


PARENT = """
import time
from engine.child import ChildEngine
if __name__ == "__main__":
    engine = ChildEngine()
    assert engine.wait(60)
    print(engine.pid, flush=True)
    time.sleep(600)
"""


def test_a_child_whose_parent_was_killed_ends_itself(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    root = str(Path(child.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        orphan = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    gone, alive = psutil.wait_procs([orphan], timeout=PATIENCE_S)
    assert gone
    assert not alive


def test_unload_frees_and_says_so(engine: EngineLink, model: Path) -> None:
    load(engine, model)
    engine.send(Unload(5))
    assert collect(engine, is_a(Unloaded))[-1] == Unloaded(5)
