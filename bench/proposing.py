"""What choosing and looking cost, without any model: `python -m bench.proposing [--before 0 32768] [--past]`.

The known replies of `bench.replay` are written again by `auto`, in simulated rounds, and the time that its calls take
is measured for real: `draft`, `timed` and `accept` of every round, and `begin` for a prompt. Rounds are the same in
every run, so the shortest time of each counts. What a drafter takes is measured in the same rounds, asked alone; the
rest is the chooser's. No model runs in between, so the processor's caches are warm; `--chill 64` reads that many MiB
before every round, as a pass of a model does.

Before each prompt stand as many tokens of other conversations as `--before` says; with `--past` the drafters have seen
all other replies in earlier conversations.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import mean, median, quantiles
from time import perf_counter

import numpy as np

from bench import common
from bench.replay import named_speculation
from bench.replay_data import Curve, Reply, load_curve, load_replies
from bench.replay_simulation import offline_chain, offline_resources, runs_a_model, simulate
from engine.commands import DrafterChoice, Speculation
from engine.decoding import Chain, RoundCost
from engine.drafters import discover
from engine.drafters.contract import DecodedBatch, Draft, DraftSampler


class TimedChain(Chain):
    """Passes every call on and notes the seconds: `begin_s` of the last prompt, `round_s` of each round since then."""

    def __init__(self, inner: Chain, chill: Callable[[], object]) -> None:
        super().__init__(())
        self._inner = inner
        self._chill = chill
        self.begin_s = 0.0
        self.round_s: list[float] = []

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        began = perf_counter()
        self._inner.begin(prompt, sampler)
        self.begin_s = perf_counter() - began
        self.round_s = []

    def draft(self, history: Sequence[int], limit: int) -> tuple[str, Draft]:
        self._chill()
        began = perf_counter()
        proposal = self._inner.draft(history, limit)
        self.round_s.append(perf_counter() - began)
        return proposal

    def timed(self, cost: RoundCost) -> None:
        began = perf_counter()
        self._inner.timed(cost)
        self.round_s[-1] += perf_counter() - began

    def accept(self, proposer: str, drafted: tuple[int, ...], n_accepted: int, next_token: int | None) -> None:
        began = perf_counter()
        self._inner.accept(proposer, drafted, n_accepted, next_token)
        self.round_s[-1] += perf_counter() - began

    def observe(self, batch: DecodedBatch) -> None:
        self._inner.observe(batch)

    def rewind(self, n_tokens: int) -> None:
        self._inner.rewind(n_tokens)

    def close(self) -> None:
        self._inner.close()


class Asked(TimedChain):
    """A drafter that is asked in rounds which somebody else decides."""

    def __init__(self, asked: Chain, leading: Chain, chill: Callable[[], object]) -> None:
        super().__init__(asked, chill)
        self._leading = leading

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:
        self._leading.begin(prompt, sampler)
        super().begin(prompt, sampler)

    def draft(self, history: Sequence[int], limit: int) -> tuple[str, Draft]:
        proposal = self._leading.draft(history, limit)
        super().draft(history, limit)
        return proposal

    def timed(self, cost: RoundCost) -> None:
        self._leading.timed(cost)

    def accept(self, proposer: str, drafted: tuple[int, ...], n_accepted: int, next_token: int | None) -> None:
        self._leading.accept(proposer, drafted, n_accepted, next_token)
        super().accept(proposer, drafted, n_accepted, next_token)

    def rewind(self, n_tokens: int) -> None:
        self._leading.rewind(n_tokens)
        super().rewind(n_tokens)

    def close(self) -> None:
        self._leading.close()
        super().close()


class Bench:
    """The way of drafting that is measured, on some replies."""

    def __init__(self, how: Speculation, curve: Curve, replies: Sequence[Reply], runs: int, chill_mib: int) -> None:
        self._how, self._curve, self._replies, self._runs = how, curve, replies, runs
        self._rubbish = np.ones(chill_mib << 17)
        self.drafters = [choice for choice in how.drafters if not runs_a_model(discover()[choice.name])]

    def rounds(self, before: int, past: bool, alone: DrafterChoice | None = None) -> tuple[list[float], list[float]]:
        """(seconds of every round, seconds of every `begin`), the shortest of all runs; of all, or of one drafter."""
        shortest: list[list[float]] = []
        for _ in range(self._runs):
            taken = [self._write(reply, before, past, alone) for reply in self._replies]
            shortest = [list(map(min, *both)) for both in zip(shortest or taken, taken, strict=True)]
        return [seconds for _, *rounds in shortest for seconds in rounds], [begun for begun, *_ in shortest]

    def held(self, before: int) -> int:
        """Bytes that the drafters hold for the first reply's prompt behind `before` tokens."""
        reply = self._behind(self._replies[0], before)
        live, longest = offline_chain(self._how, self._curve)
        tracemalloc.start()
        simulate(replace(reply, tokens=reply.tokens[:1]), live, self._curve.at(0), max_draft=longest)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        live.close()
        return size

    def _write(self, reply: Reply, before: int, past: bool, alone: DrafterChoice | None) -> list[float]:
        """Seconds of `begin`, then of every round."""
        live, longest = offline_chain(self._how, self._curve)
        timed = TimedChain(live, self._rubbish.sum)
        if alone:
            drafter = discover()[alone.name].create(alone.options, offline_resources(wants_chances=True))
            timed = Asked(Chain([(alone.name, drafter)]), live, self._rubbish.sum)
        price = self._curve.at(reply.depth)
        if past:
            for other in self._replies:
                if other is not reply:
                    simulate(replace(other, prompt=other.prompt + other.tokens, tokens=(0,)), timed, price)
        simulate(self._behind(reply, before), timed, price, max_draft=longest)
        timed.close()
        return [timed.begin_s, *timed.round_s]

    def _behind(self, reply: Reply, before: int) -> Reply:
        others = [other for other in self._replies if other is not reply] or [reply]
        earlier = cycle(chain.from_iterable((*other.prompt, *other.tokens) for other in others))
        return replace(reply, prompt=(*islice(earlier, before), *reply.prompt))


def main() -> int:
    options = argparse.ArgumentParser(description="Time for choosing and looking")
    options.add_argument("--preset", default="auto", help="a preset that chooses by price")
    options.add_argument("--curve", default="F16", help="prices by which is chosen, as in bench.replay")
    options.add_argument("--before", nargs="+", type=int, default=[0, 32768], metavar="TOKENS")
    options.add_argument("--past", action="store_true", help="other replies stood in earlier conversations")
    options.add_argument("--only", nargs="*", default=[], metavar="NAME", help="replies by id or group")
    options.add_argument("-m", "--model", type=Path, help="whose tokens (default: the demo model)")
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--chill", type=int, default=0, metavar="MIB", help="read so much memory before every round")
    args = options.parse_args()
    replies, curve = load_replies(args.only, args.model), load_curve(args.curve)
    bench = Bench(named_speculation(args.preset), curve, replies, args.runs, args.chill)
    plain_s = curve.at(0)(1)
    print(f"{len(replies)} replies, shortest of {args.runs} runs; a plain pass takes {plain_s * 1e3:.1f} ms")
    print("microseconds of a round, median / mean:", flush=True)
    rows = []
    for before in args.before:
        whole, begun = bench.rounds(before, args.past)
        parts = {choice.name: bench.rounds(before, args.past, choice)[0] for choice in bench.drafters}
        looking = [sum(together) for together in zip(*parts.values(), strict=True)]
        parts["choosing"] = [all_s - looking_s for all_s, looking_s in zip(whole, looking, strict=True)]
        parts[args.preset] = whole
        cells = [f"{median(times) * 1e6:.0f} / {mean(times) * 1e6:.0f}" for times in parts.values()]
        held = f"{bench.held(before) / 2**20:.1f}"
        p99, share = f"{quantiles(whole, n=100)[98] * 1e6:.0f}", f"{mean(whole) / plain_s:.2%}"
        rows.append([f"{before:,}", *cells, p99, share, f"{median(begun) * 1e3:.1f}", held])
    common.print_table(["tokens before", *parts, "p99", "of a plain pass", "begin ms", "MiB held"], rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
