"""What it costs to verify k tokens at once: the curve that decides which draft length pays.

It is a property of machine, model, quantisation and context depth, and neither smooth nor monotonic per token, so it is
measured and not modelled. Passes of different k are interleaved, so that a machine whose speed changes while it
is measured bends no part of the curve against another; the median of the repeats counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Final

import numpy as np

from engine.errors import RefusedError
from engine.events import PricePoint
from engine.llama.context import Aborted, Context

Curve = tuple[PricePoint, ...]  # by rising k, the first for k = 1
CURVE: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64)
REPEATS: Final = 5
WITHIN_S: Final = 1.5  # as long as a curve may take where somebody waits for a reply
SHARE_OF_FIRST_PASSES: Final = 0.7  # of the time; what is left goes to repeats
CHECKED: Final = (1, 2, 8, 32)  # rows of passes that are timed again where a curve is kept
CHECKED_TURNS: Final = 3
CHECKED_WITHIN_S: Final = 0.5  # begins no pass after it
ON_TOP: Final = (1, 2, 8, 16, 32, 64)
ON_TOP_WITHIN_S: Final = 0.5  # begins no pass after it


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
    far as there is time, but three of them, then what lies between, then all again. Of few repeats the quickest is the
    one that nothing else has disturbed; of the plain pass, which is timed far more often than the others, the median
    counts, or all others would look dear beside it. The context is emptied. Raises Aborted when `cancelled` says True.
    """
    token = context.model.bos if context.model.bos >= 0 else 0
    times: dict[int, list[float]] = {}
    began = perf_counter()

    def in_time(share: float = 1.0) -> bool:
        return perf_counter() - began <= seconds * share

    def time_pass(k: int) -> None:
        if k not in times and in_time():
            _pass(context, token, k, 0, cancelled)  # warms up its kernels
        times.setdefault(k, []).append(_pass(context, token, k, 0, cancelled))

    context.clear()
    try:
        coarse = [k for k in CURVE if k.bit_count() == 1 and k <= min(context.n_outputs, context.n_ctx)]
        for k in coarse:
            if len(times) > 2 and not in_time(SHARE_OF_FIRST_PASSES):
                break
            time_pass(k)
            if in_time():
                time_pass(1)  # all others are held against it
        between = [k for k in CURVE if k not in coarse and k < max(times)]
        for k in [*between, *CURVE * (REPEATS - 1)]:
            if not in_time():
                break
            if k <= max(times):
                time_pass(k)
    finally:
        context.clear()
    return tuple(PricePoint(k, (min if k > 1 else median)(times[k])) for k in sorted(times))


def as_now(context: Context, curves: Mapping[int, Curve], cancelled: Callable[[], bool]) -> dict[int, Curve]:
    """Kept curves by depth, one of an empty context among them, as things are now: a few points are timed again on top
    of what the memory holds, and those between move as their neighbours do, at all depths alike. Another program that
    uses the memory makes plain passes dearer and long ones hardly, one that computes does the reverse; a curve that
    was measured beside either keeps good drafts from being tried for ever.

    As they were where even these few take too long. The memory, which has to give back all (`Context.gives_back_all`)
    or be empty, stays as it is. Takes `CHECKED_WITHIN_S` and a pass. Raises Aborted when `cancelled` says True.
    """
    token, base = max(context.model.bos, 0), context.n_past
    kept = {point.k: point.pass_s for point in curves[max(depth for depth in curves if depth <= base)]}
    ks = [k for k in CHECKED if k in kept and k <= min(context.n_outputs, context.n_ctx - base)]
    turns: list[list[float]] = []
    began = perf_counter()
    try:
        while len(turns) <= CHECKED_TURNS:
            taken = []
            for k in ks:
                if perf_counter() - began > CHECKED_WITHIN_S:
                    break
                taken.append(_pass(context, token, k, base, cancelled))
            if len(taken) < len(ks):
                break
            turns.append(taken)
    finally:
        if not base:
            context.clear()
    counted = turns[1:]  # the first one warms up
    if not ks or not counted:
        return dict(curves)
    growth = [median(turn[i] for turn in counted) / kept[k] for i, k in enumerate(ks)]
    return {depth: _grown(curve, ks, growth) for depth, curve in curves.items()}


def measure_on_top(
    context: Context, empty: Sequence[PricePoint], cancelled: Callable[[], bool]
) -> tuple[PricePoint, ...]:
    """The curve on top of what the memory holds, which stays as it is. empty: the curve of an empty context; a few of
    its points are timed here, the longest last, and those between grow as their neighbours do. Empty where the context
    has no room for even a short draft. For a memory that gives back all (`Context.gives_back_all`).

    Raises Aborted when `cancelled` says True.
    """
    base, room = context.n_past, min(context.n_outputs, context.n_ctx - context.n_past)
    before = {point.k: point.pass_s for point in empty}
    ks = [k for k in ON_TOP if k in before and k <= room]
    if len(ks) < 3:
        return ()
    times: dict[int, float] = {}
    began = perf_counter()
    for k in (*ks, *ks):  # the first time warms up; of two the quicker counts
        if len(times) >= 3 and perf_counter() - began > ON_TOP_WITHIN_S:
            break
        taken = _pass(context, context.tokens[-1], k, base, cancelled)
        times[k] = min(taken, times.get(k, taken))
    measured = sorted(times)
    return _grown(empty, measured, [times[k] / before[k] for k in measured])


def _grown(curve: Sequence[PricePoint], ks: Sequence[int], growth: Sequence[float]) -> Curve:
    """The curve times what it has grown by at ks, and in between on straight lines."""
    factors = np.interp([point.k for point in curve], ks, growth)
    return tuple(
        PricePoint(point.k, point.pass_s * float(factor)) for point, factor in zip(curve, factors, strict=True)
    )


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
