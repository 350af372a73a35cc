"""What it costs to verify k tokens at once: the curve that decides which draft length pays.

It is a property of machine, model, quantisation and context depth, and neither smooth nor monotonic per token, so it is
measured and not modelled. Passes of different k are interleaved, so that a machine whose speed changes while it
is measured bends no part of the curve against another; the median of the repeats counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Final

from engine.events import PricePoint
from engine.llama.context import Context

CURVE: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64)
REPEATS: Final = 5


def measure(
    context: Context,
    *,
    ks: Sequence[int] = CURVE,
    depth: int = 0,
    repeats: int = REPEATS,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[PricePoint, ...]:
    """Seconds of a pass over k tokens, logits for each, on top of `depth` tokens. The context is emptied before and
    after. ks beyond what the context can give are left out; fewer repeats are used where `cancelled` says True."""
    token = context.model.bos if context.model.bos >= 0 else 0
    ks = [k for k in ks if k <= context.n_outputs and depth + k <= context.n_ctx]
    times: dict[int, list[float]] = {k: [] for k in ks}
    context.clear()
    try:
        _fill(context, token, depth)
        for k in ks:  # warms up every kernel that will be timed
            _pass(context, token, k, depth)
        for _ in range(repeats):
            if cancelled():
                break
            for k in ks:
                times[k].append(_pass(context, token, k, depth))
    finally:
        context.clear()
    return tuple(PricePoint(k, median(taken)) for k, taken in times.items() if taken)


def _fill(context: Context, token: int, depth: int) -> None:
    while context.n_past < depth:
        context.decode([token] * min(context.n_batch, depth - context.n_past), "none")
    context.keep_checkpoint()


def _pass(context: Context, token: int, k: int, depth: int) -> float:
    began = perf_counter()
    context.decode([token] * k, "all")
    context.logits()
    taken = perf_counter() - began
    if context.rewind(depth) < depth:
        _fill(context, token, depth)
    return taken
