"""Conversations as files: JSON with every branch, and Markdown of the branch that is shown.

A file that is imported may come from anywhere. It is bounded in size, checked as a whole before anything of it is
taken, and what is wrong with it is said with the place: `conversations[0].messages[3].role`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from app.conversations import catalogue, extras, markdown, messages
from app.conversations.values import FigureValues, SettingsValues, in_words, settings_values
from engine.errors import UsageError
from engine.events import TARGET, StopReason, TextRun
from ui.services import ChatSettings, ConversationRow, StoredConversation, StoredMessage, TextFile

LARGEST_FILE = 256 * 2**20
_JSON_HEAD = '{"format": "paceline-conversations", "version": 1, "conversations": [\n'
_JSON_END = "\n]}\n"
_Name = Annotated[str, StringConstraints(max_length=200)]
_Text = Annotated[str, StringConstraints(max_length=16 * 2**20)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Run(_Strict):
    text: _Text
    origin: _Name = TARGET
    thinking: bool = False


class _Attached(_Strict):
    name: Annotated[str, StringConstraints(min_length=1, max_length=255)]
    text: _Text


class _Message(_Strict):
    id: int = Field(ge=0, lt=2**53)
    parent: int | None = None
    shown: bool = True
    role: Literal["user", "assistant"]
    created: AwareDatetime
    runs: tuple[_Run, ...] = Field(max_length=1_000_000)
    interrupted: bool = False
    model: _Name = ""
    preset: _Name = ""
    stop_reason: StopReason | None = None
    note: Annotated[str, StringConstraints(max_length=2000)] = ""
    figures: FigureValues = FigureValues()
    files: tuple[_Attached, ...] = Field(default=(), max_length=1000)
    left_out: bool = False


class _Conversation(_Strict):
    title: _Name = ""
    created: AwareDatetime
    updated: AwareDatetime
    pinned: bool = False
    settings: SettingsValues = SettingsValues()
    messages: tuple[_Message, ...] = Field(max_length=100_000)


class _File(_Strict):
    format: Literal["paceline-conversations"]
    version: Literal[1]
    conversations: tuple[_Conversation, ...] = Field(max_length=100_000)


@dataclass(frozen=True, slots=True)
class Imported:
    """A conversation from a file; ids are the file's own, parents come before their children."""

    row: ConversationRow
    settings: ChatSettings
    messages: tuple[tuple[StoredMessage, bool], ...]  # each with whether it is the shown one of its siblings


class Writer:
    """Makes the text of an exported file, part by part. written: ids of the conversations in it so far."""

    def __init__(self, kind: Literal["markdown", "json"]) -> None:
        self._kind = kind
        self._number = markdown.new_number()
        self.written: list[int] = []

    def part(self, connection: sqlite3.Connection, keys: Sequence[int]) -> str:
        """The text of these conversations, as far as there are such; it follows that of the part before."""
        parts: list[str] = []
        for key in keys:
            one = messages.load(connection, key)
            if one is None:
                continue
            if self._kind == "markdown":
                parts.append(("\n" if self.written else "") + markdown.write(one, self._number))
            else:
                content = _of_conversation(connection, one).model_dump_json(indent=1, exclude_defaults=True)
                parts.append((",\n" if self.written else _JSON_HEAD) + content)
            self.written.append(key)
        return "".join(parts)

    def end(self) -> str:
        """What closes the file."""
        return _JSON_END if self._kind == "json" else ""


def read(path: Path, now: float) -> list[Imported]:
    """What a file holds. Raises UsageError in words that name the place."""
    content = _bytes(path)
    if content.lstrip()[:1] in (b"{", b"["):
        return _from_json(content, path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} cannot be imported", f"byte {error.start} is no UTF-8 text") from None
    return [
        Imported(
            ConversationRow(0, one.title or catalogue.title_of(path.stem), now, now),
            ChatSettings(system=one.system) if one.system else ChatSettings(),
            tuple((_turn(i, role, said, now), True) for i, (role, said) in enumerate(one.turns)),
        )
        for one in markdown.read(text, str(path))
    ]


def take(connection: sqlite3.Connection, imported: Sequence[Imported], ids: Sequence[int]) -> list[int]:
    """Add conversations under new ids, of which there is one for each of them and of their messages; theirs."""
    made = []
    free = iter(ids)
    for one in imported:
        key = next(free)
        catalogue.insert(connection, replace(one.row, id=key, title=extras.clean(one.row.title)), one.settings)
        first = next((message.text for message, shown in one.messages if shown and message.parent is None), "")
        catalogue.name_after(connection, key, extras.clean(first))
        renumbered: dict[int | None, int | None] = {None: None}
        for message, shown in one.messages:
            new = next(free)
            renumbered[message.id] = new
            moved = replace(message, id=new, parent=renumbered[message.parent])
            messages.insert_message(connection, key, moved, shown)
        made.append(key)
    return made


def _of_conversation(connection: sqlite3.Connection, one: StoredConversation) -> _Conversation:
    return _Conversation(
        title=one.row.title,
        created=_moment(one.row.created),
        updated=_moment(one.row.updated),
        pinned=one.row.pinned,
        settings=SettingsValues.model_validate(settings_values(one.settings)),
        messages=tuple(_of_message(*pair) for pair in messages.every_message(connection, one.row.id)),
    )


def _of_message(message: StoredMessage, shown: bool) -> _Message:
    return _Message(
        id=message.id,
        parent=message.parent,
        shown=shown,
        role=message.role,
        created=_moment(message.created),
        runs=tuple(_Run(text=run.text, origin=run.origin, thinking=run.thinking) for run in message.runs),
        interrupted=message.state == "interrupted",
        model=message.model,
        preset=message.preset,
        stop_reason=message.stop_reason,
        note=message.note,
        figures=FigureValues(**asdict(message.figures)),
        files=tuple(_Attached(name=file.name or "file", text=file.text) for file in message.files),
        left_out=message.left_out,
    )


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read", error.strerror or str(error)) from None
    if len(content) > LARGEST_FILE:
        raise UsageError(f"{path} cannot be imported", f"it is larger than {LARGEST_FILE // 2**20} MiB")
    return content.removeprefix(b"\xef\xbb\xbf")


def _from_json(content: bytes, path: Path) -> list[Imported]:
    try:
        file = _File.model_validate_json(content)
    except ValidationError as error:
        raise UsageError(
            f"{path} cannot be imported", in_words(error), "Nothing of it was taken; mend the file and try again"
        ) from None
    problems = [
        problem for i, one in enumerate(file.conversations) for problem in _tree_problems(one, f"conversations[{i}]")
    ]
    if problems:
        raise UsageError(f"{path} cannot be imported", "; ".join(problems[:3]), "Nothing of it was taken")
    return [_imported(one) for one in file.conversations]


def _tree_problems(one: _Conversation, where: str) -> Iterator[str]:
    roles: dict[int, str] = {}
    for i, message in enumerate(one.messages):
        place = f"{where}.messages[{i}]"
        if message.id in roles:
            yield f"{place}.id: {message.id} is there already"
        if message.parent is None:
            if message.role != "user":
                yield f"{place}.role: the first message is the user's"
        elif message.parent not in roles:
            yield f"{place}.parent: no message before it has the id {message.parent}"
        elif roles[message.parent] == message.role:
            yield f"{place}.role: it is the same as its parent's"
        roles[message.id] = message.role


def _imported(one: _Conversation) -> Imported:
    chosen: dict[int | None, int] = {}
    for message in one.messages:  # of the siblings exactly one is shown: the last that says so, else the last
        if message.shown or message.parent not in chosen:
            chosen[message.parent] = message.id
    return Imported(
        ConversationRow(0, one.title, one.created.timestamp(), one.updated.timestamp(), one.pinned),
        one.settings.settings(),
        tuple((_stored(message), chosen[message.parent] == message.id) for message in one.messages),
    )


def _stored(message: _Message) -> StoredMessage:
    return StoredMessage(
        message.id,
        message.parent,
        message.role,
        message.created.timestamp(),
        tuple(TextRun(run.text, run.origin, run.thinking) for run in message.runs),
        (),
        "interrupted" if message.interrupted else "done",
        message.model,
        message.preset,
        message.stop_reason,
        message.note,
        message.figures.figures(),
        tuple(TextFile(file.name, file.text) for file in message.files),
        message.left_out,
    )


def _turn(i: int, role: Literal["user", "assistant"], text: str, now: float) -> StoredMessage:
    return StoredMessage(i, i - 1 if i else None, role, now, (TextRun(text, TARGET),), ())


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
