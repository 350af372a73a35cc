"""How much memory a model and its draft will take, item by item, and how many of their layers fit on the GPU.

A pure function of headers, devices and wishes: nothing is loaded or measured here. The native library ends the
process when an allocation fails in the middle of a pass, so a plan keeps some room free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from engine.commands import ContextOptions
from engine.events import DeviceInfo
from engine.gguf_header import Header
from engine.memory_cost import CELL_STEP, ModelCost, model_cost

MIB: Final = 1 << 20
GIB: Final = 1 << 30
GPU_CONTEXT: Final = 320 * MIB  # what CUDA takes for itself as soon as it is used
HEADROOM: Final = GIB  # for the desktop and for what is not foreseen
LEAST_USEFUL_CTX: Final = 512

Place = Literal["vram", "ram"]


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """One line of the bill."""

    label: str
    place: Place
    n_bytes: int


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """The bill for what is still to be loaded.

    gpu_layers, draft_gpu_layers: as `llama_model_params.n_gpu_layers` counts them, the output being one layer.
    vram_free, ram_free: bytes before loading, None where no device tells. fits: whether loading can be expected to
    work. sentence: '' when all is well; else what does not fit or will be slow, and what to do.
    """

    items: tuple[MemoryItem, ...]
    gpu_layers: int
    draft_gpu_layers: int
    vram_free: int | None
    ram_free: int | None
    fits: bool
    sentence: str

    @property
    def vram_needed(self) -> int:
        return sum(item.n_bytes for item in self.items if item.place == "vram")

    @property
    def ram_needed(self) -> int:
        return sum(item.n_bytes for item in self.items if item.place == "ram")


@dataclass(frozen=True, slots=True)
class _Side:
    """Target or draft. loaded: its memory is taken already. chosen: its layers were decided here, not by the user."""

    label: str
    name: str
    cost: ModelCost
    gpu_layers: int = 0
    loaded: bool = False
    chosen: bool = False

    @property
    def vram(self) -> int:
        return self.cost.on_gpu(self.gpu_layers) + self.cost.compute if self.gpu_layers and not self.loaded else 0


def plan(
    target: Header,
    draft: Header | None,
    devices: Sequence[DeviceInfo],
    options: ContextOptions,
    n_ctx: int,
    *,
    n_rs_seq: int = 0,
    n_outputs: int = 17,
    mtp: bool = False,
    swa_full: bool = True,
    target_loaded: bool = False,
    draft_mtp: bool = False,
) -> MemoryPlan:
    """Plan for a context of n_ctx tokens in target and draft.

    Layers that the options leave open (None) go to the GPU as far as they fit: a draft that is smaller than its
    target first, because a draft in RAM slows every round down.
    n_rs_seq, n_outputs, mtp, swa_full: see `engine.memory_cost.model_cost`; the first three are the target's.
    draft_mtp: the draft is an MTP head in a file of its own.
    target_loaded: the devices' free memory was read with the target in it, so only the draft is still to be placed.
    """
    cost = model_cost(target, options, n_ctx, n_rs_seq=n_rs_seq, n_outputs=n_outputs, mtp=mtp, swa_full=swa_full)
    sides = [_Side("Target", _name(target), cost, loaded=target_loaded)]
    if draft is not None:
        own = options if draft_mtp else replace(options, kv_type=options.draft_kv_type or options.kv_type)
        sides.append(_Side("Draft", _name(draft), model_cost(draft, own, n_ctx, mtp=draft_mtp, swa_full=swa_full)))
    gpus = [device for device in devices if device.kind == "gpu"] or [d for d in devices if d.kind == "igpu"]
    reserved = HEADROOM + (0 if target_loaded else GPU_CONTEXT)
    budget = sum(max(0, gpu.memory_free - reserved) for gpu in gpus)
    wishes = (options.gpu_layers, options.draft_gpu_layers) if gpus else (0, 0)
    sides = _placed(sides, wishes, budget)
    items = [item for side in sides if not side.loaded for item in _bill(side)]
    if any(side.vram for side in sides) and not target_loaded:
        items.append(MemoryItem("GPU context", "vram", GPU_CONTEXT * len(gpus)))
    cpu = next((device for device in devices if device.kind == "cpu"), None)
    ram_free = cpu.memory_free if cpu and cpu.memory_free else None
    ram_short = _ram(sides) - max(0, ram_free - HEADROOM) if ram_free is not None else 0
    vram_short = sum(side.vram for side in sides) - budget
    return MemoryPlan(
        items=tuple(items),
        gpu_layers=sides[0].gpu_layers,
        draft_gpu_layers=sides[1].gpu_layers if draft is not None else 0,
        vram_free=sum(gpu.memory_free for gpu in gpus) if gpus else None,
        ram_free=ram_free,
        fits=ram_short <= 0 and vram_short <= 0,
        sentence=_sentence(sides, n_ctx, gpus, vram_short, ram_short),
    )


def _placed(sides: list[_Side], wishes: tuple[int | None, int | None], budget: int) -> list[_Side]:
    """The sides with their layers decided, the smaller one first."""
    order = sorted(range(len(sides)), key=lambda i: sides[i].cost.on_gpu(sides[i].cost.n_layers))
    placed = list(sides)
    for i in order:
        side, wish = sides[i], wishes[i]
        if side.loaded:
            continue
        n = _most_layers(side.cost, budget) if wish is None else min(wish, side.cost.n_layers)
        placed[i] = _Side(side.label, side.name, side.cost, n, chosen=wish is None)
        budget -= placed[i].vram
    return placed


def _most_layers(cost: ModelCost, budget: int) -> int:
    for n in range(cost.n_layers, 0, -1):
        if cost.on_gpu(n) + cost.compute <= budget:
            return n
    return 0


def _bill(side: _Side) -> list[MemoryItem]:
    cost, n = side.cost, side.gpu_layers
    first = max(0, min(len(cost.weights), cost.n_layers - n)) if n > 0 else len(cost.weights)
    lines: list[tuple[str, Place, int]] = [
        ("weights", "ram", sum(cost.weights[:first]) + cost.input + (0 if n > 0 else cost.output)),
        ("KV cache", "ram", sum(cost.kv[:first])),
        ("recurrent state", "ram", sum(cost.state[:first])),
        ("weights", "vram", sum(cost.weights[first:]) + cost.output + (cost.input if cost.tied else 0) if n > 0 else 0),
        ("KV cache", "vram", sum(cost.kv[first:])),
        ("recurrent state", "vram", sum(cost.state[first:])),
        ("compute buffer", "vram" if n > 0 else "ram", cost.compute),
    ]
    return [MemoryItem(f"{side.label} {what}", place, size) for what, place, size in lines if size]


def _ram(sides: Sequence[_Side]) -> int:
    """Bytes that still have to be found in RAM."""
    return sum(
        side.cost.in_ram(side.gpu_layers) + (0 if side.gpu_layers else side.cost.compute)
        for side in sides
        if not side.loaded
    )


def _sentence(sides: Sequence[_Side], n_ctx: int, gpus: Sequence[DeviceInfo], vram_short: int, ram_short: int) -> str:
    names = " and ".join(side.name for side in sides if not side.loaded)
    need = "need" if " and " in names else "needs"
    if ram_short > 0:
        return f"{names} {need} {_amount(ram_short)} more memory than is free: {_proposal(sides, n_ctx, ram_short)}."
    if gpus and vram_short > 0:
        return (
            f"{names} {need} {_amount(vram_short)} more GPU memory than is free with these layers: "
            "leave the number of GPU layers open, or lower it."
        )
    for side in sides:
        if not side.chosen or side.gpu_layers == side.cost.n_layers:
            continue
        if not any(gpu.memory_free for gpu in gpus):
            return (
                f"How much memory {gpus[0].name} has free is not known, so {side.name} runs on the CPU: set GPU layers."
            )
        if side.gpu_layers:
            return (
                f"{side.gpu_layers} of {side.cost.n_layers} layers of {side.name} fit on the GPU and the rest runs on "
                "the CPU, which is much slower: a smaller quantisation or a shorter context would help."
            )
        return f"{side.name} runs on the CPU, because not even one layer of it fits on the GPU."
    return ""


def _proposal(sides: Sequence[_Side], n_ctx: int, short: int) -> str:
    """A context that would fit, where the KV cache is what is too large; else a smaller model."""
    fresh = [side for side in sides if not side.loaded]
    per_token = sum(sum(side.cost.kv) for side in fresh) / max(1, -(-n_ctx // CELL_STEP) * CELL_STEP)
    if per_token:
        possible = int(n_ctx - short / per_token) // CELL_STEP * CELL_STEP
        if possible >= LEAST_USEFUL_CTX:
            return f"set the context to {possible:,} tokens, or take a smaller quantisation"
    smaller = "a smaller draft" if len(fresh) > 1 else "a smaller model"
    return f"take a smaller quantisation, or {smaller}"


def _amount(n_bytes: int) -> str:
    return f"{n_bytes / GIB:.1f} GiB" if n_bytes >= GIB else f"{-(-n_bytes // MIB):,} MiB"


def _name(header: Header) -> str:
    return header.name or Path(header.path).stem
