"""How much memory a model and its draft will take, item by item, and how many of their layers fit on the GPU.

A pure function of headers, devices and wishes: nothing is loaded or measured here. The native library ends the
process when an allocation fails in the middle of a pass, so a plan keeps some room free.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Final

from engine.commands import ContextOptions
from engine.events import DeviceInfo
from engine.gguf_header import Header
from engine.memory_bill import DeviceBill, MemoryItem, MemoryPlan, Part, Proposal, ProposalKind, Side
from engine.memory_cost import CELL_STEP, ModelCost, model_cost

__all__ = ["GIB", "GPU_CONTEXT", "HEADROOM", "MIB", "DeviceBill", "MemoryItem", "MemoryPlan", "Proposal", "plan"]

MIB: Final = 1 << 20
GIB: Final = 1 << 30
GPU_CONTEXT: Final = 320 * MIB  # what CUDA takes for itself as soon as it is used
HEADROOM: Final = GIB  # for the desktop and for what is not foreseen
LEAST_USEFUL_CTX: Final = 512
USUAL_OUTPUTS: Final = 65  # rows of logits that a pass may have: the longest usual draft and the token before it
USUAL_DRAFT: Final = 4  # tokens that the preset 'draft-model' drafts at most as it comes
USUAL_HEAD_DRAFT: Final = 2  # and 'draft-mtp'
SNAPSHOTS_AT_MOST: Final = 8  # of a recurrent state; longer drafts go by checkpoint, each snapshot is a full copy
CPU: Final = "CPU"


def plan(
    target: Header,
    draft: Header | None,
    devices: Sequence[DeviceInfo],
    options: ContextOptions,
    n_ctx: int,
    *,
    n_draft: int | None = None,
    n_rs_seq: int | None = None,
    n_outputs: int = USUAL_OUTPUTS,
    mtp: bool = False,
    swa_full: bool = True,
    target_loaded: bool = False,
    draft_mtp: bool = False,
) -> MemoryPlan:
    """Plan for a context of n_ctx tokens in target and draft.

    Layers that the options leave open (None) go to the GPU as far as they fit. Where target and draft do not both fit,
    the one gives way to the other that leaves the CPU less to do in a round.
    n_draft: the longest draft; None is that of the usual preset, 0 without a second model or head.
    n_rs_seq, n_outputs, mtp, swa_full: see `engine.memory_cost.model_cost`; the first three are the target's. n_rs_seq
    None: n_draft, as far as the engine keeps copies.
    draft_mtp: the draft is an MTP head in a file of its own.
    target_loaded: the devices' free memory was read with the target in it, so only the draft is still to be placed.
    """
    if n_draft is None:
        n_draft = USUAL_HEAD_DRAFT if mtp or draft_mtp else 0 if draft is None else USUAL_DRAFT
    if n_rs_seq is None:
        n_rs_seq = n_draft if n_draft <= SNAPSHOTS_AT_MOST else 0
    wanted = _Wanted(
        target,
        draft,
        tuple(devices),
        options,
        n_ctx,
        n_rs_seq,
        n_outputs,
        n_draft + 1,
        mtp,
        swa_full,
        target_loaded,
        draft_mtp,
    )
    made = _place(wanted)
    if made.all_is_well:
        return made.as_plan("", ())
    proposals = tuple(_proposals(wanted, made))
    return made.as_plan(_sentence(made, proposals), proposals)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What `plan` was asked."""

    target: Header
    draft: Header | None
    devices: tuple[DeviceInfo, ...]
    options: ContextOptions
    n_ctx: int
    n_rs_seq: int
    n_outputs: int
    n_rows: int
    mtp: bool
    swa_full: bool
    target_loaded: bool
    draft_mtp: bool

    def gpus(self, side: Side) -> tuple[DeviceInfo, ...]:
        """The GPUs that this side may use; integrated ones only where there is no other."""
        found = [d for d in self.devices if d.kind == "gpu"] or [d for d in self.devices if d.kind == "igpu"]
        name = self.options.draft_device.lower() if side == "draft" else ""
        return tuple(gpu for gpu in found if not name or gpu.name.lower() == name)

    def costs(self) -> Iterator[tuple[Side, Header, ModelCost]]:
        own = self.options
        yield (
            "target",
            self.target,
            model_cost(
                self.target,
                own,
                self.n_ctx,
                n_rs_seq=self.n_rs_seq,
                n_outputs=self.n_outputs,
                n_rows=self.n_rows,
                mtp=self.mtp,
                swa_full=self.swa_full,
            ),
        )
        if self.draft is not None:
            if not self.draft_mtp:
                own = replace(own, kv_type=own.draft_kv_type or own.kv_type)
            cost = model_cost(self.draft, own, self.n_ctx, mtp=self.draft_mtp, swa_full=self.swa_full)
            yield "draft", self.draft, cost


@dataclass(frozen=True, slots=True)
class _Placed:
    """Target or draft. loaded: its memory is taken already. chosen: its layers were decided here, not by the user."""

    side: Side
    name: str
    cost: ModelCost
    gpus: tuple[DeviceInfo, ...]
    gpu_layers: int = 0
    loaded: bool = False
    chosen: bool = False

    @property
    def complete(self) -> bool:
        """Whether all of it is where it runs fastest."""
        return not self.gpus or not self.chosen or self.gpu_layers == self.cost.n_layers

    @property
    def cpu_weights(self) -> int:
        """Bytes of weights that the CPU reads in a pass."""
        if self.loaded:
            return 0
        sizes = (*self.cost.weights, self.cost.output)
        return sum(size for size, place in zip(sizes, self._places(), strict=True) if place == CPU)

    def items(self) -> list[MemoryItem]:
        """Its lines, empty ones left out."""
        if self.loaded:
            return []
        cost, places = self.cost, self._places()
        sums: dict[tuple[str, Part], int] = {}

        def add(device: str, part: Part, n_bytes: int) -> None:
            sums[device, part] = sums.get((device, part), 0) + n_bytes

        add(CPU, "weights", cost.input + cost.vocabulary)
        for il, device in enumerate(places[:-1]):
            if il < cost.n_trunk:
                add(device, "weights", cost.weights[il])
                add(device, "kv", cost.kv[il])
            else:
                add(device, "head", cost.weights[il] + cost.kv[il])
            add(device, "state", cost.state[il])
            add(device, "rollback", cost.rollback[il])
        copied = cost.input if cost.tied and places[-1] != CPU else 0
        add(places[-1], "weights", cost.output + copied)
        for device in dict.fromkeys(places):
            add(device, "compute", cost.compute + cost.head_compute)
        add(CPU, "compute", cost.logits + (0 if CPU in places else cost.host))
        return [
            MemoryItem(self.side, part, "ram" if device == CPU else "vram", device, n_bytes)
            for (device, part), n_bytes in sums.items()
            if n_bytes
        ]

    def _places(self) -> list[str]:
        """The device of every block and, last, of the output: split by free memory, as the native library does it."""
        n_layers = self.cost.n_layers
        n = min(self.gpu_layers, n_layers)
        if n <= 0 or not self.gpus:
            return [CPU] * n_layers
        free = [gpu.memory_free for gpu in self.gpus]
        if not any(free):
            free = [1] * len(free)
        bounds = [part / sum(free) for part in accumulate(free)]
        names = [self.gpus[min(bisect_right(bounds, i / n), len(free) - 1)].name for i in range(n)]
        return [CPU] * (n_layers - n) + names


@dataclass(frozen=True, slots=True)
class _Made:
    """Where everything goes, and what it comes to."""

    sides: tuple[_Placed, ...]
    bills: tuple[DeviceBill, ...]
    n_ctx: int

    @property
    def fits(self) -> bool:
        return not any(bill.short for bill in self.bills)

    @property
    def all_is_well(self) -> bool:
        return self.fits and all(side.complete for side in self.sides if not side.loaded)

    def short(self, place: str) -> int:
        return sum(bill.short for bill in self.bills if bill.place == place)

    def cpu_work(self, n_draft: int) -> float:
        """Weights that the CPU reads in a round, as if a token at a time: the draft's once for each drafted token, the
        target's in one pass over n_draft + 1 tokens, which takes a CPU half as long as so many passes and one more."""
        factors = {"target": (n_draft + 2) / 2, "draft": n_draft}
        return sum(factors[side.side] * side.cpu_weights for side in self.sides)

    def as_plan(self, sentence: str, proposals: tuple[Proposal, ...]) -> MemoryPlan:
        return MemoryPlan(
            bills=self.bills,
            gpu_layers=self.sides[0].gpu_layers,
            draft_gpu_layers=self.sides[1].gpu_layers if len(self.sides) > 1 else 0,
            fits=self.fits,
            sentence=sentence,
            proposals=proposals,
        )


def _place(wanted: _Wanted) -> _Made:
    sides = [
        _Placed(side, _name(header), cost, wanted.gpus(side), loaded=side == "target" and wanted.target_loaded)
        for side, header, cost in wanted.costs()
    ]
    sizes = [side.cost.on_gpu(side.cost.n_layers) for side in sides]
    smaller_first = sorted(range(len(sides)), key=sizes.__getitem__)
    made = _place_in_turn(wanted, sides, smaller_first)
    if made.all_is_well or len(sides) == 1:
        return made
    other = _place_in_turn(wanted, sides, smaller_first[::-1])
    return min(made, other, key=lambda one: (one.short("vram"), one.cpu_work(wanted.n_rows - 1)))


def _place_in_turn(wanted: _Wanted, unplaced: Sequence[_Placed], order: Sequence[int]) -> _Made:
    """Each takes what those before it left free."""
    sides = list(unplaced)
    wishes = (wanted.options.gpu_layers, wanted.options.draft_gpu_layers)
    for i in order:
        side, wish = sides[i], wishes[i]
        if side.loaded or not side.gpus:
            continue
        if wish is not None:
            sides[i] = replace(side, gpu_layers=min(wish, side.cost.n_layers))
            continue
        others = [item for other in sides for item in other.items()]
        n = next((n for n in range(side.cost.n_layers, 0, -1) if _has_room(wanted, side, n, others)), 0)
        sides[i] = replace(side, gpu_layers=n, chosen=True)
    return _Made(tuple(sides), _bills(wanted, [item for side in sides for item in side.items()]), wanted.n_ctx)


def _has_room(wanted: _Wanted, side: _Placed, n_layers: int, others: list[MemoryItem]) -> bool:
    """Whether the GPUs have room for so many layers; of RAM there has to be enough in any case."""
    items = [*others, *replace(side, gpu_layers=n_layers).items()]
    return not any(bill.short for bill in _bills(wanted, items) if bill.place == "vram")


def _bills(wanted: _Wanted, items: list[MemoryItem]) -> tuple[DeviceBill, ...]:
    cpu = next((device for device in wanted.devices if device.kind == "cpu"), None)
    ram = tuple(item for item in items if item.place == "ram")
    known = cpu is not None and cpu.memory_free > 0
    found = [DeviceBill(CPU, "ram", cpu.memory_free, cpu.memory_total, HEADROOM, ram)] if known and cpu else []
    found = found or [DeviceBill(CPU, "ram", None, None, HEADROOM, ram)]
    for gpu in wanted.gpus("target"):
        own = [item for item in items if item.device == gpu.name]
        if own and not wanted.target_loaded:
            own.append(MemoryItem("system", "context", "vram", gpu.name, GPU_CONTEXT))
        found.append(DeviceBill(gpu.name, "vram", gpu.memory_free, gpu.memory_total, HEADROOM, tuple(own)))
    return tuple(found)


def _proposals(wanted: _Wanted, made: _Made) -> Iterator[Proposal]:
    """Single changes with which all is well, each tried; where only the layers are too few, those that help that."""
    options = wanted.options
    if made.short("vram") and (options.gpu_layers is not None or options.draft_gpu_layers is not None):
        freed = replace(options, gpu_layers=None, draft_gpu_layers=None)
        if _place(replace(wanted, options=freed)).fits:
            words = "leave the number of GPU layers open, or lower it"
            yield Proposal("gpu-layers", words, freed, wanted.n_ctx)
    changed: list[tuple[ProposalKind, str, ContextOptions, int]] = []
    if wanted.draft is not None and wanted.gpus("draft") and made.short("vram"):
        words = "compute the draft on the CPU"
        changed.append(("draft-on-cpu", words, replace(options, draft_device=CPU, draft_gpu_layers=0), wanted.n_ctx))
    if options.kv_type in ("f32", "f16", "bf16") and options.flash_attention != "off":
        smaller = replace(options, kv_type="q8_0", draft_kv_type=None)
        changed.append(("kv-type", "take q8_0 for the KV cache", smaller, wanted.n_ctx))
    if shorter := _longest_context(wanted):
        changed.append(("context", f"set the context to {shorter:,} tokens", options, shorter))
    for kind, words, other, n_ctx in changed:
        if _place(replace(wanted, options=other, n_ctx=n_ctx)).all_is_well:
            yield Proposal(kind, words, other, n_ctx)


def _longest_context(wanted: _Wanted) -> int:
    """The longest context below the one asked for with which all is well; 0 when there is no useful one."""
    low, high = LEAST_USEFUL_CTX // CELL_STEP - 1, -(-wanted.n_ctx // CELL_STEP)
    while low + 1 < high:
        middle = (low + high) // 2
        if _place(replace(wanted, n_ctx=middle * CELL_STEP)).all_is_well:
            low = middle
        else:
            high = middle
    found = low * CELL_STEP
    return found if found >= LEAST_USEFUL_CTX else 0


def _sentence(made: _Made, proposals: Sequence[Proposal]) -> str:
    fresh = [side for side in made.sides if not side.loaded]
    names = " and ".join(side.name for side in fresh)
    need = "need" if len(fresh) > 1 else "needs"
    words = [proposal.sentence for proposal in proposals]
    if short := made.short("ram"):
        smaller = ["take a smaller quantisation"] if words else [
            "take a smaller quantisation", "a smaller draft" if len(fresh) > 1 else "a smaller model"
        ]
        return f"{names} {need} {_amount(short)} more memory than is free: {', or '.join([*words[:1], *smaller])}."
    if short := made.short("vram"):
        help_ = words[0] if words else "lower the number of GPU layers"
        return f"{names} {need} {_amount(short)} more GPU memory than is free with these layers: {help_}."
    side = next(side for side in fresh if not side.complete)
    if not any(gpu.memory_free for gpu in side.gpus):
        gpu = side.gpus[0].name
        return f"How much memory {gpu} has free is not known, so {side.name} runs on the CPU: set GPU layers."
    better = f"{words[0]}, or take a smaller quantisation" if words else "a smaller quantisation would help"
    other = next((one for one in made.sides if one.side != side.side and (one.loaded or one.gpu_layers)), None)
    n, n_all, name = side.gpu_layers, side.cost.n_layers, side.name
    if n and other:
        return (
            f"{n} of {n_all} layers of {name} fit on the GPU beside {other.name} and the rest runs on the CPU, which "
            f"is much slower: {better}."
        )
    if n:
        return (
            f"{n} of {n_all} layers of {name} fit on the GPU and the rest runs on the CPU, which is much slower: "
            f"{better}."
        )
    if other:
        return f"{name} runs on the CPU, because not even one layer of it fits on the GPU beside {other.name}."
    return f"{name} runs on the CPU, because not even one layer of it fits on the GPU."


def _amount(n_bytes: int) -> str:
    return f"{n_bytes / GIB:.1f} GiB" if n_bytes >= GIB else f"{-(-n_bytes // MIB):,} MiB"


def _name(header: Header) -> str:
    return header.name or Path(header.path).stem
