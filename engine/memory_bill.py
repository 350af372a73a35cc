"""The bill for a model and its draft, line by line and device by device. Plain data, made by `engine.memory_plan`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.commands import ContextOptions

Place = Literal["vram", "ram"]
Side = Literal["target", "draft", "system"]
Part = Literal["weights", "head", "kv", "state", "rollback", "compute", "context"]
ProposalKind = Literal["gpu-layers", "draft-on-cpu", "kv-type", "context"]

PART_NAMES: Final[dict[Part, str]] = {
    "weights": "weights",
    "head": "MTP head",
    "kv": "KV cache",
    "state": "recurrent state",
    "rollback": "rollback copies",
    "compute": "compute buffer",
    "context": "context",
}
_SIDE_NAMES: Final[dict[Side, str]] = {"target": "Target", "draft": "Draft", "system": "GPU"}


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """One line of the bill. device: 'CPU' for RAM, else the name of the GPU.

    side: what it is for; 'system' is what a GPU takes for itself. part: 'weights' has the tokenizer in it, 'head' is a
    model's MTP block with its KV cache, 'rollback' the copies of a recurrent state that let it go back.
    """

    side: Side
    part: Part
    place: Place
    device: str
    n_bytes: int

    @property
    def label(self) -> str:
        """'Target KV cache'."""
        return f"{_SIDE_NAMES[self.side]} {PART_NAMES[self.part]}"


@dataclass(frozen=True, slots=True)
class DeviceBill:
    """What one memory is asked for. free, total: bytes before loading, None where the device does not tell.

    headroom: bytes that are to stay free, for the desktop and for what is not foreseen.
    """

    device: str
    place: Place
    free: int | None
    total: int | None
    headroom: int
    items: tuple[MemoryItem, ...]

    @property
    def needed(self) -> int:
        return sum(item.n_bytes for item in self.items)

    @property
    def short(self) -> int:
        """Bytes that are missing, 0 when it fits or nobody can tell."""
        return 0 if self.free is None else max(0, self.needed - max(0, self.free - self.headroom))


@dataclass(frozen=True, slots=True)
class Proposal:
    """One change with which everything fits. options: the ones asked for, changed; n_ctx: tokens of context."""

    kind: ProposalKind
    sentence: str
    options: ContextOptions
    n_ctx: int


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """The bill for what is still to be loaded.

    bills: one for each device, RAM first. gpu_layers, draft_gpu_layers: as `llama_model_params.n_gpu_layers` counts
    them, the output being one layer. fits: whether loading can be expected to work. sentence: '' when all is well; else
    what does not fit or will be slow, and what to do. proposals: single changes that would help, the mildest first.
    """

    bills: tuple[DeviceBill, ...]
    gpu_layers: int
    draft_gpu_layers: int
    fits: bool
    sentence: str
    proposals: tuple[Proposal, ...] = ()

    @property
    def items(self) -> tuple[MemoryItem, ...]:
        return tuple(item for bill in self.bills for item in bill.items)

    @property
    def vram_free(self) -> int | None:
        """Over all GPUs; None without one."""
        free = [bill.free or 0 for bill in self.bills if bill.place == "vram"]
        return sum(free) if free else None

    @property
    def ram_free(self) -> int | None:
        return next((bill.free for bill in self.bills if bill.place == "ram"), None)

    @property
    def vram_needed(self) -> int:
        return sum(bill.needed for bill in self.bills if bill.place == "vram")

    @property
    def ram_needed(self) -> int:
        return sum(bill.needed for bill in self.bills if bill.place == "ram")
