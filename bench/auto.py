"""Does `auto` keep its promises? `python -m bench.auto [--targets F16 Q4_1 mtp] [--runs 5] [-n 256] [--peer]`.

On every target and prompt kind the baseline, fixed presets and `auto` take turns: nothing is cached, no drafter knows
an earlier reply, the first turn is dropped, and of the ratios of the others, turn by turn, the median counts. Then, per
temperature:

- auto / baseline, the smallest of all kinds: is it ever slower than not drafting?
- auto / best fixed preset of that kind, chosen with hindsight, and the geometric means over kinds;
- auto / the best that was possible here: in every round whatever the arms of this sitting had done best at that place,
  and a drafter that always knows, both at the prices measured here (`app.compare.oracle`);
- its own cost: the share of the time that goes into choosing and looking, where no model is asked.

`--peer` adds llama.cpp's own server with each of its n-gram types, started anew for every reply, at temperature 0.
Every row is printed as soon as it is measured.

Above temperature 0 each kind has the first of a few seeds with which the baseline writes as many tokens as were asked
for.

Targets: the demo model in F16 and in Q4_1, and a hand-made hybrid model with an MTP head whose trunk is padded until a
pass takes what one of a real model does. The replies there are made up as well, so only the MTP head can know them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median
from typing import Final

from app.compare.oracle import bound
from app.compare.xllamacpp_peer import Shape
from bench import common, peer
from engine.commands import ContextOptions, Sampling
from engine.errors import PacelineError
from ui.comparison import PriceCurve

KINDS: Final = ("code-edit", "json-list", "table", "quote", "summary", "explanation", "story", "chat")
FIXED: Final = {
    "F16": ("ngram-simple", "draft-self", "draft-edit"),
    "Q4_1": ("ngram-simple", "draft-self", "draft-edit"),
    "mtp": ("draft-mtp", "draft-self"),
}
PEERS: Final = ("ngram-simple", "ngram-map-k", "ngram-mod")
SERVER: Final = "server "
SEEDS: Final = range(1, 9)
WIDTH: Final = 14


def target_path(name: str) -> Path:
    """The model of a target, made where it is not there yet."""
    if name == "mtp":
        return peer.mtp_model()
    return common.demo_f16_path() if name == "F16" else common.demo_model_path()


def own_share(runs: Sequence[common.Run]) -> float:
    """Share of the replies' time that went into proposing."""
    spent = sum(run.metrics.draft_s for run in runs)
    return spent / sum(run.metrics.round_s for run in runs)


@dataclass(frozen=True, slots=True)
class Row:
    """A prompt kind. tokens: of the baseline's reply. speeds: decode tokens/s of every run by arm: the baseline, the
    fixed presets, then auto, then the server by its n-gram type. mix, knowing: what the arms together, and a drafter
    that always knew, could have had."""

    kind: str
    tokens: int
    speeds: dict[str, list[float]]
    acceptance: dict[str, float | None]
    own_share: float
    mix: float | None
    knowing: float | None

    def speedup(self, name: str, over: str = "baseline") -> float:
        """Of an arm over another: the median of its turns. What disturbs the machine for a while disturbs both."""
        return median(one / other for one, other in zip(self.speeds[name], self.speeds[over], strict=True))

    def best(self, names: Sequence[str]) -> str:
        """The fastest of some arms."""
        return max(names, key=self.speedup)


class Bench:
    """One target and temperature after another."""

    def __init__(self, engine: common.Engine, threads: int, n_ctx: int, n_tokens: int, runs: int) -> None:
        self._engine, self._threads, self._n_ctx = engine, threads, n_ctx
        self._n_tokens, self._runs = n_tokens, runs
        self._model = Path()
        self._curve: PriceCurve | None = None

    def load(self, model: Path) -> None:
        self._engine.load(model, ContextOptions(n_ctx=self._n_ctx, gpu_layers=0, threads=self._threads))
        self._curve = self._engine.price()
        self._model = model

    def measure(self, prompt: common.Prompt, presets: Sequence[str], peers: Sequence[str], temperature: float) -> Row:
        """Replies by the baseline, the presets, auto and the server in turn."""
        assert self._curve is not None
        text = common.chat_prompt(self._model, prompt)
        sampling = self._long_enough(text) if temperature else common.GREEDY
        names = ("baseline", *presets, "auto")
        sides: list[Callable[[], common.Run | peer.Speed]] = [
            partial(self._engine.reply, text, common.speculation(name), sampling, self._n_tokens) for name in names
        ]
        sides += [partial(self._ask_server, name, text) for name in peers]
        taken = common.alternate(sides, self._runs)
        ours = {
            name: [run for run in runs if isinstance(run, common.Run)] for name, runs in zip(names, taken, strict=False)
        }
        possible = bound(self._curve, ours["baseline"], [ours[name] for name in names[1:]])
        arms = (*names, *(SERVER + name for name in peers))
        return Row(
            prompt.id,
            len(ours["baseline"][0].token_ids),
            {arm: [run.tokens_per_s for run in runs] for arm, runs in zip(arms, taken, strict=True)},
            {name: runs[-1].metrics.acceptance_rate for name, runs in ours.items()},
            own_share(ours["auto"]),
            possible.mix if possible else None,
            possible.knowing if possible else None,
        )

    def _long_enough(self, text: str) -> Sampling:
        """With which the baseline writes the whole reply, or the longest of those tried."""
        best, longest = common.WARM, 0
        for seed in SEEDS:
            sampling = replace(common.WARM, seed=seed)
            n = len(self._engine.reply(text, common.speculation("baseline"), sampling, self._n_tokens).token_ids)
            if n > longest:
                best, longest = sampling, n
            if n >= self._n_tokens:
                break
        return best

    def _ask_server(self, preset: str, text: str) -> peer.Speed:
        how = common.speculation(preset, peer.VARIANTS.get(preset))
        shape = Shape(str(self._model), how, self._n_ctx, self._threads, "f16")
        warm_up = common.chat_prompt(self._model, peer.WARM_UP)
        return peer.ask_theirs(shape, (warm_up, text), self._n_tokens)


def print_head(presets: Sequence[str], peers: Sequence[str]) -> None:
    best = ["server's best", ""] if peers else []
    print(_line(["kind", "tokens", "tokens/s", *presets, "auto", "of arms", "of bound", "own", *best]), flush=True)


def print_row(row: Row, presets: Sequence[str], peers: Sequence[str]) -> None:
    """Speedups over the baseline with acceptance; auto's share of what the arms, and one who knew, could have had."""
    cells = [row.kind, str(row.tokens), f"{median(row.speeds['baseline']):.1f}"]
    for name in (*presets, "auto"):
        rate = row.acceptance[name]
        cells.append(f"{row.speedup(name):.2f} ({'n/a' if rate is None else f'{rate:.2f}'})")
    for possible in (row.mix, row.knowing):
        cells.append(f"{median(row.speeds['auto']) / possible:.2f}" if possible else "")
    cells.append(f"{row.own_share:.1%}")
    if peers:
        best = row.best([SERVER + name for name in peers])
        cells += [f"{row.speedup(best):.2f}", best]
    print(_line(cells), flush=True)


def _line(cells: Sequence[str]) -> str:
    return "".join(f"{cell:<{WIDTH}}" for cell in cells).rstrip()


def summarise(rows: Sequence[Row], presets: Sequence[str], peers: Sequence[str]) -> None:
    """What the rows say about the promises."""
    means = {name: geometric_mean(row.speedup(name) for row in rows) for name in (*presets, "auto")}
    print("geometric mean: " + ", ".join(f"{name} {value:.3f}" for name, value in means.items()))
    print(f"auto / baseline, smallest: {min(row.speedup('auto') for row in rows):.3f}")
    hindsight = [row.speedup("auto", row.best(presets)) for row in rows]
    print(f"auto / best fixed by kind: smallest {min(hindsight):.3f}, geometric mean {geometric_mean(hindsight):.3f}")
    print(f"auto / best single fixed: {means['auto'] / max(means[name] for name in presets):.3f}")
    if peers:
        beside = [row.speedup("auto", row.best([SERVER + name for name in peers])) for row in rows]
        print(f"auto / server's best by kind: smallest {min(beside):.3f}, geometric mean {geometric_mean(beside):.3f}")
    shares = [row.own_share for row in rows]
    print(f"share of the time for proposing: {max(shares):.1%} at most, {median(shares):.1%} median", flush=True)


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
            bench.load(args.model or target_path(target))
            presets = FIXED[target]
            for temperature in args.temperatures:
                peers = PEERS if args.peer and not temperature else ()
                print(f"\n{target}, temperature {temperature:g}: speedup over the baseline (acceptance)")
                print_head(presets, peers)
                rows = []
                for prompt in common.load_prompts(args.only or KINDS):
                    rows.append(bench.measure(prompt, presets, peers, temperature))
                    print_row(rows[-1], presets, peers)
                summarise(rows, presets, peers)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
