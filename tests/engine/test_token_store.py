"""Past conversations on disk: kept, capped, and harmless when damaged."""

from __future__ import annotations

import logging
from array import array
from pathlib import Path

import pytest

from engine.token_store import TokenStore, store_path
from tests.counting import calls_of


def stored(path: Path, max_tokens: int = 100) -> list[list[int]]:
    store = TokenStore(max_tokens, path)
    store.load()
    return [list(piece) for piece in store.pieces]


def keep(path: Path, *pieces: list[int], max_tokens: int = 100) -> None:
    store = TokenStore(max_tokens, path)
    store.load()
    for piece in pieces:
        store.add(piece)
    store.close()


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    path = store_path(tmp_path / "not there yet", "a model")
    keep(path, [1, 2, 3], [70_000, 5])
    keep(path, [9])
    assert stored(path) == [[1, 2, 3], [70_000, 5], [9]]
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_models_do_not_share(tmp_path: Path) -> None:
    keep(store_path(tmp_path, "one"), [1, 2])
    assert stored(store_path(tmp_path, "two")) == []
    assert "one" not in store_path(tmp_path, "one").name


def test_the_oldest_goes_first_and_the_end_of_a_long_one_stays(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 1, 1], [2, 2, 2], [3, 3, 3], max_tokens=7)
    assert stored(path) == [[2, 2, 2], [3, 3, 3]]
    keep(path, list(range(20)), max_tokens=7)
    assert stored(path) == [[13, 14, 15, 16, 17, 18, 19]]


def test_a_conversation_that_went_on_takes_the_place_of_its_beginning() -> None:
    store = TokenStore(100)
    store.add([1, 2])
    store.add([5, 6])
    store.add([1, 2, 3])
    assert [list(piece) for piece in store.pieces] == [[5, 6], [1, 2, 3]]
    version = store.version
    store.add([1, 2])
    assert ([list(piece) for piece in store.pieces], store.version) == ([[5, 6], [1, 2, 3]], version)


def test_nothing_is_kept_when_nothing_may_be(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 2], max_tokens=0)
    assert not path.exists()


def test_closing_without_having_loaded_leaves_the_file_alone(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 2])
    TokenStore(100, path).close()
    assert stored(path) == [[1, 2]]


@pytest.mark.parametrize(
    ("cut", "said"),
    [
        (slice(0, -1), "ends too early"),
        (slice(0, 20), "ends too early"),
        (slice(5, None), "another kind of file"),
        (slice(0, 0), "another kind of file"),
    ],
)
def test_a_damaged_file_is_told_and_replaced(
    tmp_path: Path, cut: slice, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 2, 3])
    path.write_bytes(path.read_bytes()[cut])
    with caplog.at_level(logging.WARNING):
        assert stored(path) == []
    assert said in caplog.text
    assert str(path) in caplog.text
    keep(path, [4])
    assert stored(path) == [[4]]


@pytest.mark.parametrize("at", [-1, -5, 18])
def test_a_flipped_byte_is_noticed(tmp_path: Path, at: int, caplog: pytest.LogCaptureFixture) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 2, 3])
    data = bytearray(path.read_bytes())
    data[at] ^= 0x40
    path.write_bytes(data)
    with caplog.at_level(logging.WARNING):
        assert stored(path) == []
    assert "damaged" in caplog.text


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        keep(store_path(tmp_path / "file", "m"), [1, 2])
    assert "could not be saved" in caplog.text


def test_a_second_process_loses_nothing_of_the_first(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 1])
    one, other = TokenStore(100, path), TokenStore(100, path)
    for store, piece in ((one, [2, 2]), (other, [3, 3])):
        store.load()
        store.add(piece)
    one.close()
    other.close()
    assert stored(path) == [[1, 1], [2, 2], [3, 3]]


def test_what_was_dropped_or_went_on_does_not_come_back_from_the_file(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 1], [2, 2], max_tokens=4)
    keep(path, [3, 3], max_tokens=4)
    assert stored(path) == [[2, 2], [3, 3]]
    keep(path, [2, 2, 2], max_tokens=4)
    assert stored(path) == [[2, 2, 2]]


def test_tokens_that_the_model_does_not_have_are_of_another_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 99])
    for n_vocab, pieces in ((100, [[1, 99]]), (99, [])):
        store = TokenStore(100, path, n_vocab)
        store.load()
        assert [list(piece) for piece in store.pieces] == pieces
    assert "no token" in caplog.text


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = store_path(tmp_path, "m")
    keep(path, [1, 2])
    with path.open("r+b") as huge:
        huge.truncate(1 << 40)
    assert stored(path) == []
    assert "far too long" in caplog.text


def test_reading_many_small_pieces_takes_no_comparing_of_each_with_each(tmp_path: Path) -> None:
    path = store_path(tmp_path, "m")
    costs = []
    for n in (100, 1000):
        store = TokenStore(100_000, path)
        store.load()
        store.pieces = [array("i", [i] * 16) for i in range(n)]
        store.close()
        costs.append(calls_of(lambda: stored(path, 100_000)))
    assert costs[1] < 15 * costs[0]
