"""Errors that the user can act on. Everything else is a bug and keeps its traceback.

Each says what happened, why, and what to do next, in one line each. The subclass decides the exit code of the
headless commands (see `app.cli`): 2 usage, 3 refused, 4 model could not be loaded, 5 the engine died.
"""

from __future__ import annotations

from typing import ClassVar, Literal

FailureKind = Literal["usage", "refused", "load", "engine", "bug"]


class PacelineError(Exception):
    """Something the user can act on.

    what: the thing that did not work, naming the file, model or setting; a clause without a final full stop.
    why: the reason; may be empty.
    next_step: what the user can do; may be empty.
    """

    kind: ClassVar[FailureKind] = "engine"
    exit_code: ClassVar[int] = 5

    def __init__(self, what: str, why: str = "", next_step: str = "") -> None:
        super().__init__(what, why, next_step)
        self.what = what
        self.why = why
        self.next_step = next_step

    def __str__(self) -> str:
        return one_line(self.what, self.why, self.next_step)


class UsageError(PacelineError):
    """A request that cannot be understood or is out of range."""

    kind = "usage"
    exit_code = 2


class RefusedError(PacelineError):
    """Understood, and not possible: an incompatible pair, a preset that this model cannot have, a full context."""

    kind = "refused"
    exit_code = 3


class ModelLoadError(PacelineError):
    """A model file that is missing, damaged, of the wrong kind, or too large for this machine."""

    kind = "load"
    exit_code = 4


class EngineError(PacelineError):
    """The native engine failed or died."""

    kind = "engine"
    exit_code = 5


def error_of(kind: FailureKind, what: str, why: str = "", next_step: str = "") -> PacelineError:
    """The error that a `Failed` event of this kind stands for."""
    kinds: dict[FailureKind, type[PacelineError]] = {
        "usage": UsageError,
        "refused": RefusedError,
        "load": ModelLoadError,
    }
    return kinds.get(kind, EngineError)(what, why, next_step)


def one_line(what: str, why: str, next_step: str) -> str:
    """Join the three parts into one line: 'what: why. next step.'"""
    head = f"{what.rstrip('.')}: {why}" if why else what
    parts = [head] + ([next_step] if next_step else [])
    return " ".join(part.strip().rstrip(".") + "." for part in parts).replace("\n", " ")
