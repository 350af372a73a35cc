"""A draft that was found, judged: the engine's verdict, the expected gain, the memory of both together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.hub.gain import WORTH_IT, Where, expected_gain
from app.hub.values import FoundDraft
from engine.commands import ContextOptions
from engine.compatibility import Finding, verdict_of
from engine.memory_plan import MemoryPlan, plan
from engine.mtp_heads import check_draft, is_sidecar, own_head_fault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.hub.values import Place, RemoteModel
    from engine.events import DeviceInfo
    from engine.gguf_header import Header, Kind

DRAFTING: Final[frozenset[Kind]] = frozenset(["chat", "base", "mtp-sidecar", "assistant", "eagle3", "dflash"])
HEAD_PRESET: Final = "draft-mtp"
MODEL_PRESET: Final = "draft-model"


@dataclass(frozen=True, slots=True)
class Bench:
    """The machine that a draft is judged for. devices: none where the machine was not asked."""

    target: Header
    devices: Sequence[DeviceInfo]
    n_ctx: int

    @property
    def where(self) -> Where:
        """Where the target's passes run, as far as is known: partly on a CPU counts as there."""
        free = sum(device.memory_free for device in self.devices if device.kind == "gpu")
        return "gpu" if not self.devices or free > self.target.weight_bytes else "cpu"

    def inside(self) -> FoundDraft:
        """The MTP head that the target holds."""
        fault = own_head_fault(self.target)
        findings = [Finding("refuse", "head", fault)] if fault else []
        verdict = verdict_of(findings, "The model holds its own MTP head: nothing has to be fetched.")
        return FoundDraft(
            f"MTP head of {self.target.title}",
            "inside",
            self.target.kind,
            0,
            self.target.quantisation,
            verdict,
            "" if fault else HEAD_PRESET,
            self.target.path,
            gain=None if fault else expected_gain(self.target, None, verdict, self.where),
            plan=self._plan(self.target, None, mtp=True),
        )

    def judged(
        self,
        draft: Header,
        place: Place,
        path: Path | None = None,
        remote: RemoteModel | None = None,
        note: str = "",
    ) -> FoundDraft | None:
        """A file as a draft; None for one that nobody would take for a draft, such as a projector."""
        if draft.kind not in DRAFTING:
            return None
        verdict = check_draft(self.target, draft)
        refused = verdict.level == "refuse"
        head = is_sidecar(draft)
        return FoundDraft(
            draft.title,
            place,
            draft.kind,
            draft.size,
            draft.quantisation,
            verdict,
            "" if refused else HEAD_PRESET if head else MODEL_PRESET,
            "" if path is None else str(path),
            remote,
            gain=None if refused else expected_gain(self.target, draft, verdict, self.where),
            plan=None if refused else self._plan(self.target, draft, draft_mtp=head),
            note=note,
        )

    def variant(self, whole: Header, place: Place, remote: RemoteModel, note: str) -> FoundDraft | None:
        """The same model in a file with its MTP head inside; None where it is none."""
        if whole.n_layer_nextn == 0 or whole.kind not in ("chat", "base"):
            return None
        verdict = verdict_of(_same_model(self.target, whole), "The same model with its MTP head inside.")
        refused = verdict.level == "refuse"
        return FoundDraft(
            whole.title,
            place,
            whole.kind,
            whole.size,
            whole.quantisation,
            verdict,
            "" if refused else HEAD_PRESET,
            remote=remote,
            gain=None if refused else expected_gain(whole, None, verdict, self.where),
            plan=None if refused else self._plan(whole, None, mtp=True),
            replaces=True,
            note=note,
        )

    def _plan(
        self, target: Header, draft: Header | None, *, mtp: bool = False, draft_mtp: bool = False
    ) -> MemoryPlan | None:
        if not self.devices:
            return None
        return plan(
            target, draft, self.devices, ContextOptions(), self.n_ctx, swa_full=False, mtp=mtp, draft_mtp=draft_mtp
        )


def is_here(draft: FoundDraft) -> bool:
    """Whether nothing has to be fetched for it."""
    return draft.place in ("inside", "disk")


def is_worth_it(draft: FoundDraft) -> bool:
    """Whether it may draft, and is expected to bring anything."""
    return draft.gain is not None and draft.gain.speedup >= WORTH_IT


def order(draft: FoundDraft) -> tuple[bool, bool, bool, float, int]:
    """Sorts the best first: what is here before what is to be fetched, then by expected gain. Behind them what is
    expected to bring nothing, and last what is refused."""
    return (
        draft.verdict.level == "refuse",
        not is_worth_it(draft),
        not is_here(draft),
        -(draft.gain.speedup if draft.gain else 0.0),
        draft.size,
    )


def _same_model(target: Header, whole: Header) -> Sequence[Finding]:
    """Why a file cannot stand in for the target; nothing where it can."""
    if fault := own_head_fault(whole):
        return [Finding("refuse", "head", fault)]
    shape = [(header.n_embd, header.n_layer, header.n_vocab) for header in (target, whole)]
    if target.architecture != whole.architecture or shape[0] != shape[1]:
        return [Finding("refuse", "layers", "It is another model: its architecture or its size differs.")]
    return []


