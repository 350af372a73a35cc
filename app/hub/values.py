"""What the hub side of the program speaks of: files that can be fetched, drafts that were found, downloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.compatibility import Verdict
    from engine.errors import PacelineError
    from engine.gguf_header import Kind
    from engine.memory_plan import MemoryPlan

Place = Literal["inside", "disk", "same-repository", "catalogue", "search"]
DownloadState = Literal["queued", "running", "paused", "failed", "done", "cancelled"]


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file of a repository. name: relative to the repository, '/' between folders. sha256: '' where not told."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """One model that can be fetched: a single file, or all shards of one, first shard first.

    repo: 'owner/name'. commit: the revision that the files were listed at; a download stays with it.
    """

    repo: str
    commit: str
    files: tuple[RemoteFile, ...]
    gated: bool = False

    @property
    def name(self) -> str:
        """The name of its first file."""
        return self.files[0].name

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository with the GGUF models in it, smallest first: what a quantisation picker shows.

    licence: '' where the card names none. downloads: of the last month, as the hub counts.
    """

    repo: str
    commit: str
    models: tuple[RemoteModel, ...]
    gated: bool = False
    licence: str = ""
    downloads: int = 0


@dataclass(frozen=True, slots=True)
class ExpectedGain:
    """What a draft may be expected to bring, from sizes and from acceptance that others report. Never a measurement.

    speedup: decode speed with it / without. acceptance: share of guesses, 0..1. n_draft: the draft length that it
    takes. draft_cost: a pass of the draft in passes of the target. sentence: the same in words, 'expected' included.
    """

    speedup: float
    acceptance: float
    n_draft: int
    draft_cost: float
    sentence: str


@dataclass(frozen=True, slots=True)
class FoundDraft:
    """Something that can draft for a target, or that was looked at and cannot.

    kind: what its header says it is; the target's own kind for an MTP head inside. preset: the preset that uses it; ''
    when the verdict refuses. path: the file on disk, '' for what is on the hub; remote: the other way round.
    plan: the memory bill of both together; None where the machine was not asked. gain: None when the verdict refuses.
    replaces: it is the target itself with an MTP head inside, to be loaded instead of it. note: where the pair is known
    from; '' where nothing is to be said.
    """

    title: str
    place: Place
    kind: Kind
    size: int
    quantisation: str
    verdict: Verdict
    preset: str = ""
    path: str = ""
    remote: RemoteModel | None = None
    gain: ExpectedGain | None = None
    plan: MemoryPlan | None = None
    replaces: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class DraftsFound:
    """Drafts for one target, best first. problems: what could not be looked at, and why, in words.

    complete: False while more may follow.
    """

    drafts: tuple[FoundDraft, ...] = ()
    problems: tuple[PacelineError, ...] = ()
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Meant:
    """What a download is for. target: a model's path; preset: which one takes it as a draft; replaces: it is to be
    loaded in the target's place."""

    target: str = ""
    preset: str = ""
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class DownloadRow:
    """One download as it stands. All its shards count as one.

    path: where its first file lies once it is done. done, total: bytes. speed: bytes per second of late, None where
    nothing moves; left_s: seconds left at that speed. error: why it failed; it can be resumed all the same.
    activity: what a running one is at: 'checking' reads what is on disk already, 'waiting' is between two tries.
    """

    id: int
    repo: str
    name: str
    path: str
    state: DownloadState
    done: int
    total: int
    activity: Literal["transferring", "checking", "waiting"] = "transferring"
    speed: float | None = None
    left_s: float | None = None
    error: PacelineError | None = None
    meant: Meant = Meant()
