"""Drafts for a target: inside it, on this machine, beside it on the hub, in the built-in list, by a search.

What is here is told first. On the hub nothing is fetched but lists and headers; each candidate gets the engine's own
verdict on its header before anybody is offered to download it. Where the hub cannot be asked, the reason is one of the
problems, and what was found without it stands.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.hub.catalogue import Hint, hints_for
from app.hub.choosing import looks_like_a_head, pick
from app.hub.errors import HubError
from app.hub.judging import Bench, order
from app.hub.names import repo_of, repo_of_cache, repo_of_url
from app.hub.remote import read_remote_header
from app.hub.values import DraftsFound, FoundDraft, Place, RemoteModel
from app.library import header_of
from engine.compatibility import LARGE_DRAFT
from engine.errors import PacelineError
from engine.gguf_header import shard_paths
from engine.mtp_heads import ASSISTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.hub.client import Hub
    from engine.events import DeviceInfo
    from engine.gguf_header import Header

AT_ONCE: Final = 4  # requests in flight
MOST_LISTED: Final = 4  # repositories that one search is followed to: a header has some megabytes
MOST_LOOKED_AT: Final = 20
SMALL_SHARE: Final = 0.15  # of the target's parameters: the largest plain draft that is searched for
_ENDS_THE_ASKING: Final = frozenset(["network", "busy", "offline"])
log = logging.getLogger(__name__)


def find_drafts(
    target: Header,
    on_disk: Sequence[Path],
    hub: Hub | None,
    *,
    target_repo: str = "",
    devices: Sequence[DeviceInfo] = (),
    n_ctx: int = 8192,
    told: Callable[[DraftsFound], None] = lambda _found: None,
    cancelled: threading.Event | None = None,
) -> DraftsFound:
    """All that can draft for a target, best first, and what was looked at and cannot.

    on_disk: models of this machine. hub: None asks nobody. target_repo: where the target is from, see `repo_of_target`.
    devices, n_ctx: for the memory bill and the price of checking; no devices, no bill. told: hears what is known so
    far, from the calling thread. Never raises for what the network or a file does: that is among the problems.
    """
    return _Search(Bench(target, devices, n_ctx), hub, told, cancelled or threading.Event()).run(on_disk, target_repo)


def repo_of_target(target: Header, folders: Sequence[Path]) -> str:
    """The repository that a model on disk came from, by where it lies or by what it says; '' where neither tells.

    folders: such as hold models as owner/repository/file.
    """
    path = Path(target.path)
    known = repo_of_cache(path)
    for folder in folders:
        known = known or repo_of(path, folder)
    return known or repo_of_url(target.text("general.repo_url"))


@dataclass(frozen=True, slots=True)
class _Candidate:
    hint: Hint
    place: Place
    model: RemoteModel | None = None  # where the repository was listed already


class _Search:
    def __init__(
        self, bench: Bench, hub: Hub | None, told: Callable[[DraftsFound], None], cancelled: threading.Event
    ) -> None:
        self._bench = bench
        self._hub = hub
        self._told = told
        self._cancelled = cancelled
        self._over = threading.Event()  # the hub cannot be asked any more
        self._drafts: list[FoundDraft] = []
        self._problems: list[PacelineError] = []
        self._here = {(Path(bench.target.path).name.lower(), bench.target.size)}
        self._looked_at: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def run(self, on_disk: Sequence[Path], target_repo: str) -> DraftsFound:
        if self._bench.target.n_layer_nextn:
            self._drafts.append(self._bench.inside())
        for path in on_disk:
            if not self._cancelled.is_set():
                self._take_file(path)
        if self._hub is None:
            return self._tell(complete=True)
        self._tell()
        try:
            self._ask(self._hub, target_repo)
        except PacelineError as error:
            self._note(error)
        return self._tell(complete=True)

    def _take_file(self, path: Path) -> None:
        target = Path(self._bench.target.path)
        if path.resolve() in {shard.resolve() for shard in shard_paths(target)}:
            return
        try:
            header = header_of(path)
        except PacelineError as error:
            log.info("No draft: %s", error)
            return
        self._here.add((path.name.lower(), header.size))
        found = self._bench.judged(header, "disk", path=path)
        if found is not None:
            self._drafts.append(found)

    def _ask(self, hub: Hub, target_repo: str) -> None:
        """In three steps, so that a repository is looked at once and the searches come last."""
        seen: set[tuple[str, str]] = set()
        for step in (self._beside(hub, target_repo), self._listed(target_repo), self._searched(hub)):
            fresh: list[_Candidate] = []
            for candidate in step:
                key = (candidate.hint.repo.lower(), candidate.hint.file or candidate.hint.kind)
                if key not in seen and len(seen) < MOST_LOOKED_AT:
                    seen.add(key)
                    fresh.append(candidate)
            with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="drafts") as pool:
                for done in as_completed([pool.submit(self._look, hub, candidate) for candidate in fresh]):
                    found = done.result()
                    if isinstance(found, PacelineError):
                        self._note(found)
                    elif found is not None:
                        self._drafts.append(found)
                    self._tell()
            if self._over.is_set() or self._cancelled.is_set():
                return

    def _beside(self, hub: Hub, target_repo: str) -> Iterator[_Candidate]:
        """Heads in files of their own in the target's repository."""
        if not target_repo:
            return
        try:
            repository = hub.repository(target_repo)
        except PacelineError as error:
            self._note(error)
            return
        heads = [model for model in repository.models if looks_like_a_head(model.name)]
        best = pick(heads, "mtp-sidecar", self._bench.target.size)
        if best is not None:
            yield _Candidate(Hint(target_repo, best.name, "mtp-sidecar", ""), "same-repository", best)

    def _listed(self, target_repo: str) -> Iterator[_Candidate]:
        for hint in hints_for(self._bench.target, target_repo):
            if hint.kind != "mtp-variant" or self._bench.target.n_layer_nextn == 0:
                yield _Candidate(hint, "catalogue")

    def _searched(self, hub: Hub) -> Iterator[_Candidate]:
        target = self._bench.target
        most = int(target.parameters * SMALL_SHARE)
        searches: list[tuple[str, int | None, tuple[Hint, ...]]] = [
            (target.family, most, (Hint("", "", "draft-model", ""),)),
            (f"{target.family} draft", most, (Hint("", "", "draft-model", ""),)),
        ]
        if target.n_layer_nextn == 0:
            words = f"{target.title} {'assistant' if target.architecture == ASSISTED else 'MTP'}"
            searches.append((words, None, (Hint("", "", "mtp-sidecar", ""), Hint("", "", "mtp-variant", ""))))
        for words, parameters, hints in searches:
            try:
                repos = hub.search(words, limit=MOST_LISTED, parameters=parameters)
            except PacelineError as error:
                self._note(error)
                return
            for repo in repos:
                for hint in hints:
                    yield _Candidate(Hint(repo, "", hint.kind, ""), "search")

    def _look(self, hub: Hub, candidate: _Candidate) -> FoundDraft | PacelineError | None:
        """One candidate, on a thread of the pool."""
        if self._over.is_set() or self._cancelled.is_set():
            return None
        try:
            model = candidate.model or self._chosen(hub, candidate.hint)
            if model is None or self._is_hopeless(candidate, model) or not self._is_new(model):
                return None
            header = read_remote_header(hub, model, cancelled=self._cancelled)
        except PacelineError as error:
            return error
        place, note = candidate.place, candidate.hint.note
        if candidate.hint.kind == "mtp-variant":
            found = self._bench.variant(header, place, model, note)
        else:
            found = self._bench.judged(header, place, remote=model, note=note)
        # A search brings up much that has the words and does not fit; only what was meant is worth a refusal.
        return None if found and place == "search" and found.verdict.level == "refuse" else found

    def _is_hopeless(self, candidate: _Candidate, model: RemoteModel) -> bool:
        """Whether a search brought up a plain draft that is too large to be worth a look at its header."""
        plain = candidate.place == "search" and candidate.hint.kind == "draft-model"
        return plain and model.size > self._bench.target.size * LARGE_DRAFT

    def _is_new(self, model: RemoteModel) -> bool:
        """Whether a file is neither on this machine nor looked at by another way already."""
        with self._lock:
            known = (model.repo, model.name) in self._looked_at
            self._looked_at.add((model.repo, model.name))
        return not known and (Path(model.name).name.lower(), model.size) not in self._here

    def _chosen(self, hub: Hub, hint: Hint) -> RemoteModel | None:
        models = hub.repository(hint.repo).models
        if hint.file:
            return next((model for model in models if model.name == hint.file), None)
        return pick(models, hint.kind, self._bench.target.size)

    def _note(self, error: PacelineError) -> None:
        """Keep a problem. Of a hub that cannot be asked the first word is enough."""
        if isinstance(error, HubError) and error.trouble in _ENDS_THE_ASKING:
            if self._over.is_set():
                return
            self._over.set()
        if not self._cancelled.is_set() and str(error) not in {str(known) for known in self._problems}:
            self._problems.append(error)

    def _tell(self, complete: bool = False) -> DraftsFound:
        self._drafts.sort(key=order)
        found = DraftsFound(tuple(self._drafts), tuple(self._problems), complete)
        self._told(found)
        return found
