"""Something to tell the user, in the parts that a banner shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to tell the user. action: what a button may do about it. lasting: has to be seen, and waits while
    something else is shown. passing: is about one reply, and says nothing any more when another one is asked for or
    another conversation is on screen."""

    what: str
    why: str = ""
    next_step: str = ""
    level: Literal["bad", "warn", "info"] = "bad"
    action: Literal["", "restart", "save"] = ""
    lasting: bool = False
    passing: bool = False
