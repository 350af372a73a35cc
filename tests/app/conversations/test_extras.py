"""Files sent along, messages left out and drafts: kept, found again, and gone with what they belong to."""

from __future__ import annotations

import queue
from pathlib import Path

from app.conversations.store import ConversationStore
from tests.app.conversations.talking import WAIT_S, answer, exchange, load, opened, texts, titles
from ui.services import Draft, TextFile

NOTES = TextFile("notes.md", "# Notes\n```py\n1\n```\n")
DATA = TextFile("data.csv", "a,b\n")


def ask_with(store: ConversationStore, conversation: int, text: str, *files: TextFile) -> int:
    saved: queue.SimpleQueue[bool] = queue.SimpleQueue()
    key = store.ask(conversation, None, text, saved.put, files)
    assert saved.get(timeout=WAIT_S)
    return key


def test_files_are_kept_with_their_message_and_found_after_a_restart(file: Path) -> None:
    with opened(file) as store:
        conversation = store.create()
        ask_with(store, conversation, "Sum it up", NOTES, DATA)
    with opened(file) as store:
        (message,) = load(store, conversation).messages
        assert message.text == "Sum it up"
        assert message.files == (NOTES, DATA)


def test_a_message_of_files_alone_is_called_by_the_first(store: ConversationStore) -> None:
    ask_with(store, store.create(), "", DATA)
    assert titles(store) == ["data.csv"]


def test_files_come_back_from_an_exported_file(store: ConversationStore, tmp_path: Path) -> None:
    conversation = store.create()
    ask_with(store, conversation, "Sum it up", NOTES)
    for kind, ending in (("json", "json"), ("markdown", "md")):
        path = tmp_path / f"out.{ending}"
        assert not answer(store.export, [conversation], str(path), kind).error
        (copy,) = answer(store.import_file, str(path)).conversations
        (message,) = load(store, copy).messages
        if kind == "json":
            assert message.files == (NOTES,)
        else:
            assert message.text == "File: notes.md\n\n````md\n# Notes\n```py\n1\n```\n````\n\nSum it up"


def test_messages_are_left_out_and_taken_in_again(file: Path) -> None:
    with opened(file) as store:
        conversation = store.create()
        asked, replied = exchange(store, conversation, None, "one", "two")
        store.leave_out([asked, replied], True)
        store.leave_out([replied], False)
    with opened(file) as store:
        assert [message.left_out for message in load(store, conversation).messages] == [True, False]
        assert texts(store, conversation) == ["one", "two"], "nothing is lost"


def test_drafts_survive_a_restart_and_go_with_their_conversation(file: Path) -> None:
    with opened(file) as store:
        first, second = store.create(), store.create()
        store.keep_draft(0, Draft("new"))
        store.keep_draft(first, Draft("half a", (DATA,)))
        store.keep_draft(first, Draft("half a thought \ud800", (DATA,)))
        store.keep_draft(second, Draft("gone"))
        store.delete(second)
    with opened(file) as store:
        assert answer(store.drafts) == {0: Draft("new"), first: Draft("half a thought \ufffd", (DATA,))}
        store.keep_draft(0, Draft())
        store.purge(second)
        assert set(answer(store.drafts)) == {first}
