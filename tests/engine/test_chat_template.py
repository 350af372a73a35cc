"""Chat templates: what ordinary ones make of a conversation, and that hostile ones end in words, soon."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from engine.chat_template import SYSTEM_MERGED, ChatTemplate
from engine.commands import Message
from engine.errors import RefusedError

SYSTEM = Message("system", "Be brief.")
HELLO = Message("user", "Hello")
REPLY = Message("assistant", "Hi there ")
MORE = Message("user", "More")

CHATML = """{%- for message in messages %}
    {{- '<|im_start|>' ~ message.role ~ '\\n' ~ message.content ~ '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"""

HEADERS = """{{- bos_token }}
{%- if messages[0]['role'] == 'system' %}
    {%- set system = messages[0]['content'] | trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system = 'Nothing special.' %}
{%- endif %}
{{- '[system]' + strftime_now('%d %b %Y') + '|' + system + '[end]' }}
{%- for message in messages %}
    {{- '[' + message['role'] + ']' + message['content'] | trim + '[end]' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '[assistant]' }}
{%- endif %}"""

STRICT_TURNS = """{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('No system role')
}}{% endif %} {%- for message in messages %}
    {%- if (message.role == 'user') != (loop.index0 % 2 == 0) %}
        {{- raise_exception('Roles must alternate') }}
    {%- endif %}
    {%- set role = 'model' if message.role == 'assistant' else message.role %}
    {{- '<turn>' + role + '\n' + message.content | trim + '</turn>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<turn>model\n' }}{% endif %}"""

THINKER = """{%- macro think(text) %}{{ '<think>\\n' ~ text ~ '</think>\\n\\n' }}{% endmacro %}
{%- set state = namespace(last=-1) %}
{%- for message in messages[::-1] %}
    {%- if message.role == 'user' and state.last < 0 %}
        {%- set state.last = messages | length - 1 - loop.index0 %}
    {%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- set content = message.content if message.content is string else '' %}
    {{- '<|im_start|>' + message.role + '\\n' }}
    {%- if message.role == 'assistant' and '</think>' in content %}
        {%- set parts = content.split('</think>') %}
        {%- if loop.index0 > state.last %}
            {{- think(parts[0].split('<think>')[-1].strip('\\n')) }}
        {%- endif %}
        {%- set content = parts[-1].lstrip('\\n') %}
    {%- endif %}
    {{- content + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n<think>\\n' }}
{%- endif %}"""

PARTS_ONLY = """{%- for message in messages %}{{ '[' + message.role + ']' }}
    {%- for part in message.content %}{{ part.text }}{% endfor %}
{%- endfor %}"""


def render(source: str | None, *messages: Message, continue_last: bool = False) -> str:
    return ChatTemplate(source, "<s>", "</s>").render(messages, continue_last=continue_last).text


def test_a_plain_template() -> None:
    assert render(CHATML, SYSTEM, HELLO) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n"
    )


def test_a_template_with_bos_date_and_trimmed_contents() -> None:
    rendered = ChatTemplate(HEADERS, "<s>", "</s>").render((SYSTEM, HELLO))
    today = datetime.now().strftime("%d %b %Y")
    assert rendered.text == f"<s>[system]{today}|Be brief.[end][user]Hello[end][assistant]"
    assert rendered.has_bos and rendered.warnings == ()


def test_a_system_message_that_is_refused_goes_into_the_first_user_message() -> None:
    rendered = ChatTemplate(STRICT_TURNS, "<s>").render((SYSTEM, HELLO, REPLY, MORE))
    assert rendered.text == (
        "<s><turn>user\nBe brief.\n\nHello</turn>\n<turn>model\nHi there</turn>\n<turn>user\nMore</turn>\n<turn>model\n"
    )
    assert rendered.warnings == (SYSTEM_MERGED,)


def test_a_system_message_that_is_dropped_goes_into_the_first_user_message() -> None:
    source = "{% for m in messages if m.role != 'system' %}[{{ m.content }}]{% endfor %}"
    rendered = ChatTemplate(source).render((SYSTEM, HELLO))
    assert (rendered.text, rendered.warnings) == ("[Be brief.\n\nHello]", (SYSTEM_MERGED,))


def test_an_empty_system_message_is_no_message() -> None:
    rendered = ChatTemplate(STRICT_TURNS, "<s>").render((Message("system", "  "), HELLO))
    assert (rendered.text, rendered.warnings) == ("<s><turn>user\nHello</turn>\n<turn>model\n", ())


def test_what_the_template_says_itself_reaches_the_user() -> None:
    with pytest.raises(RefusedError, match="Roles must alternate"):
        render(STRICT_TURNS, HELLO, HELLO)


def test_thinking_is_opened_by_the_prompt_and_left_out_of_earlier_replies() -> None:
    earlier = Message("assistant", "<think>\nhm\n</think>\n\nHi")
    rendered = ChatTemplate(THINKER).render((HELLO, earlier, MORE))
    assert "hm" not in rendered.text and "assistant\nHi<|im_end|>" in rendered.text
    assert rendered.text.endswith("<|im_start|>assistant\n<think>\n") and rendered.opens_thinking
    assert not ChatTemplate(CHATML).render((HELLO,)).opens_thinking


@pytest.mark.parametrize("source", [CHATML, HEADERS, STRICT_TURNS, THINKER, None])
@pytest.mark.parametrize("content", ["Hi there ", "end", "", "im_end", "[assistant]\n\n", "a\n"])
def test_continuing_cuts_exactly_behind_the_content(source: str | None, content: str) -> None:
    last = Message("assistant", content)
    text = render(source, HELLO, last, continue_last=True)
    complete = ChatTemplate(source, "<s>", "</s>").render((HELLO, last), add_generation_prompt=False).text
    assert text.endswith(content) and "CUT" not in text
    assert complete.startswith(text.rstrip()) and len(complete) > len(text.rstrip())


def test_continuing_inside_the_thinking_is_told() -> None:
    begun = Message("assistant", "<think>\nlet me")
    rendered = ChatTemplate(CHATML).render((HELLO, begun), continue_last=True)
    assert rendered.text.endswith("<think>\nlet me") and rendered.opens_thinking
    assert not ChatTemplate(CHATML).render((HELLO, REPLY), continue_last=True).opens_thinking


def test_only_a_reply_of_the_assistant_can_be_continued() -> None:
    with pytest.raises(RefusedError, match="not the assistant's"):
        render(CHATML, HELLO, continue_last=True)
    with pytest.raises(RefusedError, match="leaves out or changes"):
        render(
            "{% for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}", HELLO, REPLY, continue_last=True
        )
    with pytest.raises(RefusedError, match="conversation is empty"):
        render(CHATML)


def test_without_a_template_a_plain_one_is_used_and_says_so() -> None:
    template = ChatTemplate(None)
    rendered = template.render((SYSTEM, HELLO))
    assert template.is_fallback and rendered.warnings == (template.notice,) and template.stops == ("<|im_end|>",)
    assert rendered.text == render(CHATML, SYSTEM, HELLO)
    assert not ChatTemplate(CHATML).is_fallback and ChatTemplate(CHATML).stops == ()


def test_a_template_that_wants_lists_of_parts_gets_them() -> None:
    assert render(PARTS_ONLY, HELLO) == "[user]Hello"


def test_what_hugging_face_templates_expect_is_there() -> None:
    assert render("{{ {'a': 'é<'} | tojson }}{{ messages[0].content }}", HELLO) == '{"a": "é<"}Hello'
    assert render("{{ [1] | tojson(indent=2) }}{{ messages[0].content }}", HELLO) == "[\n  1\n]Hello"
    source = "{% for m in messages %}{% generation %}{{ m.content }}{% endgeneration %}{% break %}{% endfor %}"
    assert render(source, HELLO, REPLY, MORE, continue_last=False) == "Hello"
    assert render("{% if tools is none %}{{ messages[0]['content'] }}{% endif %}", HELLO) == "Hello"
    assert render("{{ '%s, %d' % (messages[0].content, 3) }}", HELLO) == "Hello, 3"
    assert render("{{ '{}: {n}'.format(messages[0].content, n=3) }}", HELLO) == "Hello: 3"
    assert render(
        "{% for k, v in messages[0].items() %}{{ loop.length }}{{ v }}{{ loop.last }}{% endfor %}", HELLO
    ) == ("2userFalse2HelloTrue")


def test_one_template_renders_many_times() -> None:
    template = ChatTemplate(CHATML)
    assert template.render((HELLO,)) == template.render((HELLO,))
    long = template.render(tuple(Message("user", "word " * 2000) for _ in range(200)))
    assert len(long.text) > 2_000_000


DOUBLING = "{% set n = namespace(x='aaaaaaaa') %}{% for i in range(60) %}{% set n.x = EXPR %}{% endfor %}{{ n.x }}"
NESTING = "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}"
HOSTILE = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "loops over static text": (
        "{% macro m() %}{% for a in range(99999) %}" + "x" * 50_000 + "{% endfor %}{% endmacro %}{{ m() }}"
    ),
    "a long range": "{% for a in range(10 ** 9) %}{% endfor %}",
    "a long range with steps": "{{ range(0, -(10 ** 12), -1) | list }}",
    "a multiplied string": "{{ 'x' * 10 ** 10 }}",
    "a multiplied list": "{% set x = [0] * 10 ** 10 %}",
    "a tower of powers": "{{ 9 ** 9 ** 9 ** 9 ** 9 }}",
    "a growing number": "{% set n = namespace(x=9) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}",
    "doubling with ~": DOUBLING.replace("EXPR", "n.x ~ n.x"),
    "doubling with +": DOUBLING.replace("EXPR", "n.x + n.x"),
    "doubling with join": DOUBLING.replace("EXPR", "[n.x, n.x] | join"),
    "doubling with the join method": DOUBLING.replace("EXPR", "'a'.join([n.x, n.x])"),
    "doubling with replace": DOUBLING.replace("EXPR", "n.x | replace('a', 'aaaaaaaa')"),
    "doubling with the replace method": DOUBLING.replace("EXPR", "n.x.replace('', n.x)"),
    "doubling with format": DOUBLING.replace("EXPR", "'{0}{0}{0}'.format(n.x)"),
    "doubling with %": DOUBLING.replace("EXPR", "'%s%s' % (n.x, n.x)"),
    "doubling with a block": DOUBLING.replace("{% set n.x = EXPR %}", "{% set n.x %}{{ n.x }}{{ n.x }}{% endset %}"),
    "nested lists": NESTING + "{{ n.x }}",
    "nested lists compared": NESTING + "{{ n.x == n.x | list }}",
    "nested lists as JSON": NESTING + "{{ n.x | tojson }}",
    "nested tuples as key": NESTING.replace("[n.x, n.x]", "(n.x, n.x)") + "{{ {}[n.x] }}",
    "a padded format": "{{ '{:>999999999}'.format(1) }}",
    "a padded percent format": "{{ '%999999999d' % 1 }}",
    "a padded date": "{{ strftime_now('%0999999999Y') }}",
    "wide indentation": "{{ 'a\nb\nc' | indent(10 ** 9) }}",
    "wide JSON": "{{ [1, [2]] | tojson(indent=10 ** 9) }}",
    "a filter that is not there": "{{ 'x' | center(10 ** 9) }}",
    "a method that is not there": "{{ 'x'.ljust(10 ** 9) }}",
    "bytes of a number": "{{ (1).to_bytes(10 ** 9, 'big') }}",
    "endless recursion": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "two macros calling each other": (
        "{% macro a(n) %}{{ b(n + 1) }}{{ b(n + 1) }}{% endmacro %}{% macro b(n) %}"
        "{% if n < 60 %}{{ a(n + 1) }}{{ a(n + 1) }}{% endif %}{% endmacro %}{{ a(0) }}"
    ),
    "a recursive loop": ("{% for x in [[1]] * 9 recursive %}{{ loop([[1]] * 9) }}{% endfor %}"),
    "long output": "{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}",
    "classes": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "classes through attr": "{{ ''|attr('__class__') }}{{ (''|attr('__class__')).mro() }}",
    "globals": "{{ raise_exception.__globals__['os'].system('true') }}",
    "format attributes": "{{ '{0.__class__}'.format(messages) }}",
    "changing the messages": "{{ messages.append(1) }}{{ messages.clear() }}",
    "files": "{% include '/etc/passwd' %}",
    "imports": "{% from 'os' import system %}",
    "escaping": "{% autoescape true %}{{ '<' * 900000 }}{% endautoescape %}",
    "a slow strip": "{{ ('a' * 900000).strip('b' * 900000 ~ 'a') }}",
    "a printed namespace": "{% set n = namespace() %}{% set n.x = n %}{{ n }}",
    "deep nesting": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "deep lists": "{{ " + "[" * 3000 + "]" * 3000 + " }}",
    "a long sum": "{{ 1" + " + 1" * 20_000 + " }}",
    "a long number": "{{ " + "9" * 9000 + " }}",
    "many nested blocks": "{% if 1 %}" * 2000 + "{% endif %}" * 2000,
    "a huge source": "{# " + "x" * 200_000 + " #}",
    "a broken tag": "{% for %}",
    "an unknown tag": "{% exec 'rm' %}",
    "division by zero": "{{ 1 / 0 }}",
    "a call of nothing": "{{ nothing() }}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.timeout(20)
def test_a_hostile_template_ends_in_words(source: str) -> None:
    with pytest.raises(RefusedError) as refused:
        ChatTemplate(source).render((HELLO,))
    assert "chat template of this model" in refused.value.what
    assert refused.value.why and refused.value.next_step
    assert len(str(refused.value)) < 500 and "\n" not in str(refused.value)
    assert not re.search(r"0x[0-9a-f]{6,}", str(refused.value))


@pytest.mark.parametrize(
    ("source", "end"),
    [
        (CHATML, "assistant\n<think>\nhm"),
        (THINKER, "assistant\n<think>\nhm"),
        (CHATML.replace("More", "") + "{# <|START_THINKING|> #}", "assistant\n<|START_THINKING|>\nhm"),
        (CHATML + "{# <|channel|> #}", "assistant\n<|channel|>analysis<|message|>hm"),
    ],
)
def test_thinking_that_was_cut_goes_on_between_the_models_own_marks(source: str, end: str) -> None:
    begun = ChatTemplate(source).render((HELLO, Message("assistant", "", "hm")), continue_last=True)
    assert begun.text.endswith(end) and begun.opens_thinking and begun.mid_thinking
    answered = ChatTemplate(source).render((HELLO, Message("assistant", "Well", "hm")), continue_last=True)
    assert answered.text.startswith(begun.text) and answered.text.endswith("Well")
    assert not answered.opens_thinking and not answered.mid_thinking


@pytest.mark.parametrize("name", ["enable_thinking", "thinking"])
def test_a_switch_for_thinking_is_known_and_set(name: str) -> None:
    source = "{{ messages[0].content }}{% if NAME is defined and not NAME %} no{% endif %}"
    template = ChatTemplate(source.replace("NAME", name))
    assert template.thinking_switch
    assert [template.render((HELLO,), thinking=on).text for on in (None, True, False)] == ["Hello", "Hello", "Hello no"]


@pytest.mark.parametrize(
    "source", [CHATML, "{{ messages[0].thinking }}", "{% for %}", "{# " + "x" * 200_000 + " #}", None]
)
def test_other_templates_have_no_switch(source: str | None) -> None:
    assert not ChatTemplate(source).thinking_switch
