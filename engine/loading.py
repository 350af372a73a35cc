"""From a path to a model in memory: the header is judged first, then memory is planned, then llama.cpp loads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import psutil

from engine.chat_template import ChatTemplate
from engine.commands import ContextOptions
from engine.errors import ModelLoadError, UsageError
from engine.events import DeviceInfo, ModelInfo
from engine.gguf_header import Header, check_target, read_header
from engine.llama import backend
from engine.llama.model import Model
from engine.memory_plan import plan
from engine.vocabulary import check_vocabulary

DEFAULT_N_CTX: Final = 8192
SMALLEST_N_CTX: Final = 64


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model with what was decided about it."""

    model: Model
    header: Header
    info: ModelInfo
    n_ctx: int
    threads: int
    warnings: tuple[str, ...]


def read_target_header(path: Path) -> Header:
    """The header of a file that shall be chatted with. Raises ModelLoadError or RefusedError in words."""
    header = _read(path)
    check_target(header)
    check_vocabulary(header, path.name)
    return header


def load(
    path: Path,
    header: Header,
    options: ContextOptions,
    *,
    progress: Callable[[float], bool],
    as_draft_of: Loaded | None = None,
    load_mtp: bool = False,
) -> Loaded:
    """Load weights. progress: 0..1, returns False to stop (LoadCancelled).

    as_draft_of: the target when this is its draft; then the context and threads are the target's, and the device is the
    draft's. load_mtp: with the NextN blocks; of a draft, that it is an MTP head in a file of its own.
    Raises ModelLoadError, RefusedError, UsageError (no such device).
    """
    n_ctx = as_draft_of.n_ctx if as_draft_of else _context_length(header, options)
    devices = backend.devices()
    wanted = options.draft_device if as_draft_of else ""
    if wanted:
        devices = _only(wanted, devices)
    if as_draft_of:
        bill = plan(
            as_draft_of.header,
            header,
            devices,
            options,
            n_ctx,
            swa_full=False,
            target_loaded=True,
            draft_mtp=load_mtp,
        )
        gpu_layers = bill.draft_gpu_layers
    else:
        bill = plan(header, None, devices, options, n_ctx, swa_full=False, mtp=load_mtp)
        gpu_layers = bill.gpu_layers
    model = Model(path, gpu_layers=gpu_layers, progress=progress, load_mtp=load_mtp, device=wanted)
    warnings = [bill.sentence] if bill.sentence else []
    if n_ctx > header.n_ctx_train > 0:
        warnings.append(
            f"The context of {n_ctx} tokens is longer than the {header.n_ctx_train} that {path.name} was trained for; "
            "replies may lose their sense behind that."
        )
    return Loaded(model, header, _info(path, model, header), n_ctx, _threads(options), tuple(warnings))


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
