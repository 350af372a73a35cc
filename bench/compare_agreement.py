"""Do the window and the command line measure the same? `python -m bench.compare_agreement [--runs 2] [-n 64]`.

The five quick prompts with the demo model in F16, baseline against `--presets`, compared by both in turn: by the
window (offscreen where there is no display) as its Start button does, and as `paceline compare` does; with `--sittings`
above 1 the other one goes first every second time. For every arm both medians with the smallest and largest run are
printed (over the prompts, as both views give them), their ratio, and whether the spreads overlap. Exit code 1 when
those of an arm do not.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform.startswith("linux") else "")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app import paths
from app.compare.headless import plan_of, run_comparison
from app.compare.prompts import QUICK
from app.engines import open_engine
from app.services import AppServices
from app.settings import SettingsStore
from app.window import make_application
from bench import common
from engine.commands import ContextOptions
from engine.drafters import discover
from engine.presets import load_presets
from ui.comparison import Report, Spread
from ui.main_window import MainWindow
from ui.theme.theme import Theme

DEFAULT_PRESETS: Final = ("ngram-simple", "draft-self", "draft-model")
POLL_MS: Final = 100


class Seen:
    """The real window with the Compare view in front."""

    def __init__(self, application: QApplication, model: Path, draft: Path, context: ContextOptions) -> None:
        self._services = AppServices(SettingsStore(paths.settings_file()))
        self._services.remember(
            {
                "theme": "dark", "temperature": "0", "n_ctx": str(context.n_ctx), "threads": str(context.threads),
                "gpu_layers": "0",
            }
        )  # fmt: skip
        self._link = open_engine("child")
        families = {name: kind.family for name, kind in discover().items()}
        presets, _ = load_presets()
        self._titles = {preset.title: preset.id for preset in presets.values()}
        theme = Theme(application, "dark")
        self._window = MainWindow(self._link, self._services, list(presets.values()), families, theme)
        self._services.add_model(str(draft))
        self._window.show()
        self._window.open_model(str(model))
        self._wait(lambda: self._window.controller.phase == "ready")
        self._window.show_view("compare")

    def compare(self, presets: Sequence[str], draft: Path, runs: int, n_tokens: int) -> Report:
        """Press Start, wait for the end."""
        compare = self._window.compare
        bar = compare.bar
        compare.choose(",".join(presets))
        if "draft-model" in presets:
            slot = next(slot for slot in bar.arms_popup.slots_ if slot.preset.currentData() == "draft-model")
            self._wait(lambda: slot.draft.findData(str(draft)) >= 0)
            slot.draft.setCurrentIndex(slot.draft.findData(str(draft)))
            slot.draft.activated.emit(slot.draft.currentIndex())
        bar.choose_prompts(QUICK)
        bar.runs.setValue(runs)
        bar.tokens.setValue(n_tokens)
        bar.button.click()
        self._wait(lambda: not compare.busy)
        report = compare.board.report
        if report is None or report.ending != "done":
            sys.exit(f"The window did not compare: {report.reason if report else bar.status.text()}")
        self._wait(lambda: self._window.controller.phase == "ready")
        return report

    def by_preset(self, report: Report) -> dict[str, Spread]:
        """Speeds by the presets' ids; the window calls arms by their titles."""
        speeds = {self._titles.get(row.arm, row.arm): row.tokens_per_s for row in report.rows}
        return {name: speed for name, speed in speeds.items() if speed is not None}

    def close(self) -> None:
        self._window.close()
        self._link.close()
        self._services.close()

    def _wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + common.PATIENCE_S
        loop = QEventLoop()
        timer = QTimer()
        timer.timeout.connect(lambda: loop.quit() if until() or time.monotonic() > end else None)
        timer.start(POLL_MS)
        loop.exec()
        if time.monotonic() > end:
            sys.exit("The window did not get there in time")


def headless(
    model: Path, draft: Path, presets: Sequence[str], context: ContextOptions, runs: int, n_tokens: int
) -> Report:
    """The same without a window."""
    drafts = [str(draft)] if "draft-model" in presets else []
    plan = plan_of(str(model), drafts, presets, QUICK, None, (), context, common.GREEDY, runs, n_tokens)
    link = open_engine("child")
    try:
        report, _ = run_comparison(link, plan, threading.Event(), lambda _: None)
    finally:
        link.close()
    return report


def spread_of(parts: Sequence[Spread]) -> Spread:
    """Several sittings as one: the middle of their medians, the smallest and the largest."""
    medians = sorted(part.median for part in parts)
    middle = (medians[(len(medians) - 1) // 2] + medians[len(medians) // 2]) / 2
    runs = tuple(run for part in parts for run in part.runs)
    return Spread(middle, min(part.low for part in parts), max(part.high for part in parts), runs)


def main() -> int:
    options = common.parser("The same comparison in the window and headless", n_tokens=64, runs=2)
    options.add_argument("--presets", nargs="+", default=list(DEFAULT_PRESETS), help="at most three")
    options.add_argument("--sittings", type=int, default=1, help="comparisons by each")
    args = options.parse_args()
    model, draft = args.model or common.demo_f16_path(), common.demo_model_path()
    context = ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads)
    what = f"{model.name}, {args.threads} threads, {args.runs} runs of {args.tokens} tokens"
    print(f"{what}; {common.machine()}", flush=True)
    windowed: dict[str, list[Spread]] = {}
    plain: dict[str, list[Spread]] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ[paths.DATA_VARIABLE] = folder
        seen = Seen(make_application(), model, draft, context)
        try:
            for sitting in range(args.sittings):
                for side in (0, 1) if sitting % 2 == 0 else (1, 0):
                    if side:
                        report = headless(model, draft, args.presets, context, args.runs, args.tokens)
                        found = {row.arm: row.tokens_per_s for row in report.rows if row.tokens_per_s}
                    else:
                        found = seen.by_preset(seen.compare(args.presets, draft, args.runs, args.tokens))
                    for name, speed in found.items():
                        (plain if side else windowed).setdefault(name, []).append(speed)
                    print(f"{'headless' if side else 'window'} done", file=sys.stderr, flush=True)
        finally:
            seen.close()
    return show(windowed, plain)


def show(windowed: dict[str, list[Spread]], plain: dict[str, list[Spread]]) -> int:
    """The table; 1 when the spreads of an arm do not overlap."""
    rows, apart = [], 0
    for name in ("baseline", *(name for name in plain if name != "baseline")):
        if name not in windowed or name not in plain:
            rows.append([name, "", "", "", "measured by one only"])
            apart += 1
            continue
        one, other = spread_of(windowed[name]), spread_of(plain[name])
        overlap = one.low <= other.high and other.low <= one.high
        apart += not overlap
        cells = [f"{s.median:.1f} ({s.low:.1f} to {s.high:.1f})" for s in (one, other)]
        rows.append([name, *cells, f"{one.median / other.median:.3f}", "agree" if overlap else "APART"])
    common.print_table(["arm", "window, tokens/s", "headless, tokens/s", "ratio", "spreads"], rows)
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
