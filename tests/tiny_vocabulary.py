"""Vocabularies for `tests.tiny_models`, and successor tables that make such a model say a wanted text.

A tiny model's next token depends on its last token only (as long as `mixing` is small), so what it says is
a table "token id -> next token id". A text in which a letter occurs twice needs two tokens for that letter:
byte tokens have aliases ("<0x6C>~1" is the byte 6C too), which no prompt ever tokenises to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]

# Token types as llama.cpp numbers them.
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6

IM_START, IM_END, THINK, END_THINK = "<|im_start|>", "<|im_end|>", "<think>", "</think>"
MARKERS = (IM_START, IM_END, THINK, END_THINK)
CHATML = (
    "{% for message in messages %}"
    "<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
N_WORDS = 280


@dataclass(frozen=True)
class Vocabulary:
    """What goes into the tokenizer.* keys. words: ids of the words that the default table walks through."""

    model: str
    pre: str
    tokens: tuple[str, ...]
    kinds: tuple[int, ...]
    words: tuple[int, ...]
    bos: int
    eos: int
    merges: tuple[str, ...] = ()
    _ids: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._ids.update({text: i for i, text in enumerate(self.tokens)})

    def __len__(self) -> int:
        return len(self.tokens)

    def id(self, piece: str) -> int:
        """The token of one marker, character or word. Raises KeyError where that takes several tokens."""
        for text in (piece, _spelling(self.model, piece)):
            if text in self._ids:
                return self._ids[text]
        raise KeyError(piece)

    def resized(self, n_tokens: int) -> Vocabulary:
        """The same vocabulary with unreachable tokens added at its end."""
        more = range(len(self), n_tokens)
        return Vocabulary(
            self.model,
            self.pre,
            self.tokens + tuple(f"[extra {i}]" for i in more),
            self.kinds + (NORMAL,) * len(more),
            self.words,
            self.bos,
            self.eos,
            self.merges,
        )

    def renamed(self, token: int, text: str) -> Vocabulary:
        """The same vocabulary with another text for one token."""
        tokens = (*self.tokens[:token], text, *self.tokens[token + 1 :])
        return Vocabulary(self.model, self.pre, tokens, self.kinds, self.words, self.bos, self.eos, self.merges)


def spm_vocabulary(aliases: Iterable[str] = (), n_words: int = N_WORDS) -> Vocabulary:
    """SentencePiece: 256 byte tokens, printable ASCII, the chat markers, words of a space and four letters.

    Any UTF-8 text tokenises and comes back unchanged; a character outside ASCII takes one token per byte.
    """
    tokens = ["<unk>", "<s>", "</s>"]
    kinds = [UNKNOWN, CONTROL, CONTROL]
    tokens += [f"<0x{byte:02X}>" for byte in range(256)]
    kinds += [BYTE] * 256
    tokens += MARKERS
    kinds += [CONTROL, CONTROL, USER_DEFINED, USER_DEFINED]
    tokens += ["▁" if byte == 32 else chr(byte) for byte in range(32, 127)]
    kinds += [NORMAL] * 95
    words = tuple(range(len(tokens), len(tokens) + n_words))
    tokens += _words(n_words)
    kinds += [USER_DEFINED] * n_words
    extra = list(aliases)
    tokens += extra
    kinds += [BYTE] * len(extra)
    return Vocabulary("llama", "default", tuple(tokens), tuple(kinds), words, 1, tokens.index(IM_END))


def bpe_vocabulary(pre: str = "gpt-2", n_words: int = N_WORDS) -> Vocabulary:
    """Byte-level BPE as GPT-2, Llama 3 and Qwen have it: byte tokens, two merges, markers, the same words."""
    tokens = list(_byte_letters().values())
    kinds = [NORMAL] * 256
    tokens += ["th", "the"]
    kinds += [NORMAL] * 2
    tokens += ["<|endoftext|>", *MARKERS]
    kinds += [CONTROL, CONTROL, CONTROL, USER_DEFINED, USER_DEFINED]
    words = tuple(range(len(tokens), len(tokens) + n_words))
    tokens += _words(n_words)
    kinds += [USER_DEFINED] * n_words
    return Vocabulary("gpt2", pre, tuple(tokens), tuple(kinds), words, 258, tokens.index(IM_END), ("t h", "th e"))


def default_next(vocabulary: Vocabulary, seed: int = 0) -> IntArray:
    """One long cycle through all words; every other token leads into it, so that generation never ends."""
    rng = np.random.default_rng([seed, 10])
    words = rng.permutation(np.array(vocabulary.words))
    table = words[np.arange(len(vocabulary)) % len(words)]
    table[words] = np.roll(words, -1)
    return table


def cyclic_next(vocabulary: Vocabulary, period: int, seed: int = 0) -> IntArray:
    """Like `default_next`, with many cycles of `period` words each: what n-gram drafting feeds on."""
    table = default_next(vocabulary, seed)
    words = np.random.default_rng([seed, 11]).permutation(np.array(vocabulary.words))
    usable = words[: len(words) // period * period].reshape(-1, period)
    table[usable] = np.roll(usable, -1, axis=1)
    # Spread the tokens outside the cycles: many predecessors of one token would drown the others.
    outside = np.setdiff1d(np.arange(len(vocabulary)), usable)
    table[outside] = usable.ravel()[np.arange(len(outside)) % usable.size]
    return table


def scripted(
    scripts: Mapping[str, str], *, loop: bool = False, seed: int = 0
) -> tuple[Vocabulary, IntArray, dict[str, list[int]]]:
    """A vocabulary, its successor table, and the token ids of each script, for a model that says given texts.

    scripts: {trigger: text}. After the trigger (one token: a character, a marker, a word) the model says the
    text, then <|im_end|>, or with `loop` the text again and again. The trigger "\n" suits the ChatML template,
    whose prompt ends in a line break. Markers in a text become their one token; each can be said once.
    """
    plain = spm_vocabulary()
    taken = {plain.id(trigger) for trigger in scripts}
    aliases: list[str] = []
    chains: dict[str, list[int]] = {}
    for trigger, text in scripts.items():
        chain: list[int] = []
        for piece in _pieces(text):
            for token in _tokens_of(plain, piece, taken, aliases):
                taken.add(token)
                chain.append(token)
        chains[trigger] = chain
    vocabulary = spm_vocabulary(aliases)
    table = default_next(vocabulary, seed)
    for trigger, chain in chains.items():
        after = chain[0] if loop else vocabulary.id(IM_END)
        for token, successor in zip([vocabulary.id(trigger), *chain], [*chain, after], strict=True):
            table[token] = successor
    return vocabulary, table, chains


def follow(table: Sequence[int] | IntArray, token: int, n_tokens: int) -> list[int]:
    """What a model with this successor table says after `token`."""
    said = []
    for _ in range(n_tokens):
        token = int(table[token])
        said.append(token)
    return said


def _pieces(text: str) -> list[str]:
    parts = re.split("(" + "|".join(re.escape(marker) for marker in MARKERS) + ")", text)
    return [piece for part in parts for piece in ([part] if part in MARKERS else part)]


def _tokens_of(plain: Vocabulary, piece: str, taken: set[int], aliases: list[str]) -> list[int]:
    try:
        token = plain.id(piece)
    except KeyError:
        pass
    else:
        if token not in taken:
            return [token]
        if piece in MARKERS:
            raise ValueError(f"{piece} can be said only once")
    found: list[int] = []
    for byte in piece.encode():
        own = plain.id(f"<0x{byte:02X}>")
        if own in taken or own in found:
            aliases.append(f"<0x{byte:02X}>~{len(aliases)}")
            own = len(plain) + len(aliases) - 1
        found.append(own)
    return found


def _words(n_words: int) -> list[str]:
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    return [
        f" {syllables[i % len(syllables)]}{syllables[(i * 7 + i // len(syllables)) % len(syllables)]}"
        for i in range(n_words)
    ]


def _spelling(model: str, piece: str) -> str:
    if model == "llama":
        return "▁" if piece == " " else f"<0x{ord(piece):02X}>" if len(piece) == 1 and ord(piece) < 128 else piece
    return "".join(_byte_letters()[byte] for byte in piece.encode())


def _byte_letters() -> dict[int, str]:
    """GPT-2's letter for each byte: printable Latin-1 stands for itself, the rest sits from 256 on."""
    itself = [*range(33, 127), *range(161, 173), *range(174, 256)]
    moved = [byte for byte in range(256) if byte not in itself]
    return {byte: chr(byte) if byte in itself else chr(256 + moved.index(byte)) for byte in range(256)}
