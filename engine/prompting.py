"""From messages to tokens, and from tokens back to text: everything a reply needs of the model's vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.chat_template import ChatTemplate
from engine.commands import Generate
from engine.errors import UsageError
from engine.events import TextRun
from engine.llama.model import Model
from engine.text import TextStream
from engine.thinking import MARKERS, ThinkingSplitter, prompt_opens_thinking


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt ready to be processed. opens_thinking: its last words open a thinking block that the reply continues;
    mid_thinking: they are thinking already.
    stops: strings that end the reply, those of the request and those that the template needs."""

    tokens: tuple[int, ...]
    opens_thinking: bool
    stops: tuple[str, ...]
    warnings: tuple[str, ...]
    mid_thinking: bool = False


class Prompter:
    """Prompts and reply texts for one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._template = ChatTemplate(
            model.meta("tokenizer.chat_template"),
            bos_token=_name(model, model.bos),
            eos_token=_name(model, model.eos),
        )

    @property
    def thinking_switch(self) -> bool:
        """Whether the template can be told to let the model think or not."""
        return self._template.thinking_switch

    def count(self, text: str) -> int:
        """How many tokens a text takes by itself."""
        return len(self._model.tokenize(text, add_special=False, parse_special=False)) if text else 0

    def prompt(self, command: Generate) -> Prompt:
        """Tokens for a request. Raises UsageError for an empty one, RefusedError for a template that fails."""
        warnings: tuple[str, ...]
        mid = False
        if command.prompt is not None:
            text, warnings, opens = command.prompt, (), prompt_opens_thinking(command.prompt)
            stops = command.stop
        elif command.messages:
            rendered = self._template.render(
                command.messages, continue_last=command.continue_last, thinking=command.thinking
            )
            text, warnings, opens = rendered.text, rendered.warnings, rendered.opens_thinking
            mid = rendered.mid_thinking
            stops = (*command.stop, *self._template.stops)
            if self._model.adds_bos and rendered.has_bos:
                # The tokeniser adds it, and two of them spoil some models.
                text = text.removeprefix(_name(self._model, self._model.bos))
        else:
            raise UsageError("There is nothing to answer", "the request holds neither messages nor a prompt")
        tokens = self._model.tokenize(text, add_special=True, parse_special=True)
        if not tokens:
            tokens = [self._model.bos if self._model.bos >= 0 else 0]
        return Prompt(tuple(tokens), opens, stops, warnings, mid)

    def reply_text(self, stop: Sequence[str], *, opens_thinking: bool, mid_thinking: bool = False) -> ReplyText:
        """Where the tokens of one reply become text."""
        return ReplyText(self._model, stop, opens_thinking=opens_thinking, mid_thinking=mid_thinking)


class ReplyText:
    """Tokens in, printable runs out: characters whole, stop strings held back, thinking marked."""

    def __init__(
        self, model: Model, stop: Sequence[str], *, opens_thinking: bool, mid_thinking: bool = False
    ) -> None:
        self._model = model
        self._stream = TextStream(self._piece, stop)
        self._splitter = ThinkingSplitter(opened=opens_thinking, inside=mid_thinking)

    @property
    def stop_text(self) -> str:
        """The stop string that ended the reply, or ''."""
        return self._stream.stop_text

    def push(self, token: int, origin: str) -> bool:
        return self._stream.push(token, origin)

    def take(self) -> tuple[TextRun, ...]:
        return self._splitter.feed(self._stream.take())

    def finish(self) -> tuple[TextRun, ...]:
        """What was still held back when the reply ended."""
        return (*self._splitter.feed(self._stream.finish()), *self._splitter.finish())

    def _piece(self, token: int) -> bytes:
        """Control tokens stay hidden, except those by which thinking is recognised."""
        if self._model.is_control(token):
            name = self._model.visible_piece(token)
            return name if name in MARKERS else b""
        return self._model.piece(token)


def _name(model: Model, token: int) -> str:
    return model.visible_piece(token).decode("utf-8", "replace") if token >= 0 else ""
