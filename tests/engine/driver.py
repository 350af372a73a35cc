"""Drives a real session on the test's own thread, and checks after every reply that all accounts agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

from engine.commands import (
    Command,
    ContextOptions,
    DrafterChoice,
    Generate,
    LoadModel,
    Message,
    OptionValue,
    Prepare,
    Sampling,
    Speculation,
)
from engine.events import (
    TARGET,
    Event,
    Failed,
    GenerationDone,
    GenerationStarted,
    ModelLoaded,
    Noticed,
    Prepared,
    RoundDone,
    StopReason,
)
from engine.folders import EngineFolders
from engine.metrics import ReplyMetrics
from engine.session import Session

Kind = TypeVar("Kind", bound=Event)
GREEDY = Sampling(temperature=0.0)


@dataclass
class Reply:
    """What one request came to."""

    started: GenerationStarted
    done: GenerationDone
    rounds: list[RoundDone]
    token_ids: list[int] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)
    text: str = ""
    metrics: ReplyMetrics = field(default_factory=ReplyMetrics)
    notices: list[Noticed] = field(default_factory=list)

    @property
    def reason(self) -> StopReason:
        return self.done.stop_reason


class EngineDriver:
    """A session whose events are kept. cancel_after: rounds of the next reply after which it is cancelled. cancel_when:
    anything else at which a request is."""

    def __init__(self, history_dir: Path | None = None, made_dir: Path | None = None) -> None:
        self.events: list[Event] = []
        self.cancel_after: int | None = None
        self.cancel_when: Callable[[], bool] = lambda: False
        self._ids = count(1)
        self._rounds = 0
        self.session = Session(self._take, self._cancelled, EngineFolders(history_dir, made_dir))

    def close(self) -> None:
        self.session.close()

    def ask(self, command: Command) -> list[Event]:
        self.events.clear()
        self._rounds = 0
        self.session.handle(command)
        return list(self.events)

    def load(self, path: Path, *, n_ctx: int = 1024) -> ModelLoaded:
        options = ContextOptions(n_ctx=n_ctx, threads=1, kv_type="f32")
        return only(self.ask(LoadModel(next(self._ids), str(path), options)), ModelLoaded)

    def prepare(self, speculation: Speculation) -> Prepared:
        return only(self.ask(Prepare(next(self._ids), speculation)), Prepared)

    def reply(
        self,
        prompt: str | Sequence[Message],
        speculation: Speculation | None = None,
        *,
        sampling: Sampling = GREEDY,
        max_tokens: int = 200,
        stop: tuple[str, ...] = (),
        cold: bool = False,
        cancel_after: int | None = None,
        rest_when_slow: bool = False,
        json_schema: str = "",
    ) -> Reply:
        """One reply, with its accounts checked."""
        self.cancel_after = cancel_after
        events = self.ask(
            Generate(
                next(self._ids),
                messages=() if isinstance(prompt, str) else tuple(prompt),
                prompt=prompt if isinstance(prompt, str) else None,
                speculation=speculation or Speculation(),
                sampling=sampling,
                max_tokens=max_tokens,
                stop=stop,
                cold=cold,
                rest_when_slow=rest_when_slow,
                json_schema=json_schema,
            )
        )
        self.cancel_after = None
        rounds = [event for event in events if isinstance(event, RoundDone)]
        reply = Reply(only(events, GenerationStarted), only(events, GenerationDone), rounds)
        reply.notices += [event for event in events if isinstance(event, Noticed)]
        for done in rounds:
            reply.metrics.add(done)
            reply.token_ids += done.token_ids
            reply.origins += done.origins
            reply.text += "".join(run.text for run in done.text)
        reply.text += "".join(run.text for run in reply.done.text)
        self._check_accounts(reply)
        return reply

    def failure(self, command: Command) -> Failed:
        return only(self.ask(command), Failed)

    def _check_accounts(self, reply: Reply) -> None:
        context = self.session.target.context
        assert context.memory_position == context.n_past
        ends = self.session.target.loaded.model.end_tokens
        n_prompt = reply.started.prompt_tokens
        n_behind = context.n_past - n_prompt
        assert context.tokens[n_prompt:] == reply.token_ids[: max(0, n_behind)]
        assert n_behind <= len(reply.token_ids)
        for i, done in enumerate(reply.rounds):
            accepted = done.token_ids[: done.n_accepted]
            assert accepted == done.drafted[: done.n_accepted]
            assert list(done.origins[: done.n_accepted]) == list(done.drafted_by[: done.n_accepted])
            assert all(origin == TARGET for origin in done.origins[done.n_accepted :])
            assert not ends & set(done.drafted[:-1]), "what is behind an end is verified in vain"
            last = i == len(reply.rounds) - 1
            assert len(done.token_ids) == done.n_accepted + 1 or (last and len(done.token_ids) == done.n_accepted)
        metrics = reply.metrics
        assert metrics.emitted == len(reply.token_ids)
        assert metrics.accepted == sum(origin != TARGET for origin in reply.origins)
        assert metrics.accepted <= metrics.emitted

    def _take(self, event: Event) -> None:
        self.events.append(event)
        self._rounds += isinstance(event, RoundDone)

    def _cancelled(self) -> bool:
        return self.cancel_when() or (self.cancel_after is not None and self._rounds >= self.cancel_after)


def only(events: Sequence[Event], kind: type[Kind]) -> Kind:
    """The one event of a kind; the failure in words when it is missing."""
    found = [event for event in events if isinstance(event, kind)]
    problems = [event for event in events if isinstance(event, Failed)] or {type(event).__name__ for event in events}
    assert len(found) == 1, problems
    return found[0]


def chain(*names: str, draft_model: Path | None = None, **options: OptionValue) -> Speculation:
    """A speculation of drafters by name; an option goes to every drafter."""
    return Speculation(
        preset="+".join(names) or "baseline",
        drafters=tuple(DrafterChoice(name, options) for name in names),
        draft_model=str(draft_model) if draft_model else None,
    )
