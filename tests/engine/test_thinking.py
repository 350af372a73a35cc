"""Thinking and answer told apart while a reply streams in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import TextRun
from engine.thinking import ThinkingSplitter, ends_in_thinking, prompt_opens_thinking, strip_thinking

HARMONY = "<|channel|>analysis<|message|>Weigh it.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>"


def split(reply: str, opened: bool = False, size: int = 1) -> tuple[str, str]:
    """(thinking, answer) of a reply that arrives in runs of `size` characters."""
    splitter = ThinkingSplitter(opened=opened)
    runs: list[TextRun] = []
    for start in range(0, len(reply), size):
        runs += splitter.feed((TextRun(reply[start : start + size], "target"),))
    runs += splitter.finish()
    return (
        "".join(run.text for run in runs if run.thinking),
        "".join(run.text for run in runs if not run.thinking),
    )


CASES = [
    ("<think>\nhm\n</think>\n\nHello", False, ("hm", "Hello")),
    (" \n<think>hm</think>Hello", False, ("hm", "Hello")),
    ("<think>\n\n</think>\n\nHello", False, ("", "Hello")),
    ("hm, so\n</think>\n\nHello", True, ("hm, so", "Hello")),
    ("<think>\nhm</think>Hello", True, ("hm", "Hello")),
    ("<seed:think>hm</seed:think>Hello", False, ("hm", "Hello")),
    ("[THINK]hm[/THINK]Hello", False, ("hm", "Hello")),
    ("<|channel>thought\nhm<channel|>Hello", False, ("hm", "Hello")),
    ("Write <think> to begin </think>.", False, ("", "Write <think> to begin </think>.")),
    ("<thin ice", False, ("", "<thin ice")),
    ("  plain", False, ("", "  plain")),
    ("<think>hm</think>A <think> B", False, ("hm", "A <think> B")),
    ("<think>cut off </thi", False, ("cut off </thi", "")),
    ("<think>a < b, </x> too</think>Hello", False, ("a < b, </x> too", "Hello")),
    ("<", False, ("", "<")),
    ("", True, ("", "")),
    (HARMONY, False, ("Weigh it.", "Yes.")),
    ("Weigh it.<|end|><|start|>assistant<|channel|>final<|message|>Yes.", True, ("Weigh it.", "Yes.")),
    ("<|channel|>final<|message|>Yes.", False, ("", "Yes.")),
    ("<|channel|>commentary<|message|>One moment.<|end|>", False, ("", "One moment.")),
    ("<|channel|>analysis<|message|>Weigh", False, ("Weigh", "")),
    ("<|channel|>anal", False, ("", "")),
]


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(("reply", "opened", "expected"), CASES)
def test_tags_are_taken_out_and_thinking_is_marked(
    reply: str, opened: bool, expected: tuple[str, str], size: int
) -> None:
    assert split(reply, opened, size) == expected


def test_thinking_appears_before_it_is_over() -> None:
    splitter = ThinkingSplitter()
    assert splitter.feed((TextRun("<think>first ", "draft"),)) == (TextRun("first", "draft", thinking=True),)
    assert splitter.thinking
    assert splitter.feed((TextRun("second</", "target"),)) == (
        TextRun(" ", "draft", thinking=True),
        TextRun("second", "target", thinking=True),
    )
    assert splitter.feed((TextRun("think>done", "draft"),)) == (TextRun("done", "draft"),)
    assert not splitter.thinking


def test_an_ordinary_reply_is_not_delayed() -> None:
    splitter = ThinkingSplitter()
    assert splitter.feed((TextRun("Hi", "draft"), TextRun(" <th", "target"))) == (
        TextRun("Hi", "draft"),
        TextRun(" <th", "target"),
    )


def test_a_header_without_end_does_not_swallow_the_reply() -> None:
    body = "word " * 100
    assert split("<|channel|>" + body)[1].endswith(body)


@given(st.text(alphabet="<think>/ \n|ab", max_size=60), st.integers(1, 7))
def test_the_cut_of_the_runs_never_changes_the_outcome(reply: str, size: int) -> None:
    assert split(reply, size=size) == split(reply, size=10_000)


def test_earlier_replies_go_back_without_their_thinking() -> None:
    assert strip_thinking("<think>hm</think>\nHello") == "Hello"
    assert strip_thinking(HARMONY) == "Yes."
    assert strip_thinking("<think>never finished") == ""
    assert strip_thinking("plain <think> text") == "plain <think> text"


def test_prompts_that_open_the_thinking_are_recognised() -> None:
    assert prompt_opens_thinking("<|im_start|>assistant\n<think>\n")
    assert prompt_opens_thinking("<|start|>assistant<|channel|>analysis<|message|>")
    assert not prompt_opens_thinking("<|im_start|>assistant\n<think>\n\n</think>\n\n")
    assert not prompt_opens_thinking("<|user|>what is <think>?<|assistant|>")


def test_the_beginning_of_a_reply_may_end_in_its_thinking() -> None:
    assert ends_in_thinking("<think>so far")
    assert not ends_in_thinking("<think>done</think> so far")
    assert not ends_in_thinking("so far")
