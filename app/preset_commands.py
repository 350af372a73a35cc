"""Presets on the command line: listing them, saying them to another engine, keeping one with options of one's own."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console

from app import paths, requests
from app.presenting import preset_json, preset_table
from app.shell import Json, print_json
from engine.errors import UsageError
from engine.presets import export_arguments, resolve, save_user_preset

Variant = Annotated[str | None, typer.Option(help="A named set of the preset's options.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the preset.")]
Preset = Annotated[str, typer.Option("--preset", "-p", help="A preset's id; `paceline presets` lists them.")]


def add_commands(cli: typer.Typer) -> None:
    """Hang them into the program."""
    cli.command()(presets)
    cli.command()(export)
    cli.command("save-preset")(save_preset)


def presets(as_one_object: Json = False) -> int:
    """The ways of drafting, with their options and variants."""
    known = requests.known_presets()
    if as_one_object:
        print_json({"presets": [preset_json(info) for info in known.values()]})
    else:
        Console().print(preset_table(known.values()))
    return 0


def export(
    model: Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")],
    preset: Preset,
    draft: Annotated[str | None, typer.Option("--draft", "-d", help="The draft model: a GGUF file.")] = None,
    variant: Variant = None,
    settings: Settings = None,
    engine: Annotated[str, typer.Option(help="The other engine.")] = "llama-server",
    as_one_object: Json = False,
) -> int:
    """How another engine is told the same: a command line to copy."""
    known = requests.known_presets()
    speculation = requests.speculation(known, preset, variant, settings or (), draft)
    command = [engine, "-m", requests.model_path(model), *export_arguments(known[preset], speculation, engine)]
    if as_one_object:
        print_json({"engine": engine, "command": command})
    else:
        print(shlex.join(command))
    return 0


def save_preset(
    name: Annotated[str, typer.Argument(help="What it shall be called: small letters, digits and dashes.")],
    preset: Preset,
    variant: Variant = None,
    settings: Settings = None,
    title: Annotated[str | None, typer.Option(help="What menus show; the name if left out.")] = None,
) -> int:
    """Keep a preset with options of your own; menus and commands list it from then on."""
    known = requests.known_presets()
    if preset not in known:
        raise UsageError(f"there is no preset '{preset}'", "", f"The presets are: {', '.join(known)}")
    info = known[preset]
    # Which draft model it runs with is not part of a preset, so any will do here.
    speculation = resolve(info, variant, requests.overrides(settings or ()), "draft.gguf")
    mine = replace(
        info, id=name, title=title or name, drafters=speculation.drafters, variants=(), built_in=False
    )
    print(save_user_preset(paths.user_presets_dir(), mine))
    return 0
