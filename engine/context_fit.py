"""What of a conversation fits into a context: how many of its oldest turns must be left out. Nothing is left out here;
somebody has to be asked first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.commands import CountTokens, Generate, Message
from engine.events import TokensCounted
from engine.prompting import Prompter


def counted(command: CountTokens, prompter: Prompter, n_ctx: int) -> TokensCounted:
    """The answer to a command. Raises RefusedError for a template that fails."""

    def tokens(messages: Sequence[Message]) -> int:
        asked = Generate(
            command.request_id,
            messages=tuple(messages),
            continue_last=command.continue_last,
            thinking=command.thinking,
        )
        return len(prompter.prompt(asked).tokens)

    texts = tuple(prompter.count(text) for text in command.texts)
    total = tokens(command.messages) if command.messages else 0
    fits = total + command.least_room <= n_ctx
    n_drop = kept = 0
    if not fits:
        for room in (command.wanted_room, command.least_room):
            n_drop, kept = drop(command.messages, tokens, n_ctx - room) or (0, 0)
            if n_drop:
                break
    return TokensCounted(command.request_id, total, n_ctx, texts, fits, n_drop, kept)


def drop(
    messages: Sequence[Message], tokens: Callable[[Sequence[Message]], int], limit: int
) -> tuple[int, int] | None:
    """How many of the oldest messages to leave out so that `tokens` of the others is at most `limit`, and what those
    take; None where no number does. Turns go whole, a question with its reply; system messages and the last question
    stay.

    >>> ask, say = Message("user", "a b c"), Message("assistant", "d e")
    >>> drop([ask, say, ask, say, ask], lambda kept: sum(len(one.content.split()) for one in kept), 8)
    (2, 8)
    """
    system = [message for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    starts = [i for i, message in enumerate(rest) if message.role == "user" and i > 0]
    low, high = 0, len(starts)
    found: dict[int, int] = {}
    while low < high:  # fewer messages never take more tokens
        middle = (low + high) // 2
        taken = tokens([*system, *rest[starts[middle] :]])
        if taken <= limit:
            high, found[middle] = middle, taken
        else:
            low = middle + 1
    return (starts[low], found[low]) if low < len(starts) else None
