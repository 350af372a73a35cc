"""Conversations become prompts: the model's own chat template, rendered in bounds, with a plain one where it
has none.

A template is part of a downloaded file, so whatever it does wrong ends in a RefusedError in words. Templates
differ in what they can express; a system message that a template refuses or drops goes into the first user
message instead, and contents are offered as a list of parts where a template drops plain text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from jinja2 import Template, TemplateError, meta
from jinja2.exceptions import SecurityError, TemplateSyntaxError, UndefinedError

from engine.commands import Message
from engine.errors import RefusedError
from engine.template_budget import Budget, TemplateLimitError, TemplateRefusalError
from engine.template_sandbox import TemplateEnvironment
from engine.thinking import ends_in_thinking, prompt_opens_thinking, with_thinking

MAX_SOURCE_CHARS = 128 * 1024
BASE_STEPS = 2_000_000
STEPS_PER_CHAR = 4
BASE_CHARS = 1_000_000
CHARS_PER_CHAR = 4
MAX_SECONDS = 5.0
THINKING_SWITCHES: Final = ("enable_thinking", "thinking")  # what templates call it

FALLBACK_SOURCE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
FALLBACK_NOTICE = (
    "This model brings no chat template; a plain one (ChatML) is used, which a model that was not "
    "trained for chat may not follow."
)
SYSTEM_MERGED = (
    "This model's chat template has no place for a system message; it was put before the first user message."
)

_Conversation = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt. opens_thinking: the reply begins inside the model's thinking; mid_thinking: in the middle of it.
    has_bos: the text begins with the BOS token already, so the tokeniser must not add another."""

    text: str
    warnings: tuple[str, ...] = ()
    opens_thinking: bool = False
    has_bos: bool = False
    mid_thinking: bool = False


class ChatTemplate:
    """The chat template of one model.

    source: the file's `tokenizer.chat_template`, or None. A broken template is told about when it is first
    used, so that raw prompts work all the same. stops: strings that must end a reply because the model's
    vocabulary may not know them as end tokens.
    """

    def __init__(self, source: str | None, bos_token: str = "", eos_token: str = "") -> None:
        self.is_fallback = not (source and source.strip())
        self.notice = FALLBACK_NOTICE if self.is_fallback else ""
        self.stops: tuple[str, ...] = ("<|im_end|>",) if self.is_fallback else ()
        self._source = source if source and not self.is_fallback else FALLBACK_SOURCE
        self._bos_token = bos_token
        self._eos_token = eos_token
        self._compiled: tuple[TemplateEnvironment, Template] | None = None
        self._switch: dict[str, bool] = {}  # of the rendering that runs

    @cached_property
    def thinking_switch(self) -> bool:
        """Whether it looks at a switch for thinking; not of a template that is broken."""
        if len(self._source) > MAX_SOURCE_CHARS:
            return False
        try:
            asked = meta.find_undeclared_variables(TemplateEnvironment().parse(self._source))
        except Exception:  # a stranger's program: `render` says what is wrong with it
            return False
        return not asked.isdisjoint(THINKING_SWITCHES)

    def render(
        self,
        messages: Sequence[Message],
        add_generation_prompt: bool = True,
        continue_last: bool = False,
        thinking: bool | None = None,
    ) -> Rendered:
        """The prompt for a conversation.

        continue_last: the last message is the assistant's, and the prompt ends exactly behind its content, or behind
        its thinking where there is no content yet. thinking: for the template's switch, None to leave it alone.
        RefusedError when the template cannot express the conversation, is malformed, or wants more than a
        template may have.
        """
        conversation = _without_empty_system(messages)
        if not conversation:
            raise RefusedError(
                "There is nothing to answer", "the conversation is empty", "Write a message first"
            )
        self._switch = {} if thinking is None else dict.fromkeys(THINKING_SWITCHES, thinking)
        if not continue_last:
            text, warnings = self._with_system(conversation, add_generation_prompt)
            return self._rendered(text, warnings, prompt_opens_thinking(text))
        last = conversation[-1]
        if last.role != "assistant":
            raise RefusedError("The reply cannot be continued", "the last message is not the assistant's")
        if last.thinking:
            text, warnings = self._with_system(conversation[:-1], add_generation_prompt=True)
            text = with_thinking(text, last.thinking, last.content, self._source)
            return replace(self._rendered(text, warnings, not last.content), mid_thinking=not last.content)
        mark = _absent_mark(conversation)
        conversation[-1] = replace(last, content=last.content + mark)
        text, warnings = self._with_system(conversation, add_generation_prompt=False)
        head, found, _ = text.rpartition(mark)
        if not found:
            raise RefusedError(
                "The reply cannot be continued",
                "the chat template of this model leaves out or changes the last reply",
                "Ask for a new reply instead",
            )
        opens = ends_in_thinking(last.content) or (not last.content.strip() and prompt_opens_thinking(head))
        return self._rendered(head, warnings, opens)

    def _rendered(self, text: str, warnings: tuple[str, ...], opens_thinking: bool) -> Rendered:
        if self.is_fallback:
            warnings = (self.notice, *warnings)
        has_bos = bool(self._bos_token) and text.startswith(self._bos_token)
        return Rendered(text, warnings, opens_thinking, has_bos)

    def _with_system(
        self, conversation: list[Message], add_generation_prompt: bool
    ) -> tuple[str, tuple[str, ...]]:
        """Render, the system message merged into the first user message where the template has no place for
        it."""
        system = conversation[0].content.strip() if conversation[0].role == "system" else ""
        try:
            text = self._with_contents(conversation, add_generation_prompt)
            if system in text:
                return text, ()
        except (TemplateRefusalError, UndefinedError) as error:
            if not system:
                raise self._refusal(error) from error
        try:
            merged = _merge_system(conversation)
            return self._with_contents(merged, add_generation_prompt), (SYSTEM_MERGED,)
        except (TemplateRefusalError, UndefinedError) as error:
            raise self._refusal(error) from error

    def _with_contents(self, conversation: list[Message], add_generation_prompt: bool) -> str:
        """Render with plain contents, or with lists of parts where the template drops plain ones."""
        plain = [{"role": message.role, "content": message.content} for message in conversation]
        last = conversation[-1].content.strip()
        first_error: Exception | None = None
        text = ""
        try:
            text = self._run(plain, add_generation_prompt)
            if last in text:
                return text
        except (TemplateRefusalError, UndefinedError) as error:
            first_error = error
        parts: _Conversation = [
            {"role": message.role, "content": [{"type": "text", "text": message.content}]}
            for message in conversation
        ]
        try:
            typed = self._run(parts, add_generation_prompt)
            if last in typed and "'type': 'text'" not in typed:
                return typed
        except (TemplateRefusalError, UndefinedError, RefusedError):
            pass  # what the template said about plain contents is what counts
        if first_error is not None:
            raise first_error
        return text

    def _run(self, messages: _Conversation, add_generation_prompt: bool) -> str:
        """One rendering. Raises what the template itself raised; everything else as RefusedError."""
        n_chars = sum(len(message["content"]) for message in messages if isinstance(message["content"], str))
        budget = Budget(
            BASE_STEPS + STEPS_PER_CHAR * n_chars, BASE_CHARS + CHARS_PER_CHAR * n_chars, MAX_SECONDS
        )
        names = {
            "messages": messages,
            "add_generation_prompt": add_generation_prompt,
            "bos_token": self._bos_token,
            "eos_token": self._eos_token,
            **self._switch,
        }
        try:
            environment, template = self._compile()
            environment.budget = budget
            try:
                return _collect(template, budget, names | {"tools": None, "documents": None})
            except TypeError:  # templates made for tools only go through the list without asking
                return _collect(template, budget, names | {"tools": [], "documents": []})
        except (TemplateRefusalError, UndefinedError):
            raise
        except Exception as error:  # a stranger's program: whatever it provokes is its own fault
            raise self._refusal(error) from error

    def _compile(self) -> tuple[TemplateEnvironment, Template]:
        if self._compiled is None:
            if len(self._source) > MAX_SOURCE_CHARS:
                raise TemplateLimitError(f"is longer than {MAX_SOURCE_CHARS:,} characters")
            environment = TemplateEnvironment()
            self._compiled = environment, environment.from_string(environment.bounded(self._source))
        return self._compiled

    def _refusal(self, error: Exception) -> RefusedError:
        return RefusedError(
            "The chat template of this model cannot be used for this conversation",
            _in_words(error),
            "Use a raw prompt, or another file of this model",
        )


def _collect(template: Template, budget: Budget, names: dict[str, Any]) -> str:
    pieces: list[str] = []
    length = 0
    for piece in template.generate(names):
        length += len(piece)
        budget.fit(length)
        pieces.append(piece)
    return "".join(pieces)


def _in_words(error: Exception) -> str:
    match error:
        case TemplateRefusalError():
            return f"it says: {error.message}"
        case TemplateLimitError():
            return f"it {error}"
        case TemplateSyntaxError():
            return f"it is malformed in line {error.lineno}: {_short(error.message)}"
        case SecurityError():
            return f"it tries what a template must not do: {_short(error)}"
        case RecursionError():
            return "it calls itself without end, or is nested too deep"
        case MemoryError():
            return "it needs too much memory"
        case TemplateError():
            return _short(error)
        case _:
            return f"it fails: {_short(error) or type(error).__name__}"


def _short(text: object) -> str:
    words = " ".join(str(text).split())
    return words if len(words) <= 200 else words[:199] + "…"


def _without_empty_system(messages: Sequence[Message]) -> list[Message]:
    return [message for message in messages if message.role != "system" or message.content.strip()]


def _merge_system(conversation: Sequence[Message]) -> list[Message]:
    """The conversation without system messages, their text before the first user message."""
    system = "\n\n".join(message.content for message in conversation if message.role == "system")
    rest = [message for message in conversation if message.role != "system"]
    for i, message in enumerate(rest):
        if message.role == "user":
            rest[i] = replace(message, content=f"{system}\n\n{message.content}")
            return rest
    return [Message("user", system), *rest]


def _absent_mark(conversation: Sequence[Message]) -> str:
    """A word that occurs nowhere in the conversation and that no template changes."""
    n = 0
    while any(f"PACELINE{n}CUT" in message.content for message in conversation):
        n += 1
    return f"PACELINE{n}CUT"
