"""What a way of drafting would take for a reply whose tokens are known, on a clock that only prices move.

The drafters are the real ones, called as `engine.decoding.write_reply` calls them; only the target is missing. Its
choice is the recorded token, so a draft is accepted as far as it equals the recording. For drafters whose proposals
follow from the tokens alone this is exact: the real loop, forced through the same reply, has the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NoReturn, cast

from app.compare.oracle import best_blocks
from bench.replay_data import Reply
from engine.commands import Speculation
from engine.decoding import Chain
from engine.drafters.contract import DecodedBatch, Distribution, FloatArray, Resources
from engine.errors import UsageError
from engine.llama.context import Context
from engine.llama.model import Model
from engine.speculating import longest_draft, make_chain

PROMPT_BATCH: Final = 512
ORACLE_LONGEST: Final = 65  # tokens of a round of the bound: the longest draft of any preset, and one more


@dataclass(slots=True)
class VirtualClock:
    """Seconds that pass only where a simulation says so. Stands in for `time.perf_counter`."""

    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """at: tokens of the reply before it. seconds: pass, draft and fixed cost together."""

    at: int
    proposer: str
    drafted: int
    accepted: int
    emitted: int
    seconds: float


@dataclass(frozen=True)
class Simulation:
    """One reply, one way of drafting. plain_s: a round without a draft, so what every token costs the baseline."""

    reply: Reply
    plain_s: float
    rounds: tuple[SimulatedRound, ...]

    @cached_property
    def seconds(self) -> float:
        return sum(done.seconds for done in self.rounds)

    @cached_property
    def drafted(self) -> int:
        return sum(done.drafted for done in self.rounds)

    @cached_property
    def accepted(self) -> int:
        return sum(done.accepted for done in self.rounds)

    @property
    def speedup(self) -> float:
        """Over the baseline; the first round counts too, unlike in `engine.metrics`, which has a prompt before it."""
        return len(self.reply.tokens) * self.plain_s / self.seconds


def simulate(
    reply: Reply,
    chain: Chain,
    price: Callable[[int], float],
    *,
    max_draft: int = 64,
    round_s: float = 0.0,
    draft_token_s: Mapping[str, float] | None = None,
    tell_price: Callable[[int, float], None] | None = None,
    clock: VirtualClock | None = None,
) -> Simulation:
    """Write `reply` with the drafters of `chain`, which keep what they learn, as they do between real replies.

    price(k): seconds of a pass over k tokens. A round with n drafted costs price(1 + n), plus round_s, plus n times
    what draft_token_s says for the drafter that proposed them.
    max_draft: the longest draft that a context would allow.
    tell_price(n_drafted, seconds): called in every round before the drafters hear its outcome, with the pass's seconds.
    clock: moves on as the round does: by the cost of the draft when that was made, by the pass before `tell_price`.
    """
    clock = clock or VirtualClock()
    history, recorded = list(reply.prompt), reply.tokens
    chain.rewind(0)
    for start in range(0, len(history) - 1, PROMPT_BATCH):
        chain.observe(DecodedBatch(history[start : min(start + PROMPT_BATCH, len(history) - 1)], start))
    chain.begin(history, _NO_SAMPLER)
    rounds: list[SimulatedRound] = []
    at = 0
    while at < len(recorded):
        began_s = clock.now_s
        proposer, draft = chain.draft(history, max_draft)
        n_drafted = len(draft.tokens)
        clock.now_s += n_drafted * (draft_token_s or {}).get(proposer, 0.0)
        chain.observe(DecodedBatch([history[-1], *draft.tokens], len(history) - 1))
        pass_s = price(1 + n_drafted)
        clock.now_s += pass_s + round_s
        emitted, n_accepted = _emitted(draft.tokens, recorded[at : at + n_drafted + 1])
        history += emitted
        if tell_price:
            tell_price(n_drafted, pass_s)
        next_token = emitted[-1] if len(emitted) > n_accepted else None
        chain.accept(proposer, draft.tokens, n_accepted, next_token)
        rounds.append(SimulatedRound(at, proposer, n_drafted, n_accepted, len(emitted), clock.now_s - began_s))
        at += len(emitted)
    return Simulation(reply, price(1) + round_s, tuple(rounds))


def oracle(reply: Reply, price: Callable[[int], float], round_s: float = 0.0) -> float:
    """The speedup of a drafter that always knew, and chose the best length in every round."""
    n_tokens = len(reply.tokens)
    seconds, _ = best_blocks(n_tokens, ORACLE_LONGEST, lambda k: price(k) + round_s)
    return n_tokens * (price(1) + round_s) / seconds


def offline_chain(speculation: Speculation) -> tuple[Chain, int]:
    """The drafters of a speculation without any model, knowing no earlier reply, and the longest draft they can make.

    Raises UsageError for a drafter that asks for a model.
    """
    return make_chain(speculation, offline_resources()), longest_draft(speculation)


def offline_resources() -> Resources:
    """Resources for drafters that live on tokens alone. A model or a context that is asked for anything raises
    UsageError."""
    return Resources(
        target=cast("Model", _Absent("the target")),
        target_context=cast("Context", _Absent("the target's context")),
        draft_model=None,
        n_ctx=1 << 20,
        threads=1,
        kv_type="f16",
        flash_attention="auto",
        cancelled=lambda: False,
    )


def _emitted(drafted: Sequence[int], recorded: Sequence[int]) -> tuple[list[int], int]:
    """(tokens emitted, how many of them were drafted) when the target's choices are `recorded`: up to one more than
    were drafted, fewer where the reply ends.

    >>> _emitted([5, 6, 9], [5, 6, 7, 8])
    ([5, 6, 7], 2)
    >>> _emitted([5, 6, 9], [5, 6])
    ([5, 6], 2)
    """
    n = 0
    while n < min(len(drafted), len(recorded)) and drafted[n] == recorded[n]:
        n += 1
    return list(recorded[: n + 1]), n


class _Absent:
    """In place of what a simulation does not have."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise UsageError("This way of drafting cannot be simulated", f"it asks for {self._what}", "Force the replies.")


class _NoSampler:
    """For drafters without logits."""

    def propose(self, logits: FloatArray, history: Sequence[int]) -> tuple[int, Distribution | None]:  # noqa: ARG002
        raise UsageError("This way of drafting cannot be simulated", "it holds logits", "Force the replies.")


_NO_SAMPLER: Final = _NoSampler()
