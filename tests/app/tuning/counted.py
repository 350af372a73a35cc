"""A real engine whose time is made up: what it is asked for costs so many seconds, whatever the machine does."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.generate import engine_info
from engine.commands import Command, ContextOptions, EngineLink, Generate, LoadModel
from engine.events import EngineInfo, Event
from ui.tuning import TuneWish


def wish(model: str, draft: str = "", minutes: float = 0.0) -> TuneWish:
    context = ContextOptions(n_ctx=1024, threads=1)
    return TuneWish(model, draft, quick=True, minutes=minutes, runs=2, max_tokens=64, context=context)


@dataclass
class Counted:
    """reply_s: of one that counts, its warm-up included. dearer: times as much with a draft."""

    link: EngineLink
    reply_s: float = 0.0
    load_s: float = 0.0
    dearer: float = 1.0
    now: float = 0.0
    loads: int = 0
    next_id: int = 1
    seen: list[Generate] = field(default_factory=list)
    engine: EngineInfo = field(init=False)

    def __post_init__(self) -> None:
        self.engine = engine_info(self.link)

    def send(self, command: Command) -> None:
        if isinstance(command, LoadModel):
            self.loads += 1
            self.now += self.load_s
        if isinstance(command, Generate) and command.max_tokens > 8:
            self.seen.append(command)
            self.now += self.reply_s * (self.dearer if command.speculation.drafters else 1.0)
        self.link.send(command)

    def poll(self) -> list[Event]:
        return self.link.poll()

    def wait(self, timeout_s: float) -> bool:
        return self.link.wait(timeout_s)

    def restart(self) -> None:
        self.link.restart()

    def close(self) -> None:
        self.link.close()

    def clock(self) -> float:
        """Seconds."""
        return self.now

    def free(self, request_id: int) -> None:
        """Told in the end of each tuning."""
        self.next_id = request_id
