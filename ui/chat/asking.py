"""From a conversation and its settings to the engine's command."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from engine.commands import CountTokens, Generate, Speculation
from ui.chat.attaching import with_files
from ui.chat.conversation import Conversation
from ui.preferences import AUTO, Preferences
from ui.services import ChatSettings, Draft

LEAST_SHARE: Final = 8  # of the context: with less room than this a reply is likely to be cut
WANTED_SHARE: Final = 4  # so that not every question makes turns fall out, and the prompt is not read anew each time
MESSAGE_BYTES: Final = 64  # more than the marks around a message take
TEMPLATE_BYTES: Final = 2048  # more than what templates say by themselves


def generate(
    request_id: int,
    conversation: Conversation,
    defaults: ChatSettings,
    preferences: Preferences,
    speculation: Speculation,
) -> Generate:
    """Answer the last question, or write on when the last turn is a reply. What neither the conversation nor the
    defaults say is as in the preferences."""
    settings = conversation.settings.over(defaults)
    sampling = settings.sampling or preferences.sampling()
    if sampling.seed == AUTO:
        sampling = replace(sampling, seed=secrets.randbelow(2**31))
    messages = conversation.messages(settings.system or "")
    return Generate(
        request_id,
        messages,
        speculation=speculation,
        sampling=sampling,
        max_tokens=settings.max_tokens or preferences.max_tokens,
        stop=settings.stop or (),
        continue_last=bool(messages) and messages[-1].role == "assistant",
        thinking=settings.thinking,
        json_schema=settings.json_schema or "",
        rest_when_slow=preferences.rest_when_slow,
    )


def room(settings: ChatSettings, preferences: Preferences, n_ctx: int) -> tuple[int, int]:
    """Tokens of a context that must stay free for a reply before it is asked for, and those that leaving turns out
    makes free. Never more than the longest reply."""
    longest = settings.max_tokens or preferences.max_tokens
    return max(min(longest, n_ctx // LEAST_SHARE), 1), max(min(longest, n_ctx // WANTED_SHARE), 1)


def count(asked: Generate, room: tuple[int, int], texts: tuple[str, ...] = ()) -> CountTokens:
    """What a request would take, without making it. room: as `room` gives it."""
    return CountTokens(
        asked.request_id,
        messages=asked.messages,
        texts=texts,
        continue_last=asked.continue_last,
        thinking=asked.thinking,
        least_room=room[0],
        wanted_room=room[1],
    )


def surely_fits(asked: Generate, n_ctx: int, least_room: int) -> bool:
    """Whether no tokeniser can make more of it than fits: a token is at least one byte of the text."""
    n_bytes = sum(len((one.content + one.thinking).encode("utf-8", "replace")) for one in asked.messages)
    return n_bytes + len(asked.messages) * MESSAGE_BYTES + TEMPLATE_BYTES + least_room <= n_ctx


def surely_goes_behind(told_tokens: int, draft: Draft, n_ctx: int, least_room: int) -> bool:
    """The same for a message behind a conversation of so many tokens."""
    n_bytes = len(with_files(draft.text, draft.files).encode("utf-8", "replace"))
    return told_tokens + n_bytes + MESSAGE_BYTES + least_room <= n_ctx
