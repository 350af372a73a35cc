"""Does a comparison claim differences where there are none? `python -m bench.same_arms [--repetitions 20]`.

The baseline runs against itself, as two arms of one comparison, over and over. The interval of the speedup must contain
1.0 in at least 19 of 20 repetitions; it is a 99 % interval, so that on the average one in a hundred misses.

What makes equals look different, and so what this bench would find: an arm that always goes first, a cache that stays
warm, a warm-up that is counted, an interval that is too narrow for few runs.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace

from app.compare.plan import make_plan
from app.compare.prompts import load_tasks
from app.compare.provisions import Provisions, provide
from app.compare.run import Comparison
from app.compare.verdict import speedup_words
from app.engines import open_engine
from app.generate import engine_info
from bench import common
from engine.commands import ContextOptions, EngineLink, Speculation
from engine.errors import EngineError, PacelineError
from engine.events import EngineInfo
from ui.comparison import BASELINE, LONG_ENOUGH, Plan, Report

NEEDED = 0.95


def one(link: EngineLink, plan: Plan, provisions: Provisions, engine: EngineInfo, first_id: int) -> tuple[Report, int]:
    """A whole comparison, and the next request id."""
    comparison = Comparison(link, plan, provisions, engine=engine, first_request_id=first_id)
    comparison.step()
    while not comparison.finished and link.wait(common.PATIENCE_S):
        comparison.step(link.poll())
    comparison.close()
    report = comparison.report()
    if report.ending != "done":
        raise EngineError("A comparison did not come to its end", report.reason)
    return report, comparison.next_request_id()


def main() -> int:
    options = common.parser("The baseline against itself", n_tokens=LONG_ENOUGH + 2, runs=3)
    options.add_argument("--repetitions", type=int, default=20, help="comparisons")
    args = options.parse_args()
    model = args.model or common.demo_f16_path()
    tasks = [task for task in load_tasks("quick") if not args.only or task.id in args.only]
    plan = make_plan(
        str(model),
        [(BASELINE, Speculation())] * 2,
        tasks,
        context=ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads),
        runs=args.runs,
        max_tokens=args.tokens,
    )
    print(f"{model.name}, {args.threads} threads, {len(tasks)} prompts, {args.runs} runs each; {common.machine()}")
    provisions = provide(plan)
    link = open_engine(args.engine)
    rows: list[list[str]] = []
    inside, offsets, first_id = 0, [], 1
    try:
        engine = engine_info(link)
        for repetition in range(1, args.repetitions + 1):
            # Tasks in another order each time, so that no prompt is always the one after the loading.
            turned = tasks[repetition % len(tasks) :] + tasks[: repetition % len(tasks)]
            report, first_id = one(link, replace(plan, tasks=tuple(turned)), provisions, engine, first_id)
            gain = report.rows[1].speedup
            if gain is None or gain.low is None or gain.high is None:
                raise EngineError("There were too few runs for an interval", "", "Take --runs 2 or more")
            holds = gain.low <= 1.0 <= gain.high
            inside += holds
            offsets.append(math.log(gain.estimate))
            others = max((run.load.cpu_others for run in report.runs), default=0.0)
            rows.append([str(repetition), speedup_words(gain), "yes" if holds else "NO", f"{others:.2f}"])
            print(*rows[-1], sep="  ", flush=True)
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        link.close()
        provisions.close()
    print()
    common.print_table(["repetition", "speedup (99 %)", "contains 1.0", "cores busy by others"], rows)
    print(f"{inside} of {args.repetitions} intervals contain 1.0")
    print(f"mean speedup of all repetitions {math.exp(sum(offsets) / len(offsets)):.4f}")
    return 0 if inside >= NEEDED * args.repetitions else 1


if __name__ == "__main__":
    sys.exit(main())
