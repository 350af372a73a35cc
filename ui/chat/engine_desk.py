"""The engine as the chat holds it: what is loaded and made ready, and whether the engine is lent or busy with something
else.

Commands go out with rising request ids; events of any other request than those that count are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.commands import Cancel, Command, ContextOptions, EngineLink, LoadModel, Prepare, Speculation
from engine.events import (
    DrafterStatus,
    EngineDied,
    EngineInfo,
    EngineReady,
    Event,
    LayerSearchDone,
    Loading,
    ModelInfo,
    ModelLoaded,
    Prepared,
    Unloaded,
)
from ui.chat.counts import Counts
from ui.chat.errand import Errand
from ui.chat.problem import Problem
from ui.preferences import Preferences

Phase = Literal["empty", "loading", "ready", "reading", "writing", "stopping", "dead", "lent", "errand"]


class EngineDesk(QObject):
    """Whoever writes replies builds on it: `_reply_id` is the reply's request, and `stop` ends it.

    changed: phase, model, context or progress are others. model_loaded(ModelLoaded). problem(Problem).
    """

    changed = Signal()
    model_loaded = Signal(object)
    problem = Signal(object)

    def __init__(self, link: EngineLink, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.preferences = preferences
        self.phase: Phase = "empty"
        self.engine: EngineInfo | None = None
        self.model: ModelInfo | None = None
        self._known: ModelInfo | None = None  # outlives a dead engine, for the name
        self.model_path = ""
        self.fraction = 0.0
        self.n_ctx = 0
        self.context_used = 0
        self.drafters: tuple[DrafterStatus, ...] = ()
        self.speculation = Speculation()
        self.preset_title = ""
        self._last_id = 0
        self._load_id = self._prepare_id = self._reply_id = 0
        self._wanted = ""  # a model to load as soon as the reply that runs has stopped
        self._unprepared = False
        self._complete = True
        self._errand = Errand(link)
        self._counts = Counts(link)

    @property
    def busy(self) -> bool:
        """Whether a reply is being written."""
        return self.phase in ("reading", "writing", "stopping")

    @property
    def title(self) -> str:
        """What people call the model that is or was loaded: its own name, else its file's; '' without one."""
        known = self._known
        if known is None or not known.name:
            return Path(self.model_path).stem
        missing = known.quantisation and known.quantisation.lower() not in known.name.lower()
        return f"{known.name} {known.quantisation}" if missing else known.name

    def load(self, path: str) -> None:
        """Load a model; a reply that runs is stopped first."""
        if self.busy:
            self._wanted = path
            self.stop()
            return
        if self.phase == "errand":
            self._wanted = path
            self._errand.stop()
            return
        self._wanted = ""
        if self.phase == "lent":  # as soon as the engine is back
            self.model_path = path
            return
        self.model, self.model_path, self.drafters = None, path, ()
        if self._known is not None and self._known.path != path:
            self._known = None
        self.fraction, self.context_used = 0.0, 0
        self.phase = "loading"
        self._load_id = self._next_id()
        self.changed.emit()
        next_one = self.speculation if self._complete else Speculation()
        self._link.send(LoadModel(self._load_id, path, self.context_options(), next_one))

    def context_options(self) -> ContextOptions:
        """How a model is put into memory."""
        return self.preferences.context_options()

    def cancel_load(self) -> None:
        """Stop reading a model file."""
        if self.phase == "loading":
            self._link.send(Cancel(self._load_id))
            self._load_id = 0
            self.model_path, self.phase = "", "empty"
            self.changed.emit()

    def set_speculation(self, speculation: Speculation, title: str, complete: bool = True) -> None:
        """Draft like this from the next reply on. title: the preset's name for people. complete: False while it
        still lacks a draft model, so that there is nothing to make ready."""
        self.speculation, self.preset_title = speculation, title
        self._complete = complete
        self._unprepared = True
        self._prepare()
        self.changed.emit()

    def stop(self) -> None:
        """End the reply that runs; what is written stays."""
        if self.phase in ("reading", "writing"):
            self.phase = "stopping"
            self._link.send(Cancel(self._reply_id))
            self.changed.emit()

    def restart_engine(self) -> None:
        """A fresh engine in place of the dead one, with the same model."""
        self._link.restart()
        path, self.model = self.model_path, None
        self.phase = "empty"
        if path:
            self.load(path)
        else:
            self.changed.emit()

    def lend(self) -> int:
        """Let go of the engine until `take_back`, for a comparison; a request id that is free. Not while busy."""
        if self.phase == "dead":
            self._link.restart()
        elif self.phase == "loading":
            self._link.send(Cancel(self._load_id))
        self._load_id = self._prepare_id = 0
        self.model, self.phase, self.context_used = None, "lent", 0
        self.changed.emit()
        return self._next_id()

    def run_errand(self, make: Callable[[int], Command], told: Callable[[Event], None]) -> bool:
        """Have the loaded model do other work than replies: make(request id) is sent, and `told` hears its events.
        False while it cannot. Afterwards the drafters are made ready anew."""
        if self.phase != "ready":
            return False
        self.phase = "errand"
        self.changed.emit()
        request_id = self._next_id()
        self._errand.begin(request_id, make(request_id), told)
        return True

    def stop_errand(self) -> None:
        """End the other work early."""
        self._errand.stop()

    def take_back(self, next_id: int, died: bool) -> None:
        """The engine is the chat's again, whatever it holds. next_id: free from here on. died: it needs a fresh one."""
        self._last_id = max(self._last_id, next_id)
        self.phase = "empty"
        if died:
            self.restart_engine()
        elif self.model_path:
            self.load(self.model_path)
        else:
            self.changed.emit()

    def _concerns(self, event: Event) -> bool:
        if isinstance(event, EngineReady | EngineDied):
            return True
        ids = (self._load_id, self._prepare_id, self._reply_id, self._errand.current)
        return self._counts.owns(event) or (event.request_id != 0 and event.request_id in ids)

    def _take_engine(self, event: Event) -> None:
        """What the engine says of itself and of what it holds."""
        match event:
            case Loading():
                self.fraction = event.fraction
            case ModelLoaded():
                self.model, self.n_ctx, self.drafters = event.model, event.n_ctx, event.drafters
                self._known = event.model
                self.phase, self.fraction, self.context_used = "ready", 1.0, 0
                self._warn(event.warnings)
                self._unprepared = True
                self.model_loaded.emit(event)
                self._prepare()
            case Prepared():
                self._warn(event.warnings)
            case EngineReady():
                self.engine = event.engine
            case Unloaded():
                self.model, self.phase = None, "empty"

    def _take_errand(self, event: Event) -> bool:
        """Take an event of other work than replies; True when nobody else is to hear it."""
        if not self._errand.owns(event):
            return False
        if self._errand.take(event):
            self._errand_over(event)
        return not isinstance(event, EngineDied)

    def _go_on(self) -> None:
        """The engine is free: what waited for that."""
        if self._wanted:
            self.load(self._wanted)
        else:
            self._prepare()

    def _errand_over(self, last: Event) -> None:
        self.phase, self.context_used, self._unprepared = "ready", 0, True
        if isinstance(last, LayerSearchDone):
            self.drafters = last.drafters
        if isinstance(last, EngineDied):
            return
        self._go_on()

    def _prepare(self) -> None:
        if self._unprepared and self._complete and self.phase == "ready":
            self._unprepared = False
            self._prepare_id = self._next_id()
            self._link.send(Prepare(self._prepare_id, self.speculation))

    def _warn(self, warnings: Sequence[str], passing: bool = False) -> None:
        for warning in warnings:
            self.problem.emit(Problem(warning, level="warn", passing=passing))

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id
