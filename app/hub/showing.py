"""How drafts, repositories and downloads are shown on the command line, and their JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Table
from rich.text import Text

from app.hub.judging import is_here, is_worth_it
from app.library import size_in_words
from engine.memory_plan import HEADROOM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from app.hub.values import DownloadRow, DraftsFound, FoundDraft, Place, RemoteModel, Repository
    from engine.events import DeviceInfo
    from engine.gguf_header import Header

CLEARLY: Final = 1.1  # times as much expected of another draft before it is worth a download
_PLACES: Final[dict[Place, str]] = {
    "inside": "inside",
    "disk": "here",
    "same-repository": "beside it on the hub",
    "catalogue": "hub, built-in list",
    "search": "hub, search",
}


class DownloadProgress:
    """A bar with speed and time left for one download. silent: none."""

    def __init__(self, console: Console, model: RemoteModel, silent: bool) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=silent,
        )
        self._task = self._progress.add_task(Path(model.name).name, total=model.size)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, row: DownloadRow) -> None:
        words = {"checking": "Checking what is here", "waiting": "Waiting to try again"}
        description = words.get(row.activity, Path(row.name).name)
        self._progress.update(self._task, description=description, completed=row.done)


def draft_table(drafts: Sequence[FoundDraft]) -> Table:
    """One row for each, those that cannot draft last."""
    columns = ("Draft", "Where", "Size", "Verdict", "Expected", "Memory")
    table = Table(*columns, box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for draft in drafts:
        name = f"{draft.title} {draft.quantisation}".strip()
        where = _PLACES[draft.place] + (f"\n{draft.remote.repo}" if draft.remote else "")
        where += "\nin the target's place" if draft.replaces else ""
        gain = f"{draft.gain.speedup:.1f}×" if draft.gain else "-"
        size = size_in_words(draft.size) if draft.size else "-"
        verdict = f"{draft.verdict.level}: {draft.verdict.sentence}"
        # Text, not markup: names and tokens are a stranger's.
        table.add_row(*(Text(cell) for cell in (name, where, size, verdict, gain, _memory(draft))))
    return table


def next_steps(target: str, drafts: Sequence[FoundDraft]) -> Iterator[str]:
    """What to type next: for the best draft here, and for one on the hub that is expected to be clearly better."""
    here = next((draft for draft in drafts if is_here(draft) and is_worth_it(draft)), None)
    there = next((draft for draft in drafts if draft.remote is not None and is_worth_it(draft)), None)
    if here is not None:
        yield _said(here)
        with_draft = "" if here.place == "inside" else f" -d {here.path}"
        yield f"Use it with: paceline generate -m {target}{with_draft} -p {here.preset} --prompt ..."
    if there is not None and there.remote is not None and _speedup(there) > CLEARLY * _speedup(here):
        yield _said(there)
        yield f"Fetch it with: paceline get {there.remote.repo} {there.remote.name}"
    if here is None and there is None:
        yield "None of them is expected to make it faster. N-gram presets cost next to nothing: paceline presets"


def _speedup(draft: FoundDraft | None) -> float:
    return draft.gain.speedup if draft is not None and draft.gain is not None else 0.0


def _said(draft: FoundDraft) -> str:
    instead = " It takes the target's place." if draft.replaces else ""
    return f"{draft.title}: {draft.gain.sentence if draft.gain else ''}{instead}"


def found_json(target: Header, found: DraftsFound) -> dict[str, Any]:
    """All that was found, for a program."""
    return {
        "target": target.path,
        "drafts": [_draft_json(draft) for draft in found.drafts],
        "problems": [
            {"what": one.what, "why": one.why, "next_step": one.next_step, "kind": one.kind} for one in found.problems
        ],
    }


def repository_table(repository: Repository, devices: Sequence[DeviceInfo]) -> Table:
    """One row for each model of a repository."""
    table = Table("File", "Size", "Shards", "Fits", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for model in repository.models:
        shards = str(len(model.files)) if len(model.files) > 1 else ""
        cells = (model.name, size_in_words(model.size), shards, fit_in_words(model.size, devices))
        table.add_row(*map(Text, cells))
    return table


def repository_json(repository: Repository, devices: Sequence[DeviceInfo]) -> dict[str, Any]:
    """The same for a program."""
    return {
        "repo": repository.repo,
        "commit": repository.commit,
        "licence": repository.licence,
        "gated": repository.gated,
        "downloads": repository.downloads,
        "models": [
            {
                "file": model.name,
                "size": model.size,
                "fits": fit_in_words(model.size, devices),
                "files": [{"name": file.name, "size": file.size, "sha256": file.sha256} for file in model.files],
            }
            for model in repository.models
        ],
    }


def fit_in_words(size: int, devices: Sequence[DeviceInfo]) -> str:
    """Where weights of so many bytes have room, with what is kept free anyway: 'GPU', 'RAM', 'no', or '' unknown.

    A first look by size alone; `drafts` counts caches and buffers as well.
    """
    gpu = sum(device.memory_free for device in devices if device.kind == "gpu")
    ram = sum(device.memory_free for device in devices if device.kind == "cpu")
    if gpu and size + HEADROOM <= gpu:
        return "GPU"
    if ram:
        return "RAM" if size + HEADROOM <= ram else "no"
    return ""


def _memory(draft: FoundDraft) -> str:
    if draft.plan is None:
        return ""
    return draft.plan.sentence or "fits"


def _draft_json(draft: FoundDraft) -> dict[str, Any]:
    gain, plan, remote = draft.gain, draft.plan, draft.remote
    return {
        "title": draft.title,
        "place": draft.place,
        "kind": draft.kind,
        "quantisation": draft.quantisation,
        "size": draft.size,
        "level": draft.verdict.level,
        "rule": draft.verdict.rule,
        "sentence": draft.verdict.sentence,
        "preset": draft.preset,
        "replaces": draft.replaces,
        "path": draft.path,
        "repo": remote.repo if remote else "",
        "file": remote.name if remote else "",
        "gated": remote.gated if remote else False,
        "expected": None
        if gain is None
        else {
            "speedup": gain.speedup,
            "acceptance": gain.acceptance,
            "n_draft": gain.n_draft,
            "draft_cost": gain.draft_cost,
            "sentence": gain.sentence,
        },
        "memory": None
        if plan is None
        else {"fits": plan.fits, "vram": plan.vram_needed, "ram": plan.ram_needed, "sentence": plan.sentence},
        "note": draft.note,
    }
