"""The target in memory with its context: loaded, measured, and loaded again where what drafts wants it otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeVar

from engine import price
from engine.commands import ContextOptions, LoadModel, Speculation
from engine.errors import RefusedError, UsageError
from engine.events import Event, Loading
from engine.gguf_header import Header
from engine.llama.context import Aborted, Context
from engine.llama.model import LoadCancelled
from engine.loading import ALONE, Company, Loaded, load_target, read_target_header, would_give_way
from engine.prompting import Prompter
from engine.speculating import context_shape

PLAIN_PASSES_MEASURED: Final = 6
LOADING_STEP: Final = 0.01
Held = TypeVar("Held")


class Target:
    """emit: told how far loading is. cancelled: asked meanwhile; True stops it.

    A target that was lost, because loading it again failed or was cancelled, is loaded when it is next needed.
    """

    def __init__(self, emit: Callable[[Event], None], cancelled: Callable[[], bool]) -> None:
        self._emit = emit
        self._cancelled = cancelled
        self._command: LoadModel | None = None
        self._company = ALONE
        self._loaded: Loaded | None = None
        self._context: Context | None = None
        self._prompter: Prompter | None = None
        self.plain_s = 0.0  # of a pass over one token, when it was loaded

    @property
    def loaded(self) -> Loaded:
        """The model. Raises UsageError when there is none; so do `context`, `prompter`, `header` and `options`."""
        return _there(self._loaded)

    @property
    def context(self) -> Context:
        """The model's context."""
        return _there(self._context)

    @property
    def prompter(self) -> Prompter:
        """What makes prompts for the model."""
        return _there(self._prompter)

    @property
    def options(self) -> ContextOptions:
        """How it was asked to be put into memory."""
        return _there(self._command).context

    @property
    def header(self) -> Header:
        """Of the model in memory, or of the one that was lost."""
        return self._loaded.header if self._loaded else read_target_header(Path(_there(self._command).path))

    def load(self, command: LoadModel, header: Header, request_id: int, company: Company) -> None:
        """Load what a command asks for, as its company wants it, in place of what is there. request_id: of the request
        that makes it necessary, which may be a later one than the command.

        Raises RefusedError (also when it was cancelled), ModelLoadError.
        """
        self.close()
        self._command = command
        path = Path(command.path)
        try:
            self._loaded = load_target(
                path, header, command.context, progress=self.progress(request_id, "target", path), company=company
            )
            self._company = company
            self._prompter = Prompter(self._loaded.model)
            self.take_shape(Speculation())
            (plain,) = price.measure(
                self.context, ks=(1,), repeats=PLAIN_PASSES_MEASURED, cancelled=self._cancelled
            )
        except (LoadCancelled, Aborted):
            self._free()
            raise RefusedError(f"Loading {path.name} was cancelled") from None
        except BaseException:
            self._free()
            raise
        self.plain_s = plain.pass_s

    def load_again(self, request_id: int, company: Company) -> None:
        """As it was asked for, with other company. What drafts for it must be closed before. Raises as `load`; a target
        whose file is gone meanwhile stays in memory as it is."""
        command = _there(self._command)
        self.load(command, read_target_header(Path(command.path)), request_id, company)

    def require(self, request_id: int, company: Company = ALONE) -> None:
        """See that it is in memory, if it ever was. Raises as `load`, and UsageError where nothing was loaded."""
        if self._context is None:
            self.load_again(request_id, company)

    def suits(self, company: Company, *, in_memory: bool) -> bool:
        """Whether it can stay as it is. in_memory: the second model of the company is loaded already.

        Layers that it gave up for a second model it takes back for another or none: a baseline is to be as fast as the
        machine makes it.
        """
        if company == self._company:
            return True
        if company.head != self._company.head or self.loaded.gave_way:
            return False
        return in_memory or not would_give_way(self.loaded, company, self.options)

    def take_shape(self, speculation: Speculation) -> None:
        """A context that this speculation can run on; one that fits already is kept."""
        shape = context_shape(self.loaded, self.options, speculation)
        if self._context is not None:
            if self._context.shape == shape:
                return
            self._context.close()
            self._context = None
        self._context = Context(self.loaded.model, shape)

    def progress(self, request_id: int, what: Literal["target", "draft"], path: Path) -> Callable[[float], bool]:
        """What loading a file calls: tells of every step that can be seen, and stops where the request is cancelled."""
        shown = -1.0

        def progress(fraction: float) -> bool:
            nonlocal shown
            if fraction - shown >= LOADING_STEP or fraction >= 1.0 > shown:
                shown = fraction
                self._emit(Loading(request_id, what, str(path), fraction))
            return not self._cancelled()

        return progress

    def close(self) -> None:
        """Free it and forget it."""
        self._free()
        self._command = None

    def _free(self) -> None:
        if self._context:
            self._context.close()
        if self._loaded:
            self._loaded.model.close()
        self._loaded = self._context = self._prompter = None


def _there(held: Held | None) -> Held:
    if held is None:
        raise UsageError("No model is loaded", "", "Load one first.")
    return held
