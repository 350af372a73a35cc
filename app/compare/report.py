"""From the records of a comparison, complete or not, to what it came to: rows, bounds, one recommendation, notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.compare.load import notes as load_notes
from app.compare.oracle import bound
from app.compare.plan import XLLAMACPP
from app.compare.statistics import geometric_mean, speedup, spread, typical
from app.compare.verdict import IDENTICAL, is_fault, recommendation, text_verdict, winner
from ui.comparison import (
    Arm,
    ArmFailed,
    ArmRow,
    Case,
    CaseReport,
    Difference,
    DifferenceFound,
    Ended,
    Oracle,
    PriceCurve,
    PriceKnown,
    Record,
    Report,
    Run,
    RunDone,
    Setting,
)


def make_report(setting: Setting, records: Sequence[Record]) -> Report:
    """Everything that follows from the records. Pure: a stored comparison gives the same report again."""
    plan = setting.plan
    runs = [record.run for record in records if isinstance(record, RunDone)]
    differences = [record.difference for record in records if isinstance(record, DifferenceFound)]
    failures = [record for record in records if isinstance(record, ArmFailed)]
    prices = tuple(record.curve for record in records if isinstance(record, PriceKnown))
    ended = next((record for record in records if isinstance(record, Ended)), None)
    cases = tuple(
        _case_report(plan.arms, case, [run for run in runs if run.case == case.id], differences, failures, prices)
        for case in plan.cases
        if any(run.case == case.id for run in runs)
    )
    rows = tuple(_overall(arm, plan.arms[0], runs, cases, differences, failures) for arm in plan.arms)
    return Report(
        setting=setting,
        rows=rows,
        cases=cases,
        prices=prices,
        recommendation=recommendation(rows),
        notes=(*setting.warnings, *_notes(setting, runs, differences)),
        ending=ended.ending if ended else None,
        reason=ended.reason if ended else "",
        runs=tuple(runs),
        winner=winner(rows),
    )


def _case_report(
    arms: Sequence[Arm],
    case: Case,
    runs: Sequence[Run],
    differences: Sequence[Difference],
    failures: Sequence[ArmFailed],
    prices: Sequence[PriceCurve],
) -> CaseReport:
    by_arm = {arm.name: [run for run in runs if run.arm == arm.name] for arm in arms}
    baseline = by_arm[arms[0].name]
    oracle = _bound(baseline, [by_arm[arm.name] for arm in arms[1:] if not arm.peer], prices)
    rows = tuple(
        _row(
            arm,
            by_arm[arm.name],
            {case.id: _pairs(by_arm[arm.name], baseline)} if arm is not arms[0] else {},
            [found for found in differences if found.arm == arm.name and found.case == case.id],
            [failure for failure in failures if failure.arm == arm.name and failure.case in ("", case.id)],
            _same_text(by_arm[arm.name], baseline) if arm.peer else None,
            oracle,
        )
        for arm in arms
    )
    return CaseReport(case.id, case.task.category, rows, oracle)


def _overall(
    arm: Arm,
    baseline: Arm,
    runs: Sequence[Run],
    cases: Sequence[CaseReport],
    differences: Sequence[Difference],
    failures: Sequence[ArmFailed],
) -> ArmRow:
    mine = [run for run in runs if run.arm == arm.name]
    plain = [run for run in runs if run.arm == baseline.name]
    names = list(dict.fromkeys(run.case for run in mine))
    pairs = {
        name: _pairs([run for run in mine if run.case == name], [run for run in plain if run.case == name])
        for name in names
    }
    row = _row(
        arm,
        mine,
        pairs if arm is not baseline else {},
        [found for found in differences if found.arm == arm.name],
        [failure for failure in failures if failure.arm == arm.name],
        _same_text(mine, plain) if arm.peer else None,
        None,
    )
    lines = [line for case in cases for line in case.rows if line.arm == arm.name]
    return replace(
        row,
        tokens_per_s=typical([line.tokens_per_s for line in lines if line.tokens_per_s]),
        prompt_tokens_per_s=typical([line.prompt_tokens_per_s for line in lines if line.prompt_tokens_per_s]),
        ttft_s=typical([line.ttft_s for line in lines if line.ttft_s]),
        own_tokens_per_s=typical([line.own_tokens_per_s for line in lines if line.own_tokens_per_s]),
        achieved=geometric_mean([line.achieved for line in lines if line.achieved]),
    )


def _row(
    arm: Arm,
    runs: Sequence[Run],
    pairs: dict[str, list[tuple[Run, Run]]],
    differences: Sequence[Difference],
    failures: Sequence[ArmFailed],
    same_text: bool | None,
    oracle: Oracle | None,
) -> ArmRow:
    """pairs: (the arm's run, the baseline's) by case. Short replies are left out of the speedup while there are long
    ones; with short ones only, the row says so."""
    everything = [pair for case in pairs.values() for pair in case]
    long = {case: [pair for pair in found if not _short(pair)] for case, found in pairs.items()}
    any_long = any(long.values())
    chosen = long if any_long else pairs
    speeds = [run.tokens_per_s for run in runs if run.tokens_per_s]
    in_rounds = sum(run.draft_s + run.verify_s + run.sample_s + run.other_s for run in runs)
    n_rounds = sum(len(run.rounds) for run in runs)
    drafted = sum(run.drafted for run in runs)
    difference = _worst(differences)
    median_speed = spread(speeds)
    return ArmRow(
        arm=arm.name,
        preset=arm.speculation.preset,
        peer=arm.peer,
        runs=len(runs),
        tokens_per_s=median_speed,
        prompt_tokens_per_s=spread([run.prompt_tokens_per_s for run in runs if run.prompt_tokens_per_s]),
        ttft_s=spread([run.ttft_s for run in runs if run.ttft_s is not None]),
        speedup=speedup({case: _speeds(found) for case, found in chosen.items()}),
        own_tokens_per_s=spread([run.own_tokens_per_s for run in runs if run.own_tokens_per_s]),
        acceptance_rate=sum(run.accepted for run in runs) / drafted if drafted else None,
        tokens_per_round=sum(run.emitted for run in runs) / n_rounds if n_rounds else None,
        share_draft=_share(sum(run.draft_s for run in runs), in_rounds),
        share_verify=_share(sum(run.verify_s for run in runs), in_rounds),
        share_other=_share(sum(run.sample_s + run.other_s for run in runs), in_rounds),
        identical=same_text if arm.peer else (difference is None if runs else None),
        first_difference=difference,
        text=_text(arm, runs, difference, same_text),
        achieved=median_speed.median / oracle.knowing if median_speed and oracle else None,
        too_short=not any_long if everything else bool(runs) and all(run.too_short for run in runs),
        reason=" ".join(dict.fromkeys(failure.reason for failure in failures)),
    )


def _text(arm: Arm, runs: Sequence[Run], difference: Difference | None, same_text: bool | None) -> str:
    if not runs:
        return ""
    if arm.peer:
        return IDENTICAL if same_text else "another engine's text"
    return text_verdict(difference)


def _worst(differences: Iterable[Difference]) -> Difference | None:
    """The one to show: a fault before a tie, else the earliest."""
    return min(differences, key=lambda found: (not is_fault(found), found.position), default=None)


def _pairs(ours: Sequence[Run], baseline: Sequence[Run]) -> list[tuple[Run, Run]]:
    """Runs of the same repetition."""
    plain = {run.repetition: run for run in baseline}
    return [(run, plain[run.repetition]) for run in ours if run.repetition in plain]


def _short(pair: tuple[Run, Run]) -> bool:
    return pair[0].too_short or pair[1].too_short


def _speeds(pairs: Iterable[tuple[Run, Run]]) -> list[tuple[float, float]]:
    return [(a.tokens_per_s, b.tokens_per_s) for a, b in pairs if a.tokens_per_s and b.tokens_per_s]


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None


def _same_text(ours: Sequence[Run], baseline: Sequence[Run]) -> bool | None:
    """True when every reply reads as the baseline's; None otherwise, for near-ties of another engine fall elsewhere."""
    texts = {run.case: run.text.strip() for run in baseline}
    same = bool(ours) and all(texts.get(run.case) == run.text.strip() for run in ours)
    return True if same else None


def _bound(baseline: Sequence[Run], others: Sequence[Sequence[Run]], prices: Sequence[PriceCurve]) -> Oracle | None:
    if not baseline or not prices:
        return None
    middle = baseline[0].prompt_tokens + baseline[0].emitted // 2
    curve = min(prices, key=lambda curve: abs(curve.depth - middle))
    return bound(curve, baseline, others)


def _notes(setting: Setting, runs: Sequence[Run], differences: Sequence[Difference]) -> list[str]:
    found = list(load_notes([run.load for run in runs]))
    plan = setting.plan
    if any(difference.arm == plan.arms[0].name for difference in differences):
        found.append("The baseline itself did not write the same text every time.")
    short = [run for run in runs if run.too_short]
    if short:
        found.append(f"{len(short)} of {len(runs)} replies are under 64 tokens and say little about speed.")
    if setting.gpu_layers and any(arm.peer == XLLAMACPP for arm in plan.arms):
        found.append(f"{XLLAMACPP} computes on the processor only, and this model is on a GPU: not a fair match.")
    return found
