"""Reports as JSON, CSV and Markdown. The HTML report with its charts is in `app.compare.html_report`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from app.compare.verdict import speedup_words
from app.generate import engine_json
from ui.comparison import ArmRow, Oracle, PriceCurve, Report, Run, Speedup, Spread

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def as_json(report: Report) -> dict[str, Any]:
    """The report as one object; the keys are those of docs/compare.md. Units: tokens/s, seconds; null is n/a."""
    setting = report.setting
    plan = setting.plan
    return {
        "id": setting.id,
        "started_at": setting.started_at,
        "paceline": setting.version,
        "ended": report.ending,
        "reason": report.reason,
        "machine": asdict(setting.machine),
        "engine": engine_json(setting.engine) if setting.engine else None,
        "model": asdict(setting.model) | {"sha256": setting.hashes.get(plan.model, "")} if setting.model else None,
        "drafts": {path: sha for path, sha in setting.hashes.items() if path != plan.model},
        "settings": {
            "runs": plan.runs,
            "max_tokens": plan.max_tokens,
            "sampling": asdict(plan.sampling),
            "n_ctx": setting.n_ctx,
            "gpu_layers": setting.gpu_layers,
            "threads": setting.threads,
            "kv_type": plan.context.kv_type,
            "flash_attention": plan.context.flash_attention,
            "parallel": 1,
            "arms": {
                arm.name: {
                    "preset": arm.speculation.preset,
                    "options": {choice.name: dict(choice.options) for choice in arm.speculation.drafters},
                    "draft_model": arm.speculation.draft_model,
                    "peer": arm.peer or None,
                }
                for arm in plan.arms
            },
        },
        "baseline": _row(report.rows[0]),
        "presets": [_row(row) for row in report.rows[1:]],
        "prompts": [
            {
                "id": case.case,
                "category": case.category,
                "oracle": _oracle(case.oracle),
                "rows": [_row(row) for row in case.rows],
            }
            for case in report.cases
        ],
        "prices": [_price(curve) for curve in report.prices],
        "recommendation": report.recommendation,
        "notes": list(report.notes),
    }


def price_json(curve: PriceCurve) -> dict[str, Any]:
    """A price curve: seconds by k, and as multiples of one token."""
    return _price(curve)


def as_csv(report: Report) -> str:
    """One line for every run, with what it ran under."""
    setting = report.setting
    presets = {arm.name: arm.speculation.preset for arm in setting.plan.arms}
    fields = (
        *("comparison", "started_at", "model", "sha256", "build", "arm", "preset", "prompt", "repetition"),
        *("emitted", "tokens_per_s", "prompt_tokens", "prompt_tokens_per_s", "ttft_s", "decode_s"),
        *("drafted", "accepted", "acceptance_rate", "rounds", "draft_s", "verify_s", "sample_s", "other_s"),
        *("stop_reason", "own_tokens_per_s", "too_short", "cpu_others"),
    )
    out = io.StringIO()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    for run in report.runs:
        values = _run(run) | {
            "comparison": setting.id,
            "started_at": setting.started_at,
            "model": setting.model.name if setting.model else setting.plan.model,
            "sha256": setting.hashes.get(setting.plan.model, ""),
            "build": setting.engine.build if setting.engine else "",
            "preset": presets.get(run.arm, ""),
        }
        writer.writerow({name: _cell(value) for name, value in values.items()})
    return out.getvalue()


def as_markdown(report: Report) -> str:
    """Tables for an issue or a wiki: the arms over all prompts, then one line for every prompt and arm."""
    setting = report.setting
    model = f"{setting.model.name} {setting.model.quantisation}".strip() if setting.model else setting.plan.model
    lines = [
        f"# {_md(model)}: {_md(', '.join(row.arm for row in report.rows))}",
        "",
        f"{_md(report.recommendation)}",
        "",
        *_table(HEAD, (cells(row) for row in report.rows)),
        "",
        f"{setting.plan.runs} runs of up to {setting.plan.max_tokens} tokens each, temperature "
        f"{setting.plan.sampling.temperature:g}, context {setting.n_ctx}, {setting.threads} threads, "
        f"{setting.gpu_layers} layers on the GPU, parallel 1. {_md(setting.machine.processor)}, {setting.started_at}.",
        "",
        *(f"- {_md(note)}" for note in report.notes),
        *([""] if report.notes else []),
        "## By prompt",
        "",
        *_table(("Prompt", *HEAD), ((case.case, *cells(row)) for case in report.cases for row in case.rows)),
    ]
    return "\n".join(lines) + "\n"


HEAD = ("Arm", "Tokens/s", "Speedup (99 %)", "Accepted", "Per round", "First token", "Of possible", "Text")


def cells(row: ArmRow) -> tuple[str, ...]:
    """A row of the table under HEAD, as text."""
    if not row.runs:
        return (row.arm, *["-"] * (len(HEAD) - 2), row.reason)
    speed, gain = row.tokens_per_s, row.speedup
    text = row.text + (" (too short to judge)" if row.too_short else "")
    return (
        row.arm,
        f"{speed.median:.1f} ({speed.low:.1f} to {speed.high:.1f})" if speed else "-",
        speedup_words(gain) if gain else "-",
        f"{row.acceptance_rate:.0%}" if row.acceptance_rate is not None else "n/a",
        f"{row.tokens_per_round:.2f}" if row.tokens_per_round is not None else "-",
        f"{row.ttft_s.median:.2f} s" if row.ttft_s else "-",
        f"{row.achieved:.0%}" if row.achieved is not None else "-",
        f"{text}; {row.reason}" if row.reason else text,
    )


def _run(run: Run) -> dict[str, object]:
    return {
        "arm": run.arm,
        "prompt": run.case,
        "repetition": run.repetition + 1,
        "emitted": run.emitted,
        "tokens_per_s": run.tokens_per_s,
        "prompt_tokens": run.prompt_tokens,
        "prompt_tokens_per_s": run.prompt_tokens_per_s,
        "ttft_s": run.ttft_s,
        "decode_s": run.decode_s,
        "drafted": run.drafted,
        "accepted": run.accepted,
        "acceptance_rate": run.acceptance_rate,
        "rounds": len(run.rounds),
        "draft_s": run.draft_s,
        "verify_s": run.verify_s,
        "sample_s": run.sample_s,
        "other_s": run.other_s,
        "stop_reason": run.stop_reason,
        "own_tokens_per_s": run.own_tokens_per_s,
        "too_short": int(run.too_short),
        "cpu_others": run.load.cpu_others,
    }


def _row(row: ArmRow) -> dict[str, Any]:
    difference = row.first_difference
    return {
        "arm": row.arm,
        "preset": row.preset,
        "peer": row.peer or None,
        "n_runs": row.runs,
        "tokens_per_s": _spread(row.tokens_per_s),
        "prompt_tokens_per_s": _spread(row.prompt_tokens_per_s),
        "ttft_s": _spread(row.ttft_s),
        "speedup": row.speedup.estimate if row.speedup else None,
        "speedup_interval": _interval(row.speedup),
        "own_tokens_per_s": _spread(row.own_tokens_per_s),
        "acceptance_rate": row.acceptance_rate,
        "tokens_per_round": row.tokens_per_round,
        "share_draft": row.share_draft,
        "share_verify": row.share_verify,
        "share_other": row.share_other,
        "identical": row.identical,
        "first_difference": (
            {"prompt": difference.case, "position": difference.position, "logit_gap": difference.gap}
            if difference
            else None
        ),
        "text": row.text,
        "achieved": row.achieved,
        "too_short": row.too_short,
        "reason": row.reason,
    }


def _spread(values: Spread | None) -> dict[str, Any] | None:
    return asdict(values) | {"runs": list(values.runs)} if values else None


def _interval(gain: Speedup | None) -> list[float | None] | None:
    return [gain.low, gain.high] if gain and gain.low is not None else None


def _oracle(oracle: Oracle | None) -> dict[str, Any] | None:
    if oracle is None:
        return None
    return {"knowing_tokens_per_s": oracle.knowing, "mix_tokens_per_s": oracle.mix, "blocks": list(oracle.blocks)}


def _price(curve: PriceCurve) -> dict[str, Any]:
    one = curve.points[0].pass_s if curve.points and curve.points[0].k == 1 else None
    return {
        "depth": curve.depth,
        "points": [
            {"k": point.k, "pass_s": point.pass_s, "ratio": point.pass_s / one if one else None}
            for point in curve.points
        ],
    }


def _cell(value: object) -> object:
    """A spreadsheet takes text that begins like a formula for one; names come from files and servers."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return "" if value is None else value


def _md(text: str) -> str:
    """Foreign text in a Markdown cell."""
    for mark in "\\`*_[]<>|#":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    names = list(head)
    return [
        "| " + " | ".join(names) + " |",
        "|" + " --- |" * len(names),
        *("| " + " | ".join(_md(cell) for cell in row) + " |" for row in rows),
    ]
