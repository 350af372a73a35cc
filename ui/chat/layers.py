"""Where a setting of a chat comes from: the chat itself, what holds for all chats, or what the program brings. No Qt.

What holds for all chats lies in two places: what is a plain value in the preferences, the rest beside the
conversations. Here it is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ui.preferences import Preferences
from ui.services import ChatSettings

GROUPS: Final = {  # settings that are set and reset together
    "system": ("system",),
    "sampling": ("sampling", "profile"),
    "reply": ("max_tokens", "thinking", "stop"),
    "context": ("n_ctx",),
    "schema": ("json_schema",),
}


@dataclass(frozen=True, slots=True)
class Layers:
    """own: of one chat, None where it says nothing. everybody: of all chats, complete but for `thinking`, where None
    leaves it to the model."""

    own: ChatSettings
    everybody: ChatSettings

    @property
    def in_force(self) -> ChatSettings:
        """What holds for the chat."""
        return self.own.over(self.everybody)

    def is_own(self, group: str) -> bool:
        """Whether the chat says something itself about any setting of a group."""
        return any(getattr(self.own, name) is not None for name in GROUPS[group])

    def is_changed(self, group: str) -> bool:
        """Whether all chats have other values in a group than the program comes with."""
        factory = complete(Preferences(), ChatSettings())
        names = [name for name in GROUPS[group] if name != "profile"]
        return any(getattr(self.everybody, name) != getattr(factory, name) for name in names)

    def with_own(self, values: ChatSettings, group: str) -> Layers:
        """The chat's own values of a group as in `values`."""
        return replace(self, own=_taken(self.own, values, group))

    def with_everybody(self, values: ChatSettings, group: str) -> Layers:
        """The values of all chats in a group as in `values`."""
        return replace(self, everybody=_taken(self.everybody, values, group))

    def reset_own(self, group: str) -> Layers:
        """The chat says nothing about a group any more."""
        return self.with_own(ChatSettings(), group)

    def reset_everybody(self, group: str) -> Layers:
        """A group as the program comes with it."""
        return self.with_everybody(complete(Preferences(), ChatSettings()), group)


def complete(preferences: Preferences, defaults: ChatSettings) -> ChatSettings:
    """What holds for all chats. defaults: what is kept beside the conversations."""
    base = ChatSettings(
        system="",
        sampling=preferences.sampling(),
        max_tokens=preferences.max_tokens,
        n_ctx=preferences.n_ctx,
        stop=(),
        json_schema="",
        profile="",
    )
    return defaults.over(base)


def divided(everybody: ChatSettings, preferences: Preferences) -> tuple[Preferences, ChatSettings]:
    """The inverse of `complete`: what goes into the preferences, and what is kept beside the conversations."""
    changed = preferences
    if everybody.sampling is not None:
        changed = changed.with_sampling(everybody.sampling)
    if everybody.max_tokens is not None:
        changed = replace(changed, max_tokens=everybody.max_tokens)
    if everybody.n_ctx is not None:
        changed = replace(changed, n_ctx=everybody.n_ctx)
    rest = ChatSettings(
        system=everybody.system or None,
        thinking=everybody.thinking,
        stop=everybody.stop or None,
        json_schema=everybody.json_schema or None,
    )
    return changed, rest


def stops_of(text: str) -> tuple[str, ...]:
    """Stop texts from one line each; a line break inside one is written \\n.

    >>> stops_of("User:\\n\\nEND\\\\n")
    ('User:', 'END\\n')
    """
    return tuple(line.replace("\\n", "\n") for line in text.split("\n") if line)


def lines_of(stops: tuple[str, ...]) -> str:
    """The inverse of `stops_of`."""
    return "\n".join(stop.replace("\n", "\\n") for stop in stops)


def _taken(settings: ChatSettings, values: ChatSettings, group: str) -> ChatSettings:
    return replace(settings, **{name: getattr(values, name) for name in GROUPS[group]})
