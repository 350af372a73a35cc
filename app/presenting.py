"""How the headless commands show things to a person, and the JSON of what is more than one reply."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Self

from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from engine.events import GenerationDone, Loading, PromptProgress, RoundDone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from app.generate import Reply
    from engine.commands import PresetInfo
    from engine.events import Event


class StreamPrinter:
    """Prints a reply as it grows: text on stdout, progress on the console of stderr. silent: nothing."""

    def __init__(self, console: Console, silent: bool) -> None:
        self._silent = silent
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            console=console,
            transient=True,
            disable=silent or not console.is_terminal,
        )
        self._task = self._progress.add_task("Starting the engine", total=None)
        self._any_text = False

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
        if self._any_text:
            print(flush=True)

    def show(self, event: Event) -> None:
        """Take in one event of the engine."""
        if self._silent:
            return
        match event:
            case Loading(what=what, fraction=fraction):
                name = "Loading the model" if what == "target" else "Loading the draft model"
                self._progress.update(self._task, description=name, total=1.0, completed=fraction)
            case PromptProgress(done=done, total=total):
                self._progress.update(self._task, description="Reading the prompt", total=total, completed=done)
            case RoundDone(text=runs) | GenerationDone(text=runs):
                self._progress.stop()
                for run in runs:
                    self._any_text = True
                    print(run.text, end="", flush=True)


class FetchProgress:
    """A bar for one download. silent: none."""

    def __init__(self, console: Console, silent: bool) -> None:
        self._progress = Progress(
            TextColumn("Fetching the demo model"),
            BarColumn(),
            console=console,
            transient=True,
            disable=silent,
        )
        self._task = self._progress.add_task("", total=None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, fraction: float | None) -> None:
        """fraction: 0..1, or None while it is not known."""
        if fraction is not None:
            self._progress.update(self._task, total=1.0, completed=fraction)


def figures(reply: Reply) -> Iterable[str]:
    """The figures of a finished reply, and its warnings, as lines."""
    for warning in reply.warnings:
        yield f"warning: {warning}"
    metrics = reply.metrics
    parts = [f"{reply.job.speculation.preset}: {metrics.emitted} tokens"]
    if metrics.tokens_per_s is not None:
        parts.append(f"{metrics.tokens_per_s:.1f} tokens/s")
    if metrics.acceptance_rate is not None:
        parts.append(f"{metrics.acceptance_rate:.0%} of {metrics.drafted} drafted accepted")
    if metrics.tokens_per_round is not None:
        parts.append(f"{metrics.tokens_per_round:.2f} per round")
    if metrics.first_at_s is not None:
        parts.append(f"{metrics.first_at_s:.2f} s to the first token")
    yield " · ".join([*parts, f"ended by {reply.done.stop_reason}"])


def preset_table(presets: Iterable[PresetInfo]) -> Table:
    """One row for each preset."""
    table = Table("Preset", "What it does", "Options", "Variants", box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for info in presets:
        values = [
            f"{spec.name} {choice.options[spec.name]}" for choice in info.drafters for spec in info.options[choice.name]
        ]
        needs = " Needs a draft model." if info.needs_draft_model else ""
        needs += " Needs an MTP head." if info.needs_mtp_head else ""
        names = ", ".join(variant.id for variant in info.variants)
        table.add_row(info.id, info.summary + needs, ", ".join(values) or "-", names or "-")
    return table


def preset_json(info: PresetInfo) -> dict[str, Any]:
    """All that a preset declares."""
    return {
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "best_for": info.best_for,
        "avoid_when": info.avoid_when,
        "needs_draft_model": info.needs_draft_model,
        "needs_mtp_head": info.needs_mtp_head,
        "takes_sidecar": info.takes_sidecar,
        "built_in": info.built_in,
        "drafters": [
            {
                "name": choice.name,
                "options": [
                    {
                        "name": spec.name,
                        "kind": spec.kind,
                        "value": choice.options[spec.name],
                        "minimum": spec.minimum,
                        "maximum": spec.maximum,
                        "choices": list(spec.choices),
                        "help": spec.help,
                    }
                    for spec in info.options[choice.name]
                ],
            }
            for choice in info.drafters
        ],
        "variants": [
            {
                "id": variant.id,
                "title": variant.title,
                "options": {name: dict(values) for name, values in variant.options.items()},
            }
            for variant in info.variants
        ],
    }


def wide_output() -> None:
    """Let text that the terminal's encoding lacks become a question mark instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
