"""One model on disk as plain data: what the window's tables, the command line and the kept list show of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from engine.errors import ModelLoadError, PacelineError, one_line
from engine.gguf_header import Header, Kind, check_target, read_header, shard_paths
from ui.services import ModelChoice

if TYPE_CHECKING:
    from app.library.folders import Place

RowKind = Kind | Literal["unreadable"]
DRAFT_ONLY: Final[frozenset[RowKind]] = frozenset(["mtp-sidecar", "assistant", "eagle3", "dflash"])
_KINDS: Final = frozenset((*get_args(Kind), "unreadable"))


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model on disk, all its shards together.

    path: of its first shard; files: of all that are there. size: bytes of all. n_ctx: trained context, 0 unknown.
    kind: as `engine.gguf_header` names it, or 'unreadable'. mtp: it holds a head for multi-token prediction.
    bits_per_weight: over all tensors; 0 unknown. licence: as the file says, such as 'apache-2.0', or ''.
    usable: one can chat with it; reason when not. place: whose folder it lies in; read_only: of another program, so
    it is not deleted here. links: other paths that were found and lead to the same file.
    """

    path: str
    title: str
    size: int
    architecture: str = ""
    family: str = ""
    quantisation: str = ""
    n_ctx: int = 0
    shards: int = 1
    mtp: bool = False
    usable: bool = True
    reason: str = ""
    kind: RowKind = "unreadable"
    name: str = ""
    parameters: int = 0
    bits_per_weight: float = 0.0
    n_vocab: int = 0
    licence: str = ""
    files: tuple[str, ...] = ()
    place: Place = "added"
    read_only: bool = False
    links: tuple[str, ...] = ()

    @property
    def detail(self) -> str:
        """'F16 · 270 MB · 8k context'."""
        parts = [self.quantisation, size_in_words(self.size)]
        if self.n_ctx:
            parts.append(f"{self.n_ctx // 1024}k context" if self.n_ctx >= 1024 else f"{self.n_ctx} context")
        if self.shards > 1:
            parts.append(f"{self.shards} shards")
        if self.mtp:
            parts.append("MTP inside")
        return " · ".join(part for part in parts if part)

    @property
    def draft_only(self) -> bool:
        """Whether it is a head that only works beside its target."""
        return self.kind in DRAFT_ONLY

    def choice(self) -> ModelChoice:
        """The row as the window's pickers take it."""
        return ModelChoice(self.path, self.title, self.detail, self.usable, self.reason)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def row_from_json(content: dict[str, Any]) -> ModelRow:
    """What `as_json` gave, from a file that anybody may have touched. Raises ValueError, KeyError or TypeError."""
    row = ModelRow(**{**content, "files": tuple(content["files"]), "links": ()})
    for field, kind in (("path", str), ("title", str), ("size", int), ("reason", str), ("usable", bool)):
        if not isinstance(getattr(row, field), kind):
            raise TypeError(field)
    if row.kind not in _KINDS or not all(isinstance(file, str) for file in row.files):
        raise ValueError(row.kind)
    return row


def read_row(path: Path) -> ModelRow:
    """Describe a model by its header; one that cannot be read or chatted with is a row that says why.

    Raises OSError when not even its size can be had.
    """
    shards = shard_paths(path)
    there = [shard for shard in shards if shard.exists()]
    row = ModelRow(
        str(path),
        path.stem if len(shards) == 1 else path.stem.rpartition("-of-")[0].rpartition("-")[0],
        sum(shard.stat().st_size for shard in there),
        shards=len(shards),
        files=tuple(map(str, there)),
    )
    try:
        header = header_of(path)
        row = replace(
            row,
            architecture=header.architecture,
            family=header.family,
            quantisation=header.quantisation,
            n_ctx=header.n_ctx_train,
            mtp=header.n_layer_nextn > 0,
            kind=header.kind,
            name=header.name,
            parameters=header.parameters,
            bits_per_weight=round(header.bits_per_weight, 2),
            n_vocab=header.n_vocab,
            licence=header.licence,
        )
        check_target(header)
    except PacelineError as error:
        return replace(row, usable=False, reason=one_line(error.what, error.why, ""))
    return row


def header_of(path: Path) -> Header:
    """The header of a model file. Raises PacelineError in words, also when the file cannot be opened."""
    try:
        return read_header(path)
    except OSError as error:
        raise ModelLoadError(f"{path} cannot be opened", error.strerror or str(error), "Check the path") from None


def size_in_words(size: int) -> str:
    """'98 MB', '4.7 GB' (powers of ten, as file managers and hubs count)."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
