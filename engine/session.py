"""One engine: a target, its drafters, one conversation in memory, one request at a time.

`Session.handle` does what a command asks and hands events to `emit`. It knows nothing of threads and processes;
`engine.host` and `engine.child` put it there.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Final

from engine import context_fit, decoding, price, price_files, scoring
from engine.acceptance import draft_sampler, verifier
from engine.commands import (
    Command,
    CountTokens,
    Generate,
    LoadModel,
    MeasurePrice,
    Prepare,
    ScoreTokens,
    SearchLayers,
    Speculation,
    Unload,
)
from engine.constraint import ConstrainedVerifier
from engine.drafters import discover
from engine.errors import PacelineError, RefusedError, UsageError
from engine.events import (
    DrafterStatus,
    EngineReady,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    LayerSearchDone,
    LayerSearchStep,
    LayerTrial,
    Loading,
    ModelLoaded,
    Noticed,
    Prepared,
    PriceMeasured,
    PricePoint,
    StopReason,
    TokensScored,
    Unloaded,
)
from engine.folders import NOWHERE, EngineFolders
from engine.gguf_header import Header
from engine.layer_skip import LayerSearch, Phase
from engine.llama import backend
from engine.llama.context import Aborted, Context
from engine.llama.grammar import Grammar, grammar_of_schema
from engine.llama.model import LoadCancelled
from engine.loading import Loaded, load, read_target_header
from engine.prompting import Prompter, ReplyText
from engine.sampling import Sampler
from engine.speculating import (
    Speculating,
    context_shape,
    needs_head,
    nothing_made,
    second_path,
    settled,
    with_made_draft,
)
from engine.watchdog import Seen, Watchdog

log = logging.getLogger(__name__)

PLAIN_PASSES_MEASURED: Final = 6
LOADING_STEP: Final = 0.01
PRICES_WITHIN_S: Final = 1.5
BELIEVED: Final = (0.5, 2.0)  # a kept curve's first point, in passes as they are now


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
        self._target: Loaded | None = None
        self._load_command: LoadModel | None = None
        self._plain_s = 0.0  # of a pass over one token, at load
        self._has_head = False  # the target was loaded with its NextN block
        self._prompter: Prompter | None = None
        self._context: Context | None = None
        self._speculating: Speculating | None = None

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
                    self._prepare(command.request_id, command.speculation)
                    self._emit(self._prepared(command))
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
        if self._speculating:
            self._speculating.close()
        if self._context:
            self._context.close()
        if self._target:
            self._target.model.close()
        self._target = self._context = self._speculating = self._prompter = self._load_command = None
        self._has_head = False

    # ---- loading

    def _load(self, command: LoadModel) -> None:
        began = perf_counter()
        header = read_target_header(Path(command.path))
        self.close()
        try:
            self._load_target(command, command.request_id, with_head=False)
            target, context = self._loaded()
            (plain,) = price.measure(context, ks=(1,), repeats=PLAIN_PASSES_MEASURED)
            self._plain_s = plain.pass_s
        except BaseException:
            self.close()
            raise
        if self._cancelled():
            self.close()
            raise RefusedError(f"Loading {Path(command.path).name} was cancelled")
        self._emit(
            ModelLoaded(
                request_id=command.request_id,
                model=target.info,
                n_ctx=context.n_ctx,
                gpu_layers=target.model.gpu_layers,
                threads=target.threads,
                load_s=perf_counter() - began,
                plain_pass_s=plain.pass_s,
                drafters=self._drafter_statuses(header),
                warnings=target.warnings,
            )
        )

    def _load_target(self, command: LoadModel, request_id: int, *, with_head: bool) -> None:
        """request_id: of the request that makes it necessary, which may be a later one than `command`."""
        self._load_command = command  # stays if the rest fails: see _at_hand
        path = Path(command.path)
        header = read_target_header(path)
        try:
            self._target = load(
                path,
                header,
                command.context,
                progress=self._progress(request_id, "target", path),
                load_mtp=with_head,
            )
        except LoadCancelled:
            raise RefusedError(f"Loading {path.name} was cancelled") from None
        self._has_head = with_head
        self._prompter = Prompter(self._target.model)
        self._make_context(Speculation())

    def _make_context(self, speculation: Speculation) -> None:
        """A context of the target that this speculation can run on; one that fits already is kept."""
        target, command = self._target, self._load_command
        assert target is not None and command is not None
        shape = context_shape(target, command.context, speculation)
        if self._context is not None:
            if self._context.shape == shape:
                return
            self._context.close()
            self._context = None
        self._context = Context(target.model, shape)

    def _measure_price(self, command: MeasurePrice) -> None:
        _, context = self._at_hand(command.request_id)
        if self._speculating:
            self._speculating.chain.rewind(0)
        try:
            points = price.measure(context, depth=command.depth, cancelled=self._cancelled)
        except Aborted:
            raise RefusedError("Measuring the price was cancelled") from None
        self._emit(PriceMeasured(command.request_id, command.depth, points))

    def _search_layers(self, command: SearchLayers) -> None:
        target, context = self._at_hand(command.request_id)
        if self._folders.made is None:
            raise UsageError("This engine was started without a folder for copies of models")
        if self._speculating:  # a draft model's memory may be needed for the copies
            self._speculating.close()
            self._speculating = None
        context.disable_nextn()
        assert self._load_command is not None

        def tell(phase: Phase, done: int, total: int, best: LayerTrial | None) -> None:
            self._emit(LayerSearchStep(command.request_id, phase, done, total, best))

        found = LayerSearch(
            target,
            context,
            self._load_command.context,
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
                drafters=self._drafter_statuses(target.header),
            )
        )

    def _drafter_statuses(self, header: Header) -> tuple[DrafterStatus, ...]:
        target, _ = self._loaded()
        statuses = []
        for name, kind in discover().items():
            reason = kind.unavailable(header) or nothing_made(kind, target, self._folders.made)
            statuses.append(DrafterStatus(name, not reason, reason, kind.takes_sidecar))
        return tuple(statuses)

    def _progress(self, request_id: int, what: str, path: Path) -> Callable[[float], bool]:
        shown = -1.0

        def progress(fraction: float) -> bool:
            nonlocal shown
            if fraction - shown >= LOADING_STEP or fraction >= 1.0 > shown:
                shown = fraction
                self._emit(Loading(request_id, "draft" if what == "draft" else "target", str(path), fraction))
            return not self._cancelled()

        return progress

    # ---- drafters

    def _prepare(self, request_id: int, speculation: Speculation, *, cold: bool = False) -> Speculating:
        """The drafters of a speculation; those at hand are kept when it is the same, and freed when not. cold: drafters
        that know nothing of any earlier reply, and keep nothing of the next."""
        speculation = settled(speculation, self._header())
        target, _ = self._at_hand(request_id, with_head=needs_head(speculation))
        speculation = with_made_draft(speculation, target, self._folders.made)
        current = self._speculating
        if current and current.serves(speculation) and not cold and not current.cold:
            return current
        keep = second_path(speculation)
        if current:
            self._speculating = None
            current.release(keep_draft=keep)
        if needs_head(speculation) != self._has_head:
            if current:
                current.close()
                current = None
            assert self._load_command is not None
            command = self._load_command
            self.close()
            self._load_target(command, request_id, with_head=needs_head(speculation))
            target, _ = self._loaded()
        try:
            self._make_context(speculation)
            _, context = self._loaded()
            assert self._load_command is not None
            self._speculating = Speculating.prepare(
                target,
                context,
                speculation,
                self._load_command.context,
                draft=current.draft if current else None,
                progress=lambda path: self._progress(request_id, "draft", path),
                cancelled=self._cancelled,
                prices=self._prices,
                folders=replace(self._folders, history=None) if cold else self._folders,
            )
        except BaseException:
            if current:
                current.close()
            raise
        self._speculating.cold = cold
        return self._speculating

    def _prices(self) -> Sequence[PricePoint]:
        """The price curve of what is loaded: as it was measured before in the same circumstances, or measured now. One
        from when the machine was much slower or faster than it was at this load says nothing about now."""
        target, context = self._loaded()
        kept = price_files.PriceFile.of(self._folders.prices, target, context)
        curve = kept.read()
        if not curve or not BELIEVED[0] < curve[0].pass_s / self._plain_s < BELIEVED[1]:
            try:
                curve = price.measure_within(context, PRICES_WITHIN_S, self._cancelled)
            except Aborted:
                raise RefusedError("Measuring the price was cancelled") from None
            kept.write(curve)
        return curve

    def _header(self) -> Header:
        """That of the target, be it in memory or about to be loaded again."""
        if self._target is None and self._load_command is not None:
            return read_target_header(Path(self._load_command.path))
        return self._loaded()[0].header

    def _prepared(self, command: Prepare) -> Prepared:
        speculating = self._speculating
        assert speculating is not None
        return Prepared(
            command.request_id,
            command.speculation,
            speculating.draft.info if speculating.draft else None,
            speculating.warnings,
        )

    # ---- replies

    def _generate(self, command: Generate) -> None:
        began = perf_counter()
        if command.max_tokens < 1:
            raise UsageError("The reply's length must be at least 1 token")
        speculating = self._prepare(command.request_id, command.speculation, cold=command.cold)
        target, context = self._loaded()
        assert self._prompter is not None
        prompt = self._prompter.prompt(command)
        if len(prompt.tokens) > context.n_ctx:
            raise RefusedError(
                f"The prompt of {len(prompt.tokens)} tokens is longer than the context of {context.n_ctx}",
                "",
                "Shorten it, start a new chat, or load the model with a longer context.",
            )
        cached = 0 if command.cold else _common_length(context.tokens, prompt.tokens)
        cached = context.rewind(min(cached, len(prompt.tokens) - 1))
        speculating.chain.rewind(cached)
        text = self._prompter.reply_text(
            prompt.stops, opens_thinking=prompt.opens_thinking, mid_thinking=prompt.mid_thinking
        )
        sampler = Sampler(command.sampling, target.model.n_vocab)
        rule = command.speculation.rule
        grammar = Grammar(target.model, grammar_of_schema(command.json_schema)) if command.json_schema else None
        judge = verifier(rule, sampler)
        job = decoding.Job(
            request_id=command.request_id,
            context=context,
            chain=speculating.chain,
            verifier=ConstrainedVerifier(judge, rule, grammar) if grammar else judge,
            draft_sampler=draft_sampler(rule, Sampler(command.sampling, target.model.n_vocab)),
            text=text,
            history=list(prompt.tokens),
            max_tokens=command.max_tokens,
            max_draft=speculating.n_max,
            end_tokens=target.model.end_tokens,
            cancelled=self._cancelled,
            started_at=began,
        )
        warnings = (*prompt.warnings, *speculating.warnings)
        self._emit(GenerationStarted(command.request_id, len(prompt.tokens), cached, context.n_ctx, warnings))
        try:
            for progress in decoding.process_prompt(job):
                self._emit(progress)
            prompt_s = perf_counter() - began
            reason = self._write(job, self._watchdog(command))
        finally:
            if grammar:
                grammar.close()
        self._emit(self._done(command, text, reason, prompt_s))

    def _watchdog(self, command: Generate) -> Watchdog:
        """A comparison's replies run as they were asked for. Drafters chosen by price rest too: the plain rounds then
        tell what the others are held against, should that have been measured wrong."""
        drafts = bool(command.speculation.drafters)
        return Watchdog(self._plain_s, may_rest=command.rest_when_slow and drafts and not command.cold)

    def _write(self, job: decoding.Job, watchdog: Watchdog) -> StopReason:
        rounds = decoding.write_reply(job)
        longest = job.max_draft
        while True:
            job.max_draft = 0 if watchdog.resting else longest
            try:
                done = next(rounds)
            except StopIteration as end:
                reason: StopReason = end.value
                return reason
            self._emit(done)
            for notice in watchdog.round(Seen.of(done)):
                self._emit(Noticed(job.request_id, notice.kind, notice.text))

    def _done(self, command: Generate, text: ReplyText, reason: StopReason, prompt_s: float) -> GenerationDone:
        return GenerationDone(
            request_id=command.request_id,
            stop_reason=reason,
            stop_text=text.stop_text,
            text=text.finish(),
            prompt_s=prompt_s,
        )

    def _count_tokens(self, command: CountTokens) -> None:
        _, context = self._at_hand(command.request_id)
        assert self._prompter is not None
        self._emit(context_fit.counted(command, self._prompter, context.n_ctx))

    def _score_tokens(self, command: ScoreTokens) -> None:
        target, context = self._at_hand(command.request_id)
        assert self._prompter is not None
        history = scoring.history_of(command, self._prompter, target.model.n_vocab, context.n_ctx)
        if self._speculating:
            self._speculating.chain.rewind(0)
        sampler = Sampler(command.sampling, target.model.n_vocab)
        scores = scoring.score(context, sampler, history, command.candidates, self._cancelled)
        self._emit(TokensScored(command.request_id, scores))

    def _at_hand(self, request_id: int, *, with_head: bool = False) -> tuple[Loaded, Context]:
        """What was loaded; again where a change of drafters that failed or was cancelled has cost it."""
        command = self._load_command
        if command is not None and self._context is None:
            self.close()
            self._load_target(command, request_id, with_head=with_head)
        return self._loaded()

    def _loaded(self) -> tuple[Loaded, Context]:
        if self._target is None or self._context is None:
            raise UsageError("No model is loaded", "", "Load one first.")
        return self._target, self._context


def _common_length(held: list[int], wanted: tuple[int, ...]) -> int:
    """How many first tokens are the same."""
    for i, (a, b) in enumerate(zip(held, wanted, strict=False)):
        if a != b:
            return i
    return min(len(held), len(wanted))
