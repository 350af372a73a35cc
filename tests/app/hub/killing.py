"""A download whose process is killed again and again, at places in the file that are drawn beforehand."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.app.hub.fake_hub import FakeHub


@dataclass(frozen=True)
class Killed:
    """kills: how often the process was killed. sent: bytes of the file that the hub sent in all; waste: as a share of
    the file, those that were sent more than once. code: how the last process ended; out: what it printed."""

    kills: int
    size: int
    sent: int
    code: int
    out: str
    seconds: float

    @property
    def waste(self) -> float:
        return self.sent / self.size - 1


def kill_and_start_again(
    hub: FakeHub, command: Sequence[str], environment: Mapping[str, str], points: Sequence[int], size: int
) -> Killed:
    """Run a command that downloads; kill it (SIGKILL) whenever the hub has sent the file up to the next point."""
    left = sorted(points)
    began = time.monotonic()
    for kills in range(len(points) + 1):
        with subprocess.Popen(
            command, env=dict(environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:

            def watch(position: int, process: subprocess.Popen[str] = process) -> None:
                if left and position >= left[0]:
                    process.kill()

            hub.watch = watch
            out, _ = process.communicate()
        hub.watch = lambda _position: None
        if not left or process.returncode >= 0:
            return Killed(kills, size, hub.sent, process.returncode, out, time.monotonic() - began)
        left.pop(0)
    raise AssertionError("the loop ends with its last run")
