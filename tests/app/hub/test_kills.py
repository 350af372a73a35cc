"""A killed process costs at most one range, and the next one goes on from there: no clock is asked."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

from app.hub.client import Hub
from app.hub.downloads import Downloads
from app.hub.transfer import LEAST_RANGE
from tests.app.hub.fake_hub import FakeHub
from tests.app.hub.killing import kill_and_start_again

SIZE = 4 << 20
KILLS = 3


def download(endpoint: str, folder: str) -> str:
    """What the process that is killed runs; the state that the download ended in."""
    hub = Hub(endpoint)
    queue = Downloads(hub, Path(folder))
    number = queue.add(hub.repository("owner/Large").models[0])
    return queue.wait(number).state


@pytest.mark.timeout(600)  # four processes, each of which imports a client library
def test_a_download_survives_kills_and_repeats_at_most_a_range_each(fake: FakeHub, folder: Path) -> None:
    chance = random.Random(11)
    content = chance.randbytes(SIZE)
    fake.add("owner/Large", {"large.gguf": content})
    script = f"from tests.app.hub.test_kills import download; print(download({fake.endpoint!r}, {str(folder)!r}))"
    points = [chance.randrange(SIZE) for _ in range(KILLS)]
    result = kill_and_start_again(fake, [sys.executable, "-c", script], os.environ, points, SIZE)
    assert (result.kills, result.code, result.out.strip()) == (KILLS, 0, "done"), result.out
    assert (folder / "owner/Large/large.gguf").read_bytes() == content
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["large.gguf"]
    assert result.sent <= SIZE + KILLS * LEAST_RANGE
