"""What waiting costs: decode speed by how long idle OpenMP threads spin, alone and beside other busy programs.

`python -m bench.spin [--runs 3]`. Each figure comes from a process of its own, because the library reads the setting
when it is loaded. The busy programs are Python loops, two for each core.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from bench import common
from engine.llama.context import Context, ContextShape
from engine.llama.model import Model

LIBRARYS_OWN = "300000"  # libgomp's default where threads do not outnumber cores
SETTINGS = {
    "library's own": {"GOMP_SPINCOUNT": LIBRARYS_OWN},
    "spin 1000": {"GOMP_SPINCOUNT": "1000"},
    "passive": {"GOMP_SPINCOUNT": "0", "OMP_WAIT_POLICY": "PASSIVE"},
}
N_TOKENS = 40
BUSY = "while True: pass"


def decode(path: Path, threads: int) -> float:
    """Plain decode speed in tokens per second, in this process."""
    context = Context(Model(path), ContextShape(n_ctx=512, threads=threads))
    for _ in range(5):
        context.decode([1], "last")
    began = perf_counter()
    for _ in range(N_TOKENS):
        context.decode([1], "last")
        context.logits()
    return N_TOKENS / (perf_counter() - began)


def measure(model: Path, threads: int, setting: dict[str, str], n_busy: int) -> float:
    """One figure from a fresh process, beside n_busy busy ones."""
    command = [sys.executable, "-m", "bench.spin", "--child", str(model), str(threads)]
    beside = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(n_busy)]
    try:
        told = subprocess.run(command, env=os.environ | setting, capture_output=True, text=True, check=True)
        return float(told.stdout)
    finally:
        for process in beside:
            process.kill()
            process.wait()


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        print(decode(Path(sys.argv[2]), int(sys.argv[3])))
        return 0
    args = common.parser("How long threads spin", n_tokens=N_TOKENS, runs=3).parse_args()
    model = args.model or common.demo_f16_path()
    rows = []
    for n_busy in (0, 2 * common.default_threads()):
        sides = [partial(measure, model, args.threads, how, n_busy) for how in SETTINGS.values()]
        medians = [median(speeds) for speeds in common.alternate(sides, args.runs)]
        name = f"beside {n_busy} busy programs" if n_busy else "alone"
        rows.append([name, *(f"{speed:.1f}" for speed in medians)])
    print(f"{model.name}, {args.threads} threads; {common.machine()}\ntokens/s")
    common.print_table(["", *SETTINGS], rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
