"""Decode speed beside llama.cpp's own server: `python -m bench.peer [--runs 3] [-n 200]`.

The server comes from the wheel `xllamacpp` (the extra `bench`) and runs in this process; ours runs where the program
runs it, in a child process. Both get the same file, the same raw prompts, threads and context, temperature 0, nothing
cached; they take turns, who goes first changes every time, and the first turn of each is dropped.

Speed is (tokens after the first) / (seconds between the first and the last) on both sides: the server counts the
first token in `predicted_n` and starts `predicted_ms` when it is there, so one is taken off. A reply that ends of
itself ends on both sides.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench import common
from engine.commands import ContextOptions, Speculation
from engine.errors import PacelineError

SIZE_N, SIZE_M, MIN_HITS = 12, 48, 1
PRESETS = ("baseline", "ngram-simple")


@dataclass(frozen=True, slots=True)
class Speed:
    """One reply. tokens_per_s: decode speed. text is not compared: near-ties may fall either way."""

    tokens_per_s: float
    n_tokens: int
    drafted: int
    accepted: int


class Peer:
    """llama.cpp's server with one preset."""

    def __init__(self, model: Path, preset: str, n_ctx: int, threads: int) -> None:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(model)
        params.n_ctx = n_ctx
        params.n_parallel = 1
        params.n_gpu_layers = 0
        params.cpuparams.n_threads = threads
        params.cpuparams_batch.n_threads = threads
        params.fit_params = False
        params.cache_prompt = False
        params.cache_ram_mib = 0
        params.verbosity = -1
        if preset == "ngram-simple":
            params.speculative.types = [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_NGRAM_SIMPLE]
            params.speculative.ngram_simple.size_n = SIZE_N
            params.speculative.ngram_simple.size_m = SIZE_M
            params.speculative.ngram_simple.min_hits = MIN_HITS
        self._server = xllamacpp.Server(params)

    def reply(self, prompt: str, n_tokens: int) -> Speed:
        """One reply at temperature 0."""
        answer: dict[str, Any] = self._server.handle_completions(
            {"prompt": prompt, "n_predict": n_tokens, "temperature": 0, "cache_prompt": False, "stream": False}
        )
        if "timings" not in answer:
            raise PacelineError("The server gave no figures", str(answer)[:300])
        timings = answer["timings"]
        n, ms = timings["predicted_n"], timings["predicted_ms"]
        speed = (n - 1) / ms * 1000 if n > 1 and ms > 0 else 0.0
        return Speed(speed, n, timings.get("draft_n", 0), timings.get("draft_n_accepted", 0))


def ask_ours(engine: common.Engine, how: Speculation, prompt: str, n_tokens: int) -> Speed:
    """One reply of ours at temperature 0."""
    run = engine.reply(prompt, how, common.GREEDY, n_tokens)
    return Speed(run.tokens_per_s, run.metrics.emitted, run.metrics.drafted, run.metrics.accepted)


def row(name: str, ours: Sequence[Speed], theirs: Sequence[Speed]) -> list[str]:
    """A line of the table."""
    speeds = [[speed.tokens_per_s for speed in side] for side in (ours, theirs)]
    one, other = ours[-1], theirs[-1]
    return [
        name,
        f"{median(speeds[0]):.1f}",
        f"{median(speeds[1]):.1f}",
        f"{common.ratio(*speeds):.3f}",
        f"{one.n_tokens}/{other.n_tokens}",
        f"{one.accepted} of {one.drafted}",
        f"{other.accepted} of {other.drafted}",
    ]


def main() -> int:
    options = common.parser("Decode speed beside llama.cpp's own server", n_tokens=200, runs=3)
    options.add_argument("--presets", nargs="*", choices=PRESETS, default=list(PRESETS))
    args = options.parse_args()
    model = args.model or common.demo_f16_path()
    print(f"{model.name}, {args.threads} threads, context {args.ctx}, {args.runs} runs; {common.machine()}")
    engine = common.Engine(args.engine)
    try:
        engine.load(model, ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads))
        for preset in args.presets:
            peer = Peer(model, preset, args.ctx, args.threads)
            how = common.speculation(preset, "code" if preset == "ngram-simple" else None)
            print(f"\n{preset}: tokens/s, ours and llama.cpp's server")
            compare(engine, peer, how, model, args.only, args.tokens, args.runs)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    return 0


def compare(
    engine: common.Engine,
    peer: Peer,
    how: Speculation,
    model: Path,
    only: Sequence[str],
    n_tokens: int,
    runs: int,
) -> None:
    """Take turns on every prompt and print the table."""
    all_ours: list[Speed] = []
    all_theirs: list[Speed] = []
    rows: list[list[str]] = []
    ratios: list[float] = []
    for prompt in common.load_prompts(only):
        text = common.chat_prompt(model, prompt)
        sides: list[Callable[[], Speed]] = [
            partial(ask_ours, engine, how, text, n_tokens),
            partial(peer.reply, text, n_tokens),
        ]
        ours, theirs = common.alternate(sides, runs)
        rows.append(row(prompt.id, ours, theirs))
        ratios.append(common.ratio([s.tokens_per_s for s in ours], [s.tokens_per_s for s in theirs]))
        all_ours += ours
        all_theirs += theirs
    rows.append([*row("all replies", all_ours, all_theirs)[:4], "", "", ""])
    common.print_table(["prompt", "ours", "theirs", "ratio", "tokens", "our accepted", "their accepted"], rows)
    usable = [value for value in ratios if value > 0]
    if usable:
        mean = math.exp(sum(math.log(value) for value in usable) / len(usable))
        print(f"geometric mean of the ratios {mean:.3f}, smallest {min(usable):.3f}")


if __name__ == "__main__":
    sys.exit(main())
