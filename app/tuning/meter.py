"""What a tuning's replies take by the clock, told apart from what is loaded between them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from app.compare.headless import ask
from app.compare.script import WARM_UP, WARM_UP_TOKENS
from app.tuning.circumstances import model_size
from app.tuning.pacing import Loads, Price, reply_units, turn_loads_s
from engine.commands import EngineLink, Generate, Message, Sampling
from engine.events import Event, GenerationDone, RoundDone
from ui.comparison import LONG_ENOUGH, Case


class Meter:
    """clock: in seconds. price: as it turned out so far."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.price = Price()
        self._clock = clock
        self._at = clock()  # the end of what was counted last
        self._loading_since: float | None = None
        self._loading_s = 0.0  # since then
        self._load_s = self._draft_s = 0.0  # at first
        self._foretold_s = 0.0  # of a turn's loads, by that
        self._turns, self._turn_loads_s = 0, 0.0  # of this round, so far
        self._correction = 1.0  # a file that was read before comes faster

    def begin(self) -> None:
        """What follows counts, and nothing before it."""
        self._at, self._loading_s, self._loading_since = self._clock(), 0.0, None
        self._turns, self._turn_loads_s = 0, 0.0

    def loaded(self, model: str, draft: str) -> None:
        """The target is in memory, for the first time since it began."""
        self._load_s = self._clock() - self._at
        self._draft_s = self._load_s * model_size(draft) / max(model_size(model), 1) if draft else 0.0

    def foretell_loads(self, ways: Sequence[Loads]) -> None:
        """ways: what the settings that are in the race have in memory besides the target."""
        self._foretold_s = turn_loads_s([(False, ""), *ways], self._load_s, self._draft_s)
        self.price.turn_loads_s = self._foretold_s * self._correction

    def turned(self, turns: int) -> None:
        """So many times more every arm has written."""
        self._turns += turns
        if self._foretold_s:
            self._correction = self._turn_loads_s / self._turns / self._foretold_s
            self.price.turn_loads_s = self._foretold_s * self._correction

    def time_a_reply(self, link: EngineLink, ids: Iterator[int], case: Case, cancelled: threading.Event) -> None:
        """Write one as the baseline does, its warm-up included, after a warm-up that does not count: the first use of
        a model reads it from the disk. Raises PacelineError, StoppedError."""

        def write(messages: tuple[Message, ...], tokens: int) -> int:
            rounds: list[RoundDone] = []

            def see(event: Event) -> None:
                if isinstance(event, RoundDone):
                    rounds.append(event)

            greedy = Sampling(temperature=0.0)
            command = Generate(next(ids), messages=messages, sampling=greedy, max_tokens=tokens, cold=True)
            ask(link, command, GenerationDone, cancelled, see)
            return sum(len(one.token_ids) for one in rounds)

        write(WARM_UP, WARM_UP_TOKENS)
        self.begin()
        write(WARM_UP, WARM_UP_TOKENS)
        written = write((*case.task.opening, Message("user", case.task.turns[0])), LONG_ENOUGH)
        self.wrote(reply_units(case, written))

    def loading(self, fraction: float) -> None:
        """A model is being loaded, so far of it."""
        now = self._clock()
        if self._loading_since is None:
            self._loading_since = now
        if fraction >= 1:
            self._loading_s += now - self._loading_since
            self._loading_since = None

    def wrote(self, units: float) -> None:
        """A reply is complete."""
        now = self._clock()
        self.price.paid(units, now - self._at - self._loading_s)
        self._turn_loads_s += self._loading_s
        self._at, self._loading_s, self._loading_since = now, 0.0, None
