"""The headless commands of comparing, as a shell sees them: `paceline compare`, `price` and `comparisons`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from app import requests
from app.compare import export, headless, store
from app.engines import open_engine
from app.shell import Engine, Json, interruptible, print_json
from engine.commands import KV_TYPES, Sampling
from engine.errors import UsageError

if TYPE_CHECKING:
    from app.compare.store import Entry

_Model = Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")]
_Context = Annotated[int, typer.Option("--ctx", min=0, help="0 is the model's own, at most 8192.")]
_Layers = Annotated[str, typer.Option(help="auto or a number.")]
_Threads = Annotated[int | None, typer.Option(min=1, help="Default: the physical cores.")]
_KvType = Annotated[str, typer.Option(help=f"Cache type: {', '.join(KV_TYPES)}.")]
_Html = Annotated[str | None, typer.Option("--report", help="Write a self-contained HTML report to this file.")]
_Csv = Annotated[str | None, typer.Option("--csv", help="Write every run as a line of this CSV file.")]


def add_commands(cli: typer.Typer) -> None:
    """Give the commands to the program's command line."""
    cli.command()(compare)
    cli.command()(price)
    cli.command()(comparisons)


def compare(
    model: _Model,
    presets: Annotated[list[str], typer.Option("--preset", "-p", help="PRESET or PRESET:VARIANT; several times.")],
    drafts: Annotated[list[str] | None, typer.Option("--draft", "-d", help="A draft model, or an MTP head.")] = None,
    prompts: Annotated[str, typer.Option(help="quick, all, categories (coding,math), or a JSONL file.")] = "quick",
    prompt: Annotated[str | None, typer.Option(help="One prompt of your own, in place of a set.")] = None,
    runs: Annotated[int, typer.Option(min=1, help="Runs of every preset and prompt; three tell something.")] = 3,
    max_tokens: Annotated[int, typer.Option("--max-tokens", "-n", min=1, help="Longest reply.")] = 256,
    temperature: Annotated[float, typer.Option(min=0.0, help="0 is greedy.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    peers: Annotated[
        list[str] | None, typer.Option("--peer", metavar="URL|xllamacpp", help="A llama-server beside it.")
    ] = None,
    html: _Html = None,
    table: _Csv = None,
    n_ctx: _Context = 0,
    gpu_layers: _Layers = "auto",
    draft_gpu_layers: _Layers = "auto",
    threads: _Threads = None,
    kv_type: _KvType = "f16",
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Presets against the baseline: speed, acceptance, text, and what would be possible."""
    requests.check_numbers({"--temperature": temperature})
    plan = headless.plan_of(
        model,
        drafts or [],
        presets,
        prompts,
        prompt,
        peers or [],
        requests.context(n_ctx, gpu_layers, draft_gpu_layers, threads, "auto", kv_type),
        Sampling(temperature=temperature, top_p=1.0, min_p=0.0, seed=seed),
        runs,
        max_tokens,
    )
    printer = headless.ComparePrinter(Console(stderr=True), silent=as_one_object)
    link = open_engine(engine)
    try:
        with interruptible() as cancelled, printer:
            report, recorder = headless.run_comparison(link, plan, cancelled, printer.show)
    finally:
        link.close()
    if as_one_object:
        print_json(export.as_json(report))
    else:
        headless.print_report(report, headless.result_console())
    headless.write_files(report, html, table)
    if recorder.problem:
        print(f"paceline: {recorder.problem}", file=sys.stderr)
    failure = headless.failure_of(report)
    if failure is not None:
        raise failure
    return 0


def price(
    model: _Model,
    depth: Annotated[int, typer.Option(min=0, help="Tokens in the context that the pass comes on top of.")] = 0,
    again: Annotated[bool, typer.Option("--again", help="Measure, also when the curve is known.")] = False,
    n_ctx: _Context = 0,
    gpu_layers: _Layers = "auto",
    threads: _Threads = None,
    kv_type: _KvType = "f16",
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """What verifying 1 to 64 tokens at once costs on this machine; it decides which draft length pays."""
    context = requests.context(n_ctx, gpu_layers, "auto", threads, "auto", kv_type)
    link = open_engine(engine)
    try:
        with interruptible() as cancelled:
            curve, known = headless.measure_price(link, model, context, depth, again, cancelled)
    finally:
        link.close()
    if as_one_object:
        print_json({"measured_now": not known, **export.price_json(curve)})
    else:
        headless.print_price(curve, headless.result_console())
        if known:
            print("Measured earlier; --again measures anew.")
    return 0


def comparisons(
    which: Annotated[str, typer.Argument(help="One comparison by its id: show and export it again.")] = "",
    model: Annotated[str, typer.Option(help="Part of a model's name, or of its hash.")] = "",
    arm: Annotated[str, typer.Option(help="Part of the name of a preset or peer.")] = "",
    category: Annotated[str, typer.Option(help="Category of the prompts.")] = "",
    since: Annotated[str, typer.Option(help="A date such as 2026-11-29.")] = "",
    html: _Html = None,
    table: _Csv = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    as_one_object: Json = False,
) -> int:
    """Earlier comparisons, newest first."""
    folder = store.comparisons_dir()
    if which:
        _show_again(which, html, table, markdown, as_one_object)
        return 0
    if html is not None or table is not None or markdown:
        raise UsageError("An export", "no comparison was named", "Name one by its id: paceline comparisons ID")
    entries = store.history(folder, model=model, arm=arm, category=category, since=since)
    if as_one_object:
        print_json({"comparisons": [_entry(entry) for entry in entries]})
        return 0
    rows = Table("Id", "Model", "Tokens/s and speedup", "Ended", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for entry in entries:
        speeds = ", ".join(
            f"{name} {speed:.1f}" + ("" if gain is None else f" ({gain:.2f}×)") for name, speed, gain in entry.speeds
        )
        rows.add_row(entry.id, f"{entry.model} {entry.quantisation}", speeds, entry.ending)
    headless.result_console().print(rows if entries else "No comparison is kept that fits.", markup=False)
    return 0


def _show_again(which: str, html: str | None, table: str | None, markdown: bool, as_one_object: bool) -> None:
    found = [entry for entry in store.history(store.comparisons_dir()) if entry.id == which]
    if not found:
        raise UsageError(f"There is no comparison '{which}'", "", "List them with: paceline comparisons")
    report = store.load(found[0].path)
    if as_one_object:
        print_json(export.as_json(report))
    elif markdown:
        print(export.as_markdown(report), end="")
    else:
        headless.print_report(report, headless.result_console())
    headless.write_files(report, html, table)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "started_at": entry.started_at,
        "model": entry.model,
        "quantisation": entry.quantisation,
        "sha256": entry.model_hash,
        "categories": list(entry.categories),
        "ended": entry.ending,
        "arms": [{"arm": name, "tokens_per_s": speed, "speedup": gain} for name, speed, gain in entry.speeds],
        "file": str(entry.path),
    }
