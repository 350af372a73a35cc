"""Model files whose chat template means harm, in the real window on the real engine: each is refused in words, and a
good model answers afterwards, from the same process. `tests.engine.test_chat_template` has many more of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.child import ChildEngine
from tests import tiny_models
from tests.app.living import Living, write_endless
from tests.tiny_vocabulary import bpe_vocabulary, spm_vocabulary
from ui.chat.conversation import Reply

if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_DOUBLED: Final = "{% set n = namespace(x=START) %}{% for i in range(99) %}{% set n.x = GROWN %}{% endfor %}"
# name -> (template, a word of the reason that is told)
TEMPLATES: Final = {
    "recursion": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "calls itself"),
    "loops in loops": ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "work"),
    "a long range": ("{{ range(10**9) | list }}", "counts further"),
    "a long string": ("{{ 'x' * 10**10 }}", "text of more than"),
    "a text that doubles": (_DOUBLED.replace("START", "'aa'").replace("GROWN", "n.x ~ n.x"), "text of more than"),
    "a list that doubles": (_DOUBLED.replace("START", "[1]").replace("GROWN", "[n.x, n.x]") + "{{ n.x }}", "work"),
    "classes": ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "must not do"),
    "globals": ("{{ raise_exception.__globals__['os'].system('true') }}", "must not do"),
    "attributes in a format": ("{{ '{0.__class__.__mro__}'.format(messages) }}", "formats text in a way"),
    "a wide format": ("{{ '{:>999999999}'.format(1) }}", ""),
    "brackets": ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "nested too deep"),
    "blocks": ("{% if 1 %}" * 2000 + "{% endif %}" * 2000, ""),
    "files": ("{% include '/etc/passwd' %}", ""),
    "imports": ("{% from 'os' import system %}", ""),
    "its own words": ("{{ raise_exception('<b>pay</b> first') }}", "<b>pay</b> first"),
}


@pytest.fixture
def life(qapp: QApplication, qtbot: QtBot, data: Path) -> Iterator[Living]:
    data.mkdir(parents=True, exist_ok=True)
    made = Living(qapp, qtbot, {"preset": "baseline", "temperature": "0", "max_tokens": "8", "threads": "1"})
    yield made
    made.close()


def open_and_ask(life: Living, model: Path, text: str) -> None:
    life.window.chat.banner.clear()
    life.window.open_model(str(model))
    life.wait(lambda: life.window.controller.model is not None and life.window.controller.model_path == str(model))
    life.wait_ready()
    life.window.chat.new_chat()
    assert life.window.send_message(text)
    life.wait(lambda: not life.window.busy)


@pytest.mark.timeout(900)
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_each_is_refused_in_words_and_a_good_model_answers(life: Living, tmp_path: Path) -> None:
    link = life.parts.link
    assert isinstance(link, ChildEngine)
    process = link.pid
    for i, (name, (source, reason)) in enumerate(TEMPLATES.items()):
        model = tiny_models.write_dense(tmp_path / f"{i}.gguf", tokenizer={"chat_template": source})
        open_and_ask(life, model, "Hello")
        problem = life.window.chat.banner.problem
        assert problem is not None, name
        assert "chat template of this model" in problem.what, name
        assert reason in problem.why, name
        assert problem.next_step, name
        reply = life.window.controller.current.last_reply
        assert isinstance(reply, Reply), name
        assert reply.note.startswith("No reply"), name
    # A half of a surrogate pair, which no tokeniser takes, is no reason to fail.
    half = "{{ messages[0].content }}{{ '\\ud800' }}"
    for vocabulary in (spm_vocabulary(), bpe_vocabulary()):
        model = tmp_path / f"half of {vocabulary.model}.gguf"
        tiny_models.write_dense(model, vocabulary=vocabulary, tokenizer={"chat_template": half})
        open_and_ask(life, model, "Hello")
        assert life.window.reply_text
    open_and_ask(life, write_endless(tmp_path / "good.gguf"), "Hello again")
    assert life.window.chat.banner.problem is None
    assert life.window.reply_text
    assert link.pid == process, "no template ended the engine"
