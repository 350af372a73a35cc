"""Can this model draft for that one? Judged from two headers, before anything is loaded.

What refuses a pair are llama.cpp's own rules for a plain draft model (`common_speculative_are_compatible` in
common/speculative.cpp): same kind of vocabulary, the same use of begin and end tokens, sizes at most 128 apart, the
same text for every token from id 5 on. What warns is what makes a pair that passes draft badly.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from engine.gguf_header import Header, Kind
from engine.vocabulary import VocabularyUse, as_loaded, vocabulary_fault, vocabulary_use

Level = Literal["ok", "warn", "refuse"]

MAX_SIZE_DIFFERENCE: Final = 128
FIRST_COMPARED_TOKEN: Final = 5
LARGE_DRAFT: Final = 1 / 3  # share of the target's bytes per pass above which drafting hardly pays

_MARK: Final = re.compile(r"<[^<>\s'\"{}]{1,40}>|\[/?[A-Z_]{2,20}\]")  # the shapes that special tokens have
_NO_TURN: Final = re.compile(r"think|tool|func|vision|image|audio|video|object|box|quad|pad", re.IGNORECASE)
_MARKS_SHOWN: Final = 3

_SEVERITY: Final[dict[Level, int]] = {"ok": 0, "warn": 1, "refuse": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was noticed. token: the first token that differs, for the rule 'token-text'."""

    level: Level
    rule: str
    sentence: str
    token: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worst finding, with all of them in the order of the rules."""

    level: Level
    rule: str
    sentence: str
    token: int | None
    findings: tuple[Finding, ...]


def check_pair(target: Header, draft: Header) -> Verdict:
    """Judge `draft` as a plain draft model for `target`."""
    return verdict_of(_findings(target, draft), "Same vocabulary and same family: a good pair.")


def verdict_of(found: Iterable[Finding], all_is_well: str) -> Verdict:
    """Findings as a verdict; where there are none, the sentence that all is well."""
    findings = tuple(found) or (Finding("ok", "match", all_is_well),)
    worst = max(findings, key=lambda finding: _SEVERITY[finding.level])  # the first of the worst
    return Verdict(worst.level, worst.rule, worst.sentence, worst.token, findings)


_NOT_A_PLAIN_DRAFT: Final[dict[Kind, str]] = {
    "projector": "It is an image projector (mmproj), not a language model.",
    "eagle3": "It is an EAGLE-3 head, which guesses from its target's hidden state: no plain draft model.",
    "dflash": "It is a DFlash head, which guesses from its target's hidden state: no plain draft model.",
    "assistant": "It is an assistant head, which reads its target's memory: no plain draft, but 'draft-mtp' takes it.",
    "mtp-sidecar": "It is the MTP part of a model: no plain draft model, but the preset 'draft-mtp' takes it.",
    "embedding": "It is an embedding model, which writes no text.",
    "encoder-decoder": "It is an encoder-decoder model, which cannot follow a running text.",
    "diffusion": "It is a diffusion language model, which does not write token by token.",
    "speech": "It is a speech model, which writes no text.",
    "adapter": "It is a LoRA adapter, not a model.",
    "imatrix": "It is an importance matrix, not a model.",
    "vocab-only": "It is a vocabulary without weights.",
}


def _findings(target: Header, draft: Header) -> Iterator[Finding]:
    if draft.kind in _NOT_A_PLAIN_DRAFT:
        yield Finding("refuse", "kind", _NOT_A_PLAIN_DRAFT[draft.kind])
        return
    if target.kind in _NOT_A_PLAIN_DRAFT:
        yield Finding("refuse", "target-kind", f"The target cannot be chatted with: its kind is '{target.kind}'.")
        return
    if _same_file(target.path, draft.path):
        yield Finding("refuse", "same-file", "It is the target itself: every guess would cost as much as it saves.")
        return
    yield from _vocabulary_findings(target, draft)
    yield from _family_findings(target, draft)
    yield from _price_findings(target, draft)


def _vocabulary_findings(target: Header, draft: Header) -> Iterator[Finding]:
    """llama.cpp's rules, in its order. The first that fails is the last that is looked at, as there."""
    if fault := _vocabulary_fault(target, draft):
        yield fault
        return
    ours, theirs = vocabulary_use(target), vocabulary_use(draft)
    if ours.kind != theirs.kind:
        yield _other_kind(ours, theirs)
        return
    for rule, what, adds, token in (
        ("bos", "beginning", (ours.adds_bos, theirs.adds_bos), (ours.bos, theirs.bos)),
        ("eos", "end", (ours.adds_eos, theirs.adds_eos), (ours.eos, theirs.eos)),
    ):
        if adds[0] != adds[1]:
            which, other = ("target", "draft") if adds[0] else ("draft", "target")
            yield Finding(
                "refuse",
                f"add-{rule}",
                f"The {which} puts a token at the {what} of every text ({rule.upper()}), and the {other} does not.",
            )
            return
        if adds[0] and token[0] != token[1]:
            yield Finding(
                "refuse",
                f"{rule}-token",
                f"The token at the {what} of a text ({rule.upper()}) is {_named(target, token[0])} in the target "
                f"and {_named(draft, token[1])} in the draft.",
            )
            return
    yield from _token_findings(target, draft)


def same_tokens(target: Header, head: Header) -> Iterator[Finding]:
    """The rules for a head that only proposes token ids: it never splits a text, so begin and end do not matter."""
    ours, theirs = vocabulary_use(target), vocabulary_use(head)
    if fault := _vocabulary_fault(target, head):
        yield fault
    elif ours.kind != theirs.kind:
        yield _other_kind(ours, theirs)
    else:
        yield from _token_findings(target, head)


def _vocabulary_fault(target: Header, draft: Header) -> Finding | None:
    """What keeps llama.cpp from using a vocabulary at all; two files without one are not alike for that."""
    for which, header in (("target", target), ("draft", draft)):
        if not header.tokenizer or not len(header.tokens):
            return Finding("refuse", "no-vocabulary", f"The {which} brings no vocabulary: its file is incomplete.")
        if fault := vocabulary_fault(header):
            return Finding("refuse", "vocab-damaged", f"The {which}'s file is damaged: {fault}.")
    return None


def _other_kind(ours: VocabularyUse, theirs: VocabularyUse) -> Finding:
    return Finding(
        "refuse",
        "vocab-type",
        f"The vocabularies are of different kinds: {ours.kind} in the target, {theirs.kind} in the draft.",
    )


def _token_findings(target: Header, draft: Header) -> Iterator[Finding]:
    n_ours, n_theirs = len(target.tokens), len(draft.tokens)
    if abs(n_ours - n_theirs) > MAX_SIZE_DIFFERENCE:
        yield Finding(
            "refuse",
            "vocab-size",
            f"The vocabularies have {n_ours:,} and {n_theirs:,} tokens: {abs(n_ours - n_theirs):,} apart, "
            f"and at most {MAX_SIZE_DIFFERENCE} are allowed.",
        )
        return
    different = _first_difference(target, draft)
    if different is not None:
        yield Finding(
            "refuse",
            "token-text",
            f"Token {different:,} is {_text_of(target, different)} in the target "
            f"and {_text_of(draft, different)} in the draft: the vocabularies are not the same.",
            different,
        )


def _family_findings(target: Header, draft: Header) -> Iterator[Finding]:
    """A draft that was trained on something else passes the rules and guesses badly."""
    suffers = "fewer guesses will be accepted than from one that was trained alike"
    if of_other_family(target, draft):
        yield Finding("warn", "family", f"The draft is a {draft.family} and the target a {target.family}: {suffers}.")
    elif _stem(target.architecture) != _stem(draft.architecture):
        yield Finding(
            "warn",
            "architecture",
            f"The draft's architecture is {draft.architecture} and the target's {target.architecture}: {suffers}.",
        )
    pre = [header.text("tokenizer.ggml.pre") or "none" for header in (target, draft)]
    if vocabulary_use(target).kind == vocabulary_use(draft).kind == "BPE" and pre[0] != pre[1]:
        yield Finding(
            "warn",
            "tokenizer",
            f"Text is split by the rules '{pre[0]}' in the target and '{pre[1]}' in the draft: {suffers}.",
        )
    if target.chat_template and draft.chat_template:
        marks = [_template_marks(header) for header in (target, draft)]
        if marks[0] != marks[1]:
            only = (("target", marks[0] - marks[1]), ("draft", marks[1] - marks[0]))
            told = [f"only the {which}'s has {', '.join(sorted(own)[:_MARKS_SHOWN])}" for which, own in only if own]
            yield Finding(
                "warn",
                "chat-template",
                f"Their chat templates mark turns with other tokens ({'; '.join(told)}): {suffers}.",
            )


def _template_marks(header: Header) -> frozenset[str]:
    """Tokens that the template writes around turns, without those for tools, thoughts and pictures."""
    raw = header.tokens.raw
    found = set()
    for mark in set(_MARK.findall(header.chat_template)):
        text = mark.encode()
        if not _NO_TURN.search(mark) and struct.pack("<Q", len(text)) + text in raw:
            found.add(mark)
    return frozenset(found)


def of_other_family(target: Header, draft: Header) -> bool:
    """Whether both files say where they come from, and it is not the same."""
    ours, theirs = _family_words(target), _family_words(draft)
    return bool(ours and theirs and not ours & theirs)


def _price_findings(target: Header, draft: Header) -> Iterator[Finding]:
    ours, theirs = bytes_per_pass(target), bytes_per_pass(draft)
    if ours and theirs >= ours:
        yield Finding(
            "warn",
            "draft-size",
            "A pass of the draft costs at least as much as one of the target: it can only slow down.",
        )
    elif theirs > ours * LARGE_DRAFT:
        yield Finding(
            "warn",
            "draft-size",
            f"A pass of the draft reads {theirs / ours:.0%} of the bytes that one of the target does: it pays only "
            "where nearly every guess is accepted.",
        )
    if 0 < draft.n_ctx_train < target.n_ctx_train:
        yield Finding(
            "warn",
            "draft-context",
            f"The draft was trained for {draft.n_ctx_train:,} tokens of context and the target for "
            f"{target.n_ctx_train:,}: in longer conversations its guesses get worse.",
        )


def bytes_per_pass(header: Header) -> int:
    """Bytes of weights that one token goes through: of a mixture of experts only the experts that are used."""
    experts = header.integer(header.key("expert_count")) or 0
    used = max(header.per_layer("expert_used_count", experts), default=experts)
    share = min(1.0, used / experts) if experts else 1.0
    total = 0.0
    for tensor in header.tensors:
        if tensor.name == "token_embd.weight" and header.has_tensor("output.weight"):
            continue  # one row is looked up
        total += tensor.n_bytes * (share if "_exps." in tensor.name else 1.0)
    return int(total)


def _first_difference(target: Header, draft: Header) -> int | None:
    if target.tokens.raw == draft.tokens.raw:
        return None
    for token, (ours, theirs) in enumerate(zip(target.tokens, draft.tokens, strict=False)):
        if ours != theirs and token >= FIRST_COMPARED_TOKEN and as_loaded(token, ours) != as_loaded(token, theirs):
            return token
    return None


def _text_of(header: Header, token: int) -> str:
    text = header.tokens[token].decode("utf-8", "replace")
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _named(header: Header, token: int | None) -> str:
    if token is None:
        return "missing"
    return f"{token} ({_text_of(header, token)})" if token < len(header.tokens) else str(token)


def _same_file(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def _stem(architecture: str) -> str:
    """A mixture of experts and a dense model of one generation count as the same: 'qwen35moe' and 'qwen35'."""
    return re.sub(r"[-_]?moe$", "", architecture)


# Words in model names that say nothing about where a model comes from.
_GENERIC: Final = frozenset(
    [
        *("base", "chat", "coder", "code", "distill", "distilled", "draft", "dpo", "gguf", "instruct", "large", "lite"),
        *("math", "medium", "mini", "model", "moe", "mtp", "nano", "preview", "pro", "qat", "sft", "small", "the"),
        *("think", "thinking", "reasoning", "tiny", "vision", "text", "unsloth", "merged", "flash", "max", "plus"),
        "assistant",
    ]
)


def _family_words(header: Header) -> frozenset[str]:
    """Words of three letters and more in what the file calls itself: {'qwen'} for 'Qwen3.6-27B-Instruct'."""
    said = " ".join((header.text("general.basename"), header.name, header.base_model)).lower()
    return frozenset(re.findall(r"[a-z]{3,}", said)) - _GENERIC
