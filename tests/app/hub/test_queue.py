"""The queue under rough hands: pauses and resumes at any moment, two programs at once, states that lie."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path

import pytest

from app.hub.client import Hub
from app.hub.downloads import Downloads
from app.hub.resume import Unfinished, unfinished_in
from app.hub.transfer import LEAST_RANGE
from app.hub.values import DownloadRow, Meant, RemoteModel
from engine.errors import UsageError
from tests.app.hub.conftest import AT_ONCE
from tests.app.hub.fake_hub import FakeHub, until

REPO = "owner/Model-GGUF"
CONTENT = random.Random(3).randbytes(8 * LEAST_RANGE)


@pytest.fixture
def model(fake: FakeHub, hub: Hub) -> RemoteModel:
    fake.add(REPO, {"model.gguf": CONTENT})
    return hub.repository(REPO).models[0]


@pytest.fixture
def unfinished(fake: FakeHub, queue: Downloads, model: RemoteModel) -> Path:
    """The state file of a download of which one range is here."""
    fake.fault("storage", cut=LEAST_RANGE)
    fake.fault("storage", times=AT_ONCE.tries, status=500)
    assert queue.wait(queue.add(model)).state == "failed"
    return Path(queue.rows[0].path + ".part.json")


def test_pauses_and_resumes_at_any_moment_lose_nothing(fake: FakeHub, queue: Downloads, model: RemoteModel) -> None:
    chance = random.Random(7)
    number = queue.add(model)
    pauses = 0
    while queue.rows[0].state != "done" and pauses < 200:
        (queue.pause if chance.random() < 0.5 else queue.resume)(number)
        pauses += 1
    queue.resume(number)
    row = queue.wait(number)
    assert row.state == "done", row.error
    assert Path(row.path).read_bytes() == CONTENT
    assert fake.sent <= len(CONTENT) + pauses * LEAST_RANGE


def faulty(_row: DownloadRow) -> None:
    raise ValueError("the listener's trouble, not the queue's")


def test_a_resume_while_the_pause_is_under_way_is_not_lost(
    fake: FakeHub, queue: Downloads, model: RemoteModel
) -> None:
    fake.fault("storage", slow=True)
    number = queue.add(model)
    until(lambda: len(fake.requests("storage")) == 1)
    queue.pause(number)
    queue.resume(number)
    fake.go_on.set()
    assert queue.wait(number).state == "done"


def test_listeners_hear_a_story_that_makes_sense(queue: Downloads, model: RemoteModel) -> None:
    heard: list[DownloadRow] = []
    queue.listen(heard.append)
    queue.listen(faulty)
    queue.wait(queue.add(model))
    until(lambda: heard[-1].state == "done")
    states = [row.state for row in heard]
    assert states == sorted(states, key=("queued", "running", "done").index)
    assert [row.done for row in heard] == sorted(row.done for row in heard)
    assert heard[-1].done == heard[-1].total == len(CONTENT)


def test_two_programs_do_not_write_the_same_part(
    fake: FakeHub, hub: Hub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fake.fault("storage", slow=True)
    number = queue.add(model)
    until(lambda: len(fake.requests("storage")) == 1)
    other = Downloads(hub, folder, AT_ONCE)
    try:
        row = other.wait(other.add(model))
        assert row.state == "failed"
        assert "another Paceline" in str(row.error)
        fake.go_on.set()
        assert queue.wait(number).state == "done"
        other.resume(row.id)
        assert other.wait(row.id).state == "done"
    finally:
        other.close()
    assert fake.sent == len(CONTENT)


def test_the_same_model_is_one_download(fake: FakeHub, queue: Downloads, model: RemoteModel) -> None:
    fake.fault("storage", slow=True)
    assert queue.add(model) == queue.add(model)
    assert len(queue.rows) == 1
    fake.go_on.set()


def test_closing_leaves_it_resumable(
    fake: FakeHub, hub: Hub, queue: Downloads, model: RemoteModel, folder: Path
) -> None:
    fake.fault("storage", slow=True)
    queue.add(model)
    until(lambda: len(fake.requests("storage")) == 1)
    threading.Timer(0.05, fake.go_on.set).start()
    queue.close()
    until(lambda: queue.rows[0].state == "paused")
    assert [row.state for row in Downloads(hub, folder).rows] == ["paused"]


def test_an_unknown_download_is_said_to_be_one(queue: Downloads) -> None:
    for act in (queue.pause, queue.resume, queue.cancel):
        with pytest.raises(UsageError, match="no download 7"):
            act(7)


def test_a_part_that_grew_wrong_is_found_out_and_fetched_again(queue: Downloads, unfinished: Path) -> None:
    part = unfinished.with_suffix("")
    part.write_bytes(b"x" * part.stat().st_size)
    number = queue.rows[0].id
    queue.resume(number)
    row = queue.wait(number)
    assert row.state == "failed"
    assert "SHA-256" in str(row.error)
    queue.resume(number)
    assert queue.wait(number).state == "done"
    assert Path(row.path).read_bytes() == CONTENT


def test_a_part_that_is_too_long_is_begun_again(queue: Downloads, unfinished: Path) -> None:
    unfinished.with_suffix("").write_bytes(b"x" * (len(CONTENT) + 1))
    number = queue.rows[0].id
    queue.resume(number)
    row = queue.wait(number)
    assert (row.state, row.done) == ("done", len(CONTENT))


def test_a_part_that_is_a_link_is_not_written_through(queue: Downloads, unfinished: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_bytes(b"mine")
    part = unfinished.with_suffix("")
    part.unlink()
    part.symlink_to(mine)
    number = queue.rows[0].id
    queue.resume(number)
    assert queue.wait(number).state == "failed"
    assert mine.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "change",
    [
        {"files": [{"name": "../../../out.gguf", "size": 1, "sha256": "0" * 64}]},
        {"files": [{"name": name, "size": 1, "sha256": "0" * 64} for name in ("model.gguf", "../../../out.gguf")]},
        {"files": []},
        {"files": [{"name": "model.gguf", "size": -1, "sha256": "0" * 64}]},
        {"files": [{"name": "model.gguf", "size": 1, "sha256": "short"}]},
        {"repo": "../.."},
        {"repo": "owner/Elsewhere"},
        {"commit": "main/../x"},
        {"version": 99},
        {"more": 1},
        None,
    ],
)
def test_a_state_that_makes_no_sense_is_left_alone(
    change: dict[str, object] | None, hub: Hub, unfinished: Path, folder: Path
) -> None:
    assert len(unfinished_in(folder)) == 1
    good = json.loads(unfinished.read_text())
    unfinished.write_text("{" if change is None else json.dumps(good | change))
    queue = Downloads(hub, folder)
    assert queue.rows == ()
    assert unfinished.exists()


def test_a_folder_that_became_a_link_ends_the_download_and_not_the_queue(
    hub: Hub, fake: FakeHub, queue: Downloads, unfinished: Path, folder: Path, tmp_path: Path
) -> None:
    (folder / "owner").rename(tmp_path / "moved")
    (folder / "owner").symlink_to(tmp_path / "moved")
    number = queue.rows[0].id
    queue.resume(number)
    assert "leads out of it" in str(queue.wait(number).error)
    fake.add("else/Other", {"other.gguf": CONTENT[1:]})
    assert queue.wait(queue.add(hub.repository("else/Other").models[0])).state == "done"
    assert unfinished.exists()


def test_removing_goes_no_further_than_the_folder(folder: Path, model: RemoteModel) -> None:
    neighbour = folder / "owner" / "other.txt"
    neighbour.parent.mkdir()
    neighbour.write_text("stays")
    job = Unfinished(model, folder)
    job.path.parent.mkdir()
    job.write()
    job.remove()
    assert [path.name for path in folder.rglob("*")] == ["owner", "other.txt"]


def test_what_a_download_is_for_outlives_the_program(
    fake: FakeHub, hub: Hub, folder: Path, model: RemoteModel
) -> None:
    meant = Meant("/models/target.gguf", "draft-model")
    fake.fault("storage", times=AT_ONCE.tries, status=500)
    queue = Downloads(hub, folder, AT_ONCE)
    assert queue.wait(queue.add(model, meant)).state == "failed"
    queue.close()
    later = Downloads(hub, folder)
    (row,) = later.rows
    assert (row.state, row.meant) == ("paused", meant)
    assert later.add(model) == row.id, "asked for again without a word, it stays what it was for"
    assert later.wait(row.id).meant == meant
    later.close()


def test_a_state_of_an_earlier_version_says_nothing_of_it(hub: Hub, folder: Path, model: RemoteModel) -> None:
    job = Unfinished(model, folder)
    job.path.parent.mkdir(parents=True)
    job.write()
    state = json.loads(job.state_file.read_text())
    del state["meant"]
    job.state_file.write_text(json.dumps(state))
    (row,) = Downloads(hub, folder).rows
    assert row.meant == Meant()
