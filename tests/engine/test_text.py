"""Tokens to text: whole characters, stop strings, origins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Message, Speculation
from engine.events import TextRun
from engine.text import TextStream
from tests.engine.driver import EngineDriver, chain
from tests.tiny_models import write_dense
from tests.tiny_vocabulary import IM_END, default_next, spm_vocabulary

Pieces = Sequence[tuple[bytes, str]]


def play(pieces: Pieces, stop: Sequence[str] = ()) -> tuple[list[TextRun], TextStream, int]:
    """(runs shown, the stream, tokens pushed) of a reply that is read out after every token."""
    stream = TextStream(lambda token: pieces[token][0], stop)
    shown: list[TextRun] = []
    pushed = 0
    for token, (_, origin) in enumerate(pieces):
        pushed += 1
        ended = stream.push(token, origin)
        shown += stream.take()
        if ended:
            break
    shown += stream.finish()
    return shown, stream, pushed


def text_of(runs: Sequence[TextRun]) -> str:
    return "".join(run.text for run in runs)


def one_origin(*pieces: bytes) -> list[tuple[bytes, str]]:
    return [(piece, "target") for piece in pieces]


def test_characters_split_over_tokens_appear_whole_and_belong_to_the_token_that_completes_them() -> None:
    shown, _, _ = play([(b"a\xf0\x9f", "draft"), (b"\x98", "draft"), (b"\x80b", "target"), (b"c", "draft")])
    assert shown == [TextRun("a", "draft"), TextRun("😀b", "target"), TextRun("c", "draft")]


def test_invalid_bytes_become_replacement_characters_at_once_and_swallow_nothing() -> None:
    stream = TextStream([b"x\xff", b"\xf0\x9f", b"Ay"].__getitem__)
    stream.push(0, "target")
    assert text_of(stream.take()) == "x\ufffd"
    stream.push(1, "target")
    assert stream.take() == ()
    stream.push(2, "target")
    assert text_of(stream.take()) == "\ufffdAy"


def test_an_unfinished_character_at_the_end_becomes_a_replacement_character() -> None:
    shown, _, _ = play([(b"ok", "target"), (b"\xe2\x82", "draft")])
    assert shown == [TextRun("ok", "target"), TextRun("\ufffd", "draft")]


def test_take_joins_neighbours_of_one_origin() -> None:
    stream = TextStream([b"a", b"b", b"c"].__getitem__)
    for token, origin in enumerate(("draft", "draft", "target")):
        stream.push(token, origin)
    assert stream.take() == (TextRun("ab", "draft"), TextRun("c", "target"))
    assert stream.take() == ()


def test_a_stop_string_across_origins_ends_the_reply_and_is_dropped() -> None:
    shown, stream, pushed = play(
        [(b"Hi S", "target"), (b"TO", "draft"), (b"P more", "target"), (b"!", "draft")], ["STOP"]
    )
    assert shown == [TextRun("Hi ", "target")]
    assert (stream.stop_text, pushed) == ("STOP", 3)


def test_only_the_possible_beginning_of_a_stop_string_is_held_back() -> None:
    stream = TextStream([b"one\nU", b"se", b"r:"].__getitem__, ["\nUser:"])
    assert not stream.push(0, "target")
    assert text_of(stream.take()) == "one"
    assert not stream.push(1, "target")
    assert stream.take() == ()
    assert stream.push(2, "target")
    assert stream.finish() == ()


def test_a_beginning_that_comes_to_nothing_is_shown_with_its_own_origins() -> None:
    shown, stream, _ = play([(b"ab", "draft"), (b"a", "target"), (b"x", "draft")], ["abac"])
    assert shown == [TextRun("ab", "draft"), TextRun("a", "target"), TextRun("x", "draft")]
    assert stream.stop_text == ""


def test_a_beginning_at_the_end_of_the_reply_is_text() -> None:
    shown, stream, _ = play(one_origin(b"see ST"), ["STOP"])
    assert (text_of(shown), stream.stop_text) == ("see ST", "")


def test_overlapping_beginnings_are_not_missed() -> None:
    shown, stream, _ = play(one_origin(b"a", b"a", b"a", b"b", b"z"), ["aab"])
    assert (text_of(shown), stream.stop_text) == ("a", "aab")


def test_the_earliest_stop_string_wins_and_at_one_place_the_longest() -> None:
    assert play(one_origin(b"12 END HALT"), ["HALT", "END"])[1].stop_text == "END"
    shown, stream, _ = play(one_origin(b"x END!"), ["END", "END!"])
    assert (text_of(shown), stream.stop_text) == ("x ", "END!")


def test_nothing_follows_a_stop_string() -> None:
    stream = TextStream([b"aSTOP", b"b"].__getitem__, ["STOP"])
    assert stream.push(0, "target")
    assert stream.push(1, "target")
    assert text_of(stream.finish()) == "a"


def test_empty_stop_strings_are_ignored() -> None:
    shown, stream, _ = play(one_origin(b"abc"), ["", ""])
    assert (text_of(shown), stream.stop_text) == ("abc", "")


def test_stop_strings_of_several_bytes_a_character() -> None:
    shown, stream, _ = play(one_origin("né".encode()[:2], "né".encode()[2:], "™x".encode()), ["é™"])
    assert (text_of(shown), stream.stop_text) == ("n", "é™")


@given(
    st.lists(st.text(alphabet="ab😀é\n", max_size=4), max_size=12),
    st.lists(st.text("ab\n😀", max_size=4), max_size=3),
)
def test_every_cut_of_the_bytes_shows_the_text_up_to_the_stop_that_is_complete_first(
    words: list[str], stops: list[str]
) -> None:
    text = "".join(words)
    pieces = one_origin(*(bytes([byte]) for byte in text.encode()))
    shown, stream, _ = play(pieces, stops)
    # Byte by byte a stop string is seen when its last character comes: the first to end wins, then the
    # longest.
    ends = [(text.find(stop) + len(stop), -len(stop), stop) for stop in stops if stop and stop in text]
    if not ends:
        assert (text_of(shown), stream.stop_text) == (text, "")
    else:
        end, _, stop = min(ends)
        assert (text_of(shown), stream.stop_text) == (text[: end - len(stop)], stop)


@given(st.binary(max_size=40), st.lists(st.integers(1, 5), min_size=1, max_size=40))
def test_cutting_bytes_differently_never_changes_the_text(data: bytes, cuts: list[int]) -> None:
    pieces: list[bytes] = []
    start = 0
    for cut in cuts:
        pieces.append(data[start : start + cut])
        start += cut
    pieces.append(data[start:])
    shown, _, _ = play(one_origin(*pieces))
    assert text_of(shown) == data.decode("utf-8", "replace")


WHOLE = {
    "emoji": "a😀b🙂",
    "joined with ZWJ": "👩‍👩‍👧‍👦!",
    "flags and skin": "🇸🇪👍🏽",
    "CJK": "漢字、かな。",
    "beyond the basic plane": "𠮷𝒳",
    "combining marks": "e\u0301a\u0308\u0323 नी",
    "right to left": "שלום, مرحبا",
    "accents": "né æß ™",
    "a byte order mark": "\ufeffx",
}
BROKEN = {
    "a lone continuation": b"a\x80b",
    "a start without an end": b"a\xf0\x9f\x98 b",
    "an overlong form": b"\xc0\xafx\xe0\x80\xaf",
    "half a surrogate pair": b"x\xed\xa0\x80y",
    "beyond Unicode": b"\xf4\x90\x80\x80z",
    "bytes that never are": b"\xff\xfe\xc1ok",
    "cut at the end": "ok 漢".encode()[:-1],
    "an emoji with a byte too much": "😀".encode() + b"\x98c",
}
EVERYTHING = {name: text.encode() for name, text in WHOLE.items()} | BROKEN


@pytest.mark.parametrize("data", EVERYTHING.values(), ids=EVERYTHING.keys())
def test_no_split_of_the_bytes_ever_shows_half_a_character(data: bytes) -> None:
    """Into up to three tokens at every place, and into single bytes; looked at after every token."""
    whole = data.decode("utf-8", "replace")
    cuts = [(i, j) for i in range(len(data) + 1) for j in range(i, len(data) + 1)]
    splits = [[data[:i], data[i:j], data[j:]] for i, j in cuts] + [[bytes([byte]) for byte in data]]
    for pieces in splits:
        stream = TextStream(pieces.__getitem__)
        shown = ""
        for token, origin in zip(range(len(pieces)), ("draft", "target") * len(pieces), strict=False):
            stream.push(token, origin)
            shown += text_of(stream.take())
            assert whole.startswith(shown), pieces
        assert shown + text_of(stream.finish()) == whole, pieces


def says(path: Path, data: bytes, noise: float = 0.0) -> Path:
    """A model that answers with these bytes, each a token of its own, and then ends."""
    at = len(spm_vocabulary())
    vocabulary = spm_vocabulary([f"<0x{byte:02X}>~{i}" for i, byte in enumerate(data)])
    table = default_next(vocabulary)
    tokens = [vocabulary.id("\n"), *range(at, at + len(data)), vocabulary.id(IM_END)]
    for token, after in pairwise(tokens):
        table[token] = after
    return write_dense(path, vocabulary=vocabulary, next_token=table, noise=noise)


def test_events_of_a_model_that_speaks_in_bytes_hold_whole_characters_only(tmp_path: Path) -> None:
    """With drafts of one to four tokens, so that rounds end at every place of a character."""
    data = b" ".join(EVERYTHING.values())
    whole = data.decode("utf-8", "replace")
    model, draft = says(tmp_path / "bytes.gguf", data), says(tmp_path / "draft.gguf", data, noise=1.5)
    engine = EngineDriver()
    try:
        engine.load(model)
        speculations = [Speculation(), *(chain("draft-model", draft_model=draft, n_max=n) for n in (1, 2, 3, 4))]
        for speculation in speculations:
            engine.prepare(speculation)
            reply = engine.reply((Message("user", "hi"),), speculation, max_tokens=len(data) + 1)
            assert len(reply.token_ids) >= len(data)
            shown = ""
            for done in reply.rounds:
                shown += text_of(done.text)
                assert whole.startswith(shown)
            assert reply.text == whole
    finally:
        engine.close()
