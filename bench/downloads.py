"""Does a download survive being killed, and what does that cost? `python -m bench.downloads`.

A file of random bytes is served by a hub on this machine, over real HTTP, and fetched with `paceline get` as a person
would. The process is killed (SIGKILL) whenever the hub has sent the file up to the next of so many places drawn at
random; then the same command is typed again. Counted is every byte of the file that left the server, those included
that were on the way to a process that was no longer there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Final

from app import paths
from tests.app.hub.fake_hub import FakeHub
from tests.app.hub.killing import Killed, kill_and_start_again

REPO: Final = "bench/Random-GGUF"
FILE: Final = "random.gguf"
ALLOWED_WASTE: Final = 0.05
_BLOCK: Final = 1 << 20


def main() -> int:
    """0 when all is well: resumed each time, the right checksum, and little fetched twice."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=None, help="Default: another one each time.")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if wanted.seed is None else wanted.seed
    with tempfile.TemporaryDirectory(prefix="downloads-") as place:
        result, is_right, left_over = run(Path(place), wanted.megabytes * 10**6, wanted.kills, seed)
    figures = {
        "seed": seed,
        "size": result.size,
        "kills": result.kills,
        "sent": result.sent,
        "sent_twice": result.waste,
        "checksum_right": is_right,
        "left_over": left_over,
        "seconds": round(result.seconds, 1),
    }
    good = result.kills == wanted.kills and is_right and not left_over and result.waste <= ALLOWED_WASTE
    if wanted.json:
        print(json.dumps(figures))
    else:
        print(f"{result.size / 1e6:.0f} MB, killed {result.kills} times (seed {seed}), {result.seconds:.0f} s in all")
        print(f"sent: {result.sent / 1e6:.1f} MB, that is {result.waste:.2%} of the file a second time")
        print(f"checksum: {'right' if is_right else 'WRONG'}; left over: {', '.join(left_over) or 'nothing'}")
    if not good:
        print(result.out, file=sys.stderr)
    return 0 if good else 1


def run(place: Path, size: int, kills: int, seed: int) -> tuple[Killed, bool, list[str]]:
    """(how it went, whether the file is the right one, other files in the models folder)."""
    chance = random.Random(seed)
    source, data = place / "served.gguf", place / "data"
    digest = hashlib.sha256()
    with source.open("wb") as file:
        for start in range(0, size, _BLOCK):
            block = chance.randbytes(min(_BLOCK, size - start))
            digest.update(block)
            file.write(block)
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    environment[paths.DATA_VARIABLE] = str(data)
    with FakeHub() as hub:
        hub.add(REPO, {FILE: source})
        hub.sum_of(REPO, FILE)
        environment["HF_ENDPOINT"] = hub.endpoint
        points = [chance.randrange(size) for _ in range(kills)]
        command = [sys.executable, "-m", "app", "get", REPO, FILE]
        result = kill_and_start_again(hub, command, environment, points, size)
    arrived = data / "models" / REPO / FILE
    is_right = arrived.is_file() and _sum(arrived) == digest.hexdigest()
    left_over = [path.name for path in (data / "models").rglob("*") if path.is_file() and path != arrived]
    return result, is_right, left_over


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
