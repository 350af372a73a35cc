"""Text files as they come: many encodings are read, and what is no text is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import text_files
from engine.errors import UsageError

SENTENCES = {
    "latin-1": "Räksmörgås är en smörgås med räkor, och på ön växer åkerbär. Därför äter många där ute ofta gröt.\n",
    "cp1252": "It’s a plain English sentence – with a few “smart” quotes and nothing else that’s special.\n",
    "cp1250": "Zażółć gęślą jaźń, powiedział chłopiec i poszedł dalej drogą przez las, gdzie rosły piękne świerki.\n",
    "gb18030": "这是一个用来测试编码检测的中文句子。它应该足够长,以便程序能够正确判断所使用的编码。\n",
    "cp1251": "Съешь же ещё этих мягких французских булок, да выпей чаю. Это обычное предложение на русском языке.\n",
    "shift_jis": "これは日本語の文章です。文字コードを正しく判別できるかどうかを確かめるための短い文です。\n",
    "utf-8": "Naïve café, 日本語, emoji 🙂\n",
    "utf-8-sig": "Mit Marke am Anfang\n",
    "utf-16": "Zwei Bytes für jedes Zeichen\n",
    "utf-32": "Vier Bytes für jedes Zeichen\n",
}


@pytest.mark.parametrize("encoding", SENTENCES)
def test_the_encoding_is_found_out(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    text = SENTENCES[encoding] * 20
    path.write_bytes(text.encode(encoding))
    found = text_files.read(str(path))
    assert found.text == text
    assert found.name == "said.txt"
    assert found.size == len(text.encode())


def test_line_ends_become_those_of_here(tmp_path: Path) -> None:
    path = tmp_path / "dos.txt"
    path.write_bytes(b"one\r\ntwo\rthree\n")
    assert text_files.read(str(path)).text == "one\ntwo\nthree\n"


def test_an_empty_file_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert text_files.read(str(tmp_path / "empty")).text == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7\nsome text", "a PDF"),
        (b"PK\x03\x04\x14\x00\x00", "an office document"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a picture"),
        (b"GGUF\x03\x00\x00\x00", "a model"),
        (bytes(range(256)) * 50, "no text"),
        (b"text with a \x00 in it", "no text"),
        (b"\x7fELF\x02\x01\x01" + bytes(100), "no text"),
        (b"\xff\xfe\x00", "no text"),
        (b"a" * (text_files.LARGEST + 1), "larger than 8 MiB"),
    ],
)
def test_what_is_no_text_is_refused_in_words(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "thing.dat"
    path.write_bytes(content)
    with pytest.raises(UsageError) as refused:
        text_files.read(str(path))
    assert refused.value.what == "thing.dat cannot be attached"
    assert words in refused.value.why


def test_what_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.txt"):
        with pytest.raises(UsageError, match="cannot be attached"):
            text_files.read(str(path))
