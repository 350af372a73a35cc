"""Asking a hub: mirrors, proxies, offline mode, hostile answers; every failure is a sentence."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from huggingface_hub import constants

from app.hub.client import Hub
from app.hub.errors import HubError, TokenNeededError, on_disk
from app.hub.transfer import LEAST_RANGE
from tests.app.hub.fake_hub import FakeHub

REPO = "owner/Model-GGUF"


def test_a_repository_lists_its_models_smallest_first(fake: FakeHub, hub: Hub) -> None:
    shards = {f"big-{number:05d}-of-00002.gguf": b"GGUF" * 9 for number in (1, 2)}
    fake.add(REPO, {**shards, "small.gguf": b"GGUF", "lost-00001-of-00002.gguf": b"GGUF", "x.safetensors": b"1"})
    found = hub.repository(REPO)
    assert [(model.name, len(model.files), model.size) for model in found.models] == [
        ("small.gguf", 1, 4),
        ("big-00001-of-00002.gguf", 2, 72),
    ]
    assert (found.licence, found.gated, found.downloads) == ("apache-2.0", False, 100)
    assert found.models[0].files[0].sha256 == fake.sum_of(REPO, "small.gguf")


def test_the_endpoint_comes_from_the_environment(fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.add(REPO, {"small.gguf": b"GGUF"})
    monkeypatch.setenv("HF_ENDPOINT", fake.endpoint + "/")
    assert Hub().repository(REPO).models


def test_nothing_but_what_was_asked_for_is_requested(
    fake: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a fresh process, where the client library would ask the hub for a list of other programs."""
    monkeypatch.setattr(constants, "ENDPOINT", fake.endpoint)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_TELEMETRY", False)
    monkeypatch.setattr(constants, "AGENT_HARNESSES_PATH", str(tmp_path / "harnesses.json"))
    monkeypatch.setattr("huggingface_hub.utils._detect_agent._registry", None)
    hub = Hub(fake.endpoint)
    fake.add(REPO, {"small.gguf": b"GGUF"})
    hub.repository(REPO)
    hub.search("model")
    assert [one.path.partition("?")[0] for one in fake.asked] == [f"/api/models/{REPO}", "/api/models"]


def test_a_proxy_is_used(fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.add(REPO, {"small.gguf": b"GGUF"})
    monkeypatch.setenv("http_proxy", fake.endpoint)
    assert Hub("http://hub.invalid").repository(REPO).models
    assert fake.asked[0].path.startswith("http://hub.invalid/")


@pytest.mark.parametrize("name", ["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"])
def test_offline_mode_asks_nobody(name: str, fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")
    hub = Hub(fake.endpoint)
    with pytest.raises(HubError, match="offline mode is on"):
        hub.repository(REPO)
    with pytest.raises(HubError, match="offline mode is on"):
        hub.search("model")
    assert fake.asked == []


def test_a_token_goes_to_the_hub_and_not_to_its_storage(
    fake: FakeHub, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_mine")
    fake.add(REPO, {"small.gguf": b"GGUF"})
    model = hub.repository(REPO).models[0]
    location = hub.locate(model, model.files[0])
    assert location.url.startswith(fake.storage)
    assert "authorization" not in location.headers
    assert {one.authorization for one in fake.asked} == {"Bearer hf_mine"}


def test_a_file_that_changed_since_it_was_listed_is_noticed(fake: FakeHub, hub: Hub) -> None:
    fake.add(REPO, {"small.gguf": b"GGUF"})
    model = hub.repository(REPO).models[0]
    fake.add(REPO, {"small.gguf": b"GGUG"})
    fake.forget_sums()
    with pytest.raises(HubError, match="another file under this name"):
        hub.locate(model, model.files[0])


@pytest.mark.parametrize(
    "answer",
    [
        b"[]",
        b"null",
        b"{}",
        b"{",
        b'{"id": 3}',
        b'{"id": "a/b", "sha": "../../x", "siblings": []}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": [{}]}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": [{"rfilename": "x.gguf", "size": -1}]}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": [{"rfilename": "x.gguf", "size": "1"}]}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": [{"rfilename": 7, "size": 1}]}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": 7}',
        b'{"id": "a/b", "sha": "abcdef1", "siblings": [{"rfilename": "x.gguf", "size": 1, "lfs": {"sha256": 7}}]}',
    ],
)
def test_an_answer_that_makes_no_sense_is_said_to_be_one(answer: bytes, fake: FakeHub, hub: Hub) -> None:
    fake.fault("api", body=answer)
    with pytest.raises(HubError) as caught:
        hub.repository(REPO)
    assert "no answer of a model hub" in caught.value.why


@pytest.mark.parametrize("times", [1, 40])
def test_an_answer_of_any_size_is_not_taken_in(
    times: int, fake: FakeHub, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.hub.client.LONGEST_ANSWER", 2 << 20)
    fake.add(REPO, {"small.gguf": b"GGUF"})
    for ask in (lambda: hub.repository(REPO), lambda: hub.search("model")):
        fake.fault("api", body=b"[" + b" " * (2 << 20) * times + b"]")
        with pytest.raises(HubError, match="larger than 2 MB"):
            ask()
    assert hub.repository(REPO).models, "and it goes on with what makes sense"


@pytest.mark.parametrize("answer", [b"{}", b'[{"name": 1}]', b"[7]", b"<html>"])
def test_a_search_that_makes_no_sense_too(answer: bytes, fake: FakeHub, hub: Hub) -> None:
    fake.fault("api", body=answer)
    with pytest.raises(HubError):
        hub.search("model")


@pytest.mark.parametrize("endpoint", ["http://", "ftp://x", "http://a:b:c", "nothing"])
def test_an_endpoint_that_is_no_address_is_told(endpoint: str) -> None:
    with pytest.raises(HubError) as caught:
        Hub(endpoint).repository(REPO)
    assert "no address" in caught.value.why
    assert "HF_ENDPOINT" in caught.value.next_step


def test_redirects_in_circles_end(fake: FakeHub, hub: Hub) -> None:
    fake.fault("api", times=99, status=302, headers={"Location": f"/api/models/{REPO}"})
    with pytest.raises(HubError, match="in circles"):
        hub.repository(REPO)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "is full"), (errno.EDQUOT, "is full"), (errno.EFBIG, "this size"), (errno.EACCES, "ermission")],
)
def test_trouble_with_the_disk_in_words(number: int, words: str) -> None:
    error = on_disk(OSError(number, "Permission denied"), "x cannot be fetched")
    assert words in error.why
    assert error.trouble == "disk"


@pytest.mark.skipif(os.name != "posix", reason="a limit of the kernel")
def test_a_disk_that_takes_no_more_keeps_what_it_took(fake: FakeHub, folder: Path) -> None:
    """A limit of the kernel in place of a full disk: the write fails in the middle of the download."""
    fake.add(REPO, {"model.gguf": random.Random(1).randbytes(6 * LEAST_RANGE)})
    script = f"""
import json, resource, signal
from pathlib import Path
from app.hub.client import Hub
from app.hub.downloads import Downloads
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({3 * LEAST_RANGE}, resource.RLIM_INFINITY))
hub = Hub({fake.endpoint!r})
queue = Downloads(hub, Path({str(folder)!r}))
row = queue.wait(queue.add(hub.repository({REPO!r}).models[0]))
print(json.dumps([row.state, row.error.trouble, str(row.error)]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    state, trouble, words = json.loads(done.stdout)
    assert (state, trouble) == ("failed", "disk")
    assert "no file of this size" in words
    assert (folder / REPO / "model.gguf.part").stat().st_size == 3 * LEAST_RANGE


def test_a_token_that_is_not_accepted_is_told(fake: FakeHub, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_old")
    fake.fault("api", status=401, headers={"X-Error-Message": "Invalid credentials in Authorization header"})
    with pytest.raises(TokenNeededError, match="does not accept the token") as caught:
        hub.repository(REPO)
    assert (caught.value.has_token, caught.value.exit_code) == (True, 3)
