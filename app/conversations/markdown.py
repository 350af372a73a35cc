"""Conversations as Markdown: readable by people and by any other program, and by this one again.

Each turn begins with a heading and a comment that Markdown does not show:

    ## You
    <!-- paceline 318204 user -->

The number is another one in every file, so that a conversation about such files comes back
whole. A file from elsewhere is read by its headings: You, User, Human; Assistant, AI, Model, Bot; System.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from engine.errors import UsageError
from ui.chat.attaching import with_files
from ui.services import StoredConversation, StoredMessage

MOST_TURNS = 100_000
_MARK = re.compile(r"<!-- paceline (\d{1,9}) (conversation|system|user|assistant) -->")
_HEADING = re.compile(r"(?:#{1,6}\s+|\*\*)(you|user|human|assistant|ai|model|bot|system)\b[^\n]{0,80}", re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ROLES: dict[str, Literal["user", "assistant", "system"]] = {
    **dict.fromkeys(("you", "user", "human"), "user"),
    **dict.fromkeys(("assistant", "ai", "model", "bot"), "assistant"),
    "system": "system",
}


@dataclass(slots=True)
class Read:
    """A conversation as a Markdown file has it; the turns alternate and begin with the user's."""

    title: str = ""
    system: str = ""
    turns: list[tuple[Literal["user", "assistant"], str]] = field(default_factory=list)


def new_number() -> int:
    """A number for the comments of a file."""
    return secrets.randbelow(10**9)


def write(one: StoredConversation, number: int) -> str:
    """The branch that is shown."""
    created = datetime.fromtimestamp(one.row.created, UTC)
    parts = [f"# {one.row.title or 'Conversation'}", _mark(number, "conversation"), f"*{created:%Y-%m-%d %H:%M} UTC*\n"]
    if one.settings.system:
        parts += ["## System", _mark(number, "system"), one.settings.system + "\n"]
    for message in one.messages:
        parts += [_heading(message), _mark(number, message.role), with_files(message.text, message.files) + "\n"]
    return "\n".join(parts)


def read(text: str, name: str) -> list[Read]:
    """The conversations of a file called `name`. Raises UsageError when it has none."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = _MARK.search(text)
    found = list(_marked(text, first[1]) if first else _headed(text))
    conversations = [_alternating(one) for one in found]
    conversations = [one for one in conversations if one.turns]
    if not conversations:
        raise UsageError(
            f"{name} cannot be imported",
            "no line says who speaks",
            "Begin each turn with a heading such as '## User' or '## Assistant'",
        )
    if sum(len(one.turns) for one in conversations) > MOST_TURNS:
        raise UsageError(f"{name} cannot be imported", f"it has more than {MOST_TURNS} turns")
    return conversations


def _mark(number: int, what: str) -> str:
    return f"<!-- paceline {number} {what} -->\n"


def _heading(message: StoredMessage) -> str:
    if message.role == "user":
        return "## You"
    return f"## {' '.join(message.model.split()) or 'Assistant'}"


def _marked(text: str, number: str) -> Iterator[Read]:
    """By the comments; each belongs to the heading on the line before it."""
    lines = text.split("\n")
    starts = [(i, found[2]) for i, line in enumerate(lines) if (found := _MARK.fullmatch(line)) and found[1] == number]
    conversation = Read()
    for (start, what), (end, _) in zip(starts, [*starts[1:], (len(lines) + 1, "")], strict=True):
        body = "\n".join(lines[start + 1 : end - 1])
        body = body.removeprefix("\n").removesuffix("\n")
        if what == "conversation":
            if conversation.turns:
                yield conversation
            conversation = Read(title=lines[start - 1].lstrip("# ").strip() if start else "")
        else:
            _add(conversation, what, body)
    yield conversation


def _headed(text: str) -> Iterator[Read]:
    """By headings that name a speaker, outside of code."""
    conversation = Read()
    speaker, body, fence = "", list[str](), ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        heading = None if fence or found else _HEADING.fullmatch(line.strip())
        if heading:
            _add(conversation, speaker, "\n".join(body).strip())
            speaker, body = _ROLES[heading[1].lower()], []
        elif not speaker and line.startswith("# ") and not conversation.title:
            conversation.title = line[2:].strip()
        else:
            body.append(line)
    _add(conversation, speaker, "\n".join(body).strip())
    yield conversation


def _add(conversation: Read, speaker: str, body: str) -> None:
    if speaker == "system":
        conversation.system = f"{conversation.system}\n\n{body}".strip()
    elif speaker in ("user", "assistant"):
        conversation.turns.append(("user" if speaker == "user" else "assistant", body))


def _alternating(one: Read) -> Read:
    """Turns of one speaker that follow each other as one; an answer without a question is dropped."""
    turns: list[tuple[Literal["user", "assistant"], str]] = []
    for role, said in one.turns:
        if turns and turns[-1][0] == role:
            turns[-1] = (role, f"{turns[-1][1]}\n\n{said}")
        elif turns or role == "user":
            turns.append((role, said))
    return Read(one.title[:200], one.system, turns)
