"""A report as one HTML file that shows the same wherever it is opened: no script, no font, no picture from elsewhere.

Charts are inline SVG. All text from models, files and servers is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from app.compare.export import HEAD, cells
from ui.comparison import ArmRow, CaseReport, PriceCurve, Report, Run

_WIDTH: Final = 640
_HEIGHT: Final = 260
_LEFT: Final = 48
_RIGHT: Final = 12
_TOP: Final = 12
_BOTTOM: Final = 32
# Safe for colour-blind eyes; the first is the baseline's.
_COLOURS: Final = ("#767b82", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#b8a000")
_LONGEST_TEXT: Final = 4000
_SPEEDUP: Final = 2  # the column of HEAD that is coloured
_DOTTED: Final = "stroke-width='2' stroke-dasharray='2 4'"
_STYLE: Final = """
:root { color-scheme: light dark; --bg: #f6f6f4; --surface: #fff; --line: #e2e2dd; --text: #1b1d1f; --muted: #676c73;
        --good: #1f8a5b; --bad: #b8402f; }
@media (prefers-color-scheme: dark) { :root { --bg: #15171a; --surface: #1c1f23; --line: #31363c; --text: #e8eaed;
        --muted: #98a0a9; --good: #4cb782; --bad: #e06c5c; } }
body { background: var(--bg); color: var(--text); font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 24px;
       max-width: 1000px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 16px 0;
          overflow-x: auto; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 0 0 8px; }
h3 { font-size: 14px; margin: 16px 0 4px; }
p { margin: 4px 0; } .muted { color: var(--muted); } .good { color: var(--good); } .bad { color: var(--bad); }
.say { font-size: 16px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: right; color: var(--muted); font-weight: 500; font-size: 12px; }
td { text-align: right; border-top: 1px solid var(--line); } th, td { padding: 6px 8px; }
th:first-child, td:first-child, td:last-child, th:last-child { text-align: left; }
svg { width: 100%; height: auto; max-width: 720px; } svg text { fill: var(--muted); font-size: 11px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--bg); border-radius: 8px; padding: 12px;
      max-height: 320px; overflow-y: auto; }
.key { display: inline-block; width: 12px; height: 3px; vertical-align: middle; margin: 0 4px 0 12px; }
"""


def as_html(report: Report) -> str:
    """The whole file."""
    setting = report.setting
    model = f"{setting.model.name} {setting.model.quantisation}".strip() if setting.model else setting.plan.model
    colours = {arm.name: _COLOURS[i % len(_COLOURS)] for i, arm in enumerate(setting.plan.arms)}
    ended = f"<p class='bad'>{escape(_ending(report))}</p>" if report.ending != "done" else ""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(model)}: speculative decoding compared</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(model)}</h1><p class='muted'>{escape(_conditions(report))}</p>",
        f"<section><p class='say'>{escape(report.recommendation)}</p>{ended}",
        "".join(f"<p class='muted'>{escape(note)}</p>" for note in report.notes),
        "</section>",
        f"<section><h2>Over all prompts</h2>{_table(report.rows)}</section>",
        f"<section><h2>Speedup with its 99 % interval</h2>{_speedup_chart(report.rows, colours)}</section>",
        *(_case(case, report.runs, colours) for case in report.cases),
        *(_price(curve) for curve in report.prices),
        f"<section><h2>Made under</h2>{_made_under(report)}</section></body></html>\n",
    ]
    return "".join(parts)


def _ending(report: Report) -> str:
    words = {
        "stopped": "It was stopped before its end; what was measured until then counts.",
        "died": "The engine ended before the comparison did; what was measured until then counts.",
        "failed": "It could not be carried out.",
    }
    known = words.get(report.ending or "", "It was cut off; what was measured until then counts.")
    return f"{known} {report.reason}".strip()


def _conditions(report: Report) -> str:
    setting, plan = report.setting, report.setting.plan
    return (
        f"{plan.runs} runs of up to {plan.max_tokens} tokens per prompt and arm, each from a cold cache, temperature "
        f"{plan.sampling.temperature:g}, seed {plan.sampling.seed}, parallel 1. {setting.started_at}"
    )


def _table(rows: Sequence[ArmRow]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in HEAD)
    body = ""
    for row in rows:
        colour = ""
        if row.speedup and row.speedup.low is not None and row.speedup.high is not None and not row.too_short:
            colour = "good" if row.speedup.low > 1 else "bad" if row.speedup.high < 1 else ""
        marked = enumerate(cells(row))
        line = "".join(f"<td class='{colour if i == _SPEEDUP else ''}'>{escape(text)}</td>" for i, text in marked)
        body += f"<tr>{line}</tr>"
    return f"<table><tr>{head}</tr>{body}</table>"


def _case(case: CaseReport, runs: Sequence[Run], colours: dict[str, str]) -> str:
    shown = {
        row.arm: _middle([run for run in runs if run.arm == row.arm and run.case == case.case]) for row in case.rows
    }
    lines = {arm: _tokens_over_time(run) for arm, run in shown.items() if run is not None and len(run.rounds) > 1}
    dotted = list(case.oracle.line) if case.oracle else []
    texts = "".join(
        f"<details><summary>{escape(arm)}</summary><pre>{escape(run.text[:_LONGEST_TEXT])}</pre></details>"
        for arm, run in shown.items()
        if run is not None
    )
    bound = ""
    if case.oracle:
        mix = f", the best mix of these arms {case.oracle.mix:.1f}" if case.oracle.mix else ""
        bound = f"<p class='muted'>A drafter that always knew: {case.oracle.knowing:.1f} tokens/s{mix}.</p>"
    return (
        f"<section><h2>{escape(case.case)} <span class='muted'>{escape(case.category)}</span></h2>{_table(case.rows)}"
        f"<h3>Tokens over time</h3>{_line_chart(lines, dotted, colours, 's since the first token', 'tokens')}"
        f"{bound}{texts}</section>"
    )


def _middle(runs: Sequence[Run]) -> Run | None:
    """The run of median speed, to stand for the others."""
    timed = sorted((run for run in runs if run.tokens_per_s), key=lambda run: run.tokens_per_s or 0.0)
    return timed[(len(timed) - 1) // 2] if timed else next(iter(runs), None)


def _tokens_over_time(run: Run) -> list[tuple[float, float]]:
    start, total = run.rounds[0].at_s, 0
    line: list[tuple[float, float]] = []
    for done in run.rounds:
        total += done.emitted
        line.append((done.at_s - start, total))
    return line


def _line_chart(
    lines: Mapping[str, Sequence[tuple[float, float]]],
    dotted: Sequence[tuple[float, float]],
    colours: dict[str, str],
    x_name: str,
    y_name: str,
) -> str:
    points = [point for line in lines.values() for point in line] + list(dotted)
    if not points:
        return "<p class='muted'>Nothing to draw.</p>"
    x_most = max(x for x, _ in points) or 1.0
    y_most = max(y for _, y in points) or 1.0

    def path(line: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{_x(x / x_most):.1f},{_y(y / y_most):.1f}" for x, y in line)

    drawn = "".join(
        f"<polyline points='{path(line)}' fill='none' stroke='{colours[arm]}' stroke-width='2'/>"
        for arm, line in lines.items()
    )
    if dotted:
        drawn += f"<polyline points='{path(dotted)}' fill='none' stroke='{_COLOURS[0]}' {_DOTTED}/>"
    legend = "".join(f"<span class='key' style='background:{colours[arm]}'></span>{escape(arm)}" for arm in lines)
    legend += " <span class='muted'>dotted: always knew</span>" if dotted else ""
    return _frame(drawn, x_most, y_most, x_name, y_name) + f"<p>{legend}</p>"


def _frame(drawn: str, x_most: float, y_most: float, x_name: str, y_name: str) -> str:
    ticks = "".join(
        f"<text x='{_x(part):.0f}' y='{_HEIGHT - 16}' text-anchor='middle'>{x_most * part:.3g}</text>"
        f"<text x='{_LEFT - 6}' y='{_y(part) + 4:.0f}' text-anchor='end'>{y_most * part:.3g}</text>"
        for part in (0.0, 0.5, 1.0)
    )
    return (
        f"<svg viewBox='0 0 {_WIDTH} {_HEIGHT}' role='img' aria-label='{escape(y_name)} by {escape(x_name)}'>"
        f"<line x1='{_LEFT}' y1='{_y(0)}' x2='{_x(1)}' y2='{_y(0)}' stroke='currentColor' stroke-opacity='0.3'/>"
        f"{ticks}<text x='{_x(0.5)}' y='{_HEIGHT - 2}' text-anchor='middle'>{escape(x_name)}</text>{drawn}</svg>"
    )


def _speedup_chart(rows: Sequence[ArmRow], colours: dict[str, str]) -> str:
    shown = [(row, row.speedup) for row in rows if row.speedup]
    if not shown:
        return "<p class='muted'>Nothing to draw.</p>"
    most = max(1.2, *(gain.high or gain.estimate for _, gain in shown)) * 1.05
    height = 32 * len(shown) + 28
    left, right = 180, _WIDTH - 60

    def at(value: float) -> float:
        return left + (right - left) * min(value, most) / most

    drawn = (
        f"<line x1='{at(1):.1f}' y1='4' x2='{at(1):.1f}' y2='{height - 22}' stroke='currentColor' "
        "stroke-opacity='0.4' stroke-dasharray='4 3'/>"
    )
    for i, (row, gain) in enumerate(shown):
        y = 20 + 32 * i
        drawn += f"<text x='{left - 8}' y='{y + 4}' text-anchor='end'>{escape(row.arm[:28])}</text>"
        drawn += (
            f"<rect x='{left}' y='{y - 8}' width='{at(gain.estimate) - left:.1f}' height='16' rx='3' "
            f"fill='{colours[row.arm]}' fill-opacity='0.75'/>"
        )
        if gain.low is not None and gain.high is not None:
            drawn += (
                f"<line x1='{at(gain.low):.1f}' y1='{y}' x2='{at(gain.high):.1f}' y2='{y}' "
                "stroke='currentColor' stroke-width='2'/>"
            )
        drawn += f"<text x='{right + 8}' y='{y + 4}'>{gain.estimate:.2f}×</text>"
    drawn += f"<text x='{at(1):.1f}' y='{height - 6}' text-anchor='middle'>baseline</text>"
    return f"<svg viewBox='0 0 {_WIDTH} {height}' role='img' aria-label='speedup by arm'>{drawn}</svg>"


def _price(curve: PriceCurve) -> str:
    line = [(float(point.k), point.pass_s * 1000) for point in curve.points]
    drawn = _line_chart({"": line}, [], {"": _COLOURS[2]}, "tokens verified at once", "ms per pass")
    return f"<section><h2>What verifying costs, on top of {curve.depth} tokens (ms per pass)</h2>{drawn}</section>"


def _made_under(report: Report) -> str:
    setting = report.setting
    machine = setting.machine
    rows = [
        ("Paceline", setting.version),
        ("Model", setting.plan.model),
        *((f"sha256 of {path}", sha) for path, sha in setting.hashes.items()),
        ("Engine", f"llama.cpp {setting.engine.build}, {setting.engine.backend}" if setting.engine else ""),
        (
            "Machine",
            f"{machine.processor}, {machine.cores} cores, {machine.memory / 2**30:.0f} GiB",
        ),
        ("System", machine.system),
        ("Context", f"{setting.n_ctx} tokens, KV {setting.plan.context.kv_type}"),
        ("Threads", str(setting.threads)),
        ("Layers on the GPU", str(setting.gpu_layers)),
    ]
    lines = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in rows)
    return f"<table>{lines}</table>"


def _x(part: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * part


def _y(part: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * part
