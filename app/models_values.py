"""From what library, engine and hub say about models to what the window's Models view takes. Pure functions.

Nothing of the hub is imported when the program starts: its client library takes a second, and most people never ask.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, cast

from engine.mtp_heads import SIDECARS
from ui.models.services import (
    Bill,
    BillLine,
    BillWish,
    Change,
    Download,
    DraftOffer,
    Fit,
    HubFile,
    HubRepository,
    Level,
    MemoryBill,
    ModelEntry,
    Place,
    Removal,
    Source,
    Stage,
    Trouble,
    TroubleKind,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from app import library
    from app.hub.values import DownloadRow, FoundDraft, RemoteModel, Repository
    from engine.errors import PacelineError
    from engine.gguf_header import Header
    from engine.memory_bill import DeviceBill, MemoryPlan

_SOURCES: Final[Mapping[str, Source]] = {
    "inside": "inside",
    "disk": "disk",
    "same-repository": "repository",
    "catalogue": "catalogue",
    "search": "hub",
}
_STAGES: Final[Mapping[str, Stage]] = {
    "queued": "waiting",
    "running": "running",
    "paused": "paused",
    "failed": "failed",
    "done": "done",
}
_ACTIVITIES: Final[Mapping[str, Stage]] = {"checking": "checking", "waiting": "retrying"}
_QUANTISATION: Final = re.compile(
    r"(?:^|[-._])((?:UD-)?(?:I?Q\d\w*|TQ\d\w*|BF16|F16|F32|MXFP4\w*|NVFP4\w*))(?=$|[-.])", re.IGNORECASE
)
_RAM: Final = "RAM"


def entry_of(row: library.ModelRow, fit: Fit | None) -> ModelEntry:
    """A row of the library."""
    return ModelEntry(
        path=row.path,
        title=row.title,
        place=row.place,
        kind=row.kind,
        family=row.family,
        architecture=row.architecture,
        parameters=row.parameters,
        quantisation=row.quantisation,
        bits_per_weight=row.bits_per_weight,
        size=row.size,
        n_ctx=row.n_ctx,
        n_vocab=row.n_vocab,
        shards=row.shards,
        mtp=row.mtp,
        licence=row.licence,
        usable=row.usable,
        reason=row.reason,
        fit=fit,
    )


def places_of(folders: Sequence[library.Folder], rows: Sequence[library.ModelRow], own: Path) -> Iterator[Place]:
    """The folders that are looked into; those of other programs only where they are there. own: for downloads."""
    for folder in folders:
        prefix = f"{folder.path}{os.sep}"
        inside = [row for row in rows if row.path.startswith(prefix)]
        there, downloads = folder.path.is_dir(), folder.path == own
        if downloads or folder.place == "added" or (there and (inside or folder.read_only)):
            size = sum(row.size for row in inside)
            yield Place(str(folder.path), folder.place, len(inside), size, there or downloads, downloads)


def trouble_of(error: PacelineError) -> Trouble:
    """An error in words. Those of the hub say of which kind they are."""
    return Trouble(error.what, error.why, error.next_step, cast(TroubleKind, getattr(error, "trouble", "other")))


def fit_of(plan: MemoryPlan, header: Header) -> Fit:
    """What a plan comes to in a few figures. header: of the model whose layers count."""
    layers = header.n_layer_all + 1
    if not plan.fits:
        return Fit("refuse", -sum(bill.short for bill in plan.bills), plan.gpu_layers, layers)
    gpus = [bill for bill in plan.bills if bill.place == "vram"]
    on_gpu = sum(_left(bill) for bill in gpus)
    left = on_gpu if gpus and plan.gpu_layers else sum(_left(bill) for bill in plan.bills if bill.place == "ram")
    return Fit("warn" if plan.sentence else "ok", left, plan.gpu_layers, layers)


def fit_of_other(plan: MemoryPlan, header: Header, more: int) -> Fit:
    """The same for a file of `more` bytes more than the one that the plan was made with: all else stays as it is."""
    room = {place: sum(_room(bill) for bill in plan.bills if bill.place == place) for place in ("ram", "vram")}
    needed = plan.vram_needed + plan.ram_needed + more
    layers = header.n_layer_all + 1
    has_gpu = plan.vram_free is not None
    first = room["vram"] if has_gpu else room["ram"]
    if needed <= first:
        return Fit("ok", first - needed, layers if has_gpu else 0, layers)
    left = room["vram"] + room["ram"] - needed
    if left < 0:
        return Fit("refuse", left, 0, layers)
    return Fit("warn", left, min(layers - 1, layers * first // max(1, needed)), layers)


def bill_of(plan: MemoryPlan, wish: BillWish, n_ctx: int) -> Bill:
    """A plan, item by item."""
    memories = [
        MemoryBill(
            name=_RAM if bill.place == "ram" else bill.device,
            lines=tuple(BillLine(item.part, item.side, item.n_bytes) for item in bill.items),
            free=bill.free,
            total=bill.total,
            headroom=bill.headroom,
        )
        for bill in plan.bills
        if bill.items
    ]
    changes = tuple(
        Change(one.sentence, replace(wish, options=replace(one.options, n_ctx=one.n_ctx)))
        for one in plan.proposals
    )
    level: Level = "refuse" if not plan.fits else "warn" if plan.sentence else "ok"
    return Bill(tuple(memories), level, n_ctx, plan.sentence, changes)


def offer_of(found: FoundDraft, header: Header) -> DraftOffer:
    """Something that could draft. header: the target's."""
    remote = found.remote
    repo, file = (remote.repo, remote.name) if remote is not None else ("", "")
    inside = found.place == "inside"
    use: Use = "inside" if inside else "variant" if found.replaces else "head" if found.kind in SIDECARS else "draft"
    return DraftOffer(
        id=f"{found.place} {found.path or f'{repo}/{file}'}",
        title=found.title,
        source=_SOURCES[found.place],
        use=use,
        level=found.verdict.level,
        sentence=found.verdict.sentence,
        preset=found.preset,
        path="" if inside else found.path,
        repo=repo,
        file=file,
        quantisation=found.quantisation,
        size=found.size,
        fit=fit_of(found.plan, header) if found.plan is not None else None,
        gain=found.gain.sentence if found.gain is not None else "",
        note=found.note,
        gated=remote is not None and remote.gated,
    )


def repository_of(found: Repository, fit: Callable[[RemoteModel], Fit | None]) -> HubRepository:
    """A repository with its files."""
    files = tuple(
        HubFile(model.name, quantisation_in(model.name), model.size, len(model.files), fit(model))
        for model in found.models
    )
    return HubRepository(found.repo, files, found.licence, found.gated, found.downloads)


def download_of(row: DownloadRow, *, ready: bool) -> Download:
    """An entry of the queue. ready: a finished one is in the library already."""
    stage = _ACTIVITIES.get(row.activity, "running") if row.state == "running" else _STAGES[row.state]
    return Download(
        id=row.id,
        title=PurePosixPath(row.name).name,
        repo=row.repo,
        file=row.name,
        stage=stage if ready or stage != "done" else "checking",
        done=row.done,
        total=row.total,
        speed=row.speed or 0.0,
        left_s=row.left_s,
        target=row.meant.target,
        preset=row.meant.preset,
        replaces=row.meant.replaces,
        path=row.path,
        trouble=trouble_of(row.error) if row.error is not None else None,
    )


def removal_of(found: library.Removal) -> Removal:
    """What removing a model would mean."""
    return Removal(
        files=found.files,
        frees=found.frees,
        uses=found.uses,
        refused=trouble_of(found.refusal) if found.refusal is not None else None,
    )


def quantisation_in(name: str) -> str:
    """'Q4_K_M' from 'x/model-Q4_K_M-00001-of-00002.gguf'; '' where the name says none."""
    stem = PurePosixPath(name).name.removesuffix(".gguf")
    found = _QUANTISATION.findall(stem)
    return str(found[-1]).upper() if found else ""


def _room(bill: DeviceBill) -> int:
    return 0 if bill.free is None else max(0, bill.free - bill.headroom)


def _left(bill: DeviceBill) -> int:
    return max(0, _room(bill) - bill.needed)
