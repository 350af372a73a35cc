"""Headers are read right, told apart, and nothing that strangers put into a file gets further than a GgufError."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import gguf
import numpy as np
import pytest
from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType, LlamaFileType
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import gguf_format, gguf_header, gguf_parsing
from engine.errors import ModelLoadError, RefusedError
from engine.gguf_header import BytesSource, GgufError, Header, check_target, parse_header, read_header
from tests import tiny_models as tiny
from tests import tiny_oddities as odd
from tests.tiny_vocabulary import CHATML, bpe_vocabulary, spm_vocabulary

Writer = Callable[[Path], Path]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


def test_a_model_is_read_as_it_was_written(path: Path) -> None:
    tiny.write_dense(path, layers=3, n_ctx=2048, name="SmolTest-135M-Instruct", base_model="SmolTest 135M")
    header = read_header(path)
    vocabulary = spm_vocabulary()
    assert (header.architecture, header.kind, header.version) == ("llama", "chat", 3)
    assert (header.name, header.family, header.base_model) == ("SmolTest-135M-Instruct", "SmolTest", "SmolTest 135M")
    assert (header.n_layer, header.n_layer_nextn, header.n_embd, header.n_ctx_train) == (3, 0, 128, 2048)
    assert header.n_vocab == len(vocabulary)
    assert [token.decode() for token in header.tokens] == list(vocabulary.tokens)
    assert header.tokens[3:5] == [b"<0x00>", b"<0x01>"]
    assert (header.quantisation, header.bits_per_weight) == ("F32", 32.0)
    assert header.parameters * 4 == header.weight_bytes < header.size == path.stat().st_size
    assert header.chat_template == CHATML


def test_the_same_as_the_reference_reader_says(path: Path) -> None:
    tiny.write_hybrid(path, nextn=1, moe=True)
    ours, theirs = read_header(path), gguf.GGUFReader(path)
    assert [(t.name, t.shape, t.offset, t.n_bytes, t.n_elements) for t in ours.tensors] == [
        (t.name, tuple(int(n) for n in t.shape), t.data_offset, t.n_bytes, t.n_elements) for t in theirs.tensors
    ]
    for key, value in ours.metadata.items():
        field = theirs.fields[key].contents()
        if isinstance(value, gguf_format.StringArray):
            assert [item.decode() for item in value] == field
        elif isinstance(value, tuple):
            assert list(value) == field
        else:
            assert value == field


def test_tensor_and_file_types_are_those_of_the_reference() -> None:
    for kind in GGMLQuantizationType:
        block, n_bytes = GGML_QUANT_SIZES[kind]
        assert gguf_format.TENSOR_TYPES[kind.value] == (kind.name, block, n_bytes)
    for number, name in gguf_header._FILE_TYPES.items():
        if number in iter(LlamaFileType):
            assert LlamaFileType(number).name.split("_", 1)[1].removesuffix("_MOE") == name


@pytest.mark.parametrize(
    ("write", "kind"),
    [
        (tiny.write_dense, "chat"),
        (lambda path: tiny.write_dense(path, tokenizer={"chat_template": None}), "base"),
        (lambda path: tiny.write_hybrid(path, nextn=1), "chat"),
        (lambda path: tiny.write_hybrid(path, nextn=1, trunk=False), "mtp-sidecar"),
        (lambda path: odd.write_drafter_head(path, "eagle3"), "eagle3"),
        (lambda path: odd.write_drafter_head(path, "dflash"), "dflash"),
        (lambda path: odd.write_drafter_head(path, "gemma4-assistant"), "assistant"),
        (lambda path: odd.write_drafter_head(path, "gemma4_assistant"), "assistant"),
        (lambda path: odd.write_drafter_head(path, "dream"), "diffusion"),
        (lambda path: odd.write_drafter_head(path, "t5"), "encoder-decoder"),
        (lambda path: odd.write_drafter_head(path, "qwen3tts"), "speech"),
        (odd.write_projector, "projector"),
        (odd.write_embedding, "embedding"),
        (lambda path: tiny.write_dense(path, extra={"pooling_type": 3}), "embedding"),
        (odd.write_adapter, "adapter"),
        (odd.write_importance_matrix, "imatrix"),
        (odd.write_vocabulary_only, "vocab-only"),
    ],
)
def test_kinds_are_told_apart_and_only_models_can_be_chatted_with(write: Writer, kind: str, path: Path) -> None:
    header = read_header(write(path))
    assert header.kind == kind
    if kind in ("chat", "base"):
        check_target(header)
    else:
        with pytest.raises((RefusedError, ModelLoadError)) as caught:
            check_target(header)
        assert "model.gguf" in caught.value.what
        assert caught.value.next_step


def test_an_underscore_in_an_architecture_is_explained(path: Path) -> None:
    header = read_header(odd.write_drafter_head(path, "gemma4_assistant"))
    with pytest.raises(ModelLoadError, match="underscore"):
        check_target(header)


def test_an_mtp_block_inside_is_counted_apart(path: Path) -> None:
    header = read_header(tiny.write_hybrid(path, nextn=1, layers=4))
    assert (header.n_layer, header.n_layer_nextn, header.n_layer_all) == (4, 1, 5)


@pytest.mark.parametrize(
    ("name", "basename", "family"),
    [
        ("Qwen3.6-27B-Instruct", None, "Qwen3.6"),
        ("Qwen3.6 35B-A3B", None, "Qwen3.6"),
        ("Llama 3.2 1B Instruct", "Llama-3.2", "Llama-3.2"),
        ("SmolLM2 135M Instruct", None, "SmolLM2"),
        ("gemma-3-270m-it", None, "gemma-3"),
        ("7B", None, "llama"),
    ],
)
def test_families_lose_size_and_variant(name: str, basename: str | None, family: str, path: Path) -> None:
    extra = {"general.basename": basename} if basename else None
    assert read_header(tiny.write_dense(path, name=name, extra=extra)).family == family


def test_a_false_quantisation_name_is_corrected(path: Path) -> None:
    header = read_header(tiny.write_dense(path))
    assert replace(header, metadata={**header.metadata, "general.file_type": 15}).quantisation == "F32"
    packed = tuple(replace(t, type=gguf_format.TENSOR_TYPES[13]) for t in header.tensors)  # Q5_K
    mixed = replace(header, tensors=packed, metadata={**header.metadata, "general.file_type": 15})
    assert mixed.quantisation == "Q4_K_M"  # one step apart is what quantisers do in places
    assert replace(mixed, metadata={}).quantisation == "Q5_K"
    assert replace(mixed, metadata={"general.file_type": 999}).quantisation == "Q5_K"


def test_per_layer_values(path: Path) -> None:
    header = read_header(tiny.write_dense(path, layers=3, extra={"some": [1, 2], "one": 7}))
    assert header.per_layer("some", 9) == [1, 2, 9]
    assert header.per_layer("one", 9) == [7, 7, 7]
    assert header.per_layer("none", 9) == [9, 9, 9]


def test_version_2_reads_like_version_3(path: Path) -> None:
    odd.overwritten(tiny.write_dense(path), 4, b"\x02")
    assert read_header(path).version == 2


@pytest.mark.parametrize(
    ("offset", "data", "words", "error_offset"),
    [
        (0, b"GGML", "it starts with 'GGML'", 0),
        (0, b"\x80\x02}q", r"it starts with '\\x80\\x02}q'", 0),
        (0, b"version https://git-lfs", "Git LFS pointer", 0),
        (0, b"<!DOCTYPE html><html>", "web page", 0),
        (0, bytes(16), "starts with zeros", 0),
        (0, b"FUGG", "big-endian", 0),
        (4, b"\0\0\0\x03", "big-endian", 4),
        (4, b"\x01\0\0\0", "version 1", 4),
        (4, b"\x09\0\0\0", "version 9", 4),
        (8, b"\xff" * 8, "tensors cannot be in a file", 8),
        (16, b"\xff" * 8, "metadata keys cannot be in a file", 16),
        (24, b"\xff" * 8, "beyond belief", 24),
        (24, struct.pack("<Q", 0xFFFF), "unknown value type", None),
    ],
)
def test_damage_is_named_with_its_place(
    offset: int, data: bytes, words: str, error_offset: int | None, path: Path
) -> None:
    odd.overwritten(tiny.write_dense(path), offset, data)
    with pytest.raises(GgufError, match=words) as caught:
        read_header(path)
    assert caught.value.what == "model.gguf cannot be read"
    assert len(str(caught.value)) < 600
    assert caught.value.next_step
    assert error_offset is None or caught.value.offset == error_offset


@pytest.mark.parametrize("keep", [0, 3, 20, 3000, -1])
def test_a_broken_download_is_called_that(keep: int, path: Path) -> None:
    n_bytes = tiny.write_dense(path).stat().st_size
    odd.cut_short(path, keep)
    with pytest.raises(GgufError, match=r"Download it again|name ends in \.gguf") as caught:
        read_header(path)
    if keep == -1:
        assert f"{n_bytes - 1:,} of at least {n_bytes:,} bytes" in str(caught.value)


def test_unknown_packing_asks_for_an_update(path: Path) -> None:
    tiny.write_dense(path)
    data = path.read_bytes()
    at = data.index(b"token_embd.weight") + len("token_embd.weight") + 4 + 16
    odd.overwritten(path, at, struct.pack("<I", 99))
    with pytest.raises(GgufError, match=r"type 99.*Update"):
        read_header(path)


@pytest.mark.parametrize("which", ["key", "tensor"])
def test_the_same_name_twice_is_refused(which: str, path: Path) -> None:
    tiny.write_dense(path, extra={"abcd": 1, "abce": 2})
    data = path.read_bytes()
    old, new = (b"llama.abce", b"llama.abcd") if which == "key" else (b"blk.1.attn_q.weight", b"blk.0.attn_q.weight")
    path.write_bytes(data.replace(old, new))
    with pytest.raises(GgufError, match=r"twice|same name"):
        read_header(path)


def test_an_array_in_an_array_is_refused(path: Path) -> None:
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_array("nested", [[1, 2], [3]])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    with pytest.raises(GgufError, match="'nested' is an array of the unknown type 9"):
        read_header(path)


class CountingSource(BytesSource):
    n_reads = 0
    n_bytes = 0

    def read(self, offset: int, n_bytes: int) -> bytes:
        self.n_reads += 1
        self.n_bytes += n_bytes
        return super().read(offset, n_bytes)


def test_a_remote_header_takes_few_reads_and_no_weights(path: Path) -> None:
    data = tiny.write_dense(path, vocabulary=spm_vocabulary().resized(100_000), embd=32, layers=1).read_bytes()
    source = CountingSource(data, "model.gguf")
    assert parse_header(source).n_vocab == 100_000
    assert source.n_reads < 10
    assert source.n_bytes < len(data) / 3
    # A prefix is enough when the size of the whole is known.
    front = BytesSource(data[: source.n_bytes], "model.gguf", len(data))
    assert parse_header(front).n_vocab == 100_000


def test_a_lying_count_allocates_nothing(path: Path) -> None:
    tiny.write_dense(path)
    data = bytearray(path.read_bytes())
    at = data.index(b"tokenizer.ggml.tokens") + len("tokenizer.ggml.tokens") + 8
    data[at : at + 8] = struct.pack("<Q", len(data) // 8)
    tracemalloc.start()
    try:
        with pytest.raises(GgufError):
            parse_header(BytesSource(bytes(data), "model.gguf"))
        assert tracemalloc.get_traced_memory()[1] < 8 * len(data)
    finally:
        tracemalloc.stop()


class EndlessSource:
    """A front, and then the same piece again and again: a file that claims 100 GB."""

    name, size = "endless.gguf", 100 << 30

    def __init__(self, front: bytes, piece: bytes) -> None:
        self._front, self._piece = front, piece

    def read(self, offset: int, n_bytes: int) -> bytes:
        begin = self._front[offset : offset + n_bytes]
        start = max(0, offset - len(self._front)) % len(self._piece)
        body = self._piece * ((n_bytes - len(begin)) // len(self._piece) + 2)
        return begin + body[start : start + n_bytes - len(begin)]


def _front(n_tensors: int, n_keys: int, key: str = "", kind: int = 9, inner: int = 8, count: int = 0) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", 3, n_tensors, n_keys)
    name = key.encode()
    return head + (struct.pack("<Q", len(name)) + name + struct.pack("<IIQ", kind, inner, count) if key else b"")


ENDLESS = {
    "a vocabulary": (_front(1, 9, gguf_parsing.TOKENS_KEY, count=400_000), struct.pack("<Q", 2) + b"ab"),
    "long tokens": (_front(1, 9, gguf_parsing.TOKENS_KEY, count=300_000), struct.pack("<Q", 99) + bytes(99)),
    "too many tokens": (_front(1, 9, gguf_parsing.TOKENS_KEY, count=10**9), struct.pack("<Q", 2) + b"ab"),
    "merges": (_front(1, 9, "tokenizer.ggml.merges", count=2**18), struct.pack("<Q", 0)),
    "numbers": (_front(1, 9, "numbers", inner=5, count=9 << 20), bytes(4)),
    "nothing but a text": (_front(1, 9, "text", kind=8, inner=2**20), b"\xf0\x9f\x98\x80"),
    "one key again and again": (_front(1, 4096), struct.pack("<Q", 1) + b"k" + struct.pack("<II", 4, 1)),
    "tensors": (_front(2**15, 0), struct.pack("<Q", 1) + b"t" + struct.pack("<IQIQ", 1, 32, 0, 0)),
    "zeros": (_front(2**15, 4096), bytes(64)),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_no_header_takes_more_than_64_mb(what: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(GgufError):
            parse_header(EndlessSource(*ENDLESS[what]))
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


def split(folder: Path, n_parts: int) -> list[Path]:
    """A model of one tensor per part."""
    paths = gguf_header.shard_paths(folder / f"model-00001-of-{n_parts:05d}.gguf")
    for number, part in enumerate(paths):
        metadata: dict[str, tiny.MetaValue] = {
            "split.no": number,
            "split.count": n_parts,
            "split.tensors.count": n_parts,
        }
        if number == 0:
            metadata |= {"block_count": n_parts, "tokenizer.ggml.tokens": ["a", "b"]}
        tiny.write_file(part, "llama", metadata, {f"blk.{number}.attn_norm.weight": np.ones(64, np.float32)})
    return paths


def test_a_model_in_parts_is_one_model(tmp_path: Path) -> None:
    paths = split(tmp_path, 3)
    header = read_header(paths[0])
    assert (header.split_count, len(header.tensors), header.parameters) == (3, 3, 192)
    assert header.size == sum(path.stat().st_size for path in paths)
    check_target(header)
    with pytest.raises(RefusedError, match=r"part 2 of 3.*Open model-00001-of-00003\.gguf"):
        check_target(read_header(paths[1]))
    paths[2].unlink()
    with pytest.raises(GgufError, match=r"part 3 of 3 is missing: model-00003-of-00003\.gguf"):
        read_header(paths[0])


def _bytes_of(write: Writer, folder: Path) -> bytes:
    return write(folder / "seed.gguf").read_bytes()


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("seeds")
    small = spm_vocabulary(n_words=4)
    return [
        _bytes_of(lambda path: tiny.write_dense(path, vocabulary=small, embd=8, layers=1), folder),
        _bytes_of(lambda path: tiny.write_dense(path, vocabulary=bpe_vocabulary(n_words=4), embd=8, layers=1), folder),
        _bytes_of(lambda path: odd.write_importance_matrix(path), folder),
    ]


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_whatever_is_in_a_file_it_is_read_or_refused(seeds: list[bytes], data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(seeds)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1) | st.integers(0, 200))
        match data.draw(st.sampled_from(["flip", "number", "cut", "insert", "remove"])):
            case "flip":
                content[at % len(content)] ^= 1 << data.draw(st.integers(0, 7))
            case "number":
                number = data.draw(st.sampled_from([0, 1, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1, len(content)]))
                content[at : at + 8] = struct.pack("<Q", number)
            case "cut":
                del content[at:]
            case "insert":
                content[at:at] = data.draw(st.binary(max_size=16))
            case "remove":
                del content[at : at + 8]
        if not content:
            break
    source = CountingSource(bytes(content), "x.gguf")
    try:
        header = parse_header(source)
    except GgufError as error:
        assert len(str(error)) < 600
        assert 0 <= error.offset <= max(len(content), 1)
        return
    finally:
        assert source.n_bytes <= len(content) + 16
    _everything_answers(header, len(content))


def _everything_answers(header: Header, size: int) -> None:
    for tensor in header.tensors:
        assert tensor.n_bytes > 0
        assert tensor.offset + tensor.n_bytes <= size
    assert len(list(header.tokens)) == len(header.tokens)
    assert header.kind
    assert isinstance(header.family + header.quantisation + header.name + header.base_model, str)
    assert len(header.per_layer("attention.head_count", 1)) == header.n_layer_all >= header.n_layer >= 0
    assert header.n_vocab >= 0
    assert header.bits_per_weight >= 0
    try:
        check_target(header)
    except (RefusedError, ModelLoadError) as error:
        assert error.what


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2-135M-Instruct"),
        ("smol-f16.gguf", "smol"),
        ("Qwen3.6-27B-MTP-UD-Q4_K_XL-00001-of-00003.gguf", "Qwen3.6-27B-MTP"),
        ("gpt-oss-20b-MXFP4.gguf", "gpt-oss-20b"),
        ("model-IQ3_XXS.gguf", "model"),
        ("Q8_0.gguf", "Q8_0"),
        ("a b.gguf", "a b"),
    ],
)
def test_a_model_is_called_by_its_file(file: str, title: str) -> None:
    assert Header(f"/models/{file}", 0, 3, {}, ()).title == title
