"""How many drafts the three acceptance rules keep: `python -m bench.acceptance_rules [-n 120] [--seeds 3]`.

Target: the demo model in F16; draft: a copy of it with layers left out (the four in the middle, by default), which
agrees with it on about half of all tokens. Acceptance depends on no clock: the machine may do other things meanwhile.

Shown for each rule and temperature: accepted / drafted over all replies, with a 95 % interval. The replies are what was
drawn, not the tokens, which depend on each other: the interval is the bootstrap percentile of the ratio over replies.
Rules take turns on every prompt, seed and temperature. The last column is the mean difference of rejection to coupled,
paired by prompt and seed, with its own interval.

Every reply is a line of `--keep FILE` (JSON lines) as soon as it is there; a run that is broken off and started again
with the same file goes on where it was.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

from app import paths
from bench import common
from engine.commands import AcceptanceRule, ContextOptions, Sampling
from engine.errors import PacelineError
from engine.llama.quantize import requantise

RULES: Final[tuple[AcceptanceRule, ...]] = ("match", "coupled", "rejection")
TEMPERATURES: Final = (0.3, 0.7, 1.0)
MIDDLE: Final = (13, 14, 15, 16)
DEFAULT_PROMPTS: Final = ("code-edit", "story", "explanation", "summary", "chat", "maths")
RESAMPLES: Final = 4000


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply's counts."""

    rule: str
    temperature: float
    prompt: str
    seed: int
    drafted: int
    accepted: int
    rounds: int
    emitted: int

    @property
    def key(self) -> tuple[str, float, str, int]:
        return self.rule, self.temperature, self.prompt, self.seed


def pruned(layers: tuple[int, ...]) -> Path:
    """The demo model without some of its layers, made once."""
    name = "-".join(map(str, layers))
    target = paths.cache_dir() / "bench" / f"SmolLM2-135M-Instruct-without-{name}.F16.gguf"
    if not target.exists():
        requantise(common.demo_f16_path(), target, "F16", layers)
    return target


def kept_replies(file: Path | None) -> list[Reply]:
    """What an earlier run left in the file."""
    if file is None or not file.exists():
        return []
    return [Reply(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def rate_of(replies: Sequence[Reply], picked: Sequence[int]) -> float:
    """accepted / drafted of those picked, some of them perhaps more than once; 0 where nothing was drafted."""
    drafted = sum(replies[i].drafted for i in picked)
    return sum(replies[i].accepted for i in picked) / drafted if drafted else 0.0


def interval(n: int, statistic: Callable[[Sequence[int]], float]) -> tuple[float, float]:
    """95 % of what a statistic of n things gives when they are drawn again from themselves. Always the same draws."""
    dice = random.Random(1)
    values = sorted(statistic(dice.choices(range(n), k=n)) for _ in range(RESAMPLES))
    return values[round(0.025 * (RESAMPLES - 1))], values[round(0.975 * (RESAMPLES - 1))]


def row(replies: Sequence[Reply], temperature: float) -> list[str]:
    """A line of the table."""
    by_rule: dict[str, list[Reply]] = {
        rule: sorted(
            (r for r in replies if r.rule == rule and r.temperature == temperature), key=lambda r: (r.prompt, r.seed)
        )
        for rule in RULES
    }
    cells = [f"{temperature}"]
    for mine in by_rule.values():
        if not mine:
            cells.append("")
            continue
        low, high = interval(len(mine), partial(rate_of, mine))
        per_round = sum(r.emitted for r in mine) / sum(r.rounds for r in mine)
        cells.append(f"{rate_of(mine, range(len(mine))):.3f} ({low:.3f} to {high:.3f}), {per_round:.2f}")
    coupled, rejection = by_rule["coupled"], by_rule["rejection"]
    if coupled and [r.key[1:] for r in coupled] == [r.key[1:] for r in rejection]:

        def gain(picked: Sequence[int]) -> float:
            return rate_of(rejection, picked) - rate_of(coupled, picked)

        low, high = interval(len(coupled), gain)
        cells.append(f"{gain(range(len(coupled))):+.3f} ({low:+.3f} to {high:+.3f})")
    else:
        cells.append("")
    drafted = [sum(r.drafted for r in mine) for mine in by_rule.values()]
    cells.append(f"{len(coupled)} replies, {min(drafted)} to {max(drafted)} drafted")
    return cells


def show(replies: Sequence[Reply]) -> None:
    """The table."""
    print("accepted / drafted (95 % interval), tokens per round")
    head = ["temperature", *RULES, "rejection - coupled", "of each rule"]
    common.print_table(head, [row(replies, temperature) for temperature in TEMPERATURES])


def main() -> int:
    options = common.parser("Acceptance of three rules", n_tokens=120, runs=1)
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--without", type=int, nargs="+", default=MIDDLE, metavar="LAYER")
    options.add_argument("--keep", type=Path, metavar="FILE", help="where replies are written down, and read from")
    args = options.parse_args()
    model = args.model or common.demo_f16_path()
    draft = pruned(tuple(args.without))
    how = common.speculation("draft-model", draft_model=draft)
    prompts = common.load_prompts(args.only or DEFAULT_PROMPTS)
    replies = kept_replies(args.keep)
    known = {reply.key for reply in replies}
    engine = common.Engine(args.engine)
    print(f"{model.name} with {draft.name}, {args.tokens} tokens a reply; {common.machine()}", flush=True)
    try:
        engine.load(model, ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads))
        work = list(product(range(args.seeds), prompts, TEMPERATURES, RULES))
        for done, (seed, prompt, temperature, rule) in enumerate(work, 1):
            if (rule, temperature, prompt.id, seed) in known:
                continue
            sampling = Sampling(temperature=temperature, top_k=40, top_p=1.0, min_p=0.0, seed=seed)
            text = common.chat_prompt(model, prompt)
            m = engine.reply(text, replace(how, rule=rule), sampling, args.tokens).metrics
            reply = Reply(rule, temperature, prompt.id, seed, m.drafted, m.accepted, m.rounds, m.emitted)
            replies.append(reply)
            if args.keep:
                with args.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(reply)) + "\n")
            print(f"{done} of {len(work)}: {prompt.id}, {temperature}, {rule}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Stopped; the table is of what was done.", file=sys.stderr)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    show(replies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
