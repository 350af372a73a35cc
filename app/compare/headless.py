"""`paceline compare` and `paceline price`: the core driven from a shell."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Self, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from app import paths, requests
from app.compare import export
from app.compare.driving import drive
from app.compare.html_report import as_html
from app.compare.plan import make_plan
from app.compare.prices import PriceBook, PriceKey
from app.compare.prompts import load_tasks, own_task
from app.compare.script import LONGEST_PASS
from app.compare.store import Recorder
from app.generate import StoppedError, engine_info
from app.library import header_of
from app.library.hashes import ModelHashes
from engine.commands import Cancel, Command, ContextOptions, EngineLink, LoadModel, MeasurePrice, Sampling, Speculation
from engine.errors import EngineError, ModelLoadError, PacelineError, UsageError, error_of
from engine.events import EngineDied, EngineInfo, Event, Failed, GenerationDone, ModelLoaded, PriceMeasured
from engine.mtp_heads import is_sidecar
from engine.whole_files import write_text
from ui.comparison import CompareEvent, Doing, Plan, PriceCurve, Remaining, Report

_WAIT_S: Final = 0.05
Answer = TypeVar("Answer", ModelLoaded, PriceMeasured, GenerationDone)


def plan_of(
    model: str,
    drafts: Sequence[str],
    presets: Sequence[str],
    prompts: str,
    prompt: str | None,
    peers: Sequence[str],
    context: ContextOptions,
    sampling: Sampling,
    runs: int,
    max_tokens: int,
) -> Plan:
    """The plan as typed. presets: PRESET or PRESET:VARIANT each. drafts: a draft model, an MTP head, or both.

    Raises UsageError, ModelLoadError.
    """
    return make_plan(
        requests.model_path(model),
        _chosen(presets, [requests.model_path(draft) for draft in drafts]),
        load_tasks(prompts) if prompt is None else [own_task(prompt)],
        peers=peers,
        context=context,
        sampling=sampling,
        runs=runs,
        max_tokens=max_tokens,
    )


def _chosen(given: Sequence[str], drafts: Sequence[str]) -> list[tuple[str, Speculation]]:
    known = requests.known_presets()
    heads = [draft for draft in drafts if is_sidecar(header_of(Path(draft)))]
    models = [draft for draft in drafts if draft not in heads]
    chosen: list[tuple[str, Speculation]] = []
    for name in given:
        preset, _, variant = name.partition(":")
        info = known.get(preset)
        fitting: Sequence[str] = ()
        if info and (info.needs_draft_model or info.takes_draft_model):
            fitting = drafts if info.takes_draft_model else models
        elif info and info.takes_sidecar:
            fitting = heads
        chosen.append((name, requests.speculation(known, preset, variant or None, [], next(iter(fitting), None))))
    unused = [draft for draft in drafts if draft not in {how.draft_model for _, how in chosen}]
    if unused:
        raise UsageError(f"--draft {unused[0]}", "no preset of this comparison uses it", "Add -p draft-model")
    return chosen


def run_comparison(
    link: EngineLink, plan: Plan, cancelled: threading.Event, show: Callable[[Sequence[CompareEvent]], None]
) -> tuple[Report, Recorder]:
    """Everything, to its end, kept on disk as it goes. Ctrl+C (`cancelled`) stops it; what was measured stays.

    Raises PacelineError when nothing could be measured because of the model, the engine or a peer's address.
    """
    comparison, recorder = drive(link, plan, cancelled.is_set, show, engine=engine_info(link))
    return comparison.report(), recorder


def failure_of(report: Report) -> PacelineError | StoppedError | None:
    """The error that a comparison amounts to, for the exit code; None when it ran to its end."""
    if report.ending == "stopped":
        return StoppedError()
    if report.ending == "died":
        return EngineError("The engine died during the comparison", report.reason, "What was measured is kept")
    if report.ending == "failed":
        return ModelLoadError("The comparison could not run", report.reason)
    return None


class ComparePrinter:
    """A line of progress on the console of stderr. silent: none."""

    def __init__(self, console: Console, silent: bool) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            transient=True,
            disable=silent or not console.is_terminal,
        )
        self._task = self._progress.add_task("Getting ready", total=None, left="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, events: Sequence[CompareEvent]) -> None:
        for event in events:
            match event:
                case Doing(activity="load"):
                    self._progress.update(self._task, description="Loading the model")
                case Doing(activity="price"):
                    self._progress.update(self._task, description="Measuring what verifying costs")
                case Doing(arm=arm, case=case, repetition=repetition):
                    self._progress.update(self._task, description=f"{case}, run {repetition + 1}: {arm}")
                case Remaining(done=done, total=total, seconds=seconds):
                    left = f"about {seconds:.0f} s left" if seconds is not None else ""
                    self._progress.update(self._task, completed=done, total=total, left=left)
                case _:
                    pass


def result_console() -> Console:
    """stdout; a file or a pipe gets whole lines instead of lines broken at the width of no terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=200)


def print_report(report: Report, console: Console) -> None:
    """Tables and sentences for a person."""
    table = Table(*export.HEAD, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in report.rows:
        table.add_row(*export.cells(row))
    console.print(table, markup=False)
    for case in report.cases:
        if case.oracle:
            mix = f", the best mix of these arms {case.oracle.mix:.1f}" if case.oracle.mix else ""
            line = f"{case.case}: a drafter that always knew would reach {case.oracle.knowing:.1f} tokens/s{mix}."
            console.print(line, markup=False, highlight=False)
    for line in (report.recommendation, *report.notes):
        console.print(line, markup=False, highlight=False)
    if report.ending == "stopped":
        console.print("Stopped; what was measured until then counts.", markup=False)


def write_files(report: Report, html: str | None, table: str | None) -> None:
    """The files asked for. Raises UsageError when one cannot be written."""
    for name, make in ((html, as_html), (table, export.as_csv)):
        if name is None:
            continue
        try:
            write_text(Path(name).absolute(), make(report))
        except OSError as error:
            raise UsageError(f"{name} cannot be written", error.strerror or str(error)) from None


def measure_price(
    link: EngineLink,
    model: str,
    context: ContextOptions,
    depth: int,
    again: bool,
    cancelled: threading.Event,
    *,
    engine: EngineInfo | None = None,
    ids: Iterator[int] | None = None,
) -> tuple[PriceCurve, bool]:
    """(the curve, whether it was known before). engine, ids: as for a `Comparison` on an engine that was used before.

    Raises PacelineError, StoppedError.
    """
    path = requests.model_path(model)
    if depth < 0:
        raise UsageError(f"--depth {depth}", "it must be at least 0")
    engine = engine or engine_info(link)
    ids = ids or count(1)
    loaded = ask(link, LoadModel(next(ids), path, context), ModelLoaded, cancelled)
    if depth + LONGEST_PASS > loaded.n_ctx:
        raise UsageError(
            f"--depth {depth}", f"with a pass of {LONGEST_PASS} tokens it is more than the context of {loaded.n_ctx}"
        )
    hashed = ModelHashes.usual().of(path, cancelled.is_set)
    book = PriceBook(paths.data_dir() / "prices.json")
    key = PriceKey.of(hashed, engine, loaded, Plan(path, (), (), context))
    known = None if again else book.find(key, depth)
    if known is not None:
        return known, True
    measured = ask(link, MeasurePrice(next(ids), depth), PriceMeasured, cancelled)
    curve = PriceCurve(measured.depth, measured.points)
    book.keep(key, curve)
    return curve, False


def print_price(curve: PriceCurve, console: Console) -> None:
    """The curve as a table with bars."""
    one = curve.points[0].pass_s
    table = Table("Tokens", "ms a pass", "times one", "ms a token", "", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    most = max(point.pass_s / point.k for point in curve.points)
    for point in curve.points:
        each = point.pass_s / point.k
        table.add_row(
            str(point.k),
            f"{point.pass_s * 1000:.2f}",
            f"{point.pass_s / one:.2f}",
            f"{each * 1000:.2f}",
            "█" * max(1, round(24 * each / most)),
        )
    console.print(table)


def ask(
    link: EngineLink,
    command: Command,
    answer: type[Answer],
    cancelled: threading.Event,
    see: Callable[[Event], None] = lambda _: None,
) -> Answer:
    """Send a request and wait for its answer. see: told what comes before that. Raises PacelineError, StoppedError."""
    link.send(command)
    cancel_sent = False
    while True:
        link.wait(_WAIT_S)
        if cancelled.is_set() and not cancel_sent:
            cancel_sent = True
            link.send(Cancel(command.request_id))
        for event in link.poll():
            if cancel_sent and isinstance(event, Failed | answer):
                raise StoppedError
            match event:
                case Failed(kind=kind, what=what, why=why, next_step=next_step):
                    raise error_of(kind, what, why, next_step)
                case EngineDied(reason=reason, detail=detail, next_step=next_step):
                    raise EngineError(reason, detail, next_step)
            if isinstance(event, answer):
                return event
            see(event)
