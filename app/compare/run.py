"""A comparison on an engine: the script's requests go out, the engine's events and the peers' replies come in.

`Comparison.step` is called over and over, also with no events: by a window's worker or by the loop of the headless
command. It waits for nothing but a fresh engine in place of one that died. Everything worth keeping comes out as an
event the moment it is known, so whoever stores them loses nothing when the engine or the program dies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from secrets import token_hex

from app.compare.peers import Peer
from app.compare.provisions import Provisions
from app.compare.report import make_report
from app.compare.running import Running
from app.compare.script import Answer, EngineDiedError, OverError, Script
from app.compare.steering import AS_PLANNED, Steering
from engine.commands import Cancel, EngineLink
from engine.errors import PacelineError, error_of, one_line
from engine.events import (
    EngineDied,
    EngineInfo,
    EngineReady,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    Loading,
    ModelLoaded,
    PriceMeasured,
    RoundDone,
    TokensScored,
)
from ui.comparison import ArmFailed, CompareEvent, Ended, Ending, Plan, Report, RunRound, Setting


class Comparison:
    """One plan on one engine. The engine may be shared with others that wait meanwhile; what it holds is replaced.

    An engine that dies ends the arm that ran, which is out from then on, and is started again for the others. Without a
    baseline, or a model that can be loaded, there is nothing to go on with: then all of it ends as 'died', and the dead
    engine is left to its owner.
    """

    def __init__(
        self,
        link: EngineLink,
        plan: Plan,
        provisions: Provisions,
        *,
        engine: EngineInfo | None = None,
        first_request_id: int = 1,
        steering: Steering = AS_PLANNED,
    ) -> None:
        """engine: what EngineReady said, when it was read before. first_request_id: above all that were used on the
        link. The provisions stay the caller's to close."""
        self._link = link
        self._ids = count(first_request_id)
        self._running = Running(_setting(plan, provisions), engine)
        self._script = Script(plan, provisions, self._ids, self._running, steering)
        self._steps = self._script.steps()
        self._request_id: int | None = None
        self._asked_peer: Peer | None = None
        self._begun = False
        self._stopping = False
        self._ending: Ending | None = None

    @property
    def finished(self) -> bool:
        """Ended was told, or is about to be; nothing more is asked of the engine."""
        return self._ending is not None

    @property
    def setting(self) -> Setting:
        """What the figures hold for; complete once Began was told."""
        return self._running.setting

    @property
    def loaded(self) -> ModelLoaded | None:
        """The model as the engine holds it, for whoever uses the link next; None where it must be loaded first."""
        return self._script.loaded

    def next_request_id(self) -> int:
        """An id that was not used here, for whoever uses the link next."""
        return next(self._ids)

    def step(self, events: Sequence[Event] = ()) -> list[CompareEvent]:
        """Take what the engine said, also when that is nothing, and move on. Returns what became of it.

        Events of others' requests are left alone. The first call starts the comparison.
        """
        if not self._begun and not self.finished:
            self._begun = True
            self._advance(None)
        for event in events:
            if not self.finished:
                self._take(event)
                if isinstance(event, EngineDied):
                    break  # what follows it is the dead engine's too
        if self._asked_peer is not None and (reply := self._asked_peer.poll()) is not None:
            self._asked_peer = None
            self._advance(reply)
        out, self._running.out = self._running.out, []
        return out

    def stop(self) -> None:
        """End what is being done now; what was measured stays. `step` on until Ended."""
        self._stopping = True
        if not self._begun and not self.finished:
            self._end("stopped")
        if self._request_id is not None:
            self._link.send(Cancel(self._request_id))
        if self._asked_peer is not None:
            self._asked_peer.cancel()

    def give_up(self, arm: str, reason: str) -> None:
        """Let an arm write no further replies. What it has measured stays; one that runs is written to its end."""
        self._script.give_up(arm, reason)

    def close(self) -> None:
        """End the peers, also in the middle. The engine and the provisions are the caller's."""
        self._script.close()

    def report(self) -> Report:
        """What it has come to so far."""
        return make_report(self._running.setting, self._running.records)

    def _take(self, event: Event) -> None:
        running = self._running
        match event:
            case EngineReady(engine=engine):
                running.engine = engine
                return
            case EngineDied(reason=reason, detail=detail, next_step=next_step):
                self._died(one_line(reason, detail, next_step))
                return
        if self._request_id is None or event.request_id != self._request_id:
            return
        match event:
            case Loading(fraction=fraction):
                running.out.append(replace(running.activity, fraction=fraction))
            case GenerationStarted():
                running.started = event
            case RoundDone():
                running.rounds.append(event)
                if running.showing is not None:
                    running.out.append(RunRound(*running.showing, event))
            case Failed(kind=kind, what=what, why=why, next_step=next_step):
                self._answered(error_of(kind, what, why, next_step))
            case ModelLoaded() | GenerationDone() | PriceMeasured() | TokensScored():
                self._answered(event)

    def _answered(self, answer: Answer) -> None:
        self._request_id = None
        self._advance(answer)

    def _advance(self, answer: Answer | None) -> None:
        """Hand the answer to the script, and ask what it asks next. An answer that was cut short counts for nothing."""
        cut_short = isinstance(answer, PacelineError | PriceMeasured) or (
            isinstance(answer, GenerationDone) and answer.stop_reason == "cancelled"
        )
        if self._stopping and cut_short:
            self._end("stopped")
            return
        try:
            request = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration:
            self._end("done")
            return
        except OverError as over:
            self._end("failed", str(over))
            return
        if self._stopping:
            self._end("stopped")
        elif isinstance(request, tuple):
            self._asked_peer, asked = request
            self._asked_peer.begin(asked)
        else:
            self._running.started, self._running.rounds = None, []
            self._request_id = request.request_id
            self._link.send(request)

    def _died(self, reason: str) -> None:
        """What ran last is what brought the engine down, as far as anybody can tell."""
        activity = self._running.activity
        if self._stopping or activity.activity == "load" or activity.arm == self._running.setting.plan.arms[0].name:
            if activity.arm:
                self._running.record(ArmFailed(activity.arm, reason))
            self._end("died", reason)
            return
        self._link.restart()
        if self._request_id is None:  # a peer is writing, and is not harmed
            self._script.reload_first()
        else:
            self._answered(EngineDiedError(reason))

    def _end(self, ending: Ending, reason: str = "") -> None:
        self._steps.close()
        self._ending = ending
        self._request_id = self._asked_peer = None
        self._running.record(Ended(ending, reason))
        self._script.close()


def _setting(plan: Plan, provisions: Provisions) -> Setting:
    now = datetime.now().astimezone()
    return Setting(
        id=f"{now:%Y%m%d-%H%M%S}-{token_hex(3)}",
        started_at=now.isoformat(timespec="seconds"),
        version=provisions.version,
        machine=provisions.machine,
        plan=plan,
        hashes=dict(provisions.hashes),
    )
