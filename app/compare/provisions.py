"""What a comparison needs besides an engine. Made beforehand, because some of it takes its time: a window makes it on a
background thread, and the comparison itself then never blocks."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from app import hardware, paths
from app.compare.load import LoadProbe
from app.compare.peers import HttpPeer, Peer, check_url
from app.compare.plan import XLLAMACPP, draft_files
from app.compare.prices import PriceBook
from app.compare.xllamacpp_peer import Shape, XllamacppPeer
from app.doctor import version
from app.library.hashes import ModelHashes
from engine.chat_template import ChatTemplate
from engine.commands import Message
from engine.events import ModelLoaded
from engine.gguf_header import read_header
from ui.comparison import Arm, Machine, Plan


@dataclass(slots=True)
class Provisions:
    """hashes: sha256 by path of target and drafts. render: messages as the target's template writes them, for peers."""

    machine: Machine
    version: str
    hashes: dict[str, str]
    prices: PriceBook
    probe: LoadProbe
    render: Callable[[Sequence[Message]], str]

    def peer(self, arm: Arm, plan: Plan, loaded: ModelLoaded) -> Peer:
        """The other engine of an arm. Raises PacelineError when there can be none."""
        if arm.peer != XLLAMACPP:
            return HttpPeer(arm.peer)
        shape = Shape(plan.model, arm.speculation, loaded.n_ctx, loaded.threads, plan.context.kv_type)
        return XllamacppPeer(shape)

    def close(self) -> None:
        self.probe.close()


def provide(plan: Plan, cancelled: Callable[[], bool] = lambda: False) -> Provisions:
    """Everything for one plan; files are hashed, which takes seconds for large ones the first time.

    Raises PacelineError: a file that cannot be read, a peer's address that is none.
    """
    for arm in plan.arms:
        if arm.peer and arm.peer != XLLAMACPP:
            check_url(arm.peer)
    book = ModelHashes.usual()
    hashes = {path: book.of(path, cancelled) for path in (plan.model, *draft_files(plan))}
    return Provisions(
        machine=machine(),
        version=version(),
        hashes=hashes,
        prices=PriceBook(paths.data_dir() / "prices.json"),
        probe=LoadProbe(),
        render=_renderer(plan),
    )


def machine() -> Machine:
    """This machine, as results are labelled."""
    return Machine(
        system=platform.platform(),
        processor=_processor(),
        cores=hardware.physical_cores(),
        threads=psutil.cpu_count() or 1,
        memory=psutil.virtual_memory().total,
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def _renderer(plan: Plan) -> Callable[[Sequence[Message]], str]:
    if not any(arm.peer for arm in plan.arms):
        return lambda _messages: ""
    template = ChatTemplate(read_header(Path(plan.model)).chat_template)
    return lambda messages: template.render(tuple(messages)).text
