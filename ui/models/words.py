"""How figures and kinds are written in the Models view: short, and never more exact than they are."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from ui.language import local
from ui.models.services import BillLine, Download, Fit, ModelEntry, PlaceKind, Source, Trouble
from ui.numerals import number
from ui.theme.theme import Tone

translate: Final = QCoreApplication.translate
_CONTEXT: Final = "Models"
DRAFT_KINDS: Final = frozenset(["mtp-sidecar", "assistant", "eagle3", "dflash"])
WRITERS: Final = frozenset(["chat", "base"])  # kinds that one can chat with
_UNITS: Final = (("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def size(n_bytes: int) -> str:
    """'19.9 GB', '98 MB': powers of ten, as file managers and hubs count."""
    for unit, factor in _UNITS:
        if abs(n_bytes) >= factor:
            value = n_bytes / factor
            return f"{number(value, 1 if unit == 'GB' else 0)} {unit}"
    return f"{n_bytes} B"


def memory(n_bytes: int) -> str:
    """The same with two figures for small parts of a bill: '1.9 GB', '84 MB', '0.5 MB'."""
    return f"{number(n_bytes / 1e6, 1)} MB" if 0 < n_bytes < 10**6 else size(n_bytes)


def about(n_bytes: int) -> str:
    """The same without a decimal from 10 GB on, where there is little room: '21 GB'."""
    return f"{number(n_bytes / 1e9)} GB" if n_bytes >= 10**10 else size(n_bytes)


def parameters(count: int) -> str:
    """'32.8B', '135M', '0.6M'; '' where nothing is known."""
    if count >= 10**9:
        return f"{number(count / 1e9, 1 if count < 100 * 10**9 else 0)}B"
    if count >= 10**6:
        return f"{number(count / 1e6)}M"
    return f"{number(count / 1e6, 1)}M" if count > 0 else ""


def tokens(count: int) -> str:
    """'32k', '128k', '512'; '' for 0."""
    if count <= 0:
        return ""
    return f"{number(count / 1024)}k" if count >= 1024 else str(count)


def bits(model: ModelEntry) -> str:
    """Per weight: '4.8 bits', or ''."""
    if not model.bits_per_weight:
        return ""
    return translate(_CONTEXT, "{0} bits").format(number(model.bits_per_weight, 1))


def place(kind: PlaceKind) -> str:
    """Whose folder."""
    return {
        "own": translate(_CONTEXT, "own folder"),
        "hub-cache": translate(_CONTEXT, "Hugging Face cache"),
        "lm-studio": translate(_CONTEXT, "LM Studio"),
        "ollama": translate(_CONTEXT, "Ollama"),
        "added": translate(_CONTEXT, "added by you"),
    }[kind]


def badges(model: ModelEntry) -> list[str]:
    """What a file is, in a few short words."""
    found = [_kind(model.kind)]
    if model.mtp and model.kind in WRITERS:
        found.append(translate(_CONTEXT, "MTP inside"))
    if model.shards > 1:
        found.append(translate(_CONTEXT, "%n shards", "", model.shards))
    return found


def _kind(kind: str) -> str:
    match kind:
        case "chat":
            return translate(_CONTEXT, "chat")
        case "base":
            return translate(_CONTEXT, "base")
        case "mtp-sidecar":
            return translate(_CONTEXT, "MTP head")
        case "assistant":
            return translate(_CONTEXT, "assistant head")
        case "eagle3":
            return translate(_CONTEXT, "EAGLE-3 head")
        case "dflash":
            return translate(_CONTEXT, "DFlash head")
        case "projector":
            return translate(_CONTEXT, "projector")
        case "embedding":
            return translate(_CONTEXT, "embedding")
        case "encoder-decoder":
            return translate(_CONTEXT, "encoder-decoder")
        case "diffusion":
            return translate(_CONTEXT, "diffusion")
        case "speech":
            return translate(_CONTEXT, "speech")
        case "adapter":
            return translate(_CONTEXT, "adapter")
        case "imatrix":
            return translate(_CONTEXT, "importance matrix")
        case "vocab-only":
            return translate(_CONTEXT, "vocabulary only")
        case _:
            return translate(_CONTEXT, "cannot be read")


def fit(found: Fit | None) -> tuple[str, Tone]:
    """The cell 'Fits', and its tone."""
    if found is None:
        return "", "muted"
    if found.level == "refuse":
        return translate(_CONTEXT, "no, {0} short").format(about(-found.left)), "bad"
    if found.level == "warn":
        if not found.gpu_layers:
            return translate(_CONTEXT, "on the CPU"), "warn"
        return translate(_CONTEXT, "{0} of {1} layers").format(found.gpu_layers, found.layers), "warn"
    return translate(_CONTEXT, "yes, {0} left").format(about(found.left)), "good"


def fit_in_words(found: Fit) -> str:
    """The same beside a name, where 'yes' alone would say nothing."""
    return translate(_CONTEXT, "fits") if found.level == "ok" else fit(found)[0]


def source(kind: Source) -> str:
    """Where a draft comes from."""
    return {
        "inside": translate(_CONTEXT, "inside the model"),
        "disk": translate(_CONTEXT, "on this computer"),
        "repository": translate(_CONTEXT, "hub, same repository"),
        "catalogue": translate(_CONTEXT, "hub, known pair"),
        "hub": translate(_CONTEXT, "hub"),
    }[kind]


def part(line: BillLine) -> str:
    """The name of one item of a memory bill."""
    draft = line.of == "draft"
    match line.part:
        case "weights":
            return translate(_CONTEXT, "draft") if draft else translate(_CONTEXT, "model")
        case "kv":
            return translate(_CONTEXT, "draft KV") if draft else translate(_CONTEXT, "KV")
        case "state":
            return translate(_CONTEXT, "draft state") if draft else translate(_CONTEXT, "recurrent state")
        case "rollback":
            return translate(_CONTEXT, "draft rollback") if draft else translate(_CONTEXT, "rollback copies")
        case "head":
            return translate(_CONTEXT, "MTP head")
        case "compute":
            return translate(_CONTEXT, "draft buffers") if draft else translate(_CONTEXT, "buffers")
        case "context":
            return translate(_CONTEXT, "GPU context")


def duration(seconds: float) -> str:
    """'8 s', '1 min 40 s', '2 h 5 min'."""
    whole = max(1, round(seconds))
    if whole < 60:
        return translate(_CONTEXT, "{0} s").format(whole)
    if whole < 3600:
        return translate(_CONTEXT, "{0} min {1} s").format(whole // 60, whole % 60)
    return translate(_CONTEXT, "{0} h {1} min").format(whole // 3600, whole % 3600 // 60)


def progress(download: Download) -> str:
    """One line about an entry of the queue."""
    match download.stage:
        case "waiting":
            return translate(_CONTEXT, "{0}, waits for its turn").format(size(download.total))
        case "checking":
            return translate(_CONTEXT, "Checking the SHA-256 of {0}").format(size(download.total))
        case "retrying":
            return translate(_CONTEXT, "The connection broke off; it is tried again by itself")
        case "paused":
            amounts = translate(_CONTEXT, "Paused at {0} of {1}")
            return amounts.format(size(download.done), size(download.total))
        case "failed":
            return ""
        case "done":
            return translate(_CONTEXT, "{0}, complete and checked").format(size(download.total))
    parts = [translate(_CONTEXT, "{0} of {1}").format(size(download.done), size(download.total))]
    if download.speed > 0:
        parts.append(translate(_CONTEXT, "{0}/s").format(size(round(download.speed))))
    if download.left_s is not None:
        parts.append(translate(_CONTEXT, "{0} left").format(duration(download.left_s)))
    return " · ".join(parts)


def trouble(found: Trouble) -> str:
    """What, why and what to do: 'x cannot be listed: there is no network. Check it and try again.'"""
    what, why, step = (local(text.strip()) for text in (found.what, found.why, found.next_step))
    parts = (f"{what}: {why}" if what and why else what or why, step)
    return " ".join(text if text[-1] in ".!?:" else f"{text}." for text in parts if text)
