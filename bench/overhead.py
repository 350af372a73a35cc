"""How much of decoding is not llama.cpp: `python -m bench.overhead [-n 200]`.

Inside counts the time within `llama_decode` and in waiting for its logits, taken at the native calls themselves;
everything else between the first and the last round is overhead: drafting, sampling, text, events, and the loop. The
engine runs on the calling thread, so there is no queue whose waiting could be mistaken for work.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import llama_cpp.llama_cpp as lib

from bench import common
from engine.commands import ContextOptions, Generate, LoadModel, Prepare, Sampling, Speculation
from engine.errors import PacelineError
from engine.events import Event, Failed, RoundDone
from engine.session import Session

TIMED_CALLS = ("llama_decode", "llama_get_logits")


class NativeClock:
    """Seconds spent inside the timed native calls, for as long as the process lives."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for name in TIMED_CALLS:
            setattr(lib, name, self._timed(getattr(lib, name)))

    def _timed(self, call: Any) -> Any:
        def timed(*args: Any) -> Any:
            began = perf_counter()
            try:
                return call(*args)
            finally:
                self.seconds += perf_counter() - began

        return timed


@dataclass(frozen=True, slots=True)
class Share:
    """One reply. outside: share of the time between first and last round that was not inside; reported: what the
    rounds themselves say was neither drafting's nor sampling's pass, (round - verify) / round."""

    outside: float
    reported: float
    tokens_per_s: float


class Meter:
    """A session on this thread that measures its replies."""

    def __init__(self, clock: NativeClock) -> None:
        self._clock = clock
        self._rounds: list[tuple[RoundDone, float, float]] = []
        self._failure: Failed | None = None
        self._id = 0
        self.session = Session(self._take, lambda: False)

    def ask(self, command: LoadModel | Prepare | Generate) -> None:
        """Do a command to its end. Raises PacelineError in words."""
        self._rounds.clear()
        self.session.handle(command)
        if self._failure:
            raise PacelineError(self._failure.what, self._failure.why, self._failure.next_step)

    def measure(self, prompt: str, how: Speculation, sampling: Sampling, n_tokens: int) -> Share:
        """The shares of one reply; not a number when it has a single round."""
        self._id += 1
        self.ask(Prepare(self._id, how))
        self.ask(Generate(self._id, prompt=prompt, speculation=how, sampling=sampling, max_tokens=n_tokens, cold=True))
        if len(self._rounds) < 2:
            return Share(float("nan"), float("nan"), 0.0)
        (_, first_s, first_inside), (_, last_s, last_inside) = self._rounds[0], self._rounds[-1]
        later = [done for done, _, _ in self._rounds[1:]]
        whole = sum(done.draft_s + done.verify_s + done.sample_s + done.other_s for done in later)
        verify = sum(done.verify_s for done in later)
        emitted = sum(len(done.token_ids) for done in later)
        span = last_s - first_s
        return Share(1 - (last_inside - first_inside) / span, 1 - verify / whole, emitted / span)

    def _take(self, event: Event) -> None:
        if isinstance(event, RoundDone):
            self._rounds.append((event, perf_counter(), self._clock.seconds))
        elif isinstance(event, Failed):
            self._failure = event


def main() -> int:
    args = common.parser("Share of decoding that is not llama.cpp", n_tokens=200, runs=3).parse_args()
    model = args.model or common.demo_model_path()
    print(f"{model.name}, {args.threads} threads; {common.machine()}")
    meter = Meter(NativeClock())
    settings = {"temperature 0": common.GREEDY, "0.8, top-k 40": common.WARM}
    presets = {"baseline": common.speculation("baseline"), "ngram-simple": common.speculation("ngram-simple")}
    rows: list[list[str]] = []
    try:
        meter.ask(LoadModel(0, str(model), ContextOptions(n_ctx=args.ctx, gpu_layers=0, threads=args.threads)))
        texts = [common.chat_prompt(model, prompt) for prompt in common.load_prompts(args.only)]
        for title, sampling in settings.items():
            for preset, how in presets.items():
                meter.measure(texts[0], how, sampling, args.tokens)
                shares = [meter.measure(text, how, sampling, args.tokens) for text in texts for _ in range(args.runs)]
                known = [share for share in shares if share.tokens_per_s > 0]
                rows.append(
                    [
                        f"{preset}, {title}",
                        f"{median(share.outside for share in known):.2%}",
                        f"{median(share.reported for share in known):.2%}",
                        f"{median(share.tokens_per_s for share in known):.1f}",
                    ]
                )
    except PacelineError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    finally:
        meter.session.close()
    common.print_table(["", "not in llama.cpp", "as the rounds say", "tokens/s"], rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
