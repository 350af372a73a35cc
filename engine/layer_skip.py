"""Which layers of a model can go, so that what is left drafts for the whole: a greedy search that measures and says no.

    record   the target answers some prompts, greedily
    try      of the blocks still there, each is left out in turn; a pass of that copy over the recordings tells how
             often it agrees; the block that costs least agreement goes for good, and the next round begins
    stop     when the expected speedup has not risen for some rounds
    check    the best copy is measured again on recordings that took no part in the search
    keep     the copy, when it pays

Expected speedup comes from the recorded agreements (`calibration`) and from measured times: of single passes while
searching, of whole rounds when the best copy is checked.
After the idea of Zhang et al. 2024, "Draft & Verify", where the layers are searched by Bayesian optimisation; here the
copies are real files, so that every engine can run them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, Literal

import numpy as np
import psutil

from engine import made_drafts, price
from engine.calibration import DRAFT_LENGTHS, Recording, Use, agreements, best_length, record, share, texts
from engine.commands import ContextOptions, MakeCopy
from engine.errors import RefusedError, UsageError
from engine.events import LayerTrial
from engine.gguf_header import read_header
from engine.layer_pattern import LayerBlocks, layer_blocks
from engine.llama import backend
from engine.llama.context import Aborted, Context, ContextShape
from engine.llama.model import LoadCancelled
from engine.llama.quantize import FILE_TYPES, requantise
from engine.loading import Loaded, load_draft
from engine.prompting import Prompter

PAYS: Final = 1.05
REPLY_TOKENS: Final = 64
CANDIDATES: Final = 6  # after the first round only the blocks that seemed most dispensable are tried again
PATIENCE: Final = 3  # rounds without a better copy
PRICE_REPEATS: Final = 7
ROUND_REPEATS: Final = 5
COST_REPEATS: Final = 14  # a busy machine bends single times far more than their ratio
ROWS: Final = 64
SPARE_BYTES: Final = 64 << 20
_WORK: Final = "search-"

Phase = Literal["recording", "trying", "checking"]
Tell = Callable[[Phase, int, int, LayerTrial | None], None]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to; see `engine.events.LayerSearchDone`. path: the copy that was kept, or None."""

    n_layer: int
    file_type: str
    steps: tuple[LayerTrial, ...]
    checked: LayerTrial
    path: Path | None

    @property
    def pays(self) -> bool:
        return self.checked.expected_speedup >= PAYS

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        trial = self.checked
        n = len(trial.layers)
        copy = f"a copy without {_named(trial.layers)} of {self.n_layer} layers" if n else "a copy of all layers"
        if self.file_type:
            copy += f" in {self.file_type}"
        figures = (
            f"it proposes {100 * trial.agreement:.0f} % of the model's own tokens, and one of its passes costs "
            f"{trial.cost_ratio:.2f} of the model's"
        )
        if self.pays:
            text = f"Drafts of {trial.draft_length} by {copy} should make replies {trial.expected_speedup:.2f}× as fast"
        else:
            text = f"No copy pays here. The best, {copy}, would give {trial.expected_speedup:.2f}×"
        made = "The copy was made." if self.path else "No copy was made."
        return f"{text}: {figures}. {made}"


@dataclass(slots=True)
class LayerSearch:
    """One search. context: the target's, empty afterwards. folder: where copies are made and kept.

    tell: called after every step. cancelled: asked between and inside passes; making one copy cannot be interrupted.
    """

    target: Loaded
    context: Context
    options: ContextOptions
    folder: Path
    tell: Tell
    cancelled: Callable[[], bool]
    file_type: str = ""
    max_skip: int = 0
    _work: Path = field(init=False)
    _source: Path = field(init=False)
    _recordings: dict[Use, list[Recording]] = field(init=False, default_factory=dict)
    _price: dict[int, float] = field(init=False, default_factory=dict)
    _n_tried: int = field(init=False, default=0)

    def run(self, make: MakeCopy) -> Found:
        """Search and, as `make` says, keep the best copy. All else that was written is deleted, whatever happens.

        Raises RefusedError (this model cannot, no room on disk or in memory, cancelled), UsageError, ModelLoadError.
        """
        if self.file_type and self.file_type not in FILE_TYPES:
            known = ", ".join(FILE_TYPES)
            raise UsageError(f"{self.file_type} is not a quantisation that can be made", "", f"Known: {known}.")
        blocks = layer_blocks(self.target.header)
        try:
            self._open_work()
            self._prepare()
            steps = self._descend(blocks)
            return self._finish(blocks, steps, make)
        except (Aborted, LoadCancelled):
            raise self._stopped() from None
        finally:
            if hasattr(self, "_work"):
                shutil.rmtree(self._work, ignore_errors=True)
            self.context.on_abort(None)
            self.context.clear()

    # ---- before the search

    def _open_work(self) -> None:
        """A folder for what is thrown away again, and room on its disk. Leftovers of engines that died are removed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for left in self.folder.glob(f"{_WORK}*"):
            pid = left.name.removeprefix(_WORK).partition("-")[0]
            if pid.isdecimal() and not psutil.pid_exists(int(pid)):
                shutil.rmtree(left, ignore_errors=True)
        header = self.target.header
        per_weight = {"F32": 4.0, "F16": 2.0, "BF16": 2.0}.get(self.file_type, 1.1)
        needed = SPARE_BYTES + (int(2 * header.parameters * per_weight) if self.file_type else header.size)
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise RefusedError(
                "There is no room for a copy of the model",
                f"{needed >> 20} MB are needed and {free >> 20} MB are free in {self.folder}",
                "Free some space, or search with a smaller quantisation.",
            )
        self._work = Path(tempfile.mkdtemp(prefix=f"{_WORK}{os.getpid()}-", dir=self.folder))

    def _prepare(self) -> None:
        """The target's replies, its price curve, and the file that copies are made from."""
        prompter = Prompter(self.target.model)
        wanted: list[tuple[Use, str]] = [(use, text) for use in ("search", "check") for text in texts(use)]
        self._recordings = {"search": [], "check": []}
        self.context.on_abort(self.cancelled)
        for done, (use, text) in enumerate(wanted, 1):
            made = record(self.context, prompter, text, REPLY_TOKENS, self.cancelled)
            self._go_on()
            if made is not None:
                self._recordings[use].append(made)
            self.tell("recording", done, len(wanted), None)
        self.context.on_abort(None)
        if not all(self._recordings.values()):
            raise RefusedError(
                f"The context of {self.context.n_ctx} tokens is too short to search in",
                "",
                "Load the model with a longer one.",
            )
        lengths = (1, *(n + 1 for n in DRAFT_LENGTHS))
        points = price.measure(self.context, ks=lengths, repeats=PRICE_REPEATS, cancelled=self.cancelled)
        self._price = {point.k: point.pass_s for point in points}
        self._source = self.target.model.path
        if self.file_type:
            self._source = self._work / "whole.gguf"
            requantise(self.target.model.path, self._source, self.file_type)

    # ---- the search

    def _descend(self, blocks: LayerBlocks) -> list[LayerTrial]:
        """The best copy of every number of layers left out, fewest first."""
        max_skip = self.max_skip or blocks.n_layer // 2
        max_rounds = max(1, min(len(blocks.blocks), max_skip // blocks.size))
        total = bool(self.file_type) + len(blocks.blocks) + (max_rounds - 1) * CANDIDATES
        steps: list[LayerTrial] = []
        if self.file_type:  # in another quantisation the whole model may be a draft already
            steps.append(self._best_of([()], total, None)[1])
        gone: tuple[int, ...] = ()
        left = list(blocks.blocks)  # most dispensable first, as far as is known
        for _ in range(max_rounds):
            tried = left[:CANDIDATES] if gone else left
            ranking, step = self._best_of([tuple(sorted((*gone, *block))) for block in tried], total, steps)
            steps.append(step)
            order = [tried[i] for i in ranking]
            gone = step.layers
            left = [*order[1:], *left[len(tried) :]]
            if not left or _stagnates(steps):
                break
        return steps

    def _best_of(
        self, candidates: Sequence[tuple[int, ...]], total: int, steps: Sequence[LayerTrial] | None
    ) -> tuple[list[int], LayerTrial]:
        """(candidates by falling agreement as indices, the best of them measured). All have equally many layers, so
        their times count together; of equally good ones the first wins."""
        repeats = -(-COST_REPEATS // len(candidates))
        costs: list[float] = []
        hits: list[list[tuple[bool, ...]]] = []
        for layers in candidates:
            copy = self._make(layers)
            with self._opened(copy) as context:
                hits.append(self._agreements(context, "search"))
                costs += self._costs(context, repeats)
            copy.unlink()
            self._n_tried += 1
            self.tell("trying", self._n_tried, total, _best(steps) if steps else None)
        ranking = sorted(range(len(candidates)), key=lambda i: -share(hits[i]))
        return ranking, self._trial(candidates[ranking[0]], hits[ranking[0]], median(costs), None)

    def _finish(self, blocks: LayerBlocks, steps: Sequence[LayerTrial], make: MakeCopy) -> Found:
        """Measure the best copy on the other recordings, and keep it if it shall be kept."""
        best = _best(steps)
        self.tell("checking", 0, 1, best)
        copy = self._make(best.layers)
        with self._opened(copy) as context:
            hits = self._agreements(context, "check")
            cost = median(self._costs(context, COST_REPEATS))
            checked = self._trial(best.layers, hits, cost, self._rounds(context, best.draft_length + 2))
        self.tell("checking", 1, 1, checked)
        found = Found(blocks.n_layer, self.file_type, tuple(steps), checked, None)
        if make == "never" or (make == "if-it-pays" and not found.pays):
            return found
        path = self.target.model.path
        made = made_drafts.MadeDraft(
            target=path.name,
            target_bytes=path.stat().st_size,
            layers=list(checked.layers),
            n_layer=blocks.n_layer,
            file_type=self.file_type,
            agreement=checked.agreement,
            cost_ratio=checked.cost_ratio,
            draft_length=checked.draft_length,
            expected_speedup=checked.expected_speedup,
            llama_cpp=backend.info().llama_cpp,
            copy_bytes=copy.stat().st_size,
        )
        kept = made_drafts.keep(self.folder, path, copy, made)
        return Found(blocks.n_layer, self.file_type, tuple(steps), checked, kept)

    # ---- one copy

    def _make(self, layers: tuple[int, ...]) -> Path:
        self._go_on()
        copy = self._work / "copy.gguf"
        requantise(self._source, copy, None, layers)
        self._go_on()
        return copy

    @contextmanager
    def _opened(self, copy: Path) -> Iterator[Context]:
        """The copy in memory, with a context that is as long as the recordings need."""
        recordings = [recording for group in self._recordings.values() for recording in group]
        loaded = load_draft(
            copy,
            read_header(copy),
            self.options,
            progress=lambda _fraction: not self.cancelled(),
            target=self.target,
        )
        try:
            shape = ContextShape(
                n_ctx=max(ROWS, *(len(r.prompt) + len(r.reply) for r in recordings)),
                n_outputs=ROWS,
                threads=self.target.threads,
                flash_attention=self.options.flash_attention,
                kv_type=self.options.draft_kv_type or self.options.kv_type,
            )
            context = Context(loaded.model, shape)
            try:
                yield context
            finally:
                context.close()
        finally:
            loaded.model.close()

    def _agreements(self, context: Context, use: Use) -> list[tuple[bool, ...]]:
        context.on_abort(self.cancelled)
        found = []
        for recording in self._recordings[use]:
            self._go_on()
            found.append(agreements(context, recording))
        context.on_abort(None)
        return found

    def _costs(self, copy: Context, repeats: int) -> list[float]:
        """A pass of the copy in passes of the target, timed one right after the other, so many times."""
        ratios = []
        for _ in range(repeats):
            self._go_on()
            (own,), (whole,) = (price.measure(context, ks=(1,), repeats=1) for context in (copy, self.context))
            ratios.append(own.pass_s / whole.pass_s)
        return ratios

    def _rounds(self, copy: Context, longest: int) -> dict[int, float]:
        """The cost of whole rounds by the length of their drafts, in plain passes of the target.

        In a round the two models take turns and push each other's weights out of the caches, which passes timed one
        by one do not show.
        """
        ratios: dict[int, list[float]] = {n: [] for n in DRAFT_LENGTHS if n <= longest and n + 1 in self._price}
        token = [max(self.target.model.bos, 0)]
        for _ in range(ROUND_REPEATS):
            copy.clear()
            self.context.clear()
            _timed(self.context, token, 1)
            plain = _timed(self.context, token, 1)
            for n, found in ratios.items():
                self._go_on()
                drafting = sum(_timed(copy, token, 1) for _ in range(n))
                found.append((drafting + _timed(self.context, token, n + 1)) / plain)
        return {n: median(found) for n, found in ratios.items()}

    def _trial(
        self,
        layers: tuple[int, ...],
        hits: Sequence[tuple[bool, ...]],
        cost: float,
        rounds: Mapping[int, float] | None,
    ) -> LayerTrial:
        """rounds: what they cost, measured; None adds it up from single passes."""
        if rounds is None:
            price = {k: pass_s / self._price[1] for k, pass_s in self._price.items()}
            rounds = {n: n * cost + price[n + 1] for n in DRAFT_LENGTHS if n + 1 in price}
        length, speedup = best_length(hits, rounds, cost)
        return LayerTrial(layers, round(share(hits), 4), round(cost, 4), length, speedup)

    def _go_on(self) -> None:
        if self.cancelled():
            raise Aborted

    def _stopped(self) -> RefusedError:
        return RefusedError(f"The search for layers of {self.target.model.path.name} was cancelled")


def _timed(context: Context, token: list[int], k: int) -> float:
    """Seconds of a pass over k tokens, and of looking at its logits."""
    began = perf_counter()
    context.decode(token * k, "all")
    np.argmax(context.logits(), axis=1)
    return perf_counter() - began


def _best(steps: Sequence[LayerTrial]) -> LayerTrial:
    return max(steps, key=lambda step: step.expected_speedup)


def _stagnates(steps: Sequence[LayerTrial]) -> bool:
    return len(steps) - 1 - steps.index(_best(steps)) >= PATIENCE


def _named(layers: Sequence[int]) -> str:
    """'1, 2 and 5': layers by number, the first one being 0."""
    head = ", ".join(map(str, layers[:-1]))
    return f"{head} and {layers[-1]}" if head else str(layers[-1])
