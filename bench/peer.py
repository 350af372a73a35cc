"""Decode speed beside llama.cpp's own server: `python -m bench.peer [--presets ...] [--runs 3] [-n 160]`.

The server comes from the wheel `xllamacpp` (the extra `bench`) and runs in a process of its own, as ours does. Both
get the same file, the same raw prompts, threads, context and drafter options, temperature 0; they take turns, and who
goes first changes every time. Both keep what drafters have learnt from earlier replies (the n-gram pool of `ngram-mod`
above all); to measure the same prompt again, neither may: for every measured reply the server is started anew, and ours
makes its drafters anew. Each then writes a few tokens of something else to warm up, thrown away.

Speed is (tokens after the first) / (seconds between the first and the last) on both sides: the server counts the
first token in `predicted_n` and starts `predicted_ms` when it is there, so one is taken off. A reply that ends of
itself ends on both sides. The ratio is that of the medians, and of several prompts the geometric mean.

Lookups are asked for what repeats itself: code to be edited, a list in JSON. Where nothing was drafted, only plain
decoding is compared, and the table says so.

`draft-model` drafts for the demo model in F16 with its Q4_1 file. `draft-mtp` runs on a hand-made hybrid model with
an MTP head, as deep as needed for a pass to take 5 ms or more: in a pass of half a millisecond any Python loop loses,
and users' passes take ten and more.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import sleep
from typing import Final

from app import paths
from app.compare.peers import PeerReply, PeerRequest
from app.compare.xllamacpp_peer import Shape, XllamacppPeer
from bench import common
from engine.commands import ContextOptions, Speculation
from engine.errors import PacelineError
from engine.llama.quantize import requantise
from tests import tiny_models

PROMPTS: Final = {
    "baseline": ("code-edit", "story"),
    "ngram-simple": ("code-edit", "json-list"),
    "ngram-map-k": ("code-edit", "json-list"),
    "ngram-map-k4v": ("code-edit", "json-list"),
    "ngram-mod": ("code-edit", "json-list"),
    "draft-model": ("code-edit", "story"),
    "draft-mtp": ("code-edit", "story"),
}
VARIANTS: Final = {"ngram-simple": "code"}
WARM_UP_TOKENS: Final = 8
WARM_UP: Final = common.Prompt("warm-up", "Count from one to ten.")
MTP_LAYERS: Final = 40
MTP_FF: Final = 8192  # 250 MB in F16: a pass takes what one of the demo model in F16 does
MTP_NOISE: Final = 0.1
POLL_S: Final = 0.002
HEAD: Final = ("preset", "prompt", "ours", "theirs", "ratio", "tokens", "our accepted", "their accepted", "")


@dataclass(frozen=True, slots=True)
class Speed:
    """One reply. tokens_per_s: decode speed. text is not compared: near-ties may fall either way."""

    tokens_per_s: float
    n_tokens: int
    drafted: int
    accepted: int


def mtp_model() -> Path:
    """A `qwen35` with an MTP head that is right most of the time, padded until a pass costs something; made once."""
    target = paths.cache_dir() / "bench" / f"mtp-{MTP_LAYERS}-layers-{MTP_FF}-wide.F16.gguf"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        exact = target.with_suffix(".F32.gguf")
        tiny_models.write_hybrid(exact, nextn=1, mtp_noise=MTP_NOISE, layers=MTP_LAYERS, ff=MTP_FF)
        requantise(exact, target, "F16")
        exact.unlink()
    return target


def ask_ours(engine: common.Engine, how: Speculation, prompts: Sequence[str], n_tokens: int) -> Speed:
    """A reply by drafters that saw nothing of its prompt before. prompts: the warm-up's, and the one that counts."""
    engine.reply(prompts[0], how, common.GREEDY, WARM_UP_TOKENS)
    run = engine.reply(prompts[1], how, common.GREEDY, n_tokens)
    return Speed(run.tokens_per_s, run.metrics.emitted, run.metrics.drafted, run.metrics.accepted)


def ask_theirs(shape: Shape, prompts: Sequence[str], n_tokens: int) -> Speed:
    """The same of a server that was started for it. Raises PacelineError."""
    peer = XllamacppPeer(shape)
    try:
        _ask(peer, prompts[0], WARM_UP_TOKENS)
        answer = _ask(peer, prompts[1], n_tokens)
    finally:
        peer.close()
    return Speed(answer.tokens_per_s or 0.0, answer.emitted, answer.drafted, answer.accepted)


def _ask(peer: XllamacppPeer, prompt: str, n_tokens: int) -> PeerReply:
    peer.begin(PeerRequest((), prompt, common.GREEDY, n_tokens))
    while (answer := peer.poll()) is None:
        sleep(POLL_S)
    if not isinstance(answer, PeerReply):
        raise answer
    return answer


def row(preset: str, prompt: str, ours: Sequence[Speed], theirs: Sequence[Speed]) -> list[str]:
    """A line of the table."""
    speeds = [[speed.tokens_per_s for speed in side] for side in (ours, theirs)]
    one, other = ours[-1], theirs[-1]
    idle = [name for name, side in (("ours", one), ("theirs", other)) if not side.drafted]
    note = f"nothing drafted by {' and '.join(idle)}" if idle and preset != "baseline" else ""
    return [
        preset,
        prompt,
        f"{median(speeds[0]):.1f}",
        f"{median(speeds[1]):.1f}",
        f"{common.ratio(*speeds):.3f}",
        f"{one.n_tokens}/{other.n_tokens}",
        f"{one.accepted} of {one.drafted}",
        f"{other.accepted} of {other.drafted}",
        note,
    ]


class Bench:
    """Our engine on one target after another, and what came of it so far."""

    def __init__(self, engine: common.Engine, n_ctx: int, threads: int, n_tokens: int, runs: int) -> None:
        self._engine, self._n_ctx, self._threads, self._n_tokens, self._runs = engine, n_ctx, threads, n_tokens, runs
        self._loaded: Path | None = None
        self.rows: list[list[str]] = []

    def compare(self, preset: str, target: Path, prompts: Sequence[common.Prompt]) -> None:
        """Take turns on every prompt with one preset."""
        draft = common.demo_model_path() if preset == "draft-model" else None
        how = common.speculation(preset, VARIANTS.get(preset), draft)
        shape = Shape(str(target), how, self._n_ctx, self._threads, "f16")
        if target != self._loaded:
            self._engine.load(target, ContextOptions(n_ctx=self._n_ctx, gpu_layers=0, threads=self._threads))
            self._loaded = target
        warm_up = common.chat_prompt(target, WARM_UP)
        ratios = []
        for prompt in prompts:
            texts = (warm_up, common.chat_prompt(target, prompt))
            sides = (
                partial(ask_ours, self._engine, how, texts, self._n_tokens),
                partial(ask_theirs, shape, texts, self._n_tokens),
            )
            ours, theirs = common.alternate(sides, self._runs, warm_up=False)
            self.rows.append(row(preset, prompt.id, ours, theirs))
            ratios.append(common.ratio([s.tokens_per_s for s in ours], [s.tokens_per_s for s in theirs]))
            print(f"{preset}, {prompt.id}: {ratios[-1]:.3f}", file=sys.stderr, flush=True)
        usable = [value for value in ratios if value > 0]
        if usable:
            mean = math.exp(sum(map(math.log, usable)) / len(usable))
            self.rows.append([preset, "geometric mean", "", "", f"{mean:.3f}", "", "", "", ""])


def main() -> int:
    options = common.parser("Decode speed beside llama.cpp's own server", n_tokens=160, runs=3)
    presets = ["ngram-simple", "ngram-map-k", "ngram-mod", "draft-model", "draft-mtp"]
    options.add_argument("--presets", nargs="+", choices=list(PROMPTS), default=presets)
    args = options.parse_args()
    print(f"{args.threads} threads, context {args.ctx}, {args.runs} runs, tokens/s; {common.machine()}", flush=True)
    engine = common.Engine(args.engine)
    bench = Bench(engine, args.ctx, args.threads, args.tokens, args.runs)
    try:
        for preset in args.presets:
            target = args.model or (mtp_model() if preset == "draft-mtp" else common.demo_f16_path())
            bench.compare(preset, target, common.load_prompts(args.only or PROMPTS[preset]))
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
        if bench.rows:
            common.print_table(HEAD, bench.rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
