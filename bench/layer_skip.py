"""Whether a model can draft for itself without some of its layers: `python -m bench.layer_skip [--type Q4_0]`.

Searches, keeps the best copy whether it pays or not, and then times real replies with it and without it, in turn. The
copy lies in the data folder afterwards, as after `paceline skip-layers --make`.
"""

from __future__ import annotations

import threading
from functools import partial
from statistics import geometric_mean

from app import skip_layers
from app.engines import open_engine
from bench import common
from engine.commands import ContextOptions
from engine.events import Event, LayerSearchStep


def tell(event: Event) -> None:
    """A line now and then, so that one sees it live."""
    if isinstance(event, LayerSearchStep) and (event.done == event.total or event.done % 10 == 0):
        print(f"  {event.phase} {event.done} of {event.total}", flush=True)


def main() -> None:
    options = common.parser("Drafting with the target's own layers", n_tokens=96, runs=2)
    options.add_argument("--type", default="", help="quantisation of the copy (default: as the target)")
    options.add_argument("--max-skip", type=int, default=0, help="layers left out at most (default: half)")
    options.add_argument(
        "--keep-made", action="store_true", help="time the copy that was made before, without a search"
    )
    given = options.parse_args()
    model = given.model or common.demo_f16_path()
    context = ContextOptions(n_ctx=given.ctx, threads=given.threads)
    print(f"{common.machine()}; {model.name}; {given.threads} threads")
    if not given.keep_made:
        link = open_engine(given.engine)
        try:
            done = skip_layers.search(
                link, str(model), context, "always", given.type, given.max_skip, tell, threading.Event()
            )
        finally:
            link.close()
        rows = [(step, "") for step in done.steps] + [(done.checked, "checked: ")]
        common.print_table(
            ("layers left out", "agreement", "cost", "draft length", "expected"),
            [
                (
                    note + (", ".join(map(str, step.layers)) or "none"),
                    f"{step.agreement:.1%}",
                    f"{step.cost_ratio:.2f}",
                    str(step.draft_length),
                    f"{step.expected_speedup:.2f}x",
                )
                for step, note in rows
            ],
        )
        print(done.sentence)
    engine = common.Engine(given.engine)
    try:
        engine.load(model, context)
        measured = []
        rows_measured = []
        for prompt in common.load_prompts(given.only):
            text = common.chat_prompt(model, prompt)
            sides = [
                partial(engine.reply, text, common.speculation(preset), common.GREEDY, given.tokens)
                for preset in ("baseline", "draft-self-layers")
            ]
            plain, drafted = common.alternate(sides, given.runs)
            speedup = common.ratio([run.tokens_per_s for run in drafted], [run.tokens_per_s for run in plain])
            measured.append(speedup)
            metrics = drafted[0].metrics
            rows_measured.append(
                (
                    prompt.id,
                    f"{metrics.acceptance_rate or 0:.0%}",
                    f"{metrics.tokens_per_round or 0:.2f}",
                    f"{speedup:.2f}x",
                    "yes" if plain[0].token_ids == drafted[0].token_ids else "no",
                )
            )
    finally:
        engine.close()
    common.print_table(("prompt", "accepted", "tokens/round", "speedup", "same text"), rows_measured)
    print(f"geometric mean: {geometric_mean(measured):.2f}x")


if __name__ == "__main__":
    main()
