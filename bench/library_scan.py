"""How long the library takes to look through 500 models: cold, with every header read, and warm, with all remembered.

    python -m bench.library_scan            500 small files in folders as the Hugging Face cache has them
    python -m bench.library_scan -n 100     fewer

The files are copies of a few real small models, so that reading one costs what a small header costs; a vocabulary of
150,000 tokens takes some 30 times as long, once. Also told: the poll that notices changes, and the start of a window.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from app import paths
from app.library import Folder, Library
from bench.common import machine, print_table
from engine.gguf_header import read_header
from tests import tiny_models as tiny
from tests.tiny_vocabulary import bpe_vocabulary, spm_vocabulary

RUNS = 5


def make_files(folder: Path, n: int) -> None:
    """n models, ten to a repository."""
    small = spm_vocabulary(n_words=4)
    originals = [
        tiny.write_dense(folder / "dense.gguf", vocabulary=small, embd=8, layers=1),
        tiny.write_hybrid(folder / "hybrid.gguf", vocabulary=small, nextn=1, layers=4),
        tiny.write_sliding_window(folder / "window.gguf", vocabulary=small),
    ]
    for i in range(n):
        repository = folder / f"models--owner--name-{i // 10}" / "snapshots" / "0"
        repository.mkdir(parents=True, exist_ok=True)
        shutil.copy(originals[i % len(originals)], repository / f"model-{i}.gguf")
    for path in originals:
        path.unlink()


def timed(work: Callable[[], object]) -> float:
    """Seconds that it takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-n", "--number", type=int, default=500)
    n = options.parse_args().number
    with tempfile.TemporaryDirectory(prefix="paceline-scan-") as place:
        os.environ[paths.DATA_VARIABLE] = str(Path(place) / "data")
        folder = Path(place) / "hub"
        folder.mkdir()
        make_files(folder, n)
        library = Library([Folder(folder, "hub-cache")])
        cold = timed(library.scan)
        assert len(library.rows) == n
        warm = median(timed(lambda: Library([Folder(folder, "hub-cache")]).scan()) for _ in range(RUNS))
        poll = median(timed(library.fingerprint) for _ in range(RUNS))
        start = median(timed(lambda: Library([Folder(folder, "hub-cache")]).recall()) for _ in range(RUNS))
        large = tiny.write_dense(
            Path(place) / "large.gguf", vocabulary=bpe_vocabulary().resized(248_320), embd=8, layers=1
        )
        header = median(timed(lambda: read_header(large)) for _ in range(RUNS))
    print(machine())
    rows = [
        [f"cold scan of {n} files", f"{cold:.2f}"],
        ["warm scan, list read from disk", f"{warm:.3f}"],
        ["poll for changes", f"{poll:.3f}"],
        ["recall at the start of a window", f"{start:.3f}"],
        ["one header of 248,320 tokens", f"{header:.3f}"],
    ]
    print_table(["", "seconds"], rows)


if __name__ == "__main__":
    main()
