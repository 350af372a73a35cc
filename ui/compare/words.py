"""What the view says about a comparison: its progress, its end, and how an arm is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ui.compare.board import Board
from ui.comparison import BASELINE, ArmRow, Speedup
from ui.language import local
from ui.numerals import number
from ui.speculation.words import UNKNOWN, percent

Translate = Callable[[str, str], str]
_CONTEXT: Final = "CompareView"


def arm_title(name: str) -> str:
    """The baseline with a capital; others carry their title as their name."""
    return local(name[:1].upper() + name[1:] if name.startswith(BASELINE) else name)


def seconds_left(seconds: float, translate: Translate) -> str:
    """'20 s', '3 min', '1 h 10 min': never more exact than a guess is."""
    if seconds < 10:
        return translate(_CONTEXT, "{0} s").format(max(1, round(seconds)))
    if seconds < 90:
        return translate(_CONTEXT, "{0} s").format(5 * round(seconds / 5))
    minutes = round(seconds / 60)
    if minutes < 60:
        return translate(_CONTEXT, "{0} min").format(minutes)
    return translate(_CONTEXT, "{0} h {1} min").format(minutes // 60, minutes % 60)


def status(board: Board, waited_s: float, translate: Translate) -> str:
    """One line for the bar. waited_s: seconds since the time that is left was estimated."""
    if board.phase == "preparing":
        doing = board.doing
        if doing is not None and doing.activity == "load" and doing.fraction is not None:
            return translate(_CONTEXT, "Loading the model, {0}").format(percent(doing.fraction))
        if doing is not None and doing.activity == "load":
            return translate(_CONTEXT, "Loading the model")
        if doing is not None and doing.activity == "price":
            return translate(_CONTEXT, "Measuring what verifying costs")
        return translate(_CONTEXT, "Getting ready")
    if board.phase != "running":
        return ""
    done = board.remaining.done if board.remaining else 0
    total = board.remaining.total if board.remaining else board.n_runs
    parts = [translate(_CONTEXT, "run {0} of {1}").format(min(done + 1, total), total)]
    doing = board.doing
    if doing is not None and doing.activity == "price":
        parts = [translate(_CONTEXT, "measuring what verifying costs")]
    elif doing is not None and doing.activity == "score":
        parts = [translate(_CONTEXT, "looking at where texts part")]
    if board.remaining is not None and board.remaining.seconds is not None:
        left = max(board.remaining.seconds - waited_s, 1.0)
        parts.append(translate(_CONTEXT, "about {0} left").format(seconds_left(left, translate)))
    return ", ".join(parts)


def interval(gain: Speedup | None, translate: Translate) -> str:
    """'1.58 – 1.66', or '' where a single pair leaves it open."""
    if gain is None or gain.low is None or gain.high is None:
        return ""
    if gain.noisy:
        return translate(_CONTEXT, "too noisy to say")
    return f"{number(gain.low, 2)} – {number(gain.high, 2)}"


def shares(row: ArmRow) -> str:
    """'4 · 92 · 4 %'"""
    parts = (row.share_draft, row.share_verify, row.share_other)
    if any(part is None for part in parts):
        return UNKNOWN
    return " · ".join(f"{100 * (part or 0.0):.0f}" for part in parts) + " %"


def tone_of(row: ArmRow) -> str:
    """'good' or 'bad' where the interval leaves no doubt, else ''."""
    gain = row.speedup
    if gain is None or gain.low is None or gain.high is None or row.too_short:
        return ""
    return "good" if gain.low > 1 else "bad" if gain.high < 1 else ""
