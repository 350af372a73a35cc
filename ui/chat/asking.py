"""From a conversation and its settings to the engine's command."""

from __future__ import annotations

import secrets
from dataclasses import replace

from engine.commands import Generate, Speculation
from ui.chat.conversation import Conversation
from ui.preferences import AUTO, Preferences
from ui.services import ChatSettings


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
        json_schema=settings.json_schema or "",
    )
