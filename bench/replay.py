"""Replies whose tokens are known, written again by every preset: `python -m bench.replay [--preset P ...]`.

Nothing runs but the drafters: time is what a measured price curve says (`bench.replay_simulation`), so the figures have
no noise, and a policy can be chosen by them. With `--forced` the real engine writes the same replies, its choices
replaced by the recorded tokens (`bench.replay_forced`); presets take turns, and medians are compared.

A preset is said as `ID[:VARIANT][,OPTION=VALUE ...]`: `ngram-simple`, `ngram-simple:text`, `ngram-simple,size_n=3`.
From Python: `load_replies`, `load_curve`, `simulate`, `offline_chain`, `oracle`, `copier`, `geometric_mean`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median

from bench import common
from bench.replay_data import Curve, Price, Reply, load_curve, load_replies
from bench.replay_figures import Figures, Row, print_rows
from bench.replay_forced import ForcedEngine
from bench.replay_simulation import copier, offline_chain, oracle, simulate
from engine.commands import ContextOptions, Sampling, Speculation
from engine.errors import PacelineError, UsageError
from engine.presets import load_presets, resolve

__all__ = ["copier", "geometric_mean", "load_curve", "load_replies", "offline_chain", "oracle", "simulate"]

PRESETS = ("ngram-simple", "ngram-simple:text", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "draft-self")
ROOM = 256  # tokens of context behind a reply, for drafts that go beyond its end


def named_speculation(text: str, draft_model: Path | None = None) -> Speculation:
    """A preset as the command line says it. Raises UsageError naming what is allowed."""
    name, *changes = text.split(",")
    preset_id, _, variant = name.partition(":")
    presets, _ = load_presets()
    if preset_id not in presets:
        raise UsageError(f"There is no preset {preset_id}", "", f"Known: {', '.join(presets)}.")
    overrides = dict(change.partition("=")[::2] for change in changes)
    return resolve(presets[preset_id], variant or None, overrides, str(draft_model) if draft_model else None)


def simulate_all(
    replies: Sequence[Reply],
    hows: Mapping[str, Speculation],
    curve: Curve,
    round_s: float = 0.0,
    draft_token_s: Mapping[str, float] | None = None,
) -> list[Row]:
    """Every reply with every preset, each time by new drafters, at the prices of the reply's own depth."""
    rows = []
    for reply in replies:
        price = curve.at(reply.depth)
        by_preset: dict[str, Figures] = {}
        for name, how in hows.items():
            chain, longest = offline_chain(how, curve)
            try:
                simulation = simulate(
                    reply, chain, price, max_draft=longest, round_s=round_s, draft_token_s=draft_token_s
                )
                by_preset[name] = simulation.figures()
            finally:
                chain.close()
        rows.append(_row(reply, price, by_preset, round_s))
    return rows


def force_all(
    engine: ForcedEngine,
    replies: Sequence[Reply],
    hows: Mapping[str, Speculation],
    curve: Curve,
    sampling: Sampling,
    runs: int,
) -> list[Row]:
    """Every reply with every preset and the baseline in turn. The bounds are those of the curve."""
    rows = []
    for reply in replies:
        sides = [partial(engine.write, reply, how, sampling) for how in (Speculation(), *hows.values())]
        plain, *others = common.alternate(sides, runs)
        plain_speed = median(run.tokens_per_s for run in plain)
        by_preset = {
            name: taken[-1].figures(median(run.tokens_per_s for run in taken) / plain_speed, 1 / plain_speed)
            for name, taken in zip(hows, others, strict=True)
        }
        rows.append(_row(reply, curve.at(reply.depth), by_preset))
        shown = ", ".join(f"{name} {figures.speedup:.2f}" for name, figures in by_preset.items())
        print(f"{reply.id}: {plain_speed:.1f} tokens/s; {shown}", file=sys.stderr, flush=True)
    return rows


def _row(reply: Reply, price: Price, by_preset: Mapping[str, Figures], round_s: float = 0.0) -> Row:
    bounds = copier(reply, price, round_s), oracle(reply, price, round_s)
    return Row(reply.id, reply.group, len(reply.tokens), *bounds, by_preset)


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description="Known replies, simulated or forced")
    options.add_argument("--preset", action="append", metavar="PRESET", help=f"default: {' '.join(PRESETS)}")
    options.add_argument("--curve", default="F16", help="F16, Q4_1, gpu-like, or a JSON file")
    options.add_argument("--only", nargs="*", default=[], metavar="NAME", help="replies by id or group")
    options.add_argument("-m", "--model", type=Path, help="target, or whose tokens (default: the demo model, in F16)")
    options.add_argument("-d", "--draft", type=Path, help="draft model, for presets that need one and are forced")
    options.add_argument("--round-ms", type=float, default=0.0, help="simulated: fixed cost of every round")
    options.add_argument(
        "--draft-us", action="append", default=[], metavar="DRAFTER=US", help="simulated: cost of a proposed token"
    )
    options.add_argument("--forced", action="store_true", help="time the real engine")
    options.add_argument("--runs", type=int, default=3, help="forced: runs that count, per reply and preset")
    options.add_argument("--temperature", type=float, default=0.0, help="forced: what sampling has to do")
    options.add_argument("--threads", type=int, default=common.default_threads(), help="forced")
    options.add_argument("--detail", action="store_true", help="with rounds, accepted/drafted, share of drafting")
    options.add_argument("--json", action="store_true", help="one JSON object and nothing else")
    return options


def main() -> int:
    args = _options().parse_args()
    try:
        hows = {name: named_speculation(name, args.draft) for name in args.preset or PRESETS}
        curve = load_curve(args.curve)
        replies = load_replies(args.only, args.model)
        rows = _forced(args, replies, hows, curve) if args.forced else _simulated(args, replies, hows, curve)
    except (PacelineError, ValueError) as error:
        print(error, file=sys.stderr)
        return error.exit_code if isinstance(error, PacelineError) else 2
    if args.json:
        print(json.dumps({"forced": args.forced, "curve": asdict(curve), "rows": [asdict(row) for row in rows]}))
        return 0
    forced = f"forced, {args.runs} runs, {args.threads} threads; {common.machine()}; bounds"
    print(f"{forced if args.forced else 'simulated'} with the curve '{curve.title}' ({curve.about})\n")
    print_rows(rows, list(hows), detail=args.detail)
    return 0


def _simulated(
    args: argparse.Namespace, replies: Sequence[Reply], hows: Mapping[str, Speculation], curve: Curve
) -> list[Row]:
    costs = (cost.partition("=") for cost in args.draft_us)
    draft_token_s = {drafter: float(microseconds) / 1e6 for drafter, _, microseconds in costs}
    return simulate_all(replies, hows, curve, args.round_ms / 1e3, draft_token_s)


def _forced(
    args: argparse.Namespace, replies: Sequence[Reply], hows: Mapping[str, Speculation], curve: Curve
) -> list[Row]:
    n_ctx = max(len(reply.prompt) + len(reply.tokens) for reply in replies) + ROOM
    model = args.model or common.demo_f16_path()
    engine = ForcedEngine(model, ContextOptions(n_ctx=n_ctx, gpu_layers=0, threads=args.threads))
    sampling = common.GREEDY if args.temperature == 0 else Sampling(temperature=args.temperature, seed=1)
    try:
        return force_all(engine, replies, hows, curve, sampling, args.runs)
    finally:
        engine.close()


if __name__ == "__main__":
    sys.exit(main())
