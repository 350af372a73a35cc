"""Damaged GGUF headers by the thousand: each must be read right or refused, quickly and in little memory.

    python -m bench.header_fuzz                      10,000 headers for the reader
    python -m bench.header_fuzz -n 500 --load 60     fewer, and 60 of those that it reads loaded in a real engine

Damage: flipped bits, cut files, swapped and huge lengths, counts and types, spliced and doubled pieces. It is done to
small files that hold every kind of value, and to the heads of the files that are named. Loading is done by a child
process as in the program: the answer must be a model, an error in words, or the child's death in words; never silence.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, process_time

from app.engines import EngineKind, open_engine
from bench.common import machine, print_table
from engine.commands import ContextOptions, Generate, LoadModel, Sampling
from engine.errors import PacelineError
from engine.events import EngineDied, Failed, GenerationDone, ModelLoaded
from engine.gguf_header import BytesSource, GgufError, check_target, parse_header
from engine.vocabulary import check_vocabulary
from tests.damaged_headers import Front, damaged, fronts

LONGEST_S = 1.0
MOST_BYTES = 64 << 20
PATIENCE_S = 60.0


@dataclass
class Figures:
    """What came of it. Times are seconds of CPU, sizes bytes."""

    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    longest_s: float = 0.0
    most_bytes: int = 0
    faults: list[str] = field(default_factory=list)


def examine(file: Front, figures: Figures) -> bool:
    """Read one header and all that is asked of it; whether it is one of a model that may be loaded.

    Twice: once timed, and once with memory watched, which makes everything some five times as slow.
    """
    began = process_time()
    _read(file, Figures())
    took = process_time() - began
    tracemalloc.start()
    try:
        may_be_loaded = _read(file, figures)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    figures.longest_s, figures.most_bytes = max(figures.longest_s, took), max(figures.most_bytes, peak)
    if took > LONGEST_S:
        figures.faults.append(f"{took:.2f} s")
    if peak > MOST_BYTES:
        figures.faults.append(f"{peak / 2**20:.0f} MiB")
    return may_be_loaded


def _read(file: Front, figures: Figures) -> bool:
    size = len(file.front) + file.rest
    try:
        header = parse_header(BytesSource(file.front, "damaged.gguf", size))
        answers = (header.kind, header.family, header.quantisation, header.parameters, header.chat_template)
        if not answers or any(tensor.offset + tensor.n_bytes > size for tensor in header.tensors):
            figures.faults.append("a tensor lies outside the file")
        figures.read += 1
        check_target(header)
        check_vocabulary(header, "damaged.gguf")
    except GgufError as error:
        figures.refused[error.next_step] += 1
        if not 0 <= error.offset <= max(size, 1) or not error.why:
            figures.faults.append(f"an error without a place: {error}")
        return False
    except PacelineError as error:
        figures.refused[error.next_step] += 1
        return False
    except Exception as error:
        figures.faults.append(f"{type(error).__name__}: {error}")
        return False
    return True


def fuzz(n: int, seed: int, originals: Sequence[Front]) -> tuple[Figures, list[bytes]]:
    """n damaged files for the reader: (figures, the whole ones that it read and that may be chatted with)."""
    rng, figures, passed = random.Random(seed), Figures(), []
    for _ in range(n):
        file = damaged(rng, originals)
        if examine(file, figures) and not file.rest:
            passed.append(file.front)
    return figures, passed


def load_all(files: Sequence[bytes], folder: Path, kind: EngineKind = "child") -> Iterator[str]:
    """Open each as a model in an engine and ask for a few tokens; what came of each: 'reply', 'error', 'death', or what
    is wrong. A new engine takes the place of one that died."""
    link = open_engine(kind)
    for i, content in enumerate(files):
        path = folder / f"damaged-{i}.gguf"
        path.write_bytes(content)
        link.send(LoadModel(2 * i + 1, str(path), ContextOptions(n_ctx=256, threads=1)))
        outcome, began = "", monotonic()
        while not outcome:
            if monotonic() - began > PATIENCE_S:
                outcome = f"silence after {PATIENCE_S:.0f} s"
                break
            link.wait(1.0)
            for event in link.poll():
                match event:
                    case ModelLoaded():
                        link.send(
                            Generate(2 * i + 2, prompt="hello", sampling=Sampling(temperature=0.0), max_tokens=4)
                        )
                    case GenerationDone():
                        outcome = "reply"
                    case Failed(what=what, kind=fault):
                        outcome = "error" if what and fault != "bug" else f"a bug in words: {event}"
                    case EngineDied(reason=reason):
                        outcome = "death" if reason else "a death without a word"
                    case _:
                        pass
        yield outcome
        path.unlink()
        if outcome != "reply" and outcome != "error":
            link.close()
            link = open_engine(kind)
    link.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-n", "--number", type=int, default=10_000, help="headers to damage")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--load", type=int, default=0, help="of those that are read, load so many in an engine")
    options.add_argument("--files", type=Path, nargs="*", default=[], help="real files whose heads are damaged too")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="paceline-fuzz-") as place:
        folder = Path(place)
        figures, passed = fuzz(asked.number, asked.seed, fronts(folder, asked.files))
        print(machine())
        rows = [
            ["headers", f"{asked.number:,}"],
            ["read", f"{figures.read:,}"],
            ["refused in words, some as no chat model", f"{sum(figures.refused.values()):,}"],
            ["longest, CPU seconds", f"{figures.longest_s:.3f}"],
            ["largest peak of memory, MiB", f"{figures.most_bytes / 2**20:.1f}"],
            ["faults", str(len(figures.faults))],
        ]
        print_table(["", ""], rows)
        for fault in figures.faults[:10]:
            print(fault)
        outcomes: Counter[str] = Counter()
        for outcome in load_all(random.Random(asked.seed).sample(passed, min(asked.load, len(passed))), folder):
            outcomes[outcome] += 1
        if outcomes:
            print(f"\n{sum(outcomes.values())} that can be read, loaded in a child process:")
            print_table(["outcome", "files"], [[what, str(count)] for what, count in outcomes.most_common()])
    if figures.faults or outcomes.keys() - {"reply", "error", "death"}:
        sys.exit(1)


if __name__ == "__main__":
    main()
