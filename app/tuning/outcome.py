"""What a tuning came to: decided by its last round, ended before it, or not begun for want of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.tuning.candidates import Candidate
from app.tuning.circumstances import circumstances
from app.tuning.verdict import judge
from ui.comparison import Ending, Report
from ui.tuning import AUTO, Standing, TuneResult, TuneWish

TOO_EARLY: Final = "Stopped before anything could be told."


def decided(report: Report, standing: Standing, settings: Sequence[Candidate], wish: TuneWish) -> TuneResult:
    """report: of the last round."""
    found = judge(report)
    rows = {row.arm: row for row in report.rows}
    chosen = next((one for one in settings if one.name == found.winner), None)
    auto = rows.get(AUTO)
    result = TuneResult(
        ending="done",
        standing=standing,
        winner=found.winner,
        confirmed=found.confirmed,
        sentence=found.sentence,
        speedup=rows[found.winner].speedup if found.winner in rows else None,
        auto_speedup=auto.speedup if auto else None,
        against_auto=found.against_auto,
    )
    result = _circumstanced(result, report, wish)
    return replace(result, speculation=chosen.speculation) if chosen else result


def cut_short(report: Report, standing: Standing, wish: TuneWish, goes_on: bool) -> TuneResult:
    """Stopped, or the engine died for good: what is known is told, and nothing is claimed. goes_on: the same wish goes
    on from here."""
    best = next((row for row in standing.rows if row.speedup and row.state == "in"), None)
    where = f"in round {standing.round} of {standing.rounds}"
    ending: Ending = report.ending or "stopped"
    how = "The engine died" if ending == "died" else "Stopped"
    if best is None or best.speedup is None:
        words = f"{how} {where}, before anything could be told."
    else:
        gain = f"{best.speedup.estimate:.2f}×"
        words = f"{how} {where}. So far {best.name} is ahead at {gain}; that is not confirmed."
    result = TuneResult(ending, standing, sentence=words, reason=report.reason, goes_on=goes_on)
    result = _circumstanced(result, report, wish)
    return replace(result, winner=best.name, speculation=best.speculation, speedup=best.speedup) if best else result


def too_short(minutes: float, least_minutes: int, standing: Standing) -> TuneResult:
    """There is no time for any verdict; least_minutes would be enough."""
    said = f"{minutes:g}"
    why = (
        f"{said} min is too short for a verdict: with this model the baseline, auto and one setting on two prompts "
        f"take about {least_minutes} min."
    )
    return TuneResult("failed", standing, reason=why, least_minutes=least_minutes)


def now() -> str:
    """ISO 8601 with time zone."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _circumstanced(result: TuneResult, report: Report, wish: TuneWish) -> TuneResult:
    return replace(
        result,
        circumstances=circumstances(report.setting, wish.draft),
        prompts=tuple(dict.fromkeys(case.category for case in report.cases)),
        temperature=wish.temperature,
        comparison=report.setting.id,
        at=now(),
    )
