"""What something costs, on every machine alike."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls_of(act: Callable[[], object]) -> int:
    """How many calls something takes."""
    n_calls = 0

    def note(_frame: object, event: str, _called: object) -> None:
        nonlocal n_calls
        n_calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return n_calls
