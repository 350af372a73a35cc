"""Decode speed beside llama.cpp's own server: `python -m bench.peer [--presets ...] [--runs 3] [-n 200]`.

The server comes from the wheel `xllamacpp` (the extra `bench`) and runs in a process of its own, as ours does. Both
get the same file, the same raw prompts, threads, context and drafter options, temperature 0, nothing cached; they
take turns, who goes first changes every time, and the first turn of each is dropped.

Speed is (tokens after the first) / (seconds between the first and the last) on both sides: the server counts the
first token in `predicted_n` and starts `predicted_ms` when it is there, so one is taken off. A reply that ends of
itself ends on both sides.

`draft-model` drafts for the demo model in F16 with its Q4_1 file. `draft-mtp` runs on a hand-made hybrid model with
an MTP head, as deep as needed for a pass to take 5 ms or more: in a pass of half a millisecond any Python loop loses,
and users' passes take ten and more.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import sleep

from app import paths
from app.compare.peers import PeerReply, PeerRequest
from app.compare.xllamacpp_peer import Shape, XllamacppPeer
from app.engines import EngineKind
from bench import common
from engine.commands import ContextOptions, Speculation
from engine.errors import PacelineError
from tests import tiny_models

PRESETS = ("baseline", "ngram-simple", "ngram-map-k", "ngram-mod", "draft-model", "draft-mtp")
MTP_LAYERS = 40
MTP_NOISE = 0.05
POLL_S = 0.002


@dataclass(frozen=True, slots=True)
class Speed:
    """One reply. tokens_per_s: decode speed. text is not compared: near-ties may fall either way."""

    tokens_per_s: float
    n_tokens: int
    drafted: int
    accepted: int


def mtp_model() -> Path:
    """A `qwen35` with an MTP head that is right most of the time, made once."""
    target = paths.cache_dir() / "bench" / f"mtp-{MTP_LAYERS}-layers.gguf"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        tiny_models.write_hybrid(target, nextn=1, mtp_noise=MTP_NOISE, layers=MTP_LAYERS)
    return target


def ask_ours(engine: common.Engine, how: Speculation, prompt: str, n_tokens: int) -> Speed:
    """One reply of ours at temperature 0."""
    run = engine.reply(prompt, how, common.GREEDY, n_tokens)
    return Speed(run.tokens_per_s, run.metrics.emitted, run.metrics.drafted, run.metrics.accepted)


def ask_theirs(peer: XllamacppPeer, prompt: str, n_tokens: int) -> Speed:
    """One reply of the server at temperature 0. Raises PacelineError."""
    peer.begin(PeerRequest((), prompt, common.GREEDY, n_tokens))
    while (answer := peer.poll()) is None:
        sleep(POLL_S)
    if not isinstance(answer, PeerReply):
        raise answer
    return Speed(answer.tokens_per_s or 0.0, answer.emitted, answer.drafted, answer.accepted)


def row(name: str, ours: Sequence[Speed], theirs: Sequence[Speed]) -> list[str]:
    """A line of the table."""
    speeds = [[speed.tokens_per_s for speed in side] for side in (ours, theirs)]
    one, other = ours[-1], theirs[-1]
    return [
        name,
        f"{median(speeds[0]):.1f}",
        f"{median(speeds[1]):.1f}",
        f"{common.ratio(*speeds):.3f}",
        f"{one.n_tokens}/{other.n_tokens}",
        f"{one.accepted} of {one.drafted}",
        f"{other.accepted} of {other.drafted}",
    ]


def main() -> int:
    options = common.parser("Decode speed beside llama.cpp's own server", n_tokens=200, runs=3)
    options.add_argument("--presets", nargs="*", choices=PRESETS, default=["baseline", "ngram-simple"])
    args = options.parse_args()
    print(f"{args.threads} threads, context {args.ctx}, {args.runs} runs; {common.machine()}")
    try:
        for preset in args.presets:
            compare(preset, args.model, args.ctx, args.threads, args.only, args.tokens, args.runs, args.engine)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def compare(
    preset: str,
    model: Path | None,
    n_ctx: int,
    threads: int,
    only: Sequence[str],
    n_tokens: int,
    runs: int,
    engine_kind: EngineKind,
) -> None:
    """Take turns on every prompt with one preset, and print the table."""
    target = model or (mtp_model() if preset == "draft-mtp" else common.demo_f16_path())
    draft = common.demo_model_path() if preset == "draft-model" else None
    how = common.speculation(preset, "code" if preset == "ngram-simple" else None, draft)
    print(f"\n{preset} on {target.name}: tokens/s, ours and llama.cpp's server")
    engine = common.Engine(engine_kind)
    peer = XllamacppPeer(Shape(str(target), how, n_ctx, threads, "f16"))
    all_ours: list[Speed] = []
    all_theirs: list[Speed] = []
    rows: list[list[str]] = []
    ratios: list[float] = []
    try:
        engine.load(target, ContextOptions(n_ctx=n_ctx, gpu_layers=0, threads=threads))
        for prompt in common.load_prompts(only):
            text = common.chat_prompt(target, prompt)
            sides: list[Callable[[], Speed]] = [
                partial(ask_ours, engine, how, text, n_tokens),
                partial(ask_theirs, peer, text, n_tokens),
            ]
            ours, theirs = common.alternate(sides, runs)
            rows.append(row(prompt.id, ours, theirs))
            ratios.append(common.ratio([s.tokens_per_s for s in ours], [s.tokens_per_s for s in theirs]))
            all_ours += ours
            all_theirs += theirs
    finally:
        engine.close()
        peer.close()
    rows.append([*row("all replies", all_ours, all_theirs)[:4], "", "", ""])
    common.print_table(["prompt", "ours", "theirs", "ratio", "tokens", "our accepted", "their accepted"], rows)
    usable = [value for value in ratios if value > 0]
    if usable:
        mean = math.exp(sum(math.log(value) for value in usable) / len(usable))
        print(f"geometric mean of the ratios {mean:.3f}, smallest {min(usable):.3f}")


if __name__ == "__main__":
    sys.exit(main())
