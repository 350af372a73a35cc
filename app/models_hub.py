"""The hub for the Models view: drafts with verdicts, what a repository holds, and the queue of downloads.

Its client library is imported by the first call that needs it: that takes a second.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.models_memory import Beside
from app.models_values import download_of, fit_of_other, offer_of, quantisation_in, repository_of, trouble_of
from engine.errors import PacelineError, RefusedError, UsageError
from ui.models.services import DraftOffer, Fit, HubNews, HubRepository

if TYPE_CHECKING:
    from app.hub.client import Hub
    from app.hub.downloads import Downloads
    from app.hub.values import DownloadRow, DraftsFound, FoundDraft, RemoteModel
    from app.library import ModelRow
    from app.models_memory import MemoryPlanner
    from engine.gguf_header import Header
    from ui.models.services import BillWish, Cancel, Download

log = logging.getLogger(__name__)
_UNFINISHED: Final = "*.part.json"
Listener = Callable[[Sequence["Download"]], None]


class HubSide:
    """Any thread may call; most calls take their time. Those that can fail raise PacelineError."""

    def __init__(
        self,
        make_hub: Callable[[], Hub] | None,
        planner: MemoryPlanner,
        own_folder: Callable[[], Path],
        rows: Callable[[], Sequence[ModelRow]],
        come: Callable[[], None],
    ) -> None:
        """own_folder: where downloads go. rows: of all models on disk. come: a finished download is to be taken up."""
        self._make_hub = make_hub
        self._planner = planner
        self._own_folder = own_folder
        self._rows = rows
        self._come = come
        self._lock = threading.RLock()
        self._hub: Hub | None = None
        self._queue: Downloads | None = None
        self._listeners: list[Listener] = []
        self._found: dict[str, dict[str, FoundDraft]] = {}  # by target and id of the offer
        self._offers: dict[str, tuple[DraftOffer, ...]] = {}
        self._remote: dict[tuple[str, str], RemoteModel] = {}
        self._ready: set[int] = set()  # finished downloads that are on the shelf
        self._taking: set[int] = set()

    def close(self) -> None:
        """Stop downloading; it can be gone on with."""
        with self._lock:
            if self._queue is not None:
                self._queue.close()

    # ---- drafts

    def on_disk(self, target: str, stop: threading.Event) -> tuple[DraftOffer, ...]:
        """What this computer has, and what was found on the hub for it earlier."""
        from app.hub.finding import find_drafts

        header, planner = self._planner.header(target), self._planner
        n_ctx = planner.n_ctx(header, planner.usual)
        found = find_drafts(
            header, self._others(target), None, devices=planner.devices(), n_ctx=n_ctx, cancelled=stop
        )
        return self._keep(target, header, found, keep_remote=True)

    def look(self, target: str, told: Callable[[HubNews], None], stop: threading.Event) -> None:
        """Look on the hub as well, telling what is found on the way."""
        from app.hub.finding import find_drafts, repo_of_target

        header, planner = self._planner.header(target), self._planner

        def news(found: DraftsFound) -> None:
            if not stop.is_set():
                offers = self._keep(target, header, found, keep_remote=False)
                told(HubNews(offers, tuple(map(trouble_of, found.problems)), over=found.complete))

        find_drafts(
            header,
            self._others(target),
            self.hub(),
            target_repo=repo_of_target(header, [self._own_folder()]),
            devices=planner.devices(),
            n_ctx=planner.n_ctx(header, planner.usual),
            told=news,
            cancelled=stop,
        )

    def known(self, target: str) -> tuple[DraftOffer, ...]:
        """What was found for it last."""
        return self._offers.get(target, ())

    def draft_of(self, wish: BillWish) -> Beside | None:
        """The header of the draft in a wish."""
        found = self._found.get(wish.target, {}).get(wish.offer)
        if found is None:
            return None
        if found.place == "inside":
            return Beside(None)
        if found.remote is not None:
            header = self._remote_header(found.remote)
            return Beside(None, instead=header) if found.replaces else Beside(header)
        return Beside(self._planner.header(found.path))

    # ---- the hub

    def hub(self) -> Hub:
        """The hub, made when it is asked for first."""
        from app.hub.client import Hub

        with self._lock:
            if self._hub is None:
                self._hub = (self._make_hub or Hub)()
            return self._hub

    def repository(self, name: str, target: str) -> HubRepository:
        """What a repository holds, with what fits."""
        from app.hub.names import repo_of_url

        found = self.hub().repository(repo_of_url(name) or name.strip("/ "))
        for model in found.models:
            self._remote[model.repo, model.name] = model
        return repository_of(found, self._fits(found.models, target))

    def keep_token(self, token: str) -> str:
        """'' when the keyring has it, else a sentence."""
        return self.hub().tokens.keep(token)

    # ---- downloads

    def listen(self, told: Listener) -> Cancel:
        """Hear of the queue."""
        self._listeners.append(told)
        told(self._downloads())
        return lambda: self._listeners.remove(told)

    def take_up(self) -> None:
        """Show downloads that an earlier start of the program did not finish."""
        folder = self._own_folder()
        if self._queue is None and folder.is_dir() and next(folder.rglob(_UNFINISHED), None) is not None:
            self.queue()
            self._tell()

    def queue(self) -> Downloads:
        """The queue over the own folder."""
        from app.hub.downloads import Downloads

        hub = self.hub()
        with self._lock:
            if self._queue is None:
                self._queue = Downloads(hub, self._own_folder())
                self._ready |= {row.id for row in self._queue.rows if row.state == "done"}
                self._queue.listen(self._moved)
            return self._queue

    def download(self, repo: str, file: str, target: str) -> None:
        """Put a model that was seen into the queue."""
        from app.hub.values import Meant

        model = self._remote.get((repo, file))
        if model is None:
            raise UsageError(f"{file} cannot be fetched", "it was not looked at yet", "Look into the repository again.")
        offers = self.known(target)
        exact = next((one for one in offers if (one.repo, one.file) == (repo, file)), None)
        alike = exact or next((one for one in offers if one.repo == repo and one.level != "refuse"), None)
        self.queue().add(model, Meant(target, alike.preset, alike.use == "variant") if alike is not None else None)
        self._tell()

    def cancel(self, number: int) -> None:
        """Take it off the queue."""
        self.queue().cancel(number)
        self._tell()

    def leave_folder(self) -> None:
        """The own folder is going to be another one. What is unfinished stays in the one before."""
        with self._lock:
            queue = self._queue
            if queue is None:
                return
            if any(row.state in ("queued", "running") for row in queue.rows):
                raise RefusedError("downloads are under way", "they go to the folder before", "Wait, or pause them.")
            queue.close()
            self._queue = None
            self._ready.clear()
        self._tell()

    # ---- inside

    def _others(self, target: str) -> list[Path]:
        """Files that could draft: not those of the target's size and above, which nobody would wait for."""
        rows = self._rows()
        most = next((row.size for row in rows if row.path == target), 0)
        return [Path(row.path) for row in rows if row.path != target and (row.size < most or row.draft_only)]

    def _remote_header(self, model: RemoteModel) -> Header:
        from app.hub.remote import read_remote_header

        return read_remote_header(self.hub(), model)

    def _keep(self, target: str, header: Header, found: DraftsFound, *, keep_remote: bool) -> tuple[DraftOffer, ...]:
        drafts = list(found.drafts)
        if keep_remote:
            drafts += self._still_remote(target, drafts)
        offers = tuple(offer_of(one, header) for one in drafts)
        self._found[target] = dict(zip((offer.id for offer in offers), drafts, strict=True))
        self._offers[target] = offers
        for one in drafts:
            if one.remote is not None:
                self._remote[one.remote.repo, one.remote.name] = one.remote
        return offers

    def _still_remote(self, target: str, here: Sequence[FoundDraft]) -> list[FoundDraft]:
        """What was found on the hub before and did not come since."""
        names = {(Path(one.path).name, one.size) for one in here if one.path}
        before = self._found.get(target, {}).values()
        return [
            one
            for one in before
            if one.remote is not None and (Path(one.remote.name).name, one.remote.size) not in names
        ]

    def _fits(self, models: Sequence[RemoteModel], target: str) -> Callable[[RemoteModel], Fit | None]:
        """What fits, from the header of one of them: the others differ in nothing but their weights."""
        readable = [model for model in models if quantisation_in(model.name)]
        try:
            one = readable[0] if readable else models[0]
            header = self._remote_header(one)
            counted = self._planner.header(target) if target else header
            plan = self._planner.plan(counted, Beside(header) if target else None, self._planner.usual)
        except (PacelineError, IndexError) as error:
            log.info("What fits is not known: %s", error)
            return lambda _model: None
        return lambda model: fit_of_other(plan, counted, model.size - one.size)

    def _moved(self, row: DownloadRow) -> None:
        """On the queue's own thread, which must not be held up."""
        if row.state == "done" and row.id not in self._ready | self._taking:
            self._taking.add(row.id)
            threading.Thread(target=self._take_in, args=(row.id,), name="taking in a download", daemon=True).start()
        self._tell()

    def _take_in(self, number: int) -> None:
        try:
            self._come()
        except Exception:
            log.exception("A bug in taking in a download")
        finally:
            self._taking.discard(number)
            self._ready.add(number)
            self._tell()

    def _downloads(self) -> tuple[Download, ...]:
        queue = self._queue
        if queue is None:
            return ()
        return tuple(download_of(row, ready=row.id in self._ready) for row in queue.rows)

    def _tell(self) -> None:
        downloads = self._downloads()
        for told in tuple(self._listeners):
            told(downloads)
