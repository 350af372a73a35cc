"""What a draft may be expected to bring, before anybody has measured it: from sizes, and from what others report.

The formula, with n the length of a draft and p the share of guesses that are accepted:

    tokens per round    (1 - p^(n+1)) / (1 - p)
    price of a round    pass(n + 1) + n * draft            in passes of the target over one token
    speedup             tokens per round / price of a round, for the n that makes it largest

A pass is as dear as the bytes of weights that it reads: `draft` is the draft's bytes over the target's. A pass over
several tokens reads the same weights once; of a mixture of experts it reads more of them, because every token chooses
its own: 1 - (1 - used/all)^tokens of each. To that comes what each further token costs to compute: little on a GPU,
much on a CPU. What is expected here is therefore a guess in two places, p and that cost, and is called one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from app.hub.values import ExpectedGain

if TYPE_CHECKING:
    from engine.compatibility import Verdict
    from engine.gguf_header import Header

# What one more token in a pass costs to compute, in passes over one token. CPUs were measured here, with four to eight
# tokens (SmolLM2 in F16 0.22; in Q4_1 and Q8_0, and Gemma 3 in Q4_K_M, 0.4 to 0.9); for GPUs it is what reported
# speedups agree with.
GPU_ROW: Final = 0.03
CPU_ROW: Final = 0.5
CPU_PLAIN_ROW: Final = 0.25  # weights that need no unpacking
PLAIN: Final = frozenset(["F32", "F16", "BF16"])
WORTH_IT: Final = 1.05  # a speedup below it is within what the guess is off
LEAST_DRAFT: Final = 0.02  # a pass has a price of its own, however small the model

Where = Literal["gpu", "cpu"]


@dataclass(frozen=True, slots=True)
class Experience:
    """acceptance: the share of guesses that people report for this kind of draft. longest: draft that pays with it."""

    acceptance: float
    longest: int


HEAD: Final = Experience(0.75, 6)  # MTP heads, inside or beside: reports from 0.48 to 0.90, most of them 0.7 to 0.8
SAME_FAMILY: Final = Experience(0.65, 12)  # a small sibling: 0.60 to 0.87
OTHER_FAMILY: Final = Experience(0.4, 8)  # the vocabulary fits and the training was another one
_SUSPECT: Final[dict[str, float]] = {"tokenizer": 0.1, "template": 0.1, "architecture": 0.1, "draft-context": 0.0}


def expected_gain(target: Header, draft: Header | None, verdict: Verdict, where: Where = "gpu") -> ExpectedGain:
    """For a draft that the verdict lets pass. draft: None for the MTP head inside the target.

    where: whether the whole target runs on a GPU.
    """
    experience = _experience(draft, verdict)
    cost = draft_cost(target, draft)
    row = GPU_ROW if where == "gpu" else CPU_PLAIN_ROW if target.quantisation in PLAIN else CPU_ROW
    speedup, n_draft = max(
        (_speedup(target, experience.acceptance, cost, row, n), n) for n in range(1, experience.longest + 1)
    )
    return ExpectedGain(speedup, experience.acceptance, n_draft, cost, _sentence(speedup, n_draft, experience, cost))


def draft_cost(target: Header, draft: Header | None) -> float:
    """A pass of the draft in passes of the target over one token."""
    whole = pass_bytes(target)
    if not whole:
        return 1.0
    if draft is None:
        read = _read(target, 1, _blocks(target, head=True)) + _output_bytes(target)
    elif draft.kind == "mtp-sidecar":
        # A head that brings no output matrix borrows its target's.
        read = _read(draft, 1, _blocks(draft, head=True)) + (_output_bytes(draft) or _output_bytes(target))
    elif draft.kind == "assistant":  # all of its blocks count as head in the header
        read = pass_bytes(draft) + _read(draft, 1, _blocks(draft, head=True))
    else:
        read = pass_bytes(draft)
    return max(LEAST_DRAFT, read / whole)


def pass_bytes(header: Header, tokens: int = 1) -> float:
    """Bytes of weights that a pass over so many tokens reads; the blocks of an MTP head are no part of it."""
    blocks = _read(header, tokens, _blocks(header, head=False))
    beside = sum(
        tensor.n_bytes
        for tensor in header.tensors
        if not tensor.name.startswith("blk.")
        and (tensor.name != "token_embd.weight" or not header.has_tensor("output.weight"))  # rows are looked up
    )
    return blocks + beside


def _blocks(header: Header, head: bool) -> tuple[str, ...]:
    """How the names of the tensors begin: of the NextN blocks, or of all others."""
    wanted = range(header.n_layer, header.n_layer_all) if head else range(header.n_layer)
    return tuple(f"blk.{il}." for il in wanted)


def _read(header: Header, tokens: int, beginnings: tuple[str, ...]) -> float:
    experts = header.integer(header.key("expert_count")) or 0
    used = max(header.per_layer("expert_used_count", experts), default=experts)
    share = 1 - (1 - min(1.0, used / experts)) ** tokens if experts else 1.0
    return sum(
        tensor.n_bytes * (share if "_exps." in tensor.name else 1.0)
        for tensor in header.tensors
        if beginnings and tensor.name.startswith(beginnings) and not tensor.name.endswith("nextn.embed_tokens.weight")
    )


def _speedup(target: Header, acceptance: float, cost: float, row: float, n: int) -> float:
    tokens = (1 - acceptance ** (n + 1)) / (1 - acceptance)
    checked = pass_bytes(target, n + 1) / (pass_bytes(target) or 1.0) + row * n
    return float(tokens / (checked + n * cost))


def _experience(draft: Header | None, verdict: Verdict) -> Experience:
    if draft is None or draft.kind in ("mtp-sidecar", "assistant"):
        known = HEAD
    else:
        rules = {finding.rule for finding in verdict.findings}
        known = OTHER_FAMILY if "family" in rules else SAME_FAMILY
    less = sum(_SUSPECT.get(finding.rule, 0.0) for finding in verdict.findings if finding.level == "warn")
    return Experience(max(0.1, known.acceptance - less), known.longest)


def _output_bytes(header: Header) -> int:
    """The matrix that turns a hidden row into logits; 0 where the file has none, or a head has its own in its block."""
    names = {tensor.name: tensor.n_bytes for tensor in header.tensors}
    if any(name.endswith("nextn.shared_head_head.weight") for name in names):
        return 0
    return names.get("output.weight") or names.get("token_embd.weight") or 0


def _sentence(speedup: float, n_draft: int, experience: Experience, cost: float) -> str:
    if speedup < WORTH_IT:
        return (
            f"Expected to bring nothing: a pass of the draft costs {cost:.0%} of one of the target, and "
            f"{experience.acceptance:.0%} of such guesses are usually accepted."
        )
    return (
        f"Expected to be about {speedup:.1f} times as fast with drafts of {n_draft}, if {experience.acceptance:.0%} of "
        f"the guesses are accepted as is usual; a pass of the draft costs {cost:.0%} of one of the target."
    )
