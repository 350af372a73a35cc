"""What a way of drafting would take for a reply whose tokens are known, on a clock that only prices move.

The drafters are the real ones, called as `engine.decoding.write_reply` calls them; only the target is missing. Its
choice is the recorded token, so a draft is accepted as far as it equals the recording. For drafters whose proposals
follow from the tokens alone this is exact: the real loop, forced through the same reply, has the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NoReturn, cast

from app.compare.oracle import best_blocks
from bench.replay_data import Curve, Reply
from bench.replay_figures import Figures, Round, figures
from engine.commands import Speculation
from engine.decoding import Chain, RoundCost
from engine.drafters import discover
from engine.drafters.contract import DecodedBatch, Distribution, DrafterType, FloatArray, Resources
from engine.errors import UsageError
from engine.events import PricePoint
from engine.llama.context import Context
from engine.llama.model import Model
from engine.speculating import longest_draft, make_chain

PROMPT_BATCH: Final = 512
ORACLE_LONGEST: Final = 65  # tokens of a round of the bounds: the longest draft of any preset, and one more
_FIRST_CHARACTER: Final = 0x10000  # a token as a character, so that strings find what they find fastest


@dataclass(frozen=True, slots=True)
class Simulation:
    """One reply, one way of drafting. plain_s: a round without a draft, so what every token costs the baseline."""

    reply: Reply
    plain_s: float
    rounds: tuple[Round, ...]
    draft_s: float = 0.0

    @property
    def speedup(self) -> float:
        """Over the baseline; the first round counts too, unlike in `engine.metrics`, which has a prompt before it."""
        return len(self.reply.tokens) * self.plain_s / self._seconds

    def figures(self) -> Figures:
        return figures(self.reply, self.rounds, self.speedup, self.draft_s / self._seconds, self.plain_s)

    @property
    def _seconds(self) -> float:
        return sum(done.seconds for done in self.rounds)


def simulate(
    reply: Reply,
    chain: Chain,
    price: Callable[[int], float],
    *,
    max_draft: int = 64,
    round_s: float = 0.0,
    draft_token_s: Mapping[str, float] | None = None,
) -> Simulation:
    """Write `reply` with the drafters of `chain`, which keep what they learn, as they do between real replies.

    price(k): seconds of a pass over k tokens. A round with n drafted costs price(1 + n), plus round_s, plus n times
    what draft_token_s says for the drafter that proposed them.
    max_draft: the longest draft that a context would allow.
    """
    history, recorded = list(reply.prompt), reply.tokens
    chain.rewind(0)
    for start in range(0, len(history) - 1, PROMPT_BATCH):
        chain.observe(DecodedBatch(history[start : min(start + PROMPT_BATCH, len(history) - 1)], start))
    chain.begin(history, _NO_SAMPLER)
    rounds: list[Round] = []
    at, total_draft_s = 0, 0.0
    while at < len(recorded):
        proposer, draft = chain.draft(history, max_draft)
        n_drafted = len(draft.tokens)
        draft_s = n_drafted * (draft_token_s or {}).get(proposer, 0.0)
        chain.observe(DecodedBatch([history[-1], *draft.tokens], len(history) - 1))
        pass_s = price(1 + n_drafted)
        emitted, n_accepted = _emitted(draft.tokens, recorded[at : at + n_drafted + 1])
        history += emitted
        chain.timed(RoundCost(1 + n_drafted, pass_s, round_s))
        next_token = emitted[-1] if len(emitted) > n_accepted else None
        chain.accept(proposer, draft.tokens, n_accepted, next_token)
        rounds.append(Round(at, n_drafted, n_accepted, len(emitted), draft_s + pass_s + round_s))
        at += len(emitted)
        total_draft_s += draft_s
    return Simulation(reply, price(1) + round_s, tuple(rounds), total_draft_s)


def oracle(reply: Reply, price: Callable[[int], float], round_s: float = 0.0) -> float:
    """The speedup of a drafter that always knew, and chose the best length in every round."""
    n_tokens = len(reply.tokens)
    seconds, _ = best_blocks(n_tokens, ORACLE_LONGEST, lambda k: price(k) + round_s)
    return n_tokens * (price(1) + round_s) / seconds


def copier(reply: Reply, price: Callable[[int], float], round_s: float = 0.0) -> float:
    """The speedup of a drafter that only copies, from anywhere in what was read and written before, and always knows
    from where and how far it pays. What no earlier text holds has to come from the target, token by token."""
    n_tokens = len(reply.tokens)
    cost = [0.0] * (n_tokens + 1)
    for at, length in reversed(list(enumerate(_copyable(reply)))):
        longest = min(length + 1, n_tokens - at, ORACLE_LONGEST)
        cost[at] = min(price(k) + round_s + cost[at + k] for k in range(1, longest + 1))
    return n_tokens * (price(1) + round_s) / cost[0]


def _copyable(reply: Reply) -> list[int]:
    """For every place in the reply how many of the tokens from there on stand in a row somewhere before it.

    >>> _copyable(Reply("some", "json", (1, 2, 3), (2, 3, 9, 2, 3, 9)))
    [2, 1, 0, 3, 2, 1]
    """
    prompt, text = (
        "".join(chr(_FIRST_CHARACTER + token) for token in tokens) for tokens in (reply.prompt, reply.tokens)
    )
    lengths, length = [], 0
    for at in range(len(text)):
        before = prompt + text[:at]
        while at + length < len(text) and text[at : at + length + 1] in before:
            length += 1
        lengths.append(length)
        length = max(length - 1, 0)
    return lengths


def offline_chain(speculation: Speculation, curve: Curve) -> tuple[Chain, int]:
    """The drafters of a speculation without any model, knowing no earlier reply, and the longest draft they can make.

    Those that need a model and are optional are left out. curve: the prices that a session measures, at all of its
    depths. Raises UsageError for a drafter that asks for a model.
    """
    kinds = discover()
    wanted = [choice for choice in speculation.drafters if not (choice.optional and runs_a_model(kinds[choice.name]))]
    speculation = replace(speculation, drafters=tuple(wanted))
    curves = {
        measured.depth: [PricePoint(k, seconds) for k, seconds in measured.points] for measured in curve.depths
    }
    chooses = speculation.choose == "price"
    return make_chain(speculation, offline_resources(wants_chances=chooses), curves), longest_draft(speculation)


def runs_a_model(kind: DrafterType) -> bool:
    """Whether a drafter cannot be simulated, since what it proposes depends on a model."""
    return kind.needs_draft_model or kind.needs_mtp_head or kind.made_draft


def offline_resources(*, wants_chances: bool = False) -> Resources:
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
        wants_chances=wants_chances,
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
