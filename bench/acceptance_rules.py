"""How many drafts the three acceptance rules keep: `python -m bench.acceptance_rules [-n 200]`.

Target: the demo model in F16; draft: a copy of it with layers left out (the four in the middle, by default), which
agrees with it on about half of all tokens. Acceptance depends on no clock, so one run of every prompt is enough; above
temperature 0 several seeds are averaged.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from app import paths
from bench import common
from engine.commands import AcceptanceRule, ContextOptions, Sampling
from engine.errors import PacelineError
from engine.llama.quantize import requantise

RULES: tuple[AcceptanceRule, ...] = ("match", "coupled", "rejection")
TEMPERATURES = (0.0, 0.3, 0.7, 1.0)
MIDDLE = (13, 14, 15, 16)


def pruned(layers: tuple[int, ...]) -> Path:
    """The demo model without some of its layers, made once."""
    name = "-".join(map(str, layers))
    target = paths.cache_dir() / "bench" / f"SmolLM2-135M-Instruct-without-{name}.F16.gguf"
    if not target.exists():
        requantise(common.demo_f16_path(), target, "F16", layers)
    return target


def main() -> int:
    options = common.parser("Acceptance of three rules", n_tokens=200, runs=1)
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--without", type=int, nargs="+", default=MIDDLE, metavar="LAYER")
    args = options.parse_args()
    model = args.model or common.demo_f16_path()
    draft = pruned(tuple(args.without))
    how = common.speculation("draft-model", draft_model=draft)
    engine = common.Engine(args.engine)
    rows = []
    try:
        engine.load(model, ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads))
        prompts = [common.chat_prompt(model, prompt) for prompt in common.load_prompts(args.only)]
        for temperature in TEMPERATURES:
            row = [f"{temperature}"]
            for rule in RULES:
                accepted = drafted = rounds = emitted = 0
                for seed in range(args.seeds if temperature > 0 else 1):
                    sampling = Sampling(temperature=temperature, top_k=40, top_p=1.0, min_p=0.0, seed=seed)
                    for prompt in prompts:
                        metrics = engine.reply(prompt, replace(how, rule=rule), sampling, args.tokens).metrics
                        accepted, drafted = accepted + metrics.accepted, drafted + metrics.drafted
                        rounds, emitted = rounds + metrics.rounds, emitted + metrics.emitted
                row.append(f"{accepted / drafted:.3f} ({emitted / rounds:.2f})")
            rows.append(row)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        engine.close()
    print(f"{model.name} with {draft.name}; {common.machine()}\nacceptance (tokens per round)")
    common.print_table(["temperature", *RULES], rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
