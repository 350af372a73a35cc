"""From a path to a model in memory: the header is judged first, then memory is planned, then llama.cpp loads.

A target is planned together with what will draft beside it, so that it does not take a GPU whole that a second model
needs a part of (`engine.memory_plan`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

import psutil

from engine.chat_template import ChatTemplate
from engine.commands import DEFAULT_N_CTX, ContextOptions
from engine.errors import ModelLoadError, UsageError
from engine.events import DeviceInfo, ModelInfo
from engine.gguf_header import Header, check_target, read_header
from engine.llama import backend
from engine.llama.model import Model
from engine.memory_plan import GIB, MemoryPlan, plan
from engine.vocabulary import check_vocabulary

SMALLEST_N_CTX: Final = 64


@dataclass(frozen=True, slots=True)
class Company:
    """What drafts for a target and takes memory beside it. head: NextN blocks in the target's own file.

    path, header: of a second file, '' and None without one; sidecar: that it is a head and no model of its own.
    """

    head: bool = False
    path: str = ""
    header: Header | None = field(default=None, compare=False, repr=False)
    sidecar: bool = False


ALONE: Final = Company()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model with what was decided about it.

    gpu_bytes: what a target takes of each GPU, by the bill. gave_way: a target that has fewer layers on the GPU than it
    would have alone.
    """

    model: Model
    header: Header
    info: ModelInfo
    n_ctx: int
    threads: int
    warnings: tuple[str, ...]
    gpu_bytes: Mapping[str, int] = field(default_factory=dict)
    gave_way: bool = False


def read_target_header(path: Path) -> Header:
    """The header of a file that shall be chatted with. Raises ModelLoadError or RefusedError in words."""
    header = _read(path)
    check_target(header)
    check_vocabulary(header, path.name)
    return header


def load_target(
    path: Path,
    header: Header,
    options: ContextOptions,
    *,
    progress: Callable[[float], bool],
    company: Company = ALONE,
) -> Loaded:
    """Load the weights of a model to chat with, and its NextN blocks where they are company. progress: 0..1, returns
    False to stop (LoadCancelled). Raises ModelLoadError."""
    n_ctx = _context_length(header, options)
    devices = backend.devices()
    bill = _plan_target(header, company, devices, options, n_ctx)
    alone = replace(company, path="", header=None)
    gave_way = company.header is not None and (
        bill.gpu_layers < _plan_target(header, alone, devices, options, n_ctx).gpu_layers
    )
    _refuse_the_impossible(bill, n_ctx, path)
    model = Model(path, gpu_layers=bill.gpu_layers, progress=progress, load_mtp=company.head)
    return Loaded(
        model,
        header,
        _info(path, model, header),
        n_ctx,
        _threads(options),
        _warnings(bill, header, n_ctx, path),
        _gpu_bytes(bill),
        gave_way,
    )


def load_draft(
    path: Path,
    header: Header,
    options: ContextOptions,
    *,
    progress: Callable[[float], bool],
    target: Loaded,
    sidecar: bool = False,
) -> Loaded:
    """Load the weights of what drafts for a target that is in memory: context and threads are the target's, the device
    is its own. sidecar: it is an MTP head in a file of its own. progress: as for a target.

    Raises ModelLoadError, UsageError (no such device).
    """
    devices = backend.devices()
    wanted = options.draft_device
    if wanted:
        devices = _only(wanted, devices)
    bill = _plan_draft(target, Company(path=str(path), header=header, sidecar=sidecar), devices, options)
    _refuse_the_impossible(bill, target.n_ctx, path)
    model = Model(path, gpu_layers=bill.draft_gpu_layers, progress=progress, load_mtp=sidecar, device=wanted)
    return Loaded(
        model,
        header,
        _info(path, model, header),
        target.n_ctx,
        target.threads,
        _warnings(bill, header, target.n_ctx, path),
    )


def would_give_way(target: Loaded, company: Company, options: ContextOptions) -> bool:
    """Whether the target, were it loaded again, would leave layers on the GPU to company that does not fit beside it
    as it is."""
    if company.header is None or options.gpu_layers is not None or not target.gpu_bytes:
        return False
    devices = backend.devices()
    if not _plan_draft(target, company, devices, options).sentence:
        return False
    freed = [replace(one, memory_free=one.memory_free + target.gpu_bytes.get(one.name, 0)) for one in devices]
    together = _plan_target(target.header, company, freed, options, target.n_ctx)
    return together.gpu_layers < target.model.gpu_layers


def _plan_target(
    header: Header, company: Company, devices: Sequence[DeviceInfo], options: ContextOptions, n_ctx: int
) -> MemoryPlan:
    return plan(
        header,
        company.header,
        devices,
        options,
        n_ctx,
        swa_full=False,
        mtp=company.head,
        draft_mtp=company.sidecar,
    )


def _plan_draft(
    target: Loaded, company: Company, devices: Sequence[DeviceInfo], options: ContextOptions
) -> MemoryPlan:
    return plan(
        target.header,
        company.header,
        devices,
        options,
        target.n_ctx,
        swa_full=False,
        target_loaded=True,
        draft_mtp=company.sidecar,
    )


def _refuse_the_impossible(bill: MemoryPlan, n_ctx: int, path: Path) -> None:
    """Raises ModelLoadError where a context takes more than a device has when it is empty; weights do not count, which
    the system can read from the file again and again. What may fit once others give memory back is a warning's."""
    for device in bill.bills:
        needed = sum(item.n_bytes for item in device.items if item.part != "weights")
        total = device.total
        if total and device.place == "ram":
            total += psutil.swap_memory().total
        if total and needed > total:
            shorter = next((one.sentence for one in bill.proposals if one.kind == "context"), "set a shorter context")
            raise ModelLoadError(
                f"A context of {n_ctx:,} tokens does not fit into memory",
                f"beside its weights {path.name} would need {needed / GIB:,.1f} GiB, and {device.device} has "
                f"{total / GIB:,.1f} GiB in all",
                f"{shorter[:1].upper()}{shorter[1:]}.",
            )


def _gpu_bytes(bill: MemoryPlan) -> dict[str, int]:
    """What the target takes of each GPU and gives back when it is closed."""
    found: Counter[str] = Counter()
    for item in bill.items:
        if item.side == "target" and item.place == "vram":
            found[item.device] += item.n_bytes
    return found


def _warnings(bill: MemoryPlan, header: Header, n_ctx: int, path: Path) -> tuple[str, ...]:
    warnings = [bill.sentence] if bill.sentence else []
    if n_ctx > header.n_ctx_train > 0:
        warnings.append(
            f"The context of {n_ctx} tokens is longer than the {header.n_ctx_train} that {path.name} was trained for; "
            "replies may lose their sense behind that."
        )
    return tuple(warnings)


def _only(name: str, devices: Sequence[DeviceInfo]) -> tuple[DeviceInfo, ...]:
    """The device of this name, and the CPU, which is always there. Raises UsageError for a name that no device has."""
    if all(device.name.lower() != name.lower() for device in devices):
        known = ", ".join(device.name for device in devices)
        raise UsageError(f"There is no device '{name}' for the draft model", "", f"The devices are: {known}.")
    return tuple(device for device in devices if device.kind == "cpu" or device.name.lower() == name.lower())


def _read(path: Path) -> Header:
    if not path.exists():
        raise ModelLoadError(f"{path} does not exist", "", "Check the path, or pick another model.")
    if path.is_dir():
        raise ModelLoadError(f"{path} is a folder", "", "Name a .gguf file in it.")
    try:
        return read_header(path)
    except OSError as error:
        raise ModelLoadError(
            f"{path} cannot be read", error.strerror or str(error), "Check its permissions."
        ) from error


def _context_length(header: Header, options: ContextOptions) -> int:
    if options.n_ctx:
        return max(SMALLEST_N_CTX, options.n_ctx)
    return min(header.n_ctx_train or DEFAULT_N_CTX, DEFAULT_N_CTX)


def _threads(options: ContextOptions) -> int:
    """Physical cores: a second thread on the same core only fights for its vector unit."""
    return options.threads or psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


def _info(path: Path, model: Model, header: Header) -> ModelInfo:
    memory: Literal["attention", "sliding-window", "hybrid", "recurrent"] = "attention"
    if model.is_hybrid:
        memory = "hybrid"
    elif model.is_recurrent:
        memory = "recurrent"
    elif model.n_swa:
        memory = "sliding-window"
    return ModelInfo(
        path=str(path),
        name=header.title,
        architecture=header.architecture,
        family=header.family,
        quantisation=header.quantisation,
        parameters=model.n_parameters,
        size=model.size,
        n_ctx_train=model.n_ctx_train,
        n_vocab=model.n_vocab,
        n_layer=model.n_layer,
        n_layer_nextn=header.n_layer_nextn,
        memory=memory,
        has_chat_template=model.meta("tokenizer.chat_template") is not None,
        thinking_switch=ChatTemplate(model.meta("tokenizer.chat_template")).thinking_switch,
    )
