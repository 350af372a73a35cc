"""`paceline tune`: progress and a table while it runs, then the verdict, the heat maps and the preset."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Column, Table
from rich.text import Text

from app import paths, requests
from app.compare.headless import result_console
from app.compare.plan import MOST_RUNS
from app.compare.verdict import speedup_words
from app.engines import open_engine
from app.generate import StoppedError, engine_info
from app.shell import Engine, Json, interruptible, print_json
from app.tuning import kept as keeping
from app.tuning.tuner import tune as run_tuning
from engine.commands import KV_TYPES
from engine.errors import EngineError, RefusedError, UsageError
from ui.tuning import FULL_MINUTES, QUICK_MINUTES, Standing, TuneGrid, TuneResult, TuneRow, TuneWish

if TYPE_CHECKING:
    from app.tuning.kept import KeptTune
    from ui.comparison import Speedup

_LIVE_ROWS = 12


def add_commands(cli: typer.Typer) -> None:
    """Hang it into the program."""
    cli.command()(tune)


def tune(
    model: Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")],
    draft: Annotated[str | None, typer.Option("--draft", "-d", help="A draft model, or an MTP head.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer settings and prompts.")] = False,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0, help=f"Longest time, 0 for no end; {QUICK_MINUTES} with --quick and {FULL_MINUTES} without."
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="NAME", help="Name of the preset; tuned-MODEL if left out.")
    ] = None,
    runs: Annotated[int, typer.Option(min=2, max=MOST_RUNS, help="Runs of each finalist and prompt.")] = 3,
    max_tokens: Annotated[int, typer.Option("--max-tokens", "-n", min=32, help="Longest reply.")] = 128,
    temperature: Annotated[float, typer.Option(min=0.0, help="0 is greedy.")] = 0.0,
    n_ctx: Annotated[int, typer.Option("--ctx", min=0, help="0 is the model's own, at most 8192.")] = 0,
    gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    draft_gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    threads: Annotated[int | None, typer.Option(min=1, help="Default: the physical cores.")] = None,
    kv_type: Annotated[str, typer.Option(help=f"Cache type: {', '.join(KV_TYPES)}.")] = "f16",
    anew: Annotated[
        bool, typer.Option("--anew", help="From the beginning, also where the same tuning was stopped before.")
    ] = False,
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Search the fastest setting for this model on this machine, and keep it as a preset where it beats auto."""
    requests.check_numbers({"--temperature": temperature, "--minutes": minutes or 0.0})
    known = requests.known_presets()
    if save is not None and save in known and known[save].built_in:
        raise UsageError(f"--save {save}", "a built-in preset has that name", "Choose another name")
    wish = TuneWish(
        model=requests.model_path(model),
        draft=requests.model_path(draft) if draft else "",
        quick=quick,
        minutes=(QUICK_MINUTES if quick else FULL_MINUTES) if minutes is None else minutes,
        runs=runs,
        max_tokens=max_tokens,
        temperature=temperature,
        context=requests.context(n_ctx, gpu_layers, draft_gpu_layers, threads, "auto", kv_type),
        anew=anew,
    )
    link = open_engine(engine)
    try:
        with interruptible() as cancelled, TunePrinter(Console(stderr=True), silent=as_one_object) as printer:
            result = run_tuning(link, wish, known, cancelled, printer.show, engine=engine_info(link))
    finally:
        link.close()
    if result.least_minutes:
        raise RefusedError(
            "The tuning did not begin", result.reason, f"Give it --minutes {result.least_minutes}, or more"
        )
    preset = ""
    record: KeptTune | None = None
    try:
        record = keeping.keep(result)
        if result.confirmed or (save is not None and result.speculation.drafters):
            name = save or keeping.usual_name(wish.model, wish.draft)
            keeping.save_preset(result, name, known, paths.user_presets_dir())
            preset = name
            record = keeping.keep(result, preset)
    finally:  # the verdict is known also where it cannot be written down
        if as_one_object:
            print_json(as_json(result, record, preset))
        else:
            print_result(result, preset, result_console())
    if result.ending == "stopped":
        raise StoppedError
    if result.ending != "done":
        raise EngineError("The tuning ended early", result.reason, "What was measured is kept")
    return 0


class TunePrinter:
    """A table on the console of stderr that follows. silent: none."""

    def __init__(self, console: Console, silent: bool) -> None:
        shown = not silent and console.is_terminal
        self._console = None if silent else console
        self._live = Live(console=console, transient=True, refresh_per_second=4) if shown else None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, standing: Standing) -> None:
        """How it stands now; and once, before the first reply, what all of it comes to."""
        if self._console is not None and standing.seconds is not None:
            self._console.print(forecast_words(standing), markup=False, highlight=False)
            self._console = None
        if self._live is not None:
            self._live.update(Group(Text(progress_words(standing)), row_table(standing, _LIVE_ROWS)))


def forecast_words(standing: Standing) -> str:
    """'12 settings on 3 prompts, at most 102 replies of up to 128 tokens: about 9 min. Ctrl+C keeps what is known, and
    the same command goes on from there.'"""
    n = sum(row.state == "in" for row in standing.rows)
    replies = standing.total - standing.done
    words = f"{n} settings on {standing.prompts} prompts, at most {replies} replies of up to {standing.tokens} tokens"
    left_out = sum(row.state == "dropped" and not row.rounds for row in standing.rows)
    if left_out:
        words += f" (there is no time for {left_out} more settings)"
    words = f"{words}: about {time_words(standing.seconds or 0)}."
    if standing.known:
        return (
            f"Goes on where it was stopped, with {standing.known} replies that are known (--anew begins anew). {words}"
        )
    if standing.round == standing.rounds:
        return f"{words} Ctrl+C keeps the table."  # the round that decides is written in one sitting
    return f"{words} Ctrl+C keeps what is known, and the same command goes on from there."


def time_words(seconds: float) -> str:
    """'40 s', '9 min'"""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def progress_words(standing: Standing) -> str:
    """'round 1 of 4, reply 12 of at most 240, about 3 min left: draft-model n_max=4 p_min=0, json-1'"""
    words = f"round {standing.round} of {standing.rounds}, reply {standing.done} of at most {standing.total}"
    if standing.seconds is not None:
        words += f", about {time_words(standing.seconds)} left"
    return f"{words}: {standing.now}" if standing.now else words


def row_table(standing: Standing, most: int | None = None) -> Table:
    """The settings, as a table; the first so many, or all."""
    name = Column("Setting", no_wrap=True)
    table = Table(name, "Speedup", "tokens/s", "Accepted", "", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in [row for row in standing.rows if row.rounds or row.state != "dropped"][:most]:
        table.add_row(
            Text(row.name),
            speedup_words(row.speedup) if row.speedup else "",
            f"{row.tokens_per_s:.1f}" if row.tokens_per_s else "",
            f"{row.acceptance:.0%}" if row.acceptance is not None else "",
            Text(state_words(row, standing)),
        )
    return table


def state_words(row: TuneRow, standing: Standing) -> str:
    """'' while it is in the race, else where and why it fell out."""
    if row.state == "in":
        return ""
    if row.state == "failed":
        return row.reason
    if row.prompts < standing.prompts:
        return f"given up after {row.prompts} of {standing.prompts} prompts"
    return f"dropped after round {row.rounds}"


def grid_table(grid: TuneGrid, rows: Sequence[TuneRow]) -> Table:
    """A heat map in figures: speedups, the best one marked."""
    by_name = {row.name: row for row in rows}
    gains = {row.name: row.level for row in rows if row.level}
    best = max((gains.get(name, 0.0) for line in grid.names for name in line), default=0.0)
    table = Table("", *(f"{value:g}" for value in grid.xs), box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for value, line in zip(grid.ys, grid.names, strict=True):
        cells = []
        for name in line:
            gain = gains.get(name)
            failed = name in by_name and by_name[name].state == "failed"
            cells.append(("failed" if failed else "-") if gain is None else f"{gain:.2f}{'*' if gain == best else ''}")
        table.add_row(f"{value:g}", *cells)
    return table


def print_result(result: TuneResult, preset: str, console: Console) -> None:
    """All of it for a person."""
    speed = result.standing.baseline_tokens_per_s
    if speed is not None:
        console.print(f"The baseline writes {speed:.1f} tokens/s.", markup=False, highlight=False)
    console.print(row_table(result.standing))
    left_out = [row.name for row in result.standing.rows if row.state == "dropped" and not row.rounds]
    if left_out:
        console.print(f"There was no time for {', '.join(left_out)}.", markup=False, highlight=False)
    measured = {row.name for row in result.standing.rows if row.level}
    for grid in result.standing.grids:
        if sum(name in measured for line in grid.names for name in line) < 2:
            continue  # nothing to hold against each other
        title = f"{grid.preset}: times the baseline's speed, {grid.y} down, {grid.x} across, * the best"
        console.print(f"\n{title}", markup=False, highlight=False)
        console.print(grid_table(grid, result.standing.rows))
    console.print()
    console.print(result.sentence, markup=False, highlight=False)
    if preset:
        console.print(f"Saved as preset '{preset}': paceline generate -p {preset}", markup=False, highlight=False)
    elif result.ending == "done" and result.winner and not result.confirmed:
        console.print("No preset was saved: nothing beats what is there.", markup=False, highlight=False)
    elif result.goes_on:
        console.print("The same command goes on from here.", markup=False, highlight=False)
    sys.stdout.flush()


def as_json(result: TuneResult, record: KeptTune | None, preset: str) -> dict[str, Any]:
    """The result as one JSON object."""
    where = result.circumstances
    return {
        "ended": result.ending,
        "winner": result.winner or None,
        "confirmed": result.confirmed,
        "sentence": result.sentence,
        "reason": result.reason or None,
        "speedup": _gain(result.speedup),
        "auto_speedup": _gain(result.auto_speedup),
        "against_auto": _gain(result.against_auto),
        "preset": preset or None,
        "kept": record is not None,
        "goes_on": result.goes_on,
        "comparison": result.comparison or None,
        "prompts": list(result.prompts),
        "temperature": result.temperature,
        "baseline_tokens_per_s": result.standing.baseline_tokens_per_s,
        "circumstances": {name: getattr(where, name) for name in where.__slots__} if where else None,
        "rows": [
            {
                "name": row.name,
                "preset": row.speculation.preset,
                "options": {one.name: dict(one.options) for one in row.speculation.drafters},
                "state": row.state,
                "rounds": row.rounds,
                "prompts": row.prompts,
                "speedup": _gain(row.speedup),
                "tokens_per_s": row.tokens_per_s,
                "acceptance_rate": row.acceptance,
                "reason": row.reason or None,
            }
            for row in result.standing.rows
        ],
        "grids": [
            {
                "preset": grid.preset,
                "x": grid.x,
                "xs": list(grid.xs),
                "y": grid.y,
                "ys": list(grid.ys),
                "names": [list(line) for line in grid.names],
            }
            for grid in result.standing.grids
        ],
    }


def _gain(gain: Speedup | None) -> dict[str, Any] | None:
    return None if gain is None else {"estimate": gain.estimate, "low": gain.low, "high": gain.high}
