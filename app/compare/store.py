"""Comparisons kept on disk, one file each: `comparisons/<id>.jsonl` in the user's data folder.

Every line is a record ({"kind": ..., "data": ...}) written the moment it is known, so whatever ends the program, the
runs that were done are there. A file is read back into the report that it gave when it was new. A last line that was
cut off is left out; a file from a newer Paceline is listed with the reason why it cannot be read.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from app import paths
from app.compare.report import make_report
from engine.errors import UsageError
from ui.comparison import (
    ArmFailed,
    Began,
    CompareEvent,
    DifferenceFound,
    Ended,
    PriceKnown,
    Record,
    Report,
    RunDone,
)

log = logging.getLogger(__name__)
FORMAT: Final = 1
_SUFFIX: Final = ".jsonl"
_ADAPTERS: Final[dict[str, TypeAdapter[Any]]] = {
    kind.__name__: TypeAdapter(kind) for kind in (Began, RunDone, ArmFailed, PriceKnown, DifferenceFound, Ended)
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history. speeds: (arm, median tokens/s, speedup or None) of the arms that ran."""

    id: str
    path: Path
    started_at: str
    model: str
    quantisation: str
    model_hash: str
    arms: tuple[str, ...]
    categories: tuple[str, ...]
    speeds: tuple[tuple[str, float, float | None], ...]
    ending: str


class Recorder:
    """Writes one comparison down as it runs: hand it every event. A full disk ends the writing, not the comparison:
    `problem` then says why."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path: Path | None = None
        self.problem = ""

    @property
    def path(self) -> Path | None:
        """The file; None before the first record."""
        return self._path

    def take(self, events: Sequence[CompareEvent]) -> None:
        """Keep what is worth it."""
        lines = []
        for event in events:
            if isinstance(event, Began):
                self._path = self._folder / f"{event.setting.id}{_SUFFIX}"
                lines.append(json.dumps({"kind": "Format", "data": FORMAT}))
            if type(event).__name__ in _ADAPTERS and self._path is not None:
                lines.append(_line(event))
        if not lines or self._path is None or self.problem:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write("".join(f"{line}\n" for line in lines))
        except OSError as error:
            self.problem = f"{self._path} could not be written: {error.strerror or error}"
            log.error(self.problem)


def comparisons_dir() -> Path:
    """Where this user's comparisons lie."""
    return paths.data_dir() / "comparisons"


def load(path: Path) -> Report:
    """The report of a stored comparison. Raises UsageError when it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read", str(error)) from None
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            record = _record(line)
        except (ValueError, RecursionError) as error:
            if number >= len(lines):
                break  # the end of a line that a crash cut off
            first = "it is nested too deep" if isinstance(error, RecursionError) else str(error).splitlines()[0]
            raise UsageError(f"{path}, line {number}", first, "It may be of another version of Paceline") from None
        if record is not None:
            records.append(record)
    began = next((record for record in records if isinstance(record, Began)), None)
    if began is None:
        raise UsageError(f"{path} is not a comparison")
    return make_report(began.setting, records)


def history(folder: Path, *, model: str = "", arm: str = "", category: str = "", since: str = "") -> list[Entry]:
    """What was compared, newest first. model: part of its name, path or hash; arm: part of an arm's name; category:
    of its prompts; since: an ISO date. Files that cannot be read are left out and logged."""
    entries = []
    for path in sorted(folder.glob(f"*{_SUFFIX}"), reverse=True) if folder.is_dir() else ():
        try:
            entry = _entry(path, load(path))
        except UsageError as error:
            log.warning("%s", error)
            continue
        named = f"{entry.model}\n{entry.model_hash}\n{entry.path.name}".lower()
        if (
            model.lower() in named
            and any(arm.lower() in name.lower() for name in entry.arms)
            and (not category or category in entry.categories)
            and entry.started_at >= since
        ):
            entries.append(entry)
    return entries


def _entry(path: Path, report: Report) -> Entry:
    setting = report.setting
    return Entry(
        id=setting.id,
        path=path,
        started_at=setting.started_at,
        model=setting.model.name if setting.model else Path(setting.plan.model).stem,
        quantisation=setting.model.quantisation if setting.model else "",
        model_hash=setting.hashes.get(setting.plan.model, ""),
        arms=tuple(row.arm for row in report.rows),
        categories=tuple(dict.fromkeys(task.category for task in setting.plan.tasks)),
        speeds=tuple(
            (row.arm, row.tokens_per_s.median, row.speedup.estimate if row.speedup else None)
            for row in report.rows
            if row.tokens_per_s
        ),
        ending=report.ending or "cut off",
    )


def _line(event: object) -> str:
    kind = type(event).__name__
    return json.dumps({"kind": kind, "data": _ADAPTERS[kind].dump_python(event, mode="json")})


def _record(line: str) -> Record | None:
    """The record of a line; None for the format's. Raises ValueError."""
    content = json.loads(line)
    if not isinstance(content, dict) or "kind" not in content:
        raise ValueError("it is not a record")
    kind, data = content["kind"], content.get("data")
    if kind == "Format":
        if data != FORMAT:
            raise ValueError(f"its format is {data}, and this Paceline reads {FORMAT}")
        return None
    if kind not in _ADAPTERS:
        raise ValueError(f"there is no record '{kind}'")
    record: Record = _ADAPTERS[kind].validate_python(data)
    return record
