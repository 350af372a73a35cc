"""One engine: a target, its drafters, one conversation in memory, one request at a time.

`Session.handle` does what a command asks and hands events to `emit`. `target` is what is in memory (`engine.target`),
`drafters` what was made ready to draft for it (`engine.preparation`). It knows nothing of threads and processes;
`engine.host` and `engine.child` put it there.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter

from engine import context_fit, price, scoring
from engine.commands import (
    Command,
    CountTokens,
    Generate,
    LoadModel,
    MeasurePrice,
    Prepare,
    ScoreTokens,
    SearchLayers,
    Unload,
)
from engine.errors import PacelineError, RefusedError, UsageError
from engine.events import (
    EngineReady,
    Event,
    Failed,
    LayerSearchDone,
    LayerSearchStep,
    LayerTrial,
    ModelLoaded,
    Prepared,
    PriceMeasured,
    TokensScored,
    Unloaded,
)
from engine.folders import NOWHERE, EngineFolders
from engine.layer_skip import LayerSearch, Phase
from engine.llama import backend
from engine.llama.context import Aborted, Context
from engine.loading import read_target_header
from engine.preparation import Preparation
from engine.replying import reply
from engine.sampling import Sampler
from engine.speculating import drafter_statuses
from engine.target import Target

log = logging.getLogger(__name__)


class Session:
    """emit: takes every event, in order. cancelled: asked often while a request runs; True stops it."""

    def __init__(
        self,
        emit: Callable[[Event], None],
        cancelled: Callable[[], bool],
        folders: EngineFolders = NOWHERE,
    ) -> None:
        self._emit = emit
        self._folders = folders
        self._cancelled = cancelled
        self.target = Target(emit, cancelled)
        self.drafters = Preparation(self.target, folders, cancelled)

    def start(self) -> None:
        """Say that the engine is up, and which one it is."""
        self._emit(EngineReady(backend.info()))

    def handle(self, command: Command) -> None:
        """Do one command to its end. Whatever goes wrong becomes a Failed event; the session can go on after it."""
        try:
            match command:
                case LoadModel():
                    self._load(command)
                case Prepare():
                    self._prepare(command)
                case Generate():
                    self._generate(command)
                case CountTokens():
                    self._count_tokens(command)
                case MeasurePrice():
                    self._measure_price(command)
                case ScoreTokens():
                    self._score_tokens(command)
                case SearchLayers():
                    self._search_layers(command)
                case Unload():
                    self.close()
                    self._emit(Unloaded(command.request_id))
                case _:
                    pass  # Cancel is seen through `cancelled`
        except PacelineError as error:
            self._emit(Failed(command.request_id, error.kind, error.what, error.why, error.next_step))
        except Exception as error:
            log.exception("A request ended in an error that nobody expected")
            last = traceback.extract_tb(error.__traceback__)[-1]
            self._emit(
                Failed(
                    command.request_id,
                    "bug",
                    f"Paceline itself failed ({type(error).__name__}: {error})",
                    f"in {Path(last.filename).name}, line {last.lineno}",
                    "The log has the details; please report it.",
                )
            )

    def close(self) -> None:
        """Free everything that is loaded."""
        self.drafters.close()
        self.target.close()

    def _load(self, command: LoadModel) -> None:
        began = perf_counter()
        header = read_target_header(Path(command.path))
        self.close()
        target = self.target
        try:
            company = self.drafters.company_at_load(command.speculation, header)
            target.load(command, header, command.request_id, company)
            if self._cancelled():
                raise RefusedError(f"Loading {Path(command.path).name} was cancelled")
        except BaseException:
            self.close()
            raise
        self._emit(
            ModelLoaded(
                request_id=command.request_id,
                model=target.loaded.info,
                n_ctx=target.context.n_ctx,
                gpu_layers=target.loaded.model.gpu_layers,
                threads=target.loaded.threads,
                load_s=perf_counter() - began,
                plain_pass_s=target.plain_s,
                drafters=drafter_statuses(header, self._folders.made),
                warnings=target.loaded.warnings,
            )
        )

    def _prepare(self, command: Prepare) -> None:
        made = self.drafters.prepare(command.request_id, command.speculation)
        draft = made.draft.info if made.draft else None
        self._emit(Prepared(command.request_id, command.speculation, draft, made.warnings))

    def _generate(self, command: Generate) -> None:
        began = perf_counter()
        if command.max_tokens < 1:
            raise UsageError("The reply's length must be at least 1 token")
        speculating = self.drafters.prepare(command.request_id, command.speculation, cold=command.cold)
        with closing(reply(command, self.target, speculating, self._cancelled, began)) as events:
            for event in events:
                self._emit(event)

    def _count_tokens(self, command: CountTokens) -> None:
        self.target.require(command.request_id)
        self._emit(context_fit.counted(command, self.target.prompter, self.target.context.n_ctx))

    def _measure_price(self, command: MeasurePrice) -> None:
        context = self._emptied(command.request_id)
        try:
            points = price.measure(context, depth=command.depth, cancelled=self._cancelled)
        except Aborted:
            raise RefusedError("Measuring the price was cancelled") from None
        self._emit(PriceMeasured(command.request_id, command.depth, points))

    def _score_tokens(self, command: ScoreTokens) -> None:
        context = self._emptied(command.request_id)
        n_vocab = self.target.loaded.model.n_vocab
        history = scoring.history_of(command, self.target.prompter, n_vocab, context.n_ctx)
        sampler = Sampler(command.sampling, n_vocab)
        scores = scoring.score(context, sampler, history, command.candidates, self._cancelled)
        self._emit(TokensScored(command.request_id, scores))

    def _search_layers(self, command: SearchLayers) -> None:
        self.target.require(command.request_id)
        target, context = self.target.loaded, self.target.context
        if self._folders.made is None:
            raise UsageError("This engine was started without a folder for copies of models")
        self.drafters.close()  # a draft model's memory may be needed for the copies
        context.disable_nextn()

        def tell(phase: Phase, done: int, total: int, best: LayerTrial | None) -> None:
            self._emit(LayerSearchStep(command.request_id, phase, done, total, best))

        found = LayerSearch(
            target,
            context,
            self.target.options,
            self._folders.made,
            tell,
            self._cancelled,
            command.file_type,
            command.max_skip,
        ).run(command.make)
        self._emit(
            LayerSearchDone(
                request_id=command.request_id,
                n_layer=found.n_layer,
                file_type=found.file_type,
                steps=found.steps,
                checked=found.checked,
                pays=found.pays,
                sentence=found.sentence,
                path=str(found.path or ""),
                drafters=drafter_statuses(target.header, self._folders.made),
            )
        )

    def _emptied(self, request_id: int) -> Context:
        """The target's context for something that empties it; the drafters know that nothing of theirs is in it."""
        self.target.require(request_id)
        if self.drafters.current:
            self.drafters.current.chain.rewind(0)
        return self.target.context
