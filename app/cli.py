"""The headless commands. `--json` prints exactly one JSON object on stdout; errors are one line on stderr.

Exit codes: 0 done; 2 usage; 3 refused; 4 a model could not be loaded; 5 the engine died; 130 stopped by
Ctrl+C; 1 a bug of Paceline.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from typer.exceptions import TyperException

from app import history, paths, preset_commands, requests, skip_layers
from app.advice import commands as advice_commands
from app.compare import commands as compare_commands
from app.doctor import examine, print_report
from app.engines import open_engine
from app.generate import StoppedError, as_json, write_reply
from app.hub import commands as hub_commands
from app.library import commands as library_commands
from app.presenting import StreamPrinter, figures
from app.shell import Engine, Json, interruptible, print_json
from app.tuning import commands as tuning_commands
from app.tuning import kept as tuned
from engine.commands import KV_TYPES, AcceptanceRule, Sampling
from engine.errors import PacelineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.commands import MakeCopy

log = logging.getLogger(__name__)
STOPPED_CODE = 130
BUG_CODE = 1

cli = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Chat with GGUF models on your own machine, with speculative decoding to pick, see and trust.",
)
compare_commands.add_commands(cli)
tuning_commands.add_commands(cli)
advice_commands.add_commands(cli)
preset_commands.add_commands(cli)
library_commands.add_commands(cli)
hub_commands.add_commands(cli)


def _preset_help() -> str:
    return "One of: " + ", ".join(requests.known_presets()) + "."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Every error becomes one line on stderr."""
    try:
        command = typer.main.get_command(cli)
        code = command.main(
            list(sys.argv[1:] if arguments is None else arguments),
            prog_name="paceline",
            standalone_mode=False,
        )
    except PacelineError as error:
        return _complain(str(error), error.exit_code)
    except TyperException as error:
        message = " ".join(error.format_message().split())
        within = getattr(error, "ctx", None)
        command_path = within.command_path if within is not None else "paceline"
        return _complain(f"{message} Try `{command_path} --help`.", error.exit_code)
    except (StoppedError, KeyboardInterrupt, typer.Abort):
        return _complain("stopped.", STOPPED_CODE)
    except Exception as error:
        log.exception("A bug in a headless command")
        where = paths.log_file()
        return _complain(f"a bug: {type(error).__name__}: {error}. The traceback is in {where}.", BUG_CODE)
    return code if isinstance(code, int) else 0


def _complain(line: str, code: int) -> int:
    print(f"paceline: {' '.join(line.split())}", file=sys.stderr)
    return code


@cli.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    engine: Engine = "child",
    theme: Annotated[Literal["system", "dark", "light"] | None, typer.Option(help="Colours of the window.")] = None,
) -> int:
    """Without a command: open the window."""
    if context.invoked_subcommand is not None:
        return 0
    from app.window import run_window

    return run_window(engine, theme)


@cli.command()
def generate(
    model: Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")],
    draft: Annotated[str | None, typer.Option("--draft", "-d", help="The draft model: a GGUF file.")] = None,
    preset: Annotated[str, typer.Option("--preset", "-p", help=_preset_help())] = "auto",
    variant: Annotated[str | None, typer.Option(help="A named set of the preset's options.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the preset.")
    ] = None,
    rule: Annotated[
        AcceptanceRule, typer.Option(help="How drafts are accepted; above temperature 0 only the first keeps the text.")
    ] = "coupled",
    prompt: Annotated[str | None, typer.Option(help="What to answer.")] = None,
    prompt_file: Annotated[str | None, typer.Option(help="A text file with the prompt; - is stdin.")] = None,
    chat: Annotated[str | None, typer.Option(help="A JSON file with the messages so far.")] = None,
    system: Annotated[str | None, typer.Option(help="The system prompt.")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Use the prompt as it stands, without a template.")] = False,
    max_tokens: Annotated[int, typer.Option("--max-tokens", "-n", min=1, help="Longest reply.")] = 256,
    temperature: Annotated[float, typer.Option(min=0.0, help="0 is greedy.")] = 0.0,
    top_k: Annotated[int, typer.Option(min=0, help="0 keeps all.")] = 40,
    top_p: Annotated[float, typer.Option(min=0.0, max=1.0)] = 1.0,
    min_p: Annotated[float, typer.Option(min=0.0, max=1.0)] = 0.0,
    repeat_penalty: Annotated[float, typer.Option(min=0.01, help="1 changes nothing.")] = 1.0,
    presence_penalty: Annotated[float, typer.Option()] = 0.0,
    frequency_penalty: Annotated[float, typer.Option()] = 0.0,
    penalty_last_n: Annotated[int, typer.Option(min=-1, help="Tokens that count; -1 is all.")] = 64,
    logit_bias: Annotated[list[str] | None, typer.Option(metavar="TOKEN=BIAS", help="By token number.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    n_ctx: Annotated[int, typer.Option("--ctx", min=0, help="0 is the model's own, at most 8192.")] = 0,
    gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    draft_gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    threads: Annotated[int | None, typer.Option(min=1, help="Default: the physical cores.")] = None,
    flash_attention: Annotated[Literal["auto", "on", "off"], typer.Option()] = "auto",
    kv_type: Annotated[str, typer.Option(help=f"Cache type: {', '.join(KV_TYPES)}.")] = "f16",
    draft_kv_type: Annotated[str | None, typer.Option(help="Cache type of a draft model; default --kv-type.")] = None,
    draft_device: Annotated[
        str, typer.Option(help="Where the draft is computed: a device of `paceline doctor`; CPU keeps the GPU out.")
    ] = "",
    stop: Annotated[list[str] | None, typer.Option(help="End the reply before this text.")] = None,
    rest_when_slow: Annotated[
        bool, typer.Option("--rest-when-slow", help="Pause or end drafting where it slows the reply.")
    ] = False,
    json_schema: Annotated[
        str | None,
        typer.Option(metavar="FILE|TEXT", help="Keep the reply to a JSON schema. It goes together with every preset."),
    ] = None,
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Write one reply."""
    floats = {
        "--temperature": temperature,
        "--top-p": top_p,
        "--min-p": min_p,
        "--repeat-penalty": repeat_penalty,
        "--presence-penalty": presence_penalty,
        "--frequency-penalty": frequency_penalty,
    }
    requests.check_numbers(floats)
    job = requests.job(
        model,
        requests.speculation(requests.known_presets(), preset, variant, settings or [], draft, rule, draft_device),
        requests.PromptSource(prompt, prompt_file, chat, system, raw),
        requests.context(
            n_ctx,
            gpu_layers,
            draft_gpu_layers,
            threads,
            flash_attention,
            kv_type,
            draft_kv=draft_kv_type,
            draft_device=draft_device,
        ),
        Sampling(
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            min_p=min_p,
            repeat_penalty=repeat_penalty,
            presence_penalty=presence_penalty,
            frequency_penalty=frequency_penalty,
            penalty_last_n=penalty_last_n,
            logit_bias=requests.biases(logit_bias or []),
            seed=seed,
        ),
        max_tokens,
        stop or [],
        json_schema,
    )
    printer = StreamPrinter(Console(stderr=True), silent=as_one_object)
    link = open_engine(engine)
    try:
        with interruptible() as cancelled, printer:
            reply = write_reply(link, replace(job, rest_when_slow=rest_when_slow), printer.show, cancelled)
    finally:
        link.close()
    reply.notices += tuned.reasons_to_tune_again(preset, reply.engine, job.model)
    if as_one_object:
        print_json(as_json(reply, variant))
    else:
        for line in figures(reply):
            print(line, file=sys.stderr)
    return 0


@cli.command()
def doctor(engine: Engine = "child", as_one_object: Json = False) -> int:
    """Versions, devices, engine build and folders, and the command that would give a GPU build."""
    report = examine(engine)
    if as_one_object:
        print_json(report)
    else:
        print_report(report, Console())
    return 0


@cli.command("skip-layers")
def search_layers(
    model: Annotated[str, typer.Option("--model", "-m", help="The target: a GGUF file, or demo.")],
    make: Annotated[
        bool | None, typer.Option("--make/--no-make", help="Keep the best copy in any case, or in none.")
    ] = None,
    file_type: Annotated[
        str, typer.Option("--type", help="Quantisation of the copy, such as Q4_0. Default: as the target.")
    ] = "",
    max_skip: Annotated[int, typer.Option(min=0, help="Layers left out at most; 0 is half of them.")] = 0,
    n_ctx: Annotated[int, typer.Option("--ctx", min=0, help="0 is the model's own, at most 8192.")] = 1024,
    gpu_layers: Annotated[str, typer.Option(help="auto or a number.")] = "auto",
    threads: Annotated[int | None, typer.Option(min=1, help="Default: the physical cores.")] = None,
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Search which layers a copy of a model can do without, to draft for it. The copy is kept when it pays."""
    console = Console(stderr=True)
    options = requests.context(n_ctx, gpu_layers, gpu_layers, threads, "auto", "f16")
    wanted: MakeCopy = "if-it-pays" if make is None else "always" if make else "never"
    path = requests.model_path(model)
    link = open_engine(engine)
    try:
        with interruptible() as cancelled, skip_layers.SearchProgress(console, as_one_object) as bar:
            done = skip_layers.search(link, path, options, wanted, file_type, max_skip, bar.show, cancelled)
    finally:
        link.close()
    if as_one_object:
        print_json(skip_layers.as_json(done))
    else:
        console.print(skip_layers.table(done))
        print(done.sentence)
        if done.path:
            print(f"Use it with: paceline generate -m {model} -p draft-self-layers")
    return 0


@cli.command("history")
def own_history(
    clear: Annotated[bool, typer.Option("--clear", help="Remove it; an open window may write its part again.")] = False,
    as_one_object: Json = False,
) -> int:
    """What draft-self keeps of past conversations to draft from."""
    folder = paths.history_dir()
    left = history.clear(folder) if clear else history.size(folder)
    if as_one_object:
        print_json({"folder": str(folder), "size": left})
    else:
        print(f"{left / 1e6:.1f} MB in {folder}")
    return 0


@cli.command()
def screenshots(
    folder: Annotated[str, typer.Argument(help="Where the PNG files go.")],
    model: Annotated[str, typer.Option("--model", "-m", help="Who writes the reply.")] = requests.DEMO_NAME,
    language: Annotated[str, typer.Option("--language", help="What the window speaks, such as sv.")] = "en",
    engine: Engine = "child",
) -> int:
    """Every main view of the window as PNG, driven by a real reply."""
    from app.screenshots import take_all

    own = None if model == requests.DEMO_NAME else Path(requests.model_path(model))
    for path in take_all(folder, engine, own, language):
        print(path)
    return 0
