"""Does `auto` keep its promises? `python -m bench.auto [--targets F16 Q4_1 mtp] [--runs 5] [-n 256] [--peer]`.

On every target and prompt kind the baseline, fixed presets and `auto` take turns: nothing is cached, no drafter knows
an earlier reply, the first turn of each is dropped, medians count. Then, per temperature:

- auto / baseline, the smallest of all kinds: is it ever slower than not drafting?
- auto / best fixed preset of that kind, chosen with hindsight, and the geometric means over kinds;
- its own cost: the share of the time that goes into choosing and looking, where no model is asked.

`--peer` adds llama.cpp's own server with each of its n-gram types, started anew for every reply, at temperature 0.

Targets: the demo model in F16 and in Q4_1, and a hand-made hybrid model with an MTP head whose trunk is padded until a
pass takes what one of a real model does. The replies there are made up as well, so only the MTP head can know them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from app.compare.xllamacpp_peer import Shape
from bench import common, peer
from engine.commands import ContextOptions, Sampling
from engine.errors import PacelineError

KINDS: Final = ("code-edit", "json-list", "table", "quote", "summary", "explanation", "story", "chat")
FIXED: Final = {
    "F16": ("ngram-simple", "draft-self", "draft-edit"),
    "Q4_1": ("ngram-simple", "draft-self", "draft-edit"),
    "mtp": ("draft-mtp", "draft-self"),
}
PEERS: Final = ("ngram-simple", "ngram-map-k", "ngram-mod")


def target_path(name: str) -> Path:
    """The model of a target, made where it is not there yet."""
    if name == "mtp":
        return peer.mtp_model()
    return common.demo_f16_path() if name == "F16" else common.demo_model_path()


def mean(values: Sequence[float]) -> float:
    """Geometric mean of positive values."""
    return math.exp(sum(map(math.log, values)) / len(values))


def own_share(runs: Sequence[common.Run]) -> float:
    """Share of the replies' decode time that went into proposing."""
    spent = sum(run.metrics.draft_s for run in runs)
    return spent / sum(run.metrics.decode_s or math.inf for run in runs)


class Bench:
    """One target and temperature after another."""

    def __init__(self, engine: common.Engine, threads: int, n_ctx: int, n_tokens: int, runs: int) -> None:
        self._engine, self._threads, self._n_ctx = engine, threads, n_ctx
        self._n_tokens, self._runs = n_tokens, runs

    def load(self, model: Path) -> None:
        self._engine.load(model, ContextOptions(n_ctx=self._n_ctx, gpu_layers=0, threads=self._threads))

    def speeds(self, model: Path, prompt: common.Prompt, presets: Sequence[str], sampling: Sampling) -> _Speeds:
        """Replies by the baseline, the presets and auto in turn."""
        text = common.chat_prompt(model, prompt)
        names = ("baseline", *presets, "auto")
        sides = [partial(self._engine.reply, text, common.speculation(p), sampling, self._n_tokens) for p in names]
        return dict(zip(names, common.alternate(sides, self._runs), strict=True))

    def peers(self, model: Path, prompt: common.Prompt) -> dict[str, float]:
        """Tokens/s of the server by n-gram type."""
        texts = (common.chat_prompt(model, peer.WARM_UP), common.chat_prompt(model, prompt))
        found = {}
        for name in PEERS:
            how = common.speculation(name, peer.VARIANTS.get(name))
            shape = Shape(str(model), how, self._n_ctx, self._threads, "f16")
            taken = [peer.ask_theirs(shape, texts, self._n_tokens).tokens_per_s for _ in range(self._runs)]
            found[name] = median(taken)
        return found


_Speeds = Mapping[str, Sequence[common.Run]]


def report(
    target: str, temperature: float, kinds: Mapping[str, _Speeds], peers: Mapping[str, Mapping[str, float]]
) -> None:
    """The table of one target and temperature, and what it says about the promises."""
    presets = [name for name in next(iter(kinds.values())) if name != "baseline"]
    speedups: dict[str, list[float]] = {name: [] for name in presets}
    rows, shares, beside = [], [], []
    for kind, runs in kinds.items():
        speeds = {name: median(run.tokens_per_s for run in taken) for name, taken in runs.items()}
        line = [kind, f"{speeds['baseline']:.1f}"]
        for name in presets:
            speedups[name].append(speeds[name] / speeds["baseline"])
            rate = runs[name][-1].metrics.acceptance_rate
            line.append(f"{speedups[name][-1]:.2f} ({'n/a' if rate is None else f'{rate:.2f}'})")
        if kind in peers:
            best = max(peers[kind], key=peers[kind].__getitem__)
            beside.append(speeds["auto"] / peers[kind][best])
            line.append(f"{beside[-1]:.2f} {best}")
        rows.append(line)
        shares.append(own_share(runs["auto"]))
    fixed = [name for name in presets if name != "auto"]
    hindsight = [auto / max(speedups[name][i] for name in fixed) for i, auto in enumerate(speedups["auto"])]
    means = {name: mean(values) for name, values in speedups.items()}
    rows.append(["geometric mean", "", *(f"{value:.3f}" for value in means.values()), *_mean_of(beside)])
    print(f"\n{target}, temperature {temperature:g}: speedup over the baseline (acceptance)")
    head = ["kind", "baseline tok/s", *presets, *(["auto / server's best"] if beside else [])]
    common.print_table(head, rows)
    print(f"auto / baseline, smallest: {min(speedups['auto']):.3f}")
    print(f"auto / best fixed by kind, smallest: {min(hindsight):.3f}, geometric mean {mean(hindsight):.3f}")
    print(f"auto / best single fixed: {means['auto'] / max(means[name] for name in fixed):.3f}")
    print(f"share of the time for proposing: {max(shares):.1%} at most, {median(shares):.1%} median", flush=True)


def _mean_of(values: Sequence[float]) -> list[str]:
    return [f"{mean(values):.3f}"] if values else []


def main() -> int:
    options = common.parser("auto against the baseline, fixed presets and llama.cpp's server", n_tokens=256, runs=5)
    options.add_argument("--targets", nargs="+", choices=list(FIXED), default=list(FIXED))
    options.add_argument("--temperatures", nargs="+", type=float, choices=(0.0, 0.8), default=[0.0, 0.8])
    options.add_argument("--peer", action="store_true", help="also llama.cpp's own server, at temperature 0")
    args = options.parse_args()
    print(f"{args.threads} threads, {args.runs} runs of {args.tokens} tokens; {common.machine()}", flush=True)
    engine = common.Engine(args.engine)
    bench = Bench(engine, args.threads, args.ctx, args.tokens, args.runs)
    try:
        for target in args.targets:
            model = args.model or target_path(target)
            bench.load(model)
            for temperature in args.temperatures:
                sampling = common.WARM if temperature else common.GREEDY
                kinds, peers = {}, {}
                for prompt in common.load_prompts(args.only or KINDS):
                    kinds[prompt.id] = bench.speeds(model, prompt, FIXED[target], sampling)
                    if args.peer and not temperature:
                        peers[prompt.id] = bench.peers(model, prompt)
                    print(f"{target} {temperature:g} {prompt.id} done", file=sys.stderr, flush=True)
                report(target, temperature, kinds, peers)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
