"""`paceline skip-layers`: ask an engine which layers a copy of a model can do without, and tell what came of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Self

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from app.generate import StoppedError
from engine.commands import Cancel, ContextOptions, LoadModel, SearchLayers
from engine.errors import EngineError, error_of
from engine.events import EngineDied, Failed, LayerSearchDone, LayerSearchStep, Loading, ModelLoaded

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from rich.console import Console

    from engine.commands import EngineLink, MakeCopy
    from engine.events import Event

_WAIT_S: Final = 0.1
_LOAD, _SEARCH = 1, 2  # request ids
_PHASES: Final = {
    "recording": "Recording the model's own replies",
    "trying": "Trying what it can do without",
    "checking": "Checking the best copy on other texts",
}


def search(
    link: EngineLink,
    model: str,
    context: ContextOptions,
    make: MakeCopy,
    file_type: str,
    max_skip: int,
    on_event: Callable[[Event], None],
    cancelled: threading.Event,
) -> LayerSearchDone:
    """Load the model and search. on_event is told every event. Raises StoppedError once cancelled is set, and
    PacelineError in words."""
    link.send(LoadModel(_LOAD, model, context))
    current, stopping = _LOAD, False
    while True:
        if cancelled.is_set() and not stopping:
            stopping = True
            link.send(Cancel(current))
        if not link.wait(_WAIT_S):
            continue
        for event in link.poll():
            match event:
                case ModelLoaded():
                    if cancelled.is_set():
                        raise StoppedError
                    current = _SEARCH
                    link.send(SearchLayers(_SEARCH, make, file_type, max_skip))
                case LayerSearchDone():
                    return event
                case Failed():
                    if stopping:
                        raise StoppedError
                    raise error_of(event.kind, event.what, event.why, event.next_step)
                case EngineDied():
                    raise EngineError(event.reason, event.detail, event.next_step)
                case _:
                    on_event(event)


class SearchProgress:
    """A bar on stderr for each part of the search. silent: none."""

    def __init__(self, console: Console, silent: bool) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.0f} of {task.total:.0f}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=silent,
        )
        self._task = self._progress.add_task("Loading the model", total=1.0)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, event: Event) -> None:
        """Take in one event of the engine."""
        match event:
            case Loading(fraction=fraction):
                self._progress.update(self._task, completed=fraction)
            case LayerSearchStep(phase=phase, done=done, total=total, best=best):
                words = _PHASES[phase] + (f" (best so far {best.expected_speedup:.2f}×)" if best else "")
                self._progress.update(self._task, description=words, total=total, completed=done)
            case _:
                pass


def as_json(done: LayerSearchDone) -> dict[str, Any]:
    """The result as one JSON object; path is null when no copy was made."""
    return {
        "pays": done.pays,
        "sentence": done.sentence,
        "n_layer": done.n_layer,
        "file_type": done.file_type or None,
        "checked": asdict(done.checked),
        "steps": [asdict(step) for step in done.steps],
        "path": done.path or None,
    }


def table(done: LayerSearchDone) -> Table:
    """The best copy of every number of layers left out, and the best of all on other texts."""
    rows = Table("Layers left out", "Agreement", "Cost", "Draft length", "Expected", box=None, pad_edge=False)
    for step, last in [*((step, False) for step in done.steps), (done.checked, True)]:
        rows.add_row(
            (f"checked: {_numbers(step.layers)}" if last else _numbers(step.layers)),
            f"{step.agreement:.0%}",
            f"{step.cost_ratio:.2f}",
            str(step.draft_length),
            f"{step.expected_speedup:.2f}×",
        )
    return rows


def _numbers(layers: tuple[int, ...]) -> str:
    return ", ".join(map(str, layers)) or "none"
