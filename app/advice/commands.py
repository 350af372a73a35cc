"""`paceline advice`: which preset for which work, and why."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from app import requests
from app.advice.facts import advice_for
from app.advice.weighing import WORKLOADS
from app.compare.headless import result_console
from app.engines import open_engine
from app.generate import engine_info
from app.shell import Engine, Json, print_json
from engine.errors import UsageError
from ui.advice import Advice, Question


def add_commands(cli: typer.Typer) -> None:
    """Hang it into the program."""
    cli.command()(advice)


def advice(
    model: Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")],
    draft: Annotated[str | None, typer.Option("--draft", "-d", help="A draft model, or an MTP head.")] = None,
    workload: Annotated[str, typer.Option(help=f"One of {', '.join(WORKLOADS)}; any if left out.")] = "",
    temperature: Annotated[float, typer.Option(min=0.0, help="0 is greedy.")] = 0.0,
    n_ctx: Annotated[int, typer.Option("--ctx", min=0, help="0 is the model's own, at most 8192.")] = 0,
    gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Presets in order for a model and a kind of work, with the reason and its ground."""
    requests.check_numbers({"--temperature": temperature})
    if workload and workload not in WORKLOADS:
        raise UsageError(f"--workload {workload}", "there is no such kind of work", f"Known: {', '.join(WORKLOADS)}")
    context = requests.context(n_ctx, gpu_layers, "auto", None, "auto", "f16")
    question = Question(
        requests.model_path(model),
        requests.model_path(draft) if draft else "",
        workload,
        temperature,
        context.gpu_layers,
        context,
    )
    link = open_engine(engine)
    try:
        found = advice_for(question, requests.known_presets(), engine_info(link))
    finally:
        link.close()
    if as_one_object:
        print_json(asdict(found))
    else:
        print_advice(found, result_console())
    return 0


def print_advice(found: Advice, console: Console) -> None:
    """For a person."""
    table = Table("", "Preset", "Why", "Ground", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, one in enumerate(found.suggestions, 1):
        table.add_row(str(place), Text(one.preset), Text(one.reason), Text(one.ground))
    console.print(table)
    for remark in found.remarks:
        console.print(f"{remark.text} ({remark.ground})", markup=False, highlight=False)
