"""Measures the price curves that the replay bench simulates with: `python -m bench.price_curves [--sittings 5]`.

The demo model in F16 and in Q4_1 take turns, so that an hour in which the machine is slow bends neither against the
other; of every point the median over all sittings counts. Writes data/curves/F16.json and Q4_1.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import sleep

from bench import common
from bench.replay_data import DATA
from engine import price
from engine.commands import ContextOptions, Speculation
from engine.gguf_header import read_header
from engine.llama import backend
from engine.llama.context import Context
from engine.loading import Loaded, load_target
from engine.speculating import context_shape

DEPTHS = (0, 1024)
REPEATS = 2
N_CTX = 2048


def main() -> int:
    options = argparse.ArgumentParser(description="Price curves of the demo model")
    options.add_argument("--sittings", type=int, default=5, help="times that every model is measured at every depth")
    options.add_argument("--pause", type=float, default=0.0, help="seconds between sittings")
    options.add_argument("--note", default="", help="what else should be known, such as that the machine was busy")
    options.add_argument("--threads", type=int, default=common.default_threads())
    options.add_argument("--to", type=Path, default=DATA / "curves", metavar="FOLDER")
    args = options.parse_args()
    context_options = ContextOptions(n_ctx=N_CTX, gpu_layers=0, threads=args.threads)
    models = {
        name: load_target(path, read_header(path), context_options, progress=lambda _fraction: True)
        for name, path in (("F16", common.demo_f16_path()), ("Q4_1", common.demo_model_path()))
    }
    contexts = {
        name: Context(loaded.model, context_shape(loaded, context_options, Speculation()))
        for name, loaded in models.items()
    }
    taken: dict[str, dict[int, dict[int, list[float]]]] = {
        name: {depth: defaultdict(list) for depth in DEPTHS} for name in models
    }
    for sitting in range(args.sittings):
        sleep(args.pause if sitting else 0)
        for depth in DEPTHS:
            for name, context in contexts.items():
                for point in price.measure(context, depth=depth, repeats=REPEATS):
                    taken[name][depth][point.k].append(point.pass_s)
        print(f"sitting {sitting + 1} of {args.sittings}", flush=True)
    args.to.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, loaded in models.items():
        contexts[name].close()
        loaded.model.close()
        depths = {depth: {k: median(times) for k, times in points.items()} for depth, points in taken[name].items()}
        how = "; ".join(filter(None, (f"median of {args.sittings} sittings", args.note)))
        _write(args.to / f"{name}.json", loaded, how, depths)
        for depth, points in depths.items():
            ratios = [f"{seconds / points[1]:.2f}" for seconds in points.values()]
            rows.append([f"{name}, {depth} deep", f"{points[1] * 1e3:.2f} ms", *ratios])
    common.print_table(["", "k = 1", *map(str, points)], rows)
    return 0


def _write(file: Path, loaded: Loaded, how: str, depths: dict[int, dict[int, float]]) -> None:
    about = (
        f"{loaded.info.name}, {loaded.info.quantisation}, {loaded.threads} threads; {common.machine()}; "
        f"{backend.info().build}; {datetime.now(UTC):%Y-%m-%d}; {how}"
    )
    content = {
        "title": f"demo model {loaded.info.quantisation}, measured",
        "about": about,
        "depths": [
            {"depth": depth, "points": [[k, round(seconds, 6)] for k, seconds in points.items()]}
            for depth, points in depths.items()
        ],
    }
    file.write_text(json.dumps(content) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
