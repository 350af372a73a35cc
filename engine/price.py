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

from engine.errors import RefusedError
from engine.events import PricePoint
from engine.llama.context import Aborted, Context

CURVE: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64)
REPEATS: Final = 5
WITHIN_S: Final = 1.5  # as long as a curve may take where somebody waits for a reply
SHARE_OF_FIRST_PASSES: Final = 0.7  # of the time; what is left goes to repeats


def measure(
    context: Context,
    *,
    ks: Sequence[int] = CURVE,
    depth: int = 0,
    repeats: int = REPEATS,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[PricePoint, ...]:
    """Seconds of a pass over k tokens, logits for each, on top of `depth` tokens. The context is emptied before and
    after. ks beyond what the context can give are left out.

    Raises RefusedError where no pass fits behind `depth`, and Aborted when `cancelled` says True: what was timed by
    then is no curve.
    """
    ks = [k for k in ks if k <= context.n_outputs and depth + k <= context.n_ctx]
    if depth < 0 or not ks:
        raise RefusedError(
            f"The price at a depth of {depth} tokens cannot be measured",
            f"the context holds {context.n_ctx}",
            f"Take a depth of 0 to {context.n_ctx - 1}, or load the model with a longer context.",
        )
    token = context.model.bos if context.model.bos >= 0 else 0
    times: dict[int, list[float]] = {k: [] for k in ks}
    context.clear()
    try:
        _fill(context, token, depth, cancelled)
        for repeat in range(repeats + 1):
            for k in ks:
                taken = _pass(context, token, k, depth, cancelled)
                if repeat:  # the first time warms up every kernel
                    times[k].append(taken)
    finally:
        context.clear()
    return tuple(PricePoint(k, median(taken)) for k, taken in times.items())


def measure_within(context: Context, seconds: float, cancelled: Callable[[], bool]) -> tuple[PricePoint, ...]:
    """The curve as well as it can be known in about so many seconds, on an empty context: first the powers of two, as
    far as there is time, then what lies between, then all again. Of few repeats the quickest is the one that nothing
    else has disturbed. The context is emptied. Raises Aborted when `cancelled` says True."""
    token = context.model.bos if context.model.bos >= 0 else 0
    times: dict[int, float] = {}
    began = perf_counter()

    def time_pass(k: int) -> None:
        if k not in times:
            _pass(context, token, k, 0, cancelled)  # warms up its kernels
        taken = _pass(context, token, k, 0, cancelled)
        times[k] = min(taken, times.get(k, taken))

    context.clear()
    try:
        coarse = [k for k in CURVE if k.bit_count() == 1 and k <= min(context.n_outputs, context.n_ctx)]
        for k in coarse:
            if len(times) > 2 and perf_counter() - began > seconds * SHARE_OF_FIRST_PASSES:
                break
            time_pass(k)
            time_pass(1)  # all others are held against it
        between = [k for k in CURVE if k not in coarse and k < max(times)]
        for k in [*between, *CURVE * (REPEATS - 1)]:
            if perf_counter() - began > seconds:
                break
            if k <= max(times):
                time_pass(k)
    finally:
        context.clear()
    return tuple(PricePoint(k, times[k]) for k in sorted(times))


def _fill(context: Context, token: int, depth: int, cancelled: Callable[[], bool]) -> None:
    """Raises Aborted, also in the middle of a pass."""
    context.on_abort(cancelled)
    try:
        while context.n_past < depth:
            if cancelled():
                raise Aborted
            context.decode([token] * min(context.n_batch, depth - context.n_past), "none")
    finally:
        context.on_abort(None)
    context.keep_checkpoint()


def _pass(context: Context, token: int, k: int, depth: int, cancelled: Callable[[], bool]) -> float:
    """Seconds; nothing is asked while the clock runs. Raises Aborted."""
    if cancelled():
        raise Aborted
    began = perf_counter()
    context.decode([token] * k, "all")
    context.logits()
    taken = perf_counter() - began
    if context.rewind(depth) < depth:
        _fill(context, token, depth, cancelled)
    return taken
