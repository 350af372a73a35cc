"""Comparing for the window: `ui.compare.services.Comparisons` on the same core as the headless commands."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

from app.advice.facts import advice_for
from app.compare import headless, store
from app.compare.export import as_csv, as_json, as_markdown
from app.compare.html_report import as_html
from app.compare.plan import make_plan
from app.compare.prompts import ALL, QUICK, load_tasks, own_task, set_names
from app.compare.provisions import provide
from app.compare.run import Comparison
from app.generate import StoppedError
from app.lent_worker import LEAVE_S, LentWorker
from app.requests import known_presets
from app.tuning.for_window import TuneWorker, save
from app.tuning.kept import usual_name
from engine.commands import ContextOptions, PresetInfo
from engine.errors import PacelineError, UsageError
from engine.events import EngineInfo
from engine.whole_files import write_text
from ui.advice import Advice, Question
from ui.compare.services import ExportKind, KeptComparison, Lent, PromptSet, RunningComparison, Wish
from ui.comparison import (
    ArmFailed,
    Began,
    CompareEvent,
    DifferenceFound,
    Doing,
    Ended,
    Ending,
    Plan,
    PriceKnown,
    Report,
    RunDone,
    Task,
)
from ui.tuning import RunningTune, TuneResult, TuneWish

log = logging.getLogger(__name__)
_WAIT_S: Final = 0.05
# Working out a report takes processor time from what is being measured: at most this share of it.
_REPORT_SHARE: Final = 0.02
_TELLING: Final = (Began, RunDone, ArmFailed, DifferenceFound, PriceKnown)


class AppComparisons:
    """`ui.compare.services.Comparisons` for the real program. folder: where results are kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or store.comparisons_dir()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="comparisons")

    def prompt_sets(self) -> Sequence[PromptSet]:
        titles = {QUICK: "Quick: one prompt of five kinds", ALL: "All of them"}
        return [PromptSet(name, titles.get(name, _title(name)), load_tasks(name)) for name in set_names()]

    def begin(self, wish: Wish, lent: Lent) -> RunningComparison:
        return _CompareWorker(lent, lambda worker: worker.compare(wish, self._folder))

    def measure_price(self, model: str, context: ContextOptions, again: bool, lent: Lent) -> RunningComparison:
        return _CompareWorker(lent, lambda worker: worker.measure_price(model, context, again))

    def tune(self, wish: TuneWish, lent: Lent) -> RunningTune:
        return TuneWorker(wish, lent)

    def advise(self, question: Question, engine: EngineInfo | None, done: Callable[[Advice | None], None]) -> None:
        def work() -> None:
            try:
                found = advice_for(question, known_presets(), engine)
            except PacelineError as error:
                log.info("No advice: %s", error)
                done(None)
            else:
                done(found)

        self._in_background(work)

    def usual_name(self, model: str, draft: str) -> str:
        return usual_name(model, draft)

    def save_tuned(self, result: TuneResult, name: str, done: Callable[[PresetInfo | str], None]) -> None:
        self._in_background(lambda: done(save(result, name)))

    def history(self, done: Callable[[Sequence[KeptComparison]], None]) -> None:
        self._in_background(lambda: done([_kept(entry) for entry in store.history(self._folder)]))

    def open(self, comparison: str, done: Callable[[Report | str], None]) -> None:
        def work() -> None:
            try:
                found: Report | str = store.load(self._path(comparison))
            except UsageError as error:
                found = str(error)
            done(found)

        self._in_background(work)

    def delete(self, comparison: str, done: Callable[[str], None]) -> None:
        def work() -> None:
            path = self._path(comparison)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                done(f"{path} cannot be deleted: {error.strerror or error}.")
            else:
                done("")

        self._in_background(work)

    def export(self, report: Report, path: str, kind: ExportKind, done: Callable[[str], None]) -> None:
        def work() -> None:
            try:
                write_text(Path(path).absolute(), _FORMATS[kind](report))
            except OSError as error:
                done(f"{path} cannot be written: {error.strerror or error}.")
            else:
                done("")

        self._in_background(work)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _path(self, comparison: str) -> Path:
        return self._folder / f"{comparison}.jsonl"

    def _in_background(self, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except Exception:
                log.exception("A bug around kept comparisons")

        self._pool.submit(guarded)


class _CompareWorker(LentWorker[CompareEvent | Report]):
    """`RunningComparison`: a comparison, or the measuring of a price."""

    def __init__(self, lent: Lent, what: Callable[[_CompareWorker], None]) -> None:
        """what: `compare` or `measure_price`."""
        self._what = what
        self._abandoned = False
        super().__init__(lent, "comparison")

    def poll(self) -> list[CompareEvent | Report]:
        taken: list[CompareEvent | Report] = []
        while self.told:
            taken.append(self.told.popleft())
        return taken

    def close(self) -> None:
        super().close()
        self._abandoned = True  # an engine that does not answer is not waited for
        self.thread.join(LEAVE_S)

    def work(self) -> None:
        self._what(self)

    def failed(self, ending: Ending, reason: str) -> None:
        self.told.append(Ended(ending, reason))

    def compare(self, wish: Wish, folder: Path) -> None:
        """All of it, kept on disk as it goes. Raises PacelineError where it cannot begin."""
        link = self.lent.link
        plan = _plan_of(wish)
        provisions = provide(plan, self.stopped.is_set)
        recorder = store.Recorder(folder)
        comparison = Comparison(
            link,
            plan,
            provisions,
            engine=self.lent.engine,
            first_request_id=self.lent.first_request_id,
        )
        reporter = _Reporter()
        stopping = False
        try:
            while not self._abandoned:
                if self.stopped.is_set() and not stopping:
                    stopping = True
                    comparison.stop()
                events = comparison.step(link.poll())
                recorder.take(events)
                self.told.extend(events)
                if reporter.due(events) or comparison.finished:
                    self.told.append(reporter.make(comparison))
                if comparison.finished:
                    break
                link.wait(_WAIT_S)
        finally:
            self.next_request_id = comparison.next_request_id()
            comparison.close()
            provisions.close()
        if recorder.problem:
            log.error("%s", recorder.problem)

    def measure_price(self, model: str, context: ContextOptions, again: bool) -> None:
        """The curve on an empty context. Raises PacelineError."""
        ids = count(self.lent.first_request_id)
        self.told.append(Doing("price"))
        try:
            curve, _ = headless.measure_price(
                self.lent.link, model, context, 0, again, self.stopped, engine=self.lent.engine, ids=ids
            )
        except StoppedError:
            self.told.append(Ended("stopped"))
        else:
            self.told += [PriceKnown(curve), Ended("done")]
        finally:
            self.next_request_id = next(ids)


class _Reporter:
    """Works out what it has come to, as often as that does not disturb what is measured."""

    def __init__(self) -> None:
        self._at_s = 0.0
        self._took_s = 0.0
        self._pending = False

    def due(self, events: Sequence[CompareEvent]) -> bool:
        """Whether there is something new to report, and time for it."""
        self._pending = self._pending or any(isinstance(event, _TELLING) for event in events)
        return self._pending and perf_counter() - self._at_s > self._took_s / _REPORT_SHARE

    def make(self, comparison: Comparison) -> Report:
        began = perf_counter()
        report = comparison.report()
        self._at_s = perf_counter()
        self._took_s = self._at_s - began
        self._pending = False
        return report


def _plan_of(wish: Wish) -> Plan:
    """Raises UsageError, which names what is wrong."""
    tasks: tuple[Task, ...]
    if wish.text.strip():
        tasks = (own_task(wish.text.strip()),)
    else:
        tasks = load_tasks(wish.prompts)
        if wish.only:
            tasks = tuple(task for task in tasks if task.id == wish.only)
    return make_plan(
        wish.model,
        wish.arms,
        tasks,
        peers=wish.peers,
        context=wish.context,
        runs=wish.runs,
        max_tokens=wish.max_tokens,
    )


def _title(name: str) -> str:
    return {"qa": "Questions", "rag": "Questions about a text", "stem": "STEM", "json": "JSON"}.get(
        name, name.replace("-", " ").capitalize()
    )


def _kept(entry: store.Entry) -> KeptComparison:
    return KeptComparison(
        id=entry.id,
        started_at=entry.started_at,
        model=f"{entry.model} {entry.quantisation}".strip(),
        arms=entry.arms,
        speeds=entry.speeds,
        ending=entry.ending,
    )


_FORMATS: Final[dict[ExportKind, Callable[[Report], str]]] = {
    "csv": as_csv,
    "json": lambda report: json.dumps(as_json(report), indent=1) + "\n",
    "markdown": as_markdown,
    "html": as_html,
}
