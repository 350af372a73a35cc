"""Conversations are found again as they were left: list, branches, replies, settings."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.conversations import catalogue
from app.conversations.store import ConversationStore
from engine.commands import Sampling
from engine.errors import UsageError
from engine.events import TextRun
from tests.app.conversations.talking import answer, ask, exchange, filled, found, load, opened, texts, titles
from ui.services import ChatSettings, ConversationRow, ReplyFigures, SearchPage

if TYPE_CHECKING:
    from ui.services import Conversations

FIGURES = ReplyFigures(12, 4, 3, 7, 5, 4, 31.5, 0.25, 1.5)


def test_the_store_is_what_the_window_asks_for(store: ConversationStore) -> None:
    kept: Conversations = store
    assert kept.flush()


def test_a_question_is_on_disk_when_it_is_said_to_be(store: ConversationStore, file: Path, tmp_path: Path) -> None:
    conversation = store.create()
    _, on_disk = ask(store, conversation, None, "Is this kept?")
    assert on_disk
    # What a crash now would leave: the file and its log as they lie there.
    for ending in ("", "-wal"):
        (tmp_path / f"crashed{ending}").write_bytes(Path(f"{file}{ending}").read_bytes())
    crashed = sqlite3.connect(tmp_path / "crashed")
    assert crashed.execute("SELECT content FROM messages").fetchall() == [("Is this kept?",)]
    crashed.close()


def test_everything_about_a_reply_survives_a_restart(file: Path) -> None:
    runs = [
        TextRun("Let me see. ", "target", True),
        TextRun("The ", "target"),
        TextRun("cat", "ngram-simple"),
        TextRun(" sat", "draft-mtp"),
        TextRun(".", "target"),
    ]
    with opened(file) as store:
        conversation = store.create()
        asked, _ = ask(store, conversation, None, "Who sat?")
        reply = store.start_reply(conversation, asked, "SmolLM2 F16", "N-gram")
        for run in runs:
            store.grow_reply(reply, [run])
            assert load(store, conversation).messages[1].state == "writing"
        store.finish_reply(reply, FIGURES, "stop", "Stopped here.")
    with opened(file) as store:
        message = load(store, conversation).messages[1]
    assert message.runs == tuple(sorted(runs, key=lambda run: not run.thinking))
    assert (message.model, message.preset) == ("SmolLM2 F16", "N-gram")
    assert (message.stop_reason, message.note, message.state) == ("stop", "Stopped here.", "done")
    assert message.figures == FIGURES
    assert (message.figures.acceptance_rate, message.figures.tokens_per_round) == (0.8, 7 / 3)
    assert message.text == "The cat sat."


def test_a_reply_can_be_seen_while_it_is_written(store: ConversationStore) -> None:
    conversation = store.create()
    asked, _ = ask(store, conversation, None, "Go on")
    reply = store.start_reply(conversation, asked, "M", "P")
    store.grow_reply(reply, [TextRun("one ", "target")])
    assert texts(store, conversation) == ["Go on", "one "]
    store.grow_reply(reply, [TextRun("two ", "target"), TextRun("three", "ngram")])
    assert texts(store, conversation) == ["Go on", "one two three"]


def test_a_reply_that_nobody_finished_is_told_after_a_restart(file: Path) -> None:
    with opened(file) as store:
        conversation = store.create()
        asked, _ = ask(store, conversation, None, "Hello")
        reply = store.start_reply(conversation, asked, "M", "P")
        store.grow_reply(reply, [TextRun("Half a sen", "target")])
    with opened(file) as store:
        message = load(store, conversation).messages[1]
        assert (message.text, message.state, message.stop_reason) == ("Half a sen", "interrupted", None)
        assert found(store, "half") == ["[Half] a sen"]


def test_a_reply_is_continued_where_it_ended(store: ConversationStore) -> None:
    conversation = store.create()
    _, reply = exchange(store, conversation, None, "Count", "one two")
    store.continue_reply(reply)
    store.grow_reply(reply, [TextRun(" three", "ngram")])
    store.finish_reply(reply, FIGURES, "end")
    assert texts(store, conversation) == ["Count", "one two three"]
    assert load(store, conversation).messages[1].runs == (TextRun("one two", "target"), TextRun(" three", "ngram"))
    assert found(store, "two") == ["one [two] three"]


def test_finishing_twice_and_growing_what_is_gone_does_nothing(store: ConversationStore) -> None:
    conversation = store.create()
    _, reply = exchange(store, conversation, None, "Q", "A")
    store.finish_reply(reply, ReplyFigures(), "cancelled")
    assert load(store, conversation).messages[1].stop_reason == "end"
    store.delete(conversation)
    store.purge(conversation)
    store.grow_reply(reply, [TextRun("late", "target")])
    assert answer(store.load, conversation) is None


def test_editing_and_regenerating_keep_the_old_versions(store: ConversationStore) -> None:
    conversation = store.create()
    first, reply = exchange(store, conversation, None, "Q1", "A1")
    exchange(store, conversation, reply, "Q2", "A2")
    edited, other = exchange(store, conversation, None, "Q1 better", "B1")
    assert texts(store, conversation) == ["Q1 better", "B1"]
    again = store.start_reply(conversation, edited, "M", "P")
    store.grow_reply(again, [TextRun("B2", "target")])
    store.finish_reply(again, ReplyFigures(), "end")
    messages = load(store, conversation).messages
    assert [message.text for message in messages] == ["Q1 better", "B2"]
    assert [message.siblings for message in messages] == [(first, edited), (other, again)]
    store.show_branch(other)
    assert texts(store, conversation) == ["Q1 better", "B1"]
    store.show_branch(first)
    assert texts(store, conversation) == ["Q1", "A1", "Q2", "A2"]
    store.show_branch(again)
    assert texts(store, conversation) == ["Q1 better", "B2"]


def test_jumping_deep_into_another_branch_shows_all_of_it(store: ConversationStore) -> None:
    conversation = store.create()
    _, reply = exchange(store, conversation, None, "Q1", "A1")
    deep, _ = exchange(store, conversation, reply, "needle", "A2")
    exchange(store, conversation, None, "Other", "B1")
    store.show_branch(deep)
    assert texts(store, conversation) == ["Q1", "A1", "needle", "A2"]


def test_titles_come_from_the_first_message_until_the_user_gives_one(store: ConversationStore) -> None:
    conversation = store.create()
    ask(store, conversation, None, "\n  Rename   a variable\nin this file")
    assert titles(store) == ["Rename a variable"]
    ask(store, conversation, None, "Rename two variables, " + "please " * 20)
    assert titles(store)[0].startswith("Rename two variables, please")
    assert titles(store)[0].endswith("please…")
    assert len(titles(store)[0]) <= 48
    store.rename(conversation, " My\nwork ")
    ask(store, conversation, None, "Something else")
    assert titles(store) == ["My work"]
    store.rename(conversation, "  ")
    assert titles(store) == ["Something else"]


def test_the_list_has_pinned_ones_first_then_the_latest_in_pages(store: ConversationStore) -> None:
    keys = [store.create() for _ in range(5)]
    for i, key in enumerate(keys):
        ask(store, key, None, f"c{i}")
    store.pin(keys[1], True)
    ask(store, keys[0], None, "c0 again")
    expected = ["c1", "c0 again", "c4", "c3", "c2"]
    assert titles(store) == expected
    rows: list[ConversationRow] = answer(store.page, limit=2)
    while more := answer(store.page, after=rows[-1], limit=2):
        rows += more
    assert [row.title for row in rows] == expected
    assert [row.pinned for row in rows] == [True, False, False, False, False]


def test_deleting_can_be_undone_and_purging_cannot(store: ConversationStore) -> None:
    kept, gone = store.create(), store.create()
    exchange(store, kept, None, "keep me", "kept")
    first, reply = exchange(store, gone, None, "drop me", "dropped")
    store.delete(gone)
    assert titles(store) == ["keep me"]
    assert titles(store, deleted=True) == ["drop me"]
    assert found(store, "drop") == []
    store.undelete(gone)
    assert titles(store) == ["drop me", "keep me"]
    assert sorted(found(store, "drop")) == ["[drop] me", "[drop]ped"]
    store.purge(gone)  # not marked as deleted: stays
    assert texts(store, gone) == ["drop me", "dropped"]
    store.delete(gone)
    store.purge(gone)
    assert titles(store, deleted=True) == []
    assert answer(store.load, gone) is None
    assert found(store, "drop") == []
    store.show_branch(reply)
    assert first


def test_a_conversation_of_thousands_of_messages_can_be_purged(store: ConversationStore, tmp_path: Path) -> None:
    conversation = filled(store, tmp_path, 1500)
    assert len(texts(store, conversation)) == 1500
    store.delete(conversation)
    store.purge(conversation)
    assert answer(store.load, conversation) is None


def test_what_was_deleted_long_ago_is_purged_at_the_next_start(file: Path) -> None:
    with opened(file) as store:
        old, recent = store.create(), store.create()
        ask(store, old, None, "old")
        ask(store, recent, None, "recent")
        store.delete(old)
        store.delete(recent)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE conversations SET deleted = deleted - 31 * 86400 WHERE id = ?", (old,))
    connection.commit()
    connection.close()
    with opened(file) as store:
        assert titles(store, deleted=True) == ["recent"]


def test_settings_belong_to_a_conversation_and_fall_back_to_the_defaults(file: Path) -> None:
    own = ChatSettings(
        system="Be brief.",
        sampling=Sampling(temperature=0.0, logit_bias={7: -1.5}, seed=3),
        stop=("###",),
        thinking=False,
        json_schema='{"type": "object"}',
    )
    with opened(file) as store:
        conversation = store.create(own)
        other = store.create()
        store.set_settings(other, ChatSettings(max_tokens=5))
        store.set_defaults(ChatSettings(system="Default.", n_ctx=4096))
    with opened(file) as store:
        defaults = answer(store.defaults)
        assert load(store, conversation).settings == own
        assert load(store, other).settings == ChatSettings(max_tokens=5)
        assert own.over(defaults) == ChatSettings(
            "Be brief.", own.sampling, None, 4096, False, ("###",), '{"type": "object"}'
        )


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        (ChatSettings(sampling=Sampling(temperature=-1)), "sampling.temperature"),
        (ChatSettings(sampling=Sampling(top_p=float("nan"))), "sampling.top_p"),
        (ChatSettings(max_tokens=0), "max_tokens"),
        (ChatSettings(stop=("",)), "stop"),
        (ChatSettings(json_schema="{"), "json_schema"),
        (ChatSettings(json_schema="[" * 100_000), "json_schema"),
        (ChatSettings(json_schema="[]"), "json_schema"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(
    store: ConversationStore, settings: ChatSettings, place: str
) -> None:
    with pytest.raises(UsageError, match=place):
        store.create(settings)


def test_a_value_in_the_file_that_does_not_fit_goes_back_to_its_default(file: Path) -> None:
    with opened(file) as store:
        conversation = store.create(ChatSettings(system="Keep me", max_tokens=5))
    connection = sqlite3.connect(file)
    connection.execute("UPDATE conversations SET settings = json_set(settings, '$.max_tokens', 'many', '$.new', 1)")
    connection.commit()
    connection.close()
    with opened(file) as store:
        assert load(store, conversation).settings == ChatSettings(system="Keep me")


def test_text_of_every_kind_comes_back(store: ConversationStore) -> None:
    odd = "nul \0 emoji 👩‍🚀 e\u0301 \u202eabc half \ud800 end"
    conversation = store.create()
    exchange(store, conversation, None, odd, odd)
    cleaned = odd.replace("\ud800", "\ufffd")
    assert texts(store, conversation) == [cleaned, cleaned]
    assert found(store, "emoji")


def test_ten_thousand_conversations_are_listed_from_the_index_alone(file: Path) -> None:
    with opened(file) as store:
        store.flush()
    connection = sqlite3.connect(file)
    connection.executemany(
        "INSERT INTO conversations (id, title, created, updated, pinned) VALUES (?, ?, ?, ?, ?)",
        [(i, f"Conversation {i}", i, (i * 7919) % 10_007, i % 1000 == 0) for i in range(1, 10_001)],
    )
    connection.commit()
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    first = catalogue.page(connection, None, 200)
    catalogue.page(connection, first[-1], 200)
    connection.set_trace_callback(None)
    for question in asked:
        plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {question}"))
        assert "COVERING INDEX" in plan
        assert "TEMP B-TREE" not in plan
    assert len(asked) == 2
    connection.close()
    with opened(file) as store:
        rows: list[ConversationRow] = answer(store.page)
        n_pages = 1
        while more := answer(store.page, after=rows[-1]):
            rows += more
            n_pages += 1
    assert n_pages == 50
    assert len({row.id for row in rows}) == 10_000
    assert [row.id for row in rows] == [
        row.id for row in sorted(rows, key=lambda row: (row.pinned, row.updated, row.id), reverse=True)
    ]


def test_five_hundred_messages_load_in_order(store: ConversationStore, tmp_path: Path) -> None:
    conversation = filled(store, tmp_path, 500)
    messages = load(store, conversation).messages
    assert [message.text for message in messages] == [f"m{i}" for i in range(500)]


def test_search_finds_words_their_beginnings_and_phrases(store: ConversationStore) -> None:
    one, two = store.create(), store.create()
    exchange(store, one, None, "Rename the café variable", "Done: naïve_name is now CAFE.")
    exchange(store, two, None, "What is 東京タワー?", "A tower in Tokyo. Don't miss it.")
    assert found(store, "cafe") == [
        "Done: naïve_name is now [CAFE].",
        "Rename the [café] variable",
    ]
    assert found(store, "NAIVE") == ["Done: [naïve]_name is now CAFE."]
    assert found(store, "tow tok") == ["A [tow]er in [Tok]yo. Don't miss it."]
    assert found(store, "京タ") == ["What is 東[京タ]ワー?"]
    assert found(store, '"the cafe"') == ["Rename [the café] variable"]
    assert found(store, '"cafe the"') == []
    assert found(store, "rename tokyo") == []
    assert found(store, "don't") == ["A tower in Tokyo. [Don't] miss it."]


@pytest.mark.parametrize(
    "query", ["", "   ", '"', "*", "a AND", "NEAR(", "col:x", "-- ;", "(", '""', "\0", "x" * 10_000, "^"]
)
def test_no_query_is_an_error(store: ConversationStore, query: str) -> None:
    exchange(store, store.create(), None, "hello", "there")
    assert isinstance(answer(store.search, query), SearchPage)


def test_search_comes_in_pages_and_says_where_the_place_is(store: ConversationStore) -> None:
    conversation = store.create()
    store.rename(conversation, "Needles")
    keys = [ask(store, conversation, None, f"needle {i}")[0] for i in range(5)]
    hits, before = [], None
    while True:
        page = answer(store.search, "needle", before=before, limit=2)
        hits += page.hits
        before = page.next_before
        if before is None:
            break
    assert [hit.message for hit in hits] == [*reversed(keys), None]
    assert {hit.conversation.id for hit in hits} == {conversation}


def test_a_long_text_is_shown_around_the_match(store: ConversationStore) -> None:
    conversation = store.create()
    ask(store, conversation, None, "start")
    exchange(store, conversation, None, "q", "word " * 1000 + "the needle\n\there " + "word " * 1000)
    (hit,) = found(store, "needle")
    assert len(hit) < 200
    assert "word the [needle]  here word" in hit
    assert hit.startswith("…")
    assert hit.endswith("…")


def test_search_follows_a_renamed_title(store: ConversationStore) -> None:
    conversation = store.create()
    ask(store, conversation, None, "alpha")
    store.rename(conversation, "omega")
    assert found(store, "omega") == ["[omega]"]
    assert found(store, "alpha") == ["[alpha]"]
