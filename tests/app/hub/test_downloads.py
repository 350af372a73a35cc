"""Downloads over real HTTP: complete and right, or resumable and told in words."""

from __future__ import annotations

import random
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from app.hub.client import Hub
from app.hub.downloads import Downloads, Speed
from app.hub.errors import HubError, TokenNeededError
from app.hub.transfer import LEAST_RANGE
from app.hub.values import DownloadRow, RemoteModel
from app.library import Folder, Library
from tests.app.hub.conftest import AT_ONCE, refused_port
from tests.app.hub.fake_hub import FakeHub, until
from tests.tiny_models import write_dense

REPO = "owner/Model-GGUF"
CONTENT = random.Random(5).randbytes(5 * LEAST_RANGE + 77)


@pytest.fixture
def model(fake: FakeHub, hub: Hub) -> RemoteModel:
    fake.add(REPO, {"model.gguf": CONTENT})
    return hub.repository(REPO).models[0]


def fetched(queue: Downloads, model: RemoteModel) -> DownloadRow:
    """Download and wait for what becomes of it."""
    return queue.wait(queue.add(model))


def failure(queue: Downloads, model: RemoteModel) -> HubError:
    row = fetched(queue, model)
    assert row.state == "failed"
    assert isinstance(row.error, HubError)
    assert not Path(row.path).exists()
    return row.error


def files_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_download_lies_under_owner_and_repository_and_leaves_nothing_else(
    fake: FakeHub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    row = fetched(queue, model)
    assert (row.state, row.done, row.total) == ("done", len(CONTENT), len(CONTENT))
    assert Path(row.path).read_bytes() == CONTENT
    assert files_below(folder) == {"owner/Model-GGUF/model.gguf"}
    assert fake.sent == len(CONTENT)


def test_what_is_there_with_the_right_sum_is_not_fetched_again(
    fake: FakeHub, hub: Hub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fetched(queue, model)
    again = Downloads(hub, folder, AT_ONCE)
    try:
        assert fetched(again, model).state == "done"
    finally:
        again.close()
    assert fake.sent == len(CONTENT)


def test_another_file_of_the_name_is_left_alone(queue: Downloads, model: RemoteModel, folder: Path) -> None:
    there = folder / REPO / "model.gguf"
    there.parent.mkdir(parents=True)
    there.write_bytes(b"mine")
    row = fetched(queue, model)
    assert row.state == "failed"
    assert "another file of this name" in str(row.error)
    assert there.read_bytes() == b"mine"
    assert files_below(folder) == {f"{REPO}/model.gguf"}


def test_what_another_program_has_in_its_cache_is_used(
    fake: FakeHub, queue: Downloads, model: RemoteModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = tmp_path / "cache" / "models--owner--Model-GGUF"
    snapshot = repo / "snapshots" / model.commit
    snapshot.mkdir(parents=True)
    (repo / "blobs").mkdir()
    (repo / "blobs" / model.files[0].sha256).write_bytes(CONTENT)
    (snapshot / "model.gguf").symlink_to(f"../../blobs/{model.files[0].sha256}")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    row = fetched(queue, model)
    assert (row.state, row.path) == ("done", str(snapshot / "model.gguf"))
    assert fake.sent == 0


def test_a_pause_and_a_resume_transfer_nothing_twice_but_what_was_on_the_way(
    fake: FakeHub, queue: Downloads, model: RemoteModel
) -> None:
    fake.fault("storage", slow=True)
    number = queue.add(model)
    until(lambda: len(fake.requests("storage")) == 1)
    queue.pause(number)
    fake.go_on.set()
    assert queue.wait(number).state == "paused"
    queue.resume(number)
    assert queue.wait(number).state == "done"
    assert fake.sent <= len(CONTENT) + LEAST_RANGE


def test_an_unfinished_download_is_there_as_a_paused_one_after_a_restart(
    fake: FakeHub, hub: Hub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fake.fault("storage", cut=LEAST_RANGE)
    fake.fault("storage", times=99, status=500)
    assert failure(queue, model).trouble == "busy"
    before = fake.sent
    again = Downloads(hub, folder, AT_ONCE)
    try:
        (row,) = again.rows
        assert (row.state, row.done, row.total) == ("paused", LEAST_RANGE, len(CONTENT))
        fake.faults.clear()
        again.resume(row.id)
        assert again.wait(row.id).state == "done"
    finally:
        again.close()
    assert Path(row.path).read_bytes() == CONTENT
    assert fake.sent - before == len(CONTENT) - LEAST_RANGE


def test_a_cancelled_download_leaves_nothing(
    fake: FakeHub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fake.fault("storage", slow=True)
    seen: list[str] = []
    queue.listen(lambda row: seen.append(row.state))
    number = queue.add(model)
    until(lambda: len(fake.requests("storage")) == 1)
    queue.cancel(number)
    fake.go_on.set()
    until(lambda: not list(folder.iterdir()))
    assert queue.rows == ()
    assert seen[-1] == "cancelled"


def test_a_part_is_never_a_model_of_the_library(
    fake: FakeHub, hub: Hub, queue: Downloads, folder: Path, tmp_path: Path
) -> None:
    whole = write_dense(tmp_path / "whole.gguf")
    fake.add("owner/Tiny", {"tiny.gguf": whole})
    fake.fault("storage", cut=whole.stat().st_size - 1)
    fake.fault("storage", times=99, status=503)
    assert failure(queue, hub.repository("owner/Tiny").models[0]).may_pass
    assert Library([Folder(folder, "own")]).scan() == ()


def test_shards_are_one_download_and_appear_together(
    fake: FakeHub, hub: Hub, queue: Downloads, folder: Path
) -> None:
    shards = {f"Q4/big-{number:05d}-of-00003.gguf": CONTENT[number:] for number in (1, 2, 3)}
    fake.add("owner/Big", shards)
    (model,) = hub.repository("owner/Big").models
    # The third shard cannot be had, so the first two may not appear.
    good = dict(fake.repos["owner/Big"].files)
    del fake.repos["owner/Big"].files["Q4/big-00003-of-00003.gguf"]
    row = fetched(queue, model)
    assert row.state == "failed"
    assert not [name for name in files_below(folder) if name.endswith(".gguf")]
    fake.repos["owner/Big"].files = good
    queue.resume(row.id)
    row = queue.wait(row.id)
    assert (row.state, row.total) == ("done", sum(map(len, shards.values())))
    assert files_below(folder) == {f"owner/Big/{name}" for name in shards}
    assert fake.sent == row.total


@pytest.mark.parametrize(
    ("fault", "times"),
    [
        ({"cut": 1000}, 3),
        ({"status": 500}, 2),
        ({"status": 503, "headers": {"Retry-After": "0"}}, 2),
        ({"status": 429, "headers": {"Retry-After": "0"}}, 2),
        ({"status": 403}, 2),
        ({"no_ranges": True}, 1),
        ({"cut": 0}, 2),
    ],
    ids=["cut", "500", "503", "429", "address-over", "no-ranges", "silence"],
)
def test_what_passes_by_itself_is_waited_for(
    fake: FakeHub, queue: Downloads, model: RemoteModel, fault: dict[str, object], times: int
) -> None:
    fake.fault("storage", times=times, **fault)
    row = fetched(queue, model)
    assert row.state == "done", row.error
    assert Path(row.path).read_bytes() == CONTENT
    assert fake.sent == len(CONTENT)


def test_a_server_without_ranges_can_be_resumed_from(fake: FakeHub, queue: Downloads, model: RemoteModel) -> None:
    fake.fault("storage", cut=LEAST_RANGE + 5, no_ranges=True)
    fake.fault("storage", times=99, no_ranges=True)
    row = fetched(queue, model)
    assert row.state == "done"
    assert Path(row.path).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"status": 429, "headers": {"Retry-After": "600"}}, "wait 600 s"),
        ({"status": 404}, "no longer valid"),
        ({"status": 500, "times": 99}, "HTTP 500"),
        ({"status": 418}, "HTTP 418"),
        ({"cut": 0, "times": 99}, "broke off"),
        ({"page": True}, "other bytes"),
        ({"other_range": True}, "other bytes"),
        ({"packed": True}, "compressed"),
    ],
)
def test_what_does_not_pass_is_told_in_words(
    fake: FakeHub, queue: Downloads, model: RemoteModel, fault: dict[str, object], words: str
) -> None:
    fake.fault("storage", **({"times": 99} | fault))
    error = failure(queue, model)
    assert words in str(error)
    assert error.next_step


def test_bytes_that_are_not_the_files_are_thrown_away(
    fake: FakeHub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fake.fault("storage", other_bytes=True)
    error = failure(queue, model)
    assert "SHA-256" in error.why
    assert not list(folder.rglob("*.part"))
    (row,) = queue.rows
    assert row.done == 0
    queue.resume(row.id)
    assert queue.wait(row.id).state == "done"


def test_a_full_disk_is_found_out_before_a_byte_is_fetched(
    fake: FakeHub, queue: Downloads, model: RemoteModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(10**9, 10**9, 10**6))
    error = failure(queue, model)
    assert error.trouble == "disk"
    assert "0.0 GB are free" in error.why
    assert not fake.requests("resolve")


def test_without_a_checksum_nothing_is_fetched(fake: FakeHub, hub: Hub, queue: Downloads) -> None:
    fake.add(REPO, {"model.gguf": CONTENT}, without_sums=True)
    assert "checksum" in failure(queue, hub.repository(REPO).models[0]).why
    assert fake.sent == 0


def test_a_gated_repository_asks_for_a_token_in_words_and_opens_with_one(
    fake: FakeHub, hub: Hub, queue: Downloads
) -> None:
    fake.add(REPO, {"model.gguf": CONTENT}, gated="manual", opens_for=("hf_right",))
    model = hub.repository(REPO).models[0]
    assert model.gated
    error = failure(queue, model)
    assert isinstance(error, TokenNeededError)
    assert (error.repo, error.has_token, error.exit_code) == (REPO, False, 3)
    assert f"{fake.endpoint}/{REPO}" in error.next_step
    hub.tokens.keep("hf_wrong")
    error = failure(queue, model)
    assert isinstance(error, TokenNeededError)
    assert error.has_token
    assert "no access" in error.why
    assert "no keyring" in hub.tokens.keep("hf_right")
    assert fetched(queue, model).state == "done"
    assert {one.authorization for one in fake.requests("storage")} == {""}


def test_where_nobody_answers_it_is_said(folder: Path, model: RemoteModel) -> None:
    queue = Downloads(Hub(refused_port()), folder, AT_ONCE)
    try:
        error = failure(queue, model)
    finally:
        queue.close()
    assert error.trouble == "network"
    assert "refuses connections" in error.why


def test_a_server_that_falls_silent_is_given_up(fake: FakeHub, folder: Path, model: RemoteModel) -> None:
    fake.fault("storage", times=99, slow=True)
    queue = Downloads(Hub(fake.endpoint, answer_s=0.2), folder, AT_ONCE)
    try:
        error = failure(queue, model)
    finally:
        queue.close()
    assert "did not answer in time" in error.why


def test_a_link_in_the_folder_leads_nothing_out_of_it(
    queue: Downloads, model: RemoteModel, folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (folder / "owner").symlink_to(elsewhere)
    with pytest.raises(HubError, match="leads out of it"):
        queue.add(model)
    assert not list(elsewhere.iterdir())


def test_downloads_take_turns(fake: FakeHub, hub: Hub, queue: Downloads, model: RemoteModel) -> None:
    fake.add("owner/Other", {"other.gguf": CONTENT[1:]})
    fake.fault("storage", slow=True)
    first, second = queue.add(model), queue.add(hub.repository("owner/Other").models[0])
    until(lambda: len(fake.requests("storage")) == 1)
    assert [row.state for row in queue.rows] == ["running", "queued"]
    fake.go_on.set()
    assert queue.wait(first).state == queue.wait(second).state == "done"


def test_speed_is_that_of_the_last_seconds() -> None:
    speed = Speed(over_s=5)
    assert speed.value(0.0) is None
    speed.note(0.0, 10**9)
    for second in range(1, 11):
        speed.note(float(second), 100)
    assert speed.value(10.0) == 100.0
    assert speed.value(12.0) == pytest.approx(300 / 5)


def test_one_connection_carries_all_ranges(fake: FakeHub, queue: Downloads, model: RemoteModel) -> None:
    assert fetched(queue, model).state == "done"
    assert len(fake.requests("storage")) == 6
    assert fake.connections("storage") == 1
