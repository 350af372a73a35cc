"""Does speculation change the text, and what does it give? `python -m bench.lossless [-n 200]`.

Every prompt is answered by the baseline, by ngram-simple and with a draft model (by default the demo model: F16 as
target, its Q4_1 file as draft), at temperature 0 and at 0.8 with one seed. The texts must be the same; where they are
not, the first difference is printed with its gap: how far apart the two tokens' scores are when the target decodes
the common beginning in one go. A score is the logit, and above temperature 0 logit + temperature x noise. A gap near
0 is a tie that other kernels for another batch size decide otherwise; a large one is a fault.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

from app.compare.records import parting
from bench import common
from engine.commands import ContextOptions, Sampling, Speculation
from engine.errors import PacelineError

NEAR_TIE = 0.5


@dataclass(frozen=True, slots=True)
class Difference:
    """The first token that differs. gap: see the module's docstring."""

    position: int
    gap: float


def first_difference(
    engine: common.Engine, prompt: str, plain: list[int], other: list[int], sampling: Sampling
) -> Difference | None:
    """Where two replies to a prompt part; one that merely ends earlier differs by no score (infinite gap)."""
    position = parting(plain, other)
    if position is None:
        return None
    if position == min(len(plain), len(other)):
        return Difference(position, math.inf)
    one, two = engine.scores(prompt, plain[:position], (plain[position], other[position]), sampling)
    return Difference(position, abs(one - two))


def verdict(difference: Difference | None) -> str:
    if difference is None:
        return "same"
    kind = "near-tie" if difference.gap <= NEAR_TIE else "FAULT"
    return f"{kind} at {difference.position}, gap {difference.gap:.3f}"


def main() -> int:
    options = common.parser("Texts with and without speculation", n_tokens=200, runs=1)
    options.add_argument("-d", "--draft", type=Path, help="draft model (default: the demo model as fetched)")
    args = options.parse_args()
    model, draft = args.model or common.demo_f16_path(), args.draft or common.demo_model_path()
    presets = {
        "ngram-simple": common.speculation("ngram-simple"),
        "draft-model": common.speculation("draft-model", draft_model=draft),
    }
    print(f"{model.name} with {draft.name}, {args.threads} threads; {common.machine()}")
    engine = common.Engine(args.engine)
    faults = 0
    try:
        engine.load(model, ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads))
        for title, sampling in (("temperature 0", common.GREEDY), ("temperature 0.8, seed 1", common.WARM)):
            print(f"\n{title}")
            faults += check(engine, model, presets, sampling, args.only, args.tokens)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    return 1 if faults else 0


def check(
    engine: common.Engine,
    model: Path,
    presets: dict[str, Speculation],
    sampling: Sampling,
    only: list[str],
    n_tokens: int,
) -> int:
    """Answer every prompt in every way, print the table, and return the number of faults."""
    baseline = common.speculation("baseline")
    rows: list[list[str]] = []
    faults = 0
    totals = {name: [0, 0] for name in presets}
    for prompt in common.load_prompts(only):
        text = common.chat_prompt(model, prompt)
        plain = engine.reply(text, baseline, sampling, n_tokens)
        for name, how in presets.items():
            run = engine.reply(text, how, sampling, n_tokens)
            difference = first_difference(engine, text, plain.token_ids, run.token_ids, sampling)
            faults += difference is not None and difference.gap > NEAR_TIE
            totals[name][0] += run.metrics.accepted
            totals[name][1] += run.metrics.drafted
            rate = run.metrics.acceptance_rate
            rows.append(
                [
                    f"{prompt.id}, {name}",
                    str(run.metrics.emitted),
                    "n/a" if rate is None else f"{rate:.2f}",
                    f"{run.metrics.tokens_per_round or 0:.2f}",
                    f"{common.ratio([run.tokens_per_s], [plain.tokens_per_s]):.2f}",
                    verdict(difference),
                ]
            )
    common.print_table(["", "tokens", "acceptance", "tokens/round", "speedup", "text"], rows)
    for name, (accepted, drafted) in totals.items():
        print(
            f"{name}: {accepted} of {drafted} drafted tokens accepted"
            + (f", {accepted / drafted:.3f}" if drafted else "")
        )
    return faults


if __name__ == "__main__":
    sys.exit(main())
