"""Replies whose tokens are known, written again by every preset: `python -m bench.replay [--preset P ...]`.

Nothing runs but the drafters: time is what a measured price curve says (`bench.replay_simulation`), so the figures have
no noise, and a policy can be chosen by them.

A preset is said as `ID[:VARIANT][,OPTION=VALUE ...]`: `ngram-simple`, `ngram-simple:text`, `ngram-simple,size_n=3`.
From Python: `load_replies`, `load_curve`, `simulate`, `offline_chain`, `oracle`, `geometric_mean`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean

from bench import common
from bench.replay_data import Curve, Reply, load_curve, load_replies
from bench.replay_simulation import Simulation, offline_chain, oracle, simulate
from engine.commands import Speculation
from engine.errors import PacelineError, UsageError
from engine.presets import load_presets, resolve

__all__ = ["geometric_mean", "load_curve", "load_replies", "offline_chain", "oracle", "simulate"]

PRESETS = ("ngram-simple", "ngram-simple:text", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "draft-self")


@dataclass(frozen=True, slots=True)
class Figures:
    """One reply with one preset."""

    speedup: float
    rounds: int
    drafted: int
    accepted: int


@dataclass(frozen=True, slots=True)
class Row:
    """One reply with every preset, by the preset's name. bound: the speedup of a drafter that always knew."""

    id: str
    group: str
    tokens: int
    bound: float
    by_preset: Mapping[str, Figures]


def named_speculation(text: str) -> Speculation:
    """A preset as the command line says it. Raises UsageError naming what is allowed."""
    name, *changes = text.split(",")
    preset_id, _, variant = name.partition(":")
    presets, _ = load_presets()
    if preset_id not in presets:
        raise UsageError(f"There is no preset {preset_id}", "", f"Known: {', '.join(presets)}.")
    overrides = dict(change.partition("=")[::2] for change in changes)
    return resolve(presets[preset_id], variant or None, overrides)


def simulate_all(replies: Sequence[Reply], names: Sequence[str], curve: Curve, round_s: float = 0.0) -> list[Row]:
    """Every reply with every preset, each time by new drafters, at the prices of the reply's own depth."""
    rows = []
    for reply in replies:
        price = curve.at(reply.depth)
        by_preset: dict[str, Figures] = {}
        for name in names:
            chain, longest = offline_chain(named_speculation(name))
            try:
                by_preset[name] = _figures(simulate(reply, chain, price, max_draft=longest, round_s=round_s))
            finally:
                chain.close()
        rows.append(Row(reply.id, reply.group, len(reply.tokens), oracle(reply, price, round_s), by_preset))
    return rows


def _figures(simulation: Simulation) -> Figures:
    return Figures(simulation.speedup, len(simulation.rounds), simulation.drafted, simulation.accepted)


def print_rows(rows: Sequence[Row], names: Sequence[str], *, detail: bool = False) -> None:
    """Speedups by reply, then geometric means by group and of all, and the worst."""
    table = []
    for row in rows:
        cells = [_cell(row.by_preset[name], detail) for name in names]
        table.append([row.id, row.group, str(row.tokens), *cells, f"{row.bound:.2f}"])
    common.print_table(["reply", "group", "tokens", *names, "bound"], table)
    print("\ngeometric means")
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    table = [[f"{group} ({len(members)})", *_means(members, names)] for group, members in groups.items()]
    table.append([f"all ({len(rows)})", *_means(rows, names)])
    table.append(["worst", *(f"{min(row.by_preset[name].speedup for row in rows):.2f}" for name in names), ""])
    common.print_table(["", *names, "bound"], table)


def _means(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    columns = [[row.by_preset[name].speedup for row in rows] for name in names]
    return [f"{geometric_mean(column):.2f}" for column in (*columns, [row.bound for row in rows])]


def _cell(figures: Figures, detail: bool) -> str:
    more = f" ({figures.rounds} rounds, {figures.accepted}/{figures.drafted})" if detail else ""
    return f"{figures.speedup:.2f}{more}"


def main() -> int:
    options = argparse.ArgumentParser(description="Known replies, simulated or forced")
    options.add_argument("--preset", action="append", metavar="PRESET", help=f"default: {' '.join(PRESETS)}")
    options.add_argument("--curve", default="F16", help="F16, Q4_1, gpu-like, or a JSON file")
    options.add_argument("--round-ms", type=float, default=0.0, help="fixed cost of every round, the baseline's too")
    options.add_argument("--only", nargs="*", default=[], metavar="NAME", help="replies by id or group")
    options.add_argument("-m", "--model", type=Path, help="whose tokens (default: the demo model)")
    options.add_argument("--detail", action="store_true", help="with rounds, accepted and drafted tokens")
    options.add_argument("--json", action="store_true", help="one JSON object and nothing else")
    args = options.parse_args()
    names = args.preset or list(PRESETS)
    try:
        curve = load_curve(args.curve)
        rows = simulate_all(load_replies(args.only, args.model), names, curve, args.round_ms / 1000)
    except (PacelineError, ValueError) as error:
        print(error, file=sys.stderr)
        return error.exit_code if isinstance(error, PacelineError) else 2
    if args.json:
        print(json.dumps({"curve": asdict(curve), "rows": [asdict(row) for row in rows]}, indent=1))
    else:
        print(f"simulated with the curve '{curve.title}' ({curve.about})\n")
        print_rows(rows, names, detail=args.detail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
