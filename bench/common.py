"""What the benches share: the prompts, the demo model in F16, an engine to ask, fair turns, and tables."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final, TypeVar

import psutil

from app import demo_model, paths
from app.compare.records import round_record
from app.engines import EngineKind, open_engine
from engine.chat_template import ChatTemplate
from engine.commands import (
    Command,
    ContextOptions,
    Generate,
    LoadModel,
    MeasurePrice,
    Message,
    Prepare,
    Sampling,
    ScoreTokens,
    Speculation,
)
from engine.errors import PacelineError
from engine.events import (
    EngineDied,
    Event,
    Failed,
    GenerationDone,
    ModelLoaded,
    Prepared,
    PriceMeasured,
    RoundDone,
    TokensScored,
)
from engine.gguf_header import read_header
from engine.llama.quantize import requantise
from engine.metrics import ReplyMetrics
from engine.presets import load_presets, resolve
from ui.comparison import PriceCurve, RoundRecord

GREEDY: Final = Sampling(temperature=0.0)
WARM: Final = Sampling(temperature=0.8, top_k=40, top_p=1.0, min_p=0.0, seed=1)
PATIENCE_S: Final = 600.0
Answer = TypeVar("Answer", ModelLoaded, Prepared, GenerationDone, TokensScored, PriceMeasured)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A task of one kind. text: what the user writes."""

    id: str
    text: str


def load_prompts(only: Sequence[str] = ()) -> list[Prompt]:
    """The ten prompts, or those named."""
    lines = Path(__file__).with_name("prompts.jsonl").read_text("utf-8").splitlines()
    prompts = [Prompt(**json.loads(line)) for line in lines]
    unknown = set(only) - {prompt.id for prompt in prompts}
    if unknown:
        sys.exit(f"No such prompt: {', '.join(sorted(unknown))}. Known: {', '.join(p.id for p in prompts)}")
    return [prompt for prompt in prompts if not only or prompt.id in only]


def demo_model_path() -> Path:
    """The demo model as it is fetched (Q4_1)."""
    return demo_model.fetch()


def demo_f16_path() -> Path:
    """The demo model in F16, made once: on a CPU the best stand-in for a target that verifies cheaply."""
    target = paths.cache_dir() / "bench" / "SmolLM2-135M-Instruct.F16.gguf"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        requantise(demo_model_path(), target, "F16")
    return target


def speculation(preset: str, variant: str | None = None, draft_model: Path | None = None) -> Speculation:
    """A built-in preset, ready to run."""
    presets, _ = load_presets()
    return resolve(presets[preset], variant, None, str(draft_model) if draft_model else None)


@dataclass(slots=True)
class Run:
    """One reply and its figures."""

    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    token_ids: list[int] = field(default_factory=list)
    rounds: list[RoundRecord] = field(default_factory=list)

    @property
    def decode_s(self) -> float:
        return self.metrics.decode_s

    @property
    def verify_s(self) -> float:
        return self.metrics.verify_s

    @property
    def tokens_per_s(self) -> float:
        """Decode speed; 0 for a reply of a single round."""
        return self.metrics.tokens_per_s or 0.0


class Engine:
    """An engine that answers one question after another. Raises PacelineError in words when it cannot."""

    def __init__(self, kind: EngineKind) -> None:
        self._link = open_engine(kind)
        self._ids = count(1)

    def close(self) -> None:
        self._link.close()

    def load(self, path: Path, context: ContextOptions) -> ModelLoaded:
        answer, _ = self._ask(LoadModel(next(self._ids), str(path), context), ModelLoaded)
        return answer

    def reply(self, prompt: str, how: Speculation, sampling: Sampling, n_tokens: int) -> Run:
        """A reply to raw prompt text with nothing cached."""
        self._ask(Prepare(next(self._ids), how), Prepared)
        command = Generate(
            next(self._ids), prompt=prompt, speculation=how, sampling=sampling, max_tokens=n_tokens, cold=True
        )
        _, rounds = self._ask(command, GenerationDone)
        run = Run()
        for done in rounds:
            run.metrics.add(done)
            run.token_ids += done.token_ids
            run.rounds.append(round_record(done))
        return run

    def price(self, depth: int = 0) -> PriceCurve:
        """The price curve of the loaded target."""
        answer, _ = self._ask(MeasurePrice(next(self._ids), depth), PriceMeasured)
        return PriceCurve(answer.depth, answer.points)

    def scores(
        self, prompt: str, reply: Sequence[int], candidates: Sequence[int], sampling: Sampling
    ) -> tuple[float, ...]:
        """What the target makes of each candidate behind the prompt and the beginning of a reply."""
        command = ScoreTokens(next(self._ids), tuple(candidates), prompt=prompt, reply=tuple(reply), sampling=sampling)
        answer, _ = self._ask(command, TokensScored)
        return answer.scores

    def _ask(self, command: Command, wanted: type[Answer]) -> tuple[Answer, list[RoundDone]]:
        self._link.send(command)
        rounds: list[RoundDone] = []
        while self._link.wait(PATIENCE_S):
            for event in self._link.poll():
                _raise_failure(event)
                if isinstance(event, RoundDone):
                    rounds.append(event)
                elif isinstance(event, wanted):
                    return event, rounds
        raise TimeoutError(f"No answer to {type(command).__name__} within {PATIENCE_S:.0f} s")


def _raise_failure(event: Event) -> None:
    if isinstance(event, Failed):
        raise PacelineError(event.what, event.why, event.next_step)
    if isinstance(event, EngineDied):
        raise PacelineError(event.reason, event.detail)


def chat_prompt(model: Path, prompt: Prompt) -> str:
    """A prompt as the model's own chat template writes it, so that every engine gets the same text."""
    return ChatTemplate(read_header(model).chat_template).render((Message("user", prompt.text),)).text


def alternate(
    sides: Sequence[Callable[[], Result]], runs: int, *, warm_up: bool = True
) -> list[list[Result]]:
    """Ask every side in turn, `runs` times; who goes first changes every time. warm_up: one more round before, dropped.

    Returns the results by side.
    """
    results: list[list[Result]] = [[] for _ in sides]
    for turn in range(0 if warm_up else 1, runs + 1):
        order = range(len(sides)) if turn % 2 else range(len(sides) - 1, -1, -1)
        for i in order:
            result = sides[i]()
            if turn:
                results[i].append(result)
    return results


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How the medians compare; nan when there is nothing to compare with."""
    return median(ours) / median(theirs) if theirs and median(theirs) else float("nan")


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as they need to be: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for row in (head, ["-" * width for width in widths], *rows):
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip(), flush=True)


def machine() -> str:
    """One line about this machine."""
    cores, logical = psutil.cpu_count(logical=False) or 0, psutil.cpu_count() or 0
    memory_gib = psutil.virtual_memory().total / 2**30
    return f"{platform.machine()}, {cores} cores ({logical} threads), {memory_gib:.0f} GiB, {platform.system()}"


def default_threads() -> int:
    """Physical cores, as the engine takes them by itself."""
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


def parser(description: str, n_tokens: int, runs: int) -> argparse.ArgumentParser:
    """The options that all benches of replies have."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("-m", "--model", type=Path, help="target (default: the demo model in F16)")
    options.add_argument("-n", "--tokens", type=int, default=n_tokens, help="tokens of a reply, at most")
    options.add_argument("--runs", type=int, default=runs, help="runs that count, per prompt and side")
    options.add_argument("--ctx", type=int, default=2048, help="tokens of context")
    options.add_argument("--threads", type=int, default=default_threads())
    options.add_argument("--only", nargs="*", default=[], metavar="PROMPT", help="prompts by name")
    options.add_argument("--engine", choices=("child", "thread"), default="child", help="where ours runs")
    return options
