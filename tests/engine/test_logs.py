"""The log says where something failed and of which kind it was, and nothing of what anybody wrote."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from engine.errors import RefusedError
from engine.logs import TEXT_VARIABLE, keep_log

SECRET = "wombat-7341"
log = logging.getLogger("tests.logs")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """The log of this test."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield tmp_path / "deep" / "kept.log"
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def chained() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        raise RuntimeError(f"while reading {SECRET}") from error


def in_a_query() -> None:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5 (body)")
        connection.execute("SELECT * FROM words WHERE words MATCH ?", (f'"{SECRET}',))
    finally:
        connection.close()


FAULTS: dict[str, Callable[[], object]] = {
    "a message in an error": lambda: int(SECRET),
    "a key": lambda: {"other": 1}[SECRET],
    "an error because of another": chained,
    "JSON": lambda: json.loads(f'["{SECRET}'),
    "values that were checked": lambda: TypeAdapter(int).validate_python(SECRET),
    "a query": in_a_query,
    "the name of a file": lambda: Path(f"/nowhere/{SECRET}.md").read_text(),
    "text that is no UTF-8": lambda: f"{SECRET}\ud800".encode(),
}


@pytest.mark.parametrize("fail", FAULTS.values(), ids=FAULTS.keys())
def test_what_an_exception_quotes_is_left_out(file: Path, fail: Callable[[], object]) -> None:
    keep_log(file)
    with pytest.raises(Exception) as caught:
        fail()
    try:
        fail()
    except Exception as error:
        log.exception("It failed")
        log.warning("It failed: %s (%r)", error, error)
    kept = file.read_text("utf-8")
    assert kept.count(type(caught.value).__name__) >= 3
    assert "test_logs.py" in kept, "where it was"
    assert SECRET not in kept


def test_the_systems_words_and_our_own_stay(file: Path) -> None:
    keep_log(file)
    log.warning("One: %s", FileNotFoundError(2, "No such file", SECRET))
    log.warning("Two: %s", RefusedError("That is not done", "it cannot be"))
    kept = file.read_text("utf-8")
    assert "No such file" in kept
    assert "it cannot be" in kept
    assert SECRET not in kept


def test_all_of_it_is_kept_when_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TEXT_VARIABLE, "1")
    keep_log(file)
    try:
        int(SECRET)
    except ValueError:
        log.exception("It failed")
    assert SECRET in file.read_text("utf-8")


def test_a_folder_that_takes_no_log_costs_the_log_only(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.mkdir(parents=True)
    keep_log(file)
    log.warning("nowhere to go")
    assert capfd.readouterr().err == ""
