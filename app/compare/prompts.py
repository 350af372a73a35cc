"""Prompts to compare with: the sets that come with the program, and files of one's own.

A file is JSON lines. Each line holds `prompt` (a text), `messages` (role and content each, the last one the user's) or
`turns` (what the user says, one reply after each), and may hold `id` or `question_id`, and `category`. SPEED-Bench and
Spec-Bench files are of this kind; other keys are left alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.commands import Message, Role
from engine.errors import UsageError
from engine.presets import built_in_folder
from ui.comparison import Task

QUICK: Final = "quick"
ALL: Final = "all"
OWN: Final = "own"
MOST_BYTES: Final = 64 * 2**20
MOST_PROMPTS: Final = 10_000


class _Turn(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    role: Role
    content: str


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    id: str | int | None = None
    question_id: str | int | None = None
    category: str = OWN
    prompt: str | None = None
    messages: list[_Turn] | None = Field(default=None, min_length=1)
    turns: list[str] | None = Field(default=None, min_length=1)
    quick: bool = False


@cache
def _built_in() -> tuple[tuple[Task, bool], ...]:
    """(task, whether it is in the quick set) of every prompt that comes with the program, by category."""
    folder = built_in_folder() / "prompts"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".jsonl")), key=lambda file: file.name)
    return tuple(pair for file in files for pair in _read_lines(_text_of(file, file.name), file.name))


def set_names() -> tuple[str, ...]:
    """What `load_tasks` knows by name: quick, all, and the categories."""
    return (QUICK, ALL, *dict.fromkeys(task.category for task, _ in _built_in()))


def load_tasks(name: str) -> tuple[Task, ...]:
    """The prompts of a set, of several categories (a,b), or of a file. Raises UsageError naming file and line, or
    what there is."""
    if name == QUICK:
        return tuple(task for task, quick in _built_in() if quick)
    if name == ALL:
        return tuple(task for task, _ in _built_in())
    categories = name.split(",")
    known = set_names()
    if all(category in known for category in categories):
        return tuple(task for task, _ in _built_in() if task.category in categories)
    path = Path(name).expanduser()
    if not path.is_file():
        raise UsageError(f"There is no prompt set or file '{name}'", "", f"The sets are: {', '.join(known)}")
    if path.stat().st_size > MOST_BYTES:
        raise UsageError(f"{path} is larger than {MOST_BYTES // 2**20} MiB", "", "Take a part of it")
    tasks = tuple(task for task, _ in _read_lines(_text_of(path, str(path)), str(path)))
    if not tasks:
        raise UsageError(f"{path} holds no prompts")
    return tasks


def own_task(text: str) -> Task:
    """A single prompt that somebody typed."""
    return Task(OWN, OWN, (text,))


def _text_of(file: Path | Traversable, name: str) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{name} cannot be read", error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} cannot be read", "it is not UTF-8 text") from None


def _read_lines(text: str, name: str) -> Iterator[tuple[Task, bool]]:
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if len(seen) >= MOST_PROMPTS:
            raise UsageError(f"{name} holds more than {MOST_PROMPTS} prompts", "", "Take a part of it")
        task, quick = _task(line, f"{name}, line {number}", f"line-{number}")
        if task.id in seen:
            raise UsageError(f"{name}, line {number}", f"the id '{task.id}' is there already")
        seen.add(task.id)
        yield task, quick


def _task(line: str, where: str, default_id: str) -> tuple[Task, bool]:
    try:
        read = _Line.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(where, f"{place}: {first['msg']}" if place else first["msg"]) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(where, f"it is not JSON ({error})") from None
    given = [key for key in ("prompt", "messages", "turns") if getattr(read, key) is not None]
    if len(given) != 1:
        raise UsageError(where, f"it has {' and '.join(given) or 'no prompt'}", "Give one of prompt, messages, turns")
    opening: tuple[Message, ...] = ()
    turns: tuple[str, ...]
    if read.messages is not None:
        opening = tuple(Message(turn.role, turn.content) for turn in read.messages)
        if opening[-1].role != "user":
            raise UsageError(where, "the last message is not the user's")
        turns, opening = (opening[-1].content,), opening[:-1]
    else:
        turns = (read.prompt,) if read.prompt is not None else tuple(read.turns or ())
    if not all(turn.strip() for turn in turns):
        raise UsageError(where, "a turn of the user is empty")
    names = (name for name in (read.id, read.question_id) if name is not None)
    return Task(str(next(names, default_id)), read.category, turns, opening), read.quick
