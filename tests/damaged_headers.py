"""Damaged GGUF files by the thousand, for the tests and for `bench.header_fuzz`: small whole files of every kind and
the fronts of real ones, with flipped bits, cuts, swapped and huge lengths, counts and types, and spliced pieces."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import tiny_models as tiny
from tests import tiny_mtp
from tests import tiny_oddities as odd
from tests.tiny_vocabulary import bpe_vocabulary, spm_vocabulary

FRONT_BYTES = 4 << 20
SHARE_OF_SMALL = 0.9  # the large ones take a second each with memory watched
_NUMBERS = (0, 1, 2, 8, 9, 0xFF, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1)


@dataclass(frozen=True)
class Front:
    """The front of a file, and how many bytes of weights follow that are not at hand."""

    front: bytes
    rest: int = 0


def fronts(folder: Path, more: Sequence[Path] = ()) -> list[Front]:
    """Small whole files of every kind, and the fronts of larger ones."""
    small, bpe = spm_vocabulary(n_words=4), bpe_vocabulary(n_words=4)
    writers: list[Callable[[Path], Path]] = [
        lambda path: tiny.write_dense(path, vocabulary=small, embd=8, layers=1),
        lambda path: tiny.write_dense(path, vocabulary=bpe, embd=8, layers=1, base_model="Base 1B"),
        lambda path: tiny.write_hybrid(path, vocabulary=small, nextn=1),
        tiny.write_sliding_window,
        tiny_mtp.write_assistant,
        odd.write_projector,
        odd.write_importance_matrix,
    ]
    found = []
    for i, write in enumerate(writers):
        found.append(Front(write(folder / f"seed-{i}.gguf").read_bytes()))
    for path in more:
        with path.open("rb") as file:
            front = file.read(FRONT_BYTES)
        found.append(Front(front, path.stat().st_size - len(front)))
    return found


def damaged(rng: random.Random, originals: Sequence[Front]) -> Front:
    """One file with one to six faults, most of them in its first part, where the counts are."""
    small = [one for one in originals if not one.rest] if rng.random() < SHARE_OF_SMALL else originals
    chosen = rng.choice(small or originals)
    content = bytearray(chosen.front)
    for _ in range(rng.randint(1, 6)):
        if not content:
            break
        at = _place(rng, content)
        match rng.randrange(8):
            case 0:
                content[at] ^= 1 << rng.randrange(8)
            case 1:
                content[at : at + 8] = struct.pack("<Q", rng.choice((*_NUMBERS, len(content), rng.getrandbits(64))))
            case 2:
                content[at : at + 4] = struct.pack("<I", rng.choice((*_NUMBERS[:10], rng.randrange(16))) & 0xFFFFFFFF)
            case 3:
                del content[at:]
            case 4:
                content[at:at] = rng.randbytes(rng.randint(1, 24))
            case 5:
                del content[at : at + rng.randint(1, 24)]
            case 6:  # lengths swapped
                other = _place(rng, content)
                content[at : at + 8], content[other : other + 8] = content[other : other + 8], content[at : at + 8]
            case 7:  # a piece of another file, or of this one
                donor = rng.choice(originals).front
                start = rng.randrange(min(len(donor), 1 << 16))
                content[at : at + rng.randint(0, 64)] = donor[start : start + rng.randint(1, 4096)]
    return Front(bytes(content), chosen.rest if len(content) > FRONT_BYTES // 2 else 0)


def _place(rng: random.Random, content: bytearray) -> int:
    span = rng.choice((64, 512, 8192, len(content)))
    return rng.randrange(min(len(content), span))
