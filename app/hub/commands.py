"""`paceline drafts` and `paceline get`: the same functions as the window's, on the command line.

The hub's client library takes a second to import, so that is done by the commands that need it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console

from app import demo_model, paths, requests
from app.engines import open_engine
from app.generate import StoppedError, engine_info
from app.library import Library, folders_of, header_of, own_folder
from app.presenting import FetchProgress
from app.settings import SettingsStore
from app.shell import Engine, Json, interruptible, print_json
from engine.errors import PacelineError, UsageError

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from app.hub.client import Hub
    from app.hub.downloads import Downloads
    from app.hub.values import DownloadRow, RemoteModel, Repository
    from engine.events import DeviceInfo
    from engine.gguf_header import Header

_LOOK_EVERY_S: Final = 0.1
_STOPPING_S: Final = 1.0  # a server that has fallen silent is not waited for
Offline = Annotated[bool, typer.Option("--offline", help="Ask no hub: only what is on this machine.")]


def add_commands(cli: typer.Typer) -> None:
    """Hang them into the program."""
    cli.command()(drafts)
    cli.command()(get)


def drafts(
    target: Annotated[str, typer.Argument(help="The GGUF file that writes: here, or OWNER/NAME/FILE on the hub.")],
    offline: Offline = False,
    n_ctx: Annotated[int, typer.Option("--ctx", min=1, help="Context that the memory is counted for.")] = 8192,
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """What can draft for a model: on this machine and on the hub, judged before anything is downloaded, best first."""
    from app.hub.client import Hub
    from app.hub.finding import find_drafts, repo_of_target
    from app.hub.showing import draft_table, found_json, next_steps

    settings = SettingsStore(paths.settings_file()).settings
    folders = folders_of(settings)
    hub = Hub(offline=offline)
    console = Console(stderr=True)
    with interruptible() as cancelled, console.status("Looking at what is here") as status:
        header = _target(hub, target, cancelled)
        rows = [row for row in Library(folders, settings.model_files).scan() if row.kind != "unreadable"]
        devices = _devices(engine)
        status.update("Asking the hub" if not hub.offline else "Looking at what is here")
        found = find_drafts(
            header,
            [Path(row.path) for row in rows],
            hub,
            target_repo=repo_of_target(header, [folder.path for folder in folders]),
            devices=devices,
            n_ctx=n_ctx,
            cancelled=cancelled,
        )
        if cancelled.is_set():
            raise StoppedError
    if as_one_object:
        print_json(found_json(header, found))
        return 0
    if found.drafts:
        Console().print(draft_table(found.drafts))
        print()
        for line in next_steps(target, found.drafts):
            print(line)
    else:
        print("No draft was found. N-gram presets need none: paceline presets")
    for problem in found.problems:
        print(f"note: {problem}", file=sys.stderr)
    return 0


def get(
    repo: Annotated[str, typer.Argument(help="A repository, OWNER/NAME; or demo.")],
    file: Annotated[
        str | None, typer.Argument(help="Which of its files: its name, or a part that only one has, such as Q4_K_M.")
    ] = None,
    engine: Engine = "child",
    as_one_object: Json = False,
) -> int:
    """Fetch a model into the models folder; without FILE, list what the repository has. Stopped ones go on later."""
    if repo == requests.DEMO_NAME and file is None:
        return _get_demo(as_one_object)
    from app.hub.client import Hub
    from app.hub.names import repo_of_url

    if "/" not in repo:
        raise UsageError(f"there is nothing to get as '{repo}'", "", "Name a repository as OWNER/NAME, or: demo")
    hub = Hub()
    repository = hub.repository(repo_of_url(repo) or repo)
    if file is None:
        return _list(repository, _devices(engine), as_one_object)
    model = _chosen(repository, file)
    row = _fetch(hub, model, Console(stderr=True), as_one_object)
    if as_one_object:
        print_json({"path": row.path, "size": row.total, "repo": row.repo, "file": row.name})
    else:
        print(row.path)
    return 0


def _get_demo(as_one_object: bool) -> int:
    with interruptible() as cancelled, FetchProgress(Console(stderr=True), silent=as_one_object) as progress:
        path = demo_model.fetch(progress.show, cancelled)
    if as_one_object:
        print_json({"path": str(path), "size": path.stat().st_size})
    else:
        print(path)
    return 0


def _list(repository: Repository, devices: Sequence[DeviceInfo], as_one_object: bool) -> int:
    from app.hub.showing import repository_json, repository_table

    if as_one_object:
        print_json(repository_json(repository, devices))
    elif repository.models:
        Console().print(repository_table(repository, devices))
        print(f"Fetch one with: paceline get {repository.repo} FILE")
    else:
        print(f"{repository.repo} holds no GGUF files.")
    return 0


def _chosen(repository: Repository, given: str) -> RemoteModel:
    """The model meant by a name, of any shard, or by a part of one. Raises UsageError that names what there is."""
    exact = [
        model
        for model in repository.models
        if any(given in (file.name, Path(file.name).name) for file in model.files)
    ]
    matches = exact or [model for model in repository.models if given.lower() in model.name.lower()]
    if len(matches) == 1:
        return matches[0]
    names = ", ".join(model.name for model in matches or repository.models) or "none"
    why = f"{len(matches)} of them have it" if matches else "there is none"
    raise UsageError(f"'{given}' is not one file of {repository.repo}", why, f"Its files are: {names}")


def _fetch(hub: Hub, model: RemoteModel, console: Console, silent: bool) -> DownloadRow:
    """Download and show it. Raises PacelineError, and StoppedError after Ctrl+C."""
    from app.hub.downloads import Downloads

    folder = own_folder(SettingsStore(paths.settings_file()).settings)
    queue = Downloads(hub, folder)
    try:
        number = queue.add(model)
        row = _watched(queue, number, model, console, silent)
        if row.state == "failed" and _was_given_a_token(hub, row, silent):
            queue.resume(number)
            row = _watched(queue, number, model, console, silent)
    finally:
        queue.close()
    if row.state == "paused":
        share = row.done / row.total if row.total else 0.0
        print(f"paceline: {share:.0%} of {row.name} are kept; the same command goes on from there.", file=sys.stderr)
        raise StoppedError
    if row.error is not None:
        raise row.error
    return row


def _watched(queue: Downloads, number: int, model: RemoteModel, console: Console, silent: bool) -> DownloadRow:
    from app.hub.showing import DownloadProgress

    with interruptible() as cancelled, DownloadProgress(console, model, silent) as progress:
        while True:
            row = queue.wait(number, _LOOK_EVERY_S)
            progress.show(row)
            if row.state not in ("queued", "running"):
                return row
            if cancelled.is_set():
                queue.pause(number)
                return queue.wait(number, _STOPPING_S)


def _was_given_a_token(hub: Hub, row: DownloadRow, silent: bool) -> bool:
    """Ask a person for the token of a gated repository; nobody who is not there is asked."""
    from app.hub.errors import TokenNeededError

    error = row.error
    if not isinstance(error, TokenNeededError) or silent or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"paceline: {error}", file=sys.stderr)
    token = typer.prompt("Token", hide_input=True, default="", show_default=False, err=True)
    if not token:
        return False
    if sentence := hub.tokens.keep(token):
        print(f"paceline: {sentence}", file=sys.stderr)
    return True


def _target(hub: Hub, given: str, cancelled: threading.Event) -> Header:
    """The header of a file here, or of one on the hub. Raises PacelineError."""
    from app.hub.remote import read_remote_header

    path = Path(requests.model_path(given))
    parts = given.split("/")
    if path.exists() or len(parts) < 3 or not given.endswith(".gguf"):
        return header_of(path)
    repository = hub.repository("/".join(parts[:2]))
    return read_remote_header(hub, _chosen(repository, "/".join(parts[2:])), cancelled=cancelled)


def _devices(kind: str) -> Sequence[DeviceInfo]:
    """What the engine could compute on; nothing where it does not start, for that is no reason to find no drafts."""
    link = open_engine("thread" if kind == "thread" else "child")
    try:
        return engine_info(link).devices
    except PacelineError:
        return ()
    finally:
        link.close()
