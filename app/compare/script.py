"""The course of a comparison, written down as one generator that yields requests and is sent their answers.

    load the model
    for every case (one reply to be written)
        for every repetition
            for every arm, another one first each time
                a short reply to warm up, thrown away; then the reply that counts, from a cold cache
        how near the target holds the tokens at which texts part
        what verifying costs at this depth, unless it is known

An arm that fails is taken out with its reason, and the others go on; on a fresh engine where it brought that down. The
script knows nothing of threads, engines and waiting: `app.compare.run` does that.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from statistics import fmean
from time import perf_counter
from typing import Final, TypeVar

from app.compare.peers import Peer, PeerReply, PeerRequest
from app.compare.prices import PriceKey, depth_for
from app.compare.provisions import Provisions
from app.compare.records import own_run, parting, peer_run
from app.compare.running import Running
from app.compare.steering import AS_PLANNED, Steering
from engine.commands import Command, Generate, LoadModel, MeasurePrice, Message, ScoreTokens
from engine.errors import EngineError, PacelineError
from engine.events import GenerationDone, ModelLoaded, PriceMeasured, TokensScored
from ui.comparison import (
    Arm,
    ArmFailed,
    Began,
    Case,
    Difference,
    DifferenceFound,
    Plan,
    PriceCurve,
    PriceKnown,
    Remaining,
    Run,
    RunDone,
)

WARM_UP_TOKENS: Final = 8
WARM_UP: Final = (Message("user", "Count from one to ten."),)
LONGEST_PASS: Final = 64
Ask = Command | tuple[Peer, PeerRequest]
Answer = ModelLoaded | GenerationDone | PriceMeasured | TokensScored | PeerReply | PacelineError
Result = TypeVar("Result")
Wanted = TypeVar("Wanted", ModelLoaded, GenerationDone, PriceMeasured, TokensScored)
Steps = Generator[Ask, Answer, Result]


class OverError(Exception):
    """Nothing more can run; says why."""


class EngineDiedError(EngineError):
    """The answer to what was asked of an engine that died; in its place there is a fresh one without a model."""


class Script:
    """The steps of one plan. `running` is where they are told and what they need to see."""

    def __init__(
        self,
        plan: Plan,
        provisions: Provisions,
        ids: Iterator[int],
        running: Running,
        steering: Steering = AS_PLANNED,
    ) -> None:
        self._plan = plan
        self._provisions = provisions
        self._ids = ids
        self._running = running
        self._steering = steering
        self._order = steering.order or plan.order
        self._loaded = steering.loaded
        self._peers: dict[str, Peer] = {}
        self._out_of_race: set[str] = set()
        self._dropped: set[tuple[str, str]] = set()  # (arm, case) that cannot be
        self._unloaded = False  # the engine is a fresh one
        self._replies: dict[str, Run] = {}  # the baseline's first of every case
        self._durations: dict[str, list[float]] = {}
        self._runs_left = {arm.name: len(plan.cases) * plan.runs for arm in plan.arms}

    @property
    def loaded(self) -> ModelLoaded | None:
        """The model as the engine holds it; None where it does not, as far as anybody can tell."""
        return None if self._unloaded else self._loaded

    def close(self) -> None:
        """End the peers."""
        for peer in self._peers.values():
            peer.close()
        self._peers.clear()

    def give_up(self, arm: str, reason: str) -> None:
        """Take an arm out of the race that could go on."""
        if arm not in self._out_of_race:
            self._out(arm, reason)

    def reload_first(self) -> None:
        """The engine was replaced while a peer was asked: load the model before anything else is asked of it."""
        self._unloaded = True

    def steps(self) -> Steps[None]:
        """All of it. Raises OverError when the model or the baseline cannot be."""
        loaded = self._loaded
        if loaded is None:
            loaded = yield from self._load()
        else:
            self._running.model_is(loaded)
        self._running.record(Began(self._running.setting))
        self._rule_out(loaded)
        for index, case in enumerate(self._plan.cases):
            if index and self._steering.enough():
                return
            messages = self._conversation(case)
            if messages is None:
                self._drop_case(case, "there is no earlier reply of the baseline to go on from")
                continue
            for repetition in range(self._plan.runs):
                for arm in self._order(index, repetition):
                    if arm.name not in self._out_of_race and (arm.name, case.id) not in self._dropped:
                        yield from self._one_run(arm, case, repetition, messages, loaded)
            yield from self._judge_texts(case, messages)
            if self._steering.bound:
                yield from self._price(case, loaded)

    # ---- asking

    def _ask(self, command: Command, wanted: type[Wanted]) -> Steps[Wanted]:
        """A request and its answer. Raises PacelineError when it fails."""
        if self._unloaded and not isinstance(command, LoadModel):
            yield from self._load()
        answer = yield command
        self._unloaded = isinstance(answer, EngineDiedError)
        if isinstance(answer, PacelineError):
            raise answer
        if not isinstance(answer, wanted):
            raise EngineError("The engine answered something else than was asked", type(answer).__name__)
        return answer

    def _ask_peer(self, peer: Peer, messages: tuple[Message, ...], max_tokens: int) -> Steps[PeerReply]:
        prompt = self._provisions.render(messages)
        answer = yield peer, PeerRequest(messages, prompt, self._plan.sampling, max_tokens)
        if isinstance(answer, PacelineError):
            raise answer
        if not isinstance(answer, PeerReply):
            raise EngineError("The peer answered something else than was asked", type(answer).__name__)
        return answer

    def _load(self) -> Steps[ModelLoaded]:
        doing = self._running.activity
        self._running.doing("load")
        plan = self._plan
        try:
            loaded = yield from self._ask(LoadModel(next(self._ids), plan.model, plan.context), ModelLoaded)
        except PacelineError as error:
            raise OverError(str(error)) from None
        self._loaded = loaded
        self._running.model_is(loaded)
        self._running.activity = doing
        return loaded

    # ---- one run

    def _one_run(
        self, arm: Arm, case: Case, repetition: int, messages: tuple[Message, ...], loaded: ModelLoaded
    ) -> Steps[None]:
        """One run of one arm. A failure takes the arm out, or only out of this case when the prompt is at fault."""
        began = perf_counter()
        try:
            if arm.peer:
                run = yield from self._peer_run(arm, case, repetition, messages, loaded)
            else:
                run = yield from self._own_run(arm, case, repetition, messages)
        except PacelineError as error:
            yield from self._failed(arm, case, repetition, error)
            return
        finally:
            self._running.showing = None
        self._durations.setdefault(arm.name, []).append(perf_counter() - began)
        self._runs_left[arm.name] = max(0, self._runs_left[arm.name] - 1)  # it may have been given up meanwhile
        if arm is self._plan.arms[0]:
            self._replies.setdefault(case.id, run)
        self._running.record(RunDone(run))
        self._tell_remaining()

    def _own_run(self, arm: Arm, case: Case, repetition: int, messages: tuple[Message, ...]) -> Steps[Run]:
        running = self._running
        running.doing("warm-up", arm, case, repetition)
        yield from self._ask(self._generate(arm, WARM_UP, WARM_UP_TOKENS), GenerationDone)
        running.doing("run", arm, case, repetition)
        mark = self._provisions.probe.begin()
        running.showing = (arm.name, case.id, repetition)
        done = yield from self._ask(self._generate(arm, messages, self._plan.max_tokens), GenerationDone)
        load = self._provisions.probe.end(mark)
        if running.started is None:
            raise EngineError("The engine left out a part of its answer")
        return replace(own_run(arm, case, repetition, running.started, running.rounds, done), load=load)

    def _peer_run(
        self, arm: Arm, case: Case, repetition: int, messages: tuple[Message, ...], loaded: ModelLoaded
    ) -> Steps[Run]:
        peer = self._peers.get(arm.name)
        if peer is None:
            peer = self._peers[arm.name] = self._provisions.peer(arm, self._plan, loaded)
        self._running.doing("warm-up", arm, case, repetition)
        yield from self._ask_peer(peer, WARM_UP, WARM_UP_TOKENS)
        self._running.doing("run", arm, case, repetition)
        mark = self._provisions.probe.begin()
        reply = yield from self._ask_peer(peer, messages, self._plan.max_tokens)
        return replace(peer_run(arm, case, repetition, reply), load=self._provisions.probe.end(mark))

    def _generate(self, arm: Arm, messages: tuple[Message, ...], max_tokens: int) -> Generate:
        return Generate(
            next(self._ids),
            messages=messages,
            speculation=arm.speculation,
            sampling=self._plan.sampling,
            max_tokens=max_tokens,
            cold=True,
        )

    # ---- what cannot be

    def _failed(self, arm: Arm, case: Case, repetition: int, error: PacelineError) -> Steps[None]:
        if self._running.activity.activity == "run" and error.kind in ("refused", "usage"):
            self._drop(arm, case, str(error), self._plan.runs - repetition)
            return
        self._lose(arm, str(error))
        if not arm.peer and not self._unloaded:
            yield from self._load()  # nobody knows what a failed preparation left loaded

    def _lose(self, arm: Arm, reason: str) -> None:
        """Take an arm out of the race that cannot go on."""
        self._out(arm.name, reason)
        if arm is self._plan.arms[0]:
            raise OverError(reason)

    def _out(self, arm: str, reason: str) -> None:
        self._running.record(ArmFailed(arm, reason))
        self._out_of_race.add(arm)
        self._runs_left[arm] = 0

    def _drop(self, arm: Arm, case: Case, reason: str, n_runs: int) -> None:
        """Take an arm out of one case."""
        self._running.record(ArmFailed(arm.name, reason, case.id))
        self._dropped.add((arm.name, case.id))
        self._runs_left[arm.name] -= n_runs

    def _drop_case(self, case: Case, reason: str) -> None:
        for arm in self._plan.arms:
            if arm.name not in self._out_of_race:
                self._drop(arm, case, reason, self._plan.runs)

    def _rule_out(self, loaded: ModelLoaded) -> None:
        """Arms with a drafter that this model cannot have are known before anything runs."""
        missing = {status.drafter: status.reason for status in loaded.drafters if not status.available}
        for arm in self._plan.arms:
            needed = (choice.name for choice in arm.speculation.drafters if not choice.optional)
            lacking = [name for name in needed if name in missing]
            # A head in a file of its own stands in for the one that the model lacks.
            if lacking and not arm.peer and not arm.speculation.draft_model:
                self._lose(arm, f"{lacking[0]} is not possible with this model: {missing[lacking[0]]}")

    # ---- what a case is made of, and what follows from it

    def _conversation(self, case: Case) -> tuple[Message, ...] | None:
        """The messages that a case answers. Earlier replies are the baseline's, for every arm alike."""
        task = case.task
        messages = [*task.opening, Message("user", task.turns[0])]
        for turn in range(case.turn):
            earlier = self._replies.get(Case(task, turn).id)
            if earlier is None or not earlier.text.strip():
                return None
            messages += [Message("assistant", earlier.text), Message("user", task.turns[turn + 1])]
        return tuple(messages)

    def _judge_texts(self, case: Case, messages: tuple[Message, ...]) -> Steps[None]:
        """The first place where an arm's replies leave the baseline's, with the gap of the two tokens' scores."""
        reference = self._replies.get(case.id)
        if reference is None:
            return
        for arm in self._plan.arms:
            runs = [] if arm.peer else self._running.runs(arm, case)
            parted = [(parting(run.token_ids, reference.token_ids), run) for run in runs]
            places = [(place, run) for place, run in parted if place is not None]
            if places:
                place, other = min(places, key=lambda pair: pair[0])
                gap = yield from self._gap(arm, case, messages, reference, other, place)
                self._running.record(DifferenceFound(Difference(arm.name, case.id, place, gap)))

    def _gap(
        self, arm: Arm, case: Case, messages: tuple[Message, ...], reference: Run, other: Run, place: int
    ) -> Steps[float | None]:
        if place >= min(len(reference.token_ids), len(other.token_ids)):
            return None  # one merely ends earlier
        self._running.doing("score", arm, case)
        command = ScoreTokens(
            next(self._ids),
            candidates=(reference.token_ids[place], other.token_ids[place]),
            messages=messages,
            reply=reference.token_ids[:place],
            sampling=self._plan.sampling,
        )
        try:
            scored = yield from self._ask(command, TokensScored)
        except PacelineError:
            return None  # the difference is told all the same
        return abs(scored.scores[0] - scored.scores[1])

    def _price(self, case: Case, loaded: ModelLoaded) -> Steps[None]:
        """What verifying costs at the depth of this case, once for all cases of about that depth."""
        reply, running = self._replies.get(case.id), self._running
        if reply is None:
            return
        depth = depth_for(reply.prompt_tokens + reply.emitted // 2, loaded.n_ctx, LONGEST_PASS)
        if any(isinstance(record, PriceKnown) and record.curve.depth == depth for record in running.records):
            return
        hashed = self._provisions.hashes.get(self._plan.model, "")
        key = PriceKey.of(hashed, running.engine, loaded, self._plan) if running.engine else None
        curve = self._provisions.prices.find(key, depth) if key else None
        if curve is None:
            running.doing("price", None, case)
            try:
                measured = yield from self._ask(MeasurePrice(next(self._ids), depth), PriceMeasured)
            except PacelineError:
                return  # there is no bound then; the figures stand without it
            curve = PriceCurve(measured.depth, measured.points)
            if key:
                self._provisions.prices.keep(key, curve)
        running.record(PriceKnown(curve))

    def _tell_remaining(self) -> None:
        everything = [seconds for taken in self._durations.values() for seconds in taken]
        left_s = sum(left * fmean(self._durations.get(name) or everything) for name, left in self._runs_left.items())
        n_left = sum(self._runs_left.values())
        self._running.out.append(Remaining(len(everything), len(everything) + n_left, left_s))
