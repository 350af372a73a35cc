"""Comparisons on disk: the same report again, whatever ended the program, and a history to search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.compare.report import make_report
from app.compare.store import Recorder, history, load
from engine.errors import UsageError
from tests.app.compare.made import MODEL, PLAN, SETTING, hostile_records, records
from ui.comparison import Arm, Began, Doing, Ended, Record, Remaining, Setting, Task


def keep(folder: Path, *told: Record) -> Path:
    recorder = Recorder(folder)
    recorder.take([Doing("load")])
    for record in told:
        recorder.take([record, Remaining(1, 2, 3.0)])
    assert recorder.problem == ""
    assert recorder.path is not None
    return recorder.path


def began(setting: Setting) -> list[Record]:
    return [Began(setting), *records()[1:]]


def test_a_stored_comparison_gives_the_same_report(tmp_path: Path) -> None:
    assert load(keep(tmp_path, *records())) == make_report(SETTING, records())


def test_foreign_text_is_kept_as_it_is(tmp_path: Path) -> None:
    told = hostile_records("a\u2028\u0085\n\"b'\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"))
    first = told[0]
    assert isinstance(first, Began)
    assert load(keep(tmp_path, *told)) == make_report(first.setting, told)


@pytest.mark.parametrize("cut", range(1, 9))
def test_whatever_was_written_before_the_end_counts(tmp_path: Path, cut: int) -> None:
    path = keep(tmp_path, *records())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: cut + 1]) + lines[cut + 1][:-20])
    assert load(path) == make_report(SETTING, records()[:cut])


def test_a_line_broken_in_the_middle_is_named(tmp_path: Path) -> None:
    path = keep(tmp_path, *records())
    lines = path.read_text().split("\n")
    for damaged in (lines[3][:50], "[" * 100_000):
        path.write_text("\n".join([*lines[:3], damaged, *lines[4:]]))
        with pytest.raises(UsageError, match="line 4"):
            load(path)


def test_another_format_and_other_files_are_refused_in_words(tmp_path: Path) -> None:
    path = keep(tmp_path, *records())
    path.write_text(path.read_text().replace('"data": 1}', '"data": 2}', 1))
    with pytest.raises(UsageError, match="format is 2"):
        load(path)
    path.write_text("")
    with pytest.raises(UsageError, match="not a comparison"):
        load(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load(tmp_path / "missing.jsonl")


def test_a_disk_that_takes_nothing_is_told_and_ends_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "comparisons"
    blocked.write_text("a file where the folder should be")
    recorder = Recorder(blocked)
    recorder.take(records())
    recorder.take([Ended("done")])
    assert "could not be written" in recorder.problem


def test_the_history_is_newest_first_and_can_be_searched(tmp_path: Path) -> None:
    older = replace(SETTING, id="20261101-080000-aaaaaa", started_at="2026-11-01T08:00:00+01:00")
    other = replace(
        SETTING,
        id="20261130-080000-bbbbbb",
        started_at="2026-11-30T08:00:00+01:00",
        model=replace(MODEL, name="Large", quantisation="Q4_K_M"),
        hashes={"/m/a.gguf": "cd" * 32},
        plan=replace(PLAN, arms=(Arm("baseline"), Arm("ngram-simple")), tasks=(Task("m", "math", ("1+1?",)),)),
    )
    keep(tmp_path, *began(older))
    keep(tmp_path, *records())
    keep(tmp_path, *began(other)[:-1])
    (tmp_path / "20270101-000000-broken.jsonl").write_text("{}\n{}\n")
    entries = history(tmp_path)
    assert [entry.id[:8] for entry in entries] == ["20261130", "20261129", "20261101"]
    assert [entry.ending for entry in entries] == ["cut off", "done", "done"]
    assert [(arm, gain) for arm, _, gain in entries[1].speeds] == [("baseline", None), ("ngram-simple", 2.5)]
    assert [speed for _, speed, _ in entries[1].speeds] == pytest.approx([10.0, 25.0])
    found = {
        "large": [entry.id[:8] for entry in history(tmp_path, model="large")],
        "hash": [entry.id[:8] for entry in history(tmp_path, model="cdcd")],
        "arm": [entry.id[:8] for entry in history(tmp_path, arm="mtp")],
        "category": [entry.id[:8] for entry in history(tmp_path, category="math")],
        "since": [entry.id[:8] for entry in history(tmp_path, since="2026-11-29")],
    }
    assert found == {
        "large": ["20261130"],
        "hash": ["20261130"],
        "arm": ["20261129", "20261101"],
        "category": ["20261130"],
        "since": ["20261130", "20261129"],
    }
    assert history(tmp_path / "nowhere") == []
