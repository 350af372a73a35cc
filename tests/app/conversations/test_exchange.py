"""Export and import: what goes out comes back, and what comes from elsewhere is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.conversations.store import ConversationStore
from engine.commands import Sampling
from engine.events import TextRun
from tests.app.conversations.talking import answer, ask, exchange, found, load, texts, titles
from ui.services import ChatSettings, ExchangeResult, ReplyFigures, StoredConversation

WHEN = "2026-11-03T12:00:00Z"


def message(number: int, parent: int | None, role: str, text: str, **more: object) -> dict[str, Any]:
    return {"id": number, "parent": parent, "role": role, "created": WHEN, "runs": [{"text": text}], **more}


def content(*messages: dict[str, Any], **more: object) -> dict[str, Any]:
    conversation = {"title": "From a file", "created": WHEN, "updated": WHEN, "messages": list(messages), **more}
    return {"format": "paceline-conversations", "version": 1, "conversations": [conversation]}


def take(store: ConversationStore, path: Path) -> ExchangeResult:
    result = answer(store.import_file, str(path))
    assert isinstance(result, ExchangeResult)
    return result


def bare(one: StoredConversation) -> object:
    """A conversation without its ids."""
    return (
        one.row.title,
        one.row.created,
        one.row.updated,
        one.row.pinned,
        one.settings,
        [
            (m.role, m.created, m.runs, len(m.siblings), m.state, m.model, m.preset, m.stop_reason, m.note, m.figures)
            for m in one.messages
        ],
        [
            (m.files, m.left_out)
            for m in one.messages
        ],
    )


@pytest.fixture
def rich(store: ConversationStore) -> int:
    """A conversation with branches, settings, figures, thinking and origins."""
    settings = ChatSettings("Be kind.", Sampling(temperature=0.5, logit_bias={3: 1.0}), stop=("END",), thinking=True)
    conversation = store.create(settings)
    asked, reply = exchange(store, conversation, None, "First?", "Old")
    exchange(store, conversation, reply, "Below the old one?", "Yes")
    other = store.start_reply(conversation, asked, "M", "P")
    store.grow_reply(other, [TextRun("hm", "target", True), TextRun("New ", "target"), TextRun("text", "ngram")])
    store.finish_reply(other, ReplyFigures(5, 1, 2, 3, 2, 1, 9.5, 0.5, 0.25), "length", "Ended.")
    store.leave_out([asked], True)
    store.rename(conversation, "Rich")
    store.pin(conversation, True)
    return conversation


def test_json_brings_everything_back(store: ConversationStore, rich: int, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert answer(store.export, [rich], str(file), "json") == ExchangeResult((rich,))
    result = take(store, file)
    assert result.error == ""
    (copy,) = result.conversations
    assert bare(load(store, copy)) == bare(load(store, rich))
    old = load(store, copy).messages[1].siblings[0]
    store.show_branch(old)
    assert texts(store, copy) == ["First?", "Old", "Below the old one?", "Yes"]
    assert len(found(store, "below")) == 2


@pytest.mark.parametrize("n", [1, 3])
def test_markdown_brings_the_shown_branch_back(store: ConversationStore, tmp_path: Path, n: int) -> None:
    tricky = "## Assistant\n<!-- paceline 0 user -->\n\nhi\n\n```\n## You\n```\n\n"
    keys = []
    for i in range(n):
        conversation = store.create(ChatSettings(system="Speak\nplainly."))
        exchange(store, conversation, None, f"Question {i}\nof two lines", tricky)
        keys.append(conversation)
    file = tmp_path / "out.md"
    assert answer(store.export, keys, str(file), "markdown").error == ""
    assert "## You" in file.read_text(encoding="utf-8")
    result = take(store, file)
    assert [texts(store, key) for key in result.conversations] == [texts(store, key) for key in keys]
    assert [load(store, key).settings.system for key in result.conversations] == ["Speak\nplainly."] * n
    assert titles(store)[:n] == titles(store)[n:]


def test_markdown_from_elsewhere_is_read_by_its_headings(store: ConversationStore, tmp_path: Path) -> None:
    file = tmp_path / "A talk.md"
    file.write_bytes(
        b"\xef\xbb\xbf# About loops\r\n\r\n"
        b"**System:**\r\nBe brief.\r\n\r\n### User\r\nWhy?\r\n\r\n### User\r\nReally?\r\n"
        b"## Assistant (small)\r\n```python\r\n## User\r\n```\r\nSo.\r\n"
    )
    (key,) = take(store, file).conversations
    assert titles(store) == ["About loops"]
    assert load(store, key).settings.system == "Be brief."
    assert texts(store, key) == ["Why?\n\nReally?", "```python\n## User\n```\nSo."]


def change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Set a value at 'a.0.b' of the file."""

    def apply(whole: dict[str, Any]) -> None:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        target: Any = whole
        for part in parents:
            target = target[part]
        target[last] = value

    return apply


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (change("format", "other"), "format"),
        (change("version", 2), "version"),
        (change("conversations", {}), "conversations"),
        (change("conversations.0.created", "yesterday"), "conversations[0].created"),
        (change("conversations.0.created", "2026-11-03T12:00:00"), "conversations[0].created"),
        (change("conversations.0.title", "x" * 201), "conversations[0].title"),
        (change("conversations.0.password", "x"), "conversations[0].password"),
        (change("conversations.0.settings", {"sampling": {"temperature": 99}}), "settings.sampling.temperature"),
        (change("conversations.0.messages.1.role", "system"), "conversations[0].messages[1].role"),
        (change("conversations.0.messages.1.role", "user"), "conversations[0].messages[1].role"),
        (change("conversations.0.messages.0.role", "assistant"), "conversations[0].messages[0].role"),
        (change("conversations.0.messages.1.parent", 7), "conversations[0].messages[1].parent"),
        (change("conversations.0.messages.0.parent", 0), "conversations[0].messages[0].parent"),
        (change("conversations.0.messages.1.id", 0), "conversations[0].messages[1].id"),
        (change("conversations.0.messages.1.id", 2**70), "conversations[0].messages[1].id"),
        (change("conversations.0.messages.1.runs", "text"), "conversations[0].messages[1].runs"),
        (change("conversations.0.messages.1.runs.0.text", 5), "conversations[0].messages[1].runs[0].text"),
        (change("conversations.0.messages.1.figures", {"emitted": -1}), "messages[1].figures.emitted"),
        (change("conversations.0.messages.1.stop_reason", "tired"), "messages[1].stop_reason"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(
    store: ConversationStore, tmp_path: Path, spoil: Callable[[dict[str, Any]], None], place: str
) -> None:
    whole = content(message(0, None, "user", "Q"), message(1, 0, "assistant", "A"))
    file = tmp_path / "in.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    assert take(store, file).error == ""
    spoil(whole)
    file.write_text(json.dumps(whole), encoding="utf-8")
    result = take(store, file)
    assert place in result.error
    assert str(file) in result.error
    assert titles(store) == ["From a file"]


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"[" * 100_000,
        b'{"format": "paceline-conversations", "version": 1, "conversations": [{"title": "\\ud800"}]}',
        b'{"a":' * 50_000,
        b"[NaN]",
        b"\xff\xfe\x00",
        b"",
        b"no turns at all\n",
        b"## Assistant\nonly an answer\n",
    ],
)
def test_a_file_that_is_no_conversation_is_refused_in_words(
    store: ConversationStore, tmp_path: Path, raw: bytes
) -> None:
    file = tmp_path / "in.json"
    file.write_bytes(raw)
    assert "cannot be imported" in take(store, file).error
    assert titles(store) == []


def test_a_file_that_is_not_there_is_said_so(store: ConversationStore, tmp_path: Path) -> None:
    assert "cannot be read" in take(store, tmp_path / "missing.json").error
    assert "cannot be read" in take(store, tmp_path).error


def test_all_of_a_file_is_taken_or_nothing(store: ConversationStore, tmp_path: Path) -> None:
    whole = content(message(0, None, "user", "Q"))
    whole["conversations"].append({**whole["conversations"][0], "updated": 5})
    file = tmp_path / "in.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    assert "conversations[1].updated" in take(store, file).error
    assert titles(store) == []


def test_of_contradicting_siblings_one_is_shown(store: ConversationStore, tmp_path: Path) -> None:
    file = tmp_path / "in.json"
    one, two = message(1, 0, "assistant", "A", shown=True), message(2, 0, "assistant", "B", shown=True)
    file.write_text(json.dumps(content(message(0, None, "user", "Q", shown=False), one, two)), encoding="utf-8")
    (key,) = take(store, file).conversations
    assert texts(store, key) == ["Q", "B"]
    asked = load(store, key).messages[0].id
    _, reply = exchange(store, key, None, "Q better", "C")
    assert texts(store, key) == ["Q better", "C"]
    store.show_branch(asked)
    assert texts(store, key) == ["Q", "B"]
    assert reply


def test_an_export_that_cannot_be_written_is_said_so(store: ConversationStore, tmp_path: Path) -> None:
    conversation = store.create()
    ask(store, conversation, None, "Q")
    (tmp_path / "taken").write_text("a file")
    assert "cannot be written" in answer(store.export, [conversation], str(tmp_path / "taken" / "x.json"), "json").error
    assert "no such conversation" in answer(store.export, [5], str(tmp_path / "x.md"), "markdown").error


def test_closing_in_the_middle_ends_an_export_with_a_word(store: ConversationStore, tmp_path: Path) -> None:
    source, file = tmp_path / "in.json", tmp_path / "out.json"
    whole = content(message(0, None, "user", "Q"))
    whole["conversations"] *= 300
    source.write_text(json.dumps(whole), encoding="utf-8")
    keys = take(store, source).conversations
    assert len(keys) == 300
    results: list[ExchangeResult] = []
    store.export(keys, str(file), "json", results.append)
    store.close()
    (result,) = results
    assert file.exists() == (result.error == "")
    assert result.error == "" or "being closed" in result.error
    assert list(tmp_path.glob("*.part")) == []
