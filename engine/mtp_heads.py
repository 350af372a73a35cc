"""Which files hold an MTP head that llama.cpp can run: inside a model, or as a file of its own (a sidecar).

Judged from headers alone, before anything is loaded, because llama.cpp ends the process where a head and its target do
not fit. Two kinds of sidecars: the MTP blocks of a model without its trunk, and an assistant, a small model that reads
the memory of its target's last layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.compatibility import Finding, Verdict, check_pair, of_other_family, same_tokens, verdict_of
from engine.gguf_header import Header, Kind

SIDECARS: Final[frozenset[Kind]] = frozenset(["mtp-sidecar", "assistant"])
ASSISTED: Final = "gemma4"  # the one architecture whose assistant llama.cpp runs
_ASSISTANT: Final = f"{ASSISTED}-assistant"

# Architectures whose MTP blocks llama.cpp has a graph for (DECODER_MTP in src/models), and those of them that run
# several blocks as a chain; the others end the process when there is more than one.
_CHAINED: Final = frozenset(["step35", "mimo2", "hy_v3"])
_RUNNABLE: Final = _CHAINED | frozenset(
    [
        *("qwen35", "qwen35moe", "qwen3next", "glm4moe", "glm-dsa", "deepseek2", "deepseek32", "deepseek4"),
        *("bailingmoe3", "cohere2moe", "nemotron_h_moe"),
    ]
)


def is_sidecar(header: Header) -> bool:
    """Whether the file is a head without a model."""
    return header.kind in SIDECARS


def own_head_fault(header: Header) -> str:
    """Why the model in this file cannot draft with a head of its own, and which file would help; '' when it can."""
    if header.n_layer_nextn == 0:
        if header.architecture == ASSISTED:
            return (
                f"This model has its MTP head in a file of its own: get its assistant file ({_ASSISTANT}), "
                "put it into the models folder and pick it as the head."
            )
        return (
            "This file holds no MTP head: models that were trained with one have it in their -MTP- variant "
            "(for example a Qwen 3.6 MTP GGUF), or in a file of its own that can be picked as the head."
        )
    return _runnable_fault(header)


def check_sidecar(target: Header, sidecar: Header) -> Verdict:
    """Judge a file as the MTP head of `target`."""
    return verdict_of(_findings(target, sidecar), "Same width and vocabulary: this head belongs to such a model.")


def check_draft(target: Header, draft: Header) -> Verdict:
    """Judge a file as what it is: as an MTP head, or else as a plain draft model."""
    return (check_sidecar if is_sidecar(draft) else check_pair)(target, draft)


def _findings(target: Header, sidecar: Header) -> Iterator[Finding]:
    if not is_sidecar(sidecar):
        yield Finding("refuse", "kind", f"It is no MTP head in a file of its own: its kind is '{sidecar.kind}'.")
    elif target.kind not in ("chat", "base"):
        yield Finding("refuse", "target-kind", f"The target cannot be chatted with: its kind is '{target.kind}'.")
    elif fault := _misfit(target, sidecar):
        yield Finding("refuse", *fault)
    else:
        yield from same_tokens(target, sidecar)
        if of_other_family(target, sidecar):
            yield Finding(
                "warn",
                "family",
                f"The head is of {sidecar.family} and the target of {target.family}: it fits, but fewer guesses will "
                "be accepted.",
            )


def _misfit(target: Header, sidecar: Header) -> tuple[str, str] | None:
    """(rule, sentence) of the first thing that keeps the head from running on this target."""
    assists = sidecar.kind == "assistant"
    belongs = sidecar.architecture.removesuffix("-assistant") if assists else sidecar.architecture
    if assists and sidecar.architecture != _ASSISTANT:
        return "architecture", f"This llama.cpp knows no assistants called '{sidecar.architecture}'."
    if belongs != target.architecture:
        return "architecture", f"It is a head for {belongs} models, and the target is {target.architecture}."
    if fault := "" if assists else _runnable_fault(sidecar):
        return "head", fault
    width = (sidecar.integer(sidecar.key("embedding_length_out")) or 0) if assists else sidecar.n_embd
    if width != target.n_embd:
        return (
            "width",
            f"It is made for hidden rows of {width:,} numbers, and the target's have {target.n_embd:,}: "
            "it belongs to a model of another size.",
        )
    if assists and (fault := _memory_fault(target, sidecar)):
        return "memory", fault
    if not assists and sidecar.n_layer != target.n_layer:
        return (
            "layers",
            f"It sits behind layer {sidecar.n_layer}, and the target has {target.n_layer}: "
            "it belongs to a model of another size.",
        )
    return None


def _runnable_fault(header: Header) -> str:
    name = header.architecture
    if name not in _RUNNABLE:
        return f"This llama.cpp cannot run the MTP head of {name} models."
    if header.n_layer_nextn > 1 and name not in _CHAINED:
        return f"The file holds {header.n_layer_nextn} MTP heads, and this llama.cpp runs only one of {name} models."
    for il in range(header.n_layer, header.n_layer_all):
        if not header.has_tensor(f"blk.{il}.nextn.eh_proj.weight"):
            return "The file names an MTP head and leaves it out: get the -MTP- variant, or the head as its own file."
    return ""


def _memory_fault(target: Header, sidecar: Header) -> str:
    """An assistant's windowed layers read the memory of the last but one layer, the others that of the last one."""
    windowed, assistant_windowed = _is_windowed(target), _is_windowed(sidecar)
    if windowed[-2:] != [True, False]:
        return "Its target must end in a layer with a window and one without."
    for il, has_window in enumerate(assistant_windowed):
        lender = target.n_layer_all - (2 if has_window else 1)
        if _row(sidecar, il, has_window) != _row(target, lender, has_window):
            return "Its keys are not of the target's size: it belongs to a model of another size."
    return ""


def _is_windowed(header: Header) -> list[bool]:
    pattern = header.metadata.get(header.key("attention.sliding_window_pattern"))
    return [bool(item) for item in pattern] if isinstance(pattern, tuple) else []


def _row(header: Header, il: int, has_window: bool) -> tuple[int, int | None]:
    """(heads, size) of a layer's keys."""
    heads = header.per_layer("attention.head_count_kv", 0)
    return heads[il], header.integer(header.key("attention.key_length" + ("_swa" if has_window else "")))
