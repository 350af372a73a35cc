"""What the Models view asks of the program around it: plain immutable data and one protocol, no Qt.

`app.models_for_window` provides it. Every call returns at once; what takes longer calls back later on any thread.
Sizes are bytes, times seconds; a number that is not known is 0 unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine.commands import ContextOptions
from engine.events import DeviceInfo

Level = Literal["ok", "warn", "refuse"]
TroubleKind = Literal["network", "offline", "access", "missing", "busy", "disk", "content", "no-trash", "other"]
Source = Literal["inside", "disk", "repository", "catalogue", "hub"]
PlaceKind = Literal["own", "hub-cache", "lm-studio", "ollama", "added"]
Stage = Literal["waiting", "running", "checking", "retrying", "paused", "failed", "done"]
Use = Literal["draft", "head", "inside", "variant"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What did not work, why, and what to do. access: a person has to agree to terms and give a token."""

    what: str
    why: str = ""
    next_step: str = ""
    kind: TroubleKind = "other"


# ---- what is on this computer


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a model fits into what is free, alone and with an ordinary context.

    level: ok: all of it where it is fastest; warn: it runs, but a part is slow; refuse: it cannot be loaded.
    left: bytes that stay free, or that are missing (below zero). gpu_layers of layers, both 0 without a GPU.
    """

    level: Level
    left: int = 0
    gpu_layers: int = 0
    layers: int = 0


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model on disk. path: of its first shard. place: whose folder it lies in. kind: see `engine`'s
    header reader: 'chat', 'base', 'projector', 'assistant', ... reason: why one cannot chat with it, ''.

    n_ctx: trained context in tokens. fit: None while it is not worked out.
    """

    path: str
    title: str
    place: PlaceKind = "added"
    kind: str = ""
    family: str = ""
    architecture: str = ""
    parameters: int = 0
    quantisation: str = ""
    bits_per_weight: float = 0.0
    size: int = 0
    n_ctx: int = 0
    n_vocab: int = 0
    shards: int = 1
    mtp: bool = False
    licence: str = ""
    usable: bool = True
    reason: str = ""
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that is looked into. downloads: they go there."""

    path: str
    kind: PlaceKind
    n_models: int = 0
    size: int = 0
    there: bool = True
    downloads: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """All that was found. looking: a scan is under way."""

    models: tuple[ModelEntry, ...] = ()
    places: tuple[Place, ...] = ()
    looking: bool = False
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Checksum:
    """How far reading a file is. digest: its SHA-256 in hex when that was asked for and is done. copies: paths of files
    with the same content, when those were asked for and are known. trouble: why it ended early."""

    done: int = 0
    total: int = 0
    digest: str = ""
    copies: tuple[str, ...] | None = None
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """Before something is deleted. files: what goes; frees: bytes that the disk has then. uses: sentences about what
    else uses it. refused: why it is not deleted here."""

    files: tuple[str, ...]
    frees: int
    uses: tuple[str, ...] = ()
    refused: Trouble | None = None


# ---- memory


@dataclass(frozen=True, slots=True)
class BillLine:
    """One item. part: which colour and word it goes by; of: 'target', 'draft', or 'system' for neither."""

    part: Literal["weights", "head", "kv", "state", "rollback", "compute", "context"]
    of: Literal["target", "draft", "system"]
    n_bytes: int


@dataclass(frozen=True, slots=True)
class MemoryBill:
    """What one memory is asked for. name: 'RAM' or a device's name. free, total: None: not known. headroom: what is to
    stay free."""

    name: str
    lines: tuple[BillLine, ...]
    free: int | None
    total: int | None
    headroom: int = 0

    @property
    def needed(self) -> int:
        return sum(line.n_bytes for line in self.lines)

    @property
    def room(self) -> int | None:
        """What may be taken."""
        return None if self.free is None else max(0, self.free - self.headroom)


@dataclass(frozen=True, slots=True)
class BillWish:
    """What is to be in memory. offer: id of the draft beside it, '' for none. options: as for loading."""

    target: str
    offer: str = ""
    options: ContextOptions = field(default_factory=ContextOptions)


@dataclass(frozen=True, slots=True)
class Change:
    """One change with which it would fit. sentence: it as an order, without a full stop."""

    sentence: str
    wish: BillWish


@dataclass(frozen=True, slots=True)
class Bill:
    """The bills of all memories that are used. sentence: what does not fit or will be slow, ''. n_ctx: tokens it was
    made for. changes: the mildest first."""

    memories: tuple[MemoryBill, ...]
    level: Level
    n_ctx: int
    sentence: str = ""
    changes: tuple[Change, ...] = ()


# ---- drafts


@dataclass(frozen=True, slots=True)
class DraftOffer:
    """Something that could draft for a target, with the verdict on it.

    id: unique among the offers for one target. use: how it drafts; a 'variant' is the target itself with a head inside,
    to be loaded in its place. preset: which one takes it, '' when refused. path:
    where it lies on this computer; repo and file: where it lies on the hub. fit: with the target beside it; None: not
    known. gain: what to expect of it; note: where the pair is known from; both in words.
    """

    id: str
    title: str
    source: Source
    use: Use
    level: Level
    sentence: str
    preset: str = ""
    path: str = ""
    repo: str = ""
    file: str = ""
    quantisation: str = ""
    size: int = 0
    fit: Fit | None = None
    gain: str = ""
    note: str = ""
    gated: bool = False


@dataclass(frozen=True, slots=True)
class HubNews:
    """How far looking on the hub is. offers: all for this target by now, those on disk included, best first.

    troubles: what could not be looked at.
    """

    offers: tuple[DraftOffer, ...]
    troubles: tuple[Trouble, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class HubFile:
    """One model of a repository, all shards together. name: of its first file. fit: alone, or with the target that it
    is meant for beside it; None: not known."""

    name: str
    quantisation: str
    size: int
    shards: int = 1
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class HubRepository:
    """The models of a repository, smallest first. downloads: of the last month."""

    repo: str
    files: tuple[HubFile, ...]
    licence: str = ""
    gated: bool = False
    downloads: int = 0


# ---- downloads


@dataclass(frozen=True, slots=True)
class Download:
    """One entry of the queue. target: path of the model that it was fetched for, ''. path: of the finished file.

    preset: which one takes it as a draft for its target, ''. replaces: it is the target itself with a head inside.
    speed: bytes per second. left_s: None when it is not known. trouble: why it failed.
    """

    id: int
    title: str
    repo: str
    file: str
    stage: Stage
    done: int = 0
    total: int = 0
    speed: float = 0.0
    left_s: float | None = None
    target: str = ""
    preset: str = ""
    replaces: bool = False
    path: str = ""
    trouble: Trouble | None = None


Done = Callable[[Trouble | None], None]
Cancel = Callable[[], None]


class Collection(Protocol):
    """The models on this computer, and the way to those on the hub. The network is used only by `look_on_hub`,
    `repository` and downloads."""

    def set_machine(self, devices: Sequence[DeviceInfo], usual: ContextOptions) -> None:
        """What models are computed on, as the engine says, and how they are put into memory when nothing else is said:
        whether one fits depends on both."""

    def listen(self, shelf: Callable[[Shelf], None], downloads: Callable[[Sequence[Download]], None]) -> Cancel:
        """Hear of both whenever they change; what is known now is told first. The result ends it."""

    def look_again(self) -> None:
        """Scan the folders; the listener hears of it."""

    def add(self, paths: Sequence[str], done: Callable[[str, Trouble | None], None]) -> None:
        """Take up files and folders: done(path of a model that is new, '' for none; trouble)."""

    def add_folder(self, path: str, done: Done) -> None:
        """Look into one more folder."""

    def remove_folder(self, path: str, done: Done) -> None:
        """Do not look into an added folder any more; its files stay."""

    def set_own_folder(self, path: str, done: Done) -> None:
        """Another folder for downloads; '' for the usual one. What lies in the one before stays there."""

    def bill(self, wish: BillWish, done: Callable[[Bill | Trouble], None]) -> None:
        """What it would take."""

    def checksum(self, path: str, told: Callable[[Checksum], None]) -> Cancel:
        """Work out the SHA-256; the result stops it."""

    def copies(self, path: str, told: Callable[[Checksum], None]) -> Cancel:
        """Compare it with the files of the same size; the result stops it."""

    def removal(self, path: str, loaded: Sequence[str], done: Callable[[Removal], None]) -> None:
        """What deleting it would mean. loaded: paths that the engine has in memory."""

    def delete(self, path: str, loaded: Sequence[str], for_good: bool, done: Done) -> None:
        """Put a model with all its shards into the trash, or with `for_good` past it. When there is no trash, the
        trouble's kind is 'no-trash'."""

    def drafts(self, target: str, done: Callable[[Sequence[DraftOffer] | Trouble], None]) -> None:
        """What could draft for it, as far as this computer knows, best first."""

    def look_on_hub(self, target: str, told: Callable[[HubNews], None]) -> Cancel:
        """Look in its repository, the catalogue's and the hub's search, and read the headers of what is found."""

    def repository(self, repo: str, target: str, done: Callable[[HubRepository | Trouble], None]) -> None:
        """What can be fetched from 'owner/name' or its web address. target: what it is to draft for, ''."""

    def download(self, repo: str, file: str, target: str, done: Done) -> None:
        """Put a model of a repository that was looked at into the queue. target: what it is to draft for, ''."""

    def pause(self, download: int) -> None:
        """Stop fetching it for now."""

    def resume(self, download: int) -> None:
        """Go on with one that is paused or has failed."""

    def cancel(self, download: int) -> None:
        """Take it out of the queue; what was fetched of it is removed, but not one that is done."""

    def set_token(self, token: str, done: Callable[[str | Trouble], None]) -> None:
        """Keep the hub's access token in the system's keyring; done('') or done(a sentence why only for now)."""
