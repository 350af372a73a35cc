"""Presets against the baseline, prompt by prompt: `python -m bench.presets [--presets ...] [--runs 3] [-n 200]`.

Target: the demo model in F16; `draft-model` drafts with its Q4_1 file. All take turns, nothing is cached and no drafter
knows an earlier reply; the first turn of each is dropped, and medians are compared.
"""

from __future__ import annotations

import math
import sys
from functools import partial
from pathlib import Path
from statistics import median

from bench import common
from engine.commands import ContextOptions
from engine.errors import PacelineError

PRESETS = ("ngram-simple", "draft-self", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "draft-model")


def main() -> int:
    options = common.parser("Speedup of presets", n_tokens=200, runs=3)
    options.add_argument("--presets", nargs="*", choices=PRESETS, default=["ngram-simple", "draft-self"])
    options.add_argument("--temperature", type=float, default=0.0)
    args = options.parse_args()
    model = args.model or common.demo_f16_path()
    sampling = common.GREEDY if args.temperature == 0 else common.WARM
    hows = {name: common.speculation(name, None, _draft(name)) for name in ("baseline", *args.presets)}
    engine = common.Engine(args.engine)
    rows: list[list[str]] = []
    speedups: dict[str, list[float]] = {name: [] for name in args.presets}
    try:
        engine.load(model, ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads))
        for prompt in common.load_prompts(args.only):
            text = common.chat_prompt(model, prompt)
            sides = [partial(engine.reply, text, how, sampling, args.tokens) for how in hows.values()]
            results = dict(zip(hows, common.alternate(sides, args.runs), strict=True))
            speeds = {name: median([run.tokens_per_s for run in runs]) for name, runs in results.items()}
            row = [prompt.id, f"{speeds['baseline']:.1f}"]
            for name in args.presets:
                metrics = results[name][-1].metrics
                speedups[name].append(speeds[name] / speeds["baseline"])
                acceptance = "n/a" if metrics.acceptance_rate is None else f"{metrics.acceptance_rate:.2f}"
                row.append(f"{speedups[name][-1]:.2f}x ({acceptance})")
            rows.append(row)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    means = {name: math.exp(sum(map(math.log, values)) / len(values)) for name, values in speedups.items()}
    rows.append(["geometric mean", "", *(f"{mean:.2f}x" for mean in means.values())])
    rows.append(["smallest", "", *(f"{min(values):.2f}x" for values in speedups.values())])
    print(f"{model.name}, {args.threads} threads, {args.runs} runs; {common.machine()}\nspeedup (acceptance)")
    common.print_table(["prompt", "baseline tok/s", *args.presets], rows)
    return 0


def _draft(name: str) -> Path | None:
    return common.demo_model_path() if name == "draft-model" else None


if __name__ == "__main__":
    sys.exit(main())
